"""The referee's door: a PIN set by the host alone, guessing that gets nowhere, sessions that end."""

from __future__ import annotations

import errno
import json
import os
import threading
from pathlib import Path

import pytest

from table_controller.web import referee_door, sessions, tries
from table_controller.web.referee_door import Door, NotLetIn, greeting
from table_controller.web.sessions import SESSION_S
from table_controller.web.tries import FREE_TRIES, LONGEST_WAIT_S

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
    made = Door(tmp_path, clock, QUICK, clock)
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


def test_guessing_from_many_addresses_gets_the_free_tries_and_then_one_a_second(door: Door, clock: Clock) -> None:
    addresses, tried = 100, 0
    for number in range(6000):
        try:
            door.open(f"{number:06d}", f"10.0.0.{number % addresses}")
        except NotLetIn as kept_out:
            tried += kept_out.reason == "wrong_pin"
        clock.now += 0.1
    assert addresses * FREE_TRIES < tried <= addresses * FREE_TRIES + 600
    assert door.admits(door.open("123456", "10.9.9.9")), "whoever has made no mistake waits for nobody's"


def test_a_browser_that_was_let_in_waits_for_nobody_at_its_address_or_anywhere(door: Door, clock: Clock) -> None:
    mark = door.mark()
    for number in range(200):
        with pytest.raises(NotLetIn):
            door.open("000000", f"10.0.0.{number % 3}")
    assert why(door, "123456", "10.0.0.1")[0] == "wait_pin"
    assert door.admits(door.open("123456", "10.0.0.1", mark))
    for _ in range(FREE_TRIES):
        with pytest.raises(NotLetIn, match="wrong_pin"):
            door.open("000000", "10.0.0.9", mark)
    with pytest.raises(NotLetIn, match="wait_pin"):
        door.open("123456", "10.0.0.9", mark)


@pytest.mark.parametrize("forged", ["", ".", "x.y", "0" * 32 + "." + "0" * 64, "ü" * 97])
def test_a_mark_that_the_door_did_not_give_is_none(door: Door, forged: str) -> None:
    name, _, seal = door.mark().partition(".")
    assert not door.knows(forged) and not door.knows(f"{'0' * 32}.{seal}") and not door.knows(f"{name}.{'0' * 64}")
    assert door.knows(f"{name}.{seal}")
    door.set_pin("7777777", session=door.open("123456", "a"))
    assert not door.knows(f"{name}.{seal}"), "another PIN ends the marks too"


def test_a_clock_that_is_set_makes_nobody_wait_and_ends_no_session(door: Door, tmp_path: Path) -> None:
    wall, steady = Clock(), Clock()
    door = Door(tmp_path, wall, QUICK, steady)
    session = door.open("123456", "a")
    for _ in range(FREE_TRIES):
        why(door, "000000", "b")
    for leap in (-86_400.0, 3 * 86_400.0, -40 * 365 * 86_400.0):
        wall.now += leap
        assert why(door, "000000", "b") == ("wait_pin", 1.0)
        assert door.admits(session)
    steady.now += 1.0
    assert door.admits(door.open("123456", "b"))
    steady.now += SESSION_S
    assert not door.admits(session)


def test_waits_outlive_a_restart(door: Door, tmp_path: Path, clock: Clock) -> None:
    for _ in range(FREE_TRIES):
        why(door, "000000", "b")
    again = Door(tmp_path, clock, QUICK, clock)
    assert why(again, "123456", "b") == ("wait_pin", 1.0)
    clock.now += 1.0
    why(again, "000000", "b")
    assert why(Door(tmp_path, clock, QUICK, clock), "123456", "b") == ("wait_pin", 2.0), "and go on doubling"
    clock.now += 2.0
    again.open("123456", "b")
    assert door.admits(Door(tmp_path, clock, QUICK, clock).open("123456", "b"))
    assert "10." not in (tmp_path / "referee.tries").read_text()


def test_many_at_once_are_no_more_tries_than_one_after_another(door: Door) -> None:
    reasons: list[str] = []

    def guess() -> None:
        try:
            door.open("000000", "b")
        except NotLetIn as kept_out:
            reasons.append(kept_out.reason)

    threads = [threading.Thread(target=guess) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reasons.count("wrong_pin") == FREE_TRIES and len(reasons) == 30


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file that is written whole fails, as on a disk without room; the rest of the disk works."""

    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for module in (referee_door, sessions, tries):
        monkeypatch.setattr(module, "write_whole", no_room)


def test_on_a_full_disk_the_right_pin_opens_and_leaving_is_said_to_be_unwritten(door: Door, full_disk: None) -> None:
    session = door.open("123456", "a")
    assert door.admits(session)
    for _ in range(FREE_TRIES):
        assert why(door, "000000", "b")[0] == "wrong_pin"
    assert why(door, "123456", "b")[0] == "wait_pin"
    with pytest.raises(OSError, match="No space left"):
        door.leave(session)
    assert not door.admits(session)
    with pytest.raises(OSError, match="No space left"):
        door.set_pin("7777777", session=door.open("123456", "a"))
    assert door.admits(door.open("123456", "a"))


def test_a_session_ends_by_itself_and_when_left(door: Door, clock: Clock) -> None:
    one, two = door.open("123456", "a"), door.open("123456", "a")
    door.leave(one)
    assert not door.admits(one) and door.admits(two)
    clock.now += SESSION_S + 1
    assert not door.admits(two)
    assert not door.admits("") and not door.admits("guess")


def test_sessions_outlive_a_restart_and_no_secret_stands_in_any_file(door: Door, tmp_path: Path, clock: Clock) -> None:
    session = door.open("123456", "a")
    assert Door(tmp_path, clock, QUICK, clock).admits(session)
    kept = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert set(kept) == {"referee.pin", "referee.sessions"} and door.mark() not in "".join(kept.values())
    assert all("123456" not in text and session not in text for text in kept.values())
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())


def test_at_most_so_many_sessions_are_kept(door: Door, tmp_path: Path) -> None:
    sessions = [door.open("123456", "a") for _ in range(30)]
    assert len(json.loads((tmp_path / "referee.sessions").read_text())) == 20
    assert door.admits(sessions[-1]) and not door.admits(sessions[0])


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"n": 16}',
        '{"n": 16, "salt": "zz", "hash": 1}',
        '{"n": 17, "salt": "aa", "hash": "aa"}',
        '{"n": 1e99, "salt": "aa", "hash": "aa"}',
    ],
)
def test_a_damaged_file_lets_nobody_in(door: Door, tmp_path: Path, content: str) -> None:
    session = door.open("123456", "a")
    (tmp_path / "referee.pin").write_text(content)
    assert why(door, "123456")[0] == "spoilt_pin"
    (tmp_path / "referee.sessions").write_text(content)
    (tmp_path / "referee.tries").write_text(content)
    assert not door.admits(session) and not Door(tmp_path).admits(session)


def test_the_real_hash_is_slow() -> None:
    from time import process_time

    began = process_time()
    Door._hash("123456", b"salt", 1 << 14)
    assert process_time() - began > 0.01
