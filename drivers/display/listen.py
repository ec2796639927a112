"""A unix socket at a path, made so that two tables never fight over it.

A socket file left by a dead process is replaced; one with a live listener, or any other file, is refused.
The file's mode is set before `listen`: there is no moment at which a stranger could connect.
"""

import errno
import os
import socket
import stat
from pathlib import Path
from typing import Final

MODE: Final = 0o660


class SocketTaken(OSError):
    """The path cannot be used; the text names it, says why, and the way out."""


def listen(path: Path) -> socket.socket:
    _clear(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(os.fspath(path))
        path.chmod(MODE)
        listener.listen()
    except OSError as error:
        listener.close()
        why = error.strerror or error
        raise SocketTaken(f"{path}: cannot make the table's socket: {why}; choose another path") from error
    listener.setblocking(False)
    return listener


def _clear(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except OSError:  # nothing there, or out of reach, which `bind` will say
        return
    if not stat.S_ISSOCK(mode):
        raise SocketTaken(f"{path}: is there and is not a socket; choose another path for the table's socket")
    if _alive(path):
        raise SocketTaken(f"{path}: another process runs a table there; stop it or choose another path")
    path.unlink(missing_ok=True)


def _alive(path: Path) -> bool:
    """Anything but a refusal counts as alive: also a listener too busy to take us, or not ours to ask."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        code = probe.connect_ex(os.fspath(path))
    return code not in (errno.ECONNREFUSED, errno.ENOENT)
