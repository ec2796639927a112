"""The 3 Card Stud Bonus of No Bust 21, its envy bonus, and the cap on a round's payouts.

Decisions
- The hand is the seat's first two cards and the dealer's up card; only its best rank is paid.
- After one split the first cards of the two hands are the seat's first two. After more the second of them
  cannot be told, unless every candidate ranks the same or the seat says its `opening`.
- Envy: a person (seats of the same `player`) is awarded once per top hand, on the lowest seat with a bonus
  bet; what counts is the sum of the person's bonus bets. Where that sum is unknown the award is too.
- The cap is per round over bonus and envy payouts (a reading); over it winners share in proportion.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from controller.cards import RANK, RANKS, SUIT, Card
from controller.games.charter import ENVIED
from controller.games.model import Bet, Ground, Known, Rules, Seat, Settlement
from controller.games.results import award, lose, returned, win
from controller.money import Cents, Odds, dollars

ROWS: Final = ("suited_three_of_a_kind", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")
NOTHING: Final = "nothing"
CLAUSES: Final = ("NB21 Stud",)
ENVY_FROM: Final = 5_00
ENVY_OWN: Final = {2: 10_00, 3: 20_00}
"""What a person must bet in all to envy their own other hand, by hands played; 3 means more than two."""


@cache
def rank_of(first: Card, second: Card, up: Card) -> str:
    """The best row for three cards."""
    ranks = {RANK[first], RANK[second], RANK[up]}
    suited = SUIT[first] == SUIT[second] == SUIT[up]
    if len(ranks) == 1:
        return "suited_three_of_a_kind" if suited else "three_of_a_kind"
    if _straight(ranks):
        return "straight_flush" if suited else "straight"
    if suited:
        return "flush"
    return "pair" if len(ranks) == 2 else NOTHING


def _straight(ranks: set[str]) -> bool:
    """Three in a row; an ace stands below 2 or above K, never between them."""
    places = sorted(RANKS.index(name) for name in ranks)
    return len(places) == 3 and (places[2] - places[0] == 2 or places == [0, 11, 12])


def grade(seat: Seat, dealer: Sequence[Card]) -> str | None:
    """The row of the seat's bonus hand, None while its three cards are not known."""
    found = {rank_of(*pair, dealer[0]) for pair in _openings(seat)} if dealer else set()
    return found.pop() if len(found) == 1 else None


def _openings(seat: Seat) -> Iterator[tuple[Card, Card]]:
    """The pairs that may have been the seat's first two cards."""
    if seat.opening:
        yield seat.opening[0], seat.opening[1]
    elif len(seat.hands) > 1 and all(hand.cards for hand in seat.hands):
        yield from ((seat.hands[0].cards[0], other.cards[0]) for other in seat.hands[1:])
    elif seat.hands and len(seat.hands[0].cards) > 1 and not seat.hands[0].from_split:
        yield seat.hands[0].cards[0], seat.hands[0].cards[1]


def settle(rules: Rules, known: Known, seats: Sequence[Seat]) -> list[Settlement]:
    """Bonus bets at their third card, envy at the end of the deal; with a cap all of it then."""
    found = [_orphaned(seat) for seat in seats if "stud" in seat.wagers and "main" not in seat.wagers]
    if rules.cap is not None and not known.dealt:
        return found
    playing = [seat for seat in seats if "main" in seat.wagers]
    grades = {seat.seat: grade(seat, known.cards) for seat in playing}
    payouts = [one for seat in playing for one in _bonus(rules, seat, grades[seat.seat])]
    if rules.envy and known.dealt:
        payouts += _envy(rules, playing, grades)
    return found + (payouts if rules.cap is None else _capped(rules.cap, payouts))


def _orphaned(seat: Seat) -> Settlement:
    bet = Bet(seat.seat, "stud", seat.wagers["stud"])
    why = "No main bet at this seat: stud is no bet and goes back"
    return returned(bet, Ground(CLAUSES, why, reading=True))


