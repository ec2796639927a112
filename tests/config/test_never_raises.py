"""Whatever a file holds, `check` answers with findings: any text, damaged shipped files, any value anywhere."""

import tomllib
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from controller.config.file import check_text

ROOT = Path(__file__).parents[2]
SHIPPED = [file.read_text() for file in sorted((ROOT / "hw-config").glob("*.toml"))]
WORDS = st.sampled_from(
    ["0", "-1", "99999999999999999999", "0x" + "f" * 5000, "nan", "1e400", "true", '""', '"\\u0000"', "[]", "{}",
     "[[1]]", "{ a = { b = 1 } }", "1979-05-27", "07:32:00", '"/dev/ttyAMA0"', "{ chip = 1, line = 3 }", "[1, {}]",
     '"socket://x"', "{ min = 1 }", '["uart", "i2c"]', "'none'", "3:2"]
)  # fmt: skip


def judge(text: str) -> None:
    config, found = check_text(text, "table.toml")
    assert (config is None) == any(finding.level == "error" for finding in found)
    last = text.count("\n") + 1
    assert all(finding.line is not None and 1 <= finding.line <= last for finding in found)
    assert all("\n" not in str(finding) and finding.text for finding in found)


@given(st.text())
@example("a = " + "[" * 3000 + "]" * 3000)
@example("a = " + "9" * 5000)
@example("'\r0")
@example("a = 0x" + "f" * 5000)
@example("[table]\nseats = 0x" + "f" * 5000)
@example('"' + "x" * 500 + '" = 1\n"\\n" = 2\n["\\u0000"]\n')
@example("[gpio.seat.'1\\n']\n[gpio.chips.'\u0661']\n[gpio.seat.\"\\n\"]\n")
@example('[journal]\npath = "/\\u0000"\n[badge]\nfile = "/\\n"\n[table]\n[shoe]\nport = "/dev/\\n"\n')
def test_any_text(text: str) -> None:
    judge(text)


@given(st.sampled_from(SHIPPED), st.data())
def test_a_damaged_file(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.sampled_from(lines))
        lines[at : at + 1] = data.draw(st.sampled_from([[], [lines[at], lines[at]], [other], [lines[at][:-2]]]))
    judge("\n".join(lines))


@given(st.sampled_from(SHIPPED), st.data())
def test_any_value_for_any_key(text: str, data: st.DataObject) -> None:
    lines = text.splitlines()
    at = data.draw(st.sampled_from([number for number, line in enumerate(lines) if "=" in line and line[0] != "#"]))
    lines[at] = lines[at].partition("=")[0] + "= " + data.draw(WORDS)
    judge("\n".join(lines))


@given(st.dictionaries(st.sampled_from(["table", "shoe", "gpio", "display", "badge", "journal", "console"]), WORDS))
def test_any_value_for_any_section(values: dict[str, str]) -> None:
    judge("\n".join(f"{name} = {value}" for name, value in values.items()))


def test_all_words_are_toml_but_one() -> None:
    """So that the tests above reach what lies behind the parser."""
    words = WORDS.elements  # type: ignore[attr-defined]
    assert sum(_parses(word) for word in words) == len(words) - 1


def _parses(word: str) -> bool:
    try:
        tomllib.loads(f"a = {word}")
    except tomllib.TOMLDecodeError:
        return False
    return True
