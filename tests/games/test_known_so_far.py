"""What is decided when: `settle` with a dealer's hand of which only a part may be known."""

import pytest
from msgspec.structs import replace

from controller.games.model import Dealer, Hand
from tests.games.support import brief, cards, finished, hand, known, seat

UNKNOWN = Dealer(cards("Ah"))
NONE = Dealer(cards("Ah"), natural=False)
NATURAL = Dealer(cards("Ah"), natural=True)
EXPOSED = Dealer(cards("Ah 3c"), natural=False)
STANDARD = ("dealer-bust-21", "dealer-breakz")


def outcomes(game: str, dealer: Dealer, held: Hand | str, **options: object) -> list[str]:
    return [r.outcome for r in known(game, dealer, seat(1, held, main=1000), **options)]


@pytest.mark.parametrize("game", STANDARD)
@pytest.mark.parametrize("dealer", [Dealer((), dealt=False), UNKNOWN, NONE, NATURAL, EXPOSED])
def test_a_bust_loses_at_once(game: str, dealer: Dealer) -> None:
    assert outcomes(game, dealer, "10h 6c 8d") == ["lose"]


@pytest.mark.parametrize("game", STANDARD)
@pytest.mark.parametrize(("dealer", "found"), [(UNKNOWN, []), (NATURAL, []), (NONE, ["win"]), (EXPOSED, ["win"])])
def test_a_natural_wins_once_the_dealers_is_excluded(game: str, dealer: Dealer, found: list[str]) -> None:
    assert outcomes(game, dealer, "Ad Kc") == found


@pytest.mark.parametrize(
    ("dealer", "peek", "found"),
    [
        (UNKNOWN, True, ["half"]),
        (UNKNOWN, False, []),
        (NATURAL, True, []),
        (NONE, False, ["half"]),
        (EXPOSED, False, ["half"]),
    ],
)
def test_a_surrender_is_known_at_the_key_where_the_dealer_peeks(dealer: Dealer, peek: bool, found: list[str]) -> None:
    gave_up = hand("10h 6c", surrendered=True)
    assert outcomes("dealer-bust-21", dealer, gave_up, peek=peek) == found


@pytest.mark.parametrize(
    ("dealer", "found"), [(UNKNOWN, []), (NATURAL, []), (NONE, [(1, "insurance", "lose", -500)])]
)
def test_insurance_loses_once_a_natural_is_excluded(dealer: Dealer, found: list[object]) -> None:
    insured = replace(seat(1, "10h 9c", main=1000), insurance=500)
    assert brief(known("dealer-bust-21", dealer, insured)) == found


@pytest.mark.parametrize("dealer", [UNKNOWN, NONE, NATURAL, EXPOSED])
@pytest.mark.parametrize("held", ["10h 9c", "10h 5c 6d", "10h"])
def test_a_hand_that_must_be_compared_waits(dealer: Dealer, held: str) -> None:
    assert outcomes("dealer-bust-21", dealer, held) == []


@pytest.mark.parametrize(("game", "spot"), [("dealer-bust-21", "db21"), ("dealer-breakz", "breakz")])
def test_bets_on_the_bust_wait_and_orphans_do_not(game: str, spot: str) -> None:
    assert known(game, EXPOSED, seat(1, "10h 9c", main=1000, **{spot: 500})) == []
    assert brief(known(game, UNKNOWN, seat(1, **{spot: 500}))) == [(1, spot, "returned", 0)]


@pytest.mark.clause("SD 20:18:15:30.10(11)", "WA DB21 12")
@pytest.mark.parametrize("state", ["SD", "WA"])
def test_a_side_bet_keeps_the_round_open_after_every_player_busted(state: str) -> None:
    bets = [seat(n, "10h 6c 8d", main=1000, db21=500) for n in (1, 2)]
    assert brief(known("dealer-bust-21", EXPOSED, *bets, jurisdiction=state)) == [
        (2, "main", "lose", -1000),
        (1, "main", "lose", -1000),
    ]


def test_washingtons_over_29_waits_for_the_dealer() -> None:
    bet = seat(1, "10h 10c 10d", main=1000, db21=500)
    assert brief(known("dealer-bust-21", EXPOSED, bet, jurisdiction="WA")) == [(1, "main", "lose", -1000)]


@pytest.mark.clause("SD 20:18:15:30.08(5)")
@pytest.mark.parametrize(("dealer", "found"), [(UNKNOWN, []), (NATURAL, []), (NONE, ["lose"])])
def test_a_d_natural_is_collected_once_the_dealers_is_excluded(dealer: Dealer, found: list[str]) -> None:
    results = known("winners-option", dealer, seat(1, "Ad Kc", d=500))
    assert [r.outcome for r in results] == found


@pytest.mark.clause("SD 20:18:15:30.08(4)")
@pytest.mark.parametrize("dealer", [UNKNOWN, NONE, EXPOSED])
def test_a_busted_d_hand_stays_live(dealer: Dealer) -> None:
    assert known("winners-option", dealer, seat(1, "10h 6c 8d", d=500)) == []
    assert [r.outcome for r in known("winners-option", dealer, seat(1, "10h 6c 8d", p=500))] == ["lose"]


@pytest.mark.clause("NB21 2b")
@pytest.mark.parametrize("dealer", [Dealer((), dealt=False), UNKNOWN, NATURAL, EXPOSED])
@pytest.mark.parametrize("held", ["Ah Kc", "10h 5c 6d"])
def test_a_no_bust_21_is_paid_at_once(dealer: Dealer, held: str) -> None:
    assert outcomes("no-bust-21", dealer, held) == ["win"]


@pytest.mark.clause("NB21 2a")
def test_nothing_busts_in_no_bust() -> None:
    assert outcomes("no-bust-21", EXPOSED, "10h 6c 8d") == []


def test_what_was_decided_early_stays_decided_the_same() -> None:
    """The finished round repeats every earlier result word for word."""
    seats = [
        seat(1, "10h 6c 8d", main=500),
        seat(2, "Ad Kc", main=500),
        seat(3, hand("10h 6c", surrendered=True), main=500),
    ]
    early = known("dealer-bust-21", NONE, *seats)
    assert len(early) == 3
    assert finished("dealer-bust-21", "Ah 7c", *seats) == early
