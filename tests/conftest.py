"""What all tests share: how hypothesis runs, and a place of their own for kept matches."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "tuolaji", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tuolaji")


@pytest.fixture(scope="session", autouse=True)
def _no_match_of_the_user_is_touched(tmp_path_factory):
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))
