import pytest

from controller.games.dealer_bust_21 import GAME
from controller.games.model import Seat
from tests.games.support import brief, finished, hand, one, rules, seat

SD = "SD 20:18:15:30.10({})"


def side(dealer: str, *hands: str, **options: object) -> tuple[object, ...]:
    """The db21 result of a seat that bet 500 on it."""
    results = finished("dealer-bust-21", dealer, seat(1, *hands or ("10h 9c",), main=1000, db21=500), **options)
    result = next(r for r in results if r.spot == "db21")
    return result.outcome, result.pays, result.net


@pytest.mark.clause("SD 20:18:15:30.10(5)", "SD 20:18:15:30.10(6)", "SD 20:18:15:30.10(12)")
def test_the_example_of_the_formats() -> None:
    main, bonus = finished("dealer-bust-21", "Ah 3s 9s Qd", seat(3, "10h 6c", main=1000, db21=500), soft17="hit")
    assert (main.outcome, main.pays, main.net, main.clauses) == (
        "win",
        "1:1",
        1000,
        (SD.format(10), "BJ house"),
    )
    assert (bonus.outcome, bonus.pays, bonus.net, bonus.reading) == ("win", "10:1", 5000, False)
    assert bonus.clauses == (SD.format(5), SD.format(6), SD.format(12))
    assert bonus.why == "Dealer busted with 23 on an up card of A: table SD-1 pays 10 to 1"


@pytest.mark.clause("WA DB21 5", "WA DB21 6", "WA DB21 13")
def test_washington_cites_its_own_text() -> None:
    results = finished("dealer-bust-21", "7h 6s 10d", seat(3, "10h 6c", main=1000, db21=500), jurisdiction="WA")
    assert [r.clauses for r in results] == [
        ("WA DB21 11", "BJ house"),
        ("WA DB21 5", "WA DB21 6", "WA DB21 13"),
    ]


@pytest.mark.clause("SD 20:18:15:30.10(12)", "WA DB21 7", "WA DB21 13")
@pytest.mark.parametrize(
    ("state", "table", "pays"),
    [
        ("SD", 1, [10, 4, 2, 1]), ("SD", 2, [15, 4, 2, 1]), ("SD", 3, [2, 2, 2, 2]), ("SD", 4, [4, 2, 4, 1]),
        ("WA", 1, [10, 4, 2, 1]), ("WA", 2, [15, 4, 2, 1]), ("WA", 3, [2, 2, 2, 2]), ("WA", 4, [4, 4, 4, 1]),
    ],
)  # fmt: skip
def test_the_up_card_decides_the_pay(state: str, table: int, pays: list[int]) -> None:
    busts = ["Ah 2s 3c 10d 9h", "Kh 2s 3c 10d", "8h 6s 10d", "6h 10s 10d"]
    found = [side(dealer, jurisdiction=state, pay_table=table) for dealer in busts]
    assert found == [("win", f"{pay}:1", 500 * pay) for pay in pays]


@pytest.mark.clause("SD 20:18:15:30.10(6)", "WA DB21 6")
def test_it_is_the_up_card_and_not_the_hole_card() -> None:
    assert side("6h As 10d 10c")[1] == "1:1"
    assert side("As 6h 10d 10c", soft17="hit")[1] == "10:1"


@pytest.mark.clause("SD 20:18:15:30.10(9)", "WA DB21 10")
@pytest.mark.parametrize("state", ["SD", "WA"])
@pytest.mark.parametrize("dealer", ["10h 7s", "10h 6s 5c", "Ah Ks"])
def test_it_loses_when_the_dealer_does_not_bust(dealer: str, state: str) -> None:
    results = finished("dealer-bust-21", dealer, seat(1, "10h 9c", main=1000, db21=500), jurisdiction=state)
    assert brief(results)[0] == (1, "db21", "lose", -500)
    assert results[0].clauses == ((SD.format(9),) if state == "SD" else ("WA DB21 10",))


@pytest.mark.clause("SD 20:18:15:30.10(9)", "WA DB21 10")
def test_losing_side_bets_come_off_before_anything_else() -> None:
    seats = [seat(n, "10h 9c", main=1000, db21=500) for n in (1, 2, 3)]
    order = [(r.seat, r.spot) for r in finished("dealer-bust-21", "10h 7s", *seats)]
    assert order == [(3, "db21"), (2, "db21"), (1, "db21"), (3, "main"), (2, "main"), (1, "main")]


