from __future__ import annotations

import threading
from typing import Any

import pytest

from hardware.lamps.patterns import RHYTHMS, STEP_S, STEPS, LampPattern, is_lit
from hardware.lamps.pinmap import FOUR_SEATS, SIX_SEATS, TABLE, PinMap, SeatLamp
from hardware.lamps.pins import NoPins
from hardware.lamps.seat_lamps import LampChange, Lamps
from tests import PATIENCE_S
from tests.hardware.conftest import Clock
from tests.saying import refused

ONE_EACH = PinMap({1: SeatLamp((17,)), 2: SeatLamp((27,)), 3: SeatLamp((22,)), 4: SeatLamp((5,))}, buzzer=12)


def high(pins: Any, number: int) -> bool:
    return bool(pins.pin(number).state)


def lit_pins(pins: Any, pin_map: PinMap) -> set[int]:
    return {number for _, number in pin_map.wires() if high(pins, number)}


@pytest.mark.parametrize("pattern", LampPattern)
def test_every_pattern_is_played_on_the_pin_step_by_step(pattern: LampPattern, pins: Any, clock: Clock) -> None:
    with Lamps(ONE_EACH, pins, clock=clock, beating=False) as lamps:
        lamps.show({3: pattern})
        trace = ""
        for step in range(2 * STEPS):
            lamps.beat(step * STEP_S)
            trace += "#" if high(pins, 22) else "."
        assert trace == RHYTHMS[pattern] * 2
        assert not high(pins, 17)


KINDS = {
    "single": SeatLamp((17,)),
    "two-colour": SeatLamp((17, 27)),
    "rgb": SeatLamp((17, 27, 22)),
    "single, common anode": SeatLamp((17,), common_anode=True),
    "rgb, common anode": SeatLamp((17, 27, 22), common_anode=True),
}


def lit_times(rhythm: str, cycles: int) -> list[tuple[float, bool]]:
    """When a lamp of this rhythm changes, in seconds from its beginning, the dark start left out."""
    changes, before = [], "."
    for step, now in enumerate(rhythm * cycles):
        if now != before:
            changes.append((round(step * STEP_S, 3), now == "#"))
        before = now
    return changes


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("pattern", LampPattern)
def test_every_pattern_is_a_timed_trace_on_every_kind_of_lamp(
    pattern: LampPattern, kind: str, pins: Any, clock: Clock
) -> None:
    """Whatever the colours, the lamp as a whole follows the rhythm; looked at a hundred times a second."""
    lamp = KINDS[kind]
    with Lamps(PinMap({2: lamp}), pins, clock=clock, beating=False) as lamps:
        changes: list[tuple[float, bool]] = []
        colours: set[frozenset[int]] = set()
        for hundredth in range(round(2 * STEPS * STEP_S * 100)):
            clock.now = hundredth / 100
            lamps.show({2: pattern})
            lit = frozenset(pin for pin in lamp.pins if high(pins, pin) != lamp.common_anode)
            if bool(lit) != (changes[-1][1] if changes else False):
                changes.append((clock.now, bool(lit)))
            colours |= {lit} if lit else set()
        assert changes == [pytest.approx(change) for change in lit_times(RHYTHMS[pattern], 2)]
        assert len(colours) == (pattern is not LampPattern.OFF), "one colour from beginning to end"
    assert all(high(pins, pin) == lamp.common_anode for pin in lamp.pins), "dark at the end"


def test_the_pin_remembers_changes_only(pins: Any, clock: Clock) -> None:
    with Lamps(ONE_EACH, pins, clock=clock, beating=False) as lamps:
        lamps.show({1: LampPattern.TOOK_TRICK})
        for hundredth in range(240):
            lamps.beat(hundredth / 100)
        states = [state.state for state in pins.pin(17).states]
        assert states[-4:] == [True, False, True, False]
        assert len(states) <= 6


def test_showing_the_same_again_changes_nothing(pins: Any, clock: Clock) -> None:
    with Lamps(FOUR_SEATS, pins, clock=clock, beating=False) as lamps:
        lamps.show({1: LampPattern.YOUR_TURN, 2: LampPattern.DEALER})
        before = {number: len(pins.pin(number).states) for _, number in FOUR_SEATS.wires()}
        history = lamps.history
        lamps.show({1: LampPattern.YOUR_TURN, 2: LampPattern.DEALER})
        assert {number: len(pins.pin(number).states) for _, number in FOUR_SEATS.wires()} == before
        assert lamps.history == history


def test_what_is_not_named_is_off_and_a_seat_without_a_lamp_is_passed_over(pins: Any, clock: Clock) -> None:
    with Lamps(ONE_EACH, pins, clock=clock, beating=False) as lamps:
        lamps.show({1: LampPattern.YOUR_TURN, 6: LampPattern.YOUR_TURN})
        assert lit_pins(pins, ONE_EACH) == {17}
        lamps.show({2: LampPattern.YOUR_TURN})
        assert lit_pins(pins, ONE_EACH) == {27}
        assert lamps.showing == {
            1: LampPattern.OFF, 2: LampPattern.YOUR_TURN, 3: LampPattern.OFF, 4: LampPattern.OFF
        }  # fmt: skip


def test_every_change_is_remembered_with_its_time(pins: Any, clock: Clock) -> None:
    with Lamps(ONE_EACH, pins, clock=clock, beating=False) as lamps:
        lamps.show({1: LampPattern.BID_WANTED})
        clock.now = 4.5
        lamps.show({2: LampPattern.BID_WANTED})
        assert lamps.history == (
            LampChange(0.0, 1, LampPattern.BID_WANTED),
            LampChange(4.5, 1, LampPattern.OFF),
            LampChange(4.5, 2, LampPattern.BID_WANTED),
        )


