"""The base game, through Dealer Bust 21 (which leaves it as it is)."""

import pytest
from msgspec.structs import replace

from controller import games
from controller.games.model import Hand, Seat
from tests.games.support import brief, cards, finished, hand, one, rules, seat

GAME = games.find("dealer-bust-21")


@pytest.mark.parametrize(
    ("text", "points", "soft"),
    [
        ("10h 7c", 17, False),
        ("Ah 6c", 17, True),
        ("Ah 6c 10d", 17, False),
        ("Ah Ac", 12, True),
        ("Ah Ac 9d", 21, True),
        ("Ah Kc", 21, True),
        ("Jh Qc Kd", 30, False),
        ("Ah Ac Ad As 10h", 14, False),
        ("", 0, False),
    ],
)
def test_totals(text: str, points: int, soft: bool) -> None:
    total = GAME.total(cards(text))
    assert (total.points, total.soft) == (points, soft)
    assert GAME.busted(cards(text)) == (points > 21)


@pytest.mark.parametrize(
    ("text", "stand", "hit"),
    [
        ("10h 6c", True, True),
        ("10h 7c", False, False),
        ("Ah 6c", False, True),
        ("Ah 7c", False, False),
        ("Ah 5c", True, True),
    ],
)
def test_the_dealer_draws(text: str, stand: bool, hit: bool) -> None:
    assert GAME.dealer_draws(rules("dealer-bust-21", soft17="stand"), cards(text)) == stand
    assert GAME.dealer_draws(rules("dealer-bust-21", soft17="hit"), cards(text)) == hit


RESULTS: list[tuple[str, Hand, str, str, int]] = [
    ("higher", hand("10h 9c"), "10d 8s", "win", 1000),
    ("lower", hand("10h 7c"), "10d 8s", "lose", -1000),
    ("equal", hand("10h 8c"), "10d 8s", "push", 0),
    ("bust", hand("10h 8c 5d"), "10d 8s", "lose", -1000),
    ("bust before the dealer's", hand("10h 8c 5d"), "10d 6s 9c", "lose", -1000),
    ("dealer bust", hand("2h 3c"), "10d 6s 9c", "win", 1000),
    ("natural", hand("Ah Kc"), "10d 8s", "win", 1500),
    ("natural against a drawn 21", hand("Ah Kc"), "10d 5s 6c", "win", 1500),
    ("drawn 21 against a natural", hand("7h 7c 7d"), "Ad Ks", "lose", -1000),
    ("both natural", hand("Ah Kc"), "Ad Ks", "push", 0),
    ("21 after a split is no natural", hand("Ah Kc", from_split=True), "10d 5s 6c", "push", 0),
    ("doubled win", hand("6h 5c 10d", doubled=True), "10d 8s", "win", 2000),
    ("doubled loss", hand("6h 5c 2d", doubled=True), "10d 8s", "lose", -2000),
    ("doubled against a natural", hand("6h 5c 10d", doubled=True), "Ad Ks", "lose", -2000),
    ("surrender", hand("10h 6c", surrendered=True), "10d 8s", "half", -500),
    ("surrender against a natural", hand("10h 6c", surrendered=True), "10d As", "lose", -1000),
    ("bust against a natural", hand("10h 6c 9d"), "10d As", "lose", -1000),
]


@pytest.mark.clause("SD 20:18:15:30.10(7)", "WA DB21 1", "WA DB21 8")
@pytest.mark.parametrize(
    ("held", "dealer", "outcome", "net"), [row[1:] for row in RESULTS], ids=[r[0] for r in RESULTS]
)
@pytest.mark.parametrize("state", ["SD", "WA"])
def test_main_results(held: Hand, dealer: str, outcome: str, net: int, state: str) -> None:
    result = one(finished("dealer-bust-21", dealer, seat(2, held, main=1000), jurisdiction=state))
    assert (result.spot, result.hand, result.outcome, result.net) == ("main", 1, outcome, net)
    assert result.wager == (2000 if held.doubled else 1000)
    assert "BJ house" in result.clauses
    assert result.reading == held.surrendered


@pytest.mark.parametrize(
    ("wager", "natural", "surrendered"), [(1000, 1500, -500), (500, 750, -250), (101, 152, -51), (1, 2, -1)]
)
def test_roundings_to_the_cent(wager: int, natural: int, surrendered: int) -> None:
    """Pays round up for the player, takes for the house."""
    assert one(finished("dealer-bust-21", "10d 8s", seat(1, "Ah Kc", main=wager))).net == natural
    gave_up = hand("10h 6c", surrendered=True)
    assert one(finished("dealer-bust-21", "10d 8s", seat(1, gave_up, main=wager))).net == surrendered


