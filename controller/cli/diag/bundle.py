"""`upcard diag bundle`: one archive for a support desk, made of what can be shown to a stranger (parts.py).

CONTENTS says what is in it, what was left out, and why. Only the one who made it can read the file.
"""

import io
import os
import tarfile
import time
from pathlib import Path

from controller.cli.diag.parts import PARTS, LeftOut, Seen
from controller.cli.diag.report import Report
from controller.cli.diag.scrub import scrubber
from controller.config import Config

Files = dict[str, bytes]


class BundleError(Exception):
    """The archive cannot be written; the text is one line and says what to do."""


def default_name() -> Path:
    return Path(f"upcard-diag-{time.strftime('%Y%m%d-%H%M%S')}.tar.gz")


def write_bundle(out: Path, report: Report, config: Config | None) -> list[str]:
    """The names of what is in it."""
    files = _files(Seen(report, config, scrubber(config.badge.file) if config else None))
    try:
        file = os.fdopen(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
        with file, tarfile.open(fileobj=file, mode="w:gz") as archive:
            for name, data in files.items():
                _add(archive, name, data)
    except FileExistsError:
        raise BundleError(f"{out}: is there already; name another file with -o") from None
    except OSError as error:
        raise BundleError(f"{out}: {error.strerror}; name a file that can be written with -o") from None
    return list(files)


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(f"upcard-diag/{name}")
    entry.size, entry.mtime, entry.mode = len(data), int(time.time()), 0o644
    archive.addfile(entry, io.BytesIO(data))


def _files(seen: Seen) -> Files:
    files, contents = Files(), ["What is in here, and what was left out."]
    for name, make in PARTS.items():
        try:
            files[name] = make(seen)
            contents.append(f"{name}: {len(files[name])} bytes")
        except LeftOut as why:
            contents.append(f"{name}: left out: {why}")
    return {"CONTENTS": "\n".join([*contents, ""]).encode(), **files}
