"""How fast a codec reads: a clean line, and one with every hundredth byte damaged."""

import time

from drivers.shoe import find, names
from drivers.sim.shoe import Deck, Line
from drivers.sim.shoe.line import noise
from tests.perf import Row
from tests.shoe.streams import drawn

CARDS = 20_000
CHUNK = 4096
BEST_OF = 3


def measure() -> list[Row]:
    return [_row(protocol, rate) for protocol in names() for rate in (0.0, 0.01)]


def _row(protocol: str, damage: float) -> Row:
    data = stream(protocol, damage)
    seconds = min(_seconds(protocol, data) for _ in range(BEST_OF))
    line = f"{damage:.0%} damaged" if damage else "clean"
    return Row(
        f"decode {protocol}, {line}", f"{len(data) / seconds / 1e6:.2f} MB/s", f"{CARDS:,} cards in 4 kB reads"
    )


def stream(protocol: str, damage: float) -> bytes:
    codec, deck, line = find(protocol)(), Deck(CARDS // 52 + 1, seed=1), Line(1, noise(damage))
    frames = (codec.encode(drawn(deck.draw()), number) for number in range(CARDS))
    return b"".join(line(frame) for frame in frames for _ in range(codec.copies))


def _seconds(protocol: str, data: bytes) -> float:
    codec, begun = find(protocol)(), time.perf_counter()
    for start in range(0, len(data), CHUNK):
        codec.feed(data[start : start + CHUNK])
    return time.perf_counter() - begun
