"""FILE.head: how far the record goes, so that a record with its end cut off is not taken for a whole one.

One line: the last durable seq, its link, and the CRC-32 of the database file if the journal was closed
properly (else `-`). It is written after the commit it speaks of and is not synced: after a power cut it may
be behind the record, never ahead of it. The CRC finds what the chain cannot: damage where nothing is stored.
"""

import os
import zlib
from pathlib import Path
from typing import NamedTuple

from controller.journal.record import JournalError

_CHUNK = 1 << 20


class Head(NamedTuple):
    seq: int
    link: bytes
    crc: int | None = None


def head_path(path: Path) -> Path:
    return path.with_name(path.name + ".head")


def read_head(path: Path) -> Head | None:
    """None where there is none, or where a power cut left none."""
    try:
        text = head_path(path).read_bytes().strip(b"\0")
    except OSError:
        return None
    return _parsed(path, text) if text else None


def _parsed(path: Path, text: bytes) -> Head:
    try:
        seq, link, crc, end = text.decode("ascii").split(" ")
        head = Head(int(seq), bytes.fromhex(link), None if crc == "-" * 8 else int(crc, 16))
    except ValueError:
        raise _damaged(path) from None
    if _line(head) != text or end != "\n" or head.seq >> 62:
        raise _damaged(path)
    return head


def _damaged(path: Path) -> JournalError:
    return JournalError(f"{head_path(path)}: damaged; check the journal with `upcard journal verify`, then remove it")


def _line(head: Head) -> bytes:
    crc = "-" * 8 if head.crc is None else f"{head.crc:08x}"
    return f"{head.seq:020d} {head.link.hex()} {crc} \n".encode()


class HeadFile:
    """Held open by the one owner of the journal."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(head_path(path), os.O_RDWR | os.O_CREAT, 0o644)

    def write(self, head: Head, sync: bool = False) -> None:
        os.pwrite(self._file, _line(head), 0)
        if sync:
            os.fsync(self._file)

    def close(self) -> None:
        os.close(self._file)


def crc_of(path: Path) -> int:
    crc = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            crc = zlib.crc32(chunk, crc)
    return crc
