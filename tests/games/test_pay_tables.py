from pathlib import Path

import pytest

from controller.games import pay_tables
from controller.games.blackjack import Blackjack
from controller.games.dealer_breakz import GAME as BREAKZ
from controller.games.dealer_bust_21 import GAME as DB21
from controller.games.model import RuleError
from controller.games.no_bust_21 import GAME as NO_BUST
from controller.games.winners_option import GAME as WINNERS

DB21_ROWS = {
    "SD-1": (10, 4, 2, 1), "SD-2": (15, 4, 2, 1), "SD-3": (2, 2, 2, 2), "SD-4": (4, 2, 4, 1),
    "WA-1": (10, 4, 2, 1), "WA-2": (15, 4, 2, 1), "WA-3": (2, 2, 2, 2), "WA-4": (4, 4, 4, 1),
}  # fmt: skip
BREAKZ_ROWS = {
    1: (2, 2, 4, 15, 50, 250), 2: (2, 2, 4, 15, 50, 200), 3: (2, 2, 4, 12, 50, 250),
    4: (2, 2, 4, 12, 50, 200), 5: (2, 2, 3, 12, 50, 250), 6: (1, 2, 7, 40, 100, 250),
    7: (1, 2, 7), 8: (1, 2, 8), 9: (1, 2, 6), 10: (1, 2, 5), 11: (1, 2, 5), 12: (1, 2, 4),
    13: (1, 2, 6, 12, 50, 200),
}  # fmt: skip


@pytest.mark.clause("SD 20:18:15:30.10(12)", "WA DB21 7", "WA DB21 13")
@pytest.mark.parametrize(("table", "pays"), DB21_ROWS.items())
def test_dealer_bust_21_tables(table: str, pays: tuple[int, ...]) -> None:
    rows = DB21.tables()[table].rows
    ace, ten, high, low = pays
    assert rows == {
        "A": ace, "10": ten, "J": ten, "Q": ten, "K": ten, "7": high, "8": high, "9": high,
        "2": low, "3": low, "4": low, "5": low, "6": low,
    }  # fmt: skip


@pytest.mark.parametrize(("number", "pays"), BREAKZ_ROWS.items())
def test_breakz_tables(number: int, pays: tuple[int, ...]) -> None:
    table = BREAKZ.tables()[f"BREAKZ-{number}"]
    assert tuple(table.rows.values()) == pays
    assert table.missing == (("6", "7", "8+") if 7 <= number <= 12 else ())


@pytest.mark.parametrize("game", [DB21, BREAKZ, NO_BUST, WINNERS], ids=lambda game: game.name)
def test_every_packaged_table_says_where_it_comes_from(game: Blackjack) -> None:
    for name, table in game.tables().items():
        assert (table.id, table.version) == (name, 1)
        assert table.source


GOOD = """\
[XX-1]
source = "a document"
version = 1

[XX-1.rows]
low = 1
"mid high" = 2
"""


def test_an_operators_file_is_loaded_by_the_same_checks(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(GOOD)
    assert pay_tables.load(path, ("low", "mid", "high"))["XX-1"].rows == {"low": 1, "mid": 2, "high": 2}


BAD = {
    'low = 1\n"mid high" = 2': (
        "low = 1\nmid = 2",
        "5: table XX-1: row 'high' is not paid; add it, or name it in missing",
    ),
    "low = 1": ("low = -1", "6: table XX-1: row 'low' pays -1; a whole number from 1 is allowed"),
    '"mid high" = 2': ('"mid high low" = 2', "7: table XX-1: row 'low' is paid twice; each row is paid once"),
    '"mid high"': ('"mid higher"', "7: table XX-1: unknown row 'higher'; the rows are low, mid, high"),
    "version = 1": ("version = 0", "3: table XX-1: version 0 is not a number from 1"),
    'source = "a document"': (
        'scource = "a"',
        "2: table XX-1: unknown key 'scource'; the keys are source, jurisdiction, version, "
        "missing, readings, rows, awards",
    ),
    "[XX-1]\nsource": (
        '[XX-1]\njurisdiction = "YY"\nsource',
        "2: table XX-1: jurisdiction 'YY' is not that of the id",
    ),
    "version = 1\n": (
        'version = 1\nmissing = ["low"]\n',
        "4: table XX-1: row 'low' is both paid and missing; keep one",
    ),
}


@pytest.mark.parametrize(("old", "new", "error"), [(old, *rest) for old, rest in BAD.items()])
def test_a_bad_file_is_refused_with_its_line(old: str, new: str, error: str) -> None:
    assert old in GOOD
    with pytest.raises(RuleError) as refused:
        pay_tables.parse(GOOD.replace(old, new), "own.toml", ("low", "mid", "high"))
    assert str(refused.value) == f"own.toml:{error}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[XX-1]\nsource = 1\nversion = 1\n[XX-1.rows]\nlow = 1\n", 2),
        ("[XX-1]\nsource\n", 2),
        ("x = 1\n", 1),
        ('[XX-1]\nsource = "a"\n', 1),
    ],
)
def test_broken_files_name_a_line(text: str, line: int) -> None:
    with pytest.raises(RuleError, match=rf"^own\.toml:{line}: "):
        pay_tables.parse(text, "own.toml", ("low",))


@pytest.mark.parametrize("pay", ["1.5", "true", '"2"', "0", "100001"])
def test_a_pay_is_a_positive_whole_number(pay: str) -> None:
    with pytest.raises(RuleError, match=r"own\.toml:6: .* a whole number from 1 is allowed"):
        pay_tables.parse(GOOD.replace("low = 1", f"low = {pay}"), "own.toml", ("low", "mid", "high"))


def test_south_dakotas_fourth_table_is_not_washingtons() -> None:
    tables = DB21.tables()
    assert (tables["SD-4"].rows["K"], tables["WA-4"].rows["K"]) == (2, 4)
    different = {row for row in tables["SD-4"].rows if tables["SD-4"].rows[row] != tables["WA-4"].rows[row]}
    assert different == {"10", "J", "Q", "K"}
