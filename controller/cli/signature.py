"""`upcard signature`: the digests of what is installed, for the regulator; and how `run` asks for them.

Exit 0 signed and unchanged, 1 changed or unsigned, 2 bad usage. `run` asks by a process of its own (`Proof`), while
the devices open: cryptography and the reading of some thousand files stay out of the core.
"""

import subprocess
import sys
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

CHANGED = "this is not the software that was signed; install the package again, `upcard signature` lists every fault"
UNSIGNED = "unsigned development copy; a live table runs the signed package (for a trial without play: --unsigned)"


def show(as_json: bool, key: Path | None, here: bool) -> int:
    from controller.manifest import check

    found = check(key, here=here)
    if as_json:
        print(msgspec.json.encode(found).decode())
    else:
        for name, digest in (*found.files.items(), *found.pay_tables.items()):
            print(f"{digest}  {name}")
        print(_verdict(found.state, found.software, found.key))
        for fault in found.faults:
            print(f"upcard: {fault}", file=sys.stderr)
    return 0 if found.state == "signed" else 1


def _verdict(state: str, software: str, key: str) -> str:
    if state == "signed":
        return f"signed: software {software}, by the key {key}"
    return "unsigned development copy" if state == "unsigned" else "WRONG: not what was signed"


class Untrusted(Exception):
    """No table may run on this software; the text is one line and says what to do."""


class _Found(Struct):
    state: Literal["signed", "unsigned", "wrong"]
    software: str
    faults: tuple[str, ...]


class Proof:
    def __init__(self) -> None:
        command = (sys.executable, "-m", "controller", "signature", "--here", "--json")
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE)

    def software(self, unsigned: bool) -> str:
        """The digest of the signed manifest; empty for the unsigned copy that `unsigned` lets pass."""
        said, _ = self._process.communicate()
        try:
            found = msgspec.json.decode(said, type=_Found)
        except msgspec.DecodeError:
            raise Untrusted("the signature could not be checked; see what `upcard signature` says") from None
        if found.state == "wrong":
            raise Untrusted(f"{found.faults[0]}: {CHANGED}")
        if found.state == "unsigned" and not unsigned:
            raise Untrusted(UNSIGNED)
        return found.software

    def close(self) -> None:
        with self._process:  # waits, and closes its end
            self._process.kill()
