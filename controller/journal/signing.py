"""Signed chain heads: an Ed25519 key made at install, used by `upcard journal sign` and never by the table itself.

Decision: the running table does not hold the key. Whoever can make the table write a record cannot sign it, and
the core imports no cryptography; a timer signs the head. One signature vouches for every record before it.
"""

import os
import stat
from pathlib import Path
from typing import Any, NamedTuple

from controller.journal.record import JournalError


class PublicKey(NamedTuple):
    """A key to verify with; `raw` is the library's."""

    raw: Any

    def verifies(self, statement: bytes, signature: bytes) -> bool:
        from cryptography.exceptions import InvalidSignature

        try:
            self.raw.verify(signature, statement)
        except InvalidSignature:
            return False
        return True


def make_key(path: Path) -> Path:
    """PATH, readable by its owner only, and PATH.pub for everybody. An existing key is never replaced."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    _create(path, secret, stat.S_IRUSR)
    _create(path.with_name(path.name + ".pub"), public, 0o444)
    return path.with_name(path.name + ".pub")


def _create(path: Path, text: bytes, mode: int) -> None:
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        raise JournalError(f"{path}: there is a key already; signatures need it, keep it") from None
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}; give a folder that can be written") from None
    os.write(file, text)
    os.fsync(file)
    os.close(file)


def sign(path: Path, statement: bytes) -> bytes:
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    key: Any = _load(path, lambda text: load_pem_private_key(text, None))
    signature: bytes = key.sign(statement)
    return signature


def read_public_key(path: Path) -> PublicKey:
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    return PublicKey(_load(path, load_pem_public_key))


def _load(path: Path, parse: Any) -> Any:
    try:
        return parse(path.read_bytes())
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}; make a key with `upcard journal key`") from None
    except (ValueError, TypeError):
        raise JournalError(f"{path}: not such a key; give one made with `upcard journal key`") from None
