"""The whole table, frozen: nested structs that share what did not change.

Amounts are cents or None where nobody knows. Cards are stored as dealt; `UNREAD` holds the place of a
card that left the shoe unread until a supervisor says what it was. Stamps are monotonic nanoseconds of
the running boot; a restart forgets them (they are never compared across boots). A stored state leaves out
the defaults of State, Seat and Spot, a third of it: they are a stored format, never to be changed.
"""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from controller.cards import Card
from controller.games.model import Hand, Rules, Settlement
from controller.money import Cents

UNREAD: Final = Card("??")
BOX: Final = "box"
BURN: Final = "burn"
MS: Final = 1_000_000
LONG_AGO: Final = -(1 << 62)
"""The stamp of a level that was there before this boot."""

Bet = Literal["none", "admitted", "photo", "arrow", "late", "orphan", "refused"]
LIVE: Final = frozenset(("admitted", "photo", "arrow"))
UNDECIDED: Final = frozenset(("photo", "arrow"))
"""The live ones that a supervisor must decide."""
Panel = Literal["full", "over29", "none"]


class Setup(Struct, frozen=True, kw_only=True):
    """What an installer chose; `rules` were checked by the game."""

    name: str
    rules: Rules
    seats: int
    spots: tuple[str, ...]
    panel: Panel = "full"
    box: bool = True
    burn: int = 0
    debounce_ms: int = 30
    uncertainty_ms: int = 15
    chips: dict[str, Cents] = {}
    limits: dict[str, tuple[Cents | None, Cents | None]] = {}


class Alert(Struct, frozen=True, gc=False):
    kind: str
    seat: int | None = None
    spot: str | None = None


class Spot(Struct, frozen=True, gc=False, omit_defaults=True):
    """A betting place: its last few debounced edges and what this round made of it.

    `lifted`: a live wager is gone from it. `next_amount` came with a chip for the round after this one.
    `lit`: a technician's walk of the lamps is here.
    """

    edges: tuple[tuple[int, bool], ...] = ()
    amount: Cents | None = None
    bet: Bet = "none"
    margin: int | None = None
    lifted: bool = False
    next_amount: Cents | None = None
    lit: bool = False

    @property
    def covered(self) -> bool:
        return bool(self.edges) and self.edges[-1][1]

    def covered_at(self, instant: int) -> bool:
        for at, level in reversed(self.edges):
            if at <= instant:
                return level
        return False

    @property
    def live(self) -> bool:
        return self.bet in LIVE


class Seat(Struct, frozen=True, gc=False, omit_defaults=True):
    """`spots` stand in the order of `Setup.spots`. `spot` is the base bet its hands are played for;
    `opening` the first two cards, kept because splits take them apart. `insurance` is UNSET for none, None
    for the usual half of the bet, else what was keyed."""

    spots: tuple[Spot, ...]
    hands: tuple[Hand, ...] = ()
    spot: str | None = None
    off: bool = False
    insurance: Cents | UnsetType | None = UNSET
    over29: bool = False
    player: str | None = None
    tuck: bool = False
    opening: tuple[Card, ...] = ()


class Result(Struct, frozen=True, gc=False):
    """A known result; `done` once its spot changed after it was shown."""

    settlement: Settlement
    word: str = ""
    done: bool = False


Target = int | Literal["dealer", "burn"] | None
"""Where a card goes: a seat, the dealer, nowhere; None where the round puts it."""


class Move(Struct, frozen=True, gc=False):
    """One thing that moved the round on since the deal began; the hands follow from all of them in order.

    A `card` goes where the round puts it unless a supervisor said otherwise (`target`: a seat, the dealer,
    burned); `counted` unless the shoe could not hold it. A `key` was pressed for one hand. `dealer`: the up
    card went into its box.
    """

    kind: Literal["card", "key", "dealer"]
    word: str = ""
    target: Target = None
    counted: bool = True
    hand: tuple[int, int] | None = None


class Past(Struct, frozen=True, gc=False):
    """An ended round, as the record and the page tell it."""

    round: int
    status: Literal["settled", "void", "partial"]
    up_card: Card | None
    dealer: tuple[Card, ...]
    total: int | None
    settlements: tuple[Settlement, ...]
    alerts: tuple[Alert, ...]


class Tally(Struct, frozen=True, gc=False):
    """`hits` by their name (`games.rows`), `ranks` of the shoes before this one in the order of `cards.RANKS`."""

    hits: dict[str, int] = {}
    ranks: tuple[int, ...] = ()


class State(Struct, frozen=True, gc=False, omit_defaults=True):
    """`natural` is what everybody may know about a dealer natural, not what the shoe knows.

    While suspended, `resume_to` is the phase to go on in, `levels` the spots (then the box) at that moment,
    `reason` the alert that caused it and `held` what came meanwhile, in order: cards, BOX where the box
    changed, BURN where that key was pressed. The first `carried` alerts were
    raised by the very event that ended the last round; they belong to it.
    `test` is a technician's test that is on, `lit` the place of its walk. `unapproved`: the pay table is new and
    two supervisors must say so; `approved_by` is the first of them, and when. Records of edition 1 have no `tally`.
    """

    setup: Setup
    seats: tuple[Seat, ...]
    phase: str = "closed"
    resume_to: str | None = None
    levels: tuple[tuple[bool, ...], ...] = ()
    reason: Alert | None = None
    round: int = 0
    status: Literal["settled", "void", "partial"] = "settled"
    lock_at: int = 0
    deadline: int | None = None
    moves: tuple[Move, ...] = ()
    dealer: tuple[Card, ...] = ()
    players: tuple[Card, ...] = ()
    turn: tuple[int, int] | None = None
    played: bool = False
    exposed: bool = False
    natural: bool | None = None
    insuring: bool = False
    box: bool = False
    box_used: bool = False
    held: tuple[str, ...] = ()
    to_burn: int = 0
    seen: dict[str, int] = {}
    results: tuple[Result, ...] = ()
    alerts: tuple[Alert, ...] = ()
    carried: int = 0
    past: Past | None = None
    badge: str | None = None
    role: str | None = None
    notice: str = ""
    cut: bool = False
    shoe: bool = True
    test: tuple[str, ...] = ()
    lit: int = 0
    unapproved: bool = False
    approved_by: tuple[str, int] | None = None
    tally: Tally | None = None
