"""Badges: who stands at the table, by PC/SC.

A card is found by its UID, which anybody can copy; where its entry holds a certificate the card also has to sign
a fresh challenge with its PIV card authentication key (slot 9E), which nobody can. A card that does not convince
is Refused for a reason that is kept for diagnostics and never names the UID.

`pcsc` is the only importer of smartcard, `keys` the only importer of cryptography, and it is loaded when the first
certificate is checked.
"""

from collections.abc import Callable
from typing import Final, Literal

Transmit = Callable[[bytes], bytes]
"""A command to a card, its whole answer with the status word."""

Reason = Literal[
    "unknown", "needs_9e", "no_uid", "random_uid", "no_key", "no_certificate", "key_kind", "wrong_key", "garbage",
    "too_slow", "gone", "file",
]  # fmt: skip
SENTENCES: Final[dict[Reason, str]] = {
    "unknown": "this badge is not enrolled",
    "needs_9e": "the role needs a badge with a 9E key, and this one was enrolled without",
    "no_uid": "the card shows no UID: use a contactless reader and card",
    "random_uid": "the card shows another UID each time: use a card with a fixed one",
    "no_key": "the card has no 9E key, or does not use it",
    "no_certificate": "the card has no 9E certificate: have its issuer write one (PIV slot 9e)",
    "key_kind": "the 9E key is of a kind we cannot check: RSA 2048, ECC P-256 or P-384 can be used",
    "wrong_key": "the card does not hold the key of its certificate",
    "garbage": "the card's answers make no sense",
    "too_slow": "the card answered too slowly",
    "gone": "the card was taken away before it was read",
    "file": "the badge file cannot be read",
}


class BadgeError(Exception):
    """Something about badges cannot be done; the text is one line and says what to do."""


class Refused(BadgeError):
    """This card opens nothing."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(SENTENCES[reason])
        self.reason: Reason = reason
