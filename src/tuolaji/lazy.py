"""`lazy`: an attribute that is worked out when it is first read, and kept.

`functools.cached_property` takes a lock at every first reading before Python 3.12, which costs more
than what most attributes of a deal cost to work out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801, used like property
    """Works an attribute out once; two threads may both do so, and find the same."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    @overload
    def __get__(self, of: None, owner: type) -> lazy[T]: ...

    @overload
    def __get__(self, of: object, owner: type) -> T: ...

    def __get__(self, of: object | None, owner: type) -> lazy[T] | T:
        if of is None:
            return self
        value = of.__dict__[self._name] = self._work_out(of)
        return value
