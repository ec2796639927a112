"""The picture's own words: what lamps, seat displays, the dealer's display, the sign and the page show."""

from typing import Final, Literal

from msgspec import Struct

from controller.games.model import Settlement

Lamp = Literal["open", "locked", "no_bet", "removed"]
Status = Literal["settled", "void", "partial"]
FACE_DOWN: Final = "??"


class SpotPicture(Struct, frozen=True, gc=False):
    spot: str
    covered: bool
    lamp: Lamp
    amount: int | None = None


class HandPicture(Struct, frozen=True, gc=False):
    cards: tuple[str, ...]
    total: str
    in_turn: bool = False
    doubled: bool = False


class SeatPicture(Struct, frozen=True, gc=False):
    """`texts` are all pending words in shown order; the seat's display shows the first."""

    seat: int
    spots: tuple[SpotPicture, ...]
    hands: tuple[HandPicture, ...] = ()
    texts: tuple[str, ...] = ()
    off: bool = False


class AlertPicture(Struct, frozen=True, gc=False):
    alert: str
    seat: int | None
    spot: str | None
    dealer: str
    technician: str


class RoundPicture(Struct, frozen=True, gc=False):
    """A round as it is told afterwards; of an unfinished one, what may be known."""

    round: int
    status: Status
    up_card: str | None
    dealer: tuple[str, ...]
    total: int | None
    settlements: tuple[Settlement, ...]
    alerts: tuple[AlertPicture, ...]


class Outputs(Struct, frozen=True, gc=False):
    """`dealer` are the dealer's cards as they lie, the hidden one as FACE_DOWN; `prompt` the two lines;
    `left` the cards left in the shoe, by count."""

    phase: str
    round: int
    status: Status
    seats: tuple[SeatPicture, ...]
    prompt: tuple[str, str]
    dealer: tuple[str, ...]
    total: str
    up_card: str | None
    box: bool
    results: tuple[Settlement, ...]
    alerts: tuple[AlertPicture, ...]
    sign: tuple[str, ...]
    badge: str | None
    shoe: bool
    last: RoundPicture | None = None
    left: int = 0


class Evidence(Struct, frozen=True, gc=False, array_like=True):
    """What of a picture the record vouches for (`evidence`); a stored format, as a JSON array."""

    phase: str
    prompt: tuple[str, str]
    lamps: list[tuple[Lamp, ...]]
    texts: list[tuple[str, ...]]
    results: tuple[Settlement, ...]
