"""What the README says is true: its commands work as printed, its diagram is the lifecycle's, its links lead."""

import re
import subprocess
from pathlib import Path

import pytest

from controller.lifecycle import mermaid

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


def test_the_two_commands_come_first() -> None:
    assert [command.strip() for command in COMMANDS[:2]] == ["make bench", "make test"]


@pytest.mark.parametrize("command", COMMANDS[:2], ids=str.strip)
def test_make_knows_them(command: str) -> None:
    """They run this very suite and the bench of tests/e2e/test_bench.py; here, that make would do so."""
    plan = subprocess.run(
        ["make", "--dry-run", command.split()[1]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ("upcard bench" if "bench" in command else "pytest") in plan.stdout


@pytest.mark.parametrize("command", COMMANDS[2:], ids=lambda text: text.split()[0])
def test_every_other_command_works_as_printed(command: str) -> None:
    result = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout


def test_the_diagram_is_the_lifecycle() -> None:
    assert f"```mermaid\n{mermaid()}\n```" in README


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md"))]
)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    for link in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
        assert link.startswith("http") or ((ROOT / page).parent / link).exists(), f"{page}: {link}"
