import pytest
from msgspec import UNSET
from msgspec.structs import replace

from controller.games.winners_option import GAME, larger_half
from tests.games.support import brief, cards, finished, hand, one, rules, seat

CLAUSE = "SD 20:18:15:30.08({})"
D_RESULTS = [
    ("both natural", "Ah Kc", "Ad Ks", "push", 0, 5),
    ("D natural", "Ah Kc", "10d 8s", "lose", -500, 5),
    ("D natural against a drawn 21", "Ah Kc", "10d 5s 6c", "lose", -500, 5),
    ("dealer natural", "10h 9c", "Ad Ks", "win", 500, 9),
    ("dealer natural against a drawn 21", "10h 5c 6d", "Ad Ks", "win", 500, 9),
    ("both bust", "10h 6c 10d", "10d 6s 9c", "half", -300, 12),
    ("both bust alike", "10h 6c 9d", "10d 6s 9c", "half", -300, 12),
    ("D bust only", "10h 6c 10d", "10d 7s", "win", 500, 11),
    ("dealer bust only", "10h 8c", "10d 6s 9c", "lose", -500, 10),
    ("lower", "10h 8c", "10d 9s", "win", 500, 8),
    ("equal", "10h 8c", "10d 8s", "push", 0, 13),
    ("higher", "10h 9c", "10d 8s", "lose", -500, 8),
]


@pytest.mark.clause(
    "SD 20:18:15:30.08(5)",
    "SD 20:18:15:30.08(8)",
    "SD 20:18:15:30.08(9)",
    "SD 20:18:15:30.08(10)",
    "SD 20:18:15:30.08(11)",
    "SD 20:18:15:30.08(12)",
    "SD 20:18:15:30.08(13)",
)
@pytest.mark.clause(
    "SD 20:18:15:30.08(16)(b)", "SD 20:18:15:30.08(16)(e)", "SD 20:18:15:30.08(16)(f)", "SD 20:18:15:30.08(16)(g)"
)
@pytest.mark.parametrize(
    ("held", "dealer", "outcome", "net", "clause"), [r[1:] for r in D_RESULTS], ids=[r[0] for r in D_RESULTS]
)
def test_d_results(held: str, dealer: str, outcome: str, net: int, clause: int) -> None:
    result = one(finished("winners-option", dealer, seat(2, held, d=500)))
    assert (result.outcome, result.net, result.clauses) == (outcome, net, (CLAUSE.format(clause),))
    assert result.hand is UNSET


def test_only_the_higher_d_hand_is_a_reading() -> None:
    readings = {
        name: one(finished("winners-option", dealer, seat(2, held, d=500))).reading
        for name, held, dealer, *_ in D_RESULTS
    }
    assert [name for name, reading in readings.items() if reading] == ["higher"]


@pytest.mark.clause("SD 20:18:15:30.08(12)", "SD 20:18:15:30.08(16)(g)")
@pytest.mark.parametrize(
    ("wager", "chip", "taken"),
    [(500, 100, 300), (400, 100, 200), (100, 100, 100), (500, 500, 500), (500, 50, 250), (1500, 500, 1000)],
)
def test_half_loss_takes_the_larger_part(wager: int, chip: int, taken: int) -> None:
    assert larger_half(wager, chip) == taken
    result = one(finished("winners-option", "10d 6s 9c", seat(2, "10h 6c 10d", d=wager), smallest_chip=chip))
    assert result.net == -taken


@pytest.mark.clause("SD 20:18:15:30.08(2)", "SD 20:18:15:30.08(7)", "SD 20:18:15:30.08(13)")
@pytest.mark.clause("SD 20:18:15:30.08(16)(a)", "SD 20:18:15:30.08(16)(c)", "SD 20:18:15:30.08(16)(d)")
@pytest.mark.parametrize(
    ("held", "dealer", "net", "clauses"),
    [
        ("10h 8c", "10d 6s 9c", 500, (7,)),
        ("10h 9c", "10d 8s", 500, (7,)),
        ("Ah Kc", "10d 8s", 750, (7,)),
        ("10h 7c", "10d 8s", -500, (7,)),
        ("10h 8c", "10d 8s", 0, (7, 13)),
        ("10h 8c 9d", "10d 6s 9c", -500, (7,)),
    ],
)
def test_p_hands_are_standard_blackjack(held: str, dealer: str, net: int, clauses: tuple[int, ...]) -> None:
    result = one(finished("winners-option", dealer, seat(2, held, p=500)))
    assert (result.spot, result.hand, result.net) == ("p", 1, net)
    assert result.clauses == (*(CLAUSE.format(n) for n in clauses), "BJ house")


@pytest.mark.clause("SD 20:18:15:30.08(14)")
@pytest.mark.parametrize("arrow", ["p", "d"])
def test_both_arrows_may_insure(arrow: str) -> None:
    insured = replace(seat(2, "10h 9c", **{arrow: 500}), insurance=200)
    results = finished("winners-option", "Ad Ks", insured)
    assert brief(results)[0] == (2, "insurance", "win", 400)
    assert results[0].clauses == (CLAUSE.format(14), "BJ house")
    assert GAME.may(rules("winners-option"), "insurance", insured.hands[0], insured.hands, arrow)


@pytest.mark.clause("SD 20:18:15:30.08(3)", "SD 20:18:15:30.08(6)")
@pytest.mark.parametrize(
    ("text", "draws"),
    [
        ("10h 6c", True),
        ("Ah 6c", True),
        ("10h 7c", False),
        ("Ah 7c", False),
        ("Ah 6c 10d", False),
        ("Ah Kc", False),
    ],
)
def test_the_dealer_and_d_hands_hit_soft_17(text: str, draws: bool) -> None:
    house = rules("winners-option")
    assert GAME.dealer_draws(house, cards(text)) == draws
    assert GAME.hand_over(house, "d", hand(text)) == (not draws)


@pytest.mark.clause("SD 20:18:15:30.08(3)", "SD 20:18:15:30.08(15)")
def test_d_hands_are_never_played() -> None:
    house, pair = rules("winners-option"), hand("8h 8c")
    asked = [(spot, key) for spot in "pd" for key in ("double", "split", "surrender")]
    offered = {(spot, key) for spot, key in asked if GAME.may(house, key, pair, (pair,), spot)}
    assert offered == {("p", "double"), ("p", "split")}


@pytest.mark.clause("SD 20:18:15:30.08(1)")
def test_both_arrows_have_no_result_until_one_is_admitted() -> None:
    assert finished("winners-option", "10d 8s", seat(2, "10h 9c", p=500, d=500)) == []


def test_seats_are_resolved_from_the_last_to_the_first() -> None:
    seats = [seat(1, "10h 9c", p=500), seat(3, "10h 8c", d=500), seat(2, "10h 6c 10d", d=500)]
    assert [r.seat for r in finished("winners-option", "10d 7s", *seats)] == [3, 2, 1]


@pytest.mark.clause("SD 20:18:15:30.08(1)", "SD 20:18:15:30.08(16)")
def test_clauses_of_a_late_wager() -> None:
    assert GAME.no_bet_clauses(rules("winners-option"), "NO BET") == (CLAUSE.format(1), CLAUSE.format(16))


def test_an_unknown_amount_still_has_its_outcome() -> None:
    result = one(finished("winners-option", "10d 6s 9c", seat(2, "10h 6c 10d", d=None)))
    assert (result.outcome, result.wager, result.net) == ("half", None, None)
