"""A thousand edges with bounce on 14 spots, through the real driver, against a reference that sees it all at once.

The reference is written from the rule in procedure.md and drivers/debounce.py's head, over the whole history and
without timers: which gaps are quiet, and what had been said when they began.
"""

import itertools
import random
from typing import NamedTuple

import pytest

from controller.events import Event, SpotChanged, SpotFlaps
from drivers.gpio import Gpio
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.pins import SimPins, bench_wiring

WIRING = bench_wiring(7, ("main", "db21"))
SETTLE, APART, SECOND, MOST = 30 * MS, 300 * MS, 1000 * MS, 10
EDGES = 1000
Place = tuple[int, str]


class Edge(NamedTuple):
    at: int
    place: Place
    covered: bool


def history(seed: int) -> list[Edge]:
    """Chips land, lie and are lifted, bouncing; now and then a contact chatters for seconds."""
    dice = random.Random(seed)
    spots = list(WIRING.spots)
    share = EDGES // len(spots) + 1
    edges = [edge for place in spots for edge in one_spot(dice, place, share)]
    return sorted(dice.sample(edges, len(edges)), key=lambda edge: edge.at)[:EDGES]


def one_spot(dice: random.Random, place: Place, count: int) -> list[Edge]:
    at, covered, edges = dice.randrange(SECOND), False, list[Edge]()
    while len(edges) < count:
        loose = dice.random() < 0.05
        bounces = dice.randrange(25, 60) if loose else dice.choice([1, 1, 2, 3, 5, 7])
        longest = (90 if loose else 25) * MS
        for _ in range(bounces):
            covered = not covered
            edges.append(Edge(at, place, covered))
            at += dice.randrange(1, longest)
        at += dice.randrange(5 * MS, 3 * SECOND)
    return edges[:count]


def driven(edges: list[Edge]) -> list[Event]:
    clock, pins, said = VirtualClock(), SimPins(WIRING), list[Event]()
    gpio = Gpio(WIRING, pins.factories, clock, SETTLE)
    gpio.levels()
    gpio.start(said.append)
    for at, place, covered in edges:
        clock.advance_to(at)
        (pins.cover if covered else pins.clear)(WIRING.spots[place])
    clock.advance_to(edges[-1].at + 2 * SECOND)
    assert gpio.health().errors == 0
    assert sum(sensor.edges for sensor in gpio.health().sensors) == len(edges)
    gpio.close()
    return said


def reference(edges: list[Edge]) -> list[Event]:
    said, believed, begun, heard = list[Event](), False, 0, 0
    quiet = [after.at - edge.at for edge, after in itertools.pairwise(edges)] + [1 << 62]
    number = 0
    while number < len(edges):
        if wild(edges[heard : number + 1]):
            said.append(SpotFlaps(edges[number].at, *edges[number].place))
            while quiet[number] < SECOND:
                number += 1
            begun = heard = number
        if quiet[number] >= SETTLE:
            if edges[number].covered != believed:
                believed = not believed
                said.append(SpotChanged(edges[begun].at, *edges[begun].place, believed))
            begun = number + 1
        number += 1
    return said


def wild(edges: list[Edge]) -> bool:
    """More than ten edges within the last second, and never quiet for 300 ms during a second or more."""
    begins = max((at for at in range(1, len(edges)) if edges[at].at - edges[at - 1].at >= APART), default=0)
    many = len(edges) > MOST and edges[-1].at - edges[-1 - MOST].at < SECOND
    return many and edges[-1].at - edges[begins].at >= SECOND


def place_of(event: Event) -> Place:
    assert isinstance(event, SpotChanged | SpotFlaps)
    return event.seat, event.spot


@pytest.mark.parametrize("seed", range(20))
def test_a_thousand_edges_become_what_the_reference_says(seed: int) -> None:
    edges = history(seed)
    said = driven(edges)
    assert len(edges) == EDGES
    for place in WIRING.spots:
        mine = [edge for edge in edges if edge.place == place]
        assert [event for event in said if place_of(event) == place] == reference(mine)


def test_the_histories_have_all_there_is_to_find() -> None:
    said = [event for seed in range(20) for event in driven(history(seed))]
    assert any(isinstance(event, SpotFlaps) for event in said)
    assert len(said) > 20 * 14
    assert len(said) < 20 * EDGES // 2
