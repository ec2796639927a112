"""A real console process on a free port, and a core that is the real WebDisplay with pictures made by hand."""

import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from drivers.display.web import WebDisplay
from tests.console.felt_pictures import TABLE

ROOT = Path(__file__).parents[2]
CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PROGRAM = """
import sys
from pathlib import Path
from controller.console.server import serve
serve(Path(sys.argv[1]), "127.0.0.1", 0, announce=lambda url: print(url, flush=True))
"""


class Console:
    def __init__(self, socket_path: Path, program: str = PROGRAM) -> None:
        self.path = socket_path
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, str(socket_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        self.port = int(self.url.rstrip("/").rpartition(":")[2])

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """The exit code and what was said on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, said = self.process.communicate(timeout=10)
        return self.process.returncode, said


StartConsole = Callable[[Path], Console]


@pytest.fixture(scope="session")
def start_console() -> Iterator[StartConsole]:
    started: list[Console] = []

    def start(path: Path) -> Console:
        started.append(Console(path))
        return started[-1]

    yield start
    for console in started:
        if console.process.returncode is None:
            console.stop()


@pytest.fixture(scope="session")
def console(start_console: StartConsole) -> Iterator[Console]:
    with tempfile.TemporaryDirectory(prefix="upcard") as folder:  # short: a socket's path is at most 107 bytes
        console = start_console(Path(folder) / "table.sock")
        yield console
        assert console.stop() == (0, "")


StartCore = Callable[..., WebDisplay]


@pytest.fixture
def start_core(console: Console) -> Iterator[StartCore]:
    started: list[WebDisplay] = []

    def start(table: dict[str, object] = TABLE) -> WebDisplay:
        started.append(WebDisplay(console.path, table))
        return started[-1]

    yield start
    for core in started:
        core.close()


@pytest.fixture
def core(start_core: StartCore) -> WebDisplay:
    return start_core()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module only: while it is open no other test can run an event loop."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
