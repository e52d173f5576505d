"""Recordings: the same again by seed, truth that agrees with the picture and the mat, small enough to ship."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine import wire
from engine.cards import Unseen, parse_face
from engine.events import FindingRaised, HandScored, TrickTaken
from engine.inputs import DealDone, PlayCard
from engine.places import OUTSIDE, Place, hand_place, play_zone
from engine.play.decide import decide
from engine.play.state import State, apply
from tests import ROOT
from vision.mat.mats import A3_FOUR
from vision.workshop.studio.__main__ import main
from vision.workshop.studio.people.landing import shared
from vision.workshop.studio.people.plans import PlanFaulty, bundled_plans, parse_plan
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.print.faces import card_picture
from vision.workshop.studio.recipes import RECIPES
from vision.workshop.studio.recording import truth_lines, write_recording
from vision.workshop.studio.scene.camera import Camera
from vision.workshop.studio.scene.film import light_field, lit, through_lens
from vision.workshop.studio.scene.table import Scene, Stage
from vision.workshop.studio.scene.things import Lying, outline
from vision.workshop.studio.stills import write_stills

RECORDINGS = {
    "iowa_hand": (Path("table_controller/recordings/iowa_hand"), 14),
    "exchange_hand": (Path("tests/recordings/exchange_hand"), 10),
}
recipes = pytest.mark.parametrize("name", sorted(name for name, recipe in RECIPES.items() if recipe.mat == A3_FOUR))
shipped = pytest.mark.parametrize("name", sorted(RECORDINGS))


@recipes
def test_a_seed_gives_the_same_hand_again_and_another_seed_another(name: str) -> None:
    first, again = RECIPES[name].reel(), RECIPES[name].reel()
    assert first.shots == again.shots
    assert first.inputs == again.inputs
    assert replace(RECIPES[name], seed=99).reel().shots != first.shots


def test_the_same_frames_come_out_of_the_same_seed(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        reel = RECIPES["iowa_hand"].reel()
        reel.shots = reel.shots[30:36]
        write_recording(reel, RECIPES["iowa_hand"].stage(), tmp_path / folder, 5)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert "0006.jpg" in files and "0006.txt" in files and "recording.json" in files
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in files)


@recipes
def test_every_planned_card_is_laid_in_its_own_place_in_order(name: str) -> None:
    recipe = RECIPES[name]
    planned = [
        (play_zone(seat), card)
        for trick in parse_plan(bundled_plans()[recipe.plan].read_text()).tricks
        for seat, card in trick.plays
    ]
    laid: list[tuple[Place, object]] = []
    for shot in recipe.reel().shots:
        for item in shot.lying:
            if item.card.face is not None and (item.place, item.card.face) not in laid:
                laid.append((item.place, item.card.face))
    assert laid == planned


@recipes
def test_the_place_in_the_truth_is_the_mats_place_for_that_spot(name: str) -> None:
    for shot in RECIPES[name].reel().shots:
        for item in shot.lying:
            assert A3_FOUR.place_at(item.card.x, item.card.y) == item.place


@recipes
def test_it_is_as_hard_as_a_table(name: str) -> None:
    """Cards lie askew up to 15 degrees and more, touch others, and some are thrown out of their zone."""
    recipe = RECIPES[name]
    faces = {item.card for shot in recipe.reel().shots for item in shot.lying if item.card.face is not None}
    lean = [abs((card.turn + 45) % 90 - 45) for card in faces]
    assert 15 < max(lean) <= recipe.manner.tilt + 0.1
    beyond = [card for card in faces if not any(_inside(card, box) for box in A3_FOUR.places.values())]
    assert len(beyond) >= 2
    touching = max(
        shared(a.card, b.card)
        for shot in recipe.reel().shots
        for a in shot.lying
        for b in shot.lying
        if a is not b and a.card.face is not None and b.card.face is not None
    )
    assert 0.02 < touching <= recipe.manner.overlap


def _inside(card: Lying, box: tuple[float, float, float, float]) -> bool:
    return box[0] <= card.x <= box[2] and box[1] <= card.y <= box[3]


@recipes
def test_each_seat_is_dealt_its_hand_as_backs(name: str) -> None:
    recipe = RECIPES[name]
    most = dict.fromkeys(range(1, 5), 0)
    for shot in recipe.reel().shots:
        for seat in most:
            most[seat] = max(most[seat], sum(item.place == hand_place(seat) for item in shot.lying))
    assert set(most.values()) == {6}


@recipes
def test_after_each_movement_the_table_lies_still_for_some_frames(name: str) -> None:
    shots = RECIPES[name].reel().shots
    assert not shots[-1].moving
    runs = "".join("m" if shot.moving else "." for shot in shots).replace("m", " ").split()
    assert min(map(len, runs)) >= 2
    assert all(later.t > earlier.t for earlier, later in itertools.pairwise(shots))


@recipes
def test_the_hand_is_legal_and_the_right_seat_gathers_each_trick(name: str) -> None:
    plan = parse_plan(bundled_plans()[RECIPES[name].plan].read_text())
    told = [wire.from_json(message) for _, message in RECIPES[name].reel().inputs]
    plays = [PlayCard(seat, card) for trick in plan.tricks for seat, card in trick.plays]
    state, events = State(), []
    for told_now in (told[0], DealDone(), *told[1:], *plays):
        for event in decide(state, told_now):
            state = apply(state, event)
            events.append(event)
    assert [event.seat for event in events if isinstance(event, TrickTaken)] == [t.winner for t in plan.tricks]
    assert any(isinstance(event, HandScored) for event in events)
    assert not any(isinstance(event, FindingRaised) for event in events)


@recipes
def test_the_inputs_are_messages_of_the_engine(name: str) -> None:
    for _, told in RECIPES[name].reel().inputs:
        assert wire.to_json(wire.from_json(told)).items() >= told.items()


def test_a_card_is_seen_where_the_truth_says() -> None:
    """Through the camera and back: the bright outline in the picture is the card's outline in mm."""
    camera = Camera(barrel=0.0)
    stage = Stage(STYLES["classic"], "felt", 3, camera, mat=None)
    card = Lying(None, 260.0, 120.0, 31.0)
    bare, full = (stage.clean(Scene(cards)).astype(int) for cards in ((), (card,)))
    changed = (np.abs(full - bare).max(axis=-1) > 60).astype(np.uint8)
    outlines_, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    (x, y), size, _ = cv2.minAreaRect(max(outlines_, key=cv2.contourArea))
    corners = camera.project(outline(card))
    assert np.hypot(*(corners.mean(axis=0) - (x, y))) < 1.0
    assert sorted(size) == pytest.approx(
        [np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[3] - corners[0]))], abs=2.5
    )


