"""The network that the reader's speed is measured against costs what YOLOv8n costs."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench.sight import REFERENCE_GFLOPS, reference_network
from vision.reading.networks import MODELS


def test_it_runs_and_is_stored_without_weights() -> None:
    outputs = reference_network().run(None, {"picture": np.zeros((1, 3, 640, 640), np.float32)})
    assert [o.shape[1:] for o in outputs] == [(c, s, s) for s in (80, 40, 20) for c in (64, 80)]
    assert (MODELS / "reference.onnx").stat().st_size < 50_000


def test_the_stored_network_is_the_one_that_is_described_and_costs_as_much() -> None:
    pytest.importorskip("onnx", reason="onnx is not installed (it comes with the training extra)")
    from vision.workshop.training.reference import build

    model, cost = build()
    assert model.SerializeToString() == (MODELS / "reference.onnx").read_bytes()
    assert cost == pytest.approx(REFERENCE_GFLOPS, abs=0.01)
