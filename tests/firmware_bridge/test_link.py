from __future__ import annotations

import errno
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.fake import FakeBox
from firmware_bridge.link import LinkState, Port, Press, SeatBox, SerialPort
from firmware_bridge.messages import Button, Lamp, PressKind
from firmware_bridge.wire import MemoryPort, PtyWire, plug_into
from table_controller.words.facts import said


class Evening:
    """A box, its link, and the time; `run` lets it pass in ticks of 5 ms."""

    def __init__(self, box: FakeBox, link: SeatBox) -> None:
        self.box = box
        self.link = link
        self.now = 0.0

    def run(self, seconds: float, pump: Callable[[float], None] | None = None) -> list[Press]:
        presses: list[Press] = []
        for _ in range(round(seconds / 0.005)):
            self.now += 0.005
            (pump or self.box.tick)(self.now)
            presses += self.link.poll(self.now)
        return presses


@pytest.fixture
def evening() -> Evening:
    box = FakeBox()
    return Evening(box, SeatBox(*plug_into(box)))


def tap(seat: int, button: Button) -> Press:
    return Press(seat, button, PressKind.TAP)


def test_a_box_is_found_and_its_lamps_and_presses_work(evening: Evening) -> None:
    evening.link.show({0: Lamp.WAITING, 3: Lamp.YOUR_TURN})
    evening.run(0.1)
    assert evening.link.state is LinkState.READY
    assert said(evening.link.told) == "Seat box ready on pretend wire, firmware 1.0."
    assert evening.link.lamps_confirmed
    assert evening.box.lamps[3] is Lamp.YOUR_TURN
    assert evening.box.lamps[0] is Lamp.WAITING
    evening.box.press(3, Button.OK)
    assert evening.run(0.05) == [tap(3, Button.OK)]


def test_no_box_then_one_is_plugged_in_then_pulled_then_plugged_in_again(evening: Evening) -> None:
    evening.box.misbehaviour.unplugged = True
    evening.link.show({1: Lamp.BID_WANTED})
    evening.run(1.5)
    assert evening.link.state is LinkState.ABSENT
    evening.box.misbehaviour.unplugged = False
    evening.run(1.5)
    assert evening.link.state is LinkState.READY
    assert evening.box.lamps[1] is Lamp.BID_WANTED
    evening.box.misbehaviour.unplugged = True
    evening.run(0.1)
    assert evening.link.state is LinkState.LOST
    evening.run(10)
    assert evening.link.state is LinkState.LOST
    evening.box.misbehaviour.unplugged = False
    evening.box.power_cycle()
    evening.run(1.5)
    assert evening.link.state is LinkState.READY
    assert evening.box.lamps[1] is Lamp.BID_WANTED
    assert evening.link.reconnects == 1


def test_a_box_that_goes_silent_is_said_within_three_seconds_and_taken_up_again(evening: Evening) -> None:
    evening.run(1.0)
    evening.box.misbehaviour.silent = True
    evening.run(3.0)
    assert evening.link.state is LinkState.LOST
    evening.run(20.0)
    assert evening.link.state is LinkState.LOST
    evening.box.misbehaviour.silent = False
    evening.run(6.0)
    assert evening.link.state is LinkState.READY


def test_a_reset_costs_neither_lamps_nor_presses(evening: Evening) -> None:
    evening.link.show({2: Lamp.FINDING})
    evening.run(0.2)
    evening.box.press(1, Button.UP)
    evening.box.reset()
    assert evening.run(0.3) == [tap(1, Button.UP)]
    assert evening.box.lamps[2] is Lamp.FINDING


def test_an_outdated_firmware_is_refused_in_words_and_welcome_once_flashed(evening: Evening) -> None:
    evening.box.misbehaviour.protocol = 9
    evening.box.power_cycle()
    evening.run(0.5)
    assert evening.link.state is LinkState.REFUSED
    assert "speaks protocol 9; this program speaks 1. Flash the box" in said(evening.link.told)
    evening.box.press(1, Button.UP)
    assert evening.run(10.0) == []
    assert evening.link.state is LinkState.REFUSED
    evening.box.misbehaviour.protocol = 1
    evening.box.power_cycle()
    evening.run(0.5)
    assert evening.link.state is LinkState.READY


@pytest.mark.parametrize("drop, garble", [(0.0, 0.01), (0.01, 0.01), (0.0, 0.05)])
def test_five_hundred_presses_on_a_bad_cable_with_ten_resets_none_lost_or_doubled(
    drop: float, garble: float, evening: Evening
) -> None:
    evening.run(0.5)
    evening.box.misbehaviour.drop = drop
    evening.box.misbehaviour.garble = garble
    made, got = [], []
    for number in range(500):
        press = tap(1 + number % 6, Button(number % 4))
        evening.box.press(press.seat, press.button)
        made.append(press)
        if number % 50 == 25:
            evening.box.reset()
        got += evening.run(0.1)
    got += evening.run(2.0)
    assert got == made
    assert evening.link.state is LinkState.READY


