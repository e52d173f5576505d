from __future__ import annotations

from firmware_bridge.fake import WAITING_MAX, FakeBox
from firmware_bridge.messages import (
    AskCounters,
    BoxState,
    Button,
    Counters,
    Hello,
    Lamp,
    Message,
    Ping,
    PressMade,
    ShowLamps,
    TakePress,
)
from firmware_bridge.protocol import Decoder, encode
from tests.firmware_bridge.golden import TALK


def taken(box: FakeBox) -> bytes:
    data = bytes(box.outgoing)
    box.outgoing.clear()
    return data


def heard(box: FakeBox) -> list[Message]:
    return Decoder().feed(taken(box))


def test_the_fake_talks_in_the_golden_bytes() -> None:
    box = FakeBox()
    taken(box)
    for step in TALK:
        if step.press:
            box.press(*step.press)
        box.receive(bytes.fromhex(step.heard))
        assert taken(box).hex(" ") == step.said, step


def test_a_press_is_said_again_until_it_is_taken_and_only_then_the_next() -> None:
    box = FakeBox()
    taken(box)
    box.press(1, Button.UP)
    box.press(1, Button.OK)
    numbers = [m.number for m in heard(box) if isinstance(m, PressMade)]
    for now in (0.016, 0.032):
        box.tick(now)
        numbers += [m.number for m in heard(box) if isinstance(m, PressMade)]
    assert numbers == [1, 1, 1]
    box.receive(encode(TakePress(1, 1)))
    (second,) = heard(box)
    assert isinstance(second, PressMade)
    assert (second.number, second.age_ms) == (2, 32)


def test_a_reset_keeps_the_presses_and_forgets_the_lamps() -> None:
    box = FakeBox()
    box.receive(encode(ShowLamps(3, (Lamp.YOUR_TURN,) * 7)))
    box.press(1, Button.UP)
    assert box.lamps[1] is Lamp.YOUR_TURN
    taken(box)
    box.reset()
    box.tick(0.1)
    hello, press = heard(box)
    assert isinstance(hello, Hello) and hello.epoch == 1
    assert isinstance(press, PressMade) and press.number == 1
    assert box.lamps[1] is Lamp.NO_REFEREE


def test_a_power_cycle_forgets_the_presses_and_begins_an_epoch() -> None:
    box = FakeBox()
    box.press(1, Button.UP)
    box.power_cycle()
    box.tick(0.1)
    (hello,) = heard(box)
    assert isinstance(hello, Hello) and hello.epoch == 2


def test_without_a_host_it_shows_no_referee_and_keeps_no_press() -> None:
    box = FakeBox()
    box.receive(encode(ShowLamps(3, (Lamp.OFF,) * 7)))
    box.press(1, Button.UP)
    box.tick(2.0)
    assert box.lamps[1] is Lamp.OFF
    box.tick(2.1)
    assert set(box.lamps.values()) == {Lamp.NO_REFEREE}
    taken(box)
    box.press(1, Button.OK)
    box.receive(encode(Ping(1)))
    assert not [m for m in heard(box) if isinstance(m, PressMade)]
    assert box.lamps[1] is Lamp.OFF


def test_a_full_queue_drops_the_newest_and_counts_it() -> None:
    box = FakeBox()
    for _ in range(WAITING_MAX + 3):
        box.press(1, Button.UP)
    taken(box)
    box.receive(encode(AskCounters()))
    (counters,) = heard(box)
    assert isinstance(counters, Counters) and counters.dropped == 3


def test_it_tells_its_state_every_second_with_the_buttons_that_hang() -> None:
    box = FakeBox()
    box.hang(4, Button.DOWN)
    taken(box)
    box.tick(0.9)
    assert heard(box) == []
    box.tick(1.0)
    (state,) = heard(box)
    assert isinstance(state, BoxState) and state.is_held(4, Button.DOWN)


def test_it_can_be_silent_and_outdated() -> None:
    box = FakeBox()
    box.misbehaviour.silent = True
    taken(box)
    box.receive(encode(Ping(1)))
    box.tick(1.0)
    assert taken(box) == b""
    box.misbehaviour.silent = False
    box.misbehaviour.protocol = 9
    box.reset()
    assert heard(box) == [Hello(9, 1, 0)]
