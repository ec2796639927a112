"""What exact odds cost: from a cold start, for the next shoe, for two hands at once, and a look at the statistics."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable

from controller import games
from controller.cards import RANKS
from controller.games.model import PayTable
from controller.games.pay_tables import packaged
from controller.math.drift import hit_drift, rank_drift
from controller.math.figures import figures
from controller.math.hits import hit_odds
from controller.math.law import Law
from controller.math.pair import joint
from controller.math.shoe import Shoe, full
from controller.math.side_bets import cards_rows, up_card_rows
from controller.math.tree import tree
from tests.perf import Row, percentile

TIMES = 20
COLD = """
from controller.games.dealer_bust_21 import GAME as db21
from controller.games.dealer_breakz import GAME as breakz
from controller.math.figures import figures
from controller.math.law import Law
from controller.math.shoe import full
from controller.math.side_bets import cards_rows, up_card_rows
from controller.math.tree import tree
law = Law(tree("dealer-breakz", True), full(6))
for game, rows in ((db21, up_card_rows(law)), (breakz, cards_rows(law))):
    for table in game.tables().values():
        table.missing or figures(rows, table.rows)
"""


def measure() -> list[Row]:
    return [
        Row(
            "odds, cold start", f"{_cold():.0f} ms CPU", "a new Python: all Dealer Bust 21 and Breakz tables, 6 decks"
        ),
        Row("odds, next shoe", f"{_middle(_next()) * 1e3:.2f} ms CPU", "all those tables, another composition"),
        Row("odds, D bet", f"{_seconds(_pair):.2f} s CPU", "every pair of hands from one shoe of 6 decks"),
        Row("odds, drift", f"{_middle(_look()) * 1e6:.0f} µs CPU", "one look at hits and ranks after 20,000 rounds"),
    ]


def _cold() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", COLD], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def _next() -> Callable[[], None]:
    by_up_card = _whole("dealer-bust-21", RANKS)
    by_cards = _whole("dealer-breakz", ("3", "4", "5", "6", "7", "8+"))
    shoe: Shoe = tuple(count - place for place, count in enumerate(full(6)))

    def figure() -> None:
        law = Law(tree("dealer-breakz", True), shoe)
        for rows, tables in ((up_card_rows(law), by_up_card), (cards_rows(law), by_cards)):
            for table in tables:
                figures(rows, table.rows)

    return figure


def _whole(game: str, rows: tuple[str, ...]) -> list[PayTable]:
    return [table for table in packaged(game, rows).values() if not table.missing]


def _pair() -> None:
    joint(tree("winners-option", True), full(6))


def _look() -> Callable[[], None]:
    odds = hit_odds(games.find("dealer-bust-21").rules({"jurisdiction": "SD", "pay_table": 1, "decks": 6}))
    prices = {name: float(price) for name, price in odds.items()}
    hits = {name: round(20_000 * price) for name, price in prices.items()}

    def look() -> None:
        hit_drift(hits, prices)
        rank_drift([17_000] * len(RANKS))

    return look


def _middle(work: Callable[[], None]) -> float:
    work()
    return percentile([_seconds(work) for _ in range(TIMES)], 50)


def _seconds(work: Callable[[], None]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun
