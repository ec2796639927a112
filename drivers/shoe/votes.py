"""Three copies of a numbered report, some damaged: which report was it, and was one missed?

A check of eight bits lets one random error in 256 through, so valid copies are votes. At any time one report
at most waits with a single vote; the rest is decided:

- two equal copies accept it; two different ones make it unread (a card is never guessed);
- a new number, or silence, accepts a single vote, with the gap before it as `lost`;
- a copy is compared with the last accepted report only: numbers come round again.

What shoes.md leaves open, and what never invents a card nor loses one silently:

- *The number of the last report with other data.* While copies of that report may still come (fewer than
  three heard, no silence) it is an outvoted copy: `bad`. Afterwards the numbers have come all the way round:
  wrap-1 reports are `lost` and it starts a report of its own, which needs a second vote to be a card.
- *A single vote that jumps ahead*, after which the line goes on with copies of the last report or with the
  number right behind it, is a damaged number: `bad`. If it does not jump, it is unread.
- *A single vote whose damaged copies do not look like it* (three bytes differ: two in a frame that passed its
  check by chance, one in the other; more than half is no copy at all) is treated the same.
- *A single vote, then silence, where a copy of the last report was due* (fewer than three heard, whole or as
  noise, and no silence) is that copy with a damaged number: `bad`. Were it a report after all, it would be
  missing in the numbering and become `lost`.
- *The shoe's own start* (`begins`) starts the numbering anew. A retransmission (`repeats`) under an old
  number leaves the numbering alone.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from drivers.shoe import Message, bad

COPIES: Final = 3
_UNLIKE: Final = 3
_MAX_NOISE: Final = 256
_CARDS: Final = ("card", "burn", "unread")
_UNREAD: Final = Message("unread", 0)


class Report(Struct, frozen=True, gc=False):
    """One valid frame: its number, its content to compare, how it came, what it says."""

    seq: int
    frame: bytes
    raw: bytes
    says: Message
    leaves: bool = False
    """A play card leaves the shoe: worth a `sensed` before the vote is over."""
    begins: bool = False
    repeats: bool = False


class Votes:
    def __init__(self, wrap: int) -> None:
        self._wrap = wrap
        self._number: int | None = None  # where the numbering stands
        self._last: tuple[Report, ...] = ()  # the last accepted report, as its copies said it
        self._copies = COPIES  # heard of it …
        self._before = self._after = b""  # noise around the vote that waits: damaged copies, perhaps
        self._waiting: Report | None = None  # with its single vote
        self._offset = 0
        self._contested = self._misplaced = False

    def hear(self, report: Report, offset: int) -> list[Message]:
        waiting = self._waiting
        if waiting is None:
            return self._first_vote(report, offset)
        if report.seq == waiting.seq:
            return self._second_vote(waiting, report)
        if self._is_copy(report):
            self._contested = True
            return []
        return [*self._decide(waiting, report), *self._first_vote(report, offset)]

    def damaged(self, noise: bytes) -> None:
        if self._waiting is None:
            self._before = (self._before + noise)[-_MAX_NOISE:]
        else:
            self._after = (self._after + noise)[:_MAX_NOISE]

    def silence(self, end: bool) -> list[Message]:
        out: list[Message] = []
        if self._waiting is not None:
            out = self._drop() if self._misplaced and not end else self._decide(self._waiting, None)
        self._copies, self._before = COPIES, b""
        return out

    def restart(self, forget: bool) -> None:
        self._number = None
        if forget:
            self._last = ()

    def _first_vote(self, report: Report, offset: int) -> list[Message]:
        if self._is_copy(report):
            self._copies += 1
            return []
        if self._same_number(report) and self._copies < COPIES:
            self._copies += 1
            return [bad(report.raw, offset)]
        self._misplaced = self._due(report) > 0
        self._waiting, self._offset, self._contested = report, offset, False
        return [self._placed(Message("sensed", 0))] if report.leaves else []

    def _second_vote(self, first: Report, second: Report) -> list[Message]:
        if second.frame == first.frame:
            return self._accept(first.says, 2, first)
        if first.says.kind in _CARDS or second.says.kind in _CARDS:
            return self._accept(_UNREAD, 2, first, second)
        return self._accept(bad(first.raw, 0), 2, first, second)

    def _decide(self, waiting: Report, following: Report | None) -> list[Message]:
        """The single vote is all there will be."""
        contested = self._contested or self._is_contradicted(waiting)
        if self._gap(waiting) and (contested or self._is_next(following)):
            return self._drop()
        if (contested or self._same_number(waiting)) and waiting.says.kind in _CARDS:
            return self._accept(_UNREAD, 1, waiting)
        return self._accept(waiting.says, 1, waiting)

    def _accept(self, says: Message, heard: int, *copies: Report) -> list[Message]:
        report, gap = copies[0], self._gap(copies[0])
        final = [self._placed(Message("lost", 0, count=gap))] if gap else []
        final.append(self._placed(says))
        self._last, self._copies = copies, heard
        self._waiting, self._before, self._after = None, b"", b""
        if not self._is_old(report):
            self._number = report.seq
        return final

    def _drop(self) -> list[Message]:
        assert self._waiting is not None
        raw = self._waiting.raw
        self._before, self._after = (self._before + raw + self._after)[-_MAX_NOISE:], b""
        self._waiting = None
        return [bad(raw, self._offset)]

    def _placed(self, message: Message) -> Message:
        assert self._waiting is not None
        return replace(message, offset=self._offset, size=len(self._waiting.frame))

    def _is_copy(self, report: Report) -> bool:
        return any(report.frame == known.frame for known in self._last)

    def _is_contradicted(self, waiting: Report) -> bool:
        """The noise where this report's other copies stood, after what belongs to earlier reports."""
        size = len(waiting.frame)
        earlier = max(COPIES - self._copies, 0) + COPIES * self._gap(waiting)
        before = _slots(self._before, size)[earlier:][1 - COPIES :]
        after = _slots(self._after, size)[: COPIES - 1 - len(before)]
        return any(_UNLIKE <= _differences(slot, waiting.frame) <= size // 2 for slot in before + after)

    def _due(self, report: Report) -> int:
        """Copies of the last report that have not passed, whole or as noise."""
        return COPIES - self._copies - len(self._before) // len(report.frame)

    def _same_number(self, report: Report) -> bool:
        return bool(self._last) and report.seq == self._last[0].seq

    def _is_next(self, report: Report | None) -> bool:
        return report is not None and self._number is not None and self._ahead(report) == 1

    def _is_old(self, report: Report) -> bool:
        return report.repeats and self._number is not None and not 0 < self._ahead(report) <= self._wrap // 2

    def _gap(self, report: Report) -> int:
        if self._number is None or report.begins or self._is_old(report):
            return 0
        return (self._ahead(report) - 1) % self._wrap

    def _ahead(self, report: Report) -> int:
        assert self._number is not None
        return (report.seq - self._number) % self._wrap


def _slots(noise: bytes, size: int) -> list[bytes]:
    """Noise as damaged frames of this size; none where bytes came or went."""
    if len(noise) % size:
        return []
    return [noise[start : start + size] for start in range(0, len(noise), size)]


def _differences(one: bytes, other: bytes) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))
