import pytest

from controller.games.model import Hand
from controller.games.no_bust_21 import GAME
from tests.games.support import cards, finished, hand, one, rules, seat

HANDS = {
    18: "10h 8c", 19: "10h 9c", 20: "10h Kc", 21: "10h 5c 6d", 22: "10h 5c 7d", 23: "10h 5c 8d",
    24: "10h 5c 9d", 25: "10h 6c 9d", 26: "10h 6c 10d", 27: "10h 7c Kd",
}  # fmt: skip
EXAMPLES = [
    (19, 23, "push"), (19, 22, "win"), (19, 24, "lose"), (19, 19, "push"), (27, 27, "lose"),
    (22, 20, "push"), (22, 22, "lose"), (20, 20, "push"), (18, 20, "win"), (25, 18, "win"), (21, 20, "lose"),
    (21, 21, "win"),
]  # fmt: skip


@pytest.mark.clause("NB21 2a", "NB21 2d")
@pytest.mark.parametrize(("dealer", "player", "outcome"), EXAMPLES)
def test_nearest_to_21_wins(dealer: int, player: int, outcome: str) -> None:
    """The text's own five examples, and more of the same kind."""
    result = one(finished("no-bust-21", HANDS[dealer], seat(1, HANDS[player], main=500)))
    net = {"win": 500, "lose": -500, "push": 0}[outcome]
    assert (result.outcome, result.net, result.reading) == (outcome, net, False)


@pytest.mark.clause("NB21 2d")
def test_ties_above_21_cite_their_own_clause() -> None:
    result = one(finished("no-bust-21", HANDS[27], seat(1, HANDS[27], main=500)))
    assert (result.clauses, result.why) == (("NB21 2d",), "Both have 27: the house wins ties above 21")


@pytest.mark.clause("NB21 2b")
@pytest.mark.parametrize("dealer", ["10h 9c", "10h 5c 6d", "Ah Kc"])
@pytest.mark.parametrize("held", ["Ah Kc", "10h 5c 6d", "Ah 3c 7d", "Ah Ac 9d", "2h 3c 4d 5s 7h"])
def test_a_players_21_wins_even_money_against_anything(held: str, dealer: str) -> None:
    result = one(finished("no-bust-21", dealer, seat(1, held, main=500)))
    assert (result.outcome, result.pays, result.net, result.clauses) == ("win", "1:1", 500, ("NB21 2b",))
    assert not result.reading


@pytest.mark.clause("NB21 2b", "NB21 2e")
@pytest.mark.parametrize(
    ("held", "net"), [(hand("6h 5c Kd", doubled=True), 1000), (hand("Ah Kc", from_split=True), 500)]
)
def test_21_after_a_double_or_split_is_a_reading(held: Hand, net: int) -> None:
    result = one(finished("no-bust-21", "Ah Kc", seat(1, held, main=500)))
    assert (result.outcome, result.net, result.reading) == ("win", net, True)


def test_a_21_that_was_drawn_on_was_already_paid() -> None:
    assert one(finished("no-bust-21", "10h 9c", seat(1, "10h 5c 6d 3s", main=500))).outcome == "win"


@pytest.mark.clause("NB21 2d")
def test_a_dealer_natural_beats_what_is_not_21() -> None:
    result = one(finished("no-bust-21", "Ah Kc", seat(1, "10h Kc", main=500)))
    assert (result.outcome, result.reading) == ("lose", True)


DRAWS = [
    ("10h 7c", True), ("10h 8c", False), ("Ah 6c", True), ("Ah 7c", False), ("Ah Kc", False),
    ("Ah 6c 5d", False), ("Ah 6c 6d", False), ("Ah 6c 7d", False), ("Ah 6c 8d", True), ("Ah 6c Kd", True),
    ("Ah 6c Kd Ad", False), ("Ah Ac", True), ("10h 7c Kd", False), ("Ah 5c", True), ("2h 3c", True),
]  # fmt: skip


@pytest.mark.clause("NB21 2c")
@pytest.mark.parametrize(("text", "draws"), DRAWS)
def test_the_dealer_draws(text: str, draws: bool) -> None:
    assert GAME.dealer_draws(rules("no-bust-21"), cards(text)) == draws


@pytest.mark.parametrize(
    ("text", "points", "soft"),
    [
        ("Ah Ac", 12, True),
        ("Ah 6c 7d", 24, True),
        ("Ah 6c 8d", 25, True),
        ("Ah 6c 9d", 16, False),
        ("Ah 6c Kd", 17, False),
        ("10h 9c 8d", 27, False),
        ("Ah Kc", 21, True),
    ],
)
def test_totals_are_the_nearer_count(text: str, points: int, soft: bool) -> None:
    total = GAME.total(cards(text))
    assert (total.points, total.soft) == (points, soft)
    assert not GAME.busted(cards(text))


def test_the_dealers_total_by_2c_is_the_nearer_count_wherever_he_stands() -> None:
    house = rules("no-bust-21")
    for count in range(4, 28):
        for aces in ("", "Ah "):
            filler = " ".join(["2c"] * (count // 2) + ["Ac"] * (count % 2))
            held = cards(aces + filler)
            low = count + bool(aces)
            high = low + 10 if "A" in aces + filler else low
            if not GAME.dealer_draws(house, held):
                assert GAME.total(held).points == (high if 18 <= high <= 24 else low)


@pytest.mark.clause("NB21 2c")
def test_an_ace_sent_back_to_1_is_a_reading() -> None:
    result = one(finished("no-bust-21", "Ah 6c Kd Ad", seat(1, "10h 9c", main=500)))
    assert (result.outcome, result.reading) == ("win", True)


OVER = [
    ("10h 6c", False), ("10h 6c 5d", True), ("10h 6c 6d", True), ("Ah Kc", True), ("Ah 6c 7d", False),
    ("Ah 9c Kd", False), ("Ah Kc Kd", True),
]  # fmt: skip


@pytest.mark.clause("NB21 2b")
@pytest.mark.parametrize(("text", "over"), OVER)
def test_hands_end_at_21_or_above_hard_21(text: str, over: bool) -> None:
    assert GAME.hand_over(rules("no-bust-21"), "main", hand(text)) == over


@pytest.mark.clause("NB21 2", "NB21 2e")
def test_splits_and_doubles_but_no_surrender_or_insurance() -> None:
    house, pair = rules("no-bust-21"), hand("8h 8c")
    offered = {key for key in ("double", "split", "surrender", "insurance") if GAME.may(house, key, pair, (pair,))}
    assert offered == {"double", "split"}
    again = hand("8h 3c", from_split=True)
    assert GAME.may(house, "double", again, (again, again))


@pytest.mark.clause("NB21 1")
@pytest.mark.parametrize("decks", [2, 6, 7, 8])
def test_decks(decks: int) -> None:
    assert rules("no-bust-21", decks=decks).decks == decks
