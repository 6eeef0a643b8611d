"""Passkeys as browsers speak of them (WebAuthn): what is asked of one, and whether it answers.

A passkey belongs to the host of the page that it was made on, can be found by the browser without
a login, and looks at its owner (a fingerprint, a face, a code) each time it is used. Which device
made it is not asked. Answers are checked where passwords are: what somebody sends as a key may be
slow to work with.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from pydantic import Field

from .accounts import AccountRefused
from .challenges import SECONDS

if TYPE_CHECKING:
    from fido2.server import Fido2Server

LONGEST_ID = 1400  # characters
_LONGEST_PART, _LONGEST_KEY = 20_000, 1000
_ALGORITHMS = (-8, -7, -257)  # EdDSA, ES256, RS256
_RP = "Tuolaji"
_VERIFIED = "required"  # that the owner was looked at
# What is checked for a passkey that nobody has, so that it takes as long: a key whose other half
# was thrown away.
NOBODY = (
    "pQECAyYgASFYIKTZhL0zJHsr7WjP5tmlDmFjvyNq8eqdhl4mMWkcaucg"
    "IlggOZFsXDYTgwoZNIWjCX_4chYMum0Cc9X9QEDFM-_RVWM"
)


_BASE64URL = "^[A-Za-z0-9_-]*$"
Id = Annotated[str, Field(pattern=_BASE64URL, max_length=LONGEST_ID)]
Part = Annotated[str, Field(pattern=_BASE64URL, max_length=_LONGEST_PART)]


@dataclass(frozen=True)
class Attestation:
    """A new passkey as a browser tells of it; bytes are base64url."""

    id: Id
    client_data: Part
    attestation: Part


@dataclass(frozen=True)
class Assertion:
    """What a passkey answered, as a browser tells it."""

    id: Id
    client_data: Part
    authenticator_data: Part
    signature: Part
    user_handle: Part = ""


def host_of(origin: str) -> str | None:
    """The host whose passkeys a page may ask for; None where browsers have none.

    They want https and a name; localhost is as good.
    """
    try:
        parts = urlsplit(origin)
        host = parts.hostname or ""
    except ValueError:
        return None
    local = host == "localhost" or host.endswith(".localhost")
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and local)):
        return None
    with contextlib.suppress(ValueError):
        ipaddress.ip_address(host)
        return None
    return host


def text_of(data: bytes) -> str:
    """Bytes as base64url."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes_of(text: str) -> bytes:
    """The bytes of a base64url text; ValueError if it is none."""
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if text_of(data) != text:
        raise ValueError("this is no base64url")
    return data


def handle_of(guest: str) -> str:
    """What a passkey knows its owner by."""
    return text_of(guest.encode())


def challenge_of(client_data: str) -> str:
    """The challenge that a browser says it has answered, on no page inside another one."""
    try:
        told = json.loads(_bytes_of(client_data))
        if told.get("crossOrigin"):
            raise ValueError("the page was inside another one")
        return _bytes_of(told["challenge"]).decode("ascii")
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise AccountRefused("bad-passkey") from None


# What a browser is given.


def _common(challenge: str) -> dict[str, Any]:
    return {"challenge": text_of(challenge.encode()), "timeout": round(SECONDS * 1000)}


def _listed(ids: Iterable[str]) -> list[dict[str, str]]:
    return [{"type": "public-key", "id": one} for one in ids]


def wish(challenge: str, host: str, ids: Iterable[str]) -> dict[str, Any]:
    """What a browser needs to have a passkey answer; with no ids it may be any of the host's."""
    return {
        **_common(challenge),
        "rpId": host,
        "allowCredentials": _listed(ids),
        "userVerification": _VERIFIED,
    }


def order(
    challenge: str, host: str, *, guest: str, login: str, ids: Iterable[str]
) -> dict[str, Any]:
    """What a browser needs to make a passkey; ids: those there are, which none is made beside."""
    return {
        **_common(challenge),
        "rp": {"id": host, "name": _RP},
        "user": {"id": handle_of(guest), "name": login, "displayName": login},
        "pubKeyCredParams": [{"type": "public-key", "alg": one} for one in _ALGORITHMS],
        "excludeCredentials": _listed(ids),
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": _VERIFIED,
        },
        "attestation": "none",
    }


# What is checked in another process. Its library is loaded there, and nowhere else.


@contextlib.contextmanager
def _or_refused(code: str) -> Iterator[None]:
    try:
        yield
    except Exception:  # noqa: BLE001  (whatever a library says of what strangers send)
        raise AccountRefused(code) from None


def _server(origin: str) -> Fido2Server:
    from fido2.server import Fido2Server  # noqa: PLC0415
    from fido2.webauthn import PublicKeyCredentialRpEntity  # noqa: PLC0415

    entity = PublicKeyCredentialRpEntity(name=_RP, id=host_of(origin))
    return Fido2Server(entity, verify_origin=lambda told: told == origin)


def _state(challenge: str) -> dict[str, str]:
    return {"challenge": text_of(challenge.encode()), "user_verification": _VERIFIED}


def _told(answer: Attestation | Assertion, **parts: str | None) -> dict[str, Any]:
    response = {"clientDataJSON": answer.client_data, **parts}
    return {"id": answer.id, "rawId": answer.id, "type": "public-key", "response": response}


def registered(answer: Attestation, challenge: str, origin: str) -> tuple[str, int]:
    """The public key of a new passkey, and its counter; AccountRefused if it is not as asked."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
    from fido2 import cbor  # noqa: PLC0415

    with _or_refused("bad-passkey"):
        told = _told(answer, attestationObject=answer.attestation)
        data = _server(origin).register_complete(_state(challenge), told)
        made = data.credential_data
        if made is None or text_of(made.credential_id) != answer.id:
            raise ValueError("this is another passkey")
        with contextlib.suppress(InvalidSignature):  # anything else says that it is no key
            made.public_key.verify(b"", b"")
        key = text_of(cbor.encode(made.public_key))
        if made.public_key.ALGORITHM not in _ALGORITHMS or len(key) > _LONGEST_KEY:
            raise ValueError("this is a key of another kind")
        return key, data.counter


def proved(answer: Assertion, challenge: str, origin: str, key: str) -> int:
    """The counter of a passkey that has answered; AccountRefused if it was not the key's."""
    from fido2 import cbor  # noqa: PLC0415
    from fido2.cose import CoseKey  # noqa: PLC0415
    from fido2.webauthn import (  # noqa: PLC0415
        Aaguid,
        AttestedCredentialData,
        AuthenticatorData,
    )

    with _or_refused("wrong-passkey"):
        public: Any = cbor.decode(_bytes_of(key))
        name = _bytes_of(answer.id)
        known = AttestedCredentialData.create(Aaguid.NONE, name, CoseKey.parse(public))
        told = _told(
            answer,
            authenticatorData=answer.authenticator_data,
            signature=answer.signature,
            userHandle=answer.user_handle or None,
        )
        _server(origin).authenticate_complete(_state(challenge), [known], told)
        return AuthenticatorData(_bytes_of(answer.authenticator_data)).counter
