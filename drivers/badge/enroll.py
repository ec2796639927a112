"""Reading a card to enroll it: its UID, and its 9E certificate once the card has proved that it holds the key."""

from typing import NamedTuple

from drivers.badge import BadgeError, Refused, Transmit, piv
from drivers.badge.apdu import uid
from drivers.badge.identify import prove
from drivers.badge.pcsc import UNAWARE, Service, card_in


class NoReader(BadgeError):
    pass


class Card(NamedTuple):
    uid: bytes
    certificate: bytes


def next_card(service: Service) -> str:
    """The reader that holds a card; blocks until one does."""
    known: dict[str, int] = {}
    while True:
        names = service.readers()
        if not names:
            raise NoReader("pcscd sees no card reader: plug one in (lsusb shows it), then try again")
        known = service.wait({name: known.get(name, UNAWARE) for name in names})
        for name, state in known.items():
            if card_in(state) is not None:
                return name


def read_card(service: Service, reader: str, certificate_needed: bool) -> Card:
    with service.card(reader) as card:
        number, certificate = uid(card), _certificate(card)
        if certificate_needed and not certificate:
            raise Refused("no_certificate")
        if certificate:
            prove(card, certificate)
        return Card(number, certificate)


def _certificate(card: Transmit) -> bytes:
    try:
        piv.select(card)
    except Refused as refused:
        if refused.reason != "no_key":
            raise
        return b""
    return piv.certificate(card) or b""
