"""A server of its own for each test, and a guest of it."""

from __future__ import annotations

import pytest

from tests.server.serving import serving


@pytest.fixture
def served(tmp_path):
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def guest(served):
    with served.guest() as one:
        yield one
