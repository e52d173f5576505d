"""The calibration view's look: what is wrong in the words that `doctor` has, where everything lies, and four taps."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.cards import Card, Unseen
from engine.places import hand_place, play_zone
from engine.rules.rulesets import preset
from hardware.cameras.quality import judged
from hardware.facts import CameraName, Condition, Grade, HardwareCode, fact
from table_controller.match.settings import parse_settings
from table_controller.service.running import eyes_for, taps_kept
from table_controller.watching.eyes import Eyes
from table_controller.web.api.calibration_words import CalibrationTold, calibration_told
from table_controller.web.calibration import LOOK_S, MOST_BYTES, WIDEST, Calibration, small_jpeg
from table_controller.web.desk import Desk
from table_controller.web.newest_picture import STALE_S, NewestPicture
from table_controller.words.facts import all_said, sentence
from table_controller.words.tongues import tongue
from tests import PATIENCE_S
from tests.vision.a_view import Image, view
from vision.mat.mats import A3_FOUR, MATS
from vision.mat.registration import project
from vision.mat.taps import TAPS, TapsFaulty, load_taps, registration_by
from vision.mat.tiles import BY_MARKER
from vision.reading.reader import Reader
from vision.table.sighting import Settled, Sighting, TileSighting

GOOD = view(A3_FOUR)
CORNERS = ((325.5, 137.5), (954.5, 137.5), (954.5, 582.5), (325.5, 582.5))
"""Where the mat's corners are in GOOD."""
LYING = Condition("Camera", Grade.OK, fact(HardwareCode.CAMERA_SEEING, camera=CameraName("pi", "0")), "seeing")


class Table:
    """A table in the test's hand: what the camera shows, and a clock."""

    def __init__(self, folder: Path) -> None:
        self.now, self.camera = 100.0, [LYING]
        self.glance = NewestPicture(lambda: self.now)
        self.eyes = Eyes(Reader.load(), live=True)
        self.calibration = Calibration(
            self.glance, self.eyes, folder / TAPS, lambda: self.camera, clock=lambda: self.now
        )

    def show(self, picture: Image) -> None:
        self.now += 2 * LOOK_S
        self.glance.see(np.ascontiguousarray(picture))

    def told(self, language: str = "en") -> CalibrationTold:
        return calibration_told(self.calibration, Desk(), tongue(language), tongue("en"))

    def remarks(self, picture: Image, language: str = "en") -> list[tuple[str, str]]:
        self.show(picture)
        return [(each.what, each.then) for each in self.told(language).remarks]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("state"))


def half(picture: Image) -> Image:
    cut = picture.copy()
    cut[500:] = 128
    return cut


def two() -> Image:
    small = cv2.resize(GOOD, (640, 360))
    return np.vstack([np.hstack([small, small])] * 2)


def bare() -> Image:
    return np.random.default_rng(3).integers(90, 140, GOOD.shape, dtype=np.uint8)


SHOWN: dict[str, tuple[Callable[[], Image], str, str]] = {
    "no marker": (bare, "The mat is not in sight.", "None of its corner markers is seen"),
    "mirrored": (lambda: GOOD[:, ::-1], "The picture is mirrored.", "Switch the camera's mirroring off"),
    "two mats": (two, "Two mats are in sight.", "Take one away"),
    "wrong seats": (lambda: view(MATS["a3-5"]), "This mat is for 5 seats, but the game is for 4.", "Lay the right mat"),
    "black": (lambda: np.zeros_like(GOOD), "The picture is black.", "Take the cap off the lens"),
    "half": (lambda: half(GOOD), "Only part of the picture arrives.", "Check the camera's cable"),
}


@pytest.mark.parametrize("fault", SHOWN)
def test_what_is_wrong_is_said_as_doctor_says_it_and_what_to_do(table: Table, fault: str) -> None:
    picture, what, then = SHOWN[fault]
    [first, *_] = table.remarks(picture())
    assert first[0] == what and first[1].startswith(then)
    told = table.told()
    assert told.remarks[0].stops and told.well == ""
    eyes = Eyes(Reader.load(), live=True)
    eyes.look(np.ascontiguousarray(picture()), 0.0)
    assert all_said(eyes.health).replace(" ", "").lower() == f"{first[0][:-1]}:{first[1]}".replace(" ", "").lower()


@pytest.mark.parametrize("language", ["nl", "fr"])
def test_it_is_said_in_every_language(table: Table, language: str) -> None:
    english = {part for picture, _, _ in SHOWN.values() for row in table.remarks(picture()) for part in row}
    for picture, _, _ in SHOWN.values():
        for row in table.remarks(picture(), language):
            assert all(part and part not in english for part in row), row


def test_a_good_picture_needs_nothing(table: Table) -> None:
    assert table.remarks(GOOD) == []
    assert table.told().well.startswith("All is well")


