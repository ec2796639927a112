"""Players and a dealer who play by themselves: they see what people would see, and move chips and cards.

Every move is one thing a person does, written as a line (hands.py). Lines are planned phase by phase from what
the displays show: the dealer follows the prompts, players bet again after the round and play basic strategy, and
when the table stops the supervisor comes (supervisor.py). Nobody asks the controller for more than its picture,
so they live with whatever a visitor or a fault does to the table, and go on.
"""

from collections import Counter, deque
from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from controller.outputs import FACE_DOWN, HandPicture, Outputs, RoundPicture, SeatPicture
from drivers.sim.hands import FASTEST, REST, Hands, Line
from drivers.sim.ledger import Ledger
from drivers.sim.strategy import House, choose
from drivers.sim.supervisor import Supervisor

CHIPS: Final = (500, 1000, 1500, 2500)
HUMAN_PACE_NS: Final = 700_000_000
SETTLED_NS: Final = 150_000_000
"""What was done shows by then: debounce, locking, the shoe's copies and the commit are over."""
STOPS: Final = ("suspended", "service", "closed")
RESERVE: Final = 60
"""A shoe with fewer cards is shuffled before the next round."""
TENS: Final = ("10", "J", "Q", "K")

Plan = list[Line]


class Mischief(Protocol):
    """Who spoils a plan now and then (faults.py)."""

    def spoil(self, picture: Outputs, plan: Plan) -> Plan: ...
    def judge(self, past: RoundPicture) -> None: ...


