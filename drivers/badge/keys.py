"""Challenges and their proof: the only importer of cryptography.

The card signs a block that we choose: for RSA a padded digest (PKCS #1 v1.5), for ECC the digest itself. What is
signed begins with our own words, so that a signature made for a table means nothing elsewhere. The enrolled
certificate is pinned: only its public key counts. Its dates and issuer are not checked, because a table must work
without a trusted clock or a network; a lost badge is taken out of the badge file.
"""

import secrets
from dataclasses import dataclass
from hashlib import sha256, sha384
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256, SHA384
from cryptography.x509 import load_der_x509_certificate

from drivers.badge import Refused

WORDS: Final = b"Upcard badge, slot 9E: "
SHA256_INFO: Final = bytes.fromhex("3031300D060960864801650304020105000420")
RSA_2048, P_256, P_384 = 0x07, 0x11, 0x14


@dataclass(frozen=True)
class Challenge:
    """`block` goes to the card under `algorithm` (NIST SP 800-78); `check` judges what comes back."""

    public: rsa.RSAPublicKey | ec.EllipticCurvePublicKey
    algorithm: int
    message: bytes
    block: bytes

    def check(self, signature: bytes) -> None:
        try:
            self._verify(signature)
        except InvalidSignature:
            raise Refused("wrong_key") from None

    def _verify(self, signature: bytes) -> None:
        if isinstance(self.public, rsa.RSAPublicKey):
            self.public.verify(signature, self.message, padding.PKCS1v15(), SHA256())
        else:
            hashed = SHA256() if self.algorithm == P_256 else SHA384()
            self.public.verify(signature, self.message, ec.ECDSA(hashed))


def challenge(certificate: bytes) -> Challenge:
    """A fresh one for the key of this certificate (DER)."""
    public, message = _public(certificate), WORDS + secrets.token_bytes(32)
    if isinstance(public, rsa.RSAPublicKey) and public.key_size == 2048:
        return Challenge(public, RSA_2048, message, _padded(message, public.key_size // 8))
    if isinstance(public, ec.EllipticCurvePublicKey) and isinstance(public.curve, ec.SECP256R1):
        return Challenge(public, P_256, message, sha256(message).digest())
    if isinstance(public, ec.EllipticCurvePublicKey) and isinstance(public.curve, ec.SECP384R1):
        return Challenge(public, P_384, message, sha384(message).digest())
    raise Refused("key_kind")


def _public(certificate: bytes) -> object:
    try:
        return load_der_x509_certificate(certificate).public_key()
    except UnsupportedAlgorithm:
        raise Refused("key_kind") from None
    except ValueError:
        raise Refused("garbage") from None


def _padded(message: bytes, size: int) -> bytes:
    info = SHA256_INFO + sha256(message).digest()
    return b"\x00\x01" + b"\xff" * (size - 3 - len(info)) + b"\x00" + info
