"""Seat lamps on the Pi's pins, through gpiozero: show what the state asks for, blink by themselves, go dark
at the end.

`show` is level-triggered: a function of what is given, so it may be called any number of times and after
any restart. Nothing of the game may enter here. Written by hand and not gpiozero's `blink`/`source`: those
run one thread a pin, out of step with each other, and can't notice that the service has stopped; here one
beat drives all pins.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from hardware.facts import HardwareCode, fact
from hardware.lamps.patterns import STEP_S, LampPattern, chips, is_lit
from hardware.lamps.pinmap import PinMap, SeatLamp
from hardware.lamps.pins import NoPins, real_factory

__all__ = ["LampChange", "LampPattern", "Lamps"]

_REMEMBERED = 10_000  # changes kept; some hours of play, and a bound for a service that runs for months
_HEARD = frozenset({LampPattern.FINDING, LampPattern.QUESTION})  # what also sounds the buzzer


@dataclass(frozen=True, slots=True)
class LampChange:
    """One lamp was told something new."""

    t: float  # seconds of the clock given to Lamps
    seat: int  # 1..n, or pinmap.TABLE
    pattern: LampPattern


def _on_the_beat(now: float) -> float:
    """The beat nearest to now: a rhythm begins when it is asked for, and its first flash is never cut to
    nothing."""
    return round(now / STEP_S) * STEP_S


class Lamps:
    """All lamps of one table.

    `factory` is a gpiozero pin factory: `pins.mock_factory()` in simulation; None finds this Pi's own and
    may raise NoPins. `hang_after`: seconds without a call of `show` after which every lamp shows NO_REFEREE
    (None: never); a service that calls `show` every tick so tells the table when it hangs. `beating=False`
    starts no thread: then call `beat` yourself.
    """

    def __init__(
        self,
        pin_map: PinMap,
        factory: Any = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        hang_after: float | None = None,
        beating: bool = True,
    ) -> None:
        self._clock = clock
        self._hang_after = hang_after
        self._map = pin_map
        self._lock = threading.Lock()
        self._wanted = dict.fromkeys(pin_map.lamps, LampPattern.OFF)
        self._since = dict.fromkeys(pin_map.lamps, 0.0)
        self._history: deque[LampChange] = deque(maxlen=_REMEMBERED)
        self._told = clock()
        self._buzz_until: float | None = None
        self._ended = threading.Event()
        self._open(real_factory() if factory is None else factory)
        atexit.register(self.close)
        self._thread = threading.Thread(target=self._keep_beating, name="lamps", daemon=True)
        if beating:
            self._thread.start()

    def _open(self, factory: Any) -> None:
        """Claims the pins and drives every one dark first: a killed service may have left some lit."""
        from gpiozero import LED, Buzzer

        self._chips: dict[int, list[Any]] = {seat: [] for seat in self._map.lamps}
        self._buzzer: Any = None
        try:
            for seat, lamp in self._map.lamps.items():
                for pin in lamp.pins:
                    led = LED(pin, active_high=not lamp.common_anode, pin_factory=factory)
                    self._chips[seat].append(led)
            if self._map.buzzer is not None:
                self._buzzer = Buzzer(self._map.buzzer, pin_factory=factory)
        except Exception as why:
            self._let_go()
            raise NoPins(fact(HardwareCode.LAMP_PIN_TAKEN, reason=str(why))) from why

    def show(self, wanted: Mapping[int, LampPattern]) -> None:
        """Every lamp shows what `wanted` says for its seat (pinmap.TABLE for the table lamp), OFF where it
        says nothing.

        A seat without a lamp is passed over: a table may have fewer lamps than seats.
        """
        now = self._clock()
        with self._lock:
            self._told = now
            for seat in self._wanted:
                self._want(seat, wanted.get(seat, LampPattern.OFF), now)
        self.beat(now)

    def _want(self, seat: int, pattern: LampPattern, now: float) -> None:
        if self._wanted[seat] is pattern:
            return
        self._wanted[seat] = pattern
        self._since[seat] = _on_the_beat(now)
        self._history.append(LampChange(now, seat, pattern))
        if pattern in _HEARD:
            self._buzz_until = now + STEP_S

    def beat(self, now: float) -> None:
        """Sets every pin to what its pattern says at this moment of the clock. The thread calls it; tests
        may."""
        with self._lock:
            if self._ended.is_set():
                return
            hung = self._hang_after is not None and now - self._told > self._hang_after
            for seat, lamp in self._map.lamps.items():
                pattern = LampPattern.NO_REFEREE if hung else self._wanted[seat]
                self._light(seat, lamp, pattern, now - (0.0 if hung else self._since[seat]))
            if self._buzzer is not None:
                self._buzzer.value = self._buzz_until is not None and now < self._buzz_until

    def _light(self, seat: int, lamp: SeatLamp, pattern: LampPattern, t: float) -> None:
        lit = chips(pattern, lamp.colours) if is_lit(pattern, t) else frozenset()
        for colour, led in zip(lamp.colours, self._chips[seat], strict=True):
            wanted = colour in lit or (len(lamp.pins) == 1 and bool(lit))
            if led.is_lit != wanted:  # a pin is written only on a change, so a trace holds changes alone
                led.value = wanted

    def _keep_beating(self) -> None:
        while not self._ended.wait(STEP_S - self._clock() % STEP_S):
            self.beat(self._clock())

    @property
    def showing(self) -> dict[int, LampPattern]:
        """What each lamp was last told to show."""
        with self._lock:
            return dict(self._wanted)

    @property
    def history(self) -> tuple[LampChange, ...]:
        """The latest changes of what lamps were told, oldest first. (What each pin did, mock pins remember
        themselves.)"""
        with self._lock:
            return tuple(self._history)

    def close(self) -> None:
        """Every lamp dark, every pin given back. May be called twice."""
        with self._lock:
            if self._ended.is_set():
                return
            self._ended.set()
            self._let_go()
        atexit.unregister(self.close)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _let_go(self) -> None:
        leds = [led for row in self._chips.values() for led in row]
        for device in leds if self._buzzer is None else [*leds, self._buzzer]:
            device.off()
            device.close()

    def __enter__(self) -> Lamps:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
