from __future__ import annotations

import random

import pytest

from firmware_bridge.fake import FakeBox
from firmware_bridge.wire import MemoryPort, plug_into, spoil


def test_a_cable_spoils_the_share_it_is_told_to() -> None:
    data = bytes(range(256)) * 40
    changed = spoil(data, random.Random(1), garble=0.05)
    assert len(changed) == len(data)
    assert 0.04 < sum(a != b for a, b in zip(data, changed, strict=True)) / len(data) < 0.06
    assert 0.94 < len(spoil(data, random.Random(1), drop=0.05)) / len(data) < 0.96
    assert spoil(data, random.Random(1)) == data


def test_an_unplugged_port_fails_as_a_real_one_does() -> None:
    box = FakeBox()
    port = MemoryPort(box)
    assert port.in_waiting == len(port.read(100)) > 0
    box.misbehaviour.unplugged = True
    find, _ = plug_into(box)
    assert find() == []
    for use in (lambda: port.in_waiting, lambda: port.read(1), lambda: port.write(b"x")):
        with pytest.raises(OSError, match="unplugged"):
            use()
