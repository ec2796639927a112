"""What is said to a card and what it may answer, without a reader: simulated cards and arbitrary bytes."""

import gzip
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.badge import Refused, piv
from drivers.badge.apdu import command, uid
from drivers.badge.file import make
from drivers.badge.identify import identify, prove
from drivers.badge.tlv import fields, tlv
from drivers.sim.card import SimCard
from tests.drivers import badges
from tests.drivers.badges import ANA, BEN, Kind, certificate, key


class Tape:
    """Answers in turn, whatever is said; keeps what was said."""

    def __init__(self, *answers: str) -> None:
        self._answers, self.heard = [bytes.fromhex(answer) for answer in answers], list[str]()

    def __call__(self, apdu: bytes) -> bytes:
        self.heard.append(apdu.hex(" ").upper())
        return self._answers.pop(0)


def test_the_uid() -> None:
    card = Tape("04A1B2C3D4E5F6 9000")
    assert uid(card) == ANA
    assert card.heard == ["FF CA 00 00 00"]


def test_a_card_that_wants_the_exact_length() -> None:
    card = Tape("6C04", "11223344 9000")
    assert uid(card) == bytes.fromhex("11223344")
    assert card.heard == ["FF CA 00 00 00", "FF CA 00 00 04"]


@pytest.mark.parametrize(
    ("answer", "reason"), [("6A81", "no_uid"), ("9000", "no_uid"), ("90", "garbage"), ("08112233 9000", "random_uid")]
)
def test_no_uid(answer: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        uid(Tape(answer))
    assert refused.value.reason == reason


def test_a_long_command_is_chained_and_a_long_answer_fetched() -> None:
    card = Tape("9000", "AA 61 00", "BB 61 01", "CC 9000")
    assert command(card, bytes.fromhex("0087079E"), bytes(266)) == (b"\xaa\xbb\xcc", 0x9000)
    assert [said[:14] for said in card.heard] == [
        "10 87 07 9E FF",
        "00 87 07 9E 0B",
        "00 C0 00 00 00",
        "00 C0 00 00 01",
    ]
    assert card.heard[1].endswith(" 00")


def test_a_chain_that_is_refused_in_the_middle() -> None:
    assert command(Tape("6884"), bytes(4), bytes(300)) == (b"", 0x6884)


def test_an_answer_without_end_is_refused() -> None:
    with pytest.raises(Refused, match="make no sense"):
        command(lambda apdu: bytes(256) + b"\x61\x00", bytes(4), b"x")


def test_select_by_the_whole_name_where_the_prefix_is_not_enough() -> None:
    card = Tape("6A82", "9000")
    piv.select(card)
    assert card.heard == ["00 A4 04 00 05 A0 00 00 03 08 00", "00 A4 04 00 09 A0 00 00 03 08 00 00 10 00 00"]


@pytest.mark.parametrize("kind", ["rsa-2048", "p-256", "p-384"])
def test_the_certificate_and_its_key(kind: Kind) -> None:
    card = badges.piv(ANA, kind)
    piv.select(card.answer)
    assert piv.certificate(card.answer) == certificate(kind)
    prove(card.answer, certificate(kind))


def test_a_packed_certificate() -> None:
    body = tlv(b"\x53", tlv(b"\x70", gzip.compress(b"der" * 20)) + tlv(b"\x71", b"\x01") + tlv(b"\xfe", b""))
    assert piv.certificate(Tape((body + b"\x90\x00").hex())) == b"der" * 20


@pytest.mark.parametrize("packed", [b"no gzip", gzip.compress(bytes(9))[:-9]])
def test_a_certificate_that_cannot_be_unpacked(packed: bytes) -> None:
    body = tlv(b"\x53", tlv(b"\x70", packed) + tlv(b"\x71", b"\x01"))
    with pytest.raises(Refused, match="make no sense"):
        piv.certificate(Tape((body + b"\x90\x00").hex()))


def test_a_kind_of_key_we_cannot_check() -> None:
    with pytest.raises(Refused, match="RSA 2048, ECC P-256 or P-384"):
        prove(badges.piv(ANA, "rsa-3072").answer, certificate("rsa-3072"))


def test_a_certificate_that_is_none() -> None:
    with pytest.raises(Refused, match="make no sense"):
        prove(badges.piv(ANA).answer, b"not DER")


@given(st.dictionaries(st.sampled_from([b"\x53", b"\x70", b"\x7c", b"\x5f\xc1\x01"]), st.binary(max_size=70_000)))
def test_fields_come_back(values: dict[bytes, bytes]) -> None:
    assert fields(b"".join(tlv(tag, value) for tag, value in values.items())) == values


@given(st.binary(max_size=64))
def test_fields_of_anything(data: bytes) -> None:
    """Fields or Refused, and never more bytes than came."""
    with suppress(Refused):
        assert sum(map(len, fields(data).values())) <= len(data)


PEOPLE = [make("Ana", "supervisor", ANA, certificate("p-256")), make("Ben", "dealer", BEN)]


@given(st.lists(st.binary(max_size=300), max_size=12), st.booleans())
def test_a_card_that_says_anything_is_nobody(answers: list[bytes], known: bool) -> None:
    """Even after the right UID: without the key no words help."""
    rest = iter([ANA + b"\x90\x00", *answers] if known else answers)
    with pytest.raises(Refused):
        identify(lambda apdu: next(rest, b"\x6f\x00"), PEOPLE, ("supervisor",))


@given(st.binary(max_size=300))
def test_a_signature_of_anything_is_refused(noise: bytes) -> None:
    class Forger(SimCard):
        def obey(self, head: bytes, data: bytes) -> tuple[bytes, bytes]:
            return (tlv(b"\x7c", tlv(b"\x82", noise)), b"\x90\x00") if head[1] == 0x87 else super().obey(head, data)

    with pytest.raises(Refused):
        identify(Forger(ANA, key("p-256"), certificate("p-256")).answer, PEOPLE, ())
