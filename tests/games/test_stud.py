from collections import Counter
from itertools import combinations_with_replacement
from math import comb

import pytest
from msgspec.structs import replace

from controller.cards import DECK, Card
from controller.games.model import Dealer, Seat
from controller.games.stud import rank_of
from tests.games.support import brief, cards, finished, hand, known, one, seat

ENVY = {"suited_three_of_a_kind": 100000, "straight_flush": 5000}
RANKED = [
    ("7h 7h", "7h", "suited_three_of_a_kind"), ("7h 8h", "9h", "straight_flush"), ("Qh Kh", "Ah", "straight_flush"),
    ("Ah 2h", "3h", "straight_flush"), ("7h 7c", "7h", "three_of_a_kind"), ("9h 7c", "8h", "straight"),
    ("Ah 3c", "2h", "straight"), ("Ah Qc", "Kh", "straight"), ("Kh Ac", "2h", "nothing"), ("Kh Ah", "2h", "flush"),
    ("7h 7h", "9h", "flush"), ("7h 7c", "9h", "pair"), ("7h 9c", "9h", "pair"), ("7h 9c", "Kh", "nothing"),
]  # fmt: skip
PAYS = {
    "suited_three_of_a_kind": 200, "straight_flush": 35, "three_of_a_kind": 20, "straight": 3, "flush": 2, "pair": 1,
}  # fmt: skip


def stud(dealer: str, *seats: Seat, **options: object) -> list[tuple[object, ...]]:
    """Bonus and envy results of a round."""
    return [row for row in brief(finished("no-bust-21", dealer, *seats, **options)) if row[1] != "main"]


@pytest.mark.clause("NB21 Stud")
@pytest.mark.parametrize(("own", "up", "row"), RANKED)
def test_the_best_rank_is_paid(own: str, up: str, row: str) -> None:
    assert rank_of(*cards(own), *cards(up)) == row
    result = finished("no-bust-21", f"{up} 10c", seat(1, own, main=500, stud=100))[-1]
    pays = PAYS.get(row)
    assert (result.spot, result.net) == ("stud", -100 if pays is None else 100 * pays)
    assert (result.clauses, result.reading) == (("NB21 Stud",), False)


def copies(*drawn: Card, decks: int) -> int:
    """How many ways a shoe of so many decks gives these three cards."""
    ways = 1
    for count in Counter(drawn).values():
        ways *= comb(decks, count)
    return ways


@pytest.mark.clause("NB21 Stud")
def test_exact_counts_of_six_decks() -> None:
    counts: Counter[str] = Counter()
    for three in combinations_with_replacement(DECK, 3):
        counts[rank_of(*three)] += copies(*three, decks=6)
    assert sum(counts.values()) == comb(312, 3) == 5013320
    counts.pop("nothing")
    assert counts == {
        "suited_three_of_a_kind": 1040, "straight_flush": 10368, "three_of_a_kind": 25272,
        "straight": 155520, "flush": 292896, "pair": 977184,
    }  # fmt: skip


@pytest.mark.clause("NB21 Stud")
def test_suited_three_of_a_kind_is_impossible_with_two_decks() -> None:
    ways = Counter[str]()
    for card in DECK:
        ways[rank_of(card, card, card)] += copies(card, card, card, decks=2)
    assert ways == {"suited_three_of_a_kind": 0}


@pytest.mark.clause("NB21 Stud")
def test_without_a_main_bet_it_is_returned() -> None:
    result = one(finished("no-bust-21", "7h 10c", seat(1, stud=100)))
    assert (result.outcome, result.net, result.clauses, result.reading) == ("returned", 0, ("NB21 Stud",), True)


def split_seat(*hands: str) -> Seat:
    return seat(1, *(hand(one, from_split=True) for one in hands), main=500, stud=100)


def test_after_a_split_the_first_cards_of_the_hands_count() -> None:
    assert stud("7h 10c", split_seat("7c 10h", "7h 3d")) == [(1, "stud", "win", 2000)]
    assert stud("9h 10c", split_seat("7c 10h", "7h 3d")) == [(1, "stud", "win", 100)]


def test_after_two_splits_only_if_every_candidate_ranks_the_same() -> None:
    assert stud("9h 10c", split_seat("7c 10h", "7h 3d", "7d 4d")) == [(1, "stud", "win", 100)]
    assert stud("9h 10c", split_seat("7c 10h")) == []
    doubtful = split_seat("7h 10h", "7h 3d", "7d 4d")
    assert stud("7h 10c", doubtful) == []
    assert stud("7h 10c", replace(doubtful, opening=cards("7h 7d"))) == [(1, "stud", "win", 2000)]


def row(number: int, stud: int | None = 500, held: str = "2c Jd", player: str | None = None) -> Seat:
    wagers = {"main": 500} if stud == 0 else {"main": 500, "stud": stud}
    return replace(seat(number, held, **wagers), player=player)


def awards(*seats: Seat) -> list[tuple[object, ...]]:
    results = stud("9h 10c", *seats, envy=ENVY)
    return [(number, net) for number, spot, _, net in results if spot == "envy"]


@pytest.mark.clause("NB21 Stud")
def test_others_envy_a_top_hand() -> None:
    """Seat 2 holds a straight flush; five dollars on the bonus qualify, whoever bet on it."""
    assert awards(row(1), row(2, held="7h 8h"), row(3, stud=400), row(4, stud=0)) == [(1, 5000)]
    assert awards(row(1), row(2, held="7h 8h", stud=0)) == [(1, 5000)]
    assert awards(row(1), row(2, held="9h 9h")) == [(1, 100000)]
    assert awards(row(1), row(2, held="9c 9h")) == []


