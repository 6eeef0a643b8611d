"""What the facts of a play count in `ideas`: learned numbers, 32 for each kind of play.

Following, leading a plain suit, leading trumps: each as attacker, then on the banker's side.
`python bench/weights.py classic --deals 1500 --rounds 6` learns them.
"""

from __future__ import annotations

KINDS = 6
_LEARNED = [
    279, -93, 460, 284, -314, 0, -71, -122, -4, -336, -29, -29, 59, -142, -17, 221,
    -166, -47, -104, 0, -134, 62, -18, -95, 0, 0, 0, 0, 0, 0, 0, 0,
    339, -112, 415, 308, -398, 0, -67, -103, -193, -212, -74, -233, 108, -59, 27, 215,
    -6, 67, -103, 0, -221, -30, 124, 48, 0, 0, 0, 0, 0, 0, 0, 0,
    412, 97, -165, 219, 149, -248, -41, 245, 187, -105, 197, 137, -41, -204, 174, -269,
    135, 0, 89, 0, 7, -95, 0, -174, 92, 209, -58, 77, 301, 0, 0, 0,
    507, -95, -360, 229, 280, -227, 141, 74, 153, -39, 64, 223, 135, 10, 79, -152,
    46, 0, 157, 0, 73, -11, 0, -76, 102, -318, -82, 26, 31, 0, 0, 0,
    -159, -1, -183, 135, 401, -190, 101, 127, -68, -191, -211, 4, 0, 0, 32, -133,
    -56, 522, -89, 0, -42, 131, 11, 222, 395, 94, -11, -77, -74, -89, 0, 0,
    150, 58, -266, 81, 412, -242, 272, -101, 66, 87, -278, -140, 0, 0, 170, -177,
    120, 401, -157, 0, -144, 84, 12, 61, 458, -33, -71, -32, -78, 15, 0, 0,
]  # fmt: skip


def weight(at: int) -> int:
    """One of the numbers."""
    return _LEARNED[at]


def set_weight(at: int, value: int) -> None:
    """Put another number in its place, while they are learned."""
    _LEARNED[at] = value
