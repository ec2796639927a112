"""What the bytes of one report say, worked out by hand and without the codec: a second opinion for the fuzzer.

A protocol without a witness here is only held to its own word.
"""

import re
from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import Final

_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_LINE: Final = re.compile(rb"\[[^][]+\]<card:(10|[2-9atjqk])([shdc])>\s*", re.IGNORECASE)


def angel_eye(report: bytes) -> str | None:
    """ENQ, number, D or d, target, card, ETX and the XOR from number to ETX."""
    if len(report) != 8 or report[0] != 0x05 or report[2] not in b"Dd" or report[5] != 0x03:
        return None
    if report[6:].upper() != b"%02X" % reduce(xor, report[1:6]):
        return None
    suit, rank = divmod(report[4] & 0x7F, 16)
    return _RANKS[rank - 1] + "?dcsh"[suit] if 1 <= suit <= 4 and 1 <= rank <= 13 else None


def bee_tek(report: bytes) -> str | None:
    found = _LINE.fullmatch(report)
    if found is None:
        return None
    rank, suit = (part.decode() for part in found.groups())
    return rank.upper().replace("T", "10") + suit.lower()


CARD: Final[dict[str, Callable[[bytes], str | None]]] = {"angel-eye": angel_eye, "bee-tek": bee_tek}


def contradicted(protocol: str, stream: bytes, offset: int, size: int) -> bool:
    """The next report has the same number, is as valid and names another card."""
    if protocol != "angel-eye":
        return False
    first, second = stream[offset : offset + size], stream[offset + size : offset + 2 * size]
    others = angel_eye(second)
    return others is not None and first[1] == second[1] and others != angel_eye(first)