@pytest.mark.clause("NB21 Stud")
@pytest.mark.parametrize(
    ("bets", "expected"),
    [((500, 500), [(1, 5000)]), ((400, 500), []), ((1000, 0), [(1, 5000)]), ((0, 1000), [(2, 5000)])],
)
def test_two_hands_envy_their_own_with_ten_dollars(bets: tuple[int, int], expected: list[object]) -> None:
    own, top = row(1, bets[0], player="ann"), row(2, bets[1], held="7h 8h", player="ann")
    assert awards(own, top) == expected


@pytest.mark.parametrize(("bet", "expected"), [(600, []), (700, [(1, 5000)])])
def test_three_hands_envy_their_own_with_twenty_dollars(bet: int, expected: list[object]) -> None:
    seats = [row(n, bet, player="ann") for n in (1, 2)] + [row(3, 600, held="7h 8h", player="ann")]
    assert awards(*seats) == expected


def test_one_award_per_top_hand_and_person() -> None:
    seats = [row(1, held="7h 8h"), row(2, held="9h 9h"), row(4, player="ann"), row(3, player="ann")]
    assert sorted(awards(*seats), key=str) == [(1, 100000), (2, 5000), (3, 100000), (3, 5000)]


def test_nobody_envies_an_only_hand_of_their_own() -> None:
    assert awards(row(1, 5000, held="7h 8h")) == []


def test_an_unknown_bet_leaves_the_award_open() -> None:
    results = finished("no-bust-21", "9h 10c", row(1, None), row(2, held="7h 8h"), envy=ENVY)
    envy = results[-1]
    assert (envy.outcome, envy.wager, envy.net) == ("award", None, None)
    assert envy.why == "Seat 2 holds a straight flush: envy bonus of $50 if at least $5 lie on stud"


def test_envy_comes_with_its_seat() -> None:
    results = finished("no-bust-21", "9h 10c", row(1), row(2, held="7h 8h"), row(3), envy=ENVY)
    order = [(3, "main"), (3, "stud"), (3, "envy"), (2, "main"), (2, "stud"), (1, "main"), (1, "stud"), (1, "envy")]
    assert [(r.seat, r.spot) for r in results] == order


@pytest.mark.clause("NB21 Stud cap")
def test_over_the_cap_winners_share_in_proportion() -> None:
    """Two suited threes of a kind of $20 and a straight flush of $10: $8350 in payouts, $5000 to share."""
    seats = [row(1, 2000, "9h 9h"), row(2, 2000, "9h 9h"), row(3, 1000, "7h 8h"), row(4, 100)]
    shares = stud("9h 10c", *seats, cap=500000)
    assert shares == [
        (4, "stud", "lose", -100),
        (3, "stud", "win", 20958),
        (2, "stud", "win", 239521),
        (1, "stud", "win", 239521),
    ]
    results = finished("no-bust-21", "9h 10c", *seats, cap=500000)
    assert [r.reading for r in results if r.spot == "stud"] == [False, True, True, True]
    assert results[-1].why.endswith("pays 200 to 1; the round's payouts share a cap of $5000")


@pytest.mark.clause("NB21 Stud cap")
def test_cents_that_are_left_go_to_the_lower_seat() -> None:
    seats = [row(n, 2000, "9h 9h") for n in (1, 2, 3)]
    nets = {number: net for number, _, _, net in stud("9h 10c", *seats, cap=500000)}
    assert nets == {1: 166667, 2: 166667, 3: 166666}


def test_envy_counts_against_the_cap() -> None:
    results = stud(
        "9h 10c", row(1, 2000, "9h 9h"), row(2, 500), envy={**ENVY, "suited_three_of_a_kind": 400000}, cap=500000
    )
    assert results == [(2, "stud", "lose", -500), (2, "envy", "award", 250000), (1, "stud", "win", 250000)]


def test_under_the_cap_nothing_changes() -> None:
    assert stud("9h 10c", row(1, 2000, "9h 9h"), cap=500000) == [(1, "stud", "win", 400000)]


def test_with_an_unknown_amount_no_capped_payout_is_known() -> None:
    results = finished("no-bust-21", "9h 10c", row(1, None, "9h 9h"), row(2, 500, "7h 8h"), row(3), cap=500000)
    nets = [(r.seat, r.outcome, r.net) for r in results if r.spot == "stud"]
    assert nets == [(3, "lose", -500), (2, "win", None), (1, "win", None)]


@pytest.mark.parametrize(("options", "early"), [({}, True), ({"cap": 500000}, False), ({"envy": ENVY}, True)])
def test_when_the_bonus_is_known(options: dict[str, object], early: bool) -> None:
    """At its third card; with a cap at the end of the deal."""
    dealing = Dealer(cards("9h"), dealt=False)
    bonus = seat(1, "7h 8h", main=500, stud=100)
    assert [r.spot for r in known("no-bust-21", dealing, bonus, **options)] == (["stud"] if early else [])
    assert [r.spot for r in known("no-bust-21", Dealer(cards("9h")), bonus, **options)] == ["stud"]
    assert known("no-bust-21", Dealer((), dealt=False), bonus, **options) == []
    assert known("no-bust-21", dealing, seat(1, "7h", main=500, stud=100), **options) == []