def test_a_button_that_hangs_is_said(evening: Evening) -> None:
    evening.run(0.5)
    evening.box.hang(4, Button.OK)
    evening.run(5.0)
    assert said(evening.link.told) == "Seat box ready on pretend wire, firmware 1.0.", "somebody may be holding it"
    evening.run(7.0)
    assert "The button ok of seat 4 hangs: free it" in said(evening.link.told)
    evening.box.hang(4, Button.OK, down=False)
    evening.run(1.2)
    assert evening.link.hanging == 0


def test_a_board_that_is_no_seat_box_is_said_and_its_port_tried_for_ever(evening: Evening) -> None:
    evening.box.misbehaviour.silent = True
    evening.box.outgoing.clear()
    evening.run(6.0)
    assert evening.link.state is LinkState.MUTE
    assert "Nobody on pretend wire answers as a seat box: flash it" in said(evening.link.told)
    evening.run(20.0)
    assert evening.link.state is LinkState.MUTE
    evening.box.misbehaviour.silent = False
    evening.run(6.0)
    assert evening.link.state is LinkState.READY


def test_the_box_is_found_by_what_it_says_among_ports_that_say_nothing_or_noise() -> None:
    box = FakeBox()
    mute, noisy = FakeBox(), FakeBox()
    mute.misbehaviour.silent = True
    noisy.misbehaviour.garble = 0.9
    ports = {"mute": mute, "noisy": noisy, "right": box}
    link = SeatBox(lambda: list(ports), lambda name: MemoryPort(ports[name]))
    evening = Evening(box, link)
    evening.run(15.0)
    assert said(link.told).startswith("Seat box ready on right")


@pytest.mark.parametrize(
    "why, state",
    [
        (OSError(errno.EAGAIN, "Could not exclusively lock port"), LinkState.BUSY),
        (OSError(errno.EBUSY, "Device or resource busy"), LinkState.BUSY),
        (PermissionError(errno.EACCES, "Permission denied"), LinkState.FORBIDDEN),
        (FileNotFoundError(errno.ENOENT, "gone between finding and opening"), LinkState.ABSENT),
    ],
)
def test_why_a_port_cannot_be_opened_is_told_apart_and_tried_again(why: OSError, state: LinkState) -> None:
    box = FakeBox()
    refusals = [why, why]

    def open_port(name: str) -> Port:
        if refusals:
            raise refusals.pop()
        return MemoryPort(box)

    evening = Evening(box, SeatBox(lambda: ["/dev/ttyACM0"], open_port))
    evening.run(0.1)
    assert evening.link.state is state
    evening.run(3.0)
    assert evening.link.state is LinkState.READY


def test_close_lets_go_and_poll_takes_up_again(evening: Evening) -> None:
    evening.run(0.1)
    evening.link.close()
    evening.link.close()
    evening.run(1.1)
    assert evening.link.state is LinkState.READY


@pytest.fixture
def wire() -> Iterator[PtyWire]:
    made = PtyWire(FakeBox())
    yield made
    made.close()


def test_the_real_serial_library_on_a_real_terminal_device(wire: PtyWire) -> None:
    link = SeatBox(lambda: [wire.name], wire.open)
    evening = Evening(wire.box, link)
    evening.run(0.2, wire.pump)
    assert link.state is LinkState.READY
    wire.box.press(5, Button.DOWN)
    assert evening.run(0.1, wire.pump) == [tap(5, Button.DOWN)]
    link.close()


def test_a_second_program_on_the_port_is_refused_by_both(wire: PtyWire) -> None:
    first = SerialPort(wire.name)
    link = SeatBox(lambda: [wire.name], wire.open)
    link.poll(0.0)
    assert link.state is LinkState.BUSY
    assert f"Another program uses {wire.name}" in said(link.told)
    first.close()
    evening = Evening(wire.box, link)
    evening.now = 1.0
    evening.run(0.2, wire.pump)
    assert link.state is LinkState.READY
    with pytest.raises(OSError, match="lock"):
        SerialPort(wire.name)
    link.close()


def test_writing_to_a_port_that_nobody_reads_never_waits(wire: PtyWire) -> None:
    port = SerialPort(wire.name)
    written = 1
    while written:  # a pseudo terminal holds some kilobytes; a write that waited would never get here
        written = port.write(b"\x55" * 4096)
    port.close()
    link = SeatBox(lambda: [wire.name], wire.open)
    for tick in range(1000):
        link.poll(tick / 100)
    link.close()


def test_a_pulled_cable_on_a_real_terminal_device_is_lost_not_raised() -> None:
    wire = PtyWire(FakeBox())
    link = SeatBox(lambda: [wire.name], wire.open)
    evening = Evening(wire.box, link)
    evening.run(0.2, wire.pump)
    wire.close()
    assert link.poll(evening.now) == ()
    assert link.state is LinkState.LOST
    link.close()
