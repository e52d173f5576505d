"""What the cable to the seat box stands: damaged frames through the codec, and presses on the real firmware, simulated.

`figures()` yields (key, value, unit, meaning); `make bench PART=bridge` prints them. The tests take the same runs and
hold them to their bars. Without Debian's avr tools the box is left out, with a sentence.
"""

from __future__ import annotations

import random
import select
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import quantiles

from firmware_bridge.link import Press, SeatBox, SerialPort
from firmware_bridge.messages import (
    SEATS,
    AskHello,
    AskState,
    BoxState,
    Button,
    Hello,
    Lamp,
    LampsShown,
    Message,
    Ping,
    PressKind,
    PressMade,
    ShowLamps,
    TakePress,
)
from firmware_bridge.protocol import Decoder, encode
from firmware_bridge.wire import NoisyPort, spoil
from table_controller.words.facts import said
from tests.bench.simulated_box import NoSimulator, SimulatedBox

FRAMES = 1_000_000
FRAMES_A_ROUND = 50_000
FRAMES_WITHIN_S = 20.0
SEED = 20
SAMPLE: tuple[Message, ...] = (
    AskHello(),
    ShowLamps(263, (Lamp.WAITING, Lamp.YOUR_TURN, Lamp.OFF, Lamp.DEALER, Lamp.OFF, Lamp.FINDING, Lamp.NO_REFEREE)),
    TakePress(1, 515),
    Ping(0xBEEF),
    AskState(),
    Hello(1, 1, 0, 0xFFFFFFFF, 6, 7, 1),
    BoxState(1, 2, 263, 0x00800010, 1),
    PressMade(1, 2, 3, Button.PASS, PressKind.HELD, 4),
    LampsShown(263),
)
PRESSES_AT_PACE = 200
PRESSES_ON_A_BAD_CABLE = 500
GARBLED = 0.01
RESETS = 10
PATIENCE_MS = 10_000
Named = tuple[str, float, str, str]


