"""What all tests share: how hypothesis runs, and a place of their own for kept matches."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "tuolaji", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tuolaji")


@pytest.fixture(scope="session", autouse=True)
def _as_if_at_home(tmp_path_factory):
    """The program can be called by its name, and no match of the user is touched."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
