"""A round as somebody at the table would tell it: chips, the lock with its margins, cards, prompts, results.

Everything comes from states and pictures as they were shown. The hole card is told when it is turned; a card's
own event is never read, nor is the card a supervisor corrects while it may be the one that lies face down.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from controller import events as ev
from controller.games.model import Settlement
from controller.money import dollars
from controller.outputs import FACE_DOWN, Outputs, outputs
from controller.recall.happened import happened
from controller.recall.source import Round, Step
from controller.table.state import MS, Spot, State


class Told(NamedTuple):
    """What one event changed; `wall` is nanoseconds since 1970."""

    seq: int
    wall: int
    lines: tuple[str, ...]


def tell(told: Round, *, names: bool = True) -> Iterator[Told]:
    """Without `names` nobody is told by name: for a page that anybody at the table can see."""
    seen: set[Settlement] = set()
    last = outputs(told.steps[0].before) if told.steps[0].before else None
    for step in told.steps:
        now = outputs(step.after)
        lines = [*happened(step, names), *_changes(step, last, now), *_results(now, told, seen)]
        last = now
        if lines:
            yield Told(step.record.seq, step.record.wall, tuple(lines))


def clock(wall: int) -> str:
    return datetime.fromtimestamp(wall / 1e9, UTC).strftime("%H:%M:%S.%f")[:-3]


def date(wall: int) -> str:
    return datetime.fromtimestamp(wall / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _changes(step: Step, old: Outputs | None, new: Outputs) -> Iterator[str]:
    if step.before is None or old is None:
        return
    if new.phase == "locking" and old.phase != "locking":
        yield f"round {new.round}: the first card leaves the shoe, bets are locked"
    yield from _bets(step.before, step.after)
    cards = [*_hands(old, new), *_players(step.before, step.after), *_dealer(old, new)]
    yield from cards or _unplaced(step)
    yield from (f"alert {alert.alert}: {alert.dealer}" for alert in new.alerts if alert not in old.alerts)
    if new.prompt != old.prompt:
        yield "display: " + " / ".join(line for line in new.prompt if line)


def _unplaced(step: Step) -> Iterator[str]:
    if isinstance(step.record.event, ev.CardDrawn | ev.CardBurned | ev.CardUnread):
        yield "a card left the shoe"


def _bets(old: State, new: State) -> Iterator[str]:
    for number, (before, after) in enumerate(zip(old.seats, new.seats, strict=False), 1):
        if before is after:
            continue
        for name, was, spot in zip(new.setup.spots, before.spots, after.spots, strict=False):
            if spot.bet not in ("none", was.bet):
                yield f"seat {number} {name}: {_WORDS[spot.bet]}{_margin(spot)}"


_WORDS = {
    "admitted": "admitted", "photo": "close call", "arrow": "both arrows, to be decided", "late": "no bet, too late",
    "orphan": "no bet, its base bet is missing", "refused": "refused",
}  # fmt: skip


def _margin(spot: Spot) -> str:
    if spot.margin is None:
        return ""
    side = "before" if spot.margin < 0 else "after"
    return f" ({abs(spot.margin) // MS} ms {side} the first card)"


def _hands(old: Outputs, new: Outputs) -> Iterator[str]:
    for before, after in zip(old.seats, new.seats, strict=False):
        if after.hands == before.hands:
            continue
        for number, hand in enumerate(after.hands, 1):
            was = before.hands[number - 1].cards if number <= len(before.hands) else ()
            if hand.cards != was and hand.cards:
                which = f"seat {after.seat}" + (f" hand {number}" if len(after.hands) > 1 else "")
                added = hand.cards[len(was) :] if hand.cards[: len(was)] == was else hand.cards
                yield f"{which}: {' '.join(added)} ({hand.total})"


def _players(old: State, new: State) -> Iterator[str]:
    if len(new.players) > len(old.players):
        yield f"to the players: {' '.join(new.players[len(old.players) :])}"


def _dealer(old: Outputs, new: Outputs) -> Iterator[str]:
    for place, card in enumerate(new.dealer):
        was = old.dealer[place] if place < len(old.dealer) else None
        if card == was:
            continue
        if card == FACE_DOWN:
            yield "dealer: a card face down"
        else:
            yield f"dealer {'turns' if was == FACE_DOWN else 'has'} {card}" + (f" ({new.total})" if new.total else "")


def _results(now: Outputs, told: Round, seen: set[Settlement]) -> Iterator[str]:
    """Each result once, when it was first shown; a result of the round before is not told again."""
    if now.round != told.number:
        return
    for one in now.results:
        if one not in seen:
            seen.add(one)
            yield result(one)


def result(one: Settlement) -> str:
    pays = f" pays {one.pays.replace(':', ' to ')}" if one.pays else ""
    sign = "" if not one.net else "+" if one.net > 0 else "-"
    money = "" if one.net is None else f", {sign}${dollars(abs(one.net))}"
    hand = f" hand {one.hand}" if isinstance(one.hand, int) and one.hand > 1 else ""
    basis = ", ".join(one.clauses) + (" (reading)" if one.reading else "")
    return f"seat {one.seat} {one.spot}{hand}: {one.outcome}{pays}{money} [{basis.strip()}] {one.why}"
