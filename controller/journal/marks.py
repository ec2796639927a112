"""FILE.marks: what was said about a journal from outside: exported, disputed, released, signed.

It lies beside the database because these are written by other processes than the table's: a second writer of
the database would make a live table wait. Each line is JSON, a space and the first 16 hex digits of its
SHA-256; a line that does not fit stops pruning and is told by `verify`, nothing is guessed from it.
"""

import hashlib
import os
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from controller.journal.record import JournalError

Kind = Literal["exported", "disputed", "released", "signed"]


class Mark(Struct, frozen=True, omit_defaults=True):
    """About the records `first` to `last`; a signature is about `link`, the head at `last`."""

    kind: Kind
    first: int
    last: int
    wall: int
    note: str = ""
    link: str = ""
    signature: str = ""

    def statement(self) -> bytes:
        """What is signed."""
        return f"upcard journal {self.last} {self.link} {self.wall}".encode()


def marks_path(path: Path) -> Path:
    return path.with_name(path.name + ".marks")


def add_mark(path: Path, mark: Mark) -> None:
    body = msgspec.json.encode(mark)
    try:
        file = os.open(marks_path(path), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    except OSError as error:
        raise JournalError(f"{marks_path(path)}: {error.strerror}; make it writable") from None
    try:
        os.write(file, body + b" " + _sum(body) + b"\n")
        os.fsync(file)
    finally:
        os.close(file)


def read_marks(path: Path) -> list[Mark]:
    try:
        text = marks_path(path).read_bytes()
    except FileNotFoundError:
        return []
    lines = text.split(b"\n")
    if lines.pop():
        raise _damaged(path, len(lines) + 1)
    return [_parsed(path, number, line) for number, line in enumerate(lines, 1)]


def _parsed(path: Path, number: int, line: bytes) -> Mark:
    body, _, check = line.rpartition(b" ")
    if check != _sum(body):
        raise _damaged(path, number)
    try:
        return msgspec.json.decode(body, type=Mark)
    except msgspec.DecodeError:
        raise _damaged(path, number) from None


def _damaged(path: Path, number: int) -> JournalError:
    return JournalError(f"{marks_path(path)}:{number}: damaged; restore the file from a copy")


def _sum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest()[:16].encode()
