"""`make deb`: one package for arm64 and amd64, made with dpkg-deb.

    python systemd/debian/build.py KEY OUT      KEY signs the manifest (`upcard journal key KEY` makes one)

Decisions
- No environment is made at install: all files are in the package, so dpkg knows them and the manifest has them.
  Python's own compiled files too; they are never written again (see `launcher`).
- The libraries come as wheels from the pinned requirements, for both machines. pyscard and spidev have none for
  either: they are Debian's packages, which exist for both, and Debian vouches for them as it does for Python.
- The wheels and compiled files are of the Python that builds: build on the Debian release the table runs.
"""

import compileall
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Final

ROOT: Final = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
HERE: Final = Path(__file__).parent
MACHINES: Final = ("aarch64", "x86_64")
GLIBC: Final = (17, 24, 26, 27, 28, 31, 34, 35, 36)
"""Wheels made for these or older are good from Debian 12 on."""
NOT_BUNDLED: Final = ("pyscard", "spidev", "setuptools", "rpi-ws281x")
PLACES: Final = {
    "systemd/upcard.service": "usr/lib/systemd/system/",
    "systemd/upcard-dark.service": "usr/lib/systemd/system/",
    "systemd/upcard-console.service": "usr/lib/systemd/system/",
    "systemd/upcard-export.service": "usr/lib/systemd/system/",
    "systemd/upcard-export.timer": "usr/lib/systemd/system/",
    "systemd/60-upcard.rules": "usr/lib/udev/rules.d/",
    "systemd/upcard.sysusers": "usr/lib/sysusers.d/upcard.conf",
    "systemd/upcard.tmpfiles": "usr/lib/tmpfiles.d/upcard.conf",
    "systemd/upcard.polkit": "opt/upcard/polkit.rules",
    "systemd/debian/launcher": "opt/upcard/bin/upcard",
    "hw-config/table-dealer-bust-21.toml": "etc/upcard/table.toml",
    "LICENSE": "usr/share/doc/upcard/copyright",
    "CHANGELOG.md": "usr/share/doc/upcard/",
}
LINKS: Final = {
    "usr/bin/upcard": "/opt/upcard/bin/upcard",
    "usr/share/polkit-1/rules.d/50-upcard.rules": "/opt/upcard/polkit.rules",
}
"""polkit keeps its folder to itself: a signed file in there could not be checked by the table's own user."""


def build(key: Path, out: Path, machines: Sequence[str] = MACHINES) -> Path:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    stage = out / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    home = stage / "opt" / "upcard"
    _software(home, version)
    _places(stage)
    for machine in machines:
        _libraries(home / "lib" / machine, machine, out)
    _compile(stage, home)
    _sign(home, version, key)
    _control(stage, version)
    package = out / f"upcard_{version}_all.deb"
    _run("dpkg-deb", "--root-owner-group", "-Zzstd", "--build", stage, package)
    return package


def _software(home: Path, version: str) -> None:
    for room in ("controller", "drivers"):
        shutil.copytree(ROOT / room, home / room, ignore=shutil.ignore_patterns("__pycache__"))
    about = home / f"upcard-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: upcard\nVersion: {version}\n")


def _places(stage: Path) -> None:
    for source, place in PLACES.items():
        target = stage / place
        (target if place.endswith("/") else target.parent).mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, target)
    for source in ("docs", "hw-config"):
        target = stage / "usr/share/doc/upcard" / ("hw-config" if source == "hw-config" else "")
        shutil.copytree(ROOT / source, target, dirs_exist_ok=True)
    for link, to in LINKS.items():
        (stage / link).parent.mkdir(parents=True, exist_ok=True)
        (stage / link).symlink_to(to)


def _libraries(target: Path, machine: str, out: Path) -> None:
    platforms = [f"--platform=manylinux_2_{minor}_{machine}" for minor in GLIBC]
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile")
    how = ("--no-deps", "--require-hashes", "--only-binary=:all:", f"--platform=manylinux2014_{machine}", *platforms)
    _run(*pip, *how, f"--target={target}", f"--requirement={_requirements(out)}")
    shutil.rmtree(target / "bin", ignore_errors=True)


def _requirements(out: Path) -> Path:
    """The pinned ones of a Pi, less what is not bundled."""
    blocks = re.split(r"\n(?=[a-z])", (ROOT / "requirements-pi.txt").read_text())
    kept = [block for block in blocks if block.split("==")[0] not in NOT_BUNDLED]
    path = out / "requirements-deb.txt"
    path.write_text("\n".join(kept) + "\n")
    return path


def _compile(stage: Path, home: Path) -> None:
    """Never compared with their sources: the manifest has both."""
    mode = PycInvalidationMode.UNCHECKED_HASH
    done = compileall.compile_dir(
        home, quiet=2, workers=0, stripdir=str(stage), prependdir="/", invalidation_mode=mode
    )
    assert done, "a library has a file that is no Python"


def _sign(home: Path, version: str, key: Path) -> None:
    from controller.journal.signing import make_key
    from controller.manifest import write

    if not key.exists():
        print(f"{key}: no such key; one is made and used, which proves nothing to others", file=sys.stderr)
        make_key(key)
    write(home, version, key)


def _control(stage: Path, version: str) -> None:
    folder, minor = stage / "DEBIAN", sys.version_info.minor
    folder.mkdir()
    size = sum(path.stat().st_size for path in stage.rglob("*") if path.is_file()) // 1024
    words = {"VERSION": version, "SIZE": str(size), "PYTHON": f"3.{minor}", "NEXT": f"3.{minor + 1}"}
    text = (HERE / "control").read_text()
    (folder / "control").write_text(re.sub(r"@(\w+)@", lambda found: words[found[1]], text))
    (folder / "conffiles").write_text("/etc/upcard/table.toml\n")
    for script in ("postinst", "prerm", "postrm"):
        shutil.copy(HERE / script, folder)


def _run(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], check=True, env={**os.environ, "SOURCE_DATE_EPOCH": _moment()})


def _moment() -> str:
    """Of the last commit: the same sources make the same package."""
    return subprocess.check_output(("git", "-C", ROOT, "log", "-1", "--format=%ct"), text=True).strip()


if __name__ == "__main__":
    print(build(Path(sys.argv[1]), Path(sys.argv[2])))
