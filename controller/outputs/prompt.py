"""The dealer's display: two lines, what to do now and why. Short, in the dealer's words."""

from collections.abc import Callable

from controller.outputs.seats import shown_place, total, word
from controller.table import approval
from controller.table.alerts import SENTENCES
from controller.table.dealer import dealer_hits
from controller.table.hands import full_panel
from controller.table.results import dealer_cards, game, live_spots, open_wagers, public_dealer, up_card
from controller.table.service import lit
from controller.table.state import LIVE, UNDECIDED, Spot, State

Lines = tuple[str, str]


def prompt(state: State, doubts: str) -> Lines:
    """`doubts` are the state's `checks`."""
    do, why = _PROMPTS[state.phase](state)
    if not (state.notice or state.cut or doubts):
        return do, why
    notes = (why, state.notice, "LAST ROUND" if state.cut else "", doubts)
    return do, " · ".join(filter(None, notes))


def checks(state: State) -> str:
    """Live bets that were lifted, or that a supervisor must decide."""
    for seat in state.seats:
        for spot in seat.spots:
            if spot.lifted or spot.bet in UNDECIDED:
                return _named(state)
    return ""


def _named(state: State) -> str:
    doubtful = [
        f"SEAT {number} {name.upper()}"
        for number, name, spot in live_spots(state)
        if spot.lifted or spot.bet in UNDECIDED
    ]
    return "CHECK " + ", ".join(doubtful) if doubtful else ""


def _closed(state: State) -> Lines:
    if state.unapproved:
        return f"NEW PAY TABLE {approval.name(state)}", "Two supervisors approve it within 60 s"
    return "TABLE CLOSED", "Dealer's badge opens it"


def _betting(state: State) -> Lines:
    return ("BURN A CARD", f"{state.to_burn} to burn") if state.to_burn else ("PLACE BETS", "")


def _locked(state: State) -> Lines:
    """To be compared with the chips on the felt."""
    seats = [str(number) for number, seat in enumerate(state.seats, 1) if seat.spot is not None]
    if not seats:
        return "BETS LOCKED", ""
    kinds = zip(*[seat.spots for seat in state.seats], strict=True)
    counts = [f"{name.upper()} {_live(spots)}" for name, spots in zip(state.setup.spots, kinds, strict=True)]
    return f"BETS LOCKED {' '.join(counts)}", f"DEAL SEATS {' '.join(seats)}"


def _live(spots: tuple[Spot, ...]) -> int:
    return [spot.bet in LIVE for spot in spots].count(True)


def _playing(state: State) -> Lines:
    up = f"UP CARD {up_card(state)}" + (" · INSURANCE OPEN" if state.insuring else "")
    if state.natural is None and state.setup.rules.peek:
        return "PEEK: CHECK FOR BLACKJACK", up
    if state.turn is None:
        return ("PLAYERS' TURN" if not full_panel(state) else "TURN HOLE CARD, UP CARD TO BOX"), up
    return _hand_in_turn(state), up


def _hand_in_turn(state: State) -> str:
    seat, number = state.turn or (0, 0)
    place = state.seats[seat]
    cards = place.hands[number].cards
    which = f"SEAT {seat + 1}" + (f" HAND {number + 1}" if len(place.hands) > 1 else "")
    if place.spot == "d":
        hits = game(state).dealer_draws(state.setup.rules, cards)
        return f"{which} D: {'HIT' if hits else 'STAND'} {total(state, cards)}"
    if place.hands[number].doubled:
        return f"{which} DOUBLE: ONE CARD"
    return f"{which} HAS {total(state, cards)}"


def _dealer_turn(state: State) -> Lines:
    if state.turn is not None:
        return _hand_in_turn(state), "D hand first"
    count = total(state, dealer_cards(state))
    if not dealer_hits(state):
        return f"STAND {count}", ""
    return f"HIT {count}", _must_play_out(state)


def _must_play_out(state: State) -> str:
    """Said when no player's own hand waits for the dealer, but a side bet or a D bet does."""
    others = []
    for number, name in open_wagers(state):
        if name in ("main", "p"):
            return ""
        others.append(f"{name.upper()} SEAT {number}")
    return f"DEALER MUST PLAY OUT: {', '.join(others)}" if others else ""


def _resolving(state: State) -> Lines:
    hand = _dealer_hand(state)
    todo = min([r for r in state.results if not r.done], key=shown_place(state), default=None)
    if todo is None:
        return hand, "CLEAR THE BOX"
    one = todo.settlement
    return f"{hand} · SEAT {one.seat} {one.spot.upper()} {word(state, todo)}", one.why


def _dealer_hand(state: State) -> str:
    cards = public_dealer(state)
    if game(state).busted(cards):
        return f"DEALER BUSTS {total(state, cards)}"
    draws = game(state).dealer_draws(state.setup.rules, cards)
    return f"{'DEALER' if draws else 'STAND'} {total(state, cards)}"


def _suspended(state: State) -> Lines:
    reason = state.reason.kind if state.reason else "stray_card"
    return SENTENCES[reason][0], "SUPERVISOR: RESUME OR VOID"


def _service(state: State) -> Lines:
    return _TESTS[state.test[0] if state.test else ""](state)


def _walk(state: State) -> Lines:
    seat, spot = lit(state)
    return f"TEST LAMPS: SEAT {seat} {spot.upper()}", "One lamp after the other is on"


_TESTS: dict[str, Callable[[State], Lines]] = {
    "": lambda state: ("SERVICE", "Technician's tests; leave closes the table"),
    "lamps": _walk,
    "text": lambda state: (" ".join(state.test[1:]).upper(), "Every seat display shows this"),
    "badge": lambda state: (f"TEST BADGE: {(state.role or 'no badge').upper()}", "Change badges; the role is shown"),
}


_PROMPTS: dict[str, Callable[[State], Lines]] = {
    "closed": _closed, "betting": _betting, "locking": _locked, "dealing": _locked, "playing": _playing,
    "dealer_turn": _dealer_turn, "resolving": _resolving, "suspended": _suspended, "service": _service,
}  # fmt: skip
