"""What of a picture the record vouches for: all that tells a person what to do or what they are paid.

Its JSON is summed up in every record (`shown`), so that a replay finds the first event after which today's code
would show something else. A stored format: a field added to the picture does not belong in here by itself.
"""

from controller.games.model import Settlement
from controller.outputs import lamps, relight, same_round
from controller.outputs.picture import Lamp, Outputs
from controller.outputs.prompt import prompt
from controller.outputs.seats import texts
from controller.table.state import State

Evidence = tuple[str, tuple[str, str], list[tuple[Lamp, ...]], list[tuple[str, ...]], tuple[Settlement, ...]]


def evidence(picture: Outputs) -> Evidence:
    """Phase, prompt, the lamps and words of each seat, results."""
    lamps = [tuple([spot.lamp for spot in seat.spots]) for seat in picture.seats]
    return picture.phase, picture.prompt, lamps, [seat.texts for seat in picture.seats], picture.results


class Following:
    """`evidence(outputs(state))` of one state after another, drawing only what it needs of what changed."""

    def __init__(self) -> None:
        self._state: State | None = None
        self._lamps: list[tuple[Lamp, ...]] = []
        self._texts: list[tuple[str, ...]] = []

    def after(self, new: State) -> Evidence:
        old, self._state = self._state, new
        if old is None or old.setup is not new.setup:
            self._lamps, self._texts = list(lamps(new)), _all_texts(new)
        else:
            self._lamps = self._lamps.copy()
            for place, lit in relight(old, self._lamps, new):
                self._lamps[place] = lit
            self._texts = self._texts_after(old, new)
        results = () if new.phase == "suspended" else tuple([result.settlement for result in new.results])
        return new.phase, prompt(new), self._lamps, self._texts, results

    def _texts_after(self, old: State, new: State) -> list[tuple[str, ...]]:
        if not same_round(old, new):
            return _all_texts(new)
        seats = zip(self._texts, old.seats, new.seats, strict=True)
        return [was if seat is before else texts(new, n) for n, (was, before, seat) in enumerate(seats, 1)]


def _all_texts(state: State) -> list[tuple[str, ...]]:
    return [texts(state, number) for number in range(1, len(state.seats) + 1)]
