"""From checkpoints to the model files the reader loads, with their birth certificate.

`python -m vision.workshop.training.export --trained DIR --bank DIR [--out vision/reading/models]` takes finder*.pt and
namer*.pt, writes finder.onnx, namer.onnx and certificate.json (hashes, command, steps, minutes, data). Weights and
activations are quantised to 8 bits by onnxruntime's own tool, the ranges measured on composed scenes: half the time of
32-bit floats, a third of the size. What is not worth it in accuracy (the last layers) stays as it is.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import warnings
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import nn

from vision.reading.cutting import PATCH_H, PATCH_W
from vision.reading.networks import MODELS
from vision.workshop.training.nets import Finder, FinderForUse, Namer, NamerForUse
from vision.workshop.training.patches import TALLEST, namer_patches
from vision.workshop.training.scenes import HELD_OUT, Bank, TrainingScene, compose


def _trained(paths: Sequence[Path], net: nn.Module) -> dict[str, Any]:
    """Load the averaged weights into `net`; returns what the checkpoints say of their training.

    Several checkpoints are branches of one training that went on with other scenes: their mean is better than each
    (Wortsman and others, "Model soups", 2022).
    """
    saved = [torch.load(path, weights_only=True) for path in paths]
    weights = {k: torch.stack([s["average"][k].float() for s in saved]).mean(0) for k in saved[0]["average"]}
    net.load_state_dict({k: v.to(saved[0]["average"][k].dtype) for k, v in weights.items()})
    net.eval()
    return {"steps": [s["step"] for s in saved], "minutes": [round(s["spent"] / 60, 1) for s in saved]}


class _Measured(CalibrationDataReader):
    """Batches of real input, for the quantiser to measure the ranges of activations on."""

    def __init__(self, name: str, batches: Iterable[NDArray[np.float32]]) -> None:
        self._feeds = iter([{name: batch} for batch in batches])

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        return next(self._feeds, None)


def _quantise(path: Path, name: str, batches: Iterable[NDArray[np.float32]], keep: int) -> None:
    """Replace the model by its 8-bit form; the last `keep` layers with weights stay 32-bit."""
    whole = path.with_suffix(".whole")
    quant_pre_process(str(path), str(whole), skip_symbolic_shape=True)
    heavy = [n.name for n in onnx.load(str(whole)).graph.node if n.op_type in ("Conv", "Gemm", "MatMul")]
    quantize_static(
        str(whole), str(path), _Measured(name, batches), quant_format=QuantFormat.QDQ, per_channel=True,
        activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, nodes_to_exclude=heavy[len(heavy) - keep :],
    )  # fmt: skip
    whole.unlink()


def _scenes(bank: Path, count: int) -> list[TrainingScene]:
    rng = np.random.default_rng(77)
    held = Bank.load(bank, 60, 77, HELD_OUT)
    return [compose(held, rng, 256, TALLEST) for _ in range(count)]


def _batch(pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    return np.ascontiguousarray(np.stack(pictures).transpose(0, 3, 1, 2), np.float32)


def _write(
    net: nn.Module, example: torch.Tensor, name: str, axes: dict[int, str], out: Path, outputs: Sequence[str]
) -> None:
    with warnings.catch_warnings():
        # The script exporter is announced as old; the new one needs a package more and gives the same file.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (example,), str(out), input_names=[name], output_names=list(outputs),
            dynamic_axes={name: axes, **dict.fromkeys(outputs, axes)}, opset_version=17, dynamo=False,
        )  # fmt: skip


def export(trained: Path, out: Path, command: str, data: str, bank: Path | None) -> None:
    """Write both models and the certificate into `out`; without a bank of cards they stay 32-bit."""
    out.mkdir(parents=True, exist_ok=True)
    finder, namer = Finder(), Namer()
    told = {
        "finder": _trained(sorted(trained.glob("finder*.pt")), finder),
        "namer": _trained(sorted(trained.glob("namer*.pt")), namer),
    }
    axes = {0: "n", 2: "h", 3: "w"}
    find, name = out / "finder.onnx", out / "namer.onnx"
    _write(FinderForUse(finder).eval(), torch.zeros(1, 3, 64, 64), "picture", axes, find, ("out",))
    _write(
        NamerForUse(namer).eval(), torch.zeros(2, 3, PATCH_H, PATCH_W), "patches", {0: "n"}, name, ("out", "features")
    )
    if bank is not None:
        scenes, rng = _scenes(bank, 120), np.random.default_rng(78)
        patches = [[p for p, *_ in namer_patches(s, rng)] for s in scenes]
        _quantise(find, "picture", [_batch([s.picture]) for s in scenes], keep=1)
        _quantise(name, "patches", [_batch(cut) for cut in patches if cut], keep=6)
    models = {
        name: {"file": f"{name}.onnx", "sha256": hashlib.sha256((out / f"{name}.onnx").read_bytes()).hexdigest(), **t}
        for name, t in told.items()
    }
    certificate = {"version": date.today().isoformat(), "command": command, "data": data, "models": models}
    (out / "certificate.json").write_text(json.dumps(certificate, indent=2) + "\n")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trained", type=Path, required=True)
    parser.add_argument("--bank", type=Path, help="the cards to measure 8-bit ranges on; without it none is made")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--command", default="make train")
    parser.add_argument("--data", default="gnome-cards-data sheets and drawn decks, see vision/workshop/training")
    a = parser.parse_args()
    export(a.trained, a.out, a.command, a.data, a.bank)


if __name__ == "__main__":
    main()
