"""The log loses nothing that was acknowledged, drops only the torn end, and refuses every other damage."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from engine.cards import Card
from engine.events import CallMade, CardPlayed, CardsDealt, Event
from engine.inputs import DealDone, GiveRuling, Input, MakeCall, PlayCard
from engine.reasons import Code, Reason
from table_controller.match.acknowledged import witness_of
from table_controller.match.eventlog import (
    EventLog,
    LogCorrupt,
    Unwritten,
    is_simulated,
    keep_what_is_good,
    read_log,
    read_what_is_good,
)

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
def test_cut_at_every_byte_keeps_every_complete_line_of_a_log_that_nobody_counted(tmp_path: Path) -> None:
    """A line that lacks its newline alone is complete: its checksum says so."""
    whole = write(tmp_path / "whole")
    for cut in range(len(whole)):
        path = tmp_path / "cut"
        path.write_bytes(whole[:cut])
        complete = max(0, whole[: cut + 1].count(b"\n") - 1)
        with EventLog(path, source="a recording") as log:
            assert len(log.entries) == complete, f"cut at byte {cut}"
            if complete == len(DECISIONS):
                continue
            told, events, refused = DECISIONS[complete]
            log.append(told, events, t=f"2026-11-30T10:00:0{complete}Z", item=complete, refused=refused)
        # Going on after the cut gives the very bytes that an uncut log would hold.
        assert whole.startswith(path.read_bytes())
        path.unlink()
        witness_of(path).unlink()


def test_an_end_that_was_acknowledged_and_is_missing_is_refused_at_every_cut(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.jsonl"
    whole = write(path)
    for cut in range(len(whole) - 1):
        path.write_bytes(whole[:cut])
        with pytest.raises(LogCorrupt, match=r"is missing, \d of 4 decisions|no unfinished line"):
            read_log(path)
        assert path.read_bytes() == whole[:cut]


@pytest.mark.parametrize(
    "behind",
    [
        b"\0" * 4096,
        b"\xff",
        b"{",
        b'{"seq":6,',
        b'{"seq":5,"t":"a\0',
        b'{"seq":5,"sum":"00000000"}',
        b'{"seq":5,"\xff"',
    ],
)
def test_only_the_beginning_of_the_next_line_is_torn_and_all_else_behind_is_damage(
    tmp_path: Path, behind: bytes
) -> None:
    path = tmp_path / "match-0001.jsonl"
    whole = write(path)
    path.write_bytes(whole + behind)
    if behind == b"{":
        assert read_log(path).torn_bytes == 1
        return
    with pytest.raises(LogCorrupt, match="decisions may be lost in them"):
        EventLog(path)
    assert path.read_bytes() == whole + behind, "kept as it was found"


def test_a_newline_that_was_spoilt_does_not_take_its_decision_along(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.jsonl"
    whole = write(path)
    witness_of(path).unlink()
    for bit in range(8):
        path.write_bytes(whole[:-1] + bytes([ord("\n") ^ 1 << bit]))
        with pytest.raises(LogCorrupt):
            read_log(path)


@pytest.mark.parametrize("damaged", [b'{"format":1', b'{"format":2', b'{"gormat":3'])
def test_a_bit_of_the_first_line_does_not_switch_the_checksums_off(tmp_path: Path, damaged: bytes) -> None:
    path = tmp_path / "match-0001.jsonl"
    path.write_bytes(write(path).replace(b'{"format":3', damaged))
    with pytest.raises(LogCorrupt):
        read_log(path)


def test_a_damaged_log_goes_on_by_a_persons_word_alone_and_is_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.jsonl"
    whole = write(path)
    spoilt = whole.replace(b'"seq":3', b'"seq":8')
    path.write_bytes(spoilt)
    text = read_what_is_good(path)
    assert len(text.entries) == 2 and text.fault is not None
    beside = keep_what_is_good(path, text)
    assert beside.read_bytes() == spoilt
    assert len(read_log(path).entries) == 2
    with EventLog(path) as log:
        assert log.append(DealDone(), (), t="now").seq == 3


@pytest.mark.parametrize("another_comes", [True, False])
def test_nothing_counts_once_the_file_is_no_longer_where_it_was(tmp_path: Path, another_comes: bool) -> None:
    path = tmp_path / "match-0001.jsonl"
    with EventLog(path) as log:
        log.append(DealDone(), (), t="now")
        path.unlink()
        if another_comes:
            path.write_bytes(b"")
        for _ in range(2):
            with pytest.raises(Unwritten, match=r"deleted, moved .*: put it back, then start the service again"):
                log.append(DealDone(), (), t="now")
        assert len(log.entries) == 1


def test_a_number_that_json_has_not_is_refused_before_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.jsonl"
    with EventLog(path) as log:
        before = path.read_bytes()
        with pytest.raises(ValueError, match="JSON"):
            log.append(GiveRuling("", (float("inf"), 0.0)), (), t="now")
        assert path.read_bytes() == before and not log.entries


def test_every_line_lost_or_doubled_in_the_middle_is_refused(tmp_path: Path) -> None:
    lines = write(tmp_path / "whole").splitlines(keepends=True)
    for number in range(len(lines) - 1):
        for damaged in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):  # lost, doubled
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
    old = [re.sub(r',"sum":"\w+"', "", line).replace('"format":3', '"format":1') for line in lines]
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
            with pytest.raises(Unwritten, match=r"no space left on device.*: make room on the disk"):
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
    assert {**first, "sum": ""} == {"format": 3, "source": "a recording", "sum": ""}
    assert rest[3]["events"][0]["card"] == "QH"
    assert "refused" not in rest[0] and rest[2]["refused"]
