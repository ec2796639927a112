"""Simulated dealers and players that play whole rounds on `step`, seeded and without any I/O.

Half of the rounds are dealt by the book: those must raise no alert. In the others something goes wrong now
and then: a chip moves, a key is hit, a card is not read, the shoe or the power goes. Either way a round
ends settled or voided with its wagers conserved, and a settled one agrees with `settle_record`, which sees
nothing but the cards and the wagers.

    python -m tests.stateful.rounds --rounds 10000
"""

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import UNSET

from controller import events as ev
from controller.cards import DECK, Card
from controller.table import State, step
from controller.table.results import dealer_cards, game
from controller.table.state import MS, Result
from tests.stateful.checks import check_everything, check_round_end, spots
from tests.stateful.second_opinion import TOLD, compare
from tests.tables import LINES, opened, start

MISCHIEF: Final = 0.06
STEPS: Final = 400
"""A round that takes more events than this does not end."""


class Felt:
    """One table: its state, its shoe, its clock, and all that happened in the round."""

    def __init__(self, line: str, seed: int) -> None:
        self.line, self.random = line, random.Random(seed)
        self.state: State = opened(line)
        self.now = 10_000 * MS
        self.happened: list[ev.Event] = []
        self.tally: Counter[str] = Counter()
        self.wild = False
        self.odd = False
        """Something happened that a record of the round cannot tell: a card moved, a hand cut short."""
        self.unread: list[Card] = []
        self.shoe: list[Card] = []
        self.fill()

    def do(self, event: ev.Event) -> None:
        before = self.state
        self.state = step(before, event)
        self.happened.append(event)
        check_everything(self.state)
        check_round_end(before, self.state)
        if self.state.past is not before.past:
            self.ended(before)

    def after(self, ms: float = 500) -> int:
        self.now += int(ms * MS)
        return self.now

    def ended(self, before: State) -> None:
        past = self.state.past
        assert past is not None
        self.tally[past.status] += 1
        self.tally.update(f"alert {alert.kind}" for alert in past.alerts)
        assert self.wild or not past.alerts, f"a round by the book raised {past.alerts}"
        if past.status == "settled" and not self.odd and tellable(before):
            compare(before, past.settlements)
            self.tally["compared"] += 1

    def fill(self) -> None:
        """A fresh shoe, less the cards on the felt."""
        state, cards = self.state, list(DECK) * self.state.setup.rules.decks
        for card in (*state.dealer, *state.players, *(c for s in state.seats for h in s.hands for c in h.cards)):
            cards.remove(card)
        self.random.shuffle(cards)
        self.shoe = cards

    def draw(self) -> None:
        if self.shoe:
            self.do(ev.CardDrawn(self.after(), self.shoe.pop()))

    def press(self, key: str, seat: int | None = None) -> None:
        self.do(ev.KeyPressed(self.after(), key, seat))

    def order(self, role: str, *words: str) -> None:
        self.do(ev.BadgeIn(self.after(), role, role))
        self.do(ev.Command(self.after(), words))
        self.do(ev.BadgeOut(self.after()))

    def spot(self, number: int, name: str, covered: bool, ms: float = 500) -> None:
        self.do(ev.SpotChanged(self.after(ms), number, name, covered))

    def box(self, covered: bool) -> None:
        self.do(ev.BoxChanged(self.after(), covered))

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability


def tellable(state: State) -> bool:
    """Whether a record can tell this round: amounts are known, no hand was cut short by the box, and the
    first two cards that the stud bonus counts can be told after the splits."""
    hands = [hand for seat in state.seats for hand in seat.hands]
    whole = all(len(hand.cards) > 1 and (len(hand.cards) == 3 or not hand.doubled) for hand in hands)
    known = all(spot.amount is not None for _, _, spot in spots(state) if spot.bet in TOLD)
    told = "stud" not in state.setup.spots or all(len(seat.hands) < 3 for seat in state.seats)
    return whole and known and told and all(seat.insurance is not None for seat in state.seats)


# -- a round by the book -------------------------------------------------------------------------------


