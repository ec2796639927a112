"""Tag, length, value, as PIV cards write it (ISO 7816-4, BER). Tags are kept as bytes: `5F C1 01` is one tag."""

from drivers.badge import Refused


def tlv(tag: bytes, value: bytes) -> bytes:
    if len(value) < 0x80:
        return tag + bytes([len(value)]) + value
    size = len(value).to_bytes((len(value).bit_length() + 7) // 8)
    return tag + bytes([0x80 | len(size)]) + size + value


def fields(data: bytes) -> dict[bytes, bytes]:
    """All fields of one level; a card that says more than it sent is refused."""
    found, at = {}, 0
    while at < len(data):
        tag, at = _tag(data, at)
        size, at = _size(data, at)
        found[tag] = data[at : at + size]
        at += size
        if at > len(data):
            raise Refused("garbage")
    return found


def inner(data: bytes, tag: bytes) -> bytes:
    """The value of a field that must be there."""
    try:
        return fields(data)[tag]
    except KeyError:
        raise Refused("garbage") from None


def _tag(data: bytes, at: int) -> tuple[bytes, int]:
    end = at + 1
    if data[at] & 0x1F == 0x1F:
        while end < len(data) and data[end] & 0x80:
            end += 1
        end += 1
    return data[at:end], end


def _size(data: bytes, at: int) -> tuple[int, int]:
    if at >= len(data):
        raise Refused("garbage")
    first, at = data[at], at + 1
    if first < 0x80:
        return first, at
    end = at + (first & 0x7F)
    return int.from_bytes(data[at:end]), end
