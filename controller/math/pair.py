"""Two mechanical hands from one shoe: the D bet of Winners Option, and a player of No Bust 21 who mimics the dealer.

The cards of a shoe are exchangeable and neither hand's rule looks at the other hand, so the order in which the cards
come does not matter: one hand is drawn out first, and the other from what it leaves. That makes one law (`law`) per
hand of the first, about 3,500 of them and a second of work. What a pair of results pays is asked of the game itself.

Decisions
- A D hand that the dealer's natural leaves undrawn is settled by that natural, drawn out or not.
- In No Bust 21 it is not: with a peek a hand that was not yet 21 loses undrawn. So there peek counts.
- The half loss is a half: of a bet that divides evenly.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import perm
from typing import NamedTuple

from controller import games
from controller.cards import Card
from controller.games.model import Dealer, Hand, Rules, Seat, Settlement
from controller.math.law import weigh
from controller.math.shoe import OddsError, Shoe, by_value
from controller.math.tree import NATURAL, End, Node, Tree, fields, held, tree

Track = Callable[[Sequence[tuple[End, Node]]], Iterable[tuple[End, Node]]]
"""Goes through the work and may show how far it is."""
Joint = dict[tuple[str, str], Fraction]
_WAGER = 200
_UNDRAWN = (Card("5s"), Card("6s"))


class PairOdds(NamedTuple):
    win: Fraction
    lose: Fraction
    push: Fraction
    half: Fraction
    edge: Fraction


def joint(hands: Tree, shoe: Shoe, track: Track = iter) -> Joint:
    """How likely each pair of labels is: first hand, second hand."""
    counts, cards, plain = by_value(shoe), sum(shoe), _any_up_card(hands)
    ways: dict[tuple[str, str, int], int] = {}
    first = weigh(hands, counts)
    for end, node in track([(end, node) for end, nodes in hands.ends.items() for node in nodes]):
        drawn = first.of(node) * sum(fields(node.orders))
        if drawn:
            rest = weigh(plain, tuple(map(int.__sub__, counts, held(node.code))))
            for other in plain.ends:
                key = end.label, other.label, end.cards + other.cards
                ways[key] = ways.get(key, 0) + drawn * rest.ways(other)
    return _shares(ways, cards)


def _any_up_card(hands: Tree) -> Tree:
    """The same hands with their orders under all up cards together."""
    ends = {
        end: [node._replace(orders=sum(fields(node.orders))) for node in nodes] for end, nodes in hands.ends.items()
    }
    return Tree(hands.drawing, ends)


def _shares(ways: dict[tuple[str, str, int], int], cards: int) -> Joint:
    found: Joint = {}
    for (mine, theirs, drawn), number in ways.items():
        share = Fraction(number, perm(cards, drawn)) if number else Fraction(0)
        found[mine, theirs] = found.get((mine, theirs), Fraction(0)) + share
    if sum(found.values()) != 1:
        raise OddsError(f"{cards} cards: two hands may need more; give a shoe with more cards left")
    return found


def d_bet(rules: Rules, shoe: Shoe, track: Track = iter) -> PairOdds:
    return pair_odds(rules, "d", joint(tree(rules.game, rules.hit_soft17), shoe, track))


def mimic(rules: Rules, shoe: Shoe, track: Track = iter) -> PairOdds:
    """The main bet of a player who draws as the dealer does."""
    return pair_odds(rules, "main", joint(tree(rules.game, rules.hit_soft17), shoe, track))


def pair_odds(rules: Rules, spot: str, pairs: Joint) -> PairOdds:
    """Of a bet on the first hand, with the second as the dealer's."""
    found = {"win": Fraction(0), "lose": Fraction(0), "push": Fraction(0), "half": Fraction(0)}
    gain = Fraction(0)
    hands = {end.label: nodes[0].cards for end, nodes in tree(rules.game, rules.hit_soft17).ends.items()}
    for (mine, theirs), odds in pairs.items():
        undrawn = spot == "main" and rules.peek and theirs == NATURAL != mine
        result = _settled(rules, spot, _UNDRAWN if undrawn else hands[mine], hands[theirs])
        found[result.outcome] += odds
        gain += odds * Fraction(result.net or 0, _WAGER)
    return PairOdds(**found, edge=-gain)


def _settled(rules: Rules, spot: str, mine: tuple[Card, ...], theirs: tuple[Card, ...]) -> Settlement:
    seat = Seat(seat=1, hands=(Hand(mine),), wagers={spot: _WAGER})
    (result,) = games.find(rules.game).settle(rules, Dealer(theirs, complete=True), [seat])
    return result
