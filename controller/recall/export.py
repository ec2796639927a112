"""Ended rounds for other programs: JSON lines (one per round) and CSV (one row per wager). Nothing of a round
that is still on leaves the table."""

import csv
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, Any, Final

import msgspec

from controller.games.records import as_result
from controller.recall.source import Round, Source, Step, ended
from controller.table.state import Past, State

COLUMNS: Final = (
    "round", "status", "ended", "first", "last", "game", "pay_table", "up_card", "dealer", "total", "seat", "spot",
    "hand", "outcome", "pays", "wager", "net", "clauses", "reading", "why",
)  # fmt: skip


class Exporter:
    """`done` is the last record that lies in no unfinished round: up to there all is exported."""

    def __init__(self, source: Source, only: int | None = None) -> None:
        """`only` one round."""
        self._source, self._only = source, only
        self._base = source.beginning() if only is None else source.before_round(only)
        self.first = self.done = self._base.seq

    def rounds(self) -> Iterator[dict[str, Any]]:
        begun = self.first + 1
        for step in self._source.walk(self._base):
            if step.after.status != "partial":
                self.done = step.record.seq
            if step.before is not None and (past := ended(step)):
                if self._only in (None, past.round):
                    yield _told(past, begun, step)
                if self._only is not None and past.round >= self._only:
                    return
                begun = step.record.seq + 1


def _told(past: Past, first: int, step: Step) -> dict[str, Any]:
    assert step.before is not None
    return {**about(past, step.before), "ended": moment(step.record.wall), "first": first, "last": step.record.seq}


def about(past: Past, state: State) -> dict[str, Any]:
    table = state.setup.rules.pay_table
    return {
        "round": past.round, "status": past.status, "table": state.setup.name, "game": state.setup.rules.game,
        "pay_table": table.id if table else None, "up_card": past.up_card, "dealer": past.dealer,
        "total": past.total, "settlements": [msgspec.to_builtins(as_result(one)) for one in past.settlements],
        "alerts": [msgspec.structs.asdict(alert) for alert in past.alerts],
    }  # fmt: skip


def moment(wall: int) -> str:
    return datetime.fromtimestamp(wall / 1e9, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write_jsonl(rounds: Iterator[dict[str, Any]], out: IO[str]) -> None:
    for one in rounds:
        out.write(msgspec.json.encode(one).decode() + "\n")


def write_csv(rounds: Iterator[dict[str, Any]], out: IO[str]) -> None:
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for one in rounds:
        for wager in one["settlements"]:
            row = {**one, **wager, "dealer": " ".join(one["dealer"]), "clauses": "; ".join(wager["clauses"])}
            writer.writerow(row)


def as_json(told: Round) -> dict[str, Any]:
    """A recalled round: what `export` says of an ended one, or what may be known of one that is on."""
    state = told.steps[-1].before or told.steps[-1].after
    if told.past is None:
        return {"round": told.number, "status": "partial"}
    return about(told.past, state)