def test_six_to_five() -> None:
    result = one(finished("dealer-bust-21", "10d 8s", seat(1, "Ah Kc", main=500), decks=1, natural_pays="6:5"))
    assert (result.pays, result.net) == ("6:5", 600)


@pytest.mark.parametrize(("dealer", "outcome", "net"), [("Ad Ks", "win", 1000), ("Ad 8s", "lose", -500)])
def test_insurance_comes_before_the_base_bet(dealer: str, outcome: str, net: int) -> None:
    insured = replace(seat(1, "10h 9c", main=1000), insurance=500)
    first, second = finished("dealer-bust-21", dealer, insured)
    assert (first.spot, first.outcome, first.net, first.wager) == ("insurance", outcome, net, 500)
    assert second.spot == "main"


def test_split_hands_are_settled_in_order() -> None:
    split = seat(4, hand("8h 10c", from_split=True), hand("8d 3s 10s", from_split=True, doubled=True), main=500)
    assert [(r.hand, r.wager, r.net) for r in finished("dealer-bust-21", "10d 9s", split)] == [
        (1, 500, -500),
        (2, 1000, 1000),
    ]


def test_unknown_amounts_keep_outcome_and_odds() -> None:
    result = one(finished("dealer-bust-21", "10d 8s", seat(1, hand("Ah Kc"), main=None)))
    assert (result.outcome, result.pays, result.wager, result.net) == ("win", "3:2", None, None)
    assert result.why == "Blackjack: the bet is paid 3 to 2"


def test_a_seat_whose_hands_are_not_followed_has_no_base_result() -> None:
    assert brief(finished("dealer-bust-21", "10d 8s", Seat(1, (), {"main": 500, "db21": 100}))) == [
        (1, "db21", "lose", -100)
    ]


OVER = [
    ("10h 6c", {}, False),
    ("10h 6c 5d", {}, True),
    ("10h 6c 6d", {}, True),
    ("Ah Kc", {}, True),
    ("6h 5c", {"doubled": True}, False),
    ("6h 5c 2d", {"doubled": True}, True),
    ("10h 6c", {"surrendered": True}, True),
    ("Ah", {"from_split": True}, False),
    ("Ah 5c", {"from_split": True}, True),
    ("8h 5c", {"from_split": True}, False),
]


@pytest.mark.parametrize(("text", "marks", "over"), OVER)
def test_hand_over(text: str, marks: dict[str, bool], over: bool) -> None:
    assert GAME.hand_over(rules("dealer-bust-21"), "main", hand(text, **marks)) == over


def test_resplit_aces_leaves_a_pair_of_split_aces_open() -> None:
    again = rules("dealer-bust-21", resplit_aces=True)
    aces = hand("Ah Ac", from_split=True)
    assert not GAME.hand_over(again, "main", aces)
    assert GAME.may(again, "split", aces, (aces, aces))
    assert not GAME.may(again, "double", aces, (aces, aces))


MAY = [
    ("double", "5h 4c", {}, True),
    ("double", "5h 4c 2d", {}, False),
    ("double", "Ah Kc", {}, False),
    ("split", "8h 8c", {}, True),
    ("split", "Kh Qc", {}, True),
    ("split", "8h 9c", {}, False),
    ("surrender", "10h 6c", {}, False),
    ("surrender", "10h 6c", {"surrender": "late"}, True),
    ("double", "5h 3c", {"double": "9-11"}, False),
    ("double", "5h 4c", {"double": "9-11"}, True),
    ("double", "5h 4c", {"double": "10-11"}, False),
    ("insurance", "Ah Kc", {}, True),
    ("stand", "5h 4c", {}, False),
    ("split", "8h 8c", {"max_hands": 1}, False),
]


@pytest.mark.parametrize(("key", "text", "options", "allowed"), MAY)
def test_what_is_offered(key: str, text: str, options: dict[str, object], allowed: bool) -> None:
    held = hand(text)
    assert GAME.may(rules("dealer-bust-21", **options), key, held, (held,)) == allowed


def test_after_a_split() -> None:
    house, pair = rules("dealer-bust-21", surrender="late"), hand("8h 8c", from_split=True)
    assert GAME.may(house, "double", pair, (pair, pair))
    assert GAME.may(house, "split", pair, (pair, pair, pair))
    assert not GAME.may(house, "split", pair, (pair,) * 4)
    assert not GAME.may(house, "surrender", pair, (pair, pair))
    assert not GAME.may(house, "insurance", pair, (pair, pair))
    assert not GAME.may(rules("dealer-bust-21", double_after_split=False), "double", pair, (pair, pair))
