"""Who is who: a guest is a random id in a cookie that only this server can have signed."""

from __future__ import annotations

import hmac
import os
import secrets
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from ..texts.reader import texts

COOKIE = "tuolaji"
COOKIE_SECONDS = 5 * 365 * 24 * 3600
KEY_FILE = "key"
KEY_BYTES = 32


def put_key(folder: Path, key: bytes) -> None:
    """Let this be the key of the folder's server; OSError if it has another one."""
    file = folder / KEY_FILE
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(key)
        out.flush()
        os.fsync(out.fileno())


def keep_key(folder: Path) -> bytes:
    """The key of the folder's server, drawn when it is first wanted; readable by its owner only."""
    file = folder / KEY_FILE
    folder.mkdir(0o700, parents=True, exist_ok=True)
    key = secrets.token_bytes(KEY_BYTES)
    try:
        put_key(folder, key)
    except FileExistsError:
        key = file.read_bytes()
        if len(key) < KEY_BYTES:
            raise OSError(f"{file} is no key: remove it, and all guests get new names") from None
    return key


class Guests:
    """Signs and reads the cookies."""

    def __init__(self, key: bytes) -> None:
        self._signer = URLSafeSerializer(key, salt="guest")
        self._key = key

    def number_of(self, words: str) -> int:
        """A number that follows from words, and that only this server knows."""
        return int.from_bytes(hmac.digest(self._key, words.encode(), "sha256")[:6], "big")

    def new(self) -> tuple[str, str]:
        """A new guest, and their cookie."""
        guest = secrets.token_hex(8)
        return guest, str(self._signer.dumps(guest))

    def cookie(self, guest: str, session: int) -> str:
        """The cookie of a guest with an account, good as long as its session is."""
        return str(self._signer.dumps([guest, session]))

    def read(self, cookie: str | None) -> tuple[str, int | None] | None:
        """The guest of a cookie, and the session of their account; None if it is not ours."""
        try:
            found = self._signer.loads(cookie or "")
        except BadSignature:
            return None
        if isinstance(found, str):
            return found, None
        guest, session = found
        return str(guest), int(session)


@lru_cache(maxsize=16384)
def sign(guest: str, table: str) -> str:
    """A guest's sign at a table, by which others there can mean them; it tells nothing else."""
    return sha256(f"{table} {guest}".encode()).hexdigest()[:12]


def first_name(guest: str, language: str) -> str:
    """What a guest is called who has not chosen a name."""
    number = int(guest[:6] or "0", 16) % 9000 + 1000
    return str(texts(language)["server"]["guest"]).format(number=number)
