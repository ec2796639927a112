"""One round step by step, as it was shown: played again from the snapshot before it, its chain checked."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from controller.outputs import Outputs, RoundPicture, outputs, past_picture
from controller.recall.search import public
from controller.recall.source import Round, Source, rounds
from controller.recall.tell import tell
from controller.table.state import MS, State


class Margin(Struct, frozen=True):
    """A chip against the first card: `ms` before (negative) or after it."""

    seat: int
    spot: str
    ms: float
    bet: str


class Frame(Struct, frozen=True):
    seq: int
    at: int
    lines: tuple[str, ...]
    picture: Outputs


class Replayed(Struct, frozen=True):
    """A round as it was shown: `frames` are its steps, those where something was told or looked different."""

    round: RoundPicture
    frames: tuple[Frame, ...]
    margins: tuple[Margin, ...]


def replayed(source: Source, number: int) -> Replayed | None:
    told = next((one for one in rounds(source.walk(source.before_round(number))) if one.number >= number), None)
    if told is None or told.number != number:
        return None
    last = told.steps[-1]
    picture = past_picture(told.past) if told.past else public(last.after)
    return Replayed(picture, tuple(_frames(told)), tuple(_margins(last.before if told.past else last.after)))


def _frames(told: Round) -> Iterator[Frame]:
    """What the round before left is of no interest here."""
    lines = {step.seq: step.lines for step in tell(told, names=False)}
    shown = None
    for step in told.steps:
        picture = replace(outputs(step.after), last=None)
        if step.record.seq in lines or picture != shown:
            yield Frame(step.record.seq, step.record.wall // MS, lines.get(step.record.seq, ()), picture)
        shown = picture


def _margins(state: State | None) -> Iterator[Margin]:
    for number, seat in enumerate(state.seats if state else (), 1):
        for name, spot in zip(state.setup.spots if state else (), seat.spots, strict=True):
            if spot.margin is not None:
                yield Margin(number, name, spot.margin / MS, spot.bet)
