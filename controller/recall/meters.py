"""Meters, counted from the record: nothing is counted twice or lost by a restart.

Open time is wall time between records of one boot while the table is neither closed nor in service. Net is the
players'; wagers without a known amount count as wagers and hits, and are missing from the money.
"""

from collections import Counter

from msgspec import Struct

from controller.journal.store import link_of
from controller.recall.source import Base, Source, Step, ended
from controller.table.state import Past, State


class Kind(Struct):
    """Wagers of one spot and pay table. A hit is a win or an award."""

    spot: str
    pay_table: str | None
    wagers: int = 0
    hits: int = 0
    staked: int = 0
    net: int = 0
    unknown: int = 0


class Meters(Struct):
    events: int = 0
    starts: int = 0
    rounds: int = 0
    void: int = 0
    open_hours: float = 0.0
    rounds_per_hour: float | None = None
    wagers: list[Kind] = []
    net_by_pay_table: dict[str, int] = {}
    alerts: dict[str, int] = {}


def meters(source: Source) -> Meters:
    return Counting().meters(source)


class Counting:
    """Meters of a record that grows: each time only what is new is counted."""

    def __init__(self) -> None:
        self._count = _Count()
        self._base: Base | None = None

    def meters(self, source: Source) -> Meters:
        step = None
        for step in source.walk(self._base or source.beginning()):
            self._count.step(step)
        if step is not None:
            seq = step.record.seq
            self._base = Base(seq, link_of(source.db, seq) or b"", step.after)
        return self._count.meters()


class _Count:
    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str | None], Kind] = {}
        self._alerts: Counter[str] = Counter()
        self._status: Counter[str] = Counter()
        self._open = self._events = 0
        self._boots: set[str] = set()
        self._last: Step | None = None

    def step(self, step: Step) -> None:
        self._events += 1
        self._boots.add(step.record.boot)
        last, self._last = self._last, step
        if last and last.record.boot == step.record.boot and last.after.phase not in ("closed", "service"):
            self._open += max(0, step.record.wall - last.record.wall)
        if step.before is not None and (past := ended(step)):
            self._round(past, step.before)

    def _round(self, past: Past, state: State) -> None:
        self._status[past.status] += 1
        self._alerts.update(alert.kind for alert in past.alerts)
        table = state.setup.rules.pay_table
        for one in past.settlements:
            side = one.spot not in ("main", "p", "insurance")
            name = table.id if table and side else None
            kind = self._kinds.setdefault((one.spot, name), Kind(one.spot, name))
            kind.wagers += 1
            kind.hits += one.outcome in ("win", "award")
            kind.staked += one.wager or 0
            kind.net += one.net or 0
            kind.unknown += one.net is None

    def meters(self) -> Meters:
        hours = self._open / 3.6e12
        rounds = self._status["settled"] + self._status["void"]
        net: Counter[str] = Counter()
        for kind in self._kinds.values():
            net[kind.pay_table or "base game"] += kind.net
        return Meters(
            self._events, len(self._boots), rounds, self._status["void"], round(hours, 3),
            round(rounds / hours, 1) if hours else None, sorted(self._kinds.values(), key=lambda kind: kind.spot),
            dict(sorted(net.items())), dict(self._alerts.most_common()),
        )  # fmt: skip
