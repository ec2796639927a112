import pytest

from controller.games.dealer_breakz import GAME
from tests.games.support import brief, finished, hand, one, rules, seat

BUSTS = {
    "3": "10h 6c 10d",
    "4": "10h 2c 4d 10s",
    "5": "2h 3c 4d 7s 10h",
    "6": "2h 3c 4d 3s 4h 10c",
    "7": "2h 2c 2d 3s 3h 4c 10d",
    "8+": "2h 2c 2d 2s 2h 3c 3d 10s",
}
PAYS = {
    1: (2, 2, 4, 15, 50, 250), 2: (2, 2, 4, 15, 50, 200), 3: (2, 2, 4, 12, 50, 250),
    4: (2, 2, 4, 12, 50, 200), 5: (2, 2, 3, 12, 50, 250), 6: (1, 2, 7, 40, 100, 250),
    7: (1, 2, 7, 41, 101, 251), 8: (1, 2, 8, 41, 101, 251), 9: (1, 2, 6, 41, 101, 251),
    10: (1, 2, 5, 41, 101, 251), 11: (1, 2, 5, 41, 101, 251), 12: (1, 2, 4, 41, 101, 251),
    13: (1, 2, 6, 12, 50, 200),
}  # fmt: skip


def options(number: int) -> dict[str, object]:
    rows = {"pay_rows": {"6": 41, "7": 101, "8+": 251}} if 7 <= number <= 12 else {}
    return {"pay_table": number, **rows}


@pytest.mark.clause(
    "Breakz 1",
    "Breakz T1",
    "Breakz T2",
    "Breakz T3",
    "Breakz T4",
    "Breakz T5",
    "Breakz T6",
    "Breakz T7",
    "Breakz T8",
    "Breakz T9",
    "Breakz T10",
    "Breakz T11",
    "Breakz T12",
    "Breakz T13",
)
@pytest.mark.parametrize(("number", "pays"), PAYS.items())
def test_the_number_of_cards_decides_the_pay(number: int, pays: tuple[int, ...]) -> None:
    for (row, dealer), pay in zip(BUSTS.items(), pays, strict=True):
        result = finished("dealer-breakz", dealer, seat(1, "10h 9c", main=100, breakz=100), **options(number))[1]
        assert (result.outcome, result.pays, result.net) == ("win", f"{pay}:1", 100 * pay)
        assert result.clauses == ("Breakz 1", f"Breakz T{number}")
        assert result.reading == (2 <= number <= 6 and row in ("3", "4", "7"))


def test_nine_cards_pay_like_eight() -> None:
    bet = seat(1, "10h 9c", main=100, breakz=100)
    result = finished("dealer-breakz", "2h 2c 2d 2s 2h 2c 2d 2s 10h", bet)[1]
    assert (result.pays, result.why) == ("250:1", "Dealer busted with 9 cards: table BREAKZ-1 pays 250 to 1")


@pytest.mark.clause("Breakz 1")
@pytest.mark.parametrize("dealer", ["10h 7s", "Ah Ks"])
def test_it_loses_and_comes_off_first_when_the_dealer_does_not_bust(dealer: str) -> None:
    seats = [seat(n, "10h 9c", main=100, breakz=100) for n in (1, 2)]
    order = [(r.seat, r.spot) for r in finished("dealer-breakz", dealer, *seats)]
    assert order == [(2, "breakz"), (1, "breakz"), (2, "main"), (1, "main")]


@pytest.mark.clause("Breakz 1")
@pytest.mark.parametrize("held", ["10h 6c 8d", "Ah Kc"])
def test_it_is_live_whatever_the_player_has(held: str) -> None:
    assert finished("dealer-breakz", BUSTS["3"], seat(1, held, main=100, breakz=100))[1].outcome == "win"


def test_without_a_main_bet_it_is_returned() -> None:
    result = one(finished("dealer-breakz", BUSTS["3"], seat(1, breakz=100)))
    assert (result.outcome, result.net, result.clauses, result.reading) == (
        "returned",
        0,
        ("Breakz 1",),
        True,
    )


@pytest.mark.clause("Breakz 1", "Breakz T13")
@pytest.mark.parametrize(
    ("row", "award"), [("3", None), ("4", 100), ("5", 200), ("6", 300), ("7", 1000), ("8+", 10000)]
)
def test_dealer_envy(row: str, award: int | None) -> None:
    bet = seat(1, "10h 9c", main=500, breakz=500)
    results = finished("dealer-breakz", BUSTS[row], bet, pay_table=13, dealer_envy=True)
    expected = [] if award is None else [(1, "dealer_envy", "award", award)]
    assert brief(results)[2:] == expected
    assert all(result.clauses == ("Breakz 1", "Breakz T13") for result in results[1:])


def test_dealer_envy_comes_with_its_seat_and_once_per_wager() -> None:
    seats = [seat(n, hand("10h 9c"), main=500, breakz=500) for n in (1, 2)]
    results = finished("dealer-breakz", BUSTS["4"], *seats, pay_table=13, dealer_envy=True)
    order = [(r.seat, r.spot) for r in results]
    assert order == [(seat, spot) for seat in (2, 1) for spot in ("main", "breakz", "dealer_envy")]


@pytest.mark.parametrize(("wager", "found"), [(499, []), (500, [100]), (None, [None])])
def test_dealer_envy_needs_five_dollars(wager: int | None, found: list[int | None]) -> None:
    bet = seat(1, "10h 9c", main=500, breakz=wager)
    results = finished("dealer-breakz", BUSTS["4"], bet, pay_table=13, dealer_envy=True)
    awards = [result for result in results if result.spot == "dealer_envy"]
    assert [award.net for award in awards] == found
    if wager is None:
        assert awards[0].why == "Dealer Envy for a bust with 4 cards: $1 to the dealer if breakz is at least $5"


def test_dealer_envy_is_off_unless_enabled_or_when_the_dealer_stands() -> None:
    bet = seat(1, "10h 9c", main=500, breakz=500)
    assert len(finished("dealer-breakz", BUSTS["4"], bet, pay_table=13)) == 2
    assert len(finished("dealer-breakz", "10h 7c", bet, pay_table=13, dealer_envy=True)) == 2


@pytest.mark.clause("Breakz 2")
def test_clauses_of_a_late_wager() -> None:
    assert GAME.no_bet_clauses(rules("dealer-breakz"), "NO BET") == ("Breakz 2",)
