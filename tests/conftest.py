"""What all tests share: how hypothesis runs, and a place of their own for kept matches."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "tuolaji", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tuolaji")
SKIPS = "TUOLAJI_SKIPS"  # a file that collects what several runs left out, and why


def pytest_collection_modifyitems(items):
    """What waits for other processes is tried once more when it fails, and listed at the end."""
    for item in items:
        if {"server", "cluster", "e2e"} & set(item.path.parts):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter, config):
    """Add what was skipped and why, and what passed only the second time, to the file for it."""
    name = os.environ.get(SKIPS)
    if not name or hasattr(config, "workerinput"):  # a worker tells the one that gathers
        return
    speed = os.environ.get("TUOLAJI_KERNEL", "auto")
    skipped = Counter(_told(report) for report in terminalreporter.stats.get("skipped", ()))
    with Path(name).open("a", encoding="utf-8") as file:
        file.writelines(f"{speed:9}{number:4} {told}\n" for told, number in skipped.items())
        for report in terminalreporter.stats.get("rerun", ()):
            file.write(f"{speed:9}failed at first: {report.nodeid}\n{report.longrepr}\n")


def _told(report):
    _, _, reason = report.longrepr
    return f"{report.nodeid.partition('::')[0]}: {reason.removeprefix('Skipped: ')}"


@pytest.fixture(scope="session", autouse=True)
def _as_if_at_home(tmp_path_factory):
    """The program can be called by its name, and no match of the user is touched."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
