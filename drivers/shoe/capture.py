"""Raw bytes from the line, kept before anyone decodes them, so that a dispute can be decoded again.

A ring of two files: FILE and, when that is full, FILE.1, which replaces the one before. Each:

    16 bytes  magic "UPCARD-RAW-1\\n" and three zero bytes
    records   8 bytes stamp (monotonic ns), 4 bytes length, little-endian; then that many bytes

A record of length 0 says that the line was opened at that instant. A torn last record (power cut) is cut off
when the ring is opened for writing and ignored when it is read. Nothing is synced: the journal is the record,
this is evidence, and the page cache survives a killed process.
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Protocol

MAGIC: Final = b"UPCARD-RAW-1\n\0\0\0"
_HEAD: Final = struct.Struct("<QI")


class Capture(Protocol):
    def write(self, at: int, data: bytes) -> None: ...


class Ring:
    """`limit` bounds both files together."""

    def __init__(self, path: Path | str, limit: int = 8_000_000) -> None:
        self._path = Path(path)
        self._half = limit // 2
        self._file, self._size = _append(self._path)

    def write(self, at: int, data: bytes) -> None:
        record = _HEAD.pack(at, len(data)) + data
        if self._size + len(record) > self._half and self._size > len(MAGIC):
            self._turn()
        os.write(self._file, record)
        self._size += len(record)

    def close(self) -> None:
        os.close(self._file)

    def _turn(self) -> None:
        os.close(self._file)
        self._path.replace(older(self._path))
        self._file, self._size = _append(self._path)


def older(path: Path) -> Path:
    return path.with_name(path.name + ".1")


def is_ring(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def records(path: Path) -> Iterator[tuple[int, bytes]]:
    """Stamps and bytes, oldest first, the older half of the ring included if it lies beside it."""
    halves = [half for half in (older(path), path) if half.exists()]
    for half in halves:
        with half.open("rb") as file:
            yield from _records(file)


def _records(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    if file.read(len(MAGIC)) != MAGIC:
        return
    while len(head := file.read(_HEAD.size)) == _HEAD.size:
        at, length = _HEAD.unpack(head)
        if len(data := file.read(length)) < length:
            return
        yield at, data


def _append(path: Path) -> tuple[int, int]:
    """Open for appending behind the last whole record; anything else in the file's place is replaced."""
    size = _whole(path) if path.exists() else 0
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o640)
    os.ftruncate(file, size)
    if not size:
        size = os.write(file, MAGIC)
    return file, size


def _whole(path: Path) -> int:
    if not is_ring(path):
        return 0
    with path.open("rb") as file:
        return len(MAGIC) + sum(_HEAD.size + len(data) for _, data in _records(file))
