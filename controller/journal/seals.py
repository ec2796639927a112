"""Snapshots and seals: the marks by which a changed one is known.

A snapshot's mark is SHA-256(link + state). A seal's is SHA-256(mark of the seal before + day, first and last seq
+ head + mark of the snapshot at its end), so one signature of the newest head vouches for all of them.
"""

import hashlib
import struct
import zlib
from typing import Any, NamedTuple

import msgspec

from controller.journal.record import START

_encode = msgspec.json.Encoder().encode


class Seal(NamedTuple):
    last: int
    first: int
    day: int
    head: bytes
    mark: bytes


class Snapshot(NamedTuple):
    seq: int
    link: bytes
    state: bytes
    mark: bytes

    @property
    def sound(self) -> bool:
        bytes_only = isinstance(self.link, bytes) and isinstance(self.state, bytes)
        return bytes_only and self.mark == snapshot_mark(self.link, self.state)

    def holds(self, state: object) -> bool:
        """Whether it is byte by byte what `make_snapshot` would store of this state; quicker than to decode it."""
        return zlib.decompress(self.state) == _encode(state)

    def decoded(self, kind: type[Any]) -> Any:
        return msgspec.json.decode(zlib.decompress(self.state), type=kind)


def make_snapshot(seq: int, link: bytes, state: object) -> Snapshot:
    packed = zlib.compress(_encode(state), 1)
    return Snapshot(seq, link, packed, snapshot_mark(link, packed))


def snapshot_mark(link: bytes, state: bytes) -> bytes:
    return hashlib.sha256(link + state).digest()


def make_seal(before: Seal | None, day: int, snapshot: Snapshot) -> Seal:
    first = before.last + 1 if before else 1
    mark = seal_mark(before, Seal(snapshot.seq, first, day, snapshot.link, b""), snapshot.mark)
    return Seal(snapshot.seq, first, day, snapshot.link, mark)


def seal_mark(before: Seal | None, seal: Seal, snapshot: bytes) -> bytes:
    numbers = struct.pack(">QQQ", seal.day, seal.first, seal.last)
    return hashlib.sha256((before.mark if before else START) + numbers + seal.head + snapshot).digest()