class Players:
    def __init__(self, hands: Hands, house: House, seed: int, mischief: Mischief | None = None) -> None:
        self._hands, self._house, self._mischief = hands, house, mischief
        self._rig, self._felt = hands.rig, hands.felt
        self._random = Random(seed)
        self._supervisor = Supervisor(hands.felt, self._random)
        self.ledger = Ledger(hands.felt, house.followed)
        if mischief:
            self.ledger.ended.append(mischief.judge)
        self._plan: deque[Line] = deque()
        self._planned_in = ""
        self._acted = 0
        self._stopped, self._hurry = False, True

    # -- their pace ------------------------------------------------------------------------------------

    def start(self) -> None:
        """In real time, on the clock's thread; the first deal in a hurry, so that nobody finds an empty table."""
        pace = round(HUMAN_PACE_NS / (FASTEST if self._hurry else self._hands.speed))
        self._rig.clock.call_at(self._rig.clock.now() + pace, self._tick)

    def stop(self) -> None:
        with self._hands.turn:
            self._stopped = True

    def _tick(self) -> None:
        with self._hands.turn:
            if self._stopped:
                return
            if self._hands.autoplay:
                self.move()
                self._hurry = self._hurry and self._rig.mirror.picture.phase in (
                    "closed",
                    "betting",
                    "locking",
                    "dealing",
                )
            else:
                self._plan.clear()
                self.ledger.look(self._rig.mirror.picture)
        self.start()

    def move(self) -> None:
        """One thing a person does; a plan that a stopped table has overtaken is dropped."""
        picture = self._rig.mirror.picture
        if picture.phase in STOPS and picture.phase != self._planned_in:
            self._plan.clear()
        if not self._plan:
            if self._rig.clock.now() < self._acted + SETTLED_NS:
                return
            picture = self._rig.now()
            self.ledger.look(picture)
            self._planned_in = picture.phase
            self._plan.extend(self._planned(picture))
        if self._plan:
            self._acted = self._rig.clock.now()
            self._hands.act(self._plan.popleft())

    def _planned(self, picture: Outputs) -> Plan:
        if picture.phase != "suspended":
            self._supervisor.leaves()
            if decides := self._supervisor.close_calls(picture):
                return decides
        plan = _HABITS[picture.phase](self, picture)
        return self._mischief.spoil(picture, plan) if self._mischief else plan

    # -- what people do in each phase ------------------------------------------------------------------

    def _open(self, picture: Outputs) -> Plan:
        """A dealer comes, opens and leaves: play needs no badge."""
        return [("badge", "in", "dealer"), ("do", "open"), ("badge", "out")]

    def _bet(self, picture: Outputs) -> Plan:
        """Clear what is left of the last round, shuffle when it is time, bet, deal the first card."""
        if not picture.shoe:
            return [REST, REST, ("shoe", "plug"), REST]
        if picture.prompt[0].startswith("BURN"):
            return [("draw",)]
        self._felt.new_round()
        left: Plan = [("take", str(seat), spot) for seat, spot in covered(picture)]
        box: Plan = [("box", "off")] if picture.box else []
        bets = [bet for seat in picture.seats if not seat.off for bet in self._bets(seat)]
        return [*left, *box, *self._shuffle(picture), *bets, *([("draw",)] if bets else [])]

    def _shuffle(self, picture: Outputs) -> Plan:
        """At the cut card, and when the count is not that of the shoe: another one, or a card was never seen."""
        left = self._felt.deck.left
        if "LAST ROUND" not in picture.prompt[1] and left >= RESERVE and left == picture.left:
            return []
        return [("badge", "in", "dealer"), ("do", "shuffle"), ("badge", "out")]

    def _bets(self, seat: SeatPicture) -> Plan:
        if self._random.random() < 0.25:
            return []
        base, *sides = (spot.spot for spot in seat.spots)
        if base == "p":
            return [self._chip(seat.seat, self._random.choice((base, *sides)))]
        return [self._chip(seat.seat, spot) for spot in (base, *(s for s in sides if self._random.random() < 0.6))]

    def _chip(self, seat: int, spot: str) -> Line:
        return ("chip", str(seat), spot, str(self._random.choice(CHIPS)))

    def _deal(self, picture: Outputs) -> Plan:
        """To the seats that the prompt names, and the dealer, twice."""
        seats = picture.prompt[1].partition("DEAL SEATS ")[2].partition(" · ")[0].split()
        lie = len(picture.dealer) + sum(len(hand.cards) for seat in picture.seats for hand in seat.hands)
        return [("draw",)] * max(1, 2 * (len(seats) + 1) - lie)

    def _play(self, picture: Outputs) -> Plan:
        if self._felt.cut_card_is_out():
            return [("cut",)]
        if taken := _busted(picture):
            return taken
        turn = [(seat, hand) for seat in picture.seats for hand in seat.hands if hand.in_turn]
        if self._peeked_natural(picture) or not turn:
            return self._expose(picture)
        return self._decide(*turn[0], picture)

    def _expose(self, picture: Outputs) -> Plan:
        """The up card goes into its box, out of which it comes first if it lies there too early."""
        if not self._rig.wiring.box:
            return [("press", "dealer"), REST]
        return [*([("box", "off"), REST] if picture.box else []), ("box", "on")]

    def _peeked_natural(self, picture: Outputs) -> bool:
        """Up card ace or ten: the dealer looks under it."""
        hole = self._felt.hole(picture)
        if "PEEK" not in picture.prompt[0] or hole is None or FACE_DOWN not in picture.dealer:
            return False
        ranks = {hole[:-1], (picture.up_card or "")[:-1]}
        return "A" in ranks and not ranks.isdisjoint(TENS)

    def _decide(self, seat: SeatPicture, hand: HandPicture, picture: Outputs) -> Plan:
        plays_d = any(spot.spot == "d" and spot.lamp in ("locked", "removed") for spot in seat.spots)
        if hand.doubled or plays_d or len(hand.cards) < 2:
            return [("draw",)]
        play = choose(self._house, hand.cards, hand.total, picture.up_card or "A", len(seat.hands))
        if play != "hit" and any(one.alert == "bad_key" and one.seat == seat.seat for one in picture.alerts):
            play = "stand" if play == "stand" else "hit"
        return [("draw",)] if play == "hit" else [("press", play), REST]

    def _draw_dealer(self, picture: Outputs) -> Plan:
        return [("draw",)] if "HIT" in picture.prompt[0] else []

    def _resolve(self, picture: Outputs) -> Plan:
        """Losing side bets come off first, then all is taken and paid in shown order; then the box is cleared."""
        there = set(covered(picture))
        losing = [
            (one.seat, one.spot) for one in picture.results if one.outcome == "lose" and not _base(picture, one.spot)
        ]
        order = dict.fromkeys([*losing, *((one.seat, one.spot) for one in picture.results)])
        moves: Plan = [("take", str(seat), spot) for seat, spot in order if (seat, spot) in there]
        if not self._rig.wiring.box:
            return [*moves, ("press", "next"), REST]
        return [*moves, *([] if picture.box else [("box", "on"), REST]), ("box", "off")]

    def _supervise(self, picture: Outputs) -> Plan:
        return self._supervisor.comes(picture, self._expose(picture))

    def _rest(self, picture: Outputs) -> Plan:
        return []


def covered(picture: Outputs) -> list[tuple[int, str]]:
    return [(seat.seat, spot.spot) for seat in picture.seats for spot in seat.spots if spot.covered]


def _base(picture: Outputs, spot: str) -> bool:
    return spot in ("main", "p", "d")


def _busted(picture: Outputs) -> Plan:
    """A base bet whose hands have all lost comes off at once."""
    lost = Counter((one.seat, one.spot) for one in picture.results if one.outcome == "lose")
    hands = {seat.seat: len(seat.hands) for seat in picture.seats}
    return [
        ("take", str(seat), spot)
        for seat, spot in covered(picture)
        if spot in ("main", "p") and lost[seat, spot] == hands[seat] > 0
    ]


_HABITS: Final[dict[str, Callable[[Players, Outputs], Plan]]] = {
    "closed": Players._open, "betting": Players._bet, "locking": Players._rest, "dealing": Players._deal,
    "playing": Players._play, "dealer_turn": Players._draw_dealer, "resolving": Players._resolve,
    "suspended": Players._supervise, "service": Players._rest,
}  # fmt: skip
