"""Table scripts: a round as a text file, read and checked before anything runs.

Every word is checked here, with its place, so that a script that starts is a script that makes sense:
`file:line: what is wrong, what is allowed`. What the lines do is in drivers/sim/runner.py.
"""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from controller.events import COMMANDS, KEYS, ROLES, SEAT_KEYS

GAP_MS: Final = 500
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS: Final = frozenset(rank + suit for rank in _RANKS for suit in "shdc")
PHASES: Final = (
    "closed", "betting", "locking", "dealing", "playing", "dealer_turn", "resolving", "suspended", "service",
)  # fmt: skip
LAMPS: Final = ("open", "locked", "no_bet", "removed")
OUTCOMES: Final = ("win", "lose", "push", "half", "returned", "award")
NOT_ON_SPOTS: Final = ("insurance", "envy", "dealer_envy")
"""Results that have no spot of their own."""


class ScriptError(ValueError):
    """`file:line: what is wrong, what is allowed`."""


class Facts(NamedTuple):
    """What the table line decided, as far as the other lines must know it."""

    seats: int
    spots: tuple[str, ...]
    alerts: tuple[str, ...]


class Step(NamedTuple):
    """One line: `gap` is what `+MS` said."""

    line: int
    gap: int | None
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.words)


class Wrong(Exception):
    """A word that is not allowed; the reader adds the place."""


def read(name: str, text: str) -> tuple[Step, list[Step]]:
    """The table line and the other lines, words not checked yet."""
    steps = [step for step in _steps(name, text) if step.words]
    if not steps or steps[0].words[0] != "table":
        place = steps[0].line if steps else 1
        raise ScriptError(f"{name}:{place}: a script begins with its table, as in `table dealer-bust-21 SD`")
    return steps[0], steps[1:]


def _steps(name: str, text: str) -> Iterator[Step]:
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#", 1)[0].split()
        gap = None
        if words and words[0].startswith("+"):
            try:
                gap = _number(words.pop(0)[1:], "milliseconds, as in `+20 chip 1 db21`,")
            except Wrong as wrong:
                raise ScriptError(f"{name}:{number}: {wrong}") from None
        yield Step(number, gap, tuple(words))


def check(name: str, steps: list[Step], facts: Facts) -> None:
    for step in steps:
        try:
            check_words(step.words, facts)
        except Wrong as wrong:
            raise ScriptError(f"{name}:{step.line}: {wrong}") from None


def check_words(words: tuple[str, ...], facts: Facts, lines: tuple[str, ...] = ()) -> None:
    """Wrong unless they make a line; `lines` names those that are allowed where not all are."""
    _one_of(words[0], lines or tuple(_LINES), "line")
    _LINES[words[0]](list(words[1:]), facts)


def _one_of(word: str, allowed: tuple[str, ...], what: str) -> None:
    if word not in allowed:
        raise Wrong(f"unknown {what} {word!r}; there are {', '.join(allowed)}")


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise Wrong(f"{what} must be a number, not {text!r}")
    return int(text)


def _form(words: list[str], form: str, least: int, most: int | None = None) -> None:
    if not least <= len(words) <= (least if most is None else most):
        raise Wrong(f"this line is written `{form}`")


def _seat(text: str, facts: Facts) -> None:
    if not 1 <= _number(text, "seat") <= facts.seats:
        raise Wrong(f"no seat {text}; this table has seats 1 to {facts.seats}")


def _place(words: list[str], facts: Facts, results: bool = False) -> None:
    _seat(words[0], facts)
    _one_of(words[1], facts.spots + (NOT_ON_SPOTS if results else ()), "spot")


def _card(text: str) -> None:
    if text not in CARDS:
        raise Wrong(f"no such card {text!r}; a card is a rank A 2 … 10 J Q K and a suit s h d c, as in 10h")


def _chip(words: list[str], facts: Facts) -> None:
    _form(words, "chip SEAT SPOT [CENTS]", 2, 3)
    _place(words, facts)
    for word in words[2:]:
        _cents(word)


def _take(words: list[str], facts: Facts) -> None:
    _form(words, "take SEAT SPOT", 2)
    _place(words, facts)


def _draw(words: list[str], facts: Facts) -> None:
    _form(words, "draw CARD…", 1, 1000)
    for word in words:
        _card(word)


def _only(form: str) -> Callable[[list[str], Facts], None]:
    def line(words: list[str], facts: Facts) -> None:
        _form(words, form, len(form.split()) - 1)
        if len(form.split()) > 1:
            _one_of(words[0], tuple(form.split()[1].split("|")), "word")

    return line


def _press(words: list[str], facts: Facts) -> None:
    _form(words, "press KEY [SEAT] [CENTS]", 1, 3)
    _one_of(words[0], KEYS, "key")
    if len(words) > 1:
        _seat(words[1], facts)
        if words[0] not in SEAT_KEYS:
            raise Wrong(f"{words[0]} is for the hand in turn and takes no seat; {', '.join(SEAT_KEYS)} do")
    for word in words[2:]:
        _cents(word)


