"""A device with passkeys, made of software: what it signs is as real as what a phone does."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
ES256, P256 = -7, 1


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def cbor(value: Any) -> bytes:
    """What an authenticator writes: whole numbers, bytes, texts and maps."""
    if isinstance(value, int):
        return _head(0, value) if value >= 0 else _head(1, -1 - value)
    if isinstance(value, bytes):
        return _head(2, len(value)) + value
    if isinstance(value, str):
        return _head(3, len(value.encode())) + value.encode()
    pairs = [cbor(key) + cbor(one) for key, one in value.items()]
    return _head(5, len(value)) + b"".join(pairs)


def _head(kind: int, number: int) -> bytes:
    if number < 24:
        return bytes([kind << 5 | number])
    if number < 256:
        return bytes([kind << 5 | 24, number])
    return bytes([kind << 5 | 25]) + struct.pack(">H", number)


@dataclass
class Credential:
    """A passkey on the device."""

    id: bytes
    key: ec.EllipticCurvePrivateKey
    handle: str
    host: str
    counter: int = 0


@dataclass
class Authenticator:
    """A device, and what of it and of its browser is otherwise than it should be.

    origin: of the page that asks. host: told instead of the one that was asked for. flags: what
    its owner did. grows: by how much the counter does.
    """

    origin: str
    host: str | None = None
    flags: int = PRESENT | VERIFIED
    grows: int = 1
    told: dict[str, Any] = field(default_factory=dict)
    credentials: list[Credential] = field(default_factory=list)

    def make(self, order: dict[str, Any]) -> dict[str, str]:
        """Make a passkey as it was ordered."""
        assert {"type": "public-key", "alg": ES256} in order["pubKeyCredParams"]
        key = ec.generate_private_key(ec.SECP256R1())
        made = Credential(
            secrets.token_bytes(32), key, order["user"]["id"], self.host or order["rp"]["id"]
        )
        self.credentials.append(made)
        numbers = key.public_key().public_numbers()
        public = {
            1: 2, 3: ES256, -1: P256, -2: numbers.x.to_bytes(32, "big"),
            -3: numbers.y.to_bytes(32, "big"),
        }  # fmt: skip
        attested = bytes(16) + struct.pack(">H", len(made.id)) + made.id + cbor(public)
        data = self._data(made, ATTESTED) + attested
        return {
            "id": text_of(made.id),
            "client_data": text_of(self._client_data("webauthn.create", order)),
            "attestation": text_of(cbor({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def answer(self, wish: dict[str, Any], at: int = -1) -> dict[str, str]:
        """Let one of the passkeys answer."""
        one = self.credentials[at]
        listed = [each["id"] for each in wish["allowCredentials"]]
        assert not listed or text_of(one.id) in listed
        one.counter += self.grows
        data, client_data = self._data(one, 0), self._client_data("webauthn.get", wish)
        signed = data + hashlib.sha256(client_data).digest()
        return {
            "id": text_of(one.id),
            "client_data": text_of(client_data),
            "authenticator_data": text_of(data),
            "signature": text_of(one.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "user_handle": one.handle,
        }

    def _data(self, one: Credential, flags: int) -> bytes:
        host = hashlib.sha256((self.host or one.host).encode()).digest()
        return host + bytes([self.flags | flags]) + struct.pack(">I", one.counter)

    def _client_data(self, kind: str, asked: dict[str, Any]) -> bytes:
        told = {"type": kind, "challenge": asked["challenge"], "origin": self.origin}
        return json.dumps({**told, "crossOrigin": False, **self.told}).encode()
