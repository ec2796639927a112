"""The package, without the libraries that `make deb` fetches; `make chroot` installs the whole one."""

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.live.tables import ROOT

SCRIPTS = ("launcher", "postinst", "prerm", "postrm")


def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build", ROOT / "systemd" / "debian" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("deb")
    made: Path = builder().build(out / "key", out, machines=())
    return made


def dpkg(*words: str) -> str:
    return subprocess.check_output(("dpkg-deb", *words), text=True)


def test_it_is_for_every_machine_and_says_what_it_needs(package: Path) -> None:
    assert dpkg("-f", str(package), "Architecture") == "all\n"
    needs = dpkg("-f", str(package), "Depends")
    assert {"python3-pyscard", "python3-spidev", "systemd"} <= set(needs.strip().split(", "))


def test_it_has_the_software_its_manifest_and_the_units(package: Path) -> None:
    names = {line.split()[5] for line in dpkg("-c", str(package)).splitlines()}
    assert {
        "./opt/upcard/controller/cli/run.py", "./opt/upcard/manifest.json.sig", "./opt/upcard/release.pub",
        "./usr/bin/upcard", "./usr/lib/systemd/system/upcard.service", "./usr/lib/udev/rules.d/60-upcard.rules",
        "./etc/upcard/table.toml", "./usr/share/doc/upcard/install.md",
    } <= names  # fmt: skip
    assert not [name for name in names if "/tests/" in name or name.endswith(".key")]


def test_what_it_installs_is_what_was_signed(package: Path, tmp_path: Path) -> None:
    from controller.manifest import check

    subprocess.run(("dpkg-deb", "-x", str(package), str(tmp_path)), check=True)
    found = check(home=tmp_path / "opt" / "upcard")
    assert (found.state, found.faults) == ("signed", ())
    assert any(name.endswith(".pyc") for name in found.files)


def test_all_that_was_signed_lies_where_the_tables_own_user_may_read_it(package: Path, tmp_path: Path) -> None:
    """polkit's folder is its own; the rule there is a link."""
    from controller.manifest import check

    subprocess.run(("dpkg-deb", "-x", str(package), str(tmp_path)), check=True)
    signed = check(home=tmp_path / "opt" / "upcard").files
    assert "opt/upcard/polkit.rules" in signed
    assert {name.rpartition("/")[0] for name in signed if "polkit" in name} == {"opt/upcard"}


@pytest.mark.parametrize("script", SCRIPTS)
def test_its_scripts_are_sound(script: str) -> None:
    path = ROOT / "systemd" / "debian" / script
    subprocess.run(("sh", "-n", str(path)), check=True)
    assert path.stat().st_mode & 0o111
