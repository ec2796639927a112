"""Pay tables are data: a TOML file of sections, each a table with its source, jurisdiction and version.

    [SD-1]
    source = "…"
    jurisdiction = "SD"
    version = 1

    [SD-1.rows]
    "10 J Q K" = 4

Decisions
- An id carries its jurisdiction: the fourth table of South Dakota is not the fourth of Washington.
- A row may name several keys, separated by spaces. Every key of the game must be paid by exactly one row.
- A table whose source is incomplete says so with `missing`; forgetting a row is an error, never a zero.
- The packaged files and an operator's file go through the same checks; errors read `file:line: …`.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, NoReturn

from controller.games.model import PayTable, RuleError

HIGHEST_PAY: Final = 100_000
_KEYS: Final = ("source", "jurisdiction", "version", "missing", "readings", "rows", "awards")


@cache
def packaged(game: str, keys: tuple[str, ...]) -> Mapping[str, PayTable]:
    """The tables that come with a game; read once."""
    name = f"{game.replace('-', '_')}.toml"
    text = (resources.files(__package__) / name).read_text(encoding="utf-8")
    return parse(text, name, keys)


def load(path: Path, keys: tuple[str, ...]) -> Mapping[str, PayTable]:
    """An operator's own file of tables for a game whose rows are `keys`."""
    return parse(path.read_text(encoding="utf-8"), str(path), keys)


def parse(text: str, name: str, keys: tuple[str, ...]) -> Mapping[str, PayTable]:
    try:
        sections = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = at[1] if at else len(text.splitlines())
        raise RuleError(f"{name}:{line}: no TOML: {error}") from None
    return {table: _Section(text, name, table, keys).read(found) for table, found in sections.items()}


class _Section:
    """One table of the file, and where it stands in the text."""

    def __init__(self, text: str, name: str, table: str, keys: tuple[str, ...]) -> None:
        self.lines = text.splitlines()
        self.name, self.table, self.keys = name, table, keys

    def read(self, found: object) -> PayTable:
        if not isinstance(found, dict):
            self.refuse(self.table, "is no pay table; a table is a section such as [SD-1]")
        for key in found:
            if key not in _KEYS:
                self.refuse(key, f"unknown key {key!r}; the keys are {', '.join(_KEYS)}")
        rows = dict(self.numbers("rows", found.get("rows"), HIGHEST_PAY))
        missing = self.names("missing", found.get("missing", []))
        self.check_complete(rows, missing)
        return PayTable(
            id=self.table,
            rows=rows,
            source=self.source(found),
            version=self.version(found),
            missing=missing,
            readings=self.names("readings", found.get("readings", [])),
            awards=dict(self.numbers("awards", found.get("awards", {}), HIGHEST_PAY)),
        )

    def source(self, found: Mapping[str, object]) -> str:
        source, jurisdiction = found.get("source"), found.get("jurisdiction")
        if not isinstance(source, str) or not source:
            self.refuse("source", "has no source; name the document the table is taken from")
        if jurisdiction is not None and jurisdiction != self.table.partition("-")[0]:
            self.refuse("jurisdiction", f"jurisdiction {jurisdiction!r} is not that of the id")
        return source

    def version(self, found: Mapping[str, object]) -> int:
        version = found.get("version")
        if type(version) is not int or version < 1:
            self.refuse("version", f"version {version!r} is not a number from 1")
        return version

    def numbers(self, part: str, found: object, highest: int) -> Iterator[tuple[str, int]]:
        """Each key of `rows` or `awards` with its number, groups of keys taken apart."""
        if not isinstance(found, dict):
            self.refuse(part, f"has no [{self.table}.{part}]")
        seen: set[str] = set()
        for group, number in found.items():
            if type(number) is not int or not 1 <= number <= highest:
                self.refuse(group, f"row {group!r} pays {number!r}; a whole number from 1 is allowed", part)
            for key in group.split() or [group]:
                self.check_key(key, group, part)
                if key in seen:
                    self.refuse(group, f"row {key!r} is paid twice; each row is paid once", part)
                seen.add(key)
                yield key, number

    def names(self, part: str, found: object) -> tuple[str, ...]:
        if not isinstance(found, list) or not all(isinstance(key, str) for key in found):
            self.refuse(part, f"{part} is a list of rows")
        for key in found:
            self.check_key(key, part)
        return tuple(found)

    def check_key(self, key: str, at: str, part: str = "") -> None:
        if key not in self.keys:
            self.refuse(at, f"unknown row {key!r}; the rows are {', '.join(self.keys)}", part)

    def check_complete(self, rows: Mapping[str, int], missing: tuple[str, ...]) -> None:
        for key in self.keys:
            if key not in rows and key not in missing:
                self.refuse("rows", f"row {key!r} is not paid; add it, or name it in missing")
            if key in rows and key in missing:
                self.refuse("missing", f"row {key!r} is both paid and missing; keep one")

    def refuse(self, key: str, what: str, part: str = "") -> NoReturn:
        raise RuleError(f"{self.name}:{self.line(key, part)}: table {self.table}: {what}")

    def line(self, key: str, part: str) -> int:
        """Where `key` stands below this table's header, else the header, else the first line."""
        header = f"[{self.table}.{part}]" if part else f"[{self.table}]"
        starts = [number for number, line in enumerate(self.lines, 1) if line.strip().startswith(header)]
        start = starts[0] if starts else 1
        if f"[{self.table}.{key}]" in self.lines:
            return self.lines.index(f"[{self.table}.{key}]") + 1
        for number, line in enumerate(self.lines[start:], start + 1):
            if line.startswith("["):
                break
            if line.partition("=")[0].strip().strip("\"'") == key:
                return number
        return start
