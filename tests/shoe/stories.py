"""Any bytes read as a story of a shoe's line: valid reports, damaged ones, noise, silence, cables.

Reports are made by the codec's own encoder or sealed with a right check, so that a fuzzer need not guess one.
"""

from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import Final

from drivers.shoe import Codec, Message, find
from drivers.sim.shoe.deck import DECK
from tests.shoe.promises import Step, Story

RAW: Final = b"\x01"
"""A first byte that says: the rest is the line as it is."""

_OTHERS: Final = (
    Message("unread", 0),
    Message("cut", 0),
    Message("cleared", 0),
    Message("error", 0, code="4"),
    Message("burn", 0, card="2c"),
    Message("repeat", 0, card="8s"),
)
_CUTS: Final[tuple[Step, ...]] = ("silence", "silence", "cable", "long cable")


def _angel_eye(number: int, content: bytes) -> bytes:
    body = bytes([0x30 + number % 10]) + content + b"\x03"
    return b"\x05" + body + b"%02X" % reduce(xor, body)


def _unsealed(number: int, content: bytes) -> bytes:
    return content


_SEALS: Final[dict[str, Callable[[int, bytes], bytes]]] = {
    "angel-eye": _angel_eye,
    "bee-tek": lambda number, content: b"[Game]<" + content + b">\r\n",
}


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1] if self._at <= len(self._data) else 0

    def take(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]


def story(protocol: str, data: bytes) -> Story:
    if data[:1] == RAW:
        return [data[1:]] if data[1:] else []
    codec, reader, steps, last = find(protocol)(), _Reader(data), list[Step](), b""
    while reader:
        step = _step(protocol, codec, reader, last)
        last = step if isinstance(step, bytes) else last
        if step:
            steps.append(step)
    return steps


def _step(protocol: str, codec: Codec, reader: _Reader, last: bytes) -> Step:
    word = reader.byte()
    match word % 7:
        case 0:
            return reader.take(reader.byte() % 40)
        case 1:
            card = Message("card", 0, card=DECK[reader.byte() % len(DECK)])
            return codec.encode(card, word // 7) * (1 + reader.byte() % 3)
        case 2:
            return codec.encode(_OTHERS[reader.byte() % len(_OTHERS)], word // 7) * (1 + reader.byte() % 3)
        case 3:
            return _SEALS.get(protocol, _unsealed)(word // 7, reader.take(1 + reader.byte() % 12))
        case 4:
            return last
        case 5:
            return _damaged(last, reader.byte(), reader.byte())
    return _CUTS[reader.byte() % len(_CUTS)]


def _damaged(frame: bytes, place: int, change: int) -> bytes:
    if not frame:
        return frame
    place %= len(frame)
    return frame[:place] + bytes([frame[place] ^ change]) + frame[place + 1 :]