def _bonus(rules: Rules, seat: Seat, row: str | None) -> list[Settlement]:
    if "stud" not in seat.wagers or row is None:
        return []
    bet = Bet(seat.seat, "stud", seat.wagers["stud"])
    if row == NOTHING:
        return [lose(bet, Ground(CLAUSES, "The first two cards and the up card make no bonus hand"))]
    assert rules.pay_table is not None
    pays = Odds(rules.pay_table.rows[row])
    return [win(bet, pays, Ground(CLAUSES, f"{_words(row)} with the up card: pays {pays.words()}"))]


def _words(row: str) -> str:
    return row.replace("_", " ").capitalize()


# -- envy ----------------------------------------------------------------------------------------------


def _envy(rules: Rules, seats: Sequence[Seat], grades: Mapping[int, str | None]) -> list[Settlement]:
    """One award per top hand and person; none while a hand is unknown."""
    if None in grades.values():
        return []
    tops = sorted((seat for seat in seats if grades[seat.seat] in ENVIED), key=lambda seat: seat.seat)
    return [
        award_
        for top in tops
        for owned in _by_person(seats)
        for award_ in _award(rules, top, str(grades[top.seat]), owned)
    ]


def _by_person(seats: Sequence[Seat]) -> list[list[Seat]]:
    people: dict[str | int, list[Seat]] = {}
    for seat in sorted(seats, key=lambda seat: seat.seat):
        people.setdefault(seat.seat if seat.player is None else seat.player, []).append(seat)
    return list(people.values())


def _award(rules: Rules, top: Seat, row: str, owned: list[Seat]) -> list[Settlement]:
    needed = _needed(top, owned)
    bets = [seat for seat in owned if "stud" in seat.wagers]
    if not bets or needed is None:
        return []
    amounts = [seat.wagers["stud"] for seat in bets]
    sure = sum(amount or 0 for amount in amounts) >= needed
    if not sure and None not in amounts:
        return []
    why = f"Seat {top.seat} holds a {_words(row).lower()}: envy bonus of ${dollars(rules.envy[row])}"
    why += "" if sure else f" if at least ${dollars(needed)} lie on stud"
    ground = Ground(CLAUSES, why, reading=len(owned) > 1)
    return [award(bets[0].seat, "envy", rules.envy[row] if sure else None, ground)]


def _needed(top: Seat, owned: list[Seat]) -> Cents | None:
    """What the person must bet on the bonus to envy this hand; None for an only hand of their own."""
    if top not in owned:
        return ENVY_FROM
    return ENVY_OWN[min(len(owned), 3)] if len(owned) > 1 else None


# -- the cap -------------------------------------------------------------------------------------------


def _capped(cap: Cents, found: list[Settlement]) -> list[Settlement]:
    """Payouts over the cap are shared; while an amount is unknown no payout is known."""
    paid = [one for one in found if _pays_out(one)]
    if any(one.net is None for one in paid):
        note = f"; check the amounts against the cap of ${dollars(cap)}"
        return [replace(one, net=None, why=one.why + note) if _pays_out(one) else one for one in found]
    if sum(one.net or 0 for one in paid) <= cap:
        return found
    shares, note = iter(_shares(cap, paid)), f"; the round's payouts share a cap of ${dollars(cap)}"
    return [
        replace(one, net=next(shares), why=one.why + note, reading=True) if _pays_out(one) else one for one in found
    ]


def _pays_out(one: Settlement) -> bool:
    return one.outcome in ("win", "award")


def _shares(cap: Cents, paid: list[Settlement]) -> list[Cents]:
    """In proportion, rounded down; the cents left go by largest remainder, then to the lower seat."""
    whole = sum(one.net or 0 for one in paid)
    parts = [divmod((one.net or 0) * cap, whole) for one in paid]
    left = cap - sum(share for share, _ in parts)
    order = sorted(range(len(paid)), key=lambda i: (-parts[i][1], paid[i].seat))
    return [share + (i in order[:left]) for i, (share, _) in enumerate(parts)]
