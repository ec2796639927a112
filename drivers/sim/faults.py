"""Faults at random, from one seed: what goes wrong at real tables, put into the people's plans.

A fault is a change of a plan (mishaps.py) and the alert it must raise. At the end of its round it is judged: handled
if that alert stands in the record of the round, or, where a fault must go by unnoticed, if the round came to its end.
Whether wagers survived it is the ledger's business.
"""

from random import Random
from typing import Final, NamedTuple

from msgspec import Struct

from controller.outputs import Outputs, RoundPicture
from drivers.sim.hands import Hands, Line
from drivers.sim.mishaps import MISHAPS, Mishap, Scene

RATES: Final = {"betting": 0.1, "dealing": 0.15, "playing": 0.025, "dealer_turn": 0.06, "resolving": 0.08}
"""How often a plan of each phase is spoiled: together about every second round."""


class Dealt(Struct, frozen=True):
    injected: int
    handled: int
    how: str


class _Injected(NamedTuple):
    mishap: Mishap
    seat: int | None
    spot: str | None


class Faults:
    def __init__(self, hands: Hands, seed: int) -> None:
        self._hands, self._random = hands, Random(f"faults {seed}")
        self._pending: list[_Injected] = []
        self._judged: dict[str, tuple[int, int]] = {}

    def spoil(self, picture: Outputs, plan: list[Line]) -> list[Line]:
        if not (plan and picture.shoe) or self._random.random() >= RATES.get(picture.phase, 0):
            return plan
        possible = [one for one in MISHAPS if picture.phase in one.phases]
        for mishap in self._random.sample(possible, len(possible)):
            used = {(one.seat, one.spot) for one in self._pending}
            spoiled = mishap.spoil(Scene(picture, plan, self._hands, self._random, used))
            if spoiled is not None:
                self._pending.append(_Injected(mishap, spoiled.seat, spoiled.spot))
                return spoiled.plan
        return plan

    def judge(self, past: RoundPicture) -> None:
        raised = {(one.alert, one.seat, one.spot) for one in past.alerts}
        for mishap, seat, spot in self._pending:
            injected, handled = self._judged.get(mishap.name, (0, 0))
            seen = mishap.alert is None or (mishap.alert, seat, spot) in raised
            self._judged[mishap.name] = injected + 1, handled + seen
        self._pending = []

    def dealt(self) -> dict[str, Dealt]:
        """By kind, in the order of MISHAPS; those of a round that is still on are left out."""
        counted = ((one, self._judged[one.name]) for one in MISHAPS if one.name in self._judged)
        return {one.name: Dealt(*counts, one.how) for one, counts in counted}
