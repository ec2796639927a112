"""Retention: whole sealed segments go, oldest first; never one with a round that is disputed or not exported.

A segment goes when it is older than `days`, or while the records take more than `size` bytes. The newest snapshot
and all after it always stay. The seal and the snapshot at a pruned segment's end stay too: the chain goes on
from the one, the state from the other. It is run on a stopped table, for instance before a start.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from controller.journal import db as sql
from controller.journal.marks import Mark, read_marks
from controller.journal.record import day
from controller.journal.seals import Seal
from controller.journal.store import Journal, all_seals, first_seq, newest_snapshot


class Keep(NamedTuple):
    days: int | None = None
    size: int | None = None


class Pruned(NamedTuple):
    """`kept` says why an older segment had to stay, if one had to."""

    segments: int
    records: int
    kept: str = ""


def prune(path: Path, keep: Keep, now: int) -> Pruned:
    journal = Journal(path)
    try:
        return _prune(journal._db, path, keep, now)
    finally:
        journal.close()


def _prune(db: sql.Connection, path: Path, keep: Keep, now: int) -> Pruned:
    marks, first, newest = read_marks(path), first_seq(db), newest_snapshot(db)
    segments = records = 0
    for seal in _segments(db, first, newest.seq if newest else 0):
        if not _too_old(seal, keep, now) and not _too_big(db, keep):
            break
        if reason := held(seal, marks):
            return Pruned(segments, records, reason)
        records += _delete(db, seal)
        segments += 1
    return Pruned(segments, records)


def _segments(db: sql.Connection, first: int, newest: int) -> list[Seal]:
    return [seal for seal in all_seals(db) if first <= seal.last < newest]


def _too_old(seal: Seal, keep: Keep, now: int) -> bool:
    return keep.days is not None and seal.day < day(now) - keep.days


def _too_big(db: sql.Connection, keep: Keep) -> bool:
    if keep.size is None:
        return False
    pages, free, size = (db.execute(f"PRAGMA {what}").fetchone()[0] for what in _SIZES)
    return bool((pages - free) * size > keep.size)


_SIZES = ("page_count", "freelist_count", "page_size")


def held(seal: Seal, marks: Iterable[Mark]) -> str:
    """Why this segment must stay; nothing if it may go."""
    disputed: list[Mark] = []
    exported = seal.first
    for mark in sorted(marks, key=lambda mark: mark.first):
        if mark.kind == "exported" and mark.first <= exported:
            exported = max(exported, mark.last + 1)
    for mark in marks:
        if mark.kind == "disputed":
            disputed.append(mark)
        elif mark.kind == "released":
            disputed = [other for other in disputed if other.first != mark.first]
    if any(mark.first <= seal.last and mark.last >= seal.first for mark in disputed):
        return f"records {seal.first} to {seal.last} hold a disputed round"
    return "" if exported > seal.last else f"records {seal.first} to {seal.last} are not exported"


def _delete(db: sql.Connection, seal: Seal) -> int:
    with db:
        count = db.execute("DELETE FROM records WHERE seq <= ?", (seal.last,)).rowcount
        db.execute("DELETE FROM snapshots WHERE seq < ? AND seq NOT IN (SELECT last FROM seals)", (seal.last,))
    return count
