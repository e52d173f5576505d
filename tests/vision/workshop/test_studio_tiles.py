"""Bid tiles in films: where they come to lie, how they are drawn, what may happen to them, and what is written down."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.places import hand_place, play_zone
from vision.mat.mats import A3_FOUR, MATS, Mat
from vision.mat.tiles import BY_MARKER, TILES, tiles_in
from vision.workshop.studio.people.bidding import tiles_of
from vision.workshop.studio.people.landing import Landing, Manner
from vision.workshop.studio.people.plans import (
    Choice,
    Mishap,
    Plan,
    PlanFaulty,
    TileMishap,
    Tiles,
    bundled_plans,
    parse_plan,
)
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.script import film_hand
from vision.workshop.studio.people.tiling import lay_tile, spot_for
from vision.workshop.studio.recipes import RECIPES, overhead
from vision.workshop.studio.recording import truth_lines
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.table import Scene
from vision.workshop.studio.scene.things import LyingTile

PLAN = parse_plan(bundled_plans()["iowa"].read_text())
CALM = Manner(wild=0.0, overlap=0.3, stills=2)


def filmed(*mishaps: TileMishap, stay: bool = False) -> Reel:
    plan = replace(PLAN, tricks=PLAN.tricks[:1], tiles=Tiles(stay=stay, mishaps=mishaps))
    return film_hand(plan, A3_FOUR, CALM, seed=3)


def layouts(reel: Reel) -> list[list[tuple[str, str]]]:
    """The different layouts of tiles at rest, in order: (place, what it says), sorted."""
    found: list[list[tuple[str, str]]] = [[]]
    for shot in reel.shots:
        now = sorted((item.place.text, BY_MARKER[item.tile.marker].says) for item in shot.tiles)
        if not shot.moving and found[-1] != now:
            found.append(now)
    return found


def test_all_choices_are_laid_in_order_and_taken_up_before_play() -> None:
    reel = filmed()
    assert [word["kind"] for _, word in reel.inputs] == ["NewMatch"]
    seen = layouts(reel)
    new = [next(tile for tile in now if now.count(tile) > then.count(tile))
           for then, now in pairwise(seen) if now]  # fmt: skip
    assert [(place[-1], says) for place, says in new] == [
        ("1", "pass"), ("2", "3"), ("3", "4"), ("4", "pass"), ("3", "H"), ("3", "with"), ("4", "play"),
    ]  # fmt: skip
    assert seen[-1] == []
    assert not any(shot.tiles for shot in reel.shots if any(item.card.face for item in shot.lying))
    assert all(shot.tiles for shot in filmed(stay=True).shots if any(item.card.face for item in shot.lying))


@pytest.mark.parametrize("mat", [MATS["letter-6"], MATS["a3-3"], MATS["a2-5"]], ids=lambda mat: mat.name)
def test_a_tile_lies_a_little_askew_in_its_own_zone_and_on_no_other(mat: Mat) -> None:
    plan = Plan("tiles", "none", tuple("ABCDEF"[: mat.seats]), 1, (), (), ())
    reel = Reel(plan, Landing(mat, CALM, np.random.default_rng(8)))
    for tile in TILES[:3]:
        for seat in plan.seats:
            placed = spot_for(reel, seat, tile, "en")
            lay_tile(reel, seat, placed)
            lean = (placed.tile.turn - reel.seat(seat).turn + 180) % 360 - 180
            assert 3 <= abs(lean) <= 15
            assert placed.place in (play_zone(seat), hand_place(seat))
            assert reel.landing.mat.place_at(placed.tile.x, placed.tile.y) == placed.place
    shapes = [cv2.boxPoints(((t.tile.x, t.tile.y), (60, 34), t.tile.turn)) for t in reel.tiles]
    for k, one in enumerate(shapes):
        assert all(cv2.intersectConvexConvex(one, other)[0] == 0 for other in shapes[:k])


def test_every_tile_is_drawn_where_it_lies_with_its_own_marker_and_on_the_mats_paper() -> None:
    stage = replace(RECIPES["iowa_hand"].stage(), camera=overhead(A3_FOUR, Camera()))
    for first in range(0, len(TILES), 9):
        spots = [(x, y) for y in (60, 150, 240) for x in (100, 210, 320)]
        tiles = [LyingTile(tile.marker, *spot, 40.0 * k, 0.5) for k, (tile, spot) in
                 enumerate(zip(TILES[first : first + 9], spots, strict=False))]  # fmt: skip
        picture = stage.clean(Scene(tiles=tuple(tiles)))
        found = tiles_in(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        assert sorted(tile.marker for tile, _ in found) == [tile.marker for tile in tiles]
        for tile, corners in found:
            lying = next(each for each in tiles if each.marker == tile.marker)
            a = np.radians(lying.turn)
            off = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) @ (-13.0, 0.0)
            due = stage.camera.project(np.array([[lying.x, lying.y]]) + off)[0]
            assert corners.mean(0) == pytest.approx(due, abs=1.5)
        x, y = stage.camera.project(np.array([[spots[0][0] + 28.5, spots[0][1] + 15.0]]))[0]
        assert picture[round(y), round(x)].tolist() == pytest.approx([232, 241, 244], abs=14)


def test_the_mishaps_of_tiles() -> None:
    instead = layouts(filmed(TileMishap(Mishap.INSTEAD, 2, says="2")))
    assert [("play1", "pass"), ("play2", "2")] in instead
    early = layouts(filmed(TileMishap(Mishap.EARLY, 2, 4, "5")))
    at = early.index([("play1", "pass"), ("play4", "5")])
    assert early[at + 1 : at + 3] == [[("play1", "pass")], [("play1", "pass"), ("play2", "3")]]
    pushed = {shot.tiles[0] for shot in filmed(TileMishap(Mishap.PUSH, 1)).shots if shot.tiles}
    assert len([item for item in pushed if item.tile.marker == 0 and item.place.text == "play1"]) == 2
    plain, covered = filmed(), filmed(TileMishap(Mishap.COVER, 1, 2, seconds=1.0))
    assert sum(shot.moving for shot in covered.shots) - sum(shot.moving for shot in plain.shots) >= 10


def test_what_no_tile_says_is_told() -> None:
    bid = Choice("MakeCall", (("seat", 1), ("call", "4"), ("trump", "S")))
    assert [tile.says for tile in tiles_of(bid)] == ["4", "S"]
    assert tiles_of(Choice("CallCard", (("seat", 1), ("card", "AH")))) == ()
    assert tiles_of(Choice("MakeCall", (("seat", 1), ("call", "surrender")))) == ()
    passed = Choice("MakeCall", (("seat", 1), ("call", "pass"), ("trump", None)))
    assert [tile.says for tile in tiles_of(passed)] == ["pass"]


def test_tiles_stand_in_the_truth_below_the_cards() -> None:
    shots = [shot for shot in filmed(stay=True).shots if shot.tiles and shot.lying and not shot.moving]
    lines = truth_lines(shots[-1])
    assert [line.split()[:2] for line in lines[:2]] == [["tile:pass", "play1"], ["tile:3", "play2"]]
    assert not any(line.startswith("tile:") for line in lines[len(shots[-1].tiles) :])


def test_a_plan_with_a_tile_or_language_that_there_is_not_is_refused() -> None:
    raw = json.loads(Path(bundled_plans()["three"]).read_text())
    raw["tiles"]["language"] = "de"
    with pytest.raises(PlanFaulty, match="no tiles in 'de'"):
        parse_plan(json.dumps(raw))
    raw["tiles"] = {"mishaps": [{"kind": "instead", "choice": 1, "says": "eleven"}]}
    with pytest.raises(PlanFaulty, match="no bid tile 'eleven'"):
        film_hand(parse_plan(json.dumps(raw)), MATS["a3-3"], CALM, 1)


def test_a_hand_is_played_as_it_would_be_without_tiles_and_a_film_without_them_has_none() -> None:
    told = film_hand(replace(PLAN, tricks=PLAN.tricks[:1]), A3_FOUR, CALM, seed=3)
    assert not any(shot.tiles or shot.scene.tiles or shot.scene.moving_tiles for shot in told.shots)
    dealt = [shot.lying for shot in told.shots if not shot.moving][:8]
    assert [shot.lying for shot in filmed().shots if not shot.moving][:8] == dealt
