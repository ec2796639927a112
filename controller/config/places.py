"""On which line of a TOML text each key stands: tomllib reads values but forgets places.

It indexes only text that tomllib has accepted, so it need not find errors, only keep its footing: strings of
all four kinds, comments, dotted and quoted keys, inline tables, arrays over several lines, [[arrays]].
A path is the way through the parsed data: ("gpio", "seat", "3", "sensors", "main"), numbers inside arrays.
"""

import re
import tomllib
from typing import Final

Path = tuple[str | int, ...]

_TOKEN: Final = re.compile(
    r'(?P<string>"""(?:\\.|[^\\])*?"{3,5}(?!")|\'\'\'.*?\'{3,5}(?!\')|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<skip>[ \t\r]+|\#[^\n]*)|(?P<mark>[][{}=,.\n])|(?P<bare>[^][{}=,.\n\s\"'#]+)",
    re.DOTALL,
)


def index(text: str) -> dict[Path, int]:
    """Path -> line, from 1, of every key, section header and array item."""
    return _Index(text).places


class _Index:
    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._arrays: dict[Path, int] = {}
        self.places: dict[Path, int] = {(): 1}
        self._document()

    def _peek(self) -> str:
        return self._tokens[self._at][0]

    def _next(self) -> tuple[str, int]:
        self._at += 1
        return self._tokens[self._at - 1]

    def _skip(self, *marks: str) -> None:
        while self._peek() in marks:
            self._at += 1

    def _document(self) -> None:
        section: Path = ()
        self._skip("\n")
        while self._peek():
            if self._peek() == "[":
                section = self._header()
            else:
                self._pair(section)
            self._skip("\n")

    def _header(self) -> Path:
        """`[a.b]`, or `[[a.b]]`, which begins the next item of that array."""
        line = self._next()[1]
        array = self._peek() == "["
        self._skip("[")
        path = self._resolve(self._key("]"))
        self._skip("]")
        if array:
            self.places.setdefault(path, line)
            self._arrays[path] = self._arrays.get(path, -1) + 1
            path = (*path, self._arrays[path])
        self._note((), path, line)
        return path

    def _resolve(self, keys: list[str]) -> Path:
        """A header's words as a path: below an array they mean its last item."""
        path: Path = ()
        for number, key in enumerate(keys, 1):
            path = (*path, key)
            if path in self._arrays and number < len(keys):
                path = (*path, self._arrays[path])
        return path

    def _pair(self, base: Path) -> None:
        line = self._tokens[self._at][1]
        path = (*base, *self._key("="))
        self._next()
        self._note(base, path, line)
        self._value(path)

    def _note(self, base: Path, path: Path, line: int) -> None:
        """A dotted key is the place of every table it opens on its way."""
        for end in range(len(base) + 1, len(path) + 1):
            self.places.setdefault(path[:end], line)

    def _key(self, end: str) -> list[str]:
        parts = []
        while self._peek() not in (end, ""):
            token = self._next()[0]
            if token != ".":
                parts.append(_plain(token))
        return parts

    def _value(self, path: Path) -> None:
        if self._peek() == "[":
            self._array(path)
        elif self._peek() == "{":
            self._inline(path)
        else:
            while self._peek() not in ("\n", ",", "]", "}", ""):
                self._next()

    def _array(self, path: Path) -> None:
        self._next()
        self._skip("\n", ",")
        number = 0
        while self._peek() not in ("]", ""):
            self.places[(*path, number)] = self._tokens[self._at][1]
            self._value((*path, number))
            number += 1
            self._skip("\n", ",")
        self._next()

    def _inline(self, path: Path) -> None:
        self._next()
        self._skip("\n", ",")
        while self._peek() not in ("}", ""):
            self._pair(path)
            self._skip("\n", ",")
        self._next()


def _tokens(text: str) -> list[tuple[str, int]]:
    """Tokens with their lines; "" ends them, twice, so that looking ahead never falls off."""
    found, line = [], 1
    for match in _TOKEN.finditer(text):
        token = match.group()
        if match.lastgroup != "skip":
            found.append((token, line))
        line += token.count("\n")
    return [*found, ("", line), ("", line)]


def _plain(token: str) -> str:
    """A key's name without its quotes; tomllib knows the escapes."""
    return next(iter(tomllib.loads(f"{token} = 0"))) if token[0] in "\"'" else token
