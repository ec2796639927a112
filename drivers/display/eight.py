"""A seat's words on eight seven-segment characters; pure.

Decisions
- Never a misleading cut: what does not fit whole, or would say nothing (50 cents are no dollars), is CHECK, and
  the web page has it in full.
- Exact dollars keep their space: `PAY 75`. `PAY75` is rounded down, or an amount over 9999 that needs the room.
- Odds of three digits need the room of the S: `PAY250-1`. The dash says that they are odds.
- S and 5 are one shape here, and `PAYS10-1` could be read as 510 to 1. So wherever a word runs straight into
  its number the point of its last letter is lit, which costs no character: `PAYS.10-1`, `PAY.12345`.
- B and D are shown small: as capitals they are 8 and 0.
"""

import re
from collections.abc import Callable
from typing import Final

WIDTH: Final = 8
POINT: Final = 0x80
CHECK: Final = "CHECK"
_MONEY: Final = re.compile(r"(PAY|ENVY) ([0-9]+)(\.[0-9]{2})?")
_ODDS: Final = re.compile(r"PAYS([0-9]+-[0-9]+)")
_SMALL: Final = str.maketrans("BD", "bd")
_GLUED: Final = re.compile(r"[A-Z](?=[0-9])")
Shape = Callable[[str], int]
"""The segments of one character."""


def eight(text: str) -> str:
    """The same words in at most eight characters."""
    if money := _MONEY.fullmatch(text):
        return _money(*money.groups())
    if len(text) > WIDTH and (odds := _ODDS.fullmatch(text)):
        text = f"PAY{odds[1]}"
    return text if len(text) <= WIDTH else CHECK


def _money(word: str, dollars: str, cents: str | None) -> str:
    exact = f"{word} {dollars}"
    if cents is None and len(exact) <= WIDTH:
        return exact
    short = f"{word}{dollars}"
    return short if len(short) <= WIDTH and int(dollars) else CHECK


def cells(text: str, shape: Shape) -> bytes:
    """The segments of the eight characters, left to right."""
    said = eight(text)
    points = {match.start() for match in _GLUED.finditer(said)}
    letters = said.translate(_SMALL).ljust(WIDTH)
    return bytes(shape(letter) | (POINT if at in points else 0) for at, letter in enumerate(letters))
