"""One server and one browser for all tests in the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .person import Person
from .serving import browser, server

QUICK = {"speed": "instant", "sound": False, "trickSeconds": 1, "motion": False}


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the server keeps everything."""
    return tmp_path_factory.mktemp("data")


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
