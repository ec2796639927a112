"""Everything that can happen to a table, frozen and stamped.

`at` is the monotonic nanosecond of the physical instant; it is evidence, while the inbox order is the
order of record. A card is what the shoe said, as text: `step` decides whether to believe it.
A struct's tag is its `kind` in the journal: names and fields here are a stored format, add, never rename.
"""

from typing import Final, Literal

from msgspec import Struct

KEYS: Final = (
    "stand", "double", "split", "surrender", "insurance", "over29", "dealer", "next", "burn", "shuffle",
)  # fmt: skip
SEAT_KEYS: Final = ("insurance", "over29")
ROLES: Final = ("dealer", "supervisor", "technician")

COMMANDS: Final[dict[str, str]] = {
    "open": "", "close": "", "shuffle": "", "burn": "", "amount": "SEAT SPOT CENTS", "deal-in": "SEAT",
    "deal-out": "SEAT", "player": "SEAT SEAT…", "resume": "", "void": "", "correct": "CARD",
    "assign": "TARGET", "admit": "SEAT SPOT", "refuse": "SEAT SPOT", "seat": "SEAT off|on",
    "service": "", "test": "WORD…", "leave": "", "pay-table": "WORD",
}  # fmt: skip
"""What may be said at the table, and the words that follow it."""


EDITION: Final = 2
"""2: the table keeps a tally for its statistics."""


class Happening(Struct, frozen=True, gc=False, tag_field="kind", tag=str.lower):
    at: int


class CardSensed(Happening, frozen=True, gc=False):
    """A card is leaving the shoe; which one is not sure yet. Enough to lock the bets."""


class CardDrawn(Happening, frozen=True, gc=False):
    card: str


class CardBurned(Happening, frozen=True, gc=False):
    """The shoe itself says that this card was burned."""

    card: str


class CardUnread(Happening, frozen=True, gc=False):
    """A card left the shoe and could not be read."""


class CutCard(Happening, frozen=True, gc=False):
    pass


class ShoeError(Happening, frozen=True, gc=False):
    code: str


class ShoeErrorCleared(Happening, frozen=True, gc=False):
    pass


class CardsLost(Happening, frozen=True, gc=False):
    """A gap in the shoe's own numbering: this many reports never arrived."""

    count: int


class SpotChanged(Happening, frozen=True, gc=False):
    """A debounced edge; `at` is its first raw edge."""

    seat: int
    spot: str
    covered: bool


class SpotFlaps(Happening, frozen=True, gc=False):
    """A sensor that changes too often to be believed."""

    seat: int
    spot: str


class BoxChanged(Happening, frozen=True, gc=False):
    covered: bool


class KeyPressed(Happening, frozen=True, gc=False):
    key: str
    seat: int | None = None
    cents: int | None = None


class BadgeIn(Happening, frozen=True, gc=False):
    role: str
    badge: str


class BadgeOut(Happening, frozen=True, gc=False):
    pass


class Command(Happening, frozen=True, gc=False):
    """Words said at the table (`do …`), by whose badge and why; who may is decided by the badge that is in."""

    words: tuple[str, ...]
    badge: str | None = None
    reason: str = ""


class DeviceLost(Happening, frozen=True, gc=False):
    device: str


class DeviceBack(Happening, frozen=True, gc=False):
    device: str


class AmountKnown(Happening, frozen=True, gc=False):
    """An amount that came with the chip itself (a bench or a chip-reading spot): no badge needed."""

    seat: int
    spot: str
    cents: int


class TimeUp(Happening, frozen=True, gc=False):
    """The instant the state asked to be woken at."""


class OddsDrifted(Happening, frozen=True, gc=False):
    """The statistics say that results have left the exact odds; `why` is for the technician."""

    why: str


class Started(Happening, frozen=True, gc=False):
    """A process took over the table: `setup` is its whole configuration, `covered` its sensors now.

    `configuration` and `pay_table` are SHA-256 of the setup and of its pay table as JSON (empty: there is none).
    `two_badges`: another pay table than before waits for two supervisors, as on every live table.
    `edition`: of what the table counts and remembers; the record of an older one is told as it was then.
    """

    boot: str
    version: str
    setup: str
    covered: tuple[tuple[int, str], ...] = ()
    box: bool = False
    shoe: Literal["up", "down"] = "up"
    configuration: str = ""
    pay_table: str = ""
    two_badges: bool = False
    edition: int = 1


Event = (
    CardSensed | CardDrawn | CardBurned | CardUnread | CutCard | ShoeError | ShoeErrorCleared | CardsLost
    | SpotChanged | SpotFlaps | BoxChanged | KeyPressed | BadgeIn | BadgeOut | Command | DeviceLost
    | DeviceBack | AmountKnown | TimeUp | OddsDrifted | Started
)  # fmt: skip
