"""The simulated base game: every round it plays is one the game allows, and pays what the game settles."""

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from controller import games
from controller.cards import Card
from controller.games.model import Dealer, Hand, Rules, Seat
from controller.math.base_game import Held, gained, play, simulate
from tests.math.support import rules

ROUNDS: Final = 1_500
HOUSES: Final = (
    rules("winners-option"),
    rules("dealer-breakz", soft17="stand", double="10-11", surrender="late", resplit_aces=True),
    rules("dealer-breakz", soft17="hit", double_after_split=False, surrender="late", peek=False),
    rules("dealer-bust-21", decks=1, natural_pays="6:5", double="9-11", max_hands=2, peek=False),
)


def cards(values: list[int]) -> tuple[Card, ...]:
    return tuple(Card(("A" if value == 1 else str(value)) + "s") for value in values)


def as_hand(held: Held) -> Hand:
    return Hand(cards(held.cards), held.doubled, held.surrendered, held.from_split)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: f"{house.game}-{house.double}-{house.peek}")
def test_every_round_pays_what_the_game_settles(house: Rules) -> None:
    random, game = Random(21), games.find(house.game)
    spot, paid = game.base_spots[0], 0
    for _ in range(ROUNDS):
        shoe = [*range(1, 10), 10, 10, 10, 10] * 4 * house.decks
        random.shuffle(shoe)
        played = play(house, iter(shoe))
        seat = Seat(1, tuple(map(as_hand, played.hands)), {spot: 1000})
        game.check(house, cards(played.dealer), seat)
        results = game.settle(house, Dealer(cards(played.dealer), complete=True), [seat])
        assert sum(one.net or 0 for one in results) == 1000 * Fraction(gained(house, played)).limit_denominator(10)
        paid += len(results)
    assert paid > ROUNDS


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: f"{house.game}-{house.double}-{house.peek}")
def test_every_double_and_split_is_one_the_table_offers(house: Rules) -> None:
    random, game, seen = Random(22), games.find(house.game), set()
    for _ in range(ROUNDS):
        shoe = [*range(1, 10), 10, 10, 10, 10] * 4 * house.decks
        random.shuffle(shoe)
        hands = [as_hand(held) for held in play(house, iter(shoe)).hands]
        assert len(hands) <= house.max_hands
        for hand in hands:
            before = Hand(hand.cards[:2], from_split=hand.from_split)
            assert not hand.doubled or game.may(house, "double", before, tuple(hands), game.base_spots[0])
            assert not hand.surrendered or game.may(house, "surrender", before, tuple(hands))
            seen |= {name for name in ("doubled", "from_split", "surrendered") if getattr(hand, name)}
    assert {"doubled", "from_split"} <= seen
    assert ("surrendered" in seen) == (house.surrender == "late")


def test_the_error_shrinks_and_the_last_result_is_of_all_rounds() -> None:
    found = list(simulate(HOUSES[0], 5_000, Random(1).shuffle))
    assert [one.rounds for one in found[:2]] == [24, 48]
    assert found[-1].rounds == 5_000
    assert found[-1].error < found[len(found) // 4].error
    assert all(before.rounds < after.rounds for before, after in pairwise(found))


def test_basic_strategy_gives_away_about_half_a_percent() -> None:
    *_, found = simulate(rules("dealer-breakz", soft17="stand"), 60_000, Random(3).shuffle)
    assert abs(found.edge - 0.0041) < 4 * found.error
    assert 0.004 < found.error < 0.006
