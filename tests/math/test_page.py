"""The page of odds and its pictures are those the code computes."""

from pathlib import Path

import pytest

from tests.math.page import DOCS, pages

FILES = (DOCS / "odds.md", DOCS / "images" / "odds-dealer-bust-21.svg", DOCS / "images" / "odds-dealer-breakz.svg")


@pytest.fixture(scope="module")
def written() -> dict[Path, str]:
    return pages()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_is_not_stale(path: Path, written: dict[Path, str]) -> None:
    assert path.read_text(encoding="utf-8") == written[path], "run `make odds`"
