"""What somebody did, in a few words, for the events that are no card. A card is told by what it changed."""

from collections.abc import Callable, Iterator
from typing import Any

from controller import events as ev
from controller.money import dollars
from controller.recall.source import Step


def happened(step: Step, names: bool) -> Iterator[str]:
    """`names`: also whose badge it is, for whoever may read the record itself."""
    event = step.record.event
    if type(event) is ev.Command:
        yield _command(step, event)
    elif type(event) is ev.BadgeIn:
        yield f"badge in: {event.role}" + (f" {event.badge}" if names else "")
    elif tell := _SAID.get(type(event)):
        yield tell(event)


def _command(step: Step, event: ev.Command) -> str:
    """A corrected card may be the hole card, and the reason may name it too."""
    words, reason = event.words, event.reason
    if words[:1] == ("correct",) and not (step.after.exposed or step.after.status != "partial"):
        words, reason = words[:1], ""
    who = step.before.role if step.before else None
    return f"{who or 'nobody'} says {' '.join(words)}" + (f" ({reason})" if reason else "")


def _spot(event: ev.SpotChanged) -> str:
    return f"seat {event.seat} {event.spot}: {'a chip lands' if event.covered else 'the spot is cleared'}"


def _key(event: ev.KeyPressed) -> str:
    seat = f" for seat {event.seat}" if event.seat else ""
    return f"key {event.key}{seat}" + (f" ${dollars(event.cents)}" if event.cents else "")


def _started(event: ev.Started) -> str:
    digests = [("configuration", event.configuration), ("pay table", event.pay_table)]
    known = "".join(f", {name} {digest[:12]}" for name, digest in digests if digest)
    return f"the controller starts, version {event.version}{known}"


_SAID: dict[type, Callable[[Any], str]] = {
    ev.SpotChanged: _spot,
    ev.KeyPressed: _key,
    ev.Started: _started,
    ev.AmountKnown: lambda event: f"seat {event.seat} {event.spot}: ${dollars(event.cents)}",
    ev.BoxChanged: lambda event: "the up card is in its box" if event.covered else "the box is clear",
    ev.BadgeOut: lambda event: "badge out",
    ev.CutCard: lambda event: "the cut card",
    ev.ShoeError: lambda event: f"the shoe reports error {event.code}",
    ev.ShoeErrorCleared: lambda event: "the shoe's error is over",
    ev.CardsLost: lambda event: f"{event.count} reports of the shoe are missing",
    ev.DeviceLost: lambda event: f"lost: {event.device}",
    ev.DeviceBack: lambda event: f"back: {event.device}",
}
