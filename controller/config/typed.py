"""Parsed TOML into the structs of `schema`, field by field, so that one wrong value does not hide another.

A field that is wrong is reported and keeps its default; nothing is used of a file with an error, the rest of
the checks only need something to go on.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from controller.config.findings import Findings, brief, show
from controller.config.places import Path
from controller.config.schema import Sections

S = TypeVar("S", bound=Struct)


class Key(NamedTuple):
    """A key of the schema. `inner` is the struct, or the struct in a section of named ones, behind it."""

    type: Any
    default: object
    allowed: str
    what: str
    inner: type[Struct] | None
    named: bool


@cache
def keys(struct: type[Struct]) -> Mapping[str, Key]:
    hints = get_type_hints(struct, include_extras=True)
    return {field.name: _key(hints[field.name], field.default) for field in msgspec.structs.fields(struct)}


def _key(hint: Any, default: object) -> Key:
    metas = list(_metas(hint))
    allowed = next((meta.description for meta in metas if meta.description), "a section")
    what = next((meta.title for meta in metas if meta.title), "")
    section = next((part for part in _parts(hint) if get_origin(part) is dict), None)
    value = get_args(section)[1] if section else hint
    inner = value if isinstance(value, type) and issubclass(value, Struct) else None
    return Key(value, default, allowed, what, inner, section is not None)


def _metas(hint: Any) -> Iterator[Meta]:
    """The outermost, which stands last, first: it may say more narrowly what a type of ours allows."""
    yield from (part for part in reversed(get_args(hint)) if isinstance(part, Meta))
    for part in get_args(hint):
        yield from _metas(part)


def _parts(hint: Any) -> Iterator[Any]:
    """A type without its annotations, or the members of a union."""
    if get_origin(hint) is Annotated:
        yield from _parts(get_args(hint)[0])
    elif get_origin(hint) in (Union, UnionType):
        for member in get_args(hint):
            yield from _parts(member)
    else:
        yield hint


def build(struct: type[S], data: object, path: Path, found: Findings) -> S:
    """`struct` from a section at `path`."""
    if not isinstance(data, dict):
        found.error(path, f"{path[-1]} is a section such as [{'.'.join(map(str, path))}], not {show(data)}")
        return struct()
    known, values = keys(struct), {}
    for name, value in data.items():
        if name not in known:
            _refuse((*path, name), known, found)
        elif (made := _value(known[name], value, (*path, name), found)) is not UNSET:
            values[name] = made
    return struct(**values)


def _refuse(path: Path, known: Mapping[str, Key], found: Findings) -> None:
    """A key nobody reads here; behind the wrong header it may be one of another section."""
    home = next((name for name, key in keys(Sections).items() if key.inner and path[-1] in keys(key.inner)), None)
    here = f"[{brief('.'.join(map(str, path[:-1])))}]"
    if home is not None and path[0] != home and not get_close_matches(str(path[-1]), known, cutoff=0.8):
        found.error(path, f"{path[-1]} is a key of [{home}]; move it there")
    else:
        found.unknown(path, f"key of {here}" if path[1:] else "section", known)


def _value(key: Key, value: object, path: Path, found: Findings) -> object:
    if not key.named:
        return _one(key, value, path, found)
    if not isinstance(value, dict):
        found.error(path, f"{path[-1]} is a section of its own, not {show(value)}")
        return UNSET
    made = {name: _one(key, item, (*path, name), found) for name, item in value.items()}
    return {name: item for name, item in made.items() if item is not UNSET}


def _one(key: Key, value: object, path: Path, found: Findings) -> object:
    if key.inner is not None:
        return build(key.inner, value, path, found)
    try:
        made: object = msgspec.convert(value, key.type)
    except msgspec.ValidationError:
        found.error(path, f"{brief(str(path[-1]))} is {key.allowed}, not {show(value)}")
        return UNSET
    return made


def given(struct: Struct) -> dict[str, Any]:
    """The fields that were set, as a dict."""
    return {name: value for name, value in msgspec.structs.asdict(struct).items() if not isinstance(value, UnsetType)}
