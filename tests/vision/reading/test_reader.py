"""The reader on pictures without a mat, and the model's certificate."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests import ROOT
from vision.pictures import load_picture
from vision.reading.networks import MODELS, ModelDamaged, Networks
from vision.reading.reader import Reader

RECORDING = ROOT / "table_controller/recordings/iowa_hand"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def faces(truth: Path) -> set[str]:
    lines = (line.split()[0] for line in truth.read_text().splitlines() if line)
    return {face for face in lines if face not in ("moving", "##")}


def four_cards() -> Path:
    """The last still frame of the bundled recording with four cards on the table."""
    return [p for p in sorted(RECORDING.glob("[0-9]*.txt")) if len(faces(p)) == 4 and "moving" not in p.read_text()][-1]


def test_a_frame_is_read_like_any_photograph(reader: Reader) -> None:
    truth = four_cards()
    reading = reader.read_photo(load_picture(truth.with_suffix(".jpg")))
    assert {str(c.card) for c in reading.cards} == faces(truth)
    assert all(0.8 <= c.confidence <= 1 for c in reading.cards) and reading.ms > 0


@pytest.mark.parametrize("quarter_turns", [1, 2, 3])
def test_the_picture_may_be_turned(reader: Reader, quarter_turns: int) -> None:
    truth = four_cards()
    picture = np.ascontiguousarray(np.rot90(load_picture(truth.with_suffix(".jpg")), quarter_turns))
    assert {str(c.card) for c in reader.read_photo(picture).cards} == faces(truth)


def test_a_mirrored_picture_gives_no_false_name(reader: Reader) -> None:
    """Mirrored indices are no indices; what still is read (A, 8, H look the same) must be truly there."""
    truth = four_cards()
    picture = np.ascontiguousarray(load_picture(truth.with_suffix(".jpg"))[:, ::-1])
    assert {str(c.card) for c in reader.read_photo(picture).cards} <= faces(truth)


def test_pictures_of_nothing_hold_no_card(reader: Reader) -> None:
    rng = np.random.default_rng(4)
    for picture in (
        np.zeros((480, 640, 3), np.uint8),
        np.full((300, 1000, 3), 255, np.uint8),
        rng.integers(0, 255, (500, 500, 3), dtype=np.uint8),
    ):
        reading = reader.read_photo(picture)
        assert reading.cards == () and reading.backs == 0


def test_a_tiny_picture_is_no_trouble(reader: Reader) -> None:
    assert reader.read_photo(np.full((20, 17, 3), 90, np.uint8)).cards == ()


def test_the_models_are_small_and_have_their_certificate() -> None:
    certificate = json.loads((MODELS / "certificate.json").read_text())
    sizes = [(MODELS / entry["file"]).stat().st_size for entry in certificate["models"].values()]
    assert set(certificate["models"]) == {"finder", "namer"} and max(sizes) < 3_000_000
    assert certificate["version"] and certificate["command"] and certificate["data"]


@pytest.mark.parametrize("name", ["finder.onnx", "namer.onnx"])
def test_one_changed_byte_is_noticed(tmp_path: Path, name: str) -> None:
    folder = shutil.copytree(MODELS, tmp_path / "models")
    data = bytearray((folder / name).read_bytes())
    data[len(data) // 2] ^= 1
    (folder / name).write_bytes(bytes(data))
    with pytest.raises(ModelDamaged, match="damaged"):
        Networks.load(folder)


def test_a_missing_model_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelDamaged, match="install the program again"):
        Networks.load(tmp_path)
