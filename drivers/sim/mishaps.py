"""One function per thing that goes wrong: the plan as it is then, or None where it cannot happen now."""

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from controller.outputs import Outputs
from drivers.sim.hands import REST, Hands, Line

Plan = list[Line]
DRAW: Final[Line] = ("draw",)
LIVE: Final = ("locked", "removed")
BASES: Final = ("main", "p", "d")
CENTS: Final = "500"
IN_ROUND: Final = ("dealing", "playing", "dealer_turn", "resolving")
ANY_TIME: Final = ("betting", *IN_ROUND)


class Spoiled(NamedTuple):
    plan: Plan
    seat: int | None = None
    spot: str | None = None


class Scene(NamedTuple):
    """`used`: places that another fault of this round is about."""

    picture: Outputs
    plan: Plan
    hands: Hands
    random: Random
    used: set[tuple[int | None, str | None]]

    def places(self, covered: bool, lamps: tuple[str, ...], bases: tuple[str, ...] = ()) -> list[tuple[int, str]]:
        """Undecided places of that kind which no other fault is about."""
        decided = {(one.seat, one.spot) for one in self.picture.results}
        return [
            (seat.seat, spot.spot)
            for seat in self.picture.seats
            for spot in seat.spots
            if spot.covered == covered
            and spot.lamp in lamps
            and not (seat.off or spot.spot in bases or "TUCK" in seat.texts)
            if (seat.seat, spot.spot) not in decided | self.used
        ]

    def some(self, places: list[tuple[int, str]]) -> tuple[int, str] | None:
        return self.random.choice(places) if places else None

    def bets(self) -> list[tuple[int, str]]:
        return [(int(line[1]), line[2]) for line in self.plan if line[0] == "chip"]

    def empty_seats(self) -> list[int]:
        """Where nobody is about to bet."""
        betting = {seat for seat, _ in self.bets()} | {seat for seat, _ in self.used}
        return [seat.seat for seat in self.picture.seats if seat.seat not in betting and not seat.off]

    @property
    def spots(self) -> tuple[str, ...]:
        return tuple(spot.spot for spot in self.picture.seats[0].spots)

    @property
    def deals_next(self) -> bool:
        """The plan of the betting phase that ends with the first card."""
        return bool(self.bets()) and self.plan[-1] == DRAW

    @property
    def in_turn(self) -> bool:
        return any(hand.in_turn for seat in self.picture.seats for hand in seat.hands)


# -- before the first card -----------------------------------------------------------------------------


def _side_alone(scene: Scene) -> Spoiled | None:
    sides = [spot for spot in scene.spots if spot not in BASES]
    seats = scene.empty_seats()
    if not (sides and seats and scene.deals_next):
        return None
    seat, spot = scene.random.choice(seats), scene.random.choice(sides)
    return Spoiled([*scene.plan[:-1], ("chip", str(seat), spot, CENTS), DRAW], seat, spot)


def _both_arrows(scene: Scene) -> Spoiled | None:
    seats = scene.empty_seats()
    if scene.spots[0] != "p" or not (seats and scene.deals_next):
        return None
    seat = scene.random.choice(seats)
    chips: Plan = [("chip", str(seat), spot, CENTS) for spot in ("p", "d")]
    return Spoiled([*scene.plan[:-1], *chips, DRAW], seat)


def _bounce(scene: Scene) -> Spoiled | None:
    at = [place for place, line in enumerate(scene.plan) if line[0] == "chip"]
    if not at:
        return None
    place = scene.random.choice(at)
    return Spoiled([*scene.plan[:place], ("bounce", *scene.plan[place][1:]), *scene.plan[place + 1 :]])


def _photo_finish(scene: Scene) -> Spoiled | None:
    """On the base spot of an empty seat, or on a free side spot of a seat that bets."""
    if not scene.deals_next:
        return None
    bets = scene.bets()
    free = [(seat, spot) for seat, base in bets if base == "main" for spot in scene.spots if (seat, spot) not in bets]
    place = scene.some([*free, *((seat, scene.spots[0]) for seat in scene.empty_seats())])
    if place is None:
        return None
    return Spoiled([*scene.plan[:-1], ("slip", str(place[0]), place[1], CENTS)], *place)


