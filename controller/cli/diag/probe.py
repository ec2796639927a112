"""What changed between two looks at a running table, in words: the lines of `upcard diag watch`; pure.

Only what the table itself tells is told on: the hole card stands in neither picture nor devices before it is
exposed.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from controller.outputs import Outputs
from drivers.health import Devices, Shoe

K = TypeVar("K")
V = TypeVar("V")


def picture_changes(old: Outputs | None, new: Outputs) -> Iterator[str]:
    if old is None or old.phase != new.phase:
        yield f"phase {new.phase}"
    if old is None or old.prompt != new.prompt:
        yield "dealer reads " + " / ".join(part for part in new.prompt if part)
    known = old.alerts if old else ()
    yield from (f"alert {alert.alert}: {alert.dealer}" for alert in new.alerts if alert not in known)
    if old is not None and old.badge != new.badge:
        yield f"badge in: {new.badge}" if new.badge else "badge out"


def device_changes(old: Devices | None, new: Devices) -> Iterator[str]:
    if old is None:
        return
    yield from _shoe_changes(old.shoe, new.shoe)
    for (seat, spot), was, now in _pairs(_spots(old), _spots(new)):
        yield from (f"seat {seat} {spot} {what}" for what in _contact_changes(was, now))
    if old.box and new.box:
        was, now = ((one.covered, one.state, one.edges) for one in (old.box, new.box))
        yield from (f"box {what}" for what in _contact_changes(was, now))
    for (key, seat), before, after in _pairs(_keys(old), _keys(new)):
        if after > before:
            yield f"key {key}{f' {seat}' if seat else ''} {_count(after - before, 'edge')}"
    for (seat, spot), lit, lights in _pairs(_lamps(old), _lamps(new)):
        if lit != lights:
            yield f"lamp {seat} {spot} {lights}"
    for name, was_state, state in _pairs(_displays(old), _displays(new)):
        if was_state != state:
            yield f"display {name} {state}"


def _shoe_changes(old: Shoe, new: Shoe) -> Iterator[str]:
    if old.open != new.open:
        yield f"shoe {'open' if new.open else 'LOST'}"
    if new.frames > old.frames:
        frame = f": {new.last_frame}" if new.last_frame else ""
        card = f" = {new.last_card}" if new.last_card and new.last_card != old.last_card else ""
        yield f"shoe {_count(new.frames - old.frames, 'frame')}{frame}{card}"
    if new.bad > old.bad:
        yield f"shoe {_count(new.bad - old.bad, 'bad frame')}"


Contact = tuple[bool, str, int]


def _contact_changes(old: Contact, new: Contact) -> Iterator[str]:
    (was_covered, was_state, was_edges), (covered, state, edges) = old, new
    if covered != was_covered:
        yield f"{'covered' if covered else 'clear'} ({_count(edges - was_edges, 'edge')})"
    elif edges != was_edges:
        yield f"{_count(edges - was_edges, 'edge')}, still {'covered' if covered else 'clear'}"
    if state != was_state:
        yield state.upper()


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _spots(devices: Devices) -> dict[tuple[int, str], Contact]:
    return {(one.seat, one.spot): (one.covered, one.state, one.edges) for one in devices.spots}


def _keys(devices: Devices) -> dict[tuple[str, int], int]:
    return {(one.key, one.seat): one.edges for one in devices.keys}


def _lamps(devices: Devices) -> dict[tuple[int, str], str]:
    return {(one.seat, one.spot): one.lamp for one in devices.lamps}


def _displays(devices: Devices) -> dict[str, str]:
    return {one.name: one.state for one in devices.displays}


def _pairs(old: dict[K, V], new: dict[K, V]) -> Iterable[tuple[K, V, V]]:
    return ((name, old[name], value) for name, value in new.items() if name in old)
