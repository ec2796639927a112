"""A table's results against the exact odds, for the Meters page: a band for each row, cards by rank, a verdict.

Told as they stood when the last round was over: the cards drawn since then may hold one that lies face down.
"""

from msgspec import Struct

from controller.cards import RANKS
from controller.math.bands import bands
from controller.math.drift import ALPHA, Verdict, hit_drift, rank_drift
from controller.math.hits import hit_odds
from controller.recall.source import Source
from controller.table.tally import ranks


class Odds(Struct, frozen=True):
    """`text` is what a technician should know, empty while all is as it should be."""

    rows: list[dict[str, object]]
    cards: dict[str, int]
    text: str


def odds(source: Source) -> Odds | None:
    """None where nothing is counted."""
    state = source.newest().state
    if state is None or state.tally is None:
        return None
    exact = {name: float(price) for name, price in hit_odds(state.setup.rules).items()}
    hits, drawn = state.tally.hits, ranks(state)
    verdicts = [*([hit_drift(hits, exact)] if hits and exact else []), rank_drift(drawn)]
    rows = [band._asdict() for band in bands(hits, exact, ALPHA)]
    return Odds(rows, dict(zip(RANKS, drawn, strict=True)), _said(verdicts))


def _said(verdicts: list[Verdict]) -> str:
    return "; ".join(verdict.text for verdict in verdicts if verdict.drifted)
