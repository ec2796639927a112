"""Hands at a simulated table in real time: a visitor's on the page, and those of the people who play by themselves.

A line is a line of a table script (script.py) and is done at once; besides, the bench has a few of its own:
`draw` alone takes the next card of the shoe, `autoplay on|off`, `speed N`, and the tricks of tricks.py.

One lock keeps visitor and players apart: a line is whole before the next begins.
"""

import threading
from collections.abc import Callable
from functools import partial
from typing import Final

from drivers.sim.acts import Acts
from drivers.sim.clock import MS
from drivers.sim.felt import Felt
from drivers.sim.rig import Rig
from drivers.sim.script import Facts, Wrong, check_words
from drivers.sim.tricks import TRICKS

Line = tuple[str, ...]
REST: Final[Line] = ("rest",)
LINES: Final = ("chip", "take", "draw", "unread", "cut", "box", "press", "badge", "do", "shoe", "power")
OWN_LINES: Final = ("autoplay", "speed")
SLOWEST: Final = 0.1
FASTEST: Final = 10.0
"""Times a person's pace; so fast a card still has time to be said."""
BETWEEN_CARDS_MS: Final = 200


class Hands:
    """`told` hears whether the people play by themselves and how fast, whenever that changes."""

    def __init__(self, rig: Rig, felt: Felt, speed: float = 1.0) -> None:
        self.rig, self.felt, self.speed = rig, felt, speed
        self.autoplay = True
        self.turn = threading.RLock()
        self.told: Callable[[dict[str, object]], None] = _nobody
        self._acts = Acts(rig)
        places = rig.wiring.spots
        spots = tuple(dict.fromkeys(spot for _, spot in places))
        self._facts = Facts(max(seat for seat, _ in places), spots, ())

    # -- a visitor -------------------------------------------------------------------------------------

    def say(self, line: str) -> None:
        """ValueError with a sentence for a line that cannot be done."""
        words = tuple(line.split())
        if not words:
            raise ValueError("say what to do, as in `chip 1 main`")
        if words[0] in OWN_LINES:
            _OWN[words[0]](self, words[1:])
            return
        self._check(words)
        with self.turn:
            self.act(words)

    def _check(self, words: Line) -> None:
        if words == ("draw",):
            return
        try:
            check_words(words, self._facts, (*LINES, *OWN_LINES))
        except Wrong as wrong:
            raise ValueError(str(wrong)) from None
        key = (words[1], int(words[2]) if len(words) > 2 else 0) if words[0] == "press" else None
        if key and key not in self.rig.wiring.keys:
            raise ValueError(f"the key {key[0]} is not wired{f' at seat {key[1]}' if key[1] else ''}")

    def _autoplay(self, words: Line) -> None:
        if words not in (("on",), ("off",)):
            raise ValueError("this line is written `autoplay on|off`")
        self.autoplay = words == ("on",)
        self.tell()

    def _speed(self, words: Line) -> None:
        try:
            (word,) = words
            speed = float(word)
        except ValueError:
            speed = 0.0
        if not SLOWEST <= speed <= FASTEST:
            raise ValueError(f"this line is written `speed N`, from {SLOWEST:g} to {FASTEST:g} times a person's pace")
        self.speed = speed
        self.tell()

    def tell(self) -> None:
        self.told({"bench": {"autoplay": self.autoplay, "speed": self.speed}})

    # -- anybody ---------------------------------------------------------------------------------------

    def act(self, words: Line) -> None:
        """Do a checked line, and remember what it leaves on the felt."""
        verb, *rest = words
        if verb == "rest":
            return
        if verb == "draw":
            self._draw(rest)
        elif verb in TRICKS:
            TRICKS[verb](self.rig, self.felt, rest)
        else:
            self._remember(verb, rest)
            self._acts.do(words)

    def _draw(self, cards: list[str]) -> None:
        """Several cards come one after the other."""
        if not cards:
            self._acts.do(("draw", self.felt.draw(self.rig.mirror.picture)))
        for number, card in enumerate(cards):
            later = self.rig.clock.now() + number * BETWEEN_CARDS_MS * MS
            self.felt.draw(self.rig.mirror.picture, card)
            self.rig.clock.call_at(later, partial(self._acts.do, ("draw", card)))

    def _remember(self, verb: str, words: list[str]) -> None:
        felt, picture = self.felt, self.rig.mirror.picture
        if verb == "chip":
            felt.put(picture, (int(words[0]), words[1]), int(words[2]) if len(words) > 2 else None)
        elif verb == "take":
            felt.lift((int(words[0]), words[1]))
        elif verb == "unread":
            felt.cannot_read(felt.draw(picture))
        elif verb in ("do", "press") and words[0] == "shuffle":
            felt.shuffle()
        elif words[:1] == ["correct"] and felt.unread:
            felt.unread.pop(0)


_OWN: Final[dict[str, Callable[[Hands, Line], None]]] = {"autoplay": Hands._autoplay, "speed": Hands._speed}


def _nobody(news: dict[str, object]) -> None:
    """Whom a bench without a page tells."""