@pytest.mark.clause("SD 20:18:15:30.10(10)", "WA DB21 11")
def test_a_dealer_bust_is_resolved_seat_by_seat_from_the_last() -> None:
    seats = [seat(n, "10h 9c", main=1000, db21=500) for n in (2, 1, 3)]
    order = [(r.seat, r.spot) for r in finished("dealer-bust-21", "10h 6s 9c", *seats)]
    assert order == [(3, "main"), (3, "db21"), (2, "main"), (2, "db21"), (1, "main"), (1, "db21")]


@pytest.mark.clause("SD 20:18:15:30.10(2)", "WA DB21 2")
@pytest.mark.parametrize(("state", "clause"), [("SD", SD.format(2)), ("WA", "WA DB21 2")])
@pytest.mark.parametrize("dealer", ["10h 6s 9c", "10h 7s"])
def test_without_a_main_bet_it_is_returned(state: str, clause: str, dealer: str) -> None:
    result = one(finished("dealer-bust-21", dealer, seat(1, db21=500), jurisdiction=state))
    assert (result.outcome, result.net, result.clauses, result.reading) == ("returned", 0, (clause,), False)


@pytest.mark.clause("SD 20:18:15:30.10(8)", "WA DB21 9")
@pytest.mark.parametrize(("state", "clause"), [("SD", SD.format(8)), ("WA", "WA DB21 9")])
def test_a_busted_player_keeps_the_side_bet(state: str, clause: str) -> None:
    busted = seat(1, "10h 6c 8d", main=1000, db21=500)
    main, bonus = finished("dealer-bust-21", "10h 6s 9c", busted, jurisdiction=state)
    assert (main.outcome, clause in main.clauses, bonus.outcome) == ("lose", True, "win")


@pytest.mark.clause("SD 20:18:15:30.10(11)", "WA DB21 12")
def test_naturals_and_surrenders_keep_the_side_bet_live() -> None:
    for held in (hand("Ah Kc"), hand("10h 6c", surrendered=True)):
        results = finished("dealer-bust-21", "10h 6s 9c", seat(1, held, main=1000, db21=500))
        assert results[-1].outcome == "win"


OVER29 = [
    (["10h 9c 10d"], "win", False), (["10h 10c 10d"], "lose", False),
    (["10h 10c Ad 10s"], "lose", False), (["10h 8c 10d"], "win", False),
    (["10h 10c 10d", "10s 9h"], "win", True), (["10h 10c 10d", "10s 10h Ad 10c"], "lose", True),
    (["10h 9c", "10s 9h"], "win", False),
]  # fmt: skip


@pytest.mark.clause("WA DB21 5")
@pytest.mark.parametrize(("hands", "outcome", "reading"), OVER29)
def test_washingtons_limit_of_29(hands: list[str], outcome: str, reading: bool) -> None:
    bet = seat(1, *hands, main=1000, db21=500)
    bonus = finished("dealer-bust-21", "9h 6s 9c", bet, jurisdiction="WA")[-1]
    assert (bonus.outcome, bonus.reading, bonus.clauses[0]) == (outcome, reading, "WA DB21 5")


def test_south_dakota_has_no_limit() -> None:
    assert side("9h 6s 9c", "10h 10c 10d") == ("win", "2:1", 1000)


@pytest.mark.clause("WA DB21 5")
@pytest.mark.parametrize(("over", "outcome"), [(True, "lose"), (False, "win")])
def test_without_followed_hands_the_key_speaks(over: bool, outcome: str) -> None:
    bet = Seat(1, (), {"main": None, "db21": 500}, over29=over)
    assert one(finished("dealer-bust-21", "9h 6s 9c", bet, jurisdiction="WA")).outcome == outcome


@pytest.mark.clause("SD 20:18:15:30.10(4)", "WA DB21 4")
def test_clauses_of_a_late_wager() -> None:
    assert GAME.no_bet_clauses(rules("dealer-bust-21"), "NO BET") == (SD.format(4),)
    assert GAME.no_bet_clauses(rules("dealer-bust-21", jurisdiction="WA"), "NO BET") == ("WA DB21 4",)
    assert GAME.no_bet_clauses(rules("dealer-bust-21"), "VOID") == ()
