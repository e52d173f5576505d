"""The network that the reader's speed is measured against costs what YOLOv8n costs."""

from __future__ import annotations

import numpy as np

from vision.bench import REFERENCE_GFLOPS, reference_network
from vision.models import MODELS


def test_it_runs_and_is_stored_without_weights() -> None:
    outputs = reference_network().run(None, {"picture": np.zeros((1, 3, 640, 640), np.float32)})
    assert [o.shape[1:] for o in outputs] == [(c, s, s) for s in (80, 40, 20) for c in (64, 80)]
    assert (MODELS / "reference.onnx").stat().st_size < 50_000
    assert 8.6 < REFERENCE_GFLOPS < 8.9
