"""Simulated tables for the live statistics: clean ones must never alarm, bad ones soon.

Rounds are dealt from a shuffled shoe to a cut card, with three seats that draw as the dealer does; the shoe's reader
may misread. Results are settled by the game itself. The statistics are looked at after every round.

    python -m tests.math.drift --runs 50 --rounds 20000

Exit 1 if a clean table alarms, or a wrong one not within 2,000 rounds.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final, NamedTuple

from controller import games
from controller.cards import DECK, RANK, RANKS, SUIT, Card
from controller.games.model import Dealer, Hand, Seat
from controller.games.rows import dealer_row, hit
from controller.math.drift import Verdict, hit_drift, rank_drift
from controller.math.hits import hit_odds

SEATS: Final = 3
CUT: Final = 0.75
SOON: Final = 2_000


class Fault(NamedTuple):
    """What is wrong with a table: it settles or deals by other rules, or one `rank` in some is read as the next."""

    name: str
    settles_wrong: bool = False
    deals_wrong: bool = False
    rank: str = ""
    one_in: int = 0


class House(NamedTuple):
    """A table, and what it settles or deals by instead when that is wrong."""

    game: str
    options: dict[str, object]
    settles: dict[str, object]
    deals: dict[str, object]


HOUSES: Final = (
    House(
        "dealer-bust-21",
        {"jurisdiction": "SD", "pay_table": 1, "decks": 6},
        settles={"pay_table": 2},
        deals={"soft17": "hit"},
    ),
    House(
        "dealer-breakz",
        {"pay_table": 3, "decks": 6, "soft17": "hit"},
        settles={"pay_table": 5},
        deals={"soft17": "stand"},
    ),
)
CLEAN: Final = Fault("nothing wrong")
WRONG: Final = (
    Fault("settled by another pay table", settles_wrong=True),
    Fault("one 9 in 5 read as 10", rank="9", one_in=5),
    Fault("one 9 in 8 read as 10", rank="9", one_in=8),
)
SLOW: Final = (
    Fault("one 9 in 12 read as 10", rank="9", one_in=12),
    Fault("one 9 in 20 read as 10", rank="9", one_in=20),
    Fault("dealt by the other rule on soft 17", deals_wrong=True),
)
"""Not to be found within 2,000 rounds; how soon is printed."""


class SimTable:
    """One table with its counts; `play` deals a round and looks at the statistics."""

    def __init__(self, house: House, fault: Fault, seed: int) -> None:
        self.game, self.fault, self.random = games.find(house.game), fault, Random(seed)
        self.rules = self.game.rules(house.options)
        self.dealt = self.game.rules(house.options | house.deals) if fault.deals_wrong else self.rules
        self.settled = self.game.rules(house.options | house.settles) if fault.settles_wrong else self.rules
        self.odds = {name: float(odds) for name, odds in hit_odds(self.rules).items()}
        self.hits: Counter[str] = Counter()
        self.ranks = [0] * len(RANKS)
        self.shoe, self.place = list(DECK) * self.rules.decks, len(DECK) * self.rules.decks

    def play(self) -> tuple[Verdict, Verdict]:
        if self.place >= CUT * len(self.shoe):
            self.random.shuffle(self.shoe)
            self.place = 0
        hands = [[self.draw()] for _ in range(SEATS + 1)]
        for hand in hands:
            hand.append(self.draw())
        for hand in hands:
            while self.game.dealer_draws(self.dealt, tuple(hand)):
                hand.append(self.draw())
        self.count(tuple(hands[0]), tuple(hands[-1]))
        return hit_drift(self.hits, self.odds), rank_drift(self.ranks)

    def draw(self) -> Card:
        """The next card as the shoe reads it."""
        card = self.shoe[self.place]
        self.place += 1
        if RANK[card] == self.fault.rank and not self.random.randrange(self.fault.one_in):
            card = Card(RANKS[RANKS.index(self.fault.rank) + 1] + SUIT[card])
        self.ranks[RANKS.index(RANK[card])] += 1
        return card

    def count(self, mine: tuple[Card, ...], dealer: tuple[Card, ...]) -> None:
        spot = self.game.side_spots[0]
        seat = Seat(1, (Hand(mine),), {"main": 100, spot: 100})
        results = self.game.settle(self.settled, Dealer(dealer, complete=True), [seat])
        (pays,) = (one.pays for one in results if one.spot == spot)
        self.hits[hit(dealer_row(self.rules, dealer), pays)] += 1


def alarm(house: House, fault: Fault, rounds: int, seed: int) -> tuple[int, str] | None:
    """The round of the first alarm and its words."""
    table = SimTable(house, fault, seed)
    for number in range(1, rounds + 1):
        for verdict in table.play():
            if verdict.drifted:
                return number, verdict.text
    return None


def _told(house: House, fault: Fault, found: list[tuple[int, str] | None], seconds: float) -> Iterator[str]:
    rounds = sorted(one[0] for one in found if one)
    when = f", the middle one at round {rounds[len(rounds) // 2]}, the last at {rounds[-1]}" if rounds else ""
    yield f"{house.game}, {fault.name}: {len(rounds)} of {len(found)} runs alarmed{when} ({seconds:.0f} s)"
    yield from (f"    {one[1]}" for one in found[:1] if one)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    choice = parser.parse_args()
    good = True
    for house, fault in product(HOUSES, (*WRONG, *SLOW, CLEAN)):
        began = time.perf_counter()
        runs = range(choice.seed, choice.seed + (min(choice.runs, 5) if fault in SLOW else choice.runs))
        found = [alarm(house, fault, choice.rounds, seed) for seed in runs]
        print(*_told(house, fault, found, time.perf_counter() - began), sep="\n", flush=True)
        good &= all(one and one[0] <= SOON for one in found) if fault in WRONG else fault in SLOW or not any(found)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
