"""A pcscd and a reader at a desk, for the tests of badges."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from controller.runtime import SystemClock
from drivers.sim.card import SimCard
from tests.drivers.badges import ANA, BEN, Desk, enrolled, piv
from tests.drivers.pcsc import Pcscd


@pytest.fixture
def pcscd() -> Iterator[Pcscd]:
    daemon = Pcscd()
    try:
        daemon.start()
        yield daemon
    finally:
        daemon.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Ana the supervisor with a key, Ben the dealer without."""
    return enrolled(tmp_path / "badges.toml", ("Ana", "supervisor", piv(ANA)), ("Ben", "dealer", SimCard(BEN)))


@pytest.fixture
def sit(file: Path) -> Iterator[Callable[..., Desk]]:
    """Makes a desk's reader start; ends them all."""
    clock, desks = SystemClock(), list[Desk]()

    def start(path: Path = file, **options: object) -> Desk:
        desks.append(Desk(path, **{"clock": clock, **options}))  # type: ignore[arg-type]
        return desks[-1]

    yield start
    for desk in desks:
        desk.reader.close()
    clock.close()