def play_round(felt: Felt) -> None:
    """From the chips to the cleared box."""
    felt.happened, felt.unread, felt.odd, felt.wild = [], [], False, felt.chance(0.5)
    set_up(felt)
    rounds, suspended = felt.state.round, False
    for _ in range(STEPS):
        if felt.state.phase == "betting" and felt.state.round > rounds:
            break
        misbehave(felt) if felt.wild and felt.chance(MISCHIEF) else _NEXT[felt.state.phase](felt)
        suspended = suspended or felt.state.phase == "suspended"
    assert felt.state.phase == "betting", f"the round does not end: {felt.state.phase}"
    felt.tally["suspended on the way"] += suspended


def set_up(felt: Felt) -> None:
    """Clear the felt, shuffle when the shoe runs low, place bets."""
    for number, name, spot in list(spots(felt.state)):
        if spot.covered:
            felt.spot(number, name, False)
    if felt.state.box:
        felt.box(False)
    if len(felt.shoe) < 10 + 12 * len(felt.state.seats) or not felt.state.shoe:
        felt.do(ev.DeviceBack(felt.after(), "shoe"))
        felt.order("dealer", "shuffle")
        felt.fill()
    # What was raised while the last round was cleared away is no fault of this one.
    felt.state = msgspec.structs.replace(felt.state, alerts=(), carried=0)
    while not any(spot.covered for _, _, spot in spots(felt.state)):
        for number in range(1, len(felt.state.seats) + 1):
            bet(felt, number)


def bet(felt: Felt, number: int) -> None:
    if felt.chance(0.3):
        return
    base = felt.random.choice(game(felt.state).base_spots)
    place(felt, number, base)
    for side in game(felt.state).side_spots:
        if felt.chance(0.7):
            place(felt, number, side)


def place(felt: Felt, number: int, name: str, ms: float = 500) -> None:
    felt.spot(number, name, True, ms)
    felt.do(ev.AmountKnown(felt.after(0), number, name, 100 * felt.random.randint(1, 40)))


def first_card(felt: Felt) -> None:
    if felt.wild and felt.chance(0.3):
        photo_finish(felt)
        return
    if felt.chance(0.3):
        felt.do(ev.CardSensed(felt.after()))
        felt.now -= 490 * MS
    felt.draw()


def photo_finish(felt: Felt) -> None:
    """A chip moves within a few milliseconds of the first card, and is told only after its debounce."""
    number, name, spot = felt.random.choice(list(spots(felt.state)))
    edge = felt.now + felt.random.randint(-20, 40) * MS
    felt.draw()
    felt.do(ev.SpotChanged(edge + 500 * MS, number, name, not spot.covered))


def lock(felt: Felt) -> None:
    assert felt.state.deadline is not None
    if not felt.state.held or felt.chance(0.1):
        felt.do(ev.CardDrawn(felt.after(1), felt.shoe.pop()))
    felt.now = max(felt.now, felt.state.deadline)
    felt.do(ev.TimeUp(felt.now))


def player_turn(felt: Felt) -> None:
    state = felt.state
    if take_known(felt):
        return None
    if state.setup.rules.peek and state.natural is None and has_natural(state):
        if state.insuring and state.setup.panel == "full" and felt.chance(0.5):
            insure(felt)
        return to_box(felt)
    if state.setup.panel != "full":
        return unfollowed(felt)
    if state.insuring and felt.chance(0.3):
        insure(felt)
    return decide(felt) if felt.state.turn else to_box(felt)


def to_box(felt: Felt) -> None:
    """The up card into its box; sometimes the key stands in for it."""
    if felt.chance(0.9) and not felt.state.box:
        felt.box(True)
    else:
        felt.press("dealer")


def insure(felt: Felt) -> None:
    for number, seat in enumerate(felt.state.seats, 1):
        if seat.hands and seat.insurance is UNSET and felt.chance(0.5):
            felt.press("insurance", number)


