"""Cards as the words everything speaks: `Ah`, `10c`, `Kd`.

A card is an interned string, not an object: it is its own JSON, its own display text and a fast
dictionary key. Text from outside becomes a card only through `parse_card`.
"""

from typing import Final, NewType

Card = NewType("Card", str)

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("s", "h", "d", "c")
DECK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)

RANK: Final[dict[Card, str]] = {card: card[:-1] for card in DECK}
SUIT: Final[dict[Card, str]] = {card: card[-1] for card in DECK}
POINTS: Final[dict[Card, int]] = {card: min(RANKS.index(RANK[card]) + 1, 10) for card in DECK}
"""Blackjack points with the ace as 1."""

_BY_TEXT: Final[dict[str, Card]] = {str(card): card for card in DECK}


class CardError(ValueError):
    """A text that names no card of a 52-card deck."""


def parse_card(text: str) -> Card:
    card = _BY_TEXT.get(text)
    if card is None:
        raise CardError(f"no such card {text!r}; a card is a rank A 2 … 10 J Q K and a suit s h d c, as in 10h")
    return card
