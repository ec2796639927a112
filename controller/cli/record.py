"""What the words of `upcard journal` do and print; each returns its exit code, the caller tells a JournalError."""

import argparse
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from controller.journal import JournalError, examine
from controller.journal import marks as mk
from controller.journal.check import head_of
from controller.journal.prune import Keep
from controller.journal.prune import prune as prune_journal
from controller.journal.signing import make_key, read_public_key
from controller.journal.signing import sign as sign_with
from controller.recall import Round, Source
from controller.recall.export import Exporter, as_json, write_csv, write_jsonl
from controller.recall.meters import meters as count
from controller.recall.replay import replay as run_again
from controller.recall.source import rounds
from controller.recall.tell import clock, date, tell

Arguments = argparse.Namespace


def verify(arguments: Arguments) -> int:
    report = examine(arguments.file, read_public_key(arguments.key) if arguments.key else None)
    if arguments.json:
        _print_json(report._asdict())
    else:
        whole = f"records {report.first} to {report.last}, {report.seals} seals, {report.signed} signatures"
        _print(f"{arguments.file}: {fault}" for fault in report.faults or (f"whole: {whole}",))
    return 1 if report.faults else 0


def recall(arguments: Arguments) -> int:
    source = Source(arguments.file)
    found = 0
    for told in _wanted(source, arguments.round, arguments.last or 1):
        found += 1
        _recalled_json(told) if arguments.json else _print(_recalled(told))
    source.close()
    if arguments.round and not found:
        print(f"upcard: {arguments.file}: no round {arguments.round} in it; rounds count from 1", file=sys.stderr)
    return 0 if found or not arguments.round else 1


def _wanted(source: Source, number: int | None, last: int) -> Iterator[Round]:
    first = number or max(1, source.last_round() - last + 1)
    for told in rounds(source.walk(source.before_round(first))):
        if told.number == number or (number is None and told.number >= first):
            yield told
        if number is not None and told.number >= number:
            return


def _recalled(told: Round) -> Iterator[str]:
    status = told.past.status if told.past else "still on"
    yield f"round {told.number}, {date(told.steps[0].record.wall)} UTC, {status}"
    for step in tell(told):
        for place, line in enumerate(step.lines):
            yield f"  {clock(step.wall) if place == 0 else ' ' * 12}  {line}"


def _recalled_json(told: Round) -> None:
    _print_json({**as_json(told), "steps": [step._asdict() for step in tell(told)]})


def replay(arguments: Arguments) -> int:
    found = run_again(arguments.file, shown=not arguments.states)
    if arguments.json:
        _print_json(found)
    else:
        _print(f"record {one.seq}: {one.what}: {one.text}" for one in found.differences)
        counts = ", ".join(f"{count} {what}" for what, count in found.counts.items()) or "none"
        pace = f"{found.events / found.seconds:,.0f} events/s" if found.seconds else ""
        compared = f"{found.events} events, {found.states} states compared"
        print(f"{arguments.file}: {compared}; differences: {counts} ({pace})")
    return 1 if found.counts else 0


def export(arguments: Arguments) -> int:
    try:
        if arguments.output is None:
            return _exported(arguments, sys.stdout)
        with arguments.output.open("w", newline="") as out:
            return _exported(arguments, out)
    except BrokenPipeError:
        raise
    except OSError as error:
        place = error.filename or arguments.output
        raise JournalError(f"{place}: {error.strerror}; nothing is noted as exported") from None


def _exported(arguments: Arguments, out: IO[str]) -> int:
    exporter = Exporter(Source(arguments.file))
    (write_csv if arguments.format == "csv" else write_jsonl)(exporter.rounds(), out)
    out.flush()
    if arguments.mark and exporter.done:
        if arguments.output:
            os.fsync(out.fileno())
        mk.add_mark(arguments.file, mk.Mark("exported", exporter.first + 1, exporter.done, time.time_ns()))
    return 0


def meters(arguments: Arguments) -> int:
    found = count(Source(arguments.file))
    if arguments.json:
        _print_json(found)
        return 0
    pace = "" if found.rounds_per_hour is None else f", {found.rounds_per_hour} an hour"
    _print([f"{found.rounds} rounds ({found.void} void){pace}; {found.events} events, {found.starts} starts"])
    _print(
        f"{kind.spot} {kind.pay_table or ''}".ljust(24)
        + f"{kind.wagers} wagers, {kind.hits} hits, net {kind.net} cents"
        for kind in found.wagers
    )
    _print(f"{name}".ljust(24) + f"net {net} cents" for name, net in found.net_by_pay_table.items())
    _print(f"alert {name}".ljust(24) + f"{count}" for name, count in found.alerts.items())
    return 0


def serve(arguments: Arguments) -> int:
    """Beside a table, until it is ended; see RecordsProcess."""
    from controller.cli.aside import step_aside
    from controller.recall.server import serve as answer
    from drivers.display.listen import SocketTaken, listen

    step_aside()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        listener = listen(arguments.socket)
    except SocketTaken as error:
        raise JournalError(str(error)) from None
    try:
        answer(arguments.file, listener)
    finally:
        arguments.socket.unlink(missing_ok=True)
    return 0


def sign(arguments: Arguments) -> int:
    """The head as it is now; the record goes on meanwhile."""
    seq, link = head_of(arguments.file)
    mark = mk.Mark("signed", seq, seq, time.time_ns(), link=link.hex())
    mk.add_mark(arguments.file, replace(mark, signature=sign_with(arguments.key, mark.statement()).hex()))
    print(f"{arguments.file}: signed up to record {seq}")
    return 0


def key(arguments: Arguments) -> int:
    public = make_key(arguments.key)
    print(f"{arguments.key}: made; give {public} to whoever verifies")
    return 0


def dispute(arguments: Arguments) -> int:
    found = list(_wanted(Source(arguments.file), arguments.round, 1))
    if not found:
        print(f"upcard: {arguments.file}: no round {arguments.round} in it; rounds count from 1", file=sys.stderr)
        return 1
    first, last = found[0].steps[0].record.seq, found[0].steps[-1].record.seq
    kind: mk.Kind = "released" if arguments.release else "disputed"
    mk.add_mark(arguments.file, mk.Mark(kind, first, last, time.time_ns(), note=arguments.note))
    print(f"{arguments.file}: round {arguments.round} is {kind} (records {first} to {last})")
    return 0


def prune(arguments: Arguments) -> int:
    size = arguments.megabytes * 1_000_000 if arguments.megabytes else None
    done = prune_journal(arguments.file, Keep(arguments.days, size), time.time_ns())
    print(
        f"{arguments.file}: dropped {done.segments} days, {done.records} records"
        + (f"; {done.kept}" if done.kept else "")
    )
    return 1 if done.kept else 0


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _print_json(what: Any) -> None:
    print(msgspec.json.encode(what).decode())
