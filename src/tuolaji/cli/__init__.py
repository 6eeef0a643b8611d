"""The command `tuolaji`."""

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C ends it without a word, also while it is loading."""
    try:
        from .app import run  # noqa: PLC0415

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
