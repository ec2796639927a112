"""Every hand that a drawing rule can end with, counted once for all shoes.

A mechanical hand (a dealer's, a D hand) is drawn by a rule that sees only its cards. So all the orders of the
same cards that the rule allows are equally likely, whatever the shoe: how many orders there are, by up card, is
counted here, and a shoe only says how likely one of them is (`law`). The rule is the game's own `dealer_draws`:
what is computed is what is dealt.

Decisions
- A hand is a multiset of the ten values, held as a number with four bits a value.
- The ten numbers of orders, one an up card, lie side by side in one integer: one addition adds them all, one
  multiplication weighs them all. No field overflows into the next: such a sum is at most the number of ways to
  draw that many cards from eight decks, below 2**9 a card.
- A hand is reached from one parent. How likely its cards are is the parent's number times one more factor, found
  at `slot` in a table of value and copies already drawn.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from controller import games
from controller.cards import Card
from controller.games.hands import is_natural
from controller.games.model import Game, Hand, Rules
from controller.math.shoe import VALUES

NATURAL: Final = "natural"
BUST: Final = "bust"
COPIES: Final = 16
"""More than any hand holds of one value."""
FIELD: Final = 128
LONGEST: Final = FIELD // 9
_CARDS: Final = tuple(Card(f"{value}s".replace("T", "10")) for value in VALUES)


class End(NamedTuple):
    """How a hand ended: `natural`, `bust` or its total, and with how many cards."""

    label: str
    cards: int


class Node(NamedTuple):
    parent: int
    slot: int
    orders: int
    code: int
    cards: tuple[Card, ...]


class Tree(NamedTuple):
    """`drawing`: parent and slot of each hand that draws on, the empty one first. `ends`: the other hands."""

    drawing: list[tuple[int, int]]
    ends: dict[End, list[Node]]

    @property
    def longest(self) -> int:
        return max(end.cards for end in self.ends)


@cache
def tree(game: str, hit_soft17: bool) -> Tree:
    rules, found = games.find(game), Tree([(0, 0)], {})
    house = Rules(game=game, hit_soft17=hit_soft17)
    level = [(0, Node(0, 0, 0, 0, ()))]
    while level:
        nodes = list(_grown(level))
        level = []
        for node in nodes:
            if len(node.cards) < 2 or rules.dealer_draws(house, node.cards):
                level.append((len(found.drawing), node))
                found.drawing.append((node.parent, node.slot))
            else:
                found.ends.setdefault(_end(rules, node.cards), []).append(node)
    assert found.longest <= LONGEST
    return found


def _grown(level: list[tuple[int, Node]]) -> Iterable[Node]:
    """All hands one card longer, each once, with the orders of all the hands it comes from."""
    orders: dict[int, int] = {}
    first: dict[int, tuple[int, int, tuple[Card, ...]]] = {}
    for index, node in level:
        for value, card in enumerate(_CARDS):
            code = node.code + (1 << 4 * value)
            orders[code] = orders.get(code, 0) + (node.orders or 1 << FIELD * value)
            if code not in first:
                first[code] = index, COPIES * value + (node.code >> 4 * value & 15), (*node.cards, card)
    return (Node(index, slot, orders[code], code, cards) for code, (index, slot, cards) in first.items())


def _end(game: Game, cards: tuple[Card, ...]) -> End:
    if is_natural(Hand(cards)):
        return End(NATURAL, 2)
    return End(BUST if game.busted(cards) else str(game.total(cards).points), len(cards))


def fields(packed: int) -> Iterator[int]:
    """The ten numbers that lie in one."""
    return (packed >> FIELD * value & (1 << FIELD) - 1 for value in range(len(VALUES)))


def held(code: int) -> tuple[int, ...]:
    """How many cards of each value a hand holds."""
    return tuple(code >> 4 * value & 15 for value in range(len(VALUES)))
