"""Who does the work of many tasks: this process, several of them, or a Ray cluster.

`in_order` gives the results in the order of the tasks, whoever does them, so that what is made of
them is the same.
"""

from __future__ import annotations

import importlib
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")
_AHEAD = 3  # tasks handed out for each worker


class Workers(Protocol):
    """Take tasks and do them; size: how many at once."""

    size: int

    def submit(self, work: Callable[[T], R], task: T) -> Any:
        """A promise of the result."""

    def result(self, promise: Any) -> Any:
        """The result, when it is there."""

    def close(self) -> None:
        """Drop what is not begun, and let the workers go."""


class Here:
    """The process itself; a task is done when its result is wanted."""

    size = 1

    def submit(self, work: Callable[[T], R], task: T) -> Callable[[], R]:
        """The work still to be done."""
        return lambda: work(task)

    def result(self, promise: Callable[[], R]) -> R:
        """The work done."""
        return promise()

    def close(self) -> None:
        """Do nothing."""


class Processes:
    """Several processes of this machine."""

    def __init__(self, jobs: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.size = jobs
        self._pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts)

    def submit(self, work: Callable[[T], R], task: T) -> Future[R]:
        """A future of the pool; the processes that it starts leave Ctrl-C to this one."""
        with _interrupts_later():
            return self._pool.submit(work, task)

    def result(self, promise: Future[R]) -> R:
        """What the future brings."""
        return promise.result()

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(cancel_futures=True)


class NoRay(Exception):
    """Ray is not installed."""


class OnRay:
    """A Ray cluster: the one that RAY_ADDRESS names, or that runs here, else one made for this."""

    def __init__(self, **options: Any) -> None:
        """NoRay if it is not installed. options: of `ray.init`."""
        try:
            self._ray: Any = importlib.import_module("ray")
        except ModuleNotFoundError:
            raise NoRay('Ray is not installed: pip install "tuolaji[ray]"') from None
        self._own = not self._ray.is_initialized()
        if self._own:
            quiet = {"log_to_driver": False, "logging_level": "ERROR"}
            self._ray.init(**{**quiet, **options})
        self.size = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._remote: dict[Callable[..., Any], Any] = {}
        self._open: set[Any] = set()

    def submit(self, work: Callable[[T], R], task: T) -> Any:
        """A reference to the result."""
        if work not in self._remote:
            self._remote[work] = self._ray.remote(work)
        promise = self._remote[work].remote(task)
        self._open.add(promise)
        return promise

    def result(self, promise: Any) -> Any:
        """What the reference stands for."""
        self._open.discard(promise)
        return self._ray.get(promise)

    def actor(self, kind: type, *arguments: Any, **options: Any) -> Any:
        """An object of the class on the cluster; its methods are called by `.remote`."""
        return self._ray.remote(kind).options(**options).remote(*arguments)

    def put(self, value: Any) -> Any:
        """A reference to a value that many are sent."""
        return self._ray.put(value)

    def close(self) -> None:
        """Cancel what is left; leave the cluster, if it was joined here."""
        for promise in self._open:
            self._ray.cancel(promise)
        if self._own:
            self._ray.shutdown()


def hired(jobs: int) -> Workers:
    """So many workers on this machine."""
    return Here() if jobs == 1 else Processes(jobs)


def in_order(
    workers: Workers,
    work: Callable[[T], R],
    tasks: Iterable[T],
    known: Callable[[T], R | None] = lambda _: None,
) -> Generator[R]:
    """Every result in the order of the tasks, which are read only a little ahead.

    known: the result of a task that is done already, or None.
    """
    most = 1 if workers.size == 1 else _AHEAD * workers.size
    ahead: deque[tuple[R | None, Any]] = deque()

    def first() -> R:
        done, promise = ahead.popleft()
        if done is not None:
            return done
        result: R = workers.result(promise)
        return result

    for task in tasks:
        done = known(task)
        ahead.append((done, None if done is not None else workers.submit(work, task)))
        if len(ahead) >= most:
            yield first()
    while ahead:
        yield first()


@contextmanager
def _interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back; a process that is started meanwhile never gets it, from its first moment.

    Windows knows no such thing: there a process ignores it once it has loaded.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    """A worker leaves Ctrl-C to the command that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
