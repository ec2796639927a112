"""A line of `upcard settle` as a typed record, or one sentence that says where it is wrong.

Decisions
- A blank line is a line that cannot be settled, so line N of the output always answers line N.
- A key given twice in an object is refused: JSON readers would silently keep one of the two.
- An error inside a seat names the seat by its own number, not by its place in the list.
"""

import json
import re
from collections import Counter
from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from controller.games.model import RuleError
from controller.games.options import RoundOptions, explain
from controller.money import Cents

HIGHEST_SEAT: Final = 99


class HandRecord(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    cards: tuple[str, ...]
    doubled: bool = False
    surrendered: bool = False
    from_split: bool = False


class SeatRecord(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=1, le=HIGHEST_SEAT)]
    wagers: dict[str, Cents]
    hands: tuple[HandRecord, ...] = ()
    insurance: Cents | UnsetType = UNSET
    player: str | None = None


class RoundRecord(RoundOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    game: str
    decks: int
    dealer: tuple[str, ...]
    seats: tuple[SeatRecord, ...]


_DECODER: Final = msgspec.json.Decoder(RoundRecord)


def decode(line: bytes) -> RoundRecord:
    if not line.strip():
        raise RuleError("blank line; one JSON object per line is expected")
    try:
        record = _DECODER.decode(line)
        _check_once(line, record)
    except msgspec.ValidationError as error:
        raise RuleError(explain(error, _place(str(error), line))) from None
    except msgspec.DecodeError as error:
        raise RuleError(f"no JSON object: {error}") from None
    except json.JSONDecodeError as error:
        raise RuleError(f"no JSON object: {error}") from None
    except UnicodeDecodeError:
        raise RuleError("no JSON object: the line is not UTF-8") from None
    return record


def _once(pairs: list[tuple[str, object]]) -> None:
    if len(pairs) > 1 and len(dict(pairs)) != len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise RuleError(f"{twice!r} is given twice in one object; give it once")


_TWICE: Final = json.JSONDecoder(object_pairs_hook=_once)


def _check_once(line: bytes, record: RoundRecord) -> None:
    """Look for a key given twice, unless the line has no more colons than its record written anew."""
    if b"\\" in line or line.count(b":") != msgspec.json.encode(record).count(b":"):
        _TWICE.decode(line.decode())


def _place(message: str, line: bytes) -> str | None:
    """`seat 3 hand 1 cards` for the path msgspec gives, by the seat's own number where it has one."""
    path = re.search(r"`\$\.seats\[(\d+)\](?:\.hands\[(\d+)\])?(?:\.(\w+))?", message)
    if path is None:
        return None
    index, hand, field = path.groups()
    place = _seat_name(line, int(index))
    return " ".join(filter(None, (place, hand and f"hand {int(hand) + 1}", field)))


def _seat_name(line: bytes, index: int) -> str:
    try:
        number = msgspec.json.decode(line)["seats"][index]["seat"]
    except (ValueError, KeyError, TypeError, RecursionError):
        number = None
    return f"seat {number}" if type(number) is int else f"seats[{index}]"