def unfollowed(felt: Felt) -> None:
    """Without a panel: cards go to the players, bets of busted players are taken."""
    if felt.chance(0.6):
        felt.draw()
    elif felt.chance(0.3):
        number, name, spot = felt.random.choice([one for one in spots(felt.state) if one[1] == "main"])
        if spot.covered:
            felt.spot(number, name, False)
    elif felt.chance(0.1) and felt.state.setup.panel == "over29":
        felt.press("over29", felt.random.randint(1, len(felt.state.seats)))
    else:
        to_box(felt)


def decide(felt: Felt) -> None:
    """Any play that is offered to the hand in turn; a hand that is always hit ends by itself."""
    state = felt.state
    assert state.turn is not None
    seat, number = state.turn
    place, hand = state.seats[seat], state.seats[seat].hands[number]
    keys = [
        key for key in ("double", "split", "surrender")
        if place.spot != "d" and game(state).may(state.setup.rules, key, hand, place.hands, place.spot or "")
    ]  # fmt: skip
    if keys and felt.chance(0.4):
        felt.press(felt.random.choice(keys))
    elif place.spot == "d" or hand.doubled or len(hand.cards) < 2 or felt.chance(0.5):
        felt.draw()
    else:
        felt.press("stand")


def take_known(felt: Felt) -> bool:
    """Take or pay the next result in shown order, once all hands on its spot are known."""
    known = Counter((r.settlement.seat, r.settlement.spot) for r in felt.state.results)
    for result in sorted(felt.state.results, key=lambda result: shown_order(felt.state, result)):
        number, name = result.settlement.seat, result.settlement.spot
        if result.done or name not in felt.state.setup.spots or not covered(felt.state, number, name):
            continue
        hands = len(felt.state.seats[number - 1].hands) if name in ("main", "p") else 1
        if known[number, name] == hands or result.settlement.outcome == "returned":
            felt.spot(number, name, False)
            return True
    return False


def shown_order(state: State, result: Result) -> tuple[object, ...]:
    """Losing side bets first if the dealer did not bust; then seats N to 1, base bet before side bet."""
    one, sides = result.settlement, game(state).side_spots
    off_first = one.spot in sides and one.outcome == "lose"
    return not off_first, -one.seat, one.spot in sides


def covered(state: State, number: int, name: str) -> bool:
    return state.seats[number - 1].spots[state.setup.spots.index(name)].covered


def dealer_turn(felt: Felt) -> None:
    """The turn ends by itself when the dealer's hand, and every D hand before it, is complete."""
    felt.draw()


def has_natural(state: State) -> bool:
    """What the dealer sees when he looks at the hole card."""
    return game(state).total(dealer_cards(state)[:2]).points == 21


def resolve(felt: Felt) -> None:
    if key_amounts(felt) or take_known(felt):
        return
    if felt.state.box:
        felt.box(False)
    else:
        felt.press("next")


def key_amounts(felt: Felt) -> bool:
    """The dealer says what nobody said yet: results need it."""
    unknown = [(n, name) for n, name, spot in spots(felt.state) if spot.live and spot.amount is None]
    for number, name in unknown:
        felt.order("dealer", "amount", str(number), name, "700")
    return bool(unknown)


# -- the supervisor ------------------------------------------------------------------------------------


def supervise(felt: Felt) -> None:
    """Whatever stopped the round: put it right and go on, or void it."""
    if felt.chance(0.15):
        return felt.order("supervisor", "void")
    felt.do(ev.DeviceBack(felt.after(), "shoe"))
    if felt.state.reason and felt.state.reason.kind == "shoe_empty":
        felt.order("dealer", "shuffle")
        felt.fill()
    for card in felt.unread:
        felt.order("supervisor", "correct", card)
    felt.unread = []
    for number, name, spot in list(spots(felt.state)):
        if spot.bet == "arrow" and is_live(felt, number, name):
            felt.order("supervisor", felt.random.choice(("admit", "refuse")), str(number), name)
    if felt.state.reason and felt.state.reason.kind == "missed_natural":
        felt.box(True)
    return felt.order("supervisor", "resume")


