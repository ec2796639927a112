"""The bench's supervisor: what procedure says when the table stops, done by somebody who sees the felt.

A lost shoe is plugged in again, an unread card is looked at and said, a seat with both arrows keeps one, an empty
shoe is shuffled; then the round goes on. What cannot be mended in a few tries is voided.
"""

from random import Random
from typing import Final

from controller.outputs import Outputs
from drivers.sim.felt import Felt
from drivers.sim.hands import REST, Line

TRIES: Final = 4
VOIDS: Final = 0.15
"""How often a supervisor would rather void a round that the power left."""
Plan = list[Line]


class Supervisor:
    def __init__(self, felt: Felt, random: Random) -> None:
        self._felt, self._random = felt, random
        self._tries = 0
        self._decided: set[tuple[int, int, str]] = set()

    def leaves(self) -> None:
        """The table goes on."""
        self._tries = 0

    def comes(self, picture: Outputs, expose: Plan) -> Plan:
        if not picture.shoe:
            return [REST, REST, ("shoe", "plug"), REST]
        self._tries += 1
        said = [("do", "void")] if self._tries > TRIES else self._mends(picture, expose)
        return [("badge", "in", "supervisor"), *said, ("badge", "out")]

    def _mends(self, picture: Outputs, expose: Plan) -> Plan:
        resume: Line = ("do", "resume")
        match reason(picture):
            case "unread_card" if self._felt.unread:
                return [("do", "correct", self._felt.unread[0]), resume]
            case "both_arrows":
                return [*(self._one_arrow(one.seat) for one in picture.alerts if one.alert == "both_arrows"), resume]
            case "missed_natural":
                return [resume, *expose]
            case "shoe_empty":
                return [("do", "shuffle"), resume]
            case "power" if self._random.random() < VOIDS:
                return [("do", "void")]
        return [resume]

    def _one_arrow(self, seat: int | None) -> Line:
        return ("do", "admit", str(seat), self._random.choice(("p", "d")))

    def close_calls(self, picture: Outputs) -> Plan:
        """A bet that landed with the first card: most are taken, some refused, a few nobody decides."""
        called = [
            one for one in picture.alerts if one.alert == "photo_finish" and self._is_new(picture, one.seat, one.spot)
        ]
        words = self._random.choices(("admit", "refuse", ""), (5, 3, 2), k=len(called))
        said: Plan = [
            ("do", word, str(one.seat), one.spot or "") for word, one in zip(words, called, strict=True) if word
        ]
        return [("badge", "in", "supervisor"), *said, ("badge", "out")] if said else []

    def _is_new(self, picture: Outputs, seat: int | None, spot: str | None) -> bool:
        call = (picture.round, seat or 0, spot or "")
        new = picture.phase in ("dealing", "playing") and call not in self._decided
        if new:
            self._decided = {one for one in self._decided if one[0] == picture.round} | {call}
        return new


def reason(picture: Outputs) -> str:
    """Why the table stopped, as its display says it; `power` raises no alert of its own."""
    sentence = picture.prompt[0]
    return next((one.alert for one in picture.alerts if one.dealer.endswith(sentence)), "power")
