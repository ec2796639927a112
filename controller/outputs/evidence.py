"""What of a picture the record vouches for: all that tells a person what to do or what they are paid.

Its JSON is summed up in every record (`shown`), so that a replay finds the first event after which today's code
would show something else. A stored format: a field added to the picture does not belong in here by itself.
"""

from collections.abc import Iterable
from itertools import zip_longest

from controller.games.model import Settlement
from controller.outputs import lamps
from controller.outputs.changes import changed_faces, same_light, same_prompt, same_words
from controller.outputs.picture import Evidence, Lamp, Outputs
from controller.outputs.prompt import checks, prompt
from controller.outputs.seats import all_texts, seat_lamps, texts
from controller.table.state import State


def evidence(picture: Outputs) -> Evidence:
    lamps = [tuple([spot.lamp for spot in seat.spots]) for seat in picture.seats]
    return Evidence(picture.phase, picture.prompt, lamps, [seat.texts for seat in picture.seats], picture.results)


class Following:
    """`evidence(outputs(state))` of one state after another, drawing only what it needs of what changed.

    Where nothing changed it is the same object again, so that whoever sums it up need not do it twice. Two events
    in three show nothing new (cards of the deal, chips before the lock): that is seen by comparing, not by drawing.
    """

    def __init__(self) -> None:
        self._state: State | None = None
        self._last = Evidence("", ("", ""), [], [], ())
        self._checks = ""

    def after(self, new: State) -> Evidence:
        old, self._state = self._state, new
        if old is new:
            return self._last
        if old is None or old.setup is not new.setup or not (same_light(old, new) and same_words(old, new)):
            found = self._drawn(new)
        else:
            found = self._redrawn(old, new)
        if found != self._last:
            self._last = found
        return self._last

    def _drawn(self, new: State) -> Evidence:
        self._checks = checks(new)
        return Evidence(new.phase, prompt(new, self._checks), list(lamps(new)), all_texts(new), _settlements(new))

    def _redrawn(self, old: State, new: State) -> Evidence:
        """By the seats alone whose face or results changed."""
        lit, words, settlements = self._last.lamps, self._last.texts, self._last.results
        faces = changed_faces(old, new)
        if faces:
            self._checks = checks(new)
            lit = _lit_again(lit, new, faces)
            words = _told_again(words, new, faces)
        if old.results is not new.results:
            words = _told_again(words, new, _retold(old, new))
            settlements = _settlements(new)
        elif not faces and same_prompt(old, new):
            return self._last
        return Evidence(new.phase, prompt(new, self._checks), lit, words, settlements)


def _lit_again(lit: list[tuple[Lamp, ...]], new: State, places: Iterable[int]) -> list[tuple[Lamp, ...]]:
    lit = lit.copy()
    for place in places:
        lit[place] = seat_lamps(new, new.seats[place])
    return lit


def _told_again(words: list[tuple[str, ...]], new: State, places: Iterable[int]) -> list[tuple[str, ...]]:
    words = words.copy()
    for place in places:
        words[place] = texts(new, place + 1)
    return words


def _retold(old: State, new: State) -> set[int]:
    """The places of the seats whose results changed."""
    places = set()
    for was, now in zip_longest(old.results, new.results):
        if was is not now:
            places.update([one.settlement.seat - 1 for one in (was, now) if one])
    return places


def _settlements(state: State) -> tuple[Settlement, ...]:
    return () if state.phase == "suspended" else tuple([result.settlement for result in state.results])
