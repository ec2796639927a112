"""One record: its JSON body, and the link that ties it to all records before it.

`shown` is a CRC-32 of what the table showed after the event (0: not noted). It lets a replay find the first
event after which today's code would show something else; the chain, not the CRC, guards against forgery.
"""

from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from controller.events import Event

START: Final = bytes(32)
DAY_NS: Final = 86_400_000_000_000


class Record(Struct, frozen=True, gc=False, omit_defaults=True):
    seq: int
    boot: str
    wall: int
    event: Event
    shown: int = 0


class JournalError(Exception):
    """One line: which file, what is wrong, what to do."""


class Broken(Exception):
    """The chain breaks here: `seq` is the first record that does not follow."""

    def __init__(self, seq: int, text: str = "") -> None:
        super().__init__(text or f"record {seq} does not follow from the ones before it")
        self.seq = seq


encode = msgspec.json.Encoder().encode
_record = msgspec.json.Decoder(Record)


def decode(seq: int, body: bytes) -> Record:
    """A body whose link is right and that is no record was written by somebody else, or by a later version."""
    try:
        record = _record.decode(body)
    except msgspec.DecodeError:
        raise Broken(seq) from None
    if record.seq != seq:
        raise Broken(seq)
    return record


def chain(previous: bytes, body: bytes) -> bytes:
    return sha256(previous + body).digest()


def checked(rows: list[tuple[int, bytes, bytes]], after: int, link: bytes) -> list[Record] | None:
    """The records of a chunk if each follows from the one before; None if one does not: who asked looks which."""
    try:
        for _, body, stored in rows:
            if chain(link, body) != stored:
                return None
            link = stored
        records = [_record.decode(body) for _, body, _ in rows]
    except (TypeError, UnicodeDecodeError, msgspec.DecodeError):
        return None
    numbers = list(range(after + 1, after + 1 + len(rows)))
    keys = [key for key, _, _ in rows]
    return records if keys == numbers and [record.seq for record in records] == numbers else None


def day(wall: int) -> int:
    """Days since 1970 (UTC): the name of a segment."""
    return wall // DAY_NS