def test_light_and_hidden_markers_are_told_by_seat_and_number(table: Table) -> None:
    spoilt = GOOD.copy()
    spoilt[:330] //= 4
    spoilt[480:600, 310:420] = 60
    told = [row[0] for row in table.remarks(spoilt)]
    assert "Too dark on seat 3's side." in told
    assert any(row.startswith("Marker") and "4 (bottom left)" in row for row in told)
    seen = {each.number: each.seen for each in table.told().markers}
    assert seen[3] and not seen[4]


def test_a_lost_camera_says_why_and_a_silent_one_that_it_is(table: Table) -> None:
    table.show(GOOD)
    table.now += STALE_S + 1
    why = fact(HardwareCode.CAMERA_SILENT, camera=CameraName("pi", "0"), seconds=2.5)
    table.camera = [Condition("Camera", Grade.FAULT, why, "lost")]
    [remark] = table.told().remarks
    assert (remark.what, remark.then) == ("Pi camera 0 gave no picture for 2.5 seconds.", "Look at its cable.")
    assert remark.stops and table.told().number == 0
    table.camera = [LYING]
    table.now += 2 * LOOK_S
    assert [each.what for each in table.told().remarks] == ["The camera gives no picture."]


def test_a_picture_is_not_called_dark_twice(table: Table) -> None:
    dark = (GOOD * 0.25).astype(np.uint8)
    table.camera = [LYING, *judged(dark)]
    assert [row[0] for row in table.remarks(dark)] == ["It is too dark everywhere."]
    blurred = np.asarray(cv2.GaussianBlur(GOOD, (0, 0), 12), np.uint8)
    table.camera = [LYING, Condition("Focus", Grade.FAULT, fact(HardwareCode.FOCUS_SOFT))]
    said = [row[0] for row in table.remarks(blurred)]
    assert "The picture is out of focus." in said, "without a mat the picture itself is judged"
    table.camera = [LYING]


# ---------------------------------------------------------------- where everything lies


def test_edge_markers_and_zones_lie_where_they_are(table: Table) -> None:
    table.show(GOOD)
    told = table.told()
    assert np.abs(np.array(told.edge) - np.array(CORNERS)).max() < 3
    assert [each.corner for each in told.markers] == ["top left", "top right", "bottom right", "bottom left"]
    zones = {each.place: each for each in told.places}
    assert zones["play3"].name == "Seat 3" and zones["middle"].seat == 0
    truth = project(registration_by(CORNERS, A3_FOUR).to_picture, np.array([A3_FOUR.places[play_zone(3)][:2]]))[0]
    assert np.abs(np.array(zones["play3"].outline[0]) - truth).max() < 3


def test_cards_and_tiles_are_outlined_where_they_lie_and_named(table: Table) -> None:
    table.show(GOOD)
    card = Sighting(Card.parse("QH"), 0.98, (), 210.0, 240.0, 0.0, play_zone(1), 1)
    turned = Sighting(Unseen.UNREADABLE, 0.4, (), 90.0, 150.0, 90.0, play_zone(2), 2)
    tile = TileSighting(BY_MARKER[24], 320.0, 150.0, play_zone(4), 1)
    table.eyes.settled = Settled(1.0, (card, turned), {hand_place(3): 4}, (tile,))
    told = table.told("fr")
    table.eyes.settled = None
    assert [(each.words, each.where, each.sure) for each in told.lying] == [
        ("dame de cœur", "Place 1", True),
        ("une carte que personne n'a pu lire", "Place 2", False),
        ("jeton : sans atout", "Place 4", True),
    ]
    assert [(each.corner, each.suit) for each in told.lying] == [("Q", "H"), ("?", ""), ("sans atout", "")]
    to_picture = registration_by(CORNERS, A3_FOUR).to_picture
    queen = project(to_picture, np.array([[178.5, 196], [241.5, 196], [241.5, 284], [178.5, 284]]))
    assert np.abs(np.array(told.lying[0].outline) - queen).max() < 3
    lying = project(to_picture, np.array([[134, 118.5], [134, 181.5], [46, 181.5], [46, 118.5]]))
    assert np.abs(np.array(told.lying[1].outline) - lying).max() < 3, "clockwise from its own top left"
    around = np.array(told.lying[2].outline) - project(to_picture, np.array([[320.0, 150.0]]))
    assert np.abs(np.linalg.norm(around, axis=1) - 18 * 1.5).max() < 2
    assert [(each.name, each.backs) for each in told.places if each.backs] == [("Place 3", 4)]


def test_whoever_asks_within_a_look_is_given_the_same_one(table: Table) -> None:
    table.show(GOOD)
    first = table.calibration.look()
    table.glance.see(bare())
    table.now += LOOK_S / 2
    assert table.calibration.look() is first
    table.now += 2 * LOOK_S
    assert table.calibration.look().number == first.number + 1
    assert table.calibration.jpeg(first.number) == first.jpeg
    for _ in range(4):
        table.now += 2 * LOOK_S
        table.calibration.look()
    assert table.calibration.jpeg(first.number) is None and table.calibration.jpeg(10_000) is None


