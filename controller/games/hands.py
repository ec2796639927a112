"""What a hand counts, whoever holds it."""

from typing import Final

from controller.cards import POINTS, RANK, Card
from controller.games.model import Hand, Rules

ACES: Final = frozenset(card for card in RANK if RANK[card] == "A")
_points: Final = POINTS.__getitem__


def hard(cards: tuple[Card, ...]) -> int:
    """The count with every ace as 1."""
    return sum(map(_points, cards))


def has_ace(cards: tuple[Card, ...]) -> bool:
    return not ACES.isdisjoint(cards)


def points(cards: tuple[Card, ...]) -> int:
    """The count with one ace as 11 where that does not bust."""
    count = hard(cards)
    return count + 10 if count <= 11 and has_ace(cards) else count


def is_natural(hand: Hand) -> bool:
    return len(hand.cards) == 2 and not hand.from_split and points(hand.cards) == 21


def closed(rules: Rules, hand: Hand) -> bool:
    """Over whatever it counts: a double with its card, a surrender, split aces with theirs."""
    if hand.surrendered or (hand.doubled and len(hand.cards) > 2):
        return True
    aces = hand.from_split and len(hand.cards) > 1 and hand.cards[0] in ACES
    return aces and not (rules.resplit_aces and len(hand.cards) == 2 and hand.cards[1] in ACES)
