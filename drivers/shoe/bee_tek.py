"""USPC Bee-Tek: ASCII lines such as `[Game]<Card:4S>`, said once, without number or check, 9600 baud 8N1.

A line is final at its end (LF), at silence, or when it is too long to be one. Every whole report in it
counts, wherever it stands; what is left over is `bad`.

Nothing here is numbered, so a report that is lost is lost unnoticed. Hence, decided here: a broken line that
still has the shape of a card report (or a whole one under a prefix that no setting knows) is an unread card,
not noise: a card left the shoe, and nobody can say which. What names no card in a whole report likewise, also
where the word `Card:` itself is off by a letter. The rest of a line that broke in two adds nothing.

Which prefix means a play card and which a burn is a setting; both documented ones are play cards by default,
for the shoe runs in manual mode at blackjack. A failed read is `[prefix]<Game>`; the alarm right behind it
says the same again and is dropped. There is no word for the cut card, a retransmission or a cleared error.
"""

import re
from difflib import SequenceMatcher
from typing import ClassVar, Final

from msgspec.structs import replace

from drivers.shoe import Kind, Message, bad

MAX_LINE: Final = 128
PREFIXES: Final = ("Game", "Manual Burn Cards")
_LIKENESS: Final = 0.7

_REPORT: Final = re.compile(rb"(?:\[([^][<>\r\n]{1,40})\]<([^][<>\r\n]{1,60})>|<W(0x[0-9A-Fa-f]+)>)\s*")
_CARD: Final = re.compile(r"card:(a|[2-9]|10|t|j|q|k)([shdc])")
_ALARM: Final = re.compile(r"alarm:(\S+)")
_TEXT: Final = re.compile(r"(A|[2-9]|10|J|Q|K)([shdc])")
_WORDS: Final = ("card:10s", "game")
_CARDISH: Final = re.compile(r".?ard:|c.?rd:|ca.?d:|car.?:|card[^ ]", re.DOTALL)


class BeeTek:
    baud: ClassVar[int] = 9600
    copies: ClassVar[int] = 1

    def __init__(self, cards: tuple[str, ...] = PREFIXES, burns: tuple[str, ...] = ()) -> None:
        if not cards or set(cards) & set(burns):
            raise ValueError(f"prefixes of cards {cards} and of burns {burns}; give each prefix one meaning")
        self.frames = 0
        self._cards, self._burns = tuple(cards), tuple(burns)
        self._meaning: dict[str, Kind] = {prefix.lower(): "card" for prefix in cards}
        self._meaning |= {prefix.lower(): "burn" for prefix in burns}
        self._shapes = [f"[{prefix}]<{word}>" for prefix in self._meaning for word in _WORDS]
        self._buffer, self._base = b"", 0
        self._after_unread = self._broke = False

    def feed(self, data: bytes) -> list[Message]:
        out: list[Message] = []
        buffer, done = self._buffer + data, 0
        while end := _line_end(buffer, done):
            out += self._line(buffer[done:end])
            done = end
        self._buffer = buffer[done:]
        return out

    def silence(self, end: bool = False) -> list[Message]:
        rest, self._buffer = self._buffer, b""
        return self._line(rest)

    def restart(self, forget: bool) -> None:
        self._after_unread = self._broke = False

    def encode(self, message: Message, number: int) -> bytes:
        text = self._text(message)
        return f"{text}\r\n".encode("ascii") if text else b""

    def _line(self, line: bytes) -> list[Message]:
        out: list[Message] = []
        done = 0
        for found in _REPORT.finditer(line):
            out += self._noise(line[done : found.start()], self._base + done)
            said = self._report(*(_lower(part) for part in found.groups()))
            out += self._placed(said, self._base + found.start(), len(found.group()))
            self.frames += 1
            done = found.end()
        out += self._noise(line[done:], self._base + done)
        self._base += len(line)
        return out

    def _placed(self, said: Message, offset: int, size: int) -> list[Message]:
        """An alarm is dropped right behind an unread card."""
        dropped = self._after_unread and said.kind == "error"
        self._after_unread, self._broke = said.kind == "unread", False
        return [] if dropped else [replace(said, offset=offset, size=size)]

    def _report(self, prefix: str, said: str, warning: str) -> Message:
        if warning:
            return Message("info", 0, name="warning", code=warning)
        if alarm := _ALARM.match(said):
            return Message("error", 0, code=alarm.group(1).upper())
        card = _CARD.fullmatch(said)
        if card and prefix in self._meaning:
            return Message(self._meaning[prefix], 0, card=_card(*card.groups()))
        if _cardish(said) or _like(said, _WORDS):
            return Message("unread", 0)
        return Message("info", 0, name=f"{prefix}: {said}")

    def _noise(self, noise: bytes, offset: int) -> list[Message]:
        text = _lower(noise.strip())
        if not text:
            return []
        rest, self._broke = self._broke and not {"[", "<"} & {*text}, False
        if rest or not (_cardish(text) or _like(text, self._shapes)):
            return [bad(noise, offset)]
        unread = self._placed(Message("unread", 0), offset, len(noise))
        self._broke = not text.endswith(">")
        return unread

    def _text(self, message: Message) -> str:
        match message.kind:
            case "card" | "burn" if card := _TEXT.fullmatch(message.card or ""):
                prefix = self._cards[0] if message.kind == "card" else (self._burns or self._cards)[-1]
                return f"[{prefix}]<Card:{card.group().upper()}>"
            case "unread":
                return f"[{self._cards[0]}]<Game>"
            case "error" if message.code:
                return f"[GameAlarm]<Alarm:E{message.code.upper().lstrip('E')}>"
            case "info" if message.name == "warning":
                return f"<W{message.code or '0x01'}>"
            case "cut" | "repeat" | "cleared":
                return ""
        raise ValueError(f"a bee-tek shoe cannot say {message}")


CODEC = BeeTek


def _line_end(buffer: bytes, start: int) -> int:
    """Behind the next line; one too long ends where a report may begin in it. 0: not there yet."""
    limit = start + MAX_LINE
    if (feed := buffer.find(b"\n", start, limit)) >= 0:
        return feed + 1
    if len(buffer) < limit:
        return 0
    opening = buffer.rfind(b"[", start + 1, limit)
    return opening if opening > 0 else limit


def _lower(part: bytes | None) -> str:
    return (part or b"").decode("ascii", "replace").lower()


def _card(rank: str, suit: str) -> str:
    return ("10" if rank == "t" else rank.upper()) + suit


def _cardish(text: str) -> bool:
    """`Card:` with a letter wrong or missing, or cut short."""
    return bool(_CARDISH.search(text)) or "card:".startswith(text)


def _like(text: str, known: list[str] | tuple[str, ...]) -> bool:
    return any(SequenceMatcher(None, shape, text).ratio() >= _LIKENESS for shape in known)
