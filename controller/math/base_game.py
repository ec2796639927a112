"""The base game by simulation: one player of basic strategy against the dealer.

The only odds of this room that are not exact; the result carries its standard error. Rounds are dealt in shoes of a
fixed number of rounds, not to a cut card: so every round has the odds of a fresh shoe. Chance comes from the caller,
who gives the shuffle.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from math import sqrt
from typing import Final, NamedTuple

from controller.games.model import Rules
from controller.math.basic_strategy import plays, splits, surrenders, total

ROUNDS_A_DECK: Final = 4
Shuffle = Callable[[list[int]], None]


class Simulated(NamedTuple):
    """`edge` per unit of the first wager, `error` its standard error."""

    rounds: int
    edge: float
    error: float


class Held:
    """A hand in play; values 1 to 10."""

    __slots__ = ("cards", "doubled", "from_split", "surrendered")

    def __init__(self, cards: list[int], from_split: bool = False) -> None:
        self.cards, self.from_split = cards, from_split
        self.doubled = self.surrendered = False


class Played(NamedTuple):
    hands: list[Held]
    dealer: list[int]
    """Up card first."""


def simulate(rules: Rules, rounds: int, shuffle: Shuffle) -> Iterator[Simulated]:
    """The result so far after every shoe, the last of them after exactly `rounds`."""
    cards = [*range(1, 10), 10, 10, 10, 10] * 4 * rules.decks
    done, gain, square = 0, 0.0, 0.0
    while done < rounds:
        shuffle(cards)
        shoe = chain(cards, cards)
        for _ in range(min(ROUNDS_A_DECK * rules.decks, rounds - done)):
            net = gained(rules, play(rules, shoe))
            gain, square, done = gain + net, square + net * net, done + 1
        mean = gain / done
        yield Simulated(done, -mean, sqrt(max(square / done - mean * mean, 0.0) / done))


def play(rules: Rules, shoe: Iterator[int]) -> Played:
    """A round as the table deals it."""
    first, up, second, hole = next(shoe), next(shoe), next(shoe), next(shoe)
    dealer, hands = [up, hole], [Held([first, second])]
    if {up, hole} == {1, 10} and rules.peek:
        return Played(hands, dealer)
    if surrenders(rules, hands[0].cards, up):
        hands[0].surrendered = True
        return Played(hands, dealer)
    if total(hands[0].cards)[0] < 21:
        _play_hands(rules, hands, up, shoe)
        if any(sum(hand.cards) <= 21 for hand in hands):
            _draw(rules, dealer, shoe)
    return Played(hands, dealer)


def _play_hands(rules: Rules, hands: list[Held], up: int, shoe: Iterator[int]) -> None:
    for hand in hands:  # a split appends to the list that is walked
        if len(hand.cards) == 1:
            hand.cards.append(next(shoe))
        while _may_split(rules, hand, hands) and splits(rules, hand.cards[0], up):
            hands.append(Held([hand.cards.pop()], from_split=True))
            hand.from_split = True
            hand.cards.append(next(shoe))
        if not (hand.from_split and hand.cards[0] == 1):
            _play_hand(rules, hand, up, shoe)


def _may_split(rules: Rules, hand: Held, hands: list[Held]) -> bool:
    if hand.cards[0] != hand.cards[1] or len(hands) >= rules.max_hands:
        return False
    return not (hand.from_split and hand.cards[0] == 1) or rules.resplit_aces


def _play_hand(rules: Rules, hand: Held, up: int, shoe: Iterator[int]) -> None:
    while total(hand.cards)[0] < 21:
        letter = plays(rules, hand.cards, up)
        if letter in "de" and _may_double(rules, hand):
            hand.doubled = True
            hand.cards.append(next(shoe))
            return
        if letter in "se":
            return
        hand.cards.append(next(shoe))


def _may_double(rules: Rules, hand: Held) -> bool:
    if len(hand.cards) != 2 or (hand.from_split and not rules.double_after_split):
        return False
    least = {"any": 2, "9-11": 9, "10-11": 10}[rules.double]
    return rules.double == "any" or least <= total(hand.cards)[0] <= 11


def _draw(rules: Rules, dealer: list[int], shoe: Iterator[int]) -> None:
    while True:
        count, soft = total(dealer)
        if count > 17 or (count == 17 and not (soft and rules.hit_soft17)):
            return
        dealer.append(next(shoe))


def gained(rules: Rules, played: Played) -> float:
    """What the round pays in units of the first wager; the same as `Game.settle`, a hundred times as fast."""
    natural = len(played.dealer) == 2 and total(played.dealer)[0] == 21
    return sum(_gained(rules, hand, total(played.dealer)[0], natural) for hand in played.hands)


def _gained(rules: Rules, hand: Held, theirs: int, natural: bool) -> float:
    mine, own = total(hand.cards)[0], len(hand.cards) == 2 and not hand.from_split
    if hand.surrendered:
        return -1 if natural else -0.5
    if own and mine == 21:
        return 0 if natural else rules.natural_pays.win / rules.natural_pays.risk
    stake = 2 if hand.doubled else 1
    if mine > 21 or natural:
        return -stake
    return stake if theirs > 21 or mine > theirs else -stake if mine < theirs else 0
