"""Angel Eye II-EX: `ENQ seq data… ETX BCC`, every report three times, 4800 baud 8N1.

ENQ starts a frame wherever it stands: no valid frame holds one inside, so a damaged copy never swallows the
good one behind it. Bytes of no valid frame are `bad`, a run of them together, 64 at most to a message.
Votes, copies and gaps are decided in votes.py.

Decided where the published facts leave it open:
- a card code that names no card is an unread card (a card left the shoe), not a bad frame;
- only target Burn is a burn: "First" and "Burn count" are the next card off the shoe like any other;
- an error's code is its byte without bit 7 (set) and bit 6 (the shoe stopped); ASCII digits are taken too;
- a number outside the wrap is damage: the wrap (`first_seq`, `last_seq`) is a setting;
- an unknown event with a good BCC is `info`: it took a number, refusing it would report a loss;
- ACK and NAK are answers only while a command waits for one, and noise otherwise.
"""

import re
from functools import lru_cache, reduce
from operator import xor
from typing import ClassVar, Final

from drivers.shoe import Message, bad
from drivers.shoe.votes import COPIES, Report, Votes

STX, ETX, ENQ = b"\x02", b"\x03", b"\x05"
MAX_DATA: Final = 10  # the longest known is M with 7; two card frames run together make 11
MAX_FRAME: Final = MAX_DATA + 5
MAX_NOISE: Final = 64
BURN: Final = 2
COMMANDS: Final = {"LK": "lock", "EC": "clear the error", "GP": "game preset"}

_INFO: Final = {"S": "started", "P": "standby", "G": "result", "L": "lock", "M": "preset"}
_LETTER: Final = {name: letter.encode() for letter, name in _INFO.items()}
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_SUITS: Final = {"d": 1, "c": 2, "s": 3, "h": 4}
_CODE: Final = {
    rank + suit: 0x80 | bits << 4 | points
    for suit, bits in _SUITS.items()
    for points, rank in enumerate(_RANKS, start=1)
}
_CARD: Final = {code: card for card, code in _CODE.items()}
_ANSWER: Final = re.compile(rb"\x06|\x15(.)", re.DOTALL)


class AngelEye:
    baud: ClassVar[int] = 4800
    copies: ClassVar[int] = COPIES

    def __init__(self, first_seq: int = 0x30, last_seq: int = 0x39, stx_in_bcc: bool = False) -> None:
        if not 0x10 <= first_seq < last_seq <= 0xFF:
            raise ValueError(f"seq runs from {first_seq:#x} to {last_seq:#x}; give a range inside 0x10-0xff")
        self.frames = 0
        self._first, self._wrap, self._stx_in_bcc = first_seq, last_seq - first_seq + 1, stx_in_bcc
        seqs = re.escape(bytes([first_seq])) + b"-" + re.escape(bytes([last_seq]))
        self._frame = re.compile(rb"\x05[%b][^\x03\x05]{1,%d}\x03[0-9A-Fa-f]{2}" % (seqs, MAX_DATA))
        self._votes = Votes(self._wrap)
        self._buffer, self._base = b"", 0
        self._unanswered = 0

    def feed(self, data: bytes) -> list[Message]:
        out: list[Message] = []
        buffer, done = self._buffer + data, 0
        for found in self._frame.finditer(buffer):
            report = parse(found.group())
            if report is not None:
                out += self._noise(buffer[done : found.start()], done)
                out += self._votes.hear(report, self._base + found.start())
                self.frames += 1
                done = found.end()
        return out + self._keep(buffer, done)

    def silence(self, end: bool = False) -> list[Message]:
        out = self._noise(self._buffer, 0)
        self._base += len(self._buffer)
        self._buffer = b""
        return out + self._votes.silence(end)

    def restart(self, forget: bool) -> None:
        self._votes.restart(forget)

    def encode(self, message: Message, number: int) -> bytes:
        body = bytes([self._first + number % self._wrap]) + _data(message) + ETX
        return ENQ + body + _bcc(body)

    def command(self, op: str, address: str = "00", value: str = "00") -> bytes:
        """The bytes of a command to the shoe; the next ACK or NAK is its answer."""
        if op not in COMMANDS or len(address) != 2 or len(value) != 2:
            raise ValueError(f"no such command {op} {address} {value}; there are {', '.join(COMMANDS)} xx nn")
        body = f"{op}{address}{value}".encode("ascii") + ETX
        self._unanswered += 1
        return STX + body + _bcc(STX + body if self._stx_in_bcc else body)

    def _keep(self, buffer: bytes, done: int) -> list[Message]:
        """Hold back what may become a frame, and noise that may go on: chunks must not show in messages."""
        start = buffer.rfind(ENQ, done)
        hope = start if start >= 0 and len(buffer) - start < MAX_FRAME else len(buffer)
        out: list[Message] = []
        while hope - done >= MAX_NOISE:
            out += self._noise(buffer[done : done + MAX_NOISE], done)
            done += MAX_NOISE
        self._buffer = buffer[done:]
        self._base += done
        return out

    def _noise(self, noise: bytes, at: int) -> list[Message]:
        if self._unanswered and (answer := _ANSWER.search(noise)):
            self._unanswered -= 1
            before = self._noise(noise[: answer.start()], at) if answer.start() else []
            after = self._noise(noise[answer.end() :], at + answer.end())
            return [*before, _answer(answer, self._base + at + answer.start()), *after]
        self._votes.damaged(noise)
        steps = range(0, len(noise), MAX_NOISE)
        return [bad(noise[step : step + MAX_NOISE], self._base + at + step) for step in steps]


