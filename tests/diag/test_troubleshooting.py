"""docs/troubleshooting.md has an answer for every alert and for every word on the dealer's display."""

import ast
import re
from pathlib import Path

import pytest

from controller.table.alerts import SENTENCES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "troubleshooting.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line.startswith("|")]
ALERTS = {row[1].partition("`: ")[0].strip("`"): row for row in ROWS if len(row) == 5 and row[1].startswith("`")}


def test_every_alert_is_there_and_no_other() -> None:
    assert list(ALERTS) == list(SENTENCES)


@pytest.mark.parametrize("kind", SENTENCES)
def test_an_alert_is_told_in_the_words_of_the_table(kind: str) -> None:
    dealer, told, stops, at_the_table, again = ALERTS[kind]
    assert (dealer, told) == (SENTENCES[kind][0], f"`{kind}`: {SENTENCES[kind][1]}")
    assert stops in ("yes", "no", "in a round")
    assert at_the_table.endswith(".")
    assert again.endswith(".")


def said(module: str) -> set[str]:
    """What a display can say of its own: the texts of a module that are no names, without what stands around them."""
    tree = ast.parse((ROOT / module).read_text())
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in notes}
    words = {text.strip(" ·:,") for text in texts if isinstance(text, str)}
    return {text for text in words if " " in text or re.search("[A-Z]{2}", text)}


@pytest.mark.parametrize("words", sorted(said("controller/outputs/prompt.py")))
def test_every_prompt_is_there(words: str) -> None:
    assert words.casefold() in PAGE.casefold()


@pytest.mark.parametrize("words", sorted(said("controller/outputs/seats.py")))
def test_every_word_of_a_seat_is_there(words: str) -> None:
    assert words.casefold() in PAGE.casefold()
