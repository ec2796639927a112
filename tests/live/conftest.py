"""A live table's folder, its process, and a badge reader."""

from collections.abc import Callable, Iterator

import pytest

from tests.drivers.conftest import pcscd
from tests.live.tables import Folder, Running

__all__ = ["folder", "pcscd", "start"]
Start = Callable[..., Running]


@pytest.fixture
def folder() -> Iterator[Folder]:
    made = Folder()
    yield made
    made.close()


@pytest.fixture
def start(folder: Folder) -> Iterator[Start]:
    """Start the folder's table; whatever still runs at the end is killed."""
    begun: list[Running] = []

    def begin(*options: str, **environment: str) -> Running:
        begun.append(Running(folder, *(options or ("--unsigned",)), **environment))
        return begun[-1]

    yield begin
    for running in begun:
        running.kill()