def test_a_rhythm_begins_when_it_is_asked_for(pins: Any, clock: Clock) -> None:
    clock.now = 1.5
    with Lamps(ONE_EACH, pins, clock=clock, beating=False) as lamps:
        lamps.show({1: LampPattern.DEALER})
        assert high(pins, 17)
        lamps.beat(1.85)
        assert not high(pins, 17)


def test_colours_by_the_number_of_pins(pins: Any, clock: Clock) -> None:
    with Lamps(FOUR_SEATS, pins, clock=clock, beating=False) as lamps:
        lamps.show({1: LampPattern.FINDING, 2: LampPattern.YOUR_TURN, TABLE: LampPattern.YOUR_TURN})
        assert lit_pins(pins, FOUR_SEATS) >= {17, 6, 26}  # red of seat 1, green of seat 2, the table lamp
        assert not lit_pins(pins, FOUR_SEATS) & {27, 22, 5, 13}
    with Lamps(SIX_SEATS, pins, clock=clock, beating=False) as lamps:
        lamps.show({6: LampPattern.BID_WANTED})  # blue, which a two-colour lamp has not: both chips
        assert lit_pins(pins, SIX_SEATS) == {25, 21}


def test_a_common_anode_lamp_lights_when_its_pin_is_low(pins: Any, clock: Clock) -> None:
    anode = PinMap({1: SeatLamp((17,), common_anode=True)})
    with Lamps(anode, pins, clock=clock, beating=False) as lamps:
        assert high(pins, 17)
        lamps.show({1: LampPattern.YOUR_TURN})
        assert not high(pins, 17)


def test_the_buzzer_sounds_one_step_for_a_finding_and_not_again_while_it_stands(pins: Any, clock: Clock) -> None:
    with Lamps(ONE_EACH, pins, clock=clock, beating=False) as lamps:
        lamps.show({1: LampPattern.YOUR_TURN})
        assert not high(pins, 12)
        lamps.show({1: LampPattern.FINDING})
        assert high(pins, 12)
        lamps.beat(STEP_S)
        assert not high(pins, 12)
        clock.now = 1.0
        lamps.show({1: LampPattern.FINDING})
        assert not high(pins, 12)


def test_a_service_that_hangs_shows_no_referee_at_every_lamp_until_it_shows_again(pins: Any, clock: Clock) -> None:
    with Lamps(ONE_EACH, pins, clock=clock, hang_after=3.0, beating=False) as lamps:
        lamps.show({1: LampPattern.OFF, 2: LampPattern.YOUR_TURN})
        for step in range(16, 40):
            now = step * STEP_S
            lamps.beat(now)
            assert lit_pins(pins, ONE_EACH) == ({17, 27, 22, 5} if is_lit(LampPattern.NO_REFEREE, now) else set())
        clock.now = 8.0
        lamps.show({2: LampPattern.YOUR_TURN})
        assert lit_pins(pins, ONE_EACH) == {27}


def test_all_lamps_are_dark_and_all_pins_given_back_after_an_exception(pins: Any, clock: Clock) -> None:
    everything = dict.fromkeys(range(7), LampPattern.YOUR_TURN)
    with (
        pytest.raises(ZeroDivisionError),
        Lamps(FOUR_SEATS, pins, clock=clock, beating=False) as lamps,
    ):
        lamps.show(everything)
        assert lit_pins(pins, FOUR_SEATS)
        1 / 0  # noqa: B018
    assert lit_pins(pins, FOUR_SEATS) == set()
    lamps.close()  # a second time does no harm
    lamps.beat(1.0)
    assert lit_pins(pins, FOUR_SEATS) == set()
    with Lamps(FOUR_SEATS, pins, clock=clock, beating=False):
        pass  # the pins are free again


def test_a_start_darkens_what_a_killed_service_left_lit(pins: Any, clock: Clock) -> None:
    for _, number in ONE_EACH.wires():
        pins.pin(number).function = "output"
        pins.pin(number).state = True
    with Lamps(ONE_EACH, pins, clock=clock, beating=False):
        assert lit_pins(pins, ONE_EACH) == set()


def test_a_pin_taken_by_somebody_else_is_said_in_one_sentence_and_the_others_are_given_back(
    pins: Any, clock: Clock
) -> None:
    from gpiozero import LED

    with LED(22, pin_factory=pins), refused(NoPins, match="end the other program"):
        Lamps(ONE_EACH, pins, clock=clock, beating=False)
    with Lamps(ONE_EACH, pins, clock=clock, beating=False):
        pass


def test_the_beat_runs_by_itself_and_ends_with_close(pins: Any) -> None:
    before = set(threading.enumerate())
    lamps = Lamps(ONE_EACH, pins)
    (beat,) = set(threading.enumerate()) - before
    went_dark = threading.Event()
    pin = pins.pin(17)
    told = pin._change_state  # the mock pin's own hook: called for every change it makes

    def listen(value: Any) -> Any:
        if not value:
            went_dark.set()
        return told(value)

    pin._change_state = listen
    lamps.show({1: LampPattern.FINDING})
    assert went_dark.wait(PATIENCE_S), "nobody but the beat could have turned it off"
    lamps.close()
    assert not beat.is_alive()
