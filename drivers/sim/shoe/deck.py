"""A shuffled shoe of N decks, the same for the same seed."""

import random
from typing import Final

DECK: Final = [
    rank + suit for suit in "shdc" for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
]


class EmptyShoe(Exception):
    """No card is left: shuffle."""


class Deck:
    """`cut_at` is how many cards lie in front of the cut card; `burn` cards go first, unseen by play."""

    def __init__(self, decks: int = 6, seed: int = 0, burn: int = 0, cut_at: int | None = None) -> None:
        self._decks, self._random = decks, random.Random(seed)
        self._burn, self._cut_at = burn, decks * 39 if cut_at is None else cut_at
        self.shuffle()

    def shuffle(self) -> None:
        self._cards = DECK * self._decks
        self._random.shuffle(self._cards)
        self.burned = tuple(self.draw() for _ in range(self._burn))

    def draw(self) -> str:
        if not self._cards:
            raise EmptyShoe(f"all {self._decks * 52} cards are drawn; shuffle")
        return self._cards.pop()

    def take(self, card: str) -> str:
        """This very card, out of the middle if it is there; a card from another shoe if it is not."""
        if card in self._cards:
            self._cards.remove(card)
        return card

    @property
    def left(self) -> int:
        return len(self._cards)

    @property
    def cut_card_next(self) -> bool:
        """The cut card is what leaves the shoe next, before another card."""
        return self._decks * 52 - self.left == self._cut_at

    @property
    def cut_card_out(self) -> bool:
        return self._decks * 52 - self.left >= self._cut_at
