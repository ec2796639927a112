"""The badge file: what is in it, who may read it, and that it is replaced as a whole."""

import stat
import threading
from pathlib import Path

import pytest

from drivers.badge.file import BadgeFileError, add, check_name, find, load, make
from tests.drivers.badges import ANA, BEN, EVE, certificate


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "badges.toml"
    add(path, make("Ana", "supervisor", ANA, certificate("p-256")), ANA)
    add(path, make('Ben "Ü" \\', "dealer", BEN), BEN)
    return path


def test_what_was_added_is_found_by_its_uid(file: Path) -> None:
    ana, ben = find(load(file), ANA), find(load(file), BEN)
    assert ana is not None
    assert (ana.name, ana.role, ana.certificate) == ("Ana", "supervisor", certificate("p-256"))
    assert ben is not None
    assert (ben.name, ben.role, ben.has_9e) == ('Ben "Ü" \\', "dealer", False)
    assert find(load(file), EVE) is None


def test_the_file_is_its_owners_and_holds_no_uid(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert ANA.hex() not in file.read_text().lower()
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_the_same_uid_gives_another_hash_each_time() -> None:
    assert make("Ana", "dealer", ANA).uid != make("Ana", "dealer", ANA).uid


@pytest.mark.parametrize(("name", "uid"), [("Eve", ANA), ("Ana", EVE)])
def test_nobody_is_enrolled_twice(file: Path, name: str, uid: bytes) -> None:
    before = file.read_bytes()
    with pytest.raises(BadgeFileError) as error:
        add(file, make(name, "dealer", uid), uid)
    assert str(error.value) == (
        f"already enrolled: Ana, supervisor; to enroll again, first delete that block from {file}"
    )
    assert file.read_bytes() == before


def test_many_at_once_lose_nobody(tmp_path: Path) -> None:
    path, uids = tmp_path / "badges.toml", [bytes([4, number]) for number in range(12)]
    at_work = [threading.Thread(target=add, args=(path, make(f"n{u[1]}", "dealer", u), u)) for u in uids]
    for thread in at_work:
        thread.start()
    for thread in at_work:
        thread.join()
    assert {badge.name for badge in load(path)} == {f"n{number}" for number in range(12)}


def test_a_half_written_file_of_a_crash_is_no_harm(file: Path) -> None:
    file.with_name("badges.toml.new").write_text("[[bad")
    add(file, make("Eve", "technician", EVE), EVE)
    assert [badge.name for badge in load(file)][-1] == "Eve"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_file_that_others_may_use_is_refused(file: Path, mode: int) -> None:
    file.chmod(mode)
    with pytest.raises(BadgeFileError) as error:
        load(file)
    assert str(error.value) == f"{file}: others may use it (mode {mode:03o}); run: chmod 600 {file}"


BAD = {
    "[[badge]\n": "Expected ']]'",
    '[[badge]]\nname = "A"\n': "Object missing required field `role`",
    '[[badge]]\nname = "A"\nrole = "boss"\nsalt = "00"\nuid = "00"\n': "Invalid enum value 'boss'",
    '[[badge]]\nname = "A"\nrole = "dealer"\nsalt = "zz"\nuid = "00"\n': "matching regex",
    '[[badge]]\nname = "A"\nrole = "dealer"\nsalt = "00"\nuid = "00"\npin = 1\n': "unknown field `pin`",
    '[[badge]]\nname = "A"\nrole = "dealer"\nsalt = "00"\nuid = "00"\ncertificate = "!"\n': "base64",
}


@pytest.mark.parametrize("text", BAD)
def test_a_file_that_is_wrong_says_where(file: Path, text: str) -> None:
    file.write_text(text)
    with pytest.raises(BadgeFileError) as error:
        load(file)
    assert str(error.value).startswith(f"{file}: ")
    assert BAD[text] in str(error.value)
    assert str(error.value).endswith("; mend it, or restore the file from a copy")


@pytest.mark.parametrize("name", ["", " Ana", "Ana\n", "x" * 41, "\x1b[31m"])
def test_a_name_is_printable(name: str) -> None:
    with pytest.raises(BadgeFileError, match="is no name: give 1 to 40 printable characters"):
        check_name(name)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadgeFileError) as error:
        add(tmp_path / "no" / "badges.toml", make("Ana", "dealer", ANA), ANA)
    assert str(error.value) == f"{tmp_path / 'no'}: No such file or directory; make that folder first"
