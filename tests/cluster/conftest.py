"""PostgreSQL and NATS for the tests that need them; without them those tests are left out."""

from __future__ import annotations

import itertools
import os

import pytest

from tests.cluster.parts import CLUSTER, Nats, Postgres, missing, running

_numbers = itertools.count(1)


def _part(kind):
    if why := missing():
        if os.environ.get(CLUSTER):
            pytest.fail(why)
        pytest.skip(why)
    return running(kind)


class Quick(Postgres):
    """One that forgets its last seconds when the machine stops; nothing here stops the machine."""

    safe = False


@pytest.fixture(scope="session")
def postgres():
    with _part(Quick) as part:
        yield part


@pytest.fixture
def database(postgres):
    """A new, empty database."""
    return postgres.new(f"test{next(_numbers)}")


@pytest.fixture
def nats():
    with _part(Nats) as part:
        yield part
