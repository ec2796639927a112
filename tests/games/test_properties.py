"""What holds for every round, over random rounds played by each game's own rules."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller import games
from controller.cards import DECK, Card
from controller.games.model import Dealer, Hand, Rules, Seat, Settlement
from tests.clauses import all_clauses
from tests.games.support import rules, seat

TABLES: list[tuple[str, dict[str, object]]] = [
    ("dealer-bust-21", {"pay_table": 1, "soft17": "hit"}),
    ("dealer-bust-21", {"pay_table": 4, "jurisdiction": "WA"}),
    ("winners-option", {}),
    ("dealer-breakz", {"pay_table": 13, "dealer_envy": True}),
    ("no-bust-21", {}),
]
LISTED = {"BJ house"} | {clause.id for clause in all_clauses()}
CHIPS = st.integers(1, 40).map(lambda chips: chips * 100)


def drawn_out(game: str, house: Rules, shoe: list[Card]) -> tuple[Card, ...]:
    """A hand drawn by the dealer's rule."""
    held: tuple[Card, ...] = (shoe.pop(), shoe.pop())
    while games.find(game).dealer_draws(house, held):
        held = (*held, shoe.pop())
    return held


def played(game: str, house: Rules, spot: str, shoe: list[Card], random: Random) -> Hand:
    if spot == "d":
        return Hand(drawn_out(game, house, shoe))
    hand = Hand((shoe.pop(), shoe.pop()))
    if random.random() < 0.2 and games.find(game).may(house, "double", hand, (hand,)):
        return Hand((*hand.cards, shoe.pop()), doubled=True)
    while random.random() < 0.5 and not games.find(game).hand_over(house, spot, hand):
        hand = Hand((*hand.cards, shoe.pop()))
    return hand


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Rules, Dealer, list[Seat]]:
    game, options = draw(st.sampled_from(TABLES))
    house, random = rules(game, **options), draw(st.randoms(use_true_random=False))
    shoe = random.sample(DECK * house.decks, 150)
    seats = []
    for number in draw(st.sets(st.integers(1, 7), min_size=1)):
        spot = draw(st.sampled_from(games.find(game).base_spots))
        wagers = {spot: draw(CHIPS)} | {side: draw(CHIPS) for side in games.find(game).side_spots}
        seats.append(seat(number, played(game, house, spot, shoe, random), **wagers))
    return house, Dealer(drawn_out(game, house, shoe), complete=True), seats


def settle(house: Rules, dealer: Dealer, seats: list[Seat]) -> list[Settlement]:
    return games.find(house.game).settle(house, dealer, seats)


@given(rounds())
def test_every_wager_of_a_finished_round_has_one_result(found: tuple[Rules, Dealer, list[Seat]]) -> None:
    house, dealer, seats = found
    results = [(r.seat, r.spot) for r in settle(house, dealer, seats) if r.outcome != "award"]
    assert sorted(results) == sorted((seat.seat, spot) for seat in seats for spot in seat.wagers)


@given(rounds())
def test_nobody_loses_more_than_the_wager(found: tuple[Rules, Dealer, list[Seat]]) -> None:
    signs = {"win": (1,), "award": (1,), "lose": (-1,), "half": (-1,), "push": (0,), "returned": (0,)}
    for result in settle(*found):
        assert result.net is not None
        assert result.wager is not None
        assert result.net >= -result.wager
        assert (result.net > 0) - (result.net < 0) in signs[result.outcome]
        assert {*result.clauses} <= LISTED
        assert (result.pays is not None) == (result.outcome == "win")


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter(found: tuple[Rules, Dealer, list[Seat]], random: Random) -> None:
    house, dealer, seats = found
    assert settle(house, dealer, random.sample(seats, len(seats))) == settle(house, dealer, seats)


@given(rounds())
def test_twice_the_wagers_twice_the_result(found: tuple[Rules, Dealer, list[Seat]]) -> None:
    """Even numbers of chips divide evenly, so nothing is rounded; an award is not scaled."""
    house, dealer, seats = found
    once, twice = (
        [r for r in settle(house, dealer, scaled(seats, factor)) if r.outcome != "award"] for factor in (2, 4)
    )
    assert [r.net for r in twice] == [2 * (r.net or 0) for r in once]


def scaled(seats: list[Seat], factor: int) -> list[Seat]:
    return [replace(s, wagers={spot: (cents or 0) * factor for spot, cents in s.wagers.items()}) for s in seats]


@given(rounds())
def test_unknown_amounts_change_no_outcome(found: tuple[Rules, Dealer, list[Seat]]) -> None:
    house, dealer, seats = found
    blind = [replace(seat, wagers=dict.fromkeys(seat.wagers)) for seat in seats]
    with_amounts = [
        (r.seat, r.spot, r.outcome, r.pays) for r in settle(house, dealer, seats) if r.spot != "dealer_envy"
    ]
    without = [r for r in settle(house, dealer, blind) if r.spot != "dealer_envy"]
    assert [(r.seat, r.spot, r.outcome, r.pays) for r in without] == with_amounts
    assert {(r.wager, r.net) for r in without} <= {(None, None)}


@given(rounds())
def test_what_is_decided_early_is_decided_the_same(found: tuple[Rules, Dealer, list[Seat]]) -> None:
    house, dealer, seats = found
    natural = len(dealer.cards) == 2 and games.find(house.game).total(dealer.cards).points == 21
    final = settle(house, dealer, seats)
    for known in (Dealer(dealer.cards[:1]), Dealer(dealer.cards[:2], natural=natural)):
        early = settle(house, known, seats)
        assert all(result in final for result in early)


@pytest.mark.clause("SD 20:18:15:30.08(8)", "SD 20:18:15:30.08(10)", "SD 20:18:15:30.08(11)")
@given(st.randoms(use_true_random=False))
def test_d_and_the_dealer_are_symmetric(random: Random) -> None:
    """With hands exchanged a D bet gains what it lost, but for the half loss when both bust."""
    house = rules("winners-option")
    shoe = random.sample(DECK * 6, 60)
    one, other = (drawn_out("winners-option", house, shoe) for _ in range(2))
    nets = [
        settle(house, Dealer(b, complete=True), [seat(1, Hand(a), d=400)])[0] for a, b in ((one, other), (other, one))
    ]
    if nets[0].outcome == "half":
        assert [result.net for result in nets] == [-200, -200]
    else:
        assert nets[0].net == -(nets[1].net or 0)
