"""The report for a person: one screen, one line for each thing, a second one where something is to be done.

rich is imported here and nowhere else of the report, so that `--json` does not wait for it.
"""

from datetime import UTC, datetime
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from controller.cli.diag.lines import STYLE, WORDS, State
from controller.cli.diag.report import Report

ENDS: Final[dict[State, str]] = {
    "ok": "Ready: every line is OK.",
    "look": "Ready; the lines with LOOK are worth a look before the table opens.",
    "bad": "NOT ready: mend the lines with BAD first.",
}


def show(report: Report, console: Console) -> None:
    console.print(_title(report), _table(report), Text(ENDS[report.verdict], STYLE[report.verdict]), sep="\n")


def _title(report: Report) -> Text:
    at = datetime.fromtimestamp(report.at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return Text(f"Upcard readiness · {report.name} · {at}", "bold")


def _table(report: Report) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(width=4, no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for line in report.lines:
        style = STYLE[line.state]
        table.add_row(Text(WORDS[line.state], style), Text(line.line, "bold"), Text(line.seen))
        if line.do:
            table.add_row("", "", Text(f"→ {line.do}", style))
    return table
