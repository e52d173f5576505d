"""A secret for each seat, an evening long, and readable by nobody else."""

from __future__ import annotations

from pathlib import Path

from table_controller.board.scoreboard import TABLE
from table_controller.web.tokens import EVENING_S, table_secret, tokens_for


def test_every_seat_has_its_own_and_keeps_it_over_a_restart(tmp_path: Path) -> None:
    first = tokens_for(tmp_path / "match-0001.jsonl", 4)
    assert sorted(first.secret) == [TABLE, 1, 2, 3, 4]
    assert len(set(first.secret.values())) == 5
    assert tokens_for(tmp_path / "match-0001.jsonl", 4) == first


def test_phones_stay_seated_for_the_next_match_of_the_evening_and_no_longer(tmp_path: Path) -> None:
    first = tokens_for(tmp_path / "match-0001.jsonl", 4)
    begun = (tmp_path / "match-0001.tokens").stat().st_mtime
    six = tokens_for(tmp_path / "match-0002.jsonl", 6, begun + 3600)
    assert {seat: six.secret[seat] for seat in range(5)} == first.secret
    assert len(set(six.secret.values())) == 7
    tomorrow = tokens_for(tmp_path / "match-0003.jsonl", 4, begun + 2 * EVENING_S)
    assert all(first.secret[seat] != tomorrow.secret[seat] for seat in range(1, 5))
    assert first.secret[TABLE] == tomorrow.secret[TABLE] == table_secret(tmp_path)


def test_who_sat_out_a_smaller_match_keeps_the_seat(tmp_path: Path) -> None:
    six = tokens_for(tmp_path / "match-0001.jsonl", 6)
    tokens_for(tmp_path / "match-0002.jsonl", 4)
    (tmp_path / "match-0009.tokens").write_text('{"1": "abc')
    assert tokens_for(tmp_path / "match-0003.jsonl", 6) == six


def test_a_secret_tells_its_holder_and_nothing_else_does(tmp_path: Path) -> None:
    tokens = tokens_for(tmp_path / "match-0001.jsonl", 4)
    assert [tokens.holder(tokens.secret[seat]) for seat in range(5)] == [0, 1, 2, 3, 4]
    assert tokens.holder("") is None
    assert tokens.holder(tokens.secret[1][:-1]) is None


def test_only_the_service_can_read_them(tmp_path: Path) -> None:
    tokens_for(tmp_path / "match-0001.jsonl", 4)
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}


def test_a_secret_half_written_when_the_power_went_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "match-0001.half").write_text('{"1": "abc')
    assert len(tokens_for(tmp_path / "match-0001.jsonl", 4).secret) == 5
