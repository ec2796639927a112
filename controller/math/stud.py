"""The 3 Card Stud Bonus by going through every three cards of the shoe.

The player's two cards and the up card are any three cards. Three kinds of card are taken apart by how often one
kind stands among them, so that the walk is the same for every number of decks; the hand's rank is the game's own.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from math import comb

from controller.cards import DECK
from controller.games.stud import ROWS, rank_of

_uncached = rank_of.__wrapped__
"""A live table must not keep 24,804 hands for the sake of one sum."""


@cache
def _kinds() -> Mapping[tuple[str, int], int]:
    """How many choices of three kinds of card make a row, by how many kinds are different."""
    hands = combinations_with_replacement(DECK, 3)
    return Counter((_uncached(*hand), len(set(hand))) for hand in hands)


def counts(decks: int) -> dict[str, int]:
    """Sets of three cards of the shoe that make each row."""
    ways = {3: decks**3, 2: comb(decks, 2) * decks, 1: comb(decks, 3)}
    return {row: sum(ways[n] * _kinds().get((row, n), 0) for n in ways) for row in ROWS}


def total(decks: int) -> int:
    return comb(52 * decks, 3)
