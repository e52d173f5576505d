"""The log loses nothing that was acknowledged, drops only the torn end, and refuses every other damage."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import CallMade, CardPlayed, CardsDealt, Event
from engine.inputs import DealDone, Input, MakeCall, PlayCard
from engine.reasons import Code, Reason
from table_controller.match.eventlog import EventLog, LogCorrupt, is_simulated, read_log

DECISIONS: tuple[tuple[Input, tuple[Event, ...], Reason | None], ...] = (
    (DealDone(), (CardsDealt(),), None),
    (MakeCall(2, "3"), (CallMade(2, "3"),), None),
    (MakeCall(2, "3"), (), Reason(Code.NOW_NO_CALL, waiting=Reason(Code.WAIT_PLAY))),
    (PlayCard(1, Card.parse("QH")), (CardPlayed(1, Card.parse("QH"), 1, 0.987, 4),), None),
)


def write(path: Path, count: int = len(DECISIONS)) -> bytes:
    with EventLog(path, source="a recording") as log:
        for item, (told, events, refused) in enumerate(DECISIONS[:count]):
            log.append(told, events, t=f"2026-11-30T10:00:0{item}Z", item=item, refused=refused)
    return path.read_bytes()


def test_what_was_appended_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.jsonl"
    write(path)
    text = read_log(path)
    assert text.header is not None and text.header.source == "a recording"
    assert [(entry.input, entry.events, entry.refused) for entry in text.entries] == list(DECISIONS)
    assert [entry.seq for entry in text.entries] == [1, 2, 3, 4]
    assert [entry.item for entry in text.entries] == [0, 1, 2, 3]
    assert text.torn_bytes == 0


def test_a_reopened_log_goes_on_with_the_next_number(tmp_path: Path) -> None:
    path = tmp_path / "log"
    write(path, 2)
    with EventLog(path) as log:
        assert log.append(DealDone(), (), t="now").seq == 3
        assert log.header.source == "a recording"
    assert len(read_log(path).entries) == 3


@pytest.mark.usefixtures("no_sync")
def test_cut_at_every_byte_keeps_every_complete_line(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole")
    for cut in range(len(whole)):
        path = tmp_path / "cut"
        path.write_bytes(whole[:cut])
        complete = max(0, whole[:cut].count(b"\n") - 1)
        with EventLog(path, source="a recording") as log:
            assert len(log.entries) == complete, f"cut at byte {cut}"
            assert log.torn_bytes == cut - (whole.rfind(b"\n", 0, cut) + 1)
            told, events, refused = DECISIONS[complete]
            log.append(told, events, t=f"2026-11-30T10:00:0{complete}Z", item=complete, refused=refused)
        # Going on after the cut gives the very bytes that an uncut log would hold.
        assert whole.startswith(path.read_bytes())
        path.unlink()


def test_every_line_lost_or_doubled_in_the_middle_is_refused(tmp_path: Path) -> None:
    lines = write(tmp_path / "whole").splitlines(keepends=True)
    for number in range(len(lines) - 1):
        for damaged in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
            path = tmp_path / "damaged"
            path.write_bytes(b"".join(damaged))
            first_wrong = number + (1 if len(damaged) < len(lines) else 2)
            with pytest.raises(LogCorrupt, match=f"damaged at line {first_wrong}"):
                EventLog(path)
            assert path.read_bytes() == b"".join(damaged), "a refused log is left as it was"


@pytest.mark.parametrize(
    ("line", "replacement", "told"),
    [
        (1, b"{}\n", 'does not say its "format"'),
        (1, b'{"format": 99}\n', "format 99"),
        (2, b"oops\n", "no JSON"),
        (2, b"[1]\n", "no JSON object"),
        (3, b'{"seq": 7, "t": "", "input": {"kind": "DealDone"}, "events": []}\n', "7 where 2 was due"),
        (3, b'{"seq": 2, "t": "", "events": []}\n', "no 'input'"),
        (3, b'{"seq": 2, "t": "", "input": {"kind": "Dance"}, "events": []}\n', "Dance"),
        (3, b'{"seq": 2, "t": "", "input": {"kind": "CardsDealt"}, "events": []}\n', "not belong"),
        (3, b'{"seq": 2, "t": "", "input": {"kind": "DealDone"}, "events": [{}]}\n', "kind"),
        (3, b'{"seq": 2, "t": "", "input": {"kind": "DealDone"}, "events": []}\n', "its checksum does not fit"),
    ],
)
def test_a_spoilt_line_is_refused_with_file_line_and_advice(
    tmp_path: Path, line: int, replacement: bytes, told: str
) -> None:
    path = tmp_path / "match-0001.jsonl"
    lines = write(path).splitlines(keepends=True)
    lines[line - 1] = replacement
    path.write_bytes(b"".join(lines))
    with pytest.raises(LogCorrupt) as refusal:
        read_log(path)
    assert f"{path} is damaged at line {line}" in str(refusal.value)
    assert told in str(refusal.value)
    assert "move the file away" in str(refusal.value)


def test_any_flipped_byte_of_a_decision_is_refused(tmp_path: Path) -> None:
    whole = write(tmp_path / "whole")
    first, last = whole.index(b"\n") + 1, whole.rstrip(b"\n").rfind(b"\n")
    path = tmp_path / "flipped"
    for place in range(first, last):
        for bit in (0x01, 0x20):
            spoilt = bytearray(whole)
            spoilt[place] ^= bit
            path.write_bytes(spoilt)
            with pytest.raises(LogCorrupt):
                read_log(path)


def test_a_log_from_before_there_were_checksums_is_read_and_gone_on_with_as_it_began(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.jsonl"
    lines = write(path).decode().splitlines()
    old = [lines[0].replace('"format":3', '"format":1'), *(re.sub(r',"sum":"\w+"', "", line) for line in lines[1:])]
    path.write_text("\n".join(old) + "\n")
    assert [(entry.input, entry.events, entry.refused) for entry in read_log(path).entries] == list(DECISIONS)
    with EventLog(path) as log:
        log.append(DealDone(), (), t="now")
    assert "sum" not in path.read_text()
    assert len(read_log(path).entries) == len(DECISIONS) + 1


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    before = write(path, 1)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with EventLog(path) as log:
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(OSError, match="No space"):
                log.append(DealDone(), (), t="now")
        assert path.read_bytes() == before
        assert len(log.entries) == 1
        log.append(DealDone(), (), t="now")
    assert [entry.seq for entry in read_log(path).entries] == [1, 2]


def test_the_line_is_on_disk_before_append_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    synced: list[int] = []
    real = os.fsync

    def watched(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_size)
        real(descriptor)

    with EventLog(path) as log:
        monkeypatch.setattr(os, "fsync", watched)
        log.append(DealDone(), (CardsDealt(),), t="now")
    assert synced == [path.stat().st_size]


def test_only_a_log_that_names_its_recording_counts_as_simulated(tmp_path: Path) -> None:
    with EventLog(tmp_path / "simulated", source="a recording"), EventLog(tmp_path / "real"):
        pass
    (tmp_path / "torn").write_bytes(b'{"format": 1, "source": "a rec')
    (tmp_path / "spoilt").write_bytes(b"oops\n")
    (tmp_path / "foreign").write_bytes(b"[1]\n")
    assert is_simulated(tmp_path / "simulated")
    assert not any(is_simulated(tmp_path / name) for name in ("real", "torn", "spoilt", "foreign"))


def test_lines_are_plain_json_that_other_tools_can_read(tmp_path: Path) -> None:
    path = tmp_path / "log"
    write(path)
    first, *rest = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert first == {"format": 3, "source": "a recording"}
    assert rest[3]["events"][0]["card"] == "QH"
    assert "refused" not in rest[0] and rest[2]["refused"]
