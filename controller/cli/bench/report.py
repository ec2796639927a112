"""What a bench says when it closes: rounds, hits against the exact odds, alerts, faults, and whether all adds up."""

import time
from collections import Counter
from collections.abc import Iterator

import msgspec
from msgspec import Struct

from controller.cli.bench.rows import exact, trial
from controller.outputs import RoundPicture
from controller.table import Setup
from drivers.sim.faults import Dealt, Faults
from drivers.sim.ledger import Ledger


class Row(Struct, frozen=True):
    """Of the pay table, or an outcome of a D bet; `exact` is what one trial hits it with, `low` and `high` the band
    in which the results put it, at every look (`math.bands`)."""

    row: str
    hits: int
    observed: float
    low: float
    high: float
    exact: float


class Wagers(Struct, frozen=True):
    """Cents. `net` is the players'."""

    admitted: int
    chips: int
    results: dict[str, int]
    staked: int
    net: int
    conserved: bool
    broken: list[str]


class Report(Struct, frozen=True):
    """`visited`: somebody else than the bench's own people has moved something; then nothing need add up."""

    game: str
    pay_table: str | None
    seats: int
    decks: int
    seed: int
    rounds: int
    void: int
    seconds: float
    rounds_per_second: float
    trials: int
    rows: list[Row]
    wagers: Wagers
    alerts: dict[str, int]
    faults: dict[str, Dealt]
    stopped: str
    visited: bool

    @property
    def sound(self) -> bool:
        """Nothing is lost, no fault went by unnoticed, and nobody stood still."""
        return self.visited or (
            self.wagers.conserved
            and not self.stopped
            and all(one.handled == one.injected for one in self.faults.values())
        )


class Tally:
    """Listens to a bench's rounds; `stopped` says why one that should go on does not."""

    def __init__(self, setup: Setup, seed: int, ledger: Ledger, faults: Faults | None) -> None:
        self._setup, self._seed, self._ledger, self._faults = setup, seed, ledger, faults
        self._began = time.monotonic()
        self._alerts: Counter[str] = Counter()
        self._hits: Counter[str] = Counter()
        self.stopped, self.visited = "", False
        ledger.ended.append(self._round)

    def _round(self, past: RoundPicture) -> None:
        self._alerts.update(one.alert for one in past.alerts)
        row = trial(self._setup.rules, past)
        if row is not None:
            self._hits[row] += 1

    def report(self) -> Report:
        seconds, ledger, rules = time.monotonic() - self._began, self._ledger, self._setup.rules
        return Report(
            rules.game, rules.pay_table.id if rules.pay_table else None, self._setup.seats, rules.decks, self._seed,
            ledger.rounds, ledger.status["void"], round(seconds, 3), round(ledger.rounds / seconds, 1),
            self._hits.total(), self._rows(), self._wagers(), dict(self._alerts.most_common()),
            self._faults.dealt() if self._faults else {}, self.stopped, self.visited,
        )  # fmt: skip

    def _rows(self) -> list[Row]:
        from controller.math.bands import bands
        from controller.math.drift import ALPHA

        odds = exact(self._setup.rules) if self._hits else {}
        return [
            Row(one.row, one.counted, *(round(share, 6) for share in (one.observed, one.low, one.high, one.exact)))
            for one in bands(self._hits, odds, ALPHA)
        ]

    def _wagers(self) -> Wagers:
        ledger = self._ledger
        return Wagers(
            ledger.wagers, ledger.chips, dict(ledger.outcomes.most_common()), ledger.staked, ledger.net,
            not ledger.breaks, ledger.broken,
        )  # fmt: skip


def words(report: Report, as_json: bool) -> str:
    return msgspec.json.encode(report).decode() if as_json else "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    pace = f"{report.rounds_per_second:g} a second"
    yield f"{report.rounds} rounds of {report.game}, {report.void} void, in {report.seconds:.1f} s: {pace}"
    for row in report.rows:
        sign = "" if row.low <= row.exact <= row.high else "  OUTSIDE ITS BAND"
        yield (
            f"  {row.row:<24} {row.hits:>6} hits, {row.observed:7.3%}, band {row.low:.2%} to {row.high:.2%},"
            f" exact {row.exact:.3%}{sign}"
        )
    wagers = report.wagers
    if wagers.conserved:
        admitted = f"{wagers.admitted} admitted, each with its result"
        yield f"wagers conserved: {admitted}; {wagers.chips} chips accounted for"
    elif report.visited:
        yield f"wagers not compared: a visitor moved chips; {wagers.admitted} were admitted"
    else:
        yield f"WAGERS NOT CONSERVED: {'; '.join(wagers.broken)}"
    if report.alerts:
        yield "alerts: " + ", ".join(f"{kind} {count}" for kind, count in report.alerts.items())
    for kind, one in report.faults.items():
        yield f"  {kind:<24} {one.injected:>6} injected, {one.handled} handled: {one.how}"
    if report.stopped:
        yield f"STOPPED: {report.stopped}"
