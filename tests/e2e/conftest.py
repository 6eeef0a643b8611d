"""One server and one browser for all tests in the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .person import Person
from .serving import browser, server

MATRIX = "TUOLAJI_E2E"  # all: the full matrix, not a covering selection
# A trick stays just long enough to be drawn.
QUICK = {"speed": "instant", "sound": False, "trickSeconds": 0.05, "motion": False}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the matrix out unless it is asked for."""
    if os.environ.get(MATRIX) != "all":
        left_out = [item for item in items if item.get_closest_marker("matrix")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the server keeps everything; everybody comes from one address."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "limits.toml").write_text("request_units = [1_000_000, 1_000_000]\n")
    return folder


@pytest.fixture(scope="session")
def address(data: Path) -> Iterator[str]:
    with server(data) as url:
        yield url


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def somebody(chrome: Browser, address: str) -> Iterator[Callable[..., Person]]:
    """Makes persons with quick settings; at the end none may have seen an error on the page."""
    people: list[Person] = []

    def make(*, size: str = "desktop", language: str = "en", **settings: object) -> Person:
        wanted = {**QUICK, **settings}
        people.append(Person(chrome, address, size=size, language=language, settings=wanted))
        return people[-1]

    yield make
    errors = [error for person in people for error in person.errors]
    for person in people:
        person.close()
    assert errors == []
