"""Players and a dealer who play by themselves: they see what people would see, and move chips and cards.

Every tick is one thing a person does. The dealer follows the prompts on the displays; players bet again
after the round and play a plain strategy. The dealer knows the hole card by peeking, as at a real table,
not from the controller.
"""

from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final

from controller.events import AmountKnown
from controller.outputs import FACE_DOWN, HandPicture, Outputs
from drivers.sim.rig import Rig
from drivers.sim.shoe import Deck

CHIPS: Final = (500, 1000, 1500, 2500)
HOLD_NS: Final = 60_000_000
RESERVE: Final = 60
"""A shoe with fewer cards is shuffled before the next round."""

Move = Callable[[], None]


class Players:
    def __init__(self, rig: Rig, decks: int, seed: int, pace_ns: int) -> None:
        self._rig, self._decks, self._pace = rig, decks, pace_ns
        self._random = Random(seed)
        self._deck = self._new_deck()
        self._plan: deque[Move] = deque()
        self._drawn: list[str] = []
        self._stopped = False

    def _new_deck(self) -> Deck:
        return Deck(self._decks, self._random.randrange(2**32))

    def start(self) -> None:
        self._again()

    def stop(self) -> None:
        self._stopped = True

    def _again(self) -> None:
        self._rig.clock.call_at(self._rig.clock.now() + self._pace, self._tick)

    def _tick(self) -> None:
        if self._stopped:
            return
        picture = self._rig.mirror.picture
        if not self._plan:
            self._plan.extend(_HABITS[picture.phase](self, picture))
        if self._plan:
            self._plan.popleft()()
        self._again()

    # -- what people do in each phase ------------------------------------------------------------------

    def _open(self, picture: Outputs) -> list[Move]:
        return [self._rig.open_table]

    def _bet(self, picture: Outputs) -> list[Move]:
        """Clear what is left of the last round, shuffle when it is time, bet, deal the first card."""
        left = [self._lift(seat.seat, spot.spot) for seat in picture.seats for spot in seat.spots if spot.covered]
        shuffle = [self._shuffle] if self._deck.left < RESERVE else []
        bets = [move for seat in picture.seats for move in self._bets(seat.seat, [s.spot for s in seat.spots])]
        self._drawn = []
        return [*left, *shuffle, *bets, self._draw] if bets else [*left, *shuffle]

    def _bets(self, seat: int, spots: list[str]) -> list[Move]:
        if self._random.random() < 0.25:
            return []
        if spots[:2] == ["p", "d"]:
            return [self._chip(seat, self._random.choice(spots[:2]))]
        sides = [spot for spot in spots[1:] if self._random.random() < 0.6]
        return [self._chip(seat, spot) for spot in [spots[0], *sides]]

    def _deal(self, picture: Outputs) -> list[Move]:
        return [self._draw]

    def _play(self, picture: Outputs) -> list[Move]:
        taken = self._taken(picture)
        if taken:
            return taken
        turn = [(seat.seat, hand) for seat in picture.seats for hand in seat.hands if hand.in_turn]
        if self._peeked_natural(picture) or not turn:
            return [lambda: self._box(True)]
        return [self._decide(turn[0][1], picture)]

    def _taken(self, picture: Outputs) -> list[Move]:
        """A busted base bet comes off at once."""
        return [
            self._lift(seat.seat, seat.spots[0].spot)
            for seat in picture.seats
            if seat.texts and seat.texts[0] == "LOSE" and seat.spots[0].covered
        ]

    def _peeked_natural(self, picture: Outputs) -> bool:
        if FACE_DOWN not in picture.dealer:
            return False
        dealt = sum(1 for seat in picture.seats if seat.hands)
        own = [self._drawn[dealt], self._drawn[2 * dealt + 1]]
        ranks = sorted(card[:-1] for card in own)
        return "A" in ranks and any(rank in ("10", "J", "Q", "K") for rank in ranks)

    def _decide(self, hand: HandPicture, picture: Outputs) -> Move:
        if hand.doubled:
            return self._draw
        points = int(hand.total.removeprefix("soft ") or 0)
        weak_dealer = (picture.up_card or "A")[:-1] in ("2", "3", "4", "5", "6")
        stands_on = 18 if hand.total.startswith("soft") else 13 if weak_dealer else 17
        if len(hand.cards) == 2 and points in (10, 11) and weak_dealer:
            return self._press("double")
        return self._press("stand") if len(hand.cards) > 1 and points >= stands_on else self._draw

    def _draw_dealer(self, picture: Outputs) -> list[Move]:
        return [self._draw] if "HIT" in picture.prompt[0] else []

    def _resolve(self, picture: Outputs) -> list[Move]:
        """Take and pay in shown order, then clear the box."""
        covered = {(s.seat, p.spot) for s in picture.seats for p in s.spots if p.covered}
        order = dict.fromkeys((one.seat, one.spot) for one in picture.results)
        moves = [self._lift(*place) for place in order if place in covered]
        return [*moves, lambda: self._box(False)]

    def _supervise(self, picture: Outputs) -> list[Move]:
        """Whatever stopped the round, the bench's supervisor voids it."""
        rig = self._rig
        return [lambda: rig.badge_in("supervisor"), lambda: rig.do("void"), rig.badge_out, self._clear_box]

    def _rest(self, picture: Outputs) -> list[Move]:
        return []

    # -- one move each ---------------------------------------------------------------------------------

    def _chip(self, seat: int, spot: str) -> Move:
        def move() -> None:
            rig = self._rig
            rig.pins.cover(rig.wiring.spots[seat, spot])
            rig.running.post(AmountKnown(rig.clock.now(), seat, spot, self._random.choice(CHIPS)))

        return move

    def _lift(self, seat: int, spot: str) -> Move:
        return lambda: self._rig.pins.clear(self._rig.wiring.spots[seat, spot])

    def _draw(self) -> None:
        card = self._deck.draw()
        self._drawn.append(card)
        self._rig.shoe.draw(card)

    def _press(self, key: str) -> Move:
        def move() -> None:
            rig, pin = self._rig, self._rig.wiring.keys[key, 0]
            rig.pins.cover(pin)
            rig.clock.call_at(rig.clock.now() + HOLD_NS, lambda: rig.pins.clear(pin))

        return move

    def _box(self, covered: bool) -> None:
        if self._rig.wiring.box is not None:
            (self._rig.pins.cover if covered else self._rig.pins.clear)(self._rig.wiring.box)

    def _clear_box(self) -> None:
        self._box(False)

    def _shuffle(self) -> None:
        self._deck = self._new_deck()
        self._rig.badge_in("dealer")
        self._rig.do("shuffle")
        self._rig.badge_out()


_HABITS: Final[dict[str, Callable[[Players, Outputs], list[Move]]]] = {
    "closed": Players._open, "betting": Players._bet, "locking": Players._rest, "dealing": Players._deal,
    "playing": Players._play, "dealer_turn": Players._draw_dealer, "resolving": Players._resolve,
    "suspended": Players._supervise, "service": Players._rest,
}  # fmt: skip
