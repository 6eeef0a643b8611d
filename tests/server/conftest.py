"""A server of its own for each test, and a guest of it; or a gateway of the cluster that runs."""

from __future__ import annotations

import inspect
import itertools
import logging
import os

import pytest

from tests.server.serving import Served, serving

GATEWAYS = os.environ.get("TUOLAJI_GATEWAYS", "").split()  # ports: `make cluster` sets them
_turns = itertools.count()


def pytest_collection_modifyitems(items):
    """Only what asks a server over the wire can ask a cluster."""
    if GATEWAYS:
        items[:] = [item for item in items if "served" in getattr(item, "fixturenames", ())]


class Heard(logging.Handler):
    """Keeps what was said to have gone wrong."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.errors = []

    def emit(self, record):
        self.errors.append(record.getMessage())


@pytest.fixture(autouse=True)
def errors():
    """Whatever goes wrong beside a test fails it; a test that wants it so clears the list."""
    heard, loggers = Heard(), [logging.getLogger(name) for name in ("tuolaji.server", "asyncio")]
    for one in loggers:
        one.addHandler(heard)
    yield heard.errors
    for one in loggers:
        one.removeHandler(heard)
    assert heard.errors == []


@pytest.fixture
def served(request, tmp_path):
    if not GATEWAYS:
        with serving(tmp_path) as running:
            yield running
        return
    if {"monkeypatch", "tmp_path"} & set(inspect.signature(request.function).parameters):
        pytest.skip("looks into the server, which is another process here")
    yield Served(int(GATEWAYS[next(_turns) % len(GATEWAYS)]))


@pytest.fixture
def guest(served):
    with served.guest() as one:
        yield one
