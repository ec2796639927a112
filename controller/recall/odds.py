"""A table's results against the exact odds, for the Meters page: a band for each row, cards by rank, a verdict.

Told as they stood when the last round was over: the cards drawn since then may hold one that lies face down.
"""

from msgspec import Struct

from controller.cards import RANKS
from controller.math.bands import bands
from controller.math.drift import ALPHA, judged
from controller.math.hits import exact
from controller.recall.source import Source
from controller.table.tally import ranks


class Odds(Struct, frozen=True):
    """`text` is what a technician should know, empty while all is as it should be."""

    rows: list[dict[str, object]]
    cards: dict[str, int]
    text: str


def odds_of(source: Source) -> Odds | None:
    """None where nothing is counted."""
    state = source.newest().state
    if state is None or state.tally is None:
        return None
    odds, hits, drawn = exact(state.setup.rules), state.tally.hits, ranks(state)
    verdict = judged(hits, drawn, odds)
    rows = [band._asdict() for band in bands(hits, odds, ALPHA)]
    return Odds(rows, dict(zip(RANKS, drawn, strict=True)), verdict.text if verdict.drifted else "")
