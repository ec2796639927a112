"""`make soak`: 100,000 cards through a pseudo-terminal and pyserial, one byte in a hundred damaged.

python -m tests.shoe.soak [--cards 100000] [--seed 1] [--protocol angel-eye]

The clock is moved by hand and the shoe talks at its real speed, so the counts are the same for the same seed.
Most cards follow each other before a silence could end the vote on the last one; the others do not.
Exit 1 if a card was invented (also: doubled, changed, out of place) or never mentioned.
"""

import argparse
import random
import sys
import time
from bisect import bisect_right
from collections import Counter
from typing import Final, NamedTuple

from controller.events import CardBurned, CardDrawn, CardsLost, CardUnread, Event
from drivers.serial_link import SerialLink
from drivers.shoe import find
from drivers.sim.clock import MS, VirtualClock
from drivers.sim.shoe import Deck, Line, SimShoe
from drivers.sim.shoe.line import Fault, noise

DAMAGE: Final = 0.01
SOON: Final = 0.7
SOON_MS: Final = 80
LATER_MS: Final = 400


class Counts(NamedTuple):
    sent: int
    delivered: int
    unread: int
    lost: int
    unmentioned: int
    invented: int

    @property
    def ok(self) -> bool:
        return not self.invented and not self.unmentioned


class Ledger:
    """What became of each card, found by the instant it left the shoe."""

    def __init__(self) -> None:
        self._cards: list[str] = []
        self._left_at: list[int] = []
        self._fate: list[str] = []
        self._invented = 0

    def draw(self, card: str, at: int) -> None:
        self._cards.append(card)
        self._left_at.append(at)
        self._fate.append("")

    def hear(self, event: Event) -> None:
        place = bisect_right(self._left_at, event.at) - 1
        match event:
            case CardDrawn(card=card):
                self._mention(place, "delivered" if card == self._cards[place] else "changed")
            case CardBurned():
                self._mention(place, "changed")
            case CardUnread():
                self._mention(place, "unread")
            case CardsLost(count=count):
                for missing in range(place - count, place):
                    self._mention(missing, "lost")

    def _mention(self, place: int, fate: str) -> None:
        if place < 0 or self._fate[place] or fate == "changed":
            self._invented += 1
        else:
            self._fate[place] = fate

    def counts(self) -> Counts:
        fates = Counter(self._fate)
        known = (fates["delivered"], fates["unread"], fates["lost"])
        return Counts(len(self._cards), *known, fates[""], self._invented)


class Damage:
    """A fault that counts the bytes it changed."""

    def __init__(self, rate: float) -> None:
        self._fault, self.bytes, self.changed = noise(rate), 0, 0

    def __call__(self, frame: bytes, chance: random.Random) -> bytes:
        arrives = self._fault(frame, chance)
        self.bytes += len(frame)
        self.changed += sum(one != other for one, other in zip(frame, arrives, strict=True))
        return arrives


def soak(cards: int, seed: int, fault: Fault, protocol: str = "angel-eye") -> Counts:
    clock, ledger, pauses = VirtualClock(), Ledger(), random.Random(seed)
    deck, shoe = Deck(cards // 52 + 1, seed), SimShoe(protocol, clock, line=Line(seed, fault))
    link = SerialLink(shoe.port, find(protocol)(), clock)
    link.open(ledger.hear)
    shoe.on_written = link.pump
    for _ in range(cards):
        ledger.draw(card := deck.draw(), clock.now())
        shoe.draw(card)
        clock.advance_to(clock.now() + (SOON_MS if pauses.random() < SOON else LATER_MS) * MS)
    clock.advance_to(clock.now() + LATER_MS * MS)
    shoe.close()
    link.close()
    return ledger.counts()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.shoe.soak")
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--protocol", default="angel-eye")
    arguments = parser.parse_args()
    damage, begun = Damage(DAMAGE), time.perf_counter()
    counts = soak(arguments.cards, arguments.seed, damage, arguments.protocol)
    took = time.perf_counter() - begun
    print(f"{arguments.protocol}, seed {arguments.seed}: {damage.changed:,} of {damage.bytes:,} bytes damaged")
    for name in Counts._fields:
        print(f"{name:>12} {getattr(counts, name):>9,}")
    print(f"{took:.0f} s, {'every card accounted for' if counts.ok else 'NOT ACCOUNTED FOR'}")
    return 0 if counts.ok else 1


if __name__ == "__main__":
    sys.exit(main())
