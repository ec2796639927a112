"""The exact law of a mechanical hand: how likely each end is, by up card and number of cards, for any shoe.

Numbers are counts of equally likely ways to draw `Law.longest` cards, so they add up without fractions; `whole` is
the number of all ways. The up card is a card of the shoe like any other: to ask for what is left after it was
seen, put it back.

Peek or no peek does not change this law: the dealer's cards are the same, and a natural is no bust either way.
It changes what a player knows. A peek that found nothing leaves `after_peek`, with the naturals taken out.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import NamedTuple

from controller.math.shoe import VALUES, OddsError, Shoe, by_value
from controller.math.tree import BUST, COPIES, NATURAL, End, Node, Tree, fields


class Weights(NamedTuple):
    """How many ways a shoe has to draw the cards of a hand in one given order."""

    tree: Tree
    factors: list[int]
    drawing: list[int]

    def ways(self, end: End) -> int:
        """The ways to come to this end, packed by up card."""
        drawing, factors = self.drawing, self.factors
        return sum([drawing[node[0]] * factors[node[1]] * node[2] for node in self.tree.ends[end]])

    def of(self, node: Node) -> int:
        return self.drawing[node.parent] * self.factors[node.slot]


def weigh(tree: Tree, counts: tuple[int, ...]) -> Weights:
    """`counts` by value. A hand with more copies than there are meets the factor 0."""
    factors = [count - copies for count in counts for copies in range(COPIES)]
    drawing = [1]
    for parent, slot in tree.drawing[1:]:
        drawing.append(drawing[parent] * factors[slot])
    return Weights(tree, factors, drawing)


class Law:
    def __init__(self, tree: Tree, shoe: Shoe) -> None:
        self.shoe, self.cards = shoe, sum(shoe)
        self.longest = min(tree.longest, self.cards)
        self.whole = perm(self.cards, self.longest)
        self._weights = weigh(tree, by_value(shoe))
        self._ways: dict[End, tuple[int, ...]] = {}
        if self.cards < tree.longest and sum(map(sum, map(self.ways, tree.ends))) != self.whole:
            raise OddsError(f"{self.cards} cards: a dealer's hand may need more; give a shoe with more cards left")

    def ends(self, label: str | None = None) -> Iterator[End]:
        return (end for end in self._weights.tree.ends if label in (None, end.label))

    def ways(self, end: End) -> tuple[int, ...]:
        """Ways of `whole` that come to this end, by value of the up card."""
        if end not in self._ways:
            rest = self.longest - end.cards
            more = perm(self.cards - end.cards, rest) if rest >= 0 else 0
            self._ways[end] = tuple(number * more for number in fields(self._weights.ways(end)))
        return self._ways[end]

    def ways_by_up_card(self, label: str) -> tuple[int, ...]:
        return tuple(map(sum, zip(*map(self.ways, self.ends(label)), strict=True)))

    def up(self) -> tuple[int, ...]:
        """Ways of `whole` that begin with each value."""
        return tuple(count * self.whole // self.cards for count in by_value(self.shoe))

    def labels(self) -> dict[str, Fraction]:
        """How likely each label is."""
        found = dict.fromkeys(sorted({end.label for end in self.ends()}), 0)
        for end in self.ends():
            found[end.label] += sum(self.ways(end))
        return {label: Fraction(ways, self.whole) for label, ways in found.items()}

    def by_up_card(self, label: str = BUST) -> dict[str, Fraction]:
        """How likely a label is once the up card is seen; up cards that are not in the shoe are left out."""
        return self._given(label, self.up())

    def after_peek(self, label: str = BUST) -> dict[str, Fraction]:
        """The same once a peek has found no natural."""
        naturals = self.ways_by_up_card(NATURAL)
        return self._given(label, [up - ways for up, ways in zip(self.up(), naturals, strict=True)])

    def by_cards(self, label: str = BUST) -> dict[int, Fraction]:
        return {end.cards: Fraction(sum(self.ways(end)), self.whole) for end in self.ends(label)}

    def _given(self, label: str, of: tuple[int, ...] | list[int]) -> dict[str, Fraction]:
        parts = zip(VALUES, self.ways_by_up_card(label), of, strict=True)
        return {value: Fraction(ways, base) for value, ways, base in parts if base}
