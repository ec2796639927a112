"""Simulated badges that speak to a real pcscd: what a card in vpcd's virtual reader says.

A card has a UID, and may have a PIV application with a 9E key and its certificate. A faulty card is a subclass
that overrides `answer`. `Insertion` lends a card to a connection that its maker opened to vpcd's port: a simulator
opens no network of its own.

vpcd's protocol: two bytes of length, then a message; one byte alone is a signal (0 off, 1 on, 2 reset, 4 tell the
ATR), anything else a command to answer. Acknowledge at once, or each command waits 40 ms for Nagle.
"""

import socket
import threading
from contextlib import suppress
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.hashes import SHA256, SHA384

from drivers.badge import Refused
from drivers.badge.tlv import inner, tlv

Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey
ATR: Final = bytes.fromhex("3B80800101")
"""A contactless card without a history, as PC/SC readers make it up."""
TELL_ATR: Final = b"\x04"
SIGNALS: Final = (b"\x00", b"\x01", b"\x02")
PIV: Final = bytes.fromhex("A000000308000010000100")
FINE, NOT_FOUND, NOT_KNOWN, WRONG_DATA = (bytes.fromhex(word) for word in ("9000", "6A82", "6D00", "6A80"))
SLICE: Final = 256


class SimCard:
    """Commands in, answers out."""

    def __init__(self, uid: bytes, key: Key | None = None, certificate: bytes = b"") -> None:
        self.uid, self.key, self.certificate = uid, key, certificate
        self._chain, self._rest = b"", b""

    def answer(self, apdu: bytes) -> bytes:
        """Chained commands are collected, long answers handed out in slices."""
        if apdu[0] == 0x10:
            self._chain += apdu[5:]
            return FINE
        if apdu[1] == 0xC0:
            return self._slice()
        data, self._chain = self._chain + apdu[5 : 5 + apdu[4]], b""
        answer, status = self.obey(apdu[:4], data)
        self._rest = answer
        return self._slice() if status == FINE else status

    def obey(self, head: bytes, data: bytes) -> tuple[bytes, bytes]:
        if head == bytes.fromhex("FFCA0000"):
            return self.uid, FINE
        if self.key is None and not self.certificate:
            return b"", NOT_FOUND if head[1] == 0xA4 else NOT_KNOWN
        match head[1]:
            case 0xA4:
                return self._select(data)
            case 0xCB:
                return self._object(data)
            case 0x87:
                return self._authenticate(head, data)
        return b"", NOT_KNOWN

    def _slice(self) -> bytes:
        part, self._rest = self._rest[:SLICE], self._rest[SLICE:]
        return part + (bytes([0x61, len(self._rest) if len(self._rest) < SLICE else 0]) if self._rest else FINE)

    def _select(self, aid: bytes) -> tuple[bytes, bytes]:
        if len(aid) < 5 or not PIV.startswith(aid):
            return b"", NOT_FOUND
        return tlv(b"\x61", tlv(b"\x4f", PIV)), FINE

    def _object(self, data: bytes) -> tuple[bytes, bytes]:
        if inner(data, b"\x5c") != bytes.fromhex("5FC101") or not self.certificate:
            return b"", NOT_FOUND
        return tlv(b"\x53", tlv(b"\x70", self.certificate) + tlv(b"\x71", b"\x00") + tlv(b"\xfe", b"")), FINE

    def _authenticate(self, head: bytes, data: bytes) -> tuple[bytes, bytes]:
        try:
            block = inner(inner(data, b"\x7c"), b"\x81")
        except Refused:
            return b"", WRONG_DATA
        if self.key is None or head[3] != 0x9E or head[2] != algorithm(self.key):
            return b"", WRONG_DATA
        return tlv(b"\x7c", tlv(b"\x82", signature(self.key, block))), FINE


def algorithm(key: Key) -> int:
    if isinstance(key, rsa.RSAPrivateKey):
        return 0x07
    return 0x11 if isinstance(key.curve, ec.SECP256R1) else 0x14


def signature(key: Key, block: bytes) -> bytes:
    """As a card does it: RSA on the block as it came, ECC on a digest."""
    if isinstance(key, rsa.RSAPrivateKey):
        numbers = key.private_numbers()
        return pow(int.from_bytes(block), numbers.d, numbers.public_numbers.n).to_bytes(key.key_size // 8)
    return key.sign(block, ec.ECDSA(Prehashed(SHA256() if algorithm(key) == 0x11 else SHA384())))


class Insertion:
    """A card that lies on a reader until it is pulled."""

    def __init__(self, card: SimCard, connection: socket.socket) -> None:
        self.card, self._connection = card, connection
        threading.Thread(target=self._serve, name="sim-card", daemon=True).start()

    def pull(self) -> None:
        """May be called from the card's own `answer`; what the card still says reaches nobody."""
        with suppress(OSError):  # the reader was there no more
            self._connection.shutdown(socket.SHUT_RDWR)

    def _serve(self) -> None:
        with self._connection:
            try:
                while message := self._hear():
                    if message not in SIGNALS:
                        self._say(ATR if message == TELL_ATR else self.card.answer(message))
            except OSError:
                return  # pulled, or pcscd is gone

    def _hear(self) -> bytes:
        size = int.from_bytes(self._take(2))
        return self._take(size) if size else b""

    def _take(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            self._connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
            part = self._connection.recv(size - len(data))
            if not part:
                raise ConnectionResetError
            data += part
        return data

    def _say(self, message: bytes) -> None:
        self._connection.sendall(len(message).to_bytes(2) + message)
