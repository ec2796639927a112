"""What a hand counts, whoever holds it.

Counts are cached by the cards, on which alone they depend: a hand is counted again by every rule, prompt and
display that asks after it.
"""

from functools import lru_cache
from typing import Final

from controller.cards import POINTS, RANK, Card
from controller.games.model import Hand, Rules, Total

ACES: Final = frozenset(card for card in RANK if RANK[card] == "A")
COUNTS_KEPT: Final = 1 << 12
_points: Final = POINTS.__getitem__


@lru_cache(COUNTS_KEPT)
def hard(cards: tuple[Card, ...]) -> int:
    """The count with every ace as 1."""
    return sum(map(_points, cards))


@lru_cache(COUNTS_KEPT)
def has_ace(cards: tuple[Card, ...]) -> bool:
    return not ACES.isdisjoint(cards)


@lru_cache(COUNTS_KEPT)
def points(cards: tuple[Card, ...]) -> int:
    """The count with one ace as 11 where that does not bust."""
    count = hard(cards)
    return count + 10 if count <= 11 and has_ace(cards) else count


@lru_cache(COUNTS_KEPT)
def total(cards: tuple[Card, ...]) -> Total:
    count = points(cards)
    return Total(count, soft=count != hard(cards))


def is_natural(hand: Hand) -> bool:
    return len(hand.cards) == 2 and not hand.from_split and points(hand.cards) == 21


def closed(rules: Rules, hand: Hand) -> bool:
    """Over whatever it counts: a double with its card, a surrender, split aces with theirs."""
    if hand.surrendered or (hand.doubled and len(hand.cards) > 2):
        return True
    aces = hand.from_split and len(hand.cards) > 1 and hand.cards[0] in ACES
    return aces and not (rules.resplit_aces and len(hand.cards) == 2 and hand.cards[1] in ACES)