def _stray_card(scene: Scene) -> Spoiled | None:
    """Before anybody bets."""
    first = next((place for place, line in enumerate(scene.plan) if line[0] == "chip"), None)
    return None if first is None else Spoiled([*scene.plan[:first], REST, DRAW, REST])


# -- chips after it ------------------------------------------------------------------------------------


def _late_chip(scene: Scene) -> Spoiled | None:
    place = scene.some(scene.places(covered=False, lamps=("no_bet",)))
    if place is None:
        return None
    return Spoiled([("chip", str(place[0]), place[1], CENTS), REST, *scene.plan], *place)


def _lifted(scene: Scene) -> Spoiled | None:
    place = _live_place(scene)
    return place and Spoiled([("take", str(place[0]), place[1]), REST, *scene.plan], *place)


def _lifted_and_back(scene: Scene) -> Spoiled | None:
    place = _live_place(scene)
    if place is None:
        return None
    where = (str(place[0]), place[1])
    return Spoiled([("take", *where), REST, ("chip", *where), REST, *scene.plan], *place)


def _live_place(scene: Scene) -> tuple[int, str] | None:
    """Once hands are played, base bets come and go for other reasons."""
    bases = () if scene.picture.phase == "dealing" else BASES
    return scene.some(scene.places(covered=True, lamps=LIVE, bases=bases))


def _flaps(scene: Scene) -> Spoiled | None:
    place = scene.some(scene.places(covered=False, lamps=("no_bet",)))
    return place and Spoiled([("flap", str(place[0]), place[1]), *[REST] * 10, *scene.plan], *place)


def _losing_left(scene: Scene) -> Spoiled | None:
    lost = [
        (one.seat, one.spot)
        for one in scene.picture.results
        if one.outcome == "lose" and one.spot not in BASES and ("take", str(one.seat), one.spot) in scene.plan
    ]
    place = scene.some(lost)
    if place is None:
        return None
    return Spoiled([line for line in scene.plan if line != ("take", str(place[0]), place[1])], *place)


def _early_chip(scene: Scene) -> Spoiled | None:
    """The next bet, before the last round is over."""
    done = [(int(line[1]), line[2]) for line in scene.plan if line[0] == "take"]
    live = {(seat.seat, spot.spot) for seat in scene.picture.seats for spot in seat.spots if spot.lamp in LIVE}
    place = scene.some([place for place in done if place in live and place not in scene.used])
    if place is None:
        return None
    over = next(at for at, line in enumerate(scene.plan) if line[0] != "take")
    chip: Line = ("chip", str(place[0]), place[1], CENTS)
    return Spoiled([*scene.plan[:over], REST, chip, REST, *scene.plan[over:]], *place)


# -- cards and the shoe --------------------------------------------------------------------------------


def _unread(scene: Scene) -> Spoiled | None:
    draws = [place for place, line in enumerate(scene.plan) if line == DRAW]
    if not draws:
        return None
    return Spoiled([*scene.plan[: scene.random.choice(draws)], ("unread",)])


def _first(*lines: Line) -> Callable[[Scene], Spoiled]:
    """It happens, and then they do what they were about to."""
    return lambda scene: Spoiled([*lines, REST, *scene.plan])


def _instead(*lines: Line) -> Callable[[Scene], Spoiled]:
    """It happens, and they must look again."""
    return lambda scene: Spoiled([*lines, REST])


def _missed_natural(scene: Scene) -> Spoiled | None:
    """They expose although a hand is in turn: the dealer has seen blackjack. Now he has not."""
    if not (_exposes(scene) and scene.in_turn and "PEEK" in scene.picture.prompt[0]):
        return None
    return Spoiled([DRAW, REST])


def _exposes(scene: Scene) -> bool:
    return scene.plan[0] in (("box", "on"), ("press", "dealer"))


# -- box and keys --------------------------------------------------------------------------------------


