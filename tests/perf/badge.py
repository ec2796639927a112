"""From a card put on the reader to BadgeIn, on a real pcscd with vpcd's reader; and again after pcscd restarted.

Most of it is pcscd's own: it looks at this kind of reader every 400 ms, at USB readers when they say so. The second
figure is ours alone: from the moment that pcscd woke us.
"""

import tempfile
import time
from pathlib import Path

from controller.events import BadgeIn, BadgeOut, DeviceBack
from controller.runtime import SystemClock
from drivers.sim.card import SimCard
from tests.drivers.badges import ANA, Desk, Kind, enrolled, piv
from tests.drivers.pcsc import Pcscd
from tests.perf import Row, spread

TOUCHES, OTHERS = 12, 30


def measure() -> list[Row]:
    cards: dict[str, SimCard] = {"UID": SimCard(ANA)}
    kinds: tuple[Kind, ...] = ("p-256", "rsa-2048")
    cards |= {f"9E {kind}": piv(ANA, kind) for kind in kinds}
    return [row for what, card in cards.items() for row in _measure(what, card)]


def _measure(what: str, card: SimCard) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="upcard-perf-") as folder:
        pcscd, clock = Pcscd(), SystemClock()
        try:
            pcscd.start()
            desk = Desk(_file(Path(folder), card), clock)
            touches = [_touch(pcscd, desk, card, clock) for _ in range(TOUCHES)]
            again = _restart(pcscd, desk, card, clock)
            desk.reader.close()
        finally:
            pcscd.close()
            clock.close()
    whole, ours = zip(*touches, strict=True)
    return [
        Row(f"badge → recognised, {what}", spread(whole, "ms"), f"{TOUCHES} touches, last of {OTHERS + 1} badges"),
        Row("  of it after pcscd woke us", spread(ours, "ms"), "the first one loads cryptography if it is needed"),
        Row("  after a pcscd restart", f"{again:.0f} ms", "card put on when the reader was back"),
    ]


def _file(folder: Path, card: SimCard) -> Path:
    others = [SimCard(bytes([4, number, 0, 0])) for number in range(OTHERS)]
    path = enrolled(folder / "badges.toml", *((f"other {c.uid[1]}", "dealer", c) for c in others))
    return enrolled(path, ("Ana", "dealer", card))


def _touch(pcscd: Pcscd, desk: Desk, card: SimCard, clock: SystemClock) -> tuple[float, float]:
    begun = time.perf_counter()
    held = pcscd.insert(card)
    event = desk.next()
    whole, now = (time.perf_counter() - begun) * 1000, clock.now()
    assert isinstance(event, BadgeIn)
    held.pull()
    assert isinstance(desk.next(), BadgeOut)
    return whole, (now - event.at) / 1e6


def _restart(pcscd: Pcscd, desk: Desk, card: SimCard, clock: SystemClock) -> float:
    pcscd.kill()
    pcscd.start()
    while not isinstance(desk.next(), DeviceBack):
        pass
    return _touch(pcscd, desk, card, clock)[0]
