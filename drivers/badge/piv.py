"""The PIV application of a card (NIST SP 800-73): its card authentication key, slot 9E, and that key's certificate.

The 9E key needs no PIN: whoever holds the card may use it, and nobody can copy it. The certificate is an ordinary
data object that anybody can copy, so it proves nothing; the signature does.
"""

import gzip
import io
from typing import Final

from drivers.badge import Refused, Transmit
from drivers.badge.apdu import FINE, MOST, command
from drivers.badge.tlv import fields, inner, tlv

AIDS: Final = (bytes.fromhex("A000000308"), bytes.fromhex("A00000030800001000"))
"""By its issuer's prefix, as most cards allow; else by the name without its version, as the standard asks."""
SELECT, GET_DATA = bytes.fromhex("00A40400"), bytes.fromhex("00CB3FFF")
CARD_AUTHENTICATION: Final = 0x9E
CERTIFICATE: Final = bytes.fromhex("5FC101")
TEMPLATE, RESPONSE, CHALLENGE = b"\x7c", b"\x82", b"\x81"
COMPRESSED: Final = 0x01


def select(card: Transmit) -> None:
    if not any(command(card, SELECT, aid)[1] == FINE for aid in AIDS):
        raise Refused("no_key")


def sign(card: Transmit, algorithm: int, block: bytes) -> bytes:
    """What key 9E makes of this block. The application must be selected."""
    request = tlv(TEMPLATE, tlv(RESPONSE, b"") + tlv(CHALLENGE, block))
    answer, status = command(card, bytes([0x00, 0x87, algorithm, CARD_AUTHENTICATION]), request)
    if status != FINE:
        raise Refused("no_key")
    return inner(inner(answer, TEMPLATE), RESPONSE)


def certificate(card: Transmit) -> bytes | None:
    """The certificate of key 9E as DER, if the card has one. The application must be selected."""
    answer, status = command(card, GET_DATA, tlv(b"\x5c", CERTIFICATE))
    if status != FINE:
        return None
    parts = fields(inner(answer, b"\x53"))
    info, der = parts.get(b"\x71", b""), parts.get(b"\x70", b"")
    return (_unpack(der) if info[:1] and info[0] & COMPRESSED else der) or None


def _unpack(packed: bytes) -> bytes:
    """A small certificate may not unpack into a flood."""
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(packed)).read(MOST)
    except (OSError, EOFError, ValueError):
        raise Refused("garbage") from None
