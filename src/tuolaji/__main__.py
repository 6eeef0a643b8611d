"""`python -m tuolaji` is the command `tuolaji`."""

from .cli import main

main()
