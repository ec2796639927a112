"""`make compiled`: the same sources with their pure rooms compiled, for whoever replays long records.

    python -m tests.compiled OUT      then: OUT/upcard journal replay FILE

mypyc makes C of the typed Python as it stands: one source, run in two ways. It is for a test lab's or a casino's own
machine. A table runs plain Python: its package is one for every machine, and nobody waits for a replay there.

Decisions
- Compiled is what has rules and no data: a module that defines a Struct stays as it is, for mypyc does not know how
  msgspec makes a class.
- The copy never lies in the sources: a stale compiled module would be taken for the file beside it.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PURE: Final = ("cards.py", "dealing.py", "games", "table", "outputs")
LAUNCHER: Final = '#!/bin/sh\nPYTHONPATH="{folder}" exec "{python}" -P -m controller "$@"\n'


def build(out: Path) -> Path:
    """The launcher of a compiled copy in `out`."""
    launcher = out / "upcard"
    _clear(out, launcher)
    for room in ("controller", "drivers", "hw-config"):
        shutil.copytree(ROOT / room, out / room, ignore=shutil.ignore_patterns("__pycache__"))
    _compile(out, [str(path.relative_to(ROOT)) for path in modules()])
    launcher.write_text(LAUNCHER.format(folder=out.resolve(), python=sys.executable))
    launcher.chmod(0o755)
    return launcher


def _clear(out: Path, launcher: Path) -> None:
    """Of an older copy, and of nothing else."""
    if out.exists() and any(out.iterdir()) and not launcher.exists():
        sys.exit(f"{out}: holds something else; give a new folder, e.g. build/compiled")
    shutil.rmtree(out, ignore_errors=True)


def _compile(out: Path, names: list[str]) -> None:
    print(f"compiling {len(names)} modules, about half a minute", file=sys.stderr)
    command = (sys.executable, "-m", "mypyc", *names)
    done = subprocess.run(command, cwd=out, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"mypyc: {(done.stdout + done.stderr)[-2000:]}")
    for leftover in ("build", ".mypy_cache"):
        shutil.rmtree(out / leftover)


def modules() -> Iterator[Path]:
    for room in PURE:
        path = ROOT / "controller" / room
        for file in sorted(path.glob("*.py")) if path.is_dir() else (path,):
            if not re.search(r"^class \w+\((Struct|RoundOptions)\b", file.read_text(), re.MULTILINE):
                yield file


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.compiled OUT (e.g. build/compiled)")
    print(f"{build(Path(sys.argv[1]))} journal replay FILE")
