"""The real binary, compiled here, run by simavr, its port a terminal which the real link opens through pyserial.

Everyday tests step the chip's time by hand; those marked slow run it at the pace of the real chip.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
import re
import subprocess
from collections.abc import Iterator
from statistics import quantiles

import pytest

from firmware_bridge.link import LinkState, Press, SeatBox
from firmware_bridge.messages import (
    AskCounters,
    AskState,
    BoxState,
    Button,
    Counters,
    Hello,
    Lamp,
    LampsShown,
    Message,
    Ping,
    Pong,
    PressKind,
    PressMade,
    ShowLamps,
    Start,
)
from firmware_bridge.protocol import Decoder, encode
from firmware_bridge.rhythms import RHYTHMS, STEP_MS
from firmware_bridge.wire import NoisyPort
from tests.bench.bridge import press_at_real_pace, press_often, press_often_at_real_pace, until
from tests.firmware_bridge.golden import TALK
from tests.firmware_bridge.simbox import SimBox, built


@pytest.fixture
def sim() -> Iterator[SimBox]:
    with SimBox() as box:
        yield box


class Cable:
    """The bare port: bytes and messages, the chip's time passing while it waits."""

    def __init__(self, sim: SimBox) -> None:
        self.port = sim.open(sim.name)
        self._sim = sim
        self._decoder = Decoder()
        self._heard: list[Message] = []
        self.hear(Hello)  # until then it is not there: at its start it hears nothing, like any box

    def say(self, data: bytes) -> None:
        while data:
            data = data[self.port.write(data) :]

    def hear(self, wanted: type[Message]) -> Message:
        """The next message of that kind, without what depends on the clock; others are passed over."""
        for _ in range(3000):
            for place, message in enumerate(self._heard):
                if isinstance(message, wanted):
                    del self._heard[: place + 1]
                    return timeless(message)
            self._sim.run()
            waiting = self.port.in_waiting
            self._heard = self._decoder.feed(self.port.read(waiting)) if waiting else []
        raise AssertionError(f"no {wanted.__name__} within three seconds of the chip's time")


@pytest.fixture
def cable(sim: SimBox) -> Iterator[Cable]:
    made = Cable(sim)
    yield made
    made.port.close()


def test_the_firmware_fits_with_room_to_spare(capsys: pytest.CaptureFixture[str]) -> None:
    text = subprocess.run(
        ["avr-size", "--format=berkeley", built() / "seatbox.elf"], capture_output=True, text=True, check=True
    ).stdout
    found = re.search(r"^\s*(\d+)\s+(\d+)\s+(\d+)", text, re.MULTILINE)
    assert found
    code, data, zeroed = (int(number) for number in found.groups())
    with capsys.disabled():
        print(f"\nseat box firmware: {code + data} bytes of 32,256 flash, {data + zeroed} bytes of 2,048 RAM")
    assert code + data < 16_000
    assert data + zeroed < 1_400, "the rest is the stack's"


def test_the_firmware_talks_in_the_golden_bytes(sim: SimBox, cable: Cable) -> None:
    for step in TALK:
        if step.press:
            sim.press(step.press[0], step.press[1])
        cable.say(bytes.fromhex(step.heard))
        for expected in Decoder().feed(bytes.fromhex(step.said)):
            while (message := cable.hear(Message)) != timeless(expected):
                assert isinstance(message, Hello | BoxState | PressMade), f"{message} to {step}"
        if step.press:
            sim.release(step.press[0], step.press[1])
            sim.run(10)  # the contact settles


def timeless(message: Message) -> Message:
    """The message without what depends on the clock."""
    if isinstance(message, PressMade):
        return dataclasses.replace(message, age_ms=0)
    return dataclasses.replace(message, uptime_s=0) if isinstance(message, Counters) else message


def test_counters_tell_of_damaged_frames(cable: Cable) -> None:
    cable.say(b"\0\x55\x55\0" + encode(Ping(1))[:-2] + b"\x01\0" + encode(AskCounters()))
    counters = cable.hear(Counters)
    assert isinstance(counters, Counters)
    assert (counters.bad_frames, counters.overruns, counters.starts) == (2, 0, 1)
    assert counters.last_start is Start.POWER


