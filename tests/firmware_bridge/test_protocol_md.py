from __future__ import annotations

import re
import struct
from pathlib import Path

import firmware_bridge
from firmware_bridge.messages import FROM_BOX, FROM_HOST
from firmware_bridge.protocol import LONGEST

TEXT = (Path(firmware_bridge.__file__).parent / "PROTOCOL.md").read_text()


def test_the_byte_table_is_the_messages() -> None:
    rows = {
        name: (int(code, 16), sum(int(n) for n in re.findall(r"\((\d+)\)", fields)))
        for code, name, fields in re.findall(r"^\| ([0-9a-f]{2}) \| (\w+) \| ([^|]*)\|", TEXT, re.MULTILINE)
    }
    assert rows == {kind.__name__: (kind.code, struct.calcsize(kind.layout)) for kind in (*FROM_HOST, *FROM_BOX)}


def test_the_longest_frame_is_told() -> None:
    assert f"at most {LONGEST} bytes" in TEXT
