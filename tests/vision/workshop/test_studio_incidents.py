"""Restless people and poor cameras: what happens around a play, and which frames arrive."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from engine.cards import Card
from engine.places import play_zone
from vision.mat.mats import A3_FOUR
from vision.workshop.studio.people.landing import Manner
from vision.workshop.studio.people.plans import Happening, Incident, Plan, bundled_plans, parse_plan
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.script import film_hand
from vision.workshop.studio.people.shots import Shot
from vision.workshop.studio.recipes import RECIPES
from vision.workshop.studio.scene.film import Exposure

PLAN = parse_plan(bundled_plans()["iowa"].read_text())
CALM = Manner(wild=0.0, overlap=0.3)


def filmed(*incidents: Incident, manner: Manner = CALM) -> Reel:
    plan: Plan = replace(PLAN, incidents=incidents, tricks=PLAN.tricks[:1])
    return film_hand(plan, A3_FOUR, manner, seed=3)


def settled(reel: Reel) -> list[list[tuple[str, str]]]:
    """The different settled layouts of face-up cards and of backs in play zones, in order: (place, face)."""
    layouts: list[list[tuple[str, str]]] = []
    for shot in reel.shots:
        now = [(item.place.text, str(item.card.face or "##")) for item in shot.lying if item.place.is_play]
        if not shot.moving and (not layouts or layouts[-1] != now):
            layouts.append(now)
    return layouts


def test_a_calm_trick_is_laid_one_card_at_a_time() -> None:
    assert settled(filmed())[-2] == [("play3", "JH"), ("play4", "JS"), ("play1", "9H"), ("play2", "QH")]


def test_a_card_taken_back_is_gone_before_another_is_laid() -> None:
    layouts = settled(filmed(Incident(Happening.TAKE_BACK, 1, 2, 4, card=Card.parse("QS"))))
    first = layouts.index([("play3", "JH"), ("play4", "JS")])
    assert layouts[first + 1] == [("play3", "JH")]
    assert layouts[first + 2] == [("play3", "JH"), ("play4", "QS")]


def test_two_cards_laid_at_once_are_never_seen_singly() -> None:
    layouts = settled(filmed(Incident(Happening.PAIR, 1, 2, 4)))
    assert [("play3", "JH"), ("play4", "JS")] not in layouts
    assert [("play3", "JH"), ("play4", "JS"), ("play1", "9H")] in layouts


def test_a_further_card_a_back_and_a_card_in_the_wrong_zone() -> None:
    extra = settled(filmed(Incident(Happening.EXTRA, 1, 1, 3, card=Card.parse("9C"))))
    assert [("play3", "JH"), ("play3", "9C")] in extra
    assert [("play3", "##")] in settled(filmed(Incident(Happening.FACE_DOWN, 1, 1, 3)))
    assert [("play2", "JH")] in settled(filmed(Incident(Happening.MISPLACE, 1, 1, 3, onto=2)))


def test_a_nudged_card_is_the_same_card_a_little_aside() -> None:
    reel = filmed(Incident(Happening.NUDGE, 1, 1, 2, onto=3))
    spots = {(round(i.card.x), round(i.card.y)) for s in reel.shots for i in s.lying if str(i.card.face) == "JH"}
    assert len(spots) == 2


@pytest.mark.parametrize("kind", [Happening.REACH, Happening.COVER])
def test_an_arm_that_stays_is_movement_all_the_while(kind: Happening) -> None:
    plain, long = filmed(), filmed(Incident(kind, 1, 1, 3, seconds=2.0))
    assert sum(shot.moving for shot in long.shots) - sum(shot.moving for shot in plain.shots) >= 20


def test_a_card_that_wanders_through_another_zone_does_not_lie_there() -> None:
    reel = filmed(Incident(Happening.WANDER, 1, 1, 3, onto=2, seconds=1.0))
    assert all(item.place.text == "play3" for shot in reel.shots for item in shot.lying if str(item.card.face) == "JH")
    x0, y0, x1, y1 = A3_FOUR.places[play_zone(2)]
    cards = [mover.card for shot in reel.shots for mover in shot.scene.moving if str(mover.card.face) == "JH"]
    assert any(x0 < card.x < x1 and y0 < card.y < y1 for card in cards)


def test_a_stalled_camera_leaves_a_gap() -> None:
    reel = filmed(Incident(Happening.STALL, 1, 2, 4, seconds=3.0))
    assert max(b.t - a.t for a, b in pairwise(reel.shots)) > 3.0


@pytest.mark.parametrize(
    ("rate", "longest", "shortest"), [(5.0, 0.31, 0.19), (20.0, 0.051, 0.049), (30.0, 0.0342, 0.0328)]
)
def test_the_rate_of_frames_while_something_moves(rate: float, longest: float, shortest: float) -> None:
    shots = filmed(manner=replace(CALM, rate=rate)).shots
    steps = [b.t - a.t for a, b in pairwise(shots) if a.moving and b.moving]
    assert shortest <= min(steps) and max(steps) <= longest


def test_frames_are_lost_and_sent_twice() -> None:
    whole, poor = filmed().shots, filmed(manner=replace(CALM, lost=0.2, doubled=0.1)).shots
    assert 0.6 * len(whole) < len(poor) < 0.95 * len(whole)
    again = [(a, b) for a, b in pairwise(poor) if b.doubled]
    assert again
    for before, after in again:
        assert after == replace(before, t=after.t, doubled=True) and after.t > before.t
    assert (poor[0], poor[-1]) == (whole[0], whole[-1])


def test_resting_hands_are_in_every_picture_and_are_no_movement() -> None:
    shots: list[Shot] = filmed(manner=replace(CALM, resting=True)).shots
    assert all(len(shot.scene.resting) == 4 for shot in shots)
    assert not shots[0].moving


def test_a_camera_with_automatic_exposure_follows_late_and_a_locked_one_never() -> None:
    camera, locked = Exposure(0.8), Exposure(0.0)
    for mean in (100.0, 130.0):
        camera.follow(mean)
        locked.follow(mean)
    assert 0.9 < camera.gain < 1.0
    for _ in range(40):
        camera.follow(130.0 * camera.gain)
    assert camera.gain == pytest.approx((100 / 130) ** 0.8, abs=0.06)
    assert locked.gain == 1.0


def test_the_restless_hand_goes_as_planned_all_the_same() -> None:
    recipe = RECIPES["restless_hand"]
    laid: list[tuple[str, str]] = []
    for layout in settled(recipe.reel()):
        laid += [item for item in layout if item not in laid]
    plan = parse_plan(bundled_plans()["restless"].read_text())
    assert laid == [(f"play{seat}", str(card)) for trick in plan.tricks for seat, card in trick.plays]