def test_lamps_follow_their_rhythms_on_the_pins(sim: SimBox, cable: Cable) -> None:
    lamps = (Lamp.NO_REFEREE, *list(Lamp)[1:7])
    cable.say(encode(ShowLamps(1, (Lamp.OFF,) * 7)))
    cable.hear(LampsShown)
    sim.stats()
    before = len(sim.lamps)
    cable.say(encode(ShowLamps(2, lamps)))
    for _ in range(30):
        sim.run(100)
        cable.say(encode(Ping(1)))  # else "no referee" would take over
    sim.stats()
    for lamp, pattern in enumerate(lamps):
        times = [at / 1000 for number, _, at in sim.lamps[before:] if number == lamp]
        seen = [b - a for a, b in itertools.pairwise(times)]
        expected = [STEP_MS * len(list(run)) for _, run in itertools.groupby(RHYTHMS[pattern] * 2)]
        if pattern is Lamp.YOUR_TURN:
            assert len(times) == 1, "lit once and for all"
            continue
        assert expected[0] - STEP_MS <= seen[0] <= expected[0] + 5, "its first step may be cut by the beat"
        for got, wanted in zip(seen[1:], expected[1:], strict=False):
            assert abs(got - wanted) < 5, pattern.name


def test_rings_show_the_colour_of_each_seat(sim: SimBox, cable: Cable) -> None:
    lamps = (Lamp.OFF, Lamp.YOUR_TURN, Lamp.BID_WANTED, Lamp.FINDING, Lamp.DEALER, Lamp.OFF, Lamp.QUESTION)
    cable.say(encode(ShowLamps(1, lamps)))
    cable.hear(LampsShown)
    green_red_blue = [(40, 0, 0), (0, 0, 40), (0, 40, 0), (40, 40, 40), (0, 0, 0), (40, 40, 0)]
    assert sim.pixels() == b"".join(bytes(colour) * 8 for colour in green_red_blue)


def test_serial_bytes_survive_the_rings(sim: SimBox, cable: Cable) -> None:
    """The rings are redrawn with every ShowLamps while the line is as full as it can be."""
    for revision in range(1, 101):
        lamps = tuple(Lamp.YOUR_TURN if revision % 2 else Lamp.OFF for _ in range(7))
        cable.say(encode(ShowLamps(revision, lamps)) + b"".join(encode(Ping(n)) for n in range(6)))
        for _ in range(6):
            cable.hear(Pong)
    cable.say(encode(AskCounters()))
    counters = cable.hear(Counters)
    assert isinstance(counters, Counters)
    assert (counters.bad_frames, counters.overruns) == (0, 0)
    stats = sim.stats()
    print(stats)
    assert stats["bad_bits"] == 0, "every bit to the rings within the WS2812's own limits"
    assert stats["ring_bits"] > 100 * 6 * 8 * 24
    assert stats["masked_max_us"] < 60, "the receiver holds 174 us worth of bytes"
    assert stats["pending_max"] <= 2, "so many the receiver holds"
    assert stats["gap_max_us"] < 50, "a longer pause would end the chain of LEDs"


def test_a_silent_host_is_shown_as_no_referee_and_presses_then_count_for_nothing(sim: SimBox, cable: Cable) -> None:
    cable.say(encode(ShowLamps(1, (Lamp.OFF,) * 7)))
    cable.hear(LampsShown)
    sim.stats()
    told, before = sim.now, len(sim.lamps)
    sim.run(2100)
    assert [(lamp, lit) for lamp, lit, _ in sim.lamps[before:]] == [(lamp, True) for lamp in range(7)]
    assert all(1.98 < at / 1e6 - told < 2.02 for _, _, at in sim.lamps[before:])
    sim.press(1, Button.UP)
    sim.run(20)
    sim.release(1, Button.UP)
    cable.say(encode(Ping(1)))
    cable.hear(Pong)
    cable.say(encode(AskState()))
    state = cable.hear(BoxState)
    assert isinstance(state, BoxState)
    assert state.waiting == 0


