"""Puts a controller together around drivers: the one place where the two meet."""

import hashlib
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path

import msgspec

from controller import config
from controller.cli.odds import OddsWatch
from controller.events import EDITION, Started
from controller.journal import Journal
from controller.ports import Clock, Display, Lamps, Levels
from controller.runtime import Runtime
from controller.table import Setup
from drivers.shoe import names as shoe_names

OTHER_ROUND = (
    "round {} is on by another configuration: put the file back as it was, resume or void the round and close the"
    " table, then change it"
)
Boot = Callable[[Clock, Lamps, Display, Levels], "Table"]


class Table(Runtime):
    """A runtime with its journal, started on what the sensors say now."""

    def __init__(
        self,
        journal: Journal,
        setup: Setup,
        clock: Clock,
        lamps: Lamps,
        displays: Iterable[Display],
        now: Levels,
        software: str = "",
        live: bool = False,
    ) -> None:
        """`software` is the digest of the signed manifest; a copy without one has none. On a `live` table another
        pay table than before waits for two supervisors, and no configuration changes inside a round."""
        super().__init__(journal, clock, [lamps], (*displays, OddsWatch(self)))
        self._journal = journal
        if live and self.state is not None and self.state.status == "partial" and self.state.setup != setup:
            super().close()
            raise config.ConfigError(OTHER_ROUND.format(self.state.round))
        self.post(started(clock.now(), self.boot, setup, now, software, live))

    def close(self) -> None:
        super().close()
        self._journal.close()


def started(at: int, boot: str, setup: Setup, now: Levels, software: str = "", live: bool = False) -> Started:
    """What a start puts on record: version, configuration, pay table and sensors."""
    whole, table = config.encode(setup), setup.rules.pay_table
    return Started(
        at, boot, " ".join((version("upcard"), software)).rstrip(), whole, now.covered, now.box,
        configuration=_digest(whole.encode()), pay_table=_digest(msgspec.json.encode(table)) if table else "",
        two_badges=live, edition=EDITION,
    )  # fmt: skip


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def check_shoe(choice: config.TableChoice) -> None:
    """Only here are both known: what was chosen, and which protocols there are."""
    if choice.shoe not in shoe_names():
        raise config.ConfigError(f"unknown shoe {choice.shoe!r}; there are {', '.join(shoe_names())}")


def booter(setup: Setup, journal: Path, displays: Iterable[Display] = ()) -> Boot:
    """How a simulated table starts its controller, the first time and after every power cut."""

    def boot(clock: Clock, lamps: Lamps, mirror: Display, now: Levels) -> Table:
        return Table(Journal(journal), setup, clock, lamps, (mirror, *displays), now)

    return boot