def test_noise_and_flicker_leave_the_colours_as_they_are() -> None:
    recipe = RECIPES["iowa_hand"]
    stage = recipe.stage()
    scene = recipe.reel().shots[-1].scene
    clean = through_lens(stage.clean(scene), stage.camera, stage.sensor)
    aim = lit(clean, light_field(stage.camera.size, stage.light))
    frames = np.stack([stage.photograph(scene) for _ in range(4)]).astype(float)
    assert np.abs(frames.mean(axis=(0, 1, 2)) - aim.mean(axis=(0, 1))).max() < 2.0
    assert 1.0 < frames.std(axis=0).mean() < 4.0, "every frame has noise of its own"


def test_the_mats_four_markers_are_found_in_a_frame() -> None:
    recipe = RECIPES["iowa_hand"]
    frame = recipe.stage().photograph(Scene())
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(frame)
    assert sorted(int(i) for i in ids.reshape(-1)) == [0, 1, 2, 3]
    for marker, found in zip(ids.reshape(-1), corners, strict=True):
        there = recipe.camera.project(np.array(A3_FOUR.marker_corners(int(marker))))
        assert np.abs(found.reshape(4, 2) - there).max() < 6.0  # the lens bends by a few pixels


@shipped
def test_a_shipped_recording_is_whole_and_small(name: str) -> None:
    folder, most_mb = ROOT / RECORDINGS[name][0], RECORDINGS[name][1]
    about = json.loads((folder / "recording.json").read_text())
    assert about["format"] == 1 and about["mat"] == "a3-4"
    times = [frame["t"] for frame in about["frames"]]
    assert times == sorted(times) and len(set(times)) == len(times)
    for frame in about["frames"]:
        assert (folder / frame["file"]).stat().st_size > 10_000
    assert sum(path.stat().st_size for path in folder.iterdir()) < most_mb * 1e6


@shipped
def test_the_truth_beside_a_shipped_frame_is_what_its_recipe_says(name: str) -> None:
    folder = ROOT / RECORDINGS[name][0]
    for number, shot in enumerate(RECIPES[name].reel().shots, start=1):
        lines = (folder / f"{number:04}.txt").read_text().splitlines()
        assert lines == truth_lines(shot)
        for line in lines:
            if line != "moving":
                face, place, *numbers = line.split()
                assert parse_face(face) is not Unseen.UNREADABLE
                assert Place.parse(place) in {OUTSIDE, *A3_FOUR.places}
                assert len([float(v) for v in numbers]) == 3


@shipped
def test_a_shipped_frame_is_what_its_recipe_draws(name: str) -> None:
    """But for the noise, whose place depends on the frames before, and for JPEG."""
    recipe, number = RECIPES[name], 60
    drawn = recipe.stage().photograph(recipe.reel().shots[number - 1].scene).astype(int)
    there = cv2.imread(str(ROOT / RECORDINGS[name][0] / f"{number:04}.jpg"))
    assert there is not None
    apart = np.abs(cv2.GaussianBlur((drawn - there).astype(np.float32), (0, 0), 2.0))
    # Flicker and noise are a few grey steps; another card, or the same elsewhere, would be a hundred.
    assert apart.mean() < 3.0 and apart.max() < 45


def test_single_pictures_come_with_labels(tmp_path: Path) -> None:
    write_stills(tmp_path, 2, seed=4)
    labels = json.loads((tmp_path / "labels.json").read_text())
    assert [label["image"] for label in labels] == ["still_0001.jpg", "still_0002.jpg"]
    for label in labels:
        picture = cv2.imread(str(tmp_path / label["image"]))
        assert picture is not None and picture.shape[:2] == (label["height"], label["width"])
        for card in label["cards"]:
            x0, y0, x1, y1 = card["bbox"]
            assert x0 < x1 and y0 < y1


def test_a_faulty_plan_is_refused_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = json.loads(bundled_plans()["iowa"].read_text())
    plan["tricks"][0]["plays"] = "3:JH 4:1S"
    with pytest.raises(PlanFaulty, match="'1S' is not a card"):
        parse_plan(json.dumps(plan))
    (tmp_path / "bad.json").write_text('{"title": "x"}')
    assert main(["--out", str(tmp_path / "out"), "--plan", str(tmp_path / "bad.json")]) == 1
    assert "incomplete" in capsys.readouterr().err
    assert main(["--out", str(tmp_path / "out"), "--plan", "nowhere"]) == 1
    assert "There is no plan nowhere" in capsys.readouterr().err


def test_a_card_picture_is_drawn_once() -> None:
    style = STYLES["modern"]
    assert card_picture(style, None, 2.0) is card_picture(style, None, 2.0)
