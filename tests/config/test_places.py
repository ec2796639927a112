"""The line index: every key of a text that tomllib accepts has its line."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.config.places import Path, index

TEXT = '''# a comment with [brackets] and = signs
title = "a # in a text"
[table]  # the game
game = 'dealer-bust-21'
notes = """
[not.a.section]
key = 1
"""
"quoted key" = 1979-05-27 07:32:00.5
limits.main.min = 5
[gpio.seat."1"]
sensors = { chip = 1, main = [0, { line = 3 }], "db 21" = 8 }
list = [
    1,   # one
    { a = 1, b = """x
y""" },
    "]",
]
[[array]]
name = 1
[array.inner]
deep = 2
[[array]]
name = 3
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("table",), 3),
        (("table", "game"), 4),
        (("table", "notes"), 5),
        (("table", "quoted key"), 9),
        (("table", "limits"), 10),
        (("table", "limits", "main", "min"), 10),
        (("gpio",), 11),
        (("gpio", "seat", "1"), 11),
        (("gpio", "seat", "1", "sensors", "main", 1, "line"), 12),
        (("gpio", "seat", "1", "sensors", "db 21"), 12),
        (("gpio", "seat", "1", "list", 0), 14),
        (("gpio", "seat", "1", "list", 1, "b"), 15),
        (("gpio", "seat", "1", "list", 2), 17),
        (("array",), 19),
        (("array", 0, "name"), 20),
        (("array", 0, "inner", "deep"), 22),
        (("array", 1, "name"), 24),
    ],
)
def test_where_a_key_stands(path: Path, line: int) -> None:
    tomllib.loads(TEXT)
    assert index(TEXT)[path] == line


def paths(data: object, path: Path = ()) -> list[Path]:
    """Every way through parsed TOML."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(way for name, value in inside for way in paths(value, (*path, name)))]


KEYS = st.sampled_from(["a", "b-1", '"c.d"', "'e #'", '"\\u00e9"', "1"])
VALUES = st.recursive(
    st.sampled_from(
        ["1", "-2.5e3", '"x # ["', "'''\n]\n'''", "true", "1979-05-27 07:32:00", '"""\n\\"""\n"""', "0x1F"]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[\n" + ",# ]\n".join(items) + "\n]"),
        st.dictionaries(KEYS, inner.filter(lambda text: "\n" not in text), max_size=3).map(
            lambda items: "{ " + ", ".join(f"{key} = {value}" for key, value in items.items()) + " }"
        ),
    ),
    max_leaves=6,
)


@given(st.dictionaries(KEYS, st.dictionaries(KEYS, VALUES, max_size=4), max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_every_key_of_a_text_has_its_line(sections: dict[str, dict[str, str]], newline: str) -> None:
    lines = ["# head"]
    where: dict[Path, int] = {}
    for name, pairs in sections.items():
        section = next(iter(tomllib.loads(f"{name} = 0")))
        where[(section,)] = len(lines) + 1
        lines.append(f"[ {name} ] # [x]")
        for key, value in pairs.items():
            where[(section, next(iter(tomllib.loads(f"{key} = 0"))))] = len(lines) + 1
            lines += [*f"{key} = {value} # end".split("\n"), ""]
    text = newline.join(lines)
    found = index(text)
    assert set(paths(tomllib.loads(text))) <= set(found)
    assert {path: found[path] for path in where} == where
