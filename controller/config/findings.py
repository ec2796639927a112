"""What a check found, each with its place; a finding says what is wrong and what is allowed."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final, Literal

from msgspec import Struct

from controller.config.places import Path

NOT_YET: Final = {
    "hand_dealt": "hand-dealt double deck without a shoe",
    "continuous": "continuous shufflers (the count of seen cards means nothing there)",
    "toke": "toke bets as bets of their own (a chip beside the bet rides with it)",
}
_NOT_YET_WORDS: Final = {
    "hand_dealt": ("hand", "hand_dealt", "handheld", "hand_held", "pitch", "pitch_game", "none", "no_shoe"),
    "continuous": ("csm", "continuous", "continuous_shuffler", "continuous_shuffle", "shuffler", "one2six"),
    "toke": ("toke", "tokes", "toke_bet", "toke_bets", "toke_spot", "tip", "tips", "tip_bet", "tip_bets"),
}


class Finding(Struct, frozen=True):
    """`line` is None where the whole file is meant."""

    file: str
    line: int | None
    level: Literal["error", "warning"]
    text: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {'warning: ' if self.level == 'warning' else ''}{self.text}"


class Findings:
    """Collects; a path that has no line of its own has that of what it belongs to."""

    def __init__(self, file: str, places: Mapping[Path, int]) -> None:
        self._file, self._places = file, places
        self._found: list[Finding] = []
        self._wrong: set[Path] = set()
        self._refused: set[Path] = set()

    def error(self, path: Path, text: str) -> None:
        self._refused.add(path)
        self._wrong.update(path[:end] for end in range(len(path) + 1))
        self._found.append(Finding(self._file, self.line(path), "error", one_line(text)))

    def warn(self, path: Path, text: str) -> None:
        self._found.append(Finding(self._file, self.line(path), "warning", one_line(text)))

    def unknown(self, path: Path, what: str, known: Iterable[str]) -> None:
        """A name nobody reads: `what` it would have been, and what it may have meant."""
        name, known = str(path[-1]), list(known)
        if reason := not_yet(name):
            return self.error(path, f"{brief(name)}: not yet: {reason}; leave it out")
        close = get_close_matches(name, known, n=1)
        way_out = f"did you mean {close[0]}?" if close else f"there are {', '.join(known) or 'none'}"
        return self.error(path, f"unknown {what} {brief(name)!r}; {way_out}")

    def line(self, path: Path) -> int:
        while path not in self._places:
            path = path[:-1]
        return self._places[path]

    def wrong(self, *path: str | int) -> bool:
        """Something was wrong here or inside: what is missing now need not be said to be missing."""
        return path in self._wrong

    def refused(self, *path: str | int) -> bool:
        """Exactly this was wrong, so that nothing inside was looked at."""
        return path in self._refused

    @property
    def failed(self) -> bool:
        return any(finding.level == "error" for finding in self._found)

    def sorted(self) -> list[Finding]:
        return sorted(self._found, key=lambda finding: finding.line or 0)


def not_yet(name: str) -> str | None:
    """Why what `name` asks for is refused, if it is one of the things this version cannot follow."""
    word = name.lower().replace("-", "_")
    return next((NOT_YET[what] for what, words in _NOT_YET_WORDS.items() if word in words), None)


def one_line(text: str) -> str:
    """A name from a file may hold anything, also the end of a line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def brief(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}…"


def show(value: object) -> str:
    """A value as its file would write it, cut short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return brief("{ " + ", ".join(f"{name} = {show(item)}" for name, item in value.items()) + " }")
    if isinstance(value, list):
        return brief(f"[{', '.join(map(show, value))}]")
    if isinstance(value, int) and abs(value) >= 10**18:
        return "a number that long"  # and Python may refuse to print it
    return repr(brief(value)) if isinstance(value, str) else str(value)
