"""How fast the rules run: which files are compiled, and putting what was compiled in their place.

The files lie in the rooms they are for (`ROOMS` in `build`), as Python; where they were compiled
the same text runs as machine code.
"""

from .speed import SPEED, put_in_place

__all__ = ["SPEED", "put_in_place"]
