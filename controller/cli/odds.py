"""A table's results against the exact odds: the alert, and the edge on the sign.

The table counts (`table.tally`), `math` judges; here they meet, because the table's rooms know no odds. The judge
looks after every round on the writer's thread, where nothing waits for a lock; what it finds is an event of the
record like any other, once a round until a technician has been in `service`.
"""

from collections.abc import Mapping
from typing import Protocol

from controller.events import Event, OddsDrifted
from controller.games import find
from controller.games.model import Rules
from controller.math.drift import judged
from controller.math.hits import exact
from controller.math.side_bets import side_edge
from controller.outputs import Outputs
from controller.table import State
from controller.table.tally import ranks


class Running(Protocol):
    state: State | None

    def now(self) -> int: ...
    def post(self, event: Event) -> None: ...


class OddsWatch:
    """A display that shows nothing: it is told when a round is over and durable."""

    name = "odds"

    def __init__(self, table: Running) -> None:
        self._table = table
        self._looked = 0
        self._odds: tuple[Rules, Mapping[str, float]] | None = None

    def show(self, picture: Outputs) -> None:
        """Only between rounds: the cards counted since the lock may hold one that lies face down."""
        state = self._table.state
        if state is None or state.tally is None or state.status == "partial" or state.round == self._looked:
            return
        self._looked = state.round
        verdict = judged(state.tally.hits, ranks(state), self._exact(state.setup.rules))
        if verdict.drifted:
            self._table.post(OddsDrifted(self._table.now(), verdict.text))

    def _exact(self, rules: Rules) -> Mapping[str, float]:
        if self._odds is None or self._odds[0] is not rules:
            self._odds = rules, exact(rules)
        return self._odds[1]

    def close(self) -> None:
        pass


def edge_lines(rules: Rules) -> list[str]:
    """`DB21: house edge 10.36% · one bet in 3.5 wins`; none where the game has no side bet."""
    side = side_edge(rules)
    if side is None:
        return []
    spot = find(rules.game).side_spots[0].upper()
    return [f"{spot}: house edge {float(side.edge):.2%} · one bet in {1 / float(side.hit):.1f} wins"]
