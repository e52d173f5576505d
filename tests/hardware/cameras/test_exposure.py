from __future__ import annotations

from collections.abc import Iterable

import pytest

from hardware.cameras.exposure import BUDGET, HOLD_S, LATEST_S, QUIET_S, REGAIN_S, Exposed, ExposureWatch

FINE, BLACK, WHITE = Exposed(0.0, True, 0.0), Exposed(-5.6, False, 0.0), Exposed(1.6, False, 0.0)
DUSK, GLARE = Exposed(-1.3, True, 0.0), Exposed(1.3, True, 0.0)
STILL_DARK = Exposed(0.0, False, 0.0)
STEP_S = 0.1


def beside_hands(picture: Exposed) -> Exposed:
    return Exposed(picture.off, picture.readable, 0.2)


class Room:
    """Ten pictures a second, judged; what is measured anew is opened anew."""

    def __init__(self) -> None:
        self.watch, self.t = ExposureWatch(), 0.0

    def show(self, pictures: Iterable[Exposed]) -> list[float]:
        """When locks were measured anew, in seconds from the first of these pictures."""
        began, found = self.t + STEP_S, []
        for picture in pictures:
            self.t += STEP_S
            if self.watch.see(picture, self.t):
                found.append(self.t - began)
                self.watch.measured()
        return found

    def show_for(self, seconds: float, picture: Exposed) -> list[float]:
        return self.show([picture] * round(seconds / STEP_S))


@pytest.mark.parametrize("picture", [BLACK, WHITE, Exposed(2.5, True, 0.0)])
def test_where_nothing_can_be_read_nobody_is_waited_for(picture: Exposed) -> None:
    found = Room().show_for(2.0, beside_hands(picture))
    assert found and found[0] == pytest.approx(HOLD_S, abs=2 * STEP_S)


@pytest.mark.parametrize("picture", [DUSK, GLARE])
def test_what_is_hard_to_read_waits_for_a_quiet_moment_but_not_for_ever(picture: Exposed) -> None:
    room = Room()
    assert room.show_for(8.0, beside_hands(picture)) == []
    assert room.show_for(2.0, picture)[0] == pytest.approx(QUIET_S, abs=2 * STEP_S)
    restless = Room().show_for(LATEST_S + 1, beside_hands(picture))
    assert restless[0] == pytest.approx(LATEST_S, abs=2 * STEP_S)


@pytest.mark.parametrize(
    ("what", "pictures"),
    [
        ("flicker of the mains", [FINE, WHITE] * 150),
        ("a lamp that flickers slowly", ([FINE] * 5 + [BLACK] * 5) * 30),
        ("a short shadow beside hands", [FINE] * 5 + [beside_hands(DUSK)] * 100 + [FINE] * 50),
        ("a hand right before the lens", [BLACK] * 9 + [FINE] * 50),
        ("a little less light for ever", [Exposed(-0.9, True, 0.0)] * 600),
    ],
)
def test_what_passes_or_harms_nobody_changes_nothing(what: str, pictures: list[Exposed]) -> None:
    assert Room().show(pictures) == [], what


def test_a_cap_left_on_costs_little_and_when_it_comes_off_that_is_followed_at_once() -> None:
    room = Room()
    hour = room.show_for(3600.0, STILL_DARK)
    assert hour[0] == pytest.approx(HOLD_S, abs=2 * STEP_S), "light that changed while it was measured is found soon"
    assert len(hour) <= 3600 / REGAIN_S + BUDGET
    assert room.show_for(2.0, Exposed(8.0, False, 0.0))[0] <= HOLD_S


def test_a_lamp_that_blinks_for_ever_does_not_blind_the_table_for_ever() -> None:
    room, minutes = Room(), 10
    found = room.show(([WHITE] * 20 + [FINE] * 20 + [BLACK] * 20) * 10 * minutes)
    assert len(found) <= BUDGET + minutes * 60 / REGAIN_S
    room.show_for(REGAIN_S, FINE)
    assert room.show_for(2.0, WHITE), "later light is followed as ever"


def test_locks_that_did_not_fit_the_last_picture_are_not_kept() -> None:
    room = Room()
    for picture in (WHITE, BLACK, DUSK, GLARE, STILL_DARK):
        room.show([picture])
        assert not room.watch.is_fit
        room.show([FINE])
        assert room.watch.is_fit
