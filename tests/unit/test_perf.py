"""`make perf` must not rot: nothing it prints is asserted, but it runs."""

import pytest

from tests.perf import percentile
from tests.perf.__main__ import main, names


def test_a_measure_prints_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decode"]) == 0
    assert capsys.readouterr().out.count("MB/s") == 4


def test_an_unknown_one_names_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["speed"]) == 2
    assert capsys.readouterr().err == f"nothing measures speed; there are {', '.join(names())}\n"


def test_percentiles() -> None:
    assert [percentile(range(100), percent) for percent in (0, 50, 99, 100)] == [0, 50, 99, 99]
    assert percentile([7.0], 99) == 7.0
