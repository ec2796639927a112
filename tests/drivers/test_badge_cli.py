"""`upcard badge` as a person meets it: on a real pcscd with simulated cards."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli import main
from drivers.badge.file import load
from drivers.sim.card import SimCard
from tests.drivers.badges import ANA, BEN, EVE, certificate, key, piv
from tests.drivers.pcsc import Pcscd

Said = pytest.CaptureFixture[str]


def enroll(file: Path, name: str, role: str, *more: str) -> int:
    return main(["badge", "enroll", "--file", str(file), "--name", name, "--role", role, *more])


def test_enroll_with_a_key(pcscd: Pcscd, tmp_path: Path, capsys: Said) -> None:
    pcscd.insert(piv(ANA, "rsa-2048"))
    assert enroll(tmp_path / "b.toml", "Ana", "supervisor", "--certificate") == 0
    said = capsys.readouterr()
    assert said.out == "Ana is enrolled as supervisor, with a 9E key\n"
    assert said.err == "Put the badge on the reader (Ctrl-C ends it)\n"
    assert load(tmp_path / "b.toml")[0].certificate == certificate("rsa-2048")


def test_enroll_without_a_key(pcscd: Pcscd, tmp_path: Path, capsys: Said) -> None:
    pcscd.insert(SimCard(BEN))
    assert enroll(tmp_path / "b.toml", "Ben", "supervisor") == 0
    said = capsys.readouterr()
    assert said.out == "Ben is enrolled as supervisor, by its UID alone\n"
    assert said.err.splitlines()[1] == "note: a table asks a supervisor for a 9E key unless its file says otherwise"


REFUSED = {
    "no key at all": (SimCard(ANA), "the card has no 9E certificate: have its issuer write one (PIV slot 9e)"),
    "no certificate": (
        SimCard(ANA, key("p-256")),
        "the card has no 9E certificate: have its issuer write one (PIV slot 9e)",
    ),
    "another's certificate": (
        SimCard(ANA, key("p-256", 1), certificate("p-256")),
        "the card does not hold the key of its certificate",
    ),
    "a key of a kind we cannot check": (
        piv(ANA, "rsa-3072"),
        "the 9E key is of a kind we cannot check: RSA 2048, ECC P-256 or P-384 can be used",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_card_that_cannot_be_enrolled(pcscd: Pcscd, tmp_path: Path, capsys: Said, what: str) -> None:
    card, sentence = REFUSED[what]
    pcscd.insert(card)
    assert enroll(tmp_path / "b.toml", "Ana", "supervisor", "--certificate") == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"upcard: {sentence}"
    assert not (tmp_path / "b.toml").exists()


def test_a_badge_that_is_enrolled_already(pcscd: Pcscd, file: Path, capsys: Said) -> None:
    pcscd.insert(SimCard(BEN))
    assert enroll(file, "Benjamin", "dealer") == 2
    assert "upcard: already enrolled: Ben, dealer; to enroll again" in capsys.readouterr().err


def test_a_name_that_is_taken_is_said_before_the_card_is_asked_for(file: Path, capsys: Said) -> None:
    assert enroll(file, "Ben", "dealer") == 2
    assert capsys.readouterr().err.startswith("upcard: already enrolled: Ben, dealer; ")


def test_without_pcscd(pcscd: Pcscd, tmp_path: Path, capsys: Said) -> None:
    pcscd.kill()
    assert enroll(tmp_path / "b.toml", "Ana", "dealer") == 2
    assert capsys.readouterr().err == (
        "upcard: pcscd does not run: apt-get install pcscd, then systemctl enable --now pcscd.socket\n"
    )


def test_without_a_reader(pcscd: Pcscd, tmp_path: Path, capsys: Said) -> None:
    pcscd.kill()
    pcscd.unfit()
    pcscd.start()
    assert enroll(tmp_path / "b.toml", "Ana", "dealer") == 2
    assert capsys.readouterr().err == (
        "upcard: pcscd sees no card reader: plug one in (lsusb shows it), then try again\n"
    )


def test_ctrl_c_ends_the_wait(pcscd: Pcscd, tmp_path: Path) -> None:
    words = ["badge", "enroll", "--file", str(tmp_path / "b.toml"), "--name", "Ana", "--role", "dealer"]
    waiting = subprocess.Popen([sys.executable, "-m", "controller", *words], stderr=subprocess.PIPE, text=True)
    assert waiting.stderr is not None
    assert waiting.stderr.readline() == "Put the badge on the reader (Ctrl-C ends it)\n"
    waiting.send_signal(signal.SIGINT)
    _, said = waiting.communicate(timeout=30)
    assert (waiting.returncode, said) == (130, "")


def test_a_card_that_comes_later(pcscd: Pcscd, tmp_path: Path) -> None:
    words = ["badge", "enroll", "--file", str(tmp_path / "b.toml"), "--name", "Eve", "--role", "technician"]
    waiting = subprocess.Popen(
        [sys.executable, "-m", "controller", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert waiting.stderr is not None
    waiting.stderr.readline()
    pcscd.insert(SimCard(EVE))
    assert waiting.communicate(timeout=30)[0] == "Eve is enrolled as technician, by its UID alone\n"


def test_list(file: Path, capsys: Said) -> None:
    assert main(["badge", "list", "--file", str(file)]) == 0
    assert capsys.readouterr().out == "Ana  supervisor  with a 9E key\nBen  dealer      by its UID alone\n"
    assert main(["badge", "list", "--file", str(file), "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"name": "Ana", "role": "supervisor", "9e": True},
        {"name": "Ben", "role": "dealer", "9e": False},
    ]


def test_list_of_a_file_that_is_not_there(tmp_path: Path, capsys: Said) -> None:
    missing = tmp_path / "b.toml"
    assert main(["badge", "list", "--file", str(missing)]) == 2
    assert capsys.readouterr().err == (
        f"upcard: {missing}: No such file or directory; enroll the first badge with: upcard badge enroll\n"
    )


def test_listing_loads_neither_library() -> None:
    code = "import controller.cli.badge, sys; print(sorted({'smartcard', 'cryptography'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
