"""`upcard signature`, and that changed software runs no table; on an installed tree with a key of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.signing import make_key
from controller.manifest import write
from tests.live.conftest import Start
from tests.live.tables import ROOT, Folder

TABLE = "opt/upcard/controller/games/dealer_bust_21.toml"
UNIT = "usr/lib/systemd/system/upcard.service"

FOREIGN = "lib/pdp11/library.py"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    home = tmp_path / "root" / "opt" / "upcard"
    for room in ("controller", "drivers"):
        shutil.copytree(ROOT / room, home / room, ignore=shutil.ignore_patterns("__pycache__"))
    unit = tmp_path / "root" / UNIT
    unit.parent.mkdir(parents=True)
    shutil.copy(ROOT / "systemd" / "upcard.service", unit)
    (home / "lib" / "pdp11").mkdir(parents=True)
    (home / FOREIGN).write_text("")
    make_key(tmp_path / "key")
    write(home, "1.2.3", tmp_path / "key")
    return tmp_path / "root"


def environment(root: Path) -> dict[str, str]:
    path = f"{root / 'opt' / 'upcard'}:{ROOT}"
    return {"PYTHONPATH": path, "PYTHONSAFEPATH": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def signature(root: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    command = (sys.executable, "-m", "controller", "signature", *options)
    return subprocess.run(
        command, env={**os.environ, **environment(root)}, capture_output=True, text=True, timeout=60, check=False
    )


def test_what_was_signed_is_told_with_every_digest(root: Path, tmp_path: Path) -> None:
    found = signature(root, "--json", "--key", str(tmp_path / "key.pub"))
    assert (found.returncode, found.stderr) == (0, "")
    told = json.loads(found.stdout)
    assert told["state"] == "signed"
    assert {TABLE, UNIT, "opt/upcard/drivers/serial_link.py"} <= told["files"].keys()
    assert {"SD-1", "WA-4", "BREAKZ-13", "STUD", "SD-D"} <= told["pay_tables"].keys()
    assert len({*told["files"].values(), *told["pay_tables"].values()}) > 50


def test_people_read_the_verdict_last(root: Path) -> None:
    assert signature(root).stdout.splitlines()[-1].startswith("signed: software ")


def edit(name: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        (root / name).write_text((root / name).read_text() + "\n# more\n")

    return change


def remove(root: Path) -> None:
    (root / UNIT).unlink()


def add(root: Path) -> None:
    (root / "opt/upcard/serial.py").write_text("")


def another_manifest(root: Path) -> None:
    manifest = root / "opt/upcard/manifest.json"
    manifest.write_text(manifest.read_text().replace("1.2.3", "1.2.4"))


def no_signature(root: Path) -> None:
    (root / "opt/upcard/manifest.json.sig").unlink()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (edit(TABLE), f"upcard: {TABLE} was changed\n"),
        (edit(UNIT), f"upcard: {UNIT} was changed\n"),
        (remove, f"upcard: {UNIT} is missing\n"),
        (add, "upcard: opt/upcard/serial.py is not in the manifest\n"),
        (another_manifest, "it was not signed with "),
        (no_signature, "manifest.json.sig"),
    ],
)
def test_whatever_differs_is_named(root: Path, change: Callable[[Path], None], fault: str) -> None:
    change(root)
    found = signature(root)
    assert found.returncode == 1
    assert fault in found.stderr
    assert found.stderr.count("\n") == 1
    assert found.stdout.endswith("\nWRONG: not what was signed\n")


def test_a_changed_pay_table_is_named_itself(root: Path) -> None:
    table = root / TABLE
    table.write_text(table.read_text().replace('"10 J Q K" = 4', '"10 J Q K" = 5', 1))
    assert "upcard: pay table SD-1 was changed\n" in signature(root).stderr


def test_here_leaves_out_what_this_machine_cannot_load(root: Path) -> None:
    edit(f"opt/upcard/{FOREIGN}")(root)
    assert signature(root).returncode == 1
    assert signature(root, "--here").returncode == 0


def test_a_key_one_trusts_more(root: Path, tmp_path: Path) -> None:
    make_key(tmp_path / "other")
    found = signature(root, "--key", str(tmp_path / "other.pub"))
    assert found.returncode == 1
    assert f"it was not signed with {tmp_path / 'other.pub'}" in found.stderr


def test_a_development_copy_says_so() -> None:
    command = (sys.executable, "-m", "controller", "signature")
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stdout.splitlines()[-1]) == (1, "unsigned development copy")


def test_signed_software_runs_and_its_digest_is_on_record(folder: Folder, start: Start, root: Path) -> None:
    table = start("signed", **environment(root))
    assert table.line() == "Dealer Bust 21 is ready\n"
    table.end()
    software = json.loads(signature(root, "--json").stdout)["software"]
    assert f'"version":"0.1.0 {software}"'.encode() in folder.journal.read_bytes()


@pytest.mark.parametrize("option", ["signed", "--unsigned"])
def test_changed_software_runs_no_table(start: Start, root: Path, option: str) -> None:
    edit(TABLE)(root)
    code, said, errors = start(option, **environment(root)).wait()
    assert (code, said) == (2, "[]\n")
    assert errors == (
        f"upcard: {TABLE} was changed: this is not the software that was signed; install the package again, "
        "`upcard signature` lists every fault\n"
    )
