"""The rules as mask arithmetic: plain functions on integers that know no text and no language.

Nothing here imports from the rest of the package. A face is a number 0-53, a set of cards is
four 54-bit masks (`planes`), a lane is one effective suit, and a step is a bit in a lane.
The same text runs as Python or, where it was compiled, as machine code.
"""

from .speed import choose

SPEED = choose()
