"""The referee's door: a PIN set by the host alone, guessing that gets nowhere, sessions that end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from table_controller.web.referee_door import FREE_TRIES, LONGEST_WAIT_S, SESSION_S, Door, NotLetIn, greeting

QUICK = 1 << 4
"""A cheap hash: what is tested here is not how long it takes."""


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def door(tmp_path: Path, clock: Clock) -> Door:
    made = Door(tmp_path, clock, QUICK)
    made.set_pin("123456", made.setup)
    return made


def why(door: Door, pin: str, address: str = "10.0.0.2") -> tuple[str, float]:
    with pytest.raises(NotLetIn) as kept_out:
        door.open(pin, address)
    return kept_out.value.reason, kept_out.value.wait_s


def test_the_first_pin_needs_the_secret_that_the_service_told(tmp_path: Path) -> None:
    door = Door(tmp_path, cost=QUICK)
    assert f"/referee#{door.setup} " in greeting(tmp_path, "http://table:8000")
    for setup in ("", "guess", door.setup[:-1]):
        with pytest.raises(NotLetIn, match="no_setup"):
            door.set_pin("123456", setup)
    assert not door.has_pin
    session = door.set_pin("123456", door.setup)
    assert door.has_pin and door.admits(session) and door.setup == ""
    assert greeting(tmp_path, "http://table:8000") == "The referee's page: http://table:8000/referee"
    with pytest.raises(NotLetIn, match="pin_set"):
        door.set_pin("654321", "")


@pytest.mark.parametrize("pin", ["", "12345", "1234567890123", "abcdef", "12345６", "12 345"])
def test_a_pin_is_six_to_twelve_digits(tmp_path: Path, pin: str) -> None:
    door = Door(tmp_path, cost=QUICK)
    with pytest.raises(NotLetIn, match="pin_rule"):
        door.set_pin(pin, door.setup)
    assert not door.has_pin


def test_another_pin_is_set_from_a_session_and_ends_all_others(door: Door) -> None:
    mine, other = door.open("123456", "a"), door.open("123456", "b")
    new = door.set_pin("7777777", session=mine)
    assert door.admits(new) and not door.admits(other)
    assert why(door, "123456")[0] == "wrong_pin"
    assert door.admits(door.open("7777777", "c"))


def test_each_wrong_try_makes_the_next_one_wait_twice_as_long(door: Door, clock: Clock) -> None:
    for _ in range(FREE_TRIES):
        assert why(door, "000000") == ("wrong_pin", 0.0)
    waits = []
    for _ in range(12):
        reason, wait = why(door, "123456")  # even the right one is not looked at
        assert reason == "wait_pin"
        waits.append(wait)
        clock.now += wait
        assert why(door, "000000")[0] == "wrong_pin"
    assert waits == [min(LONGEST_WAIT_S, 2.0**power) for power in range(12)]
    assert door.admits(door.open("123456", "10.0.0.3")), "others are not kept waiting"


def test_guessing_from_many_addresses_gets_one_try_a_second(door: Door, clock: Clock) -> None:
    tried = 0
    for number in range(400):
        try:
            door.open(f"{number:06d}", f"10.0.{number // 250}.{number % 250}")
        except NotLetIn as kept_out:
            tried += kept_out.reason == "wrong_pin"
        clock.now += 0.1
    assert tried <= 51 + 400 * 0.1
    clock.now += 1.0
    assert door.admits(door.open("123456", "10.9.9.9"))


def test_a_session_ends_by_itself_and_when_left(door: Door, clock: Clock) -> None:
    one, two = door.open("123456", "a"), door.open("123456", "a")
    door.leave(one)
    assert not door.admits(one) and door.admits(two)
    clock.now += SESSION_S + 1
    assert not door.admits(two)
    assert not door.admits("") and not door.admits("guess")


def test_sessions_outlive_a_restart_and_no_secret_stands_in_any_file(door: Door, tmp_path: Path, clock: Clock) -> None:
    session = door.open("123456", "a")
    assert Door(tmp_path, clock, QUICK).admits(session)
    kept = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert set(kept) == {"referee.pin", "referee.sessions"}
    assert all("123456" not in text and session not in text for text in kept.values())
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())


def test_at_most_so_many_sessions_are_kept(door: Door, tmp_path: Path) -> None:
    sessions = [door.open("123456", "a") for _ in range(30)]
    assert len(json.loads((tmp_path / "referee.sessions").read_text())) == 20
    assert door.admits(sessions[-1]) and not door.admits(sessions[0])


@pytest.mark.parametrize("content", ["", "{", "[]", '{"n": 16}', '{"n": 16, "salt": "zz", "hash": 1}'])
def test_a_damaged_file_lets_nobody_in(door: Door, tmp_path: Path, content: str) -> None:
    session = door.open("123456", "a")
    (tmp_path / "referee.pin").write_text(content)
    assert why(door, "123456")[0] == "wrong_pin"
    (tmp_path / "referee.sessions").write_text(content)
    assert not door.admits(session)


def test_the_real_hash_is_slow() -> None:
    from time import process_time

    began = process_time()
    Door._hash("123456", b"salt", 1 << 14)
    assert process_time() - began > 0.01