def is_live(felt: Felt, number: int, name: str) -> bool:
    return dict(zip(felt.state.setup.spots, felt.state.seats[number - 1].spots, strict=True))[name].live


_NEXT: Final[dict[str, Callable[[Felt], None]]] = {
    "betting": first_card,
    "locking": lock,
    "dealing": Felt.draw,
    "playing": player_turn,
    "dealer_turn": dealer_turn,
    "resolving": resolve,
    "suspended": supervise,
}


# -- what goes wrong -----------------------------------------------------------------------------------


def misbehave(felt: Felt) -> None:
    felt.random.choice(_MISCHIEF)(felt)


def chip_moves(felt: Felt) -> None:
    number, name, spot = felt.random.choice(list(spots(felt.state)))
    if spot.covered:
        felt.spot(number, name, False, felt.random.choice((3, 40, 500)))
    else:
        place(felt, number, name, felt.random.choice((3, 40, 500)))


def any_key(felt: Felt) -> None:
    keys = [key for key in ev.KEYS if key != "shuffle"]
    felt.press(felt.random.choice(keys), felt.random.choice((None, 1, 2)))


def box_moves(felt: Felt) -> None:
    felt.box(not felt.state.box)


def card_unread(felt: Felt) -> None:
    if felt.shoe and felt.state.phase not in ("betting", "locking", "suspended") and not felt.state.to_burn:
        card = felt.shoe.pop()
        felt.do(ev.CardUnread(felt.after()))
        if felt.state.phase == "suspended":
            felt.unread.append(card)


def misread(felt: Felt) -> None:
    """The shoe reports another card, somebody sees it, and a supervisor corrects it at once."""
    if len(felt.shoe) < 2 or felt.state.phase in ("betting", "locking", "suspended"):
        return
    true = felt.shoe.pop()
    felt.do(ev.CardDrawn(felt.after(), felt.random.choice(felt.shoe)))
    if felt.state.phase != "betting":
        felt.order("supervisor", "correct", true)


def joker(felt: Felt) -> None:
    felt.do(ev.CardDrawn(felt.after(), "joker"))


def loose_card(felt: Felt) -> None:
    felt.draw()


def power_cut(felt: Felt) -> None:
    there = tuple((number, name) for number, name, spot in spots(felt.state) if spot.covered)
    felt.now = 10_000 * MS
    event = start(felt.line, felt.now)
    felt.do(msgspec.structs.replace(event, covered=there, box=felt.state.box))


def shoe_lost(felt: Felt) -> None:
    felt.do(ev.DeviceLost(felt.after(), "shoe"))


def dealer_orders(felt: Felt) -> None:
    seat = str(felt.random.randint(1, len(felt.state.seats)))
    felt.order("dealer", felt.random.choice(("deal-in", "deal-out")), seat)


def supervisor_orders(felt: Felt) -> None:
    number, name, _ = felt.random.choice(list(spots(felt.state)))
    felt.order("supervisor", felt.random.choice(("admit", "refuse")), str(number), name)


def card_assigned(felt: Felt) -> None:
    felt.odd = True
    felt.order("supervisor", "assign", felt.random.choice(("1", "2", "dealer", "burn")))


def key_void(felt: Felt) -> None:
    felt.order("supervisor", "void")


def not_allowed(felt: Felt) -> None:
    felt.do(ev.Command(felt.after(), (felt.random.choice(("void", "resume", "service", "close")),)))


_MISCHIEF: Final = (
    chip_moves, chip_moves, chip_moves, any_key, any_key, box_moves, card_unread, misread, joker, loose_card,
    power_cut, shoe_lost, dealer_orders, supervisor_orders, card_assigned, key_void, not_allowed,
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    choice = parser.parse_args()
    for line in LINES:
        began = time.perf_counter()
        felt = Felt(line, choice.seed)
        for _ in range(choice.rounds):
            play_round(felt)
        pace = choice.rounds / (time.perf_counter() - began)
        print(line, f"{pace:.0f} rounds/s", *(f"  {name}: {n}" for name, n in sorted(felt.tally.items())), sep="\n")


if __name__ == "__main__":
    main()