def figures() -> Iterator[Named]:
    """Damaged frames for 20 s at most, then presses at real pace and on a bad cable; a minute in all."""
    fuzzed = _fuzz_for_a_while()
    yield "bridge.frames", fuzzed.frames, "", f"frames through the codec, {fuzzed.damaged} of them damaged"
    yield "bridge.wrong", fuzzed.wrong, "", "messages accepted that nobody sent (budget 0)"
    try:
        took = press_at_real_pace(PRESSES_AT_PACE)
        with SimulatedBox() as sim:
            chance = random.Random(SEED)
            link = SeatBox(lambda: [sim.name], lambda name: NoisyPort(sim.open(name), chance, GARBLED))
            made, got, _ = press_often(sim, link, PRESSES_ON_A_BAD_CABLE, RESETS, chance)
            link.close()
    except NoSimulator as why:
        print(f"Left out, the seat box's own figures: {why}", file=sys.stderr)
        return
    p95 = quantiles(took, n=20)[-1] * 1000
    meaning = f"press to event, 95 % of {PRESSES_AT_PACE} at real pace on the real firmware (budget 30)"
    yield "box.press_p95_ms", p95, "ms", meaning
    meaning = f"of {len(made)} presses lost, doubled or out of turn: 1 % of bytes changed, {RESETS} resets (budget 0)"
    yield "box.presses_lost", wrongly(made, got), "", meaning


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What came of damaged frames: `wrong` messages that nobody sent, `worst` undamaged frames lost in a row."""

    frames: int
    damaged: int
    wrong: int
    worst: int


def _fuzz_for_a_while() -> Fuzzed:
    total = Fuzzed(0, 0, 0, 0)
    until = time.monotonic() + FRAMES_WITHIN_S
    while total.frames < FRAMES and time.monotonic() < until:
        one = fuzz(FRAMES_A_ROUND, SEED + total.frames, SAMPLE)
        total = Fuzzed(
            total.frames + one.frames,
            total.damaged + one.damaged,
            total.wrong + one.wrong,
            max(total.worst, one.worst),
        )
    return total


def fuzz(frames: int, seed: int, messages: Sequence[Message]) -> Fuzzed:
    """Sends so many frames over a cable that changes, loses and inserts bytes.

    One byte in a hundred to one in three, so that most of the damage is of the kind that one CRC alone would now and
    then let pass.
    """
    chance = random.Random(seed)
    encoded = [encode(message) for message in messages]
    decoder = Decoder()
    damaged = wrong = lost_in_a_row = worst = before = 0
    for number in range(frames):
        which = chance.randrange(len(messages))
        rate = (0.0, 0.01, 0.1, 0.33)[number % 4]
        sent = _on_a_bad_cable(encoded[which], rate, chance)
        got = decoder.feed(sent)
        whole = sent == encoded[which]
        damaged += not whole
        lost_in_a_row = lost_in_a_row + 1 if whole and not got else 0
        worst = max(worst, lost_in_a_row)
        # The frame before may come out only now, when the zero that closes it was lost and noise brought another.
        wrong += sum(message not in (messages[which], messages[before]) for message in got)
        before = which
    return Fuzzed(frames, damaged, wrong, worst)


def _on_a_bad_cable(data: bytes, rate: float, chance: random.Random) -> bytes:
    sent = spoil(data, chance, drop=rate / 2, garble=rate)
    if not rate or chance.random() >= rate:
        return sent
    cut = chance.randrange(len(sent) + 1)
    return sent[:cut] + chance.randbytes(chance.randrange(1, 4)) + sent[cut:]


def until(sim: SimulatedBox, link: SeatBox, done: Callable[[], object], got: list[Press] | None = None) -> None:
    """Polls the link every millisecond of the chip's time until `done()`; presses on the way go to `got`.

    Raises TimeoutError with the link's sentence after ten seconds of that time.
    """
    for _ in range(PATIENCE_MS):
        presses = link.poll(sim.now)
        if got is not None:
            got.extend(presses)
        if done():
            return
        sim.run()
    raise TimeoutError(said(link.told))


def press_often(
    sim: SimulatedBox, link: SeatBox, presses: int, resets: int, chance: random.Random
) -> tuple[list[Press], list[Press], list[float]]:
    """(what was pressed, what came, the chip's seconds from finger to event); the box is reset upon some presses."""
    made: list[Press] = []
    got: list[Press] = []
    took: list[float] = []
    until(sim, link, lambda: link.lamps_confirmed)
    for number in range(presses):
        press = Press(1 + number % SEATS, Button(number % 3), PressKind.TAP)
        made.append(press)
        began = sim.now
        sim.press(press.seat, press.button)
        if resets and number % (presses // resets) == presses // resets // 2:
            _let_pass(sim, link, chance.randrange(15), got)
            sim.tell("reset")
        until(sim, link, lambda: len(got) >= len(made), got)
        took.append(sim.now - began)
        sim.release(press.seat, press.button)
        _let_pass(sim, link, 20, got)
    _let_pass(sim, link, 500, got)  # whatever comes twice comes late
    return made, got, took


def _let_pass(sim: SimulatedBox, link: SeatBox, milliseconds: int, got: list[Press]) -> None:
    for _ in range(milliseconds):
        sim.run()
        got.extend(link.poll(sim.now))


def wrongly(made: Sequence[Press], got: Sequence[Press]) -> int:
    """How many presses were lost, came twice, or out of turn."""
    differing = sum(one != other for one, other in zip(made, got, strict=False))
    return differing + abs(len(made) - len(got))


def press_at_real_pace(presses: int) -> list[float]:
    """Seconds by the clock on the wall from finger to event, simulator, terminal and link included.

    Raises NoSimulator, and TimeoutError with the link's sentence.
    """
    with SimulatedBox(real_pace=True) as sim:
        link = SeatBox(lambda: [sim.name])
        took = []
        _wait_for(link, lambda: link.lamps_confirmed)
        for number in range(presses):
            seat = 1 + number % SEATS
            began = time.monotonic()
            sim.press(seat, Button.OK)
            _wait_for(link, lambda: False)
            took.append(time.monotonic() - began)
            sim.release(seat, Button.OK)
            for _ in range(15):  # a line a millisecond: the contact settles
                sim.stats()
                link.poll(time.monotonic())
        link.close()
    return took


def press_often_at_real_pace(presses: int, resets: int, chance: random.Random) -> tuple[list[Press], list[Press]]:
    """(what was pressed, what came) by the clock on the wall, on a bad cable, the box reset upon some presses.

    Raises NoSimulator, and TimeoutError with the link's sentence.
    """
    made: list[Press] = []
    got: list[Press] = []
    with SimulatedBox(real_pace=True) as sim:
        link = SeatBox(lambda: [sim.name], lambda name: NoisyPort(SerialPort(name), chance, GARBLED))
        _wait_for(link, lambda: link.lamps_confirmed)
        for number in range(presses):
            press = Press(1 + number % SEATS, Button(number % 3), PressKind.TAP)
            made.append(press)
            sim.press(press.seat, press.button)
            if number % (presses // resets) == presses // resets // 2:
                _poll_for(link, chance.random() * 0.015, got)
                sim.tell("reset")
            end = time.monotonic() + 60
            while len(got) < len(made) and time.monotonic() < end:
                _poll_for(link, 0.001, got)
            sim.release(press.seat, press.button)
            _poll_for(link, 0.02, got)
        _poll_for(link, 1.0, got)  # whatever comes twice comes late
        link.close()
    return made, got


def _poll_for(link: SeatBox, seconds: float, got: list[Press]) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        got.extend(link.poll(time.monotonic()))
        select.select([], [], [], 0.001)


def _wait_for(link: SeatBox, done: Callable[[], bool]) -> None:
    """Polls at real pace until `done()` or a press."""
    end = time.monotonic() + 60
    while not link.poll(time.monotonic()) and not done():
        if time.monotonic() > end:
            raise TimeoutError(said(link.told))
        select.select([], [], [], 0.001)
