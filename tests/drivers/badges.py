"""Badges and their keys for tests, and a table's reader with what it posted."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from queue import Queue
from typing import Literal

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding

from controller.events import BadgeIn, BadgeOut, Event
from controller.ports import Clock
from drivers.badge import Reason
from drivers.badge.file import Role, add, make
from drivers.badge.reader import BadgeReader
from drivers.sim.card import Key, SimCard

ANA, BEN, EVE = (bytes.fromhex(uid) for uid in ("04A1B2C3D4E5F6", "04112233445566", "04EEEEEEEEEEEE"))
Kind = Literal["rsa-2048", "p-256", "p-384", "rsa-3072"]
WAIT_S = 30
"""For what must happen; a test that waits so long has failed."""


def key(kind: Kind, number: int = 0) -> Key:
    """`number` tells several of a kind apart."""
    return _key(kind, number)


def certificate(kind: Kind, number: int = 0) -> bytes:
    return _certificate(kind, number)


@cache
def _key(kind: Kind, number: int) -> Key:
    """Costly to make, and each must stay the same one."""
    if kind in ("rsa-2048", "rsa-3072"):
        return rsa.generate_private_key(65537, int(kind[4:]))
    return ec.generate_private_key(ec.SECP256R1() if kind == "p-256" else ec.SECP384R1())


@cache
def _certificate(kind: Kind, number: int) -> bytes:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "badge")])
    builder = x509.CertificateBuilder(name, name, key(kind, number).public_key(), 1)
    builder = builder.not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
    builder = builder.not_valid_after(datetime(2021, 1, 1, tzinfo=UTC))
    return builder.sign(key(kind, number), SHA256()).public_bytes(Encoding.DER)


def piv(uid: bytes, kind: Kind = "p-256", number: int = 0) -> SimCard:
    return SimCard(uid, key(kind, number), certificate(kind, number))


def enrolled(path: Path, *people: tuple[str, Role, SimCard]) -> Path:
    for name, role, card in people:
        add(path, make(name, role, card.uid, card.certificate), card.uid)
    return path


def said(event: Event) -> Event | tuple[str, ...]:
    """An event without its instant."""
    if isinstance(event, BadgeIn):
        return "in", event.role, event.badge
    return ("out",) if isinstance(event, BadgeOut) else event


class Desk:
    """A table's badge reader; `next` is what it posted, `refusal` why a card opened nothing."""

    def __init__(self, file: Path, clock: Clock, **options: object) -> None:
        self._posted, self._refused = Queue[Event](), Queue[Reason]()
        self.reader = BadgeReader(file, clock, refused=self._refused.put, **options)  # type: ignore[arg-type]
        self.reader.start(self._posted.put)

    def next(self) -> Event:
        return self._posted.get(timeout=WAIT_S)

    def refusal(self) -> Reason:
        return self._refused.get(timeout=WAIT_S)

    def quiet(self) -> bool:
        return self._posted.empty()