CODEC = AngelEye


@lru_cache(maxsize=4096)
def parse(frame: bytes) -> Report | None:
    """A frame of the right shape, if its BCC and its content agree with that shape."""
    body, data = frame[1:-2], frame[2:-3]
    says = _says(data) if _bcc(body) == frame[-2:].upper() else None
    if says is None:
        return None
    leaves = data[:1] in b"Dd" and _target(data[1]) != BURN
    same = frame[:-2] + frame[-2:].upper()
    return Report(frame[1], same, frame, says, leaves, begins=data[:1] == b"S", repeats=data[:1] == b"R")


def _bcc(body: bytes) -> bytes:
    return b"%02X" % reduce(xor, body)


def _says(data: bytes) -> Message | None:
    event = chr(data[0])
    if event in "DdR":
        return _card(event, data[1:])
    if not event.isascii() or not event.isalpha() or _is_card(data[1:]):
        return None
    if event == "E":
        code = _error(data[1:])
        return Message("unread", 0) if code == "1" else Message("error", 0, code=code)
    if event == "e":
        return Message("cleared", 0)
    if event == "C":
        return Message("cut", 0)
    return Message("info", 0, name=_INFO.get(event, event))


def _card(event: str, data: bytes) -> Message | None:
    if not _is_card(data):
        return None
    card = _CARD.get(data[1])
    if event == "R":
        return Message("repeat", 0, card=card)
    if card is None:
        return Message("unread", 0)
    return Message("burn" if _target(data[0]) == BURN else "card", 0, card=card)


def _is_card(data: bytes) -> bool:
    """The two bytes that only a card report has: any other event with them is a damaged one."""
    return len(data) == 2 and bool(data[0] & data[1] & 0x80)


def _target(byte: int) -> int:
    return byte >> 4 & 7


def _error(data: bytes) -> str:
    if data.isdigit():
        return str(int(data))
    return str(data[0] & 0x3F) if len(data) == 1 else data.hex() or "0"


def _data(message: Message) -> bytes:
    card = _CODE.get(message.card or "")
    match message.kind:
        case "card" | "burn" if card:
            return bytes([ord("D"), 0x81 | (BURN << 4 if message.kind == "burn" else 0), card])
        case "repeat" if card:
            return bytes([ord("R"), 0x81, card])
        case "unread" | "error":
            return bytes([ord("E"), 0xC0 | int(message.code or "1") & 0x3F])
        case "cleared":
            return b"e\x80"
        case "cut":
            return b"C"
        case "info" if message.name in _LETTER:
            return _LETTER[message.name]
    raise ValueError(f"an angel-eye shoe cannot say {message}")


def _answer(answer: re.Match[bytes], offset: int) -> Message:
    code = answer.group(1)
    if code is None:
        return Message("info", offset, name="ack", size=1)
    return Message("info", offset, name="nak", code=code.hex(), size=2)
