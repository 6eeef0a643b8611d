"""Passwords and recovery codes: only their argon2 hashes are kept.

To hash or check one takes some ten milliseconds and 64 MiB, by intent; a crew of its own does it.
"""

from __future__ import annotations

import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LETTERS, _GROUP = 24, 4  # 120 bits

_hasher = PasswordHasher()
# What is checked for a login that nobody has, so that it takes as long.
NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$" + (
    "a28TN6i93NxlD18VYbitbg$U6b05ue3srpezLE3fwiAqrCHKBfX15UZXWepwlrHp0w"
)


def hashed(*texts: str) -> list[str]:
    """The hashes of some texts."""
    return [_hasher.hash(text) for text in texts]


def fits(kept: str, text: str) -> bool:
    """Whether a text is the one whose hash was kept."""
    try:
        return _hasher.verify(kept, text)
    except (VerificationError, InvalidHashError):
        return False


def new_code() -> str:
    """A recovery code, drawn by lot."""
    letters = "".join(secrets.choice(_CODE_ALPHABET) for _ in range(_CODE_LETTERS))
    return "-".join(letters[at : at + _GROUP] for at in range(0, _CODE_LETTERS, _GROUP))


def plain_code(text: str) -> str:
    """A recovery code as it is compared: however it was typed."""
    return "".join(text.upper().split()).replace("-", "")
