"""What reading costs on this machine, one thread, measured on the project's own recorded frames.

`figures()` yields (key, value, unit, meaning); `make bench PART=sight` prints them. Decoding the JPEG is left out:
a camera delivers frames, not files.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from tests import ROOT
from vision.mat.mats import A3_FOUR
from vision.pictures import Image, load_picture
from vision.reading.networks import MODELS
from vision.reading.reader import Reader
from vision.table.rest import STILL_FRAMES
from vision.table.watch import Watcher
from vision.workshop.training.negatives import empty_pictures

RECORDING = ROOT / "table_controller/recordings/iowa_hand"
ROUNDS = 11
NEGATIVES = 500
REFERENCE_GFLOPS = 8.74
Named = tuple[str, float, str, str]


def figures() -> Iterator[Named]:
    """Measure still and changed frames on the mat and a one-megapixel photograph; medians over ROUNDS."""
    cv2.setNumThreads(1)
    started = time.perf_counter()
    reader = Reader.load()
    load_s = time.perf_counter() - started
    empty, four = _frames(0), _frames(4)
    changed, still = _changed(reader, empty * 2, four * 3)
    yield "sight.still_ms", still, "ms", "a 1280x720 frame in which nothing moved (budget 3)"
    yield "sight.changed_ms", changed, "ms", "the frame at rest in which four new cards are read (budget 25)"
    meaning = "a 1280x720 frame with four cards and two hands that never rest, mean of such frames (budget 6)"
    yield "sight.restless_ms", _restless(reader, four), "ms", meaning
    photo = cv2.resize(four[0], (1155, 866)).astype("uint8")
    yield "sight.photo_ms", _median(lambda: reader.read_photo(photo)), "ms", "a photo of one megapixel (budget 250)"
    yield "sight.load_s", load_s, "s", "loading the model (budget 1)"
    reference = reference_network()
    picture = np.zeros((1, 3, 640, 640), np.float32)
    other = _median(lambda: reference.run(None, {"picture": picture}))
    meaning = f"a network of YOLOv8n's cost ({REFERENCE_GFLOPS} GFLOPs, {other:.0f} ms) over the changed frame (goal 8)"
    yield "sight.yolo_ratio", other / changed, "", meaning
    false = sum(len(reader.read_photo(p).cards) for p in empty_pictures(NEGATIVES, 4711))
    yield "sight.negatives_false", float(false), "", f"cards read in {NEGATIVES} pictures without a card (budget 1)"


def reference_network() -> onnxruntime.InferenceSession:
    """A network of YOLOv8n's layers without weights (`vision.workshop.training.reference`), on one thread as ours."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(MODELS / "reference.onnx"), options, providers=["CPUExecutionProvider"])


def _changed(reader: Reader, empty: list[Image], four: list[Image]) -> tuple[float, float]:
    """Milliseconds of the frame that is read after four cards came to lie there, and of one in which nothing moved."""
    changed, still = [], []
    for _ in range(ROUNDS):
        watcher = Watcher(reader, A3_FOUR)
        for k, frame in enumerate(empty):
            watcher.see(frame, k / 10)
        for k, frame in enumerate(four):
            began = time.perf_counter()
            watcher.see(frame, 5 + k / 10)
            spent = (time.perf_counter() - began) * 1000
            if k == STILL_FRAMES - 1:
                changed.append(spent)
            elif k > STILL_FRAMES:
                still.append(spent)
    return statistics.median(changed), statistics.median(still)


def _restless(reader: Reader, four: list[Image]) -> float:
    """Milliseconds of a frame over which two hands move all the time, on the average of ten seconds of them."""
    watcher, chance, spent = Watcher(reader, A3_FOUR), np.random.default_rng(5), list[float]()
    for k in range(100):
        frame = four[k % len(four)].copy()
        for x in (18, frame.shape[1] - 18):
            place = x, int(frame.shape[0] / 2 + chance.uniform(-60, 60))
            cv2.ellipse(frame, place, (40, 70), float(chance.uniform(-10, 10)), 0, 360, (120, 150, 200), -1)
        began = time.perf_counter()
        watcher.see(frame, k / 10)
        spent.append((time.perf_counter() - began) * 1000)
    return statistics.mean(spent[10:])


def _median(act: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        act()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)


def _frames(cards: int) -> list[Image]:
    """The longest run of still frames of the bundled recording with so many face-up cards."""
    best: list[Path] = []
    run: list[Path] = []
    for path in sorted(RECORDING.glob("[0-9]*.txt")):
        lines = path.read_text().split("\n")
        faces = [line for line in lines if line and not line.startswith(("##", "moving"))]
        run = [*run, path] if len(faces) == cards and "moving" not in lines else []
        best = max(best, run, key=len)
    return [load_picture(p.with_suffix(".jpg")) for p in best]
