"""One small file per mistake in bad/, beside exactly what is said of it; in warned/, what is only warned of; in
good/, what looks unusual and is right."""

from pathlib import Path

import pytest

from controller.cli import main

HERE = Path(__file__).parent
BAD = sorted((HERE / "bad").glob("*.toml"))
WARNED = sorted((HERE / "warned").glob("*.toml"))
GOOD = sorted((HERE / "good").glob("*.toml"))


def name(path: Path) -> str:
    return path.stem


def said(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    monkeypatch.chdir(file.parent)
    code = main(["check", file.name])
    return code, capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("file", BAD, ids=name)
def test_each_mistake_has_its_words(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = said(file, monkeypatch, capsys)
    errors = [line for line in lines if ": warning: " not in line]
    assert "\n".join(errors) + "\n" == file.with_suffix(".txt").read_text()
    assert code == 1


@pytest.mark.parametrize("file", WARNED, ids=name)
def test_what_may_be_right_is_only_warned_of(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other warnings depend on what is plugged into this machine."""
    code, lines = said(file, monkeypatch, capsys)
    assert file.with_suffix(".txt").read_text().rstrip("\n") in lines
    assert code == 0


@pytest.mark.parametrize("file", GOOD, ids=name)
def test_the_unusual_may_be_right(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = said(file, monkeypatch, capsys)
    assert [line for line in lines if ": warning: " not in line] == [line for line in lines if ": fine: " in line]
    assert code == 0


def test_there_are_enough_of_them() -> None:
    assert len(BAD) >= 30
    assert {path.stem for path in (HERE / "bad").iterdir()} == {path.stem for path in BAD}
