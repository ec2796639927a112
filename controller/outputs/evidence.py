"""What of a picture the record vouches for: all that tells a person what to do or what they are paid.

Its JSON is summed up in every record (`shown`), so that a replay finds the first event after which today's code
would show something else. A stored format: a field added to the picture does not belong in here by itself.
"""

from controller.games.model import Settlement
from controller.outputs import lamps, relight
from controller.outputs.picture import Lamp, Outputs
from controller.outputs.prompt import prompt
from controller.outputs.seats import same_face, same_words, texts
from controller.table.state import State

Evidence = tuple[str, tuple[str, str], list[tuple[Lamp, ...]], list[tuple[str, ...]], tuple[Settlement, ...]]


def evidence(picture: Outputs) -> Evidence:
    """Phase, prompt, the lamps and words of each seat, results."""
    lamps = [tuple([spot.lamp for spot in seat.spots]) for seat in picture.seats]
    return picture.phase, picture.prompt, lamps, [seat.texts for seat in picture.seats], picture.results


class Following:
    """`evidence(outputs(state))` of one state after another, drawing only what it needs of what changed.

    Where nothing changed it is the same object again, so that whoever sums it up need not do it twice.
    """

    def __init__(self) -> None:
        self._state: State | None = None
        self._last: Evidence = ("", ("", ""), [], [], ())

    def after(self, new: State) -> Evidence:
        old, self._state = self._state, new
        if old is None or old.setup is not new.setup:
            found = new.phase, prompt(new), list(lamps(new)), _all_texts(new), _results(new)
        else:
            _, _, lit, words, results = self._last
            same = old.results is new.results and "suspended" not in (old.phase, new.phase)
            results = results if same else _results(new)
            found = new.phase, prompt(new), _lamps_after(old, lit, new), _texts_after(old, words, new), results
        if found != self._last:
            self._last = found
        return self._last


def _results(state: State) -> tuple[Settlement, ...]:
    return () if state.phase == "suspended" else tuple([result.settlement for result in state.results])


def _lamps_after(old: State, lit: list[tuple[Lamp, ...]], new: State) -> list[tuple[Lamp, ...]]:
    changed = dict(relight(old, lit, new))
    return [changed.get(place, lamps) for place, lamps in enumerate(lit)] if changed else lit


def _texts_after(old: State, words: list[tuple[str, ...]], new: State) -> list[tuple[str, ...]]:
    if not same_words(old, new):
        return _all_texts(new)
    if old.seats is new.seats:
        return words
    seats = zip(words, old.seats, new.seats, strict=True)
    return [was if same_face(before, seat) else texts(new, n) for n, (was, before, seat) in enumerate(seats, 1)]


def _all_texts(state: State) -> list[tuple[str, ...]]:
    return [texts(state, number) for number in range(1, len(state.seats) + 1)]