def test_bounces_holds_and_two_seats_together(sim: SimBox) -> None:
    link = SeatBox(lambda: [sim.name], sim.open)
    got: list[Press] = []

    def passes(milliseconds: int) -> None:
        end = sim.now + milliseconds / 1000
        until(sim, link, lambda: sim.now >= end, got)

    until(sim, link, lambda: link.lamps_confirmed)
    for _ in range(3):  # a contact that bounces for some milliseconds
        sim.press(3, Button.OK)
        sim.run(2)
        sim.release(3, Button.OK)
        sim.run(1)
    sim.press(3, Button.OK)
    passes(50)
    sim.release(3, Button.OK)
    passes(50)
    assert got == [Press(3, Button.OK, PressKind.TAP)]
    sim.press(4, Button.PASS)
    passes(1050)
    sim.release(4, Button.PASS)
    passes(50)
    assert got[1:] == [Press(4, Button.PASS, PressKind.HELD)], "held, it has passed nothing"
    sim.press(1, Button.PASS)
    passes(100)
    sim.press(6, Button.PASS)
    passes(1500)
    sim.release(1, Button.PASS)
    sim.release(6, Button.PASS)
    passes(50)
    assert got[2:] == [Press(1, Button.PASS, PressKind.TOGETHER)]
    sim.press(2, Button.PASS)
    passes(100)
    assert len(got) == 3
    sim.release(2, Button.PASS)
    passes(50)
    assert got[3:] == [Press(2, Button.PASS, PressKind.TAP)], "a short pass passes when it is let go"
    link.close()


@pytest.mark.parametrize(
    "presses, resets", [(60, 4), pytest.param(500, 10, marks=pytest.mark.slow)], ids=["sixty", "five hundred"]
)
def test_presses_on_a_bad_cable_with_resets_none_lost_or_doubled(sim: SimBox, presses: int, resets: int) -> None:
    chance = random.Random(11)
    link = SeatBox(lambda: [sim.name], lambda name: NoisyPort(sim.open(name), chance, 0.01))
    made, got, took = press_often(sim, link, presses, resets, chance)
    print(f"press to event, 1 % of bytes changed: p95 {quantiles(took, n=20)[-1] * 1000:.1f} ms")
    assert got == made
    assert link.state is LinkState.READY
    link.close()


def test_press_to_event_in_the_chips_own_time(sim: SimBox) -> None:
    link = SeatBox(lambda: [sim.name], sim.open)
    _, _, took = press_often(sim, link, 40, 0, random.Random(1))
    print(f"press to event: p95 {quantiles(took, n=20)[-1] * 1000:.1f} ms")
    assert quantiles(took, n=20)[-1] <= 0.030
    link.close()


@pytest.mark.slow
def test_press_to_event_at_real_pace_within_thirty_milliseconds() -> None:
    """The clock on the wall, the way from the test's finger through simulator, terminal and link included."""
    p95 = quantiles(press_at_real_pace(200), n=20)[-1]
    print(f"press to event at real pace: p95 {p95 * 1000:.1f} ms")
    assert p95 <= 0.030


@pytest.mark.slow
def test_at_real_pace_too_no_press_is_lost_or_doubled_on_a_bad_cable_with_resets() -> None:
    made, got = press_often_at_real_pace(500, 10, random.Random(12))
    assert got == made


def test_power_off_and_on_begins_a_new_epoch_and_the_lamps_come_back(sim: SimBox) -> None:
    link = SeatBox(lambda: [sim.name], sim.open)
    link.show({2: Lamp.YOUR_TURN})
    until(sim, link, lambda: link.lamps_confirmed)
    assert link.hello and link.hello.epoch == 1
    sim.tell("power")
    until(sim, link, lambda: link.hello is not None and link.hello.epoch == 2)
    until(sim, link, lambda: link.lamps_confirmed)
    assert sim.lit() == {2}
    link.close()
