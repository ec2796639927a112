"""Are the wagers conserved? Every round is counted again from what was seen on the felt and on the lamps.

- Every wager that was in at the end of the round has exactly one result, on `main` and `p` one for each hand.
- Every chip that lay there at the first card, or landed after it, has a result, of the very amount that lay there.
- Nothing else has one; what was no bet goes back; and each net follows from its wager and its odds.
A voided round gives every wager back, and says nothing of chips that were no bet.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

from msgspec import UNSET

from controller.outputs import Outputs, RoundPicture, Settlement
from drivers.sim.felt import Felt, Place

LIVE: Final = ("locked", "removed")
MOST_TOLD: Final = 10


class Ledger:
    """`followed`: the table has a full panel. `ended` hears of every round; `broken` are the first sentences about
    what does not add up."""

    def __init__(self, felt: Felt, followed: bool = True) -> None:
        self._felt, self._followed = felt, followed
        self.ended: list[Callable[[RoundPicture], None]] = []
        self.status: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.wagers = self.chips = self.staked = self.net = 0
        self.broken: list[str] = []
        self.breaks = 0
        self._seen: Outputs | None = None
        self._last: int | None = None

    @property
    def rounds(self) -> int:
        return self.status.total()

    def look(self, picture: Outputs) -> None:
        """Before the people plan: the last look of a round is the one before it ended."""
        last = picture.last
        if last is not None and last.round != self._last:
            self._last = last.round
            self._account(last)
        if picture.status == "partial":
            self._seen = picture

    def _account(self, last: RoundPicture) -> None:
        seen, self._seen = self._seen, None
        self.status[last.status] += 1
        for hear in self.ended:
            hear(last)
        if seen is not None and seen.round == last.round:
            self._check(seen, last)

    def _check(self, seen: Outputs, last: RoundPicture) -> None:
        spots = {spot.spot for seat in seen.seats for spot in seat.spots}
        results = [one for one in last.settlements if one.spot in spots]
        live = {place: hands for place, hands in _live(seen).items() if self._is_ours(place)}
        for place, hands in live.items():
            mine = [one for one in results if (one.seat, one.spot) == place]
            whole = _one_each(mine, hands if last.status == "settled" else 0)
            self._need(whole, last, f"seat {place[0]} {place[1]} has {len(mine)} results for {hands or 1}")
        for one in results:
            due = (one.seat, one.spot) in live or one.outcome == "returned"
            self._need(due, last, f"seat {one.seat} {one.spot} {one.outcome} without a wager")
            self._need(_adds_up(one), last, f"seat {one.seat} {one.spot} {one.outcome} nets {one.net}")
        self._check_chips(seen, last, results, set(live))
        self.wagers += len(live)
        self.outcomes.update(one.outcome for one in results)
        self.staked += sum(one.wager or 0 for one in results)
        self.net += sum(one.net or 0 for one in last.settlements)

    def _check_chips(self, seen: Outputs, last: RoundPicture, results: list[Settlement], live: set[Place]) -> None:
        doubled = {seat.seat: [hand.doubled for hand in seat.hands] for seat in seen.seats}
        for place, cents in self._felt.wagered.items():
            mine = [one for one in results if (one.seat, one.spot) == place]
            if not self._is_ours(place) or (last.status == "void" and place not in live):
                continue
            self.chips += 1
            self._need(bool(mine), last, f"the chip on seat {place[0]} {place[1]} has no result")
            for one in mine:
                double = one.hand is not UNSET and doubled[one.seat][one.hand - 1]
                right = cents is None or one.wager == cents * (2 if double else 1)
                self._need(right, last, f"seat {one.seat} {one.spot} counts {one.wager}, {cents} lay there")

    def _is_ours(self, place: Place) -> bool:
        """Without a full panel the main bet is the dealer's own business."""
        return self._followed or place[1] != "main"

    def _need(self, right: bool, last: RoundPicture, what: str) -> None:
        if right:
            return
        self.breaks += 1
        if len(self.broken) < MOST_TOLD:
            self.broken.append(f"round {last.round} ({last.status}): {what}")


def _live(seen: Outputs) -> dict[Place, int]:
    """Wagers that are in, and how many hands each is played on; 0 where it has one result whatever the hands."""
    return {
        (seat.seat, spot.spot): len(seat.hands) if spot.spot in ("main", "p") else 0
        for seat in seen.seats
        for spot in seat.spots
        if spot.lamp in LIVE
    }


def _one_each(mine: list[Settlement], hands: int) -> bool:
    """One result for every hand, or one for the whole wager: then it has none, or it went back."""
    if len(mine) == 1 and mine[0].hand is UNSET:
        return not hands or mine[0].outcome == "returned"
    return sorted(one.hand for one in mine if one.hand is not UNSET) == list(range(1, hands + 1)) and bool(hands)


def _adds_up(one: Settlement) -> bool:
    if one.wager is None or one.net is None:
        return True
    match one.outcome:
        case "win":
            pays, to = (one.pays or "0:1").split(":")
            return one.net == one.wager * int(pays) // int(to)
        case "lose":
            return one.net == -one.wager
        case "half":
            return -one.wager <= one.net < 0
    return one.net == 0