def _box_early(scene: Scene) -> Spoiled | None:
    if scene.hands.rig.wiring.box is None:
        return None
    return Spoiled([("box", "on"), REST, ("box", "off"), REST, *scene.plan])


def _box_too_soon(scene: Scene) -> Spoiled | None:
    """A hand of a player's own is still in turn."""
    own = [seat for seat in scene.picture.seats for hand in seat.hands if hand.in_turn and seat.spots[0].lamp in LIVE]
    if scene.hands.rig.wiring.box is None or not own or _exposes(scene):
        return None
    return Spoiled([("box", "on"), REST])


def _box_forgotten(scene: Scene) -> Spoiled | None:
    """The dealer draws with the up card still before him."""
    if not _exposes(scene) or scene.in_turn:
        return None
    return Spoiled([DRAW, REST])


def _box_lifted(scene: Scene) -> Spoiled | None:
    if scene.hands.rig.wiring.box is None or not scene.picture.box:
        return None
    return Spoiled([("box", "off"), REST, ("box", "on"), REST, *scene.plan])


class Mishap(NamedTuple):
    """`alert`: what it must raise, at its place; None if nobody is to notice. `how` a table lives with it."""

    name: str
    phases: tuple[str, ...]
    spoil: Callable[[Scene], Spoiled | None]
    alert: str | None
    how: str


MISHAPS: Final = (
    Mishap("side bet alone", ("betting",), _side_alone, "no_main_wager", "no bet, it went back"),
    Mishap("both arrows", ("betting",), _both_arrows, "both_arrows", "the supervisor admitted one"),
    Mishap("chip bounces", ("betting",), _bounce, None, "one wager"),
    Mishap("photo finish", ("betting",), _photo_finish, "photo_finish", "the supervisor decided, or it went back"),
    Mishap("stray card", ("betting",), _stray_card, "stray_card", "burned, the supervisor resumed"),
    Mishap("late chip", ("dealing", "playing"), _late_chip, "late_wager", "no bet, it went back"),
    Mishap("chip lifted", ("dealing", "playing"), _lifted, "wager_removed", "settled all the same"),
    Mishap("chip lifted and put back", ("dealing", "playing"), _lifted_and_back, "wager_removed", "locked again"),
    Mishap("sensor flaps", ("dealing",), _flaps, "sensor_flaps", "its last level stood"),
    Mishap("losing side bet left", ("resolving",), _losing_left, "losing_wager_left", "the dealer was told"),
    Mishap("early chip", ("resolving",), _early_chip, "early_wager", "the dealer was told"),
    Mishap("card not read", ANY_TIME, _unread, "unread_card", "the supervisor said which it was"),
    Mishap("line noise", ANY_TIME, _first(("shoe", "noise")), None, "not a card"),
    Mishap("retransmission", IN_ROUND, _first(("shoe", "repeat")), None, "not a second card"),
    Mishap("shoe error", ANY_TIME, _first(("shoe", "error", "3")), "shoe_error", "the dealer was told"),
    Mishap(
        "shoe unplugged", ANY_TIME, _instead(("shoe", "unplug")), "shoe_lost", "plugged in, the supervisor resumed"
    ),
    Mishap("power cut", ANY_TIME, _instead(("power", "cut")), None, "back with its round, resumed or voided"),
    Mishap("card too many", ("resolving",), _first(DRAW), "overdraw", "burned"),
    Mishap("natural missed", ("playing",), _missed_natural, "missed_natural", "the box, then the supervisor resumed"),
    Mishap("wrong key", ("dealing",), _first(("press", "double")), "bad_key", "nothing was done"),
    Mishap("box too early", ("dealing",), _box_early, "box_early", "the deal went on"),
    Mishap("box before the last hand", ("playing",), _box_too_soon, "box_early", "open hands stood"),
    Mishap("box forgotten", ("playing",), _box_forgotten, "box_empty", "the card began the dealer's turn"),
    Mishap("box lifted", ("dealer_turn",), _box_lifted, "box_empty", "the turn went on"),
)
