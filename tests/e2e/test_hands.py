"""A visitor at the bench: lines said to a table that plays, or that waits; and people who live with them."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from controller import config
from controller.cli.assembly import booter
from controller.cli.bench.choice import house
from controller.outputs import Outputs
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.felt import Felt
from drivers.sim.hands import Hands
from drivers.sim.ledger import Ledger
from drivers.sim.pins import bench_wiring
from drivers.sim.players import Players
from drivers.sim.rig import Rig
from tests.e2e.test_bench import address, pictures, running

MOVE = 160 * MS


class Bench:
    """A table with its people, on a clock moved by hand."""

    def __init__(self, folder: Path, line: str) -> None:
        choice = config.parse_table_line(line.split())
        setup = choice.setup
        self.clock = VirtualClock()
        wiring = bench_wiring(setup.seats, setup.spots, setup.box)
        self.rig = Rig(wiring, choice.shoe, self.clock, booter(setup, folder / "journal.db"), pumped=True)
        self.hands = Hands(self.rig, Felt(setup.rules.decks, seed=5))
        self.players = Players(self.hands, house(setup), seed=5)

    def say(self, *lines: str) -> Outputs:
        for line in lines:
            self.hands.say(line)
            self.clock.advance_to(self.clock.now() + MOVE)
        return self.rig.now()

    def play(self, until: Callable[[Outputs], bool]) -> Outputs:
        for _ in range(3000):
            if until(self.rig.now()):
                return self.rig.now()
            self.clock.advance_to(self.clock.now() + MOVE)
            self.players.move()
        raise AssertionError(f"the table stands still: {self.rig.now().prompt}")

    def play_rounds(self, count: int) -> None:
        wanted = self.players.ledger.rounds + count
        self.play(lambda _: self.players.ledger.rounds >= wanted)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path, "dealer-bust-21 SD seats 3")
    yield bench
    bench.rig.close()


def test_a_round_by_hand(bench: Bench) -> None:
    bench.say("badge in dealer", "do open", "badge out")
    shown = bench.say("chip 1 main 1000", "chip 1 db21 500", "draw 9h", "draw 7c", "draw 10d", "draw 6s")
    assert (shown.phase, shown.up_card, shown.dealer) == ("playing", "7c", ("7c", "??"))
    shown = bench.say("press stand", "box on", "draw Kd")
    assert [(one.spot, one.outcome, one.net) for one in shown.results] == [
        ("main", "win", 1000),
        ("db21", "win", 1000),
    ]
    shown = bench.say("take 1 main", "take 1 db21", "box off")
    assert (shown.phase, shown.last and shown.last.status) == ("betting", "settled")


def test_draw_alone_takes_the_next_card_of_the_shoe(bench: Bench) -> None:
    bench.say("badge in dealer", "do open", "badge out", "chip 2 main")
    left = bench.hands.felt.deck.left
    shown = bench.say("draw", "draw", "draw", "draw")
    assert shown.phase == "playing"
    assert bench.hands.felt.deck.left == left - 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "say what to do, as in `chip 1 main`"),
        ("dance", "unknown line 'dance'; there are chip, take, draw"),
        ("chip 9 main", "no seat 9; this table has seats 1 to 3"),
        ("chip 1 stud", "unknown spot 'stud'; there are main, db21"),
        ("draw 1x", "no such card '1x'"),
        ("press stand 2", "stand is for the hand in turn and takes no seat"),
        ("badge in boss", "unknown role 'boss'"),
        ("do dance", "unknown command 'dance'"),
        ("speed 0", "this line is written `speed N`, from 0.1 to 10 times a person's pace"),
        ("speed fast", "this line is written `speed N`"),
        ("autoplay maybe", "this line is written `autoplay on|off`"),
        ("expect phase betting", "unknown line 'expect'"),
        ("wait 5", "unknown line 'wait'"),
    ],
)
def test_what_cannot_be_done_is_said(bench: Bench, line: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        bench.hands.say(line)


def test_autoplay_and_speed_are_told(bench: Bench) -> None:
    told: list[dict[str, object]] = []
    bench.hands.told = told.append
    bench.say("autoplay off", "speed 2.5")
    assert told == [{"bench": {"autoplay": False, "speed": 1.0}}, {"bench": {"autoplay": False, "speed": 2.5}}]


VISITS: dict[str, tuple[str, ...]] = {
    "a chip is lifted": ("take 1 main", "take 2 main", "take 3 main"),
    "a late chip": ("chip 1 main", "chip 2 main", "chip 3 main", "chip 3 db21"),
    "the shoe is unplugged": ("shoe unplug",),
    "the power is cut": ("power cut",),
    "the power comes back without the shoe": ("shoe unplug", "power cut"),
    "a badge is left in": ("badge in technician",),
    "cards nobody asked for": ("draw", "draw", "draw"),
    "a card that cannot be": ("draw Ah",) * 7,
    "unread cards": ("unread", "unread"),
    "the box is played with": ("box on", "box off", "box on"),
    "keys are pressed": ("press stand", "press split", "press double", "press next", "press dealer"),
    "noise and an error": ("shoe noise", "shoe repeat", "shoe error 3", "cut"),
    "a supervisor voids": ("badge in supervisor", "do void"),
    "the shoe is shuffled": ("badge in dealer", "do shuffle"),
}


@pytest.mark.parametrize("phase", ["betting", "dealing", "playing", "dealer_turn", "resolving"])
def test_the_people_go_on_whatever_a_visitor_does(bench: Bench, phase: str) -> None:
    for lines in VISITS.values():
        bench.play(lambda shown: shown.phase == phase)
        bench.say(*lines)
        bench.play_rounds(1)
    assert bench.players.ledger.status["settled"] > len(VISITS) // 2


def test_a_closed_table_is_opened_and_service_is_left_alone(bench: Bench) -> None:
    bench.play(lambda shown: shown.phase == "betting")
    bench.say("badge in technician", "do service")
    bench.players.move()
    assert bench.rig.now().phase == "service"
    bench.say("do leave", "badge out")
    bench.play_rounds(1)


def test_the_ledger_notices_what_is_not_conserved(bench: Bench) -> None:
    """A result too few, one too many, a wrong amount: each is said with its round and place."""
    seen = bench.play(lambda shown: shown.phase == "resolving" and len(shown.results) > 2)
    ended = bench.play(lambda shown: shown.phase == "betting")
    last = ended.last
    assert last is not None
    first, *rest = last.settlements

    def said(*settlements: Any) -> list[str]:
        ledger = Ledger(bench.hands.felt)
        ledger.look(seen)
        ledger.look(replace(ended, last=replace(last, settlements=settlements)))
        return ledger.broken

    place = f"seat {first.seat} {first.spot}"
    assert said(first, *rest) == []
    assert f"round 1 (settled): the chip on {place} has no result" in said(*rest)
    assert said(first, first, *rest)[0].startswith(f"round 1 (settled): {place} has 2 results")
    assert f"{place} {first.outcome} nets" in said(replace(first, net=1), *rest)[0]
    assert f"{place} counts 1, " in said(replace(first, wager=1, net=None), *rest)[0]


def test_a_visitor_of_the_page_plays_in_real_time() -> None:
    """Autoplay off, a chip, the power cut, autoplay on again: through the page's own door."""
    with running("--no-autoplay", "--quiet", "--speed", "10") as process:
        url = address(process)

        def say(line: str) -> httpx.Response:
            return httpx.post(url + "api/bench", json={"line": line}, headers={"origin": url.rstrip("/")}, timeout=30)

        shown = pictures(url)
        assert next(one for one in shown if "phase" in one)["phase"] == "betting"
        assert say("chip 1 main 500").json() == {"ok": True}
        assert say("chip 9 main").status_code == 400
        next(one for one in shown if "seats" in one and one["seats"][0]["spots"][0]["covered"])
        say("draw")
        next(one for one in shown if one.get("phase") == "dealing")
        say("power cut")
        next(one for one in shown if one.get("phase") == "suspended")
        say("autoplay on")
        next(one for one in shown if (one.get("last") or {}).get("round") == 2)
