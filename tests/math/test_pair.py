"""Two hands from one shoe: against every order of a few cards, against symmetry, against rounds that were settled."""

from collections import Counter
from math import sqrt
from random import Random
from typing import Final

import pytest

from controller import games
from controller.cards import DECK, RANKS, Card
from controller.games.model import Dealer, Hand, Rules, Seat
from controller.math.pair import PairOdds, d_bet, joint, mimic, pair_odds
from controller.math.shoe import OddsError, Shoe, by_value, full
from controller.math.tree import tree
from tests.math import slow
from tests.math.support import pairs, rules

ROUNDS: Final = 8_000


def a_few(cards: str) -> Shoe:
    found = Counter(cards.split())
    return tuple(found[rank] for rank in RANKS)


def values(shoe: Shoe) -> tuple[int, ...]:
    return tuple(value for value, count in enumerate(by_value(shoe), 1) for _ in range(count))


@pytest.mark.parametrize("cards", ["A 6 7 8 9 10 J Q", "A A 6 8 9 9 10 K", "5 6 7 8 9 10 Q K"])
def test_every_order_of_a_few_cards(cards: str) -> None:
    shoe = a_few(cards)
    found = {labels: odds for labels, odds in joint(tree("winners-option", True), shoe).items() if odds}
    assert found == slow.two_hands(values(shoe), slow.blackjack_draws(True), slow.blackjack_label)


def test_every_order_of_a_few_cards_in_no_bust_21() -> None:
    shoe = a_few("A 6 8 9 10 10 J K")
    found = {labels: odds for labels, odds in joint(tree("no-bust-21", True), shoe).items() if odds}
    assert found == slow.two_hands(values(shoe), slow.no_bust_draws, slow.no_bust_label)


def test_a_shoe_too_small_for_two_hands_is_refused() -> None:
    with pytest.raises(OddsError, match=r"^5 cards: two hands may need more; give a shoe with more cards left$"):
        d_bet(rules("winners-option"), a_few("2 3 10 10 10"))


def test_the_d_bet_loses_half_of_both_busts() -> None:
    """Whatever pays one side would pay the other if they changed places, but for the half that the house takes."""
    found = pair_odds(rules("winners-option"), "d", pairs("winners-option"))
    assert found.win == found.lose
    assert found.edge == found.half / 2
    assert found.half == pairs("winners-option")["bust", "bust"]
    assert found.win + found.lose + found.push + found.half == 1


def test_one_hand_of_two_has_the_law_of_one() -> None:
    alone = slow.card_by_card(by_value(full(6)), slow.blackjack_draws(True), slow.blackjack_label)
    for label in ("natural", "17", "21", "bust"):
        both = sum(odds for (mine, _), odds in pairs("winners-option").items() if mine == label)
        assert both == sum(odds for (_, other, _), odds in alone.items() if other == label)


def test_a_peek_costs_the_mimic_his_drawn_21_against_a_natural() -> None:
    found = pairs("no-bust-21")
    peek, none = (pair_odds(rules("no-bust-21", peek=peek), "main", found) for peek in (True, False))
    assert none.win - peek.win == found["21", "natural"] == peek.lose - none.lose
    assert peek.half == 0


def test_the_mimic_of_a_small_shoe_is_settled_hand_by_hand() -> None:
    """Ten against nineteen, and so on: only tens and nines, so all hands stand at once."""
    found = mimic(rules("no-bust-21"), a_few("9 9 10 10"))
    assert (found.win, found.lose, found.push) == (found.win, found.win, 1 - 2 * found.win)
    assert float(found.push) == pytest.approx(2 / 3)


# -- settled rounds ------------------------------------------------------------------------------------


def drawn(house: Rules, hand: list[Card], shoe: list[Card]) -> tuple[Card, ...]:
    while games.find(house.game).dealer_draws(house, tuple(hand)):
        hand.append(shoe.pop())
    return tuple(hand)


def settled(house: Rules, spot: str, random: Random) -> str:
    """A round of six decks as it is dealt, with a peek."""
    shoe = random.sample(DECK * 6, 30)
    mine, dealer = [shoe.pop(), shoe.pop()], [shoe.pop(), shoe.pop()]
    natural = not set(dealer).isdisjoint(a for a in DECK if a[:-1] == "A") and sum(map(_ten, dealer)) == 1
    hand = tuple(mine) if natural else drawn(house, mine, shoe)
    full_hand = Dealer(drawn(house, dealer, shoe), complete=True)
    (result,) = games.find(house.game).settle(house, full_hand, [Seat(1, (Hand(hand),), {spot: 200})])
    return result.outcome


def _ten(card: Card) -> bool:
    return card[:-1] in ("10", "J", "Q", "K")


@pytest.mark.parametrize(("game", "spot"), [("winners-option", "d"), ("no-bust-21", "main")])
def test_rounds_come_out_as_often_as_computed(game: str, spot: str) -> None:
    house, random = rules(game), Random(8)
    expected: PairOdds = pair_odds(house, spot, pairs(game))
    counted = Counter(settled(house, spot, random) for _ in range(ROUNDS))
    for outcome in ("win", "lose", "push", "half"):
        odds = float(getattr(expected, outcome))
        assert abs(counted[outcome] - ROUNDS * odds) <= 4 * sqrt(ROUNDS * odds * (1 - odds)), outcome
