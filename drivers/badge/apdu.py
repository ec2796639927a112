"""Commands to a card: long ones are sent in a chain, long answers fetched in parts (ISO 7816-4, short APDUs).

What a card may make us do is bounded: an answer that never ends is refused. Extended APDUs are not used: short
ones work with every reader. A contactless card speaks T=1, so a command may carry data and ask for an answer.
"""

from typing import Final

from drivers.badge import Refused, Transmit

FINE: Final = 0x9000
SHORT: Final = 255
MOST: Final = 16_384
GET_UID: Final = bytes.fromhex("FFCA000000")
GET_RESPONSE: Final = bytes.fromhex("00C00000")
RANDOM_UID: Final = 0x08
"""A four-byte UID that begins so is drawn anew at every touch (ISO 14443-3)."""


def uid(card: Transmit) -> bytes:
    data, status = _ask(card, GET_UID)
    if status != FINE or not data:
        raise Refused("no_uid")
    if len(data) == 4 and data[0] == RANDOM_UID:
        raise Refused("random_uid")
    return data


def command(card: Transmit, head: bytes, data: bytes) -> tuple[bytes, int]:
    """What the card answers and its status word; `head` is class, instruction and two parameters."""
    parts = [data[at : at + SHORT] for at in range(0, len(data), SHORT)]
    chained = bytes([head[0] | 0x10]) + head[1:]
    for part in parts[:-1]:
        _, status = _ask(card, chained + bytes([len(part)]) + part)
        if status != FINE:
            return b"", status
    return _collect(card, head + bytes([len(parts[-1])]) + parts[-1] + b"\x00")


def _collect(card: Transmit, apdu: bytes) -> tuple[bytes, int]:
    answer, status = _ask(card, apdu)
    while status >> 8 == 0x61:
        more, status = _ask(card, GET_RESPONSE + bytes([status & 0xFF]))
        answer += more
        if len(answer) > MOST or not more:
            raise Refused("garbage")
    return answer, status


def _ask(card: Transmit, apdu: bytes) -> tuple[bytes, int]:
    answer = card(apdu)
    if len(answer) == 2 and answer[0] == 0x6C:  # "ask again for exactly so many bytes"
        answer = card(apdu[:-1] + answer[1:])
    if len(answer) < 2:
        raise Refused("garbage")
    return answer[:-2], int.from_bytes(answer[-2:])
