"""Which rounds there were, newest first: the list of the Rounds page.

It is read out of the snapshots, one of which stands at every round's end, so that a long record is searched without
playing it again; their marks are checked on the way. The round that is on comes first, as far as it is public.
"""

from collections import deque
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from controller.games.model import Settlement
from controller.journal import JournalError
from controller.journal.record import decode
from controller.journal.seals import Snapshot
from controller.outputs import RoundPicture, outputs, past_picture, round_now
from controller.recall.source import Source
from controller.table.results import live_spots
from controller.table.state import MS, Past, State

CHUNK: Final = 64
NEWEST: Final = 1 << 62


class Wanted(Struct, frozen=True):
    """`before` a round; `alert` of a kind, or `any`."""

    before: int | None = None
    limit: int = 50
    round: int | None = None
    seat: int | None = None
    alert: str | None = None


class Found(Struct, frozen=True):
    """`at` is when it ended, in ms since 1970; `net` the players', null where an amount is not known."""

    round: int
    status: Literal["settled", "void", "partial"]
    at: int
    up_card: str | None
    dealer: tuple[str, ...]
    total: int | None
    seats: tuple[int, ...]
    alerts: tuple[str, ...]
    net: int | None


class _Ended(Struct):
    """As little of a state as says how its last round ended."""

    past: Past | None = None


def search(source: Source, wanted: Wanted) -> tuple[list[Found], bool]:
    """The rounds that fit, and whether there are more of them."""
    found = list(islice(_fitting(source, wanted), wanted.limit + 1))
    return found[: wanted.limit], len(found) > wanted.limit


def _fitting(source: Source, wanted: Wanted) -> Iterator[Found]:
    last = wanted.round if wanted.round is not None else wanted.before
    for one in chain(_on(source), _ended(source, NEWEST if last is None else source.end_of(last))):
        if wanted.round is not None and one.round < wanted.round:
            return
        if _fits(one, wanted):
            yield one


def _fits(one: Found, wanted: Wanted) -> bool:
    return (
        (wanted.before is None or one.round < wanted.before)
        and (wanted.round is None or one.round == wanted.round)
        and (wanted.seat is None or wanted.seat in one.seats)
        and (wanted.alert is None or wanted.alert in one.alerts or (wanted.alert == "any" and bool(one.alerts)))
    )


def _on(source: Source) -> Iterator[Found]:
    for step in deque(source.walk(source.newest()), 1):
        if step.after.status != "partial":
            return
        seats = {seat for seat, _, _ in live_spots(step.after)}
        yield _told(public(step.after), step.record.wall, seats)


def public(state: State) -> RoundPicture:
    """The round that is on: what is shown of it."""
    return replace(round_now(state), settlements=outputs(state).results)


def _ended(source: Source, until: int) -> Iterator[Found]:
    """Down from a snapshot. A start between rounds makes one more with the same round in it: the first one counts."""
    waiting: tuple[Past, int] | None = None
    for past, wall in _pasts(source, until):
        if waiting and (past is None or past.round != waiting[0].round):
            yield _of_past(*waiting)
        waiting = (past, wall) if past else None
    if waiting:
        yield _of_past(*waiting)


def _pasts(source: Source, until: int) -> Iterator[tuple[Past | None, int]]:
    query = (
        "SELECT s.seq, s.link, s.state, s.mark, r.body FROM snapshots s JOIN records r ON r.seq = s.seq"
        " WHERE s.seq <= ? ORDER BY s.seq DESC LIMIT ?"
    )
    while rows := source.db.execute(query, (until, CHUNK)).fetchall():
        until = rows[-1][0] - 1
        for *snapshot, body in rows:
            yield _past(source, Snapshot(*snapshot)), decode(snapshot[0], body).wall


def _past(source: Source, snapshot: Snapshot) -> Past | None:
    if not snapshot.sound:
        raise JournalError(f"{source.path}: the snapshot at record {snapshot.seq} was changed")
    ended: _Ended = snapshot.decoded(_Ended)
    return ended.past


def _of_past(past: Past, wall: int) -> Found:
    return _told(past_picture(past), wall, {one.seat for one in past.settlements})


def _told(told: RoundPicture, wall: int, seats: set[int]) -> Found:
    return Found(
        told.round, told.status, wall // MS, told.up_card, told.dealer, told.total, tuple(sorted(seats)),
        tuple(alert.alert for alert in told.alerts), _net(told.settlements),
    )  # fmt: skip


def _net(settlements: tuple[Settlement, ...]) -> int | None:
    nets = [one.net for one in settlements]
    return None if not nets or None in nets else sum(net or 0 for net in nets)
