"""The badge file: who may do what at the table. TOML, mode 0600, replaced as a whole or not at all.

    [[badge]]
    name = "Ana"
    role = "supervisor"
    salt = "…"           # hex, another for each badge
    uid = "…"            # hex, scrypt of the card's UID with that salt
    certificate = "…"    # base64 DER of its 9E certificate, if it has one

The hash keeps a UID from being read by eye or compared between files. It cannot do more: a UID has as little as
32 bits and every badge in the file is tried at each touch, so the hash must be cheap. What protects a role is 9E.
The file is read anew at each touch: a badge taken out of it opens nothing from then on.
"""

import base64
import fcntl
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from drivers.badge import BadgeError

LONGEST_NAME: Final = 40
Role = Literal["dealer", "supervisor", "technician"]
Hex = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2})+$")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
HEAD: Final = "# Badges of this table, written by `upcard badge enroll`. To remove one, delete its block.\n"


class Badge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    role: Role
    salt: Hex
    uid: Hex
    certificate: bytes = b""

    @property
    def has_9e(self) -> bool:
        return bool(self.certificate)


class _File(msgspec.Struct, forbid_unknown_fields=True):
    badge: list[Badge] = []


class BadgeFileError(BadgeError):
    pass


def check_name(name: str) -> None:
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip()):
        raise BadgeFileError(f"{name!r} is no name: give 1 to {LONGEST_NAME} printable characters")


def make(name: str, role: Role, uid: bytes, certificate: bytes = b"") -> Badge:
    salt = secrets.token_bytes(16)
    return Badge(name, role, salt.hex(), _hash(uid, salt), certificate)


def find(badges: Iterable[Badge], uid: bytes) -> Badge | None:
    return next(
        (badge for badge in badges if hmac.compare_digest(_hash(uid, bytes.fromhex(badge.salt)), badge.uid)), None
    )


def load(path: Path) -> list[Badge]:
    try:
        with open(path, "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read()
    except OSError as error:
        raise BadgeFileError(f"{path}: {error.strerror}; {_way_out(error)}") from error
    if mode & 0o077:
        raise BadgeFileError(f"{path}: others may use it (mode {mode & 0o777:03o}); run: chmod 600 {path}")
    try:
        return msgspec.toml.decode(text, type=_File).badge
    except msgspec.DecodeError as error:
        raise BadgeFileError(f"{path}: {error}; mend it, or restore the file from a copy") from error


def add(path: Path, badge: Badge, uid: bytes) -> None:
    """One more entry. Two that enroll at the same time wait for each other."""
    with _alone(path):
        badges = load(path) if path.exists() else []
        same = find(badges, uid) or next((old for old in badges if old.name == badge.name), None)
        if same is not None:
            raise already(path, same)
        _replace(path, [*badges, badge])


def already(path: Path, badge: Badge) -> BadgeFileError:
    what = f"already enrolled: {badge.name}, {badge.role}"
    return BadgeFileError(f"{what}; to enroll again, first delete that block from {path}")


def _hash(uid: bytes, salt: bytes) -> str:
    return hashlib.scrypt(uid, salt=salt, n=1024, r=8, p=1, dklen=32).hex()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    try:
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        way_out = "make that folder first" if isinstance(error, FileNotFoundError) else _way_out(error)
        raise BadgeFileError(f"{path.parent}: {error.strerror}; {way_out}") from error
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
        os.fsync(folder)
    finally:
        os.close(folder)


def _replace(path: Path, badges: Iterable[Badge]) -> None:
    """The file keeps its owner: root may enroll for the service's user."""
    new = path.with_name(path.name + ".new")
    try:
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            if path.exists():
                os.fchown(file.fileno(), path.stat().st_uid, path.stat().st_gid)
            file.write(HEAD + "".join(map(_block, badges)))
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        raise BadgeFileError(f"{path}: {error.strerror}; {_way_out(error)}") from error


def _block(badge: Badge) -> str:
    """A JSON string is a TOML string."""
    words = {"name": badge.name, "role": badge.role, "salt": badge.salt, "uid": badge.uid}
    if badge.certificate:
        words["certificate"] = base64.b64encode(badge.certificate).decode()
    return "\n[[badge]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in words.items())


def _way_out(error: OSError) -> str:
    if isinstance(error, PermissionError):
        return "run this as the file's owner, or with sudo"
    if isinstance(error, FileNotFoundError):
        return "enroll the first badge with: upcard badge enroll"
    return "give the path of a badge file"