def _badge(words: list[str], facts: Facts) -> None:
    _form(words, "badge in ROLE` or `badge out", 1, 2)
    _one_of(words[0], ("in", "out"), "word")
    _form(words, "badge in ROLE` or `badge out", 2 if words[0] == "in" else 1)
    if words[0] == "in":
        _one_of(words[1], ROLES, "role")


def _do(words: list[str], facts: Facts) -> None:
    _form(words, "do COMMAND…", 1, 20)
    _one_of(words[0], tuple(COMMANDS), "command")
    form = COMMANDS[words[0]].split()
    most = 20 if form and form[-1].endswith("…") else len(form)
    _form(words[1:], f"do {words[0]} {COMMANDS[words[0]]}".strip(), len(form[:1]) and len(form), most)
    for place, kind in enumerate(form):
        _ARGUMENTS[kind.rstrip("…")](words[1 + place], facts)


def _shoe(words: list[str], facts: Facts) -> None:
    _form(words, "shoe unplug|plug|noise|repeat|error N", 1, 2)
    _one_of(words[0], ("unplug", "plug", "noise", "repeat", "error"), "word")
    _form(words, "shoe unplug|plug|noise|repeat|error N", 2 if words[0] == "error" else 1)
    if words[0] == "error":
        _number(words[1], "error code")


def _wait(words: list[str], facts: Facts) -> None:
    _form(words, "wait MS", 1)
    _number(words[0], "milliseconds")


def _cents(word: str) -> None:
    if _number(word, "cents") == 0:
        raise Wrong("an amount is at least one cent")


def _target(word: str, facts: Facts) -> None:
    if word not in ("dealer", "burn"):
        _seat(word, facts)


_ARGUMENTS: Final[dict[str, Callable[[str, Facts], None]]] = {
    "SEAT": _seat,
    "SPOT": lambda word, facts: _one_of(word, facts.spots, "spot"),
    "CENTS": lambda word, facts: _cents(word),
    "CARD": lambda word, facts: _card(word),
    "TARGET": _target,
    "off|on": lambda word, facts: _one_of(word, ("off", "on"), "word"),
    "WORD": lambda word, facts: None,
}


def _expect(words: list[str], facts: Facts) -> None:
    _form(words, "expect phase|lamp|display|dealer|alert|no|settle|order …", 1, 1000)
    _one_of(words[0], tuple(_EXPECTS), "expectation")
    _EXPECTS[words[0]](words[1:], facts)


def _expect_phase(words: list[str], facts: Facts) -> None:
    _form(words, "expect phase PHASE", 1)
    _one_of(words[0], PHASES, "phase")


def _expect_lamp(words: list[str], facts: Facts) -> None:
    _form(words, "expect lamp SEAT SPOT open|locked|no_bet|removed", 3)
    _place(words, facts)
    _one_of(words[2], LAMPS, "lamp")


def _expect_display(words: list[str], facts: Facts) -> None:
    _form(words, "expect display SEAT TEXT", 2, 100)
    _seat(words[0], facts)


def _expect_alert(words: list[str], facts: Facts) -> None:
    _form(words, "expect alert KIND [SEAT [SPOT]]", 1, 3)
    _one_of(words[0], facts.alerts, "alert")
    for place, word in enumerate(words[1:]):
        _seat(word, facts) if place == 0 else _one_of(word, facts.spots, "spot")


def _expect_settle(words: list[str], facts: Facts) -> None:
    _form(words, "expect settle SEAT SPOT OUTCOME [NET]", 3, 4)
    _place(words, facts, results=True)
    _one_of(words[2], OUTCOMES, "outcome")
    if len(words) > 3:
        _number(words[3].lstrip("+-"), "net")


def places(words: tuple[str, ...]) -> list[list[str]]:
    """`1 db21, 1 main` as pairs."""
    return [pair.split() for pair in " ".join(words).split(",")]


def _expect_order(words: list[str], facts: Facts) -> None:
    for pair in places(tuple(words)):
        _form(pair, "expect order SEAT SPOT, SEAT SPOT, …", 2)
        _place(pair, facts, results=True)


_EXPECTS: Final[dict[str, Callable[[list[str], Facts], None]]] = {
    "phase": _expect_phase,
    "lamp": _expect_lamp,
    "display": _expect_display,
    "dealer": lambda words, facts: _form(words, "expect dealer TEXT", 1, 100),
    "alert": _expect_alert,
    "no": _only("no alert"),
    "settle": _expect_settle,
    "order": _expect_order,
}

_LINES: Final[dict[str, Callable[[list[str], Facts], None]]] = {
    "chip": _chip, "take": _take, "draw": _draw, "unread": _only("unread"), "cut": _only("cut"),
    "box": _only("box on|off"), "press": _press, "badge": _badge, "do": _do, "shoe": _shoe,
    "power": _only("power cut"), "wait": _wait, "expect": _expect,
}  # fmt: skip
