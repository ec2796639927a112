"""From stamped bytes to the table's events: a codec, when its bytes arrived, and what was heard so far.

A report is stamped by its first copy: arrival of that copy's last byte, less its time on the wire, less the
shoe's own scan delay. `sensed` and the card that follows it carry the same instant, whenever the vote ends.
Retransmissions, information and noise are no events; noise is counted and the last of it kept.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from controller.events import (
    CardBurned,
    CardDrawn,
    CardSensed,
    CardsLost,
    CardUnread,
    CutCard,
    Event,
    ShoeError,
    ShoeErrorCleared,
)
from drivers.shoe import SILENCE_NS, Codec, Kind, Message, wire_ns

_CHUNKS: Final = 256
_NOISES: Final = 16
_TAIL: Final = 512
"""Bytes kept to show the last frame: more than a line brings at once."""

_EVENT: Final[dict[Kind, Callable[[int, Message], Event]]] = {
    "sensed": lambda at, said: CardSensed(at),
    "card": lambda at, said: CardDrawn(at, said.card or ""),
    "burn": lambda at, said: CardBurned(at, said.card or ""),
    "unread": lambda at, said: CardUnread(at),
    "cut": lambda at, said: CutCard(at),
    "error": lambda at, said: ShoeError(at, said.code or ""),
    "cleared": lambda at, said: ShoeErrorCleared(at),
    "lost": lambda at, said: CardsLost(at, said.count or 0),
}


class Health(Struct, frozen=True):
    """Connected means that frames arrive, not that the port opened: `frames` counts since it was opened last.
    Bad bytes are kept with their stamp. They, the last card and its frame may show a card that lies face down:
    whoever shows them leaves out the current round."""

    opened: bool
    frames: int
    bad: int
    last_frame_at: int | None
    last_bad: tuple[tuple[int, str], ...]
    capture_failures: int = 0
    cards: int = 0
    bytes: int = 0
    last_card: str | None = None
    last_frame: str | None = None
    last_byte_at: int | None = None

    @property
    def connected(self) -> bool:
        return self.opened and self.frames > 0


class Listener:
    def __init__(self, codec: Codec, scan_delay_ns: int = 0) -> None:
        self._codec, self._scan = codec, scan_delay_ns
        self._ends: deque[int] = deque(maxlen=_CHUNKS)  # how many bytes had come …
        self._arrivals: deque[int] = deque(maxlen=_CHUNKS)  # … at this instant
        self._noises: deque[tuple[int, str]] = deque(maxlen=_NOISES)
        self._bytes = self._bad = self._frames_before = 0
        self._last_frame_at: int | None = None
        self._tail, self._cards = b"", 0
        self._last_card: str | None = None
        self._last_frame: bytes | None = None

    @property
    def last_byte_at(self) -> int | None:
        return self._arrivals[-1] if self._arrivals else None

    def opened(self, at: int) -> None:
        """The line is up (again): no gap is counted, and old copies are over unless it came back at once."""
        last = self.last_byte_at
        self._codec.restart(forget=last is None or at - last > SILENCE_NS)
        self._frames_before = self._codec.frames

    def hear(self, at: int, data: bytes) -> list[Event]:
        self._bytes += len(data)
        self._tail = (self._tail + data)[-_TAIL:]
        self._ends.append(self._bytes)
        self._arrivals.append(at)
        frames = self._codec.frames
        messages = self._codec.feed(data)
        if self._codec.frames > frames:
            self._last_frame_at = at
        return self._events(messages)

    def silence(self) -> list[Event]:
        return self._events(self._codec.silence())

    def health(self, opened: bool, capture_failures: int = 0) -> Health:
        frames = self._codec.frames - self._frames_before
        frame = self._last_frame.hex() if self._last_frame else None
        return Health(
            opened, frames, self._bad, self._last_frame_at, tuple(self._noises), capture_failures, self._cards,
            self._bytes, self._last_card, frame, self.last_byte_at,
        )  # fmt: skip

    def _events(self, messages: list[Message]) -> list[Event]:
        for message in messages:
            if message.kind == "bad":
                self._bad += 1
                self._noises.append((self._arrival(message), message.noise or ""))
            else:
                self._remember(message)
        return [_EVENT[said.kind](self._stamp(said), said) for said in messages if said.kind in _EVENT]

    def _remember(self, message: Message) -> None:
        begin = message.offset - self._bytes + len(self._tail)
        if message.size and begin >= 0:
            self._last_frame = self._tail[begin : begin + message.size]
        if message.kind in ("card", "burn", "unread"):
            self._cards, self._last_card = self._cards + 1, message.card

    def _stamp(self, message: Message) -> int:
        return self._arrival(message) - wire_ns(message.size, self._codec.baud) - self._scan

    def _arrival(self, message: Message) -> int:
        """When the last byte of the message's first copy came; what is older than all we know came then."""
        return self._arrivals[bisect_left(self._ends, message.offset + message.size)]
