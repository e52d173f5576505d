"""Rest is local: what moves is out of sight, what rests is read whatever goes on beside it, and light moves nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from vision.table.rest import BESIDE_S, HELD_S, SMALL, STILL_FRAMES, STILL_S, TOUCHED_S, Mask, RestMap

Grey = np.ndarray
CARD, HAND = 215, 150


def cloth(seed: int = 1) -> Grey:
    """A table with something to see on it, as a camera of 1280 x 720 shows it."""
    chance = np.random.default_rng(seed)
    picture = np.full((720, 1280), 110.0)
    picture[::90, :] = 60
    picture[:, ::160] = 170
    return picture + chance.normal(0, 4, picture.shape).repeat(1, 0)


TABLE = cloth()


def shot(
    noise: int, card_at: int | None = None, hand: tuple[int, int] | None = None, light: Grey | float = 1.0
) -> Grey:
    """A frame; the card is 70 x 100 pixels with print on it at y 300, the hand 80 x 140 pixels."""
    picture = TABLE.copy()
    if card_at is not None:
        picture[300:400, card_at : card_at + 70] = CARD
        picture[310:330, card_at + 8 : card_at + 20] = 40
        picture[370:390, card_at + 50 : card_at + 62] = 40
    if hand is not None:
        x, y = hand
        picture[y : y + 140, x : x + 80] = HAND
    grain = np.random.default_rng(noise).normal(0, 2, picture.shape)
    return np.clip(picture * light + grain, 0, 255).astype(np.uint8)


def small(x0: int, y0: int, x1: int, y1: int) -> tuple[slice, slice]:
    """The small picture's pixels of a box in the frame."""
    return slice(y0 // 8, -(-y1 // 8)), slice(x0 // 8, -(-x1 // 8))


CARD_AT = small(608, 308, 662, 392)


def read_all(rest: RestMap, frames: int = 5, card_at: int | None = None) -> float:
    """The table as it lies there, taken as read; the time after it in seconds."""
    for k in range(frames):
        rest.see(shot(k, card_at), k / 10)
    ready = rest.ripe()
    assert ready.all(), "all of a table at rest is read at first"
    rest.take_as_read(ready, rest.light(ready))
    return frames / 10


def first_ripe(rest: RestMap, frames: Iterator[tuple[Grey, float]], where: tuple[slice, slice]) -> float:
    """When a part is ripe to be read."""
    for frame, t in frames:
        rest.see(frame, t)
        if rest.ripe()[where].mean() > 0.5:
            return t
    raise AssertionError("never ripe")


def test_noise_is_no_movement() -> None:
    rest = RestMap()
    t = read_all(rest)
    for k in range(20):
        rest.see(shot(50 + k), t + k / 10)
    assert not rest.ripe().any() and not rest.is_anything_restless


@pytest.mark.parametrize("rate", [5, 10, 20, 30])
def test_at_any_rate_a_card_rests_for_a_fifth_of_a_second_and_three_frames(rate: int) -> None:
    rest = RestMap()
    t = read_all(rest)
    came = first_ripe(rest, ((shot(100 + k, 600), t + k / rate) for k in range(60)), CARD_AT)
    assert came - t == pytest.approx(max(STILL_S, (STILL_FRAMES - 1) / rate), abs=1.01 / rate)


def test_a_sliding_card_is_movement_until_it_rests() -> None:
    rest = RestMap()
    t = read_all(rest)
    for k, x in enumerate((200, 300, 400, 500)):
        rest.see(shot(k, x), t + k / 10)
        assert not rest.ripe().any()
        assert rest.restless[small(x + 8, 308, x + 62, 392)].mean() > 0.8
    came = first_ripe(rest, ((shot(200 + k, 600), t + 0.4 + k / 10) for k in range(9)), CARD_AT)
    assert came - t <= 0.4 + STILL_S + 0.1


def test_slow_sliding_is_movement_although_no_frame_differs_from_the_one_before() -> None:
    rest = RestMap()
    t = read_all(rest)
    for k in range(60):
        frame = shot(0)
        frame[300:400, 100 : 170 + k] = CARD  # a card's edge creeps on by one pixel a frame
        rest.see(frame, t + k / 10)
        if k > 10:
            x = 170 + k
            assert rest.restless[small(x - 16, 308, x, 392)].any()


def test_a_frame_sent_twice_is_no_evidence_of_rest() -> None:
    rest = RestMap()
    t = read_all(rest)
    times = (t + k / 60 for k in range(1000))
    for k, x in enumerate((580, 590, 600)):
        frame = shot(k, x)
        for _ in range(8):
            rest.see(frame, next(times))
            assert not rest.ripe()[CARD_AT].any()


def test_a_picture_held_for_long_is_a_table_at_rest() -> None:
    rest = RestMap()
    t = read_all(rest)
    frame = shot(7, 600)
    came = first_ripe(rest, ((frame, t + k / 10) for k in range(8)), CARD_AT)
    assert came - t == pytest.approx(HELD_S)


def fidget(k: int) -> tuple[int, int]:
    """A hand at the left edge that never holds still."""
    return int(np.random.default_rng(k).integers(0, 25)), 260 + int(np.random.default_rng(900 + k).integers(0, 40))


def test_a_hand_that_fidgets_at_the_edge_keeps_nobody_from_reading_a_card() -> None:
    rest = RestMap()
    t = read_all(rest)
    for k in range(20):
        rest.see(shot(k, hand=fidget(k)), t + k / 10)
    assert rest.is_anything_restless
    laid = t + 2.0
    frames = ((shot(60 + k, 600, fidget(60 + k)), laid + k / 10) for k in range(30))
    assert first_ripe(rest, frames, CARD_AT) - laid <= STILL_S + 0.15


def test_beside_a_hand_that_touches_it_and_goes_on_moving_a_card_is_read_after_a_longer_while() -> None:
    rest = RestMap()
    t = read_all(rest)

    def touching(k: int) -> tuple[int, int]:
        return 655 + int(np.random.default_rng(k).integers(0, 12)), 330

    frames = ((shot(60 + k, 600, touching(k)), t + k / 10) for k in range(30))
    assert BESIDE_S - 0.11 <= first_ripe(rest, frames, small(608, 308, 640, 392)) - t <= BESIDE_S + 0.31


def test_what_an_arm_still_reaches_is_read_after_a_longer_while() -> None:
    """A card held still in the air for two tenths of a second has not been laid."""
    rest = RestMap()
    t = read_all(rest)

    def held(k: int) -> Grey:
        frame = shot(60 + k, 600)
        frame[340:380, 660:] = HAND
        return frame

    came = first_ripe(rest, ((held(k), t + k / 20) for k in range(60)), CARD_AT)
    assert TOUCHED_S <= came - t <= TOUCHED_S + 0.1
    rest = RestMap()
    t = read_all(rest)
    for k in range(6):
        rest.see(held(k), t + k / 20)
    drawn_back = t + 0.3
    came = first_ripe(rest, ((shot(90 + k, 600), drawn_back + k / 20) for k in range(60)), small(608, 308, 640, 392))
    assert came - drawn_back <= STILL_S + 0.11


def test_what_moves_and_what_is_not_read_yet_is_out_of_sight() -> None:
    rest = RestMap()
    t = read_all(rest)
    rest.see(shot(30, 600), t)
    nothing: Mask = np.zeros(SMALL[::-1], bool)
    assert rest.out_of_sight(nothing)[CARD_AT].all()
    assert not rest.out_of_sight(nothing)[small(1000, 100, 1100, 200)].any()


def test_the_trail_shows_where_a_hand_went_and_when() -> None:
    rest = RestMap()
    t = read_all(rest)
    for k, x in enumerate((100, 400, 800)):
        rest.see(shot(k, hand=(x, 300)), t + k / 10)
    trail = rest.trail(t - 0.05)
    assert trail[330 // 8, 420 // 8] and trail[330 // 8, 830 // 8]
    assert trail[600 // 8].mean() < 0.02
    assert not rest.trail(t + 0.25).any()


LIGHTS: dict[str, Callable[[int], Grey | float]] = {
    "a lamp's flicker": lambda k: 1 + 0.06 * np.sin(2 * np.pi * 1.7 * k / 10),
    "bands of a rolling shutter": lambda k: (1 + 0.04 * np.sin(np.arange(720) / 720 * 18 + k * 1.9))[:, None],
    "a soft shadow that sweeps": lambda k: (
        1 - 0.25 * np.exp(-(((np.arange(1280) - (k * 60) % 1600 + 150) / 230) ** 2))
    )[None, :],
    "automatic exposure": lambda k: 1.0 + 0.02 * min(k, 20),
    "a lamp beside the table, on and off": lambda k: (
        1 + (0.5 * np.linspace(1, 0, 1280) if k // 6 % 2 else np.zeros(1280))
    )[None, :],
    "a curtain drawn": lambda k: (1 - min(k, 15) / 40 * np.linspace(0, 1, 720))[:, None],
}


@pytest.mark.parametrize("light", LIGHTS)
def test_light_is_no_movement(light: str) -> None:
    """What is said to move meanwhile is a fiftieth of the picture at most, and a card laid is read in time."""
    rest = RestMap()
    t = read_all(rest)
    for k in range(40):
        rest.see(shot(k, light=LIGHTS[light](k)), t + k / 10)
        assert rest.restless.mean() < 0.02, k
    laid = t + 4.0
    frames = ((shot(60 + k, 600, light=LIGHTS[light](40 + k)), laid + k / 10) for k in range(30))
    assert first_ripe(rest, frames, CARD_AT) - laid <= HELD_S + 0.11


def test_a_card_as_pale_as_a_lamp_makes_the_table_is_no_light() -> None:
    """A white card changes a part of the picture as evenly as a lamp might: its edges and its print tell."""
    rest = RestMap()
    t = read_all(rest)
    light = 1.5
    frames = ((shot(60 + k, 600, light=light), t + k / 10) for k in range(30))
    assert first_ripe(rest, frames, CARD_AT) - t <= HELD_S + 0.11


def test_the_light_where_things_lie_is_told_from_beside_them() -> None:
    rest = RestMap()
    t = read_all(rest)
    for k in range(5):
        rest.see(shot(k, 600, light=0.8), t + k / 10)
    things = np.zeros(SMALL[::-1], bool)
    things[small(592, 292, 678, 408)] = True
    assert np.exp(rest.light(things)[CARD_AT]) == pytest.approx(0.8, abs=0.04)


def test_before_the_first_frame_there_is_no_picture() -> None:
    with pytest.raises(ValueError):
        RestMap().percentile(50)
