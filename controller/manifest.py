"""What is installed against what was released: a manifest of digests, signed with Ed25519.

    manifest.json      {"version": …, "files": {PATH: SHA-256}, "pay_tables": {ID: SHA-256}}
    manifest.json.sig  the signature of that file's bytes, in hex
    release.pub        the key it was signed with; whoever checks compares its fingerprint, or brings the key

Decisions
- `make deb` puts the three beside `controller/`; paths count from two folders above them, which is the root of the
  system once the package is installed. So units and rules are signed as well as the code.
- Whatever lies in the software's own folder counts: a file that is not in the manifest could be imported.
- Without a manifest this is a development copy, which a table runs from only when that is said at its start. A copy
  that does not match its manifest runs no table, whatever is said.
- A pay table's digest is the one that a start puts on record.
"""

import hashlib
import platform
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from controller import games
from controller.games.model import PayTable
from controller.journal import JournalError
from controller.journal.signing import read_public_key, sign

HOME: Final = Path(__file__).parents[1]
MANIFEST, SIGNATURE, KEY = "manifest.json", "manifest.json.sig", "release.pub"
_OTHERS: Final = ("etc", "DEBIAN")
"""The operator's own files, and those that make the package."""
Digests = dict[str, str]


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    version: str
    files: Digests
    pay_tables: Digests


class Report(Struct, frozen=True):
    """`software` is the manifest's digest, one number for all of it; `key` that of the key it was signed with."""

    state: Literal["signed", "unsigned", "wrong"]
    files: Digests
    pay_tables: Digests
    software: str = ""
    key: str = ""
    faults: tuple[str, ...] = ()


def write(home: Path, version: str, key: Path) -> None:
    """Sign the whole tree that a package is made from."""
    root = home.parents[1]
    files = {name: found for name, found in _files(root, root) if name.split("/")[0] not in _OTHERS}
    text = msgspec.json.format(msgspec.json.encode(Manifest(version, files, pay_tables())), indent=1)
    (home / MANIFEST).write_bytes(text)
    (home / SIGNATURE).write_text(sign(key, text).hex() + "\n")
    (home / KEY).write_bytes(key.with_name(key.name + ".pub").read_bytes())


def check(key: Path | None = None, home: Path = HOME, *, here: bool = False) -> Report:
    """`key` is a public key that the caller trusts more than the one that lies here. `here` leaves out the libraries
    for other kinds of machine: half of all bytes, and nothing that this one can load."""
    tables = pay_tables()
    if not (home / MANIFEST).exists():
        return Report("unsigned", dict(_sources(home)), tables)
    try:
        return _compared(home, key or home / KEY, tables, here)
    except (OSError, JournalError, ValueError, msgspec.DecodeError) as error:
        return Report("wrong", {}, tables, faults=(f"{home / MANIFEST} cannot be checked: {error}",))


def _compared(home: Path, key: Path, tables: Digests, here: bool) -> Report:
    text = (home / MANIFEST).read_bytes()
    if not read_public_key(key).verifies(text, bytes.fromhex((home / SIGNATURE).read_text())):
        raise ValueError(f"it was not signed with {key}")
    manifest, root = msgspec.json.decode(text, type=Manifest), home.parents[1]
    left_out = {*_of_the_manifest(home), *(_foreign(home) if here else ())}
    released = {name: found for name, found in manifest.files.items() if not _within(root / name, left_out)}
    files = dict(_files(home, root, left_out))
    files |= {name: digest(path) for name in released if name not in files and (path := root / name).is_file()}
    faults = (*_faults("", released, files), *_faults("pay table ", manifest.pay_tables, tables))
    return Report("wrong" if faults else "signed", files, tables, sha256(text), digest(key), faults)


def _of_the_manifest(home: Path) -> set[Path]:
    return {home / MANIFEST, home / SIGNATURE, home / KEY}


def _foreign(home: Path) -> set[Path]:
    return {path for path in (home / "lib").glob("*") if path.name != platform.machine()}


def _within(path: Path, places: Set[Path]) -> bool:
    return not places.isdisjoint((path, *path.parents))


def _faults(what: str, released: Digests, here: Digests) -> Iterator[str]:
    for name in sorted(released.keys() | here.keys()):
        if name not in here:
            yield f"{what}{name} is missing"
        elif name not in released:
            yield f"{what}{name} is not in the manifest"
        elif here[name] != released[name]:
            yield f"{what}{name} was changed"


# -- digests -------------------------------------------------------------------------------------------


def pay_tables() -> Digests:
    return {table.id: table_digest(table) for game in games.names() for table in _tables(game)}


def _tables(game: str) -> Iterator[PayTable]:
    yield from games.find(game).tables().values()


def table_digest(table: PayTable) -> str:
    return sha256(msgspec.json.encode(table))


def sha256(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def digest(path: Path) -> str:
    return sha256(path.read_bytes())


def _files(folder: Path, root: Path, left_out: Set[Path] = frozenset()) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and not _within(path, left_out):
            yield path.relative_to(root).as_posix(), digest(path)


def _sources(home: Path) -> Iterator[tuple[str, str]]:
    """Of a development copy: what a package would have of ours."""
    for room in ("controller", "drivers"):
        found = _files(home / room, home)
        yield from ((name, number) for name, number in found if "__pycache__" not in name)