def test_a_look_does_not_wait_for_a_picture_that_is_being_read(table: Table) -> None:
    table.show(GOOD)
    with table.eyes._watching:  # as the tick has it while it reads
        looked = threading.Thread(target=table.calibration.look)
        looked.start()
        looked.join(PATIENCE_S)
        assert not looked.is_alive()


def test_the_picture_that_is_sent_is_small() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (1080, 1920, 3), dtype=np.uint8)
    large = np.asarray(cv2.GaussianBlur(noise, (0, 0), 1.2), np.uint8)
    sent = small_jpeg(large)
    shown = cv2.imdecode(np.frombuffer(sent, np.uint8), cv2.IMREAD_COLOR)
    assert shown.shape == (720, WIDEST, 3)
    assert len(sent) <= MOST_BYTES < len(cv2.imencode(".jpg", large)[1])


# ---------------------------------------------------------------- four taps


@pytest.fixture
def own(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_taps_are_previewed_kept_for_the_next_start_and_forgotten(own: Table, tmp_path: Path) -> None:
    own.show(bare())
    assert own.told().taps == () and not own.told().edge
    preview = own.calibration.preview(CORNERS)
    assert np.abs(np.array(preview.edge) - np.array(CORNERS)).max() < 0.2
    assert not (tmp_path / TAPS).exists() and own.eyes.fixed is None, "a preview changes nothing"
    own.calibration.keep(CORNERS)
    told = own.told()
    assert np.abs(np.array(told.taps) - np.array(CORNERS)).max() < 0.2
    assert told.remarks == () and "four taps" in told.well, "no mat is asked for any more"
    assert told.markers == () and len(told.places) == len(preview.places)
    assert load_taps(tmp_path / TAPS, A3_FOUR) is not None
    own.calibration.forget()
    assert own.eyes.fixed is None and not (tmp_path / TAPS).exists()
    assert own.told().remarks[0].what == "The mat is not in sight."
    own.calibration.forget()


@pytest.mark.parametrize(
    "taps", [CORNERS[:3], CORNERS[::-1], (CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]), (CORNERS[0],) * 4]
)
def test_taps_that_are_no_corners_change_nothing(
    own: Table, tmp_path: Path, taps: tuple[tuple[float, float], ...]
) -> None:
    with pytest.raises(TapsFaulty):
        own.calibration.preview(taps)
    with pytest.raises(TapsFaulty):
        own.calibration.keep(taps)
    assert own.eyes.fixed is None and list(tmp_path.iterdir()) == []


def test_a_disk_that_can_not_be_written_leaves_the_table_where_it_was(own: Table, tmp_path: Path) -> None:
    (tmp_path / "taps.half").mkdir()
    with pytest.raises(OSError):
        own.calibration.keep(CORNERS)
    assert own.eyes.fixed is None


def test_a_dark_cloth_is_not_called_too_dark_where_there_is_no_paper(own: Table) -> None:
    own.calibration.keep(CORNERS)
    cloth = np.clip(np.random.default_rng(2).normal(48, 6, GOOD.shape), 0, 255).astype(np.uint8)
    assert own.remarks(cloth) == []
    cloth[:330] //= 4
    assert [row[0] for row in own.remarks(cloth)] == ["Seat 3's side is much darker than the rest."]


def test_a_damaged_file_of_taps_stops_nothing_and_is_said_until_they_are_tapped_anew(tmp_path: Path) -> None:
    path = tmp_path / TAPS
    assert taps_kept(path, A3_FOUR).grade is Grade.OK
    path.write_text('{"mat": "a3-4", "taps": [[1, 2')
    broken = taps_kept(path, A3_FOUR)
    assert broken.grade is Grade.WARNING and "tap the four corners anew" in sentence(broken)
    assert sentence(broken, tongue("nl")).endswith("tik de vier hoeken opnieuw aan.")
    eyes = eyes_for(parse_settings({"state": {"folder": tmp_path}, "camera": "pi"}, ""), preset("iowa_standard"))
    assert eyes.fixed is None
    Calibration(NewestPicture(), eyes, path).keep(CORNERS)
    assert "four taps" in sentence(taps_kept(path, A3_FOUR))


# ---------------------------------------------------------------- the print


@pytest.mark.parametrize(("printed_at", "says"), [(0.97, 88 / 0.97), (1.0, 88.0)])
def test_the_prints_scale_is_measured_by_a_card(own: Table, printed_at: float, says: float) -> None:
    assert own.calibration.measure() is None, "first the mat without the card"
    own.show(view(A3_FOUR, printed_at=printed_at))
    assert own.calibration.remember_bare()
    own.show(view(A3_FOUR, printed_at=printed_at, card=(210.0, 149.0), turn=20.0))
    assert own.calibration.measure() == pytest.approx(says, abs=1.1)
