"""The import rule: each room knows only the rooms above it; each library has one importer."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = (
    "cards", "money", "events", "access", "games", "math", "lifecycle", "dealing", "table", "outputs", "ports",
    "journal", "config", "runtime", "recall", "manifest", "console", "cli", "__main__",
)  # fmt: skip
"""Top to bottom; a room imports only from above itself. `recall` stands below `runtime`, whose record it tells."""
DRIVERS_MAY = {"events", "outputs", "ports"}
ONLY_IMPORTER = {
    "serial": {"drivers/serial_link.py"},
    "gpiozero": {"drivers/gpio/chips.py"},
    "lgpio": set(),
    "luma": {"drivers/display/max7219.py"},
    "PIL": {"controller/cli/math/png.py"},
    "smartcard": {"drivers/badge/pcsc.py"},
    "cryptography": {"controller/journal/signing.py", "drivers/badge/keys.py", "drivers/sim/card.py"},
    "transitions": {"controller/lifecycle.py"},
    "sqlite3": {"controller/journal/db.py"},
}
NO_IO = {"time", "datetime", "os", "socket", "threading", "subprocess", "sqlite3", "random", "asyncio", "select"}
PURE = ("cards", "money", "events", "access", "games", "lifecycle", "dealing", "table", "outputs", "math")
FILES = sorted(path for room in ("controller", "drivers") for path in (ROOT / room).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in ROOMS else ""


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def name_of(path: Path) -> str:
    return room(place(path).removesuffix(".py").replace("/", "."))


@pytest.mark.parametrize("path", FILES, ids=place)
def test_imports_go_downwards(path: Path) -> None:
    own = name_of(path)
    for module in imports(path):
        if module.startswith("drivers"):
            assert path.is_relative_to(ROOT / "drivers") or own in ("cli", "__main__"), module
        if not module.startswith("controller"):
            continue
        if path.is_relative_to(ROOT / "drivers"):
            assert room(module) in DRIVERS_MAY, f"a driver may not import {module}"
        elif own:
            assert room(module) == own or ROOMS.index(room(module)) < ROOMS.index(own), f"{own} imports {module}"


@pytest.mark.parametrize("path", FILES, ids=place)
def test_each_library_has_one_importer(path: Path) -> None:
    for module in imports(path):
        allowed = ONLY_IMPORTER.get(module.split(".")[0])
        assert allowed is None or place(path) in allowed, f"{module} is for {allowed}"


@pytest.mark.parametrize("path", [p for p in FILES if name_of(p) in PURE], ids=place)
def test_the_core_does_no_io(path: Path) -> None:
    assert not {module.split(".")[0] for module in imports(path)} & NO_IO


@pytest.mark.parametrize("path", FILES, ids=place)
def test_only_the_console_may_open_a_network_socket(path: Path) -> None:
    if name_of(path) == "console":
        return
    names = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert not names & {"AF_INET", "AF_INET6", "create_connection", "create_server", "getaddrinfo"}


def test_every_room_is_in_the_rule() -> None:
    found = {path.name.removesuffix(".py") for path in (ROOT / "controller").iterdir()}
    assert found - {"__init__", "__pycache__"} <= set(ROOMS)


@pytest.mark.parametrize("name", ["controller.runtime", "controller.table"])
def test_the_core_starts_without_what_only_others_need(name: str) -> None:
    """asyncio, rich, starlette and cryptography stay out of what a live table imports at start."""
    import subprocess
    import sys

    code = f"import {name}, sys; print(sorted(set(sys.modules) & {{'asyncio', 'rich', 'starlette', 'cryptography'}}))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
