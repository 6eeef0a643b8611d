"""The card rules as arithmetic: which cards are trumps, what may be led, shown and followed with.

Plain functions on integers that know no text and no language; `tuolaji.verdicts` asks them and
explains the answer. A face is a number 0-53, a set of cards is four 54-bit masks (`cards.planes`),
a lane is one effective suit, and a step is a bit in a lane. The same text runs as Python or, where
it was compiled (`tuolaji.kernel`), as machine code.
"""

from ..kernel import put_in_place

put_in_place(__name__)
