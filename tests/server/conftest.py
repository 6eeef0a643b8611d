"""A server of its own for each test, and a guest of it; or a gateway of the cluster that runs."""

from __future__ import annotations

import inspect
import itertools
import os

import pytest

from tests.server.serving import Served, serving

GATEWAYS = os.environ.get("TUOLAJI_GATEWAYS", "").split()  # ports: `make cluster` sets them
_turns = itertools.count()


def pytest_collection_modifyitems(items):
    """Only what asks a server over the wire can ask a cluster."""
    if GATEWAYS:
        items[:] = [item for item in items if "served" in getattr(item, "fixturenames", ())]


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
