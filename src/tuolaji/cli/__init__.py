"""The command `tuolaji`."""

from .app import main

__all__ = ["main"]
