"""`upcard diag bundle`: what a support desk gets, and what it must never get."""

import base64
import json
import os
import re
import tarfile
from pathlib import Path

import pytest

from controller.cli import main
from controller.cli.diag.scrub import scrubber
from controller.events import BadgeIn, Command
from drivers.badge.file import load
from drivers.shoe.capture import Ring
from tests.diag.simulated import DEALT, Simulated
from tests.drivers.badges import ANA, BEN

Said = pytest.CaptureFixture[str]
PEM = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIH\n-----END PRIVATE KEY-----"


def bundle(config: Path) -> dict[str, bytes]:
    out = config.parent / "out.tar.gz"
    assert main(["diag", "bundle", "-o", str(out), str(config)]) == 0
    with tarfile.open(out) as archive:
        files = {member.name: archive.extractfile(member) for member in archive.getmembers()}
        return {name.removeprefix("upcard-diag/"): file.read() for name, file in files.items() if file}


@pytest.fixture
def secrets(config: Path) -> list[bytes]:
    badges = load(config.parent / "badges.toml")
    words = [word for badge in badges for word in (badge.name, badge.uid, badge.salt)]
    keys = [base64.b64encode(badge.certificate).decode() for badge in badges if badge.certificate]
    return [word.encode() for word in (*words, *keys, ANA.hex(), BEN.hex(), "MC4CAQAwBQYDK2VwBCIEIH")]


def test_it_has_what_support_needs(config: Path, simulated: Simulated, capsys: Said) -> None:
    simulated.play(f"{DEALT}\npress stand\nbox on\ndraw Kd\nbox off")
    parts = bundle(config)
    assert json.loads(parts["report.json"])["running"] is True
    assert json.loads(parts["configuration.json"])["table"]["seats"] == 7
    assert json.loads(parts["versions.json"])["upcard"]
    records = [json.loads(line) for line in parts["records.jsonl"].splitlines()]
    assert {"kind": "spotchanged", "seat": 1, "spot": "db21", "covered": True}.items() <= records[5].items()
    assert {"started", "carddrawn", "boxchanged", "badgein", "command"} <= {record["kind"] for record in records}
    assert {record["word"] for record in records if record["kind"] == "command"} == {"open"}
    said = capsys.readouterr().out
    assert said.startswith(f"{config.parent}/out.tar.gz: CONTENTS, report.json, versions.json")


def test_no_badge_and_no_key_is_in_it(config: Path, simulated: Simulated, secrets: list[bytes]) -> None:
    config.write_text(f"# enrolled by Anatoli, {ANA.hex()}\n{config.read_text()}")
    config.write_text(config.read_text().replace('"Table 4"', '"Anatoli and Benedikta"'))
    simulated.rig.running.post(BadgeIn(1, "supervisor", "Anatoli"))
    simulated.rig.running.post(Command(1, ("void",), "Anatoli", f"Anatoli asked, {BEN.hex()} {PEM}"))
    simulated.rig.running.flush()
    whole = b"".join(bundle(config).values())
    assert not [secret for secret in secrets if secret.lower() in whole.lower()]
    assert b"[removed] and [removed]" in whole


def test_the_hole_card_is_not_in_it_while_it_lies_face_down(config: Path, simulated: Simulated) -> None:
    Ring(config.parent / "shoe.raw").write(1, b"bytes of the shoe")
    simulated.play(DEALT)
    parts = bundle(config)
    assert "shoe.raw" not in parts
    assert b"shoe.raw: left out: a round is on" in parts["CONTENTS"]
    assert not [name for name, data in parts.items() if re.search(rb"\b6s\b", data)]
    assert b'"card"' not in parts["records.jsonl"]


def test_between_rounds_the_shoe_s_bytes_are_in_it(config: Path, simulated: Simulated) -> None:
    Ring(config.parent / "shoe.raw").write(1, b"bytes of the shoe")
    simulated.play("wait 1")
    assert bundle(config)["shoe.raw"].endswith(b"bytes of the shoe")


def test_a_record_that_cannot_be_read_may_be_inside_a_round(config: Path) -> None:
    Ring(config.parent / "shoe.raw").write(1, b"bytes of the shoe")
    (config.parent / "journal.db").write_bytes(b"no database")
    assert "shoe.raw" not in bundle(config)


def test_a_log_that_may_name_people_is_left_out_where_nobody_knows_them(config: Path) -> None:
    (config.parent / "badges.toml").chmod(0o644)
    assert b"service.log: left out: the badge file cannot be read" in bundle(config)["CONTENTS"]


def test_names_are_taken_out_as_words_only(config: Path) -> None:
    scrub = scrubber(str(config.parent / "badges.toml"))
    assert scrub is not None
    assert (
        scrub(f"anatoli, Anatolia and BENEDIKTA\n{PEM}\nend") == "[removed], Anatolia and [removed]\n[removed]\nend"
    )


def test_a_file_with_errors_is_told_by_its_errors_alone(config: Path) -> None:
    config.write_text(config.read_text() + '\n[cloud]\npassword = "hunter2"\n')
    parts = bundle(config)
    assert "configuration.json" not in parts
    assert b"unknown section 'cloud'" in parts["report.json"]
    assert b"hunter2" not in b"".join(parts.values())


def test_an_archive_that_is_there_already_stays(config: Path, capsys: Said) -> None:
    out = config.parent / "mine.tar.gz"
    out.write_text("mine")
    assert main(["diag", "bundle", str(config), "-o", str(out)]) == 2
    assert capsys.readouterr().err == f"upcard: {out}: is there already; name another file with -o\n"
    assert out.read_text() == "mine"


def test_a_place_that_cannot_be_written(config: Path, capsys: Said) -> None:
    assert main(["diag", "bundle", str(config), "--output", "/nowhere/x.tar.gz"]) == 2
    assert capsys.readouterr().err == (
        "upcard: /nowhere/x.tar.gz: No such file or directory; name a file that can be written with -o\n"
    )


def test_without_a_name_it_is_made_here(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(config.parent)
    assert main(["diag", "bundle", str(config)]) == 0
    (made,) = config.parent.glob("upcard-diag-*.tar.gz")
    assert os.stat(made).st_mode & 0o077 == 0
