"""What does not fit: every kind of alert, its two sentences, and whether it suspends the round.

An alert is raised once per round, seat and spot; repeating it would hide the others.
"""

from typing import Final

from msgspec.structs import replace

from controller.lifecycle import NEXT
from controller.table.state import Alert, State

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "unread_card": ("CARD NOT READ: call the supervisor", "the shoe reported a card it could not read"),
    "impossible_card": ("IMPOSSIBLE CARD: call the supervisor", "more copies of a card than the shoe holds"),
    "shoe_lost": ("SHOE NOT ANSWERING: stop dealing", "the shoe's line is down or its numbering has a gap"),
    "shoe_empty": ("SHOE IS EMPTY: shuffle, then resume", "all cards of the shoe have been seen"),
    "missed_natural": ("CHECK HOLE CARD", "play went on although the shoe dealt the dealer a natural"),
    "stray_card": ("STRAY CARD: call the supervisor", "a card left the shoe in a phase that takes none"),
    "both_arrows": ("P AND D COVERED: supervisor admits one", "both arrows were covered at the first card"),
    "late_wager": ("LATE BET: return it", "the spot was covered after the first card"),
    "wager_removed": ("CHECK: a live bet was lifted", "an admitted wager's sensor cleared before its result"),
    "no_main_wager": ("NO BASE BET: return the side bet", "a side spot was covered without its base spot"),
    "photo_finish": ("CLOSE CALL: supervisor decides", "the edge lies within the uncertainty of the lock"),
    "early_wager": ("BET PLACED TOO EARLY", "a spot was covered again before the round was over"),
    "winner_removed": ("WINNER LIFTED BEFORE IT WAS PAID", "a winning wager's spot cleared before its turn"),
    "losing_wager_left": ("LOSING SIDE BET STILL ON THE LAYOUT", "a losing side spot is still covered"),
    "untucked": ("TUCK THE CARDS UNDER THE SIDE BET", "a busted seat's side spot is clear"),
    "box_early": ("UP-CARD BOX TOO EARLY", "the box was covered before play was finished"),
    "box_empty": ("UP-CARD BOX IS EMPTY", "the box is clear although the dealer's turn is on"),
    "overdraw": ("DEALER DREW TOO MANY: burn the card", "a card after the dealer's hand was complete"),
    "shoe_error": ("SHOE ERROR: see the shoe's display", "the shoe reported an error code"),
    "sensor_flaps": ("SPOT SENSOR FAULTY", "more than 10 raw edges a second; the last stable level stands"),
    "sensor_changed": ("CHECK THE SPOT", "a sensor changed while the controller was down"),
    "device_lost": ("DEVICE LOST: call a technician", "a device does not answer"),
    "over_limit": ("OVER THE LIMIT", "the known amount is above the spot's maximum"),
    "under_limit": ("UNDER THE LIMIT", "the known amount is below the spot's minimum"),
    "bad_key": ("KEY DOES NOT FIT", "a panel key that is not offered now"),
    "odds_drift": ("RESULTS DRIFT: call a technician", "results have left the exact odds' bounds"),
    "disk": ("RECORD NOT WRITTEN: stop dealing", "the journal cannot be written"),
    "fault": ("CONTROLLER FAULT: call a technician", "an event could not be handled; it is in the record"),
    "power": ("POWER WAS CUT: resume or void", "the controller was restarted inside a round"),
}  # fmt: skip
"""kind -> (for the dealer, for the technician); the last two only suspend, they raise no alert."""

ALERTS: Final = tuple(kind for kind in SENTENCES if kind not in ("power", "fault"))


def alert(state: State, kind: str, seat: int | None = None, spot: str | None = None) -> State:
    new = Alert(kind, seat, spot)
    if new in state.alerts or (seat is not None and state.seats[seat - 1].off):
        return state
    return replace(state, alerts=(*state.alerts, new))


def suspend(state: State, kind: str, seat: int | None = None) -> State:
    """Stop the round with an alert. A second reason while suspended is only one more alert."""
    return halt(alert(state, kind, seat), Alert(kind, seat))


def halt(state: State, reason: Alert) -> State:
    if (state.phase, "suspend") not in NEXT:
        return state
    levels = (*(tuple(spot.covered for spot in place.spots) for place in state.seats), (state.box,))
    return replace(
        state,
        phase=NEXT[state.phase, "suspend"],
        resume_to=state.phase,
        levels=levels,
        reason=reason,
    )
