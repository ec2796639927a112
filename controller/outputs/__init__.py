"""`outputs(state)`: the whole picture the hardware should show; pure. `relight`: which lamps to switch.

Nobody sends effects by hand: the runtime keeps the last picture and sends the difference. `redraw_seats`
is the fast way to the same seats: a seat that did not change in a round that did not change is shared, not
drawn again. The hole card is left out here, in one place: whoever shows a picture cannot leak it.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from controller.games.model import Settlement
from controller.outputs.changes import same_face, same_light
from controller.outputs.picture import (
    FACE_DOWN,
    AlertPicture,
    HandPicture,
    Lamp,
    Outputs,
    RoundPicture,
    SeatPicture,
    SpotPicture,
)
from controller.outputs.prompt import checks, prompt
from controller.outputs.seats import seat_lamps, seat_picture, total
from controller.table.alerts import SENTENCES
from controller.table.draws import cards_left
from controller.table.results import game, past_round, public_dealer, up_card
from controller.table.state import Alert, Past, State

__all__ = [
    "FACE_DOWN",
    "AlertPicture",
    "HandPicture",
    "Lamp",
    "Lit",
    "Outputs",
    "RoundPicture",
    "SeatPicture",
    "Settlement",
    "SpotPicture",
    "draw",
    "draw_seats",
    "lamps",
    "outputs",
    "past_picture",
    "redraw_seats",
    "relight",
    "round_now",
    "same_round",
]  # fmt: skip


def outputs(state: State) -> Outputs:
    return draw(state, draw_seats(state))


def draw_seats(state: State) -> tuple[SeatPicture, ...]:
    return tuple(seat_picture(state, number) for number in range(1, len(state.seats) + 1))


def redraw_seats(old: State, seats: tuple[SeatPicture, ...], new: State) -> tuple[SeatPicture, ...]:
    """`draw_seats(new)`, given the seats of `old`."""
    if not same_round(old, new):
        return draw_seats(new)
    return tuple(
        shown if seat is before else seat_picture(new, shown.seat)
        for shown, before, seat in zip(seats, old.seats, new.seats, strict=True)
    )


def same_round(old: State, new: State) -> bool:
    """Whether all that a seat's picture depends on, besides the seat, is the same."""
    return (
        old.phase == new.phase
        and old.status == new.status
        and old.turn == new.turn
        and old.results is new.results
        and old.setup is new.setup
        and old.resume_to == new.resume_to
        and old.lock_at == new.lock_at
        and old.test == new.test
    )


def draw(state: State, seats: tuple[SeatPicture, ...]) -> Outputs:
    return Outputs(
        phase=state.phase,
        round=state.round,
        status=state.status,
        seats=seats,
        prompt=prompt(state, checks(state)),
        dealer=_dealer(state),
        total=total(state, public_dealer(state)),
        up_card=up_card(state),
        box=state.box,
        results=() if state.phase == "suspended" else tuple(r.settlement for r in state.results),
        alerts=tuple(_alert(alert) for alert in state.alerts),
        sign=_sign(state),
        badge=state.role,
        shoe=state.shoe,
        last=past_picture(state.past) if state.past else None,
        left=cards_left(state),
    )


def round_now(state: State) -> RoundPicture:
    """The round that is on, or the last one: what is known of it, shown or not."""
    return past_picture(state.past if state.status != "partial" and state.past else past_round(state, state.status))


def _dealer(state: State) -> tuple[str, ...]:
    """The dealer's cards as they lie; the hole card stays face down until it is exposed."""
    if state.exposed:
        return state.dealer
    up = 0 if state.setup.rules.up_card == "first" else 1
    return tuple(card if place == up else FACE_DOWN for place, card in enumerate(state.dealer))


def _alert(alert: Alert) -> AlertPicture:
    dealer, technician = SENTENCES[alert.kind]
    place = f"SEAT {alert.seat} {(alert.spot or '').upper()}".strip() + ": " if alert.seat else ""
    return AlertPicture(alert.kind, alert.seat, alert.spot, place + dealer, technician)


def past_picture(past: Past) -> RoundPicture:
    return RoundPicture(
        past.round, past.status, past.up_card, past.dealer, past.total, past.settlements,
        tuple(_alert(alert) for alert in past.alerts),
    )  # fmt: skip


def _sign(state: State) -> tuple[str, ...]:
    table = state.setup.rules.pay_table
    if table is None:
        return (state.setup.rules.game.upper().replace("-", " "),)
    alike = groupby(table.rows.items(), key=lambda row: row[1])
    rows = (f"{' '.join(row for row, _ in rows)} pays {pays} to 1" for pays, rows in alike)
    envy_off = ("ENVY OFF",) if "envy" in game(state).takes and not state.setup.rules.envy else ()
    return (f"{state.setup.rules.game.upper().replace('-', ' ')} · {table.id}", *rows, *envy_off)


Lit = tuple[tuple[Lamp, ...], ...]
"""The lamps of every seat, in the order of its spots."""


def lamps(state: State) -> Lit:
    return tuple(seat_lamps(state, seat) for seat in state.seats)


def relight(old: State | None, lit: Sequence[tuple[Lamp, ...]], new: State) -> Iterator[tuple[int, tuple[Lamp, ...]]]:
    """The seats whose lamps change, one after the other: the first is switched before the next is looked at."""
    seats = old.seats if old is not None and same_light(old, new) else ()
    if seats is new.seats:
        return
    for place, seat in enumerate(new.seats):
        if seats and same_face(seats[place], seat):
            continue
        lamps = seat_lamps(new, seat)
        if not lit or lamps != lit[place]:
            yield place, lamps
