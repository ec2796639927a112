"""The pages and pictures written from the schema and hw-config/ are those in docs/."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.wiring import DOCS, pages

PAGES = pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_it_is_not_stale(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == PAGES[path], "run `make wiring`"


def test_no_picture_is_left_over() -> None:
    assert set((DOCS / "images").glob("wiring-*.svg")) == {path for path in PAGES if path.suffix == ".svg"}


def test_a_picture_names_every_wire_once() -> None:
    picture = ET.fromstring(PAGES[DOCS / "images" / "wiring-dealer-bust-21.svg"])
    words = [element.text or "" for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    for seat in range(1, 8):
        for spot in ("main", "db21"):
            assert sum(word.endswith(f"seat {seat} {spot} sensor") for word in words) == 1
            assert sum(word.endswith(f"seat {seat} {spot} lamp") for word in words) == 1
    assert "GPIO 27: up-card box" in words
    assert "GPIO 4: INTA of chip 1" in words
