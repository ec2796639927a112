"""Pictures made by hand: the moments of a round as the runtime would show them."""

from msgspec.structs import replace

from controller.games.model import Settlement
from controller.outputs import FACE_DOWN, AlertPicture, HandPicture, Lamp, Outputs, SeatPicture, SpotPicture

TABLE: dict[str, object] = {
    "name": "Table 4",
    "game": "dealer-bust-21",
    "title": "Dealer Bust 21 · South Dakota · pay table SD-1",
    "seats": 7,
    "spots": ["main", "db21"],
    "up_card": "first",
    "uncertainty_ms": 15,
    "notes": ["MAIN $5 to $500", "DB21: house edge 7.95% · one bet in 3.5 wins"],
}
ARROWS: dict[str, object] = {
    **TABLE,
    "game": "winners-option",
    "title": "Winners Option Blackjack · South Dakota",
    "spots": ["p", "d"],
}


def hand(cards: str, total: str, *, turn: bool = False) -> HandPicture:
    return HandPicture(tuple(cards.split()), total, turn)


def spot(name: str, lamp: Lamp = "open", amount: int | None = None, *, covered: bool = True) -> SpotPicture:
    return SpotPicture(name, covered, lamp, amount)


def empty(seat: int, *names: str, lamp: Lamp = "open") -> SeatPicture:
    return SeatPicture(seat, tuple(spot(name, lamp, covered=False) for name in names))


def bets(main: int | None, side: int | None, lamp: Lamp = "locked") -> tuple[SpotPicture, ...]:
    return spot("main", lamp, main), spot("db21", lamp, side)


BETTING = Outputs(
    phase="betting",
    round=128,
    status="settled",
    seats=tuple(empty(seat, "main", "db21") for seat in range(1, 8)),
    prompt=("PLACE YOUR BETS", ""),
    dealer=(),
    total="",
    up_card=None,
    box=False,
    results=(),
    alerts=(),
    sign=("TABLE LIMITS $10 – $500", "DB21 $1 – $100"),
    badge="dealer · Ana M.",
    shoe=True,
)

LATE = AlertPicture(
    "late_wager",
    2,
    "db21",
    "Return the late DB21 chip to seat 2: it landed after the first card.",
    "seat 2 db21: covered 41 ms after the lock",
)

PLAYING = replace(
    BETTING,
    phase="playing",
    round=129,
    status="partial",
    seats=(
        SeatPicture(1, bets(1000, 500), (hand("9h 5d", "14", turn=True),)),
        SeatPicture(2, (spot("main", "locked", 2500), spot("db21", "no_bet")), (hand("Kd Qs", "20"),), ("NO BET",)),
        SeatPicture(3, bets(10000, 2500), (hand("8c 8d 3h", "19"), hand("8h 2c 7d", "17"))),
        empty(4, "main", "db21", lamp="no_bet"),
        SeatPicture(
            5,
            (spot("main", "locked", 1500), spot("db21", "removed", 500, covered=False)),
            (hand("Ac 6s", "soft 17"),),
            ("REMOVED",),
        ),
        SeatPicture(6, bets(None, None), (hand("2c 3d 4h 2s 5c", "16"),)),
        SeatPicture(7, (spot("main", "open", covered=False), spot("db21", "open", covered=False)), off=True),
    ),
    prompt=("SEAT 1  14", "Hit, stand, double: the hand in turn"),
    dealer=("7c", FACE_DOWN),
    total="7",
    up_card="7c",
    alerts=(LATE,),
)

RESULTS = (
    Settlement(6, "main", "lose", None, None, None, ("BJ house",), False, "16 is less than the dealer's 17", hand=1),
    Settlement(
        3,
        "db21",
        "win",
        "10:1",
        500,
        5000,
        ("SD 20:18:15:30.10(5)", "SD 20:18:15:30.10(6)", "SD 20:18:15:30.10(12)"),
        False,
        "the dealer busts with 23; the up card was an ace",
    ),
    Settlement(3, "main", "win", "1:1", 1000, 1000, ("BJ house",), False, "19 and the dealer busts", hand=2),
    Settlement(1, "main", "lose", None, 1250, -1250, ("BJ house",), True, "24 is a bust", hand=1),
    Settlement(1, "db21", "win", "10:1", 500, 5000, ("SD 20:18:15:30.10(5)",), False, "the dealer busts with 23"),
)

RESOLVING = replace(
    PLAYING,
    phase="resolving",
    seats=(
        SeatPicture(1, bets(1250, 500), (hand("9h 5d Kc", "24"),), ("PAYS10-1",)),
        *PLAYING.seats[1:2],
        SeatPicture(3, bets(1000, 500), (hand("10c 9s", "19"),), ("PAY 10", "PAY 50")),
        *PLAYING.seats[3:],
    ),
    prompt=("BUST 23: PAY SEAT 7 TO 1", "Base bet first, then DB21: A up pays 10 to 1"),
    dealer=("Ah", "3s", "9s", "Qd"),
    total="23",
    up_card="Ah",
    box=True,
    results=RESULTS,
    alerts=(),
)
