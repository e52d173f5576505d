"""From checkpoints to the model files the reader loads, with their birth certificate.

`python -m vision.training.export --trained DIR [--out vision/models]` writes finder.onnx, namer.onnx and
certificate.json (hashes, command, steps, minutes, data). Weights are stored as 32-bit floats; both stay below 3 MB.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import warnings
from datetime import date
from pathlib import Path
from typing import Any

import torch
from torch import nn

from vision.cutting import PATCH_H, PATCH_W
from vision.models import MODELS
from vision.training.nets import Finder, FinderForUse, Namer, NamerForUse


def _trained(path: Path, net: nn.Module) -> dict[str, Any]:
    """Load the averaged weights into `net`; returns what the checkpoint says of its training."""
    saved = torch.load(path, weights_only=True)
    net.load_state_dict(saved["average"])
    net.eval()
    return {"steps": saved["step"], "minutes": round(saved["spent"] / 60, 1)}


def _write(net: nn.Module, example: torch.Tensor, name: str, axes: dict[int, str], out: Path) -> None:
    with warnings.catch_warnings():
        # The script exporter is announced as old; the new one needs a package more and gives the same file.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net, (example,), str(out), input_names=[name], output_names=["out"],
            dynamic_axes={name: axes, "out": axes}, opset_version=17, dynamo=False,
        )  # fmt: skip


def export(trained: Path, out: Path, command: str, data: str) -> None:
    """Write both models and the certificate into `out`."""
    out.mkdir(parents=True, exist_ok=True)
    finder, namer = Finder(), Namer()
    told = {"finder": _trained(trained / "finder.pt", finder), "namer": _trained(trained / "namer.pt", namer)}
    axes = {0: "n", 2: "h", 3: "w"}
    _write(FinderForUse(finder).eval(), torch.zeros(1, 3, 64, 64), "picture", axes, out / "finder.onnx")
    _write(NamerForUse(namer).eval(), torch.zeros(2, 3, PATCH_H, PATCH_W), "patches", {0: "n"}, out / "namer.onnx")
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
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--command", default="make train")
    parser.add_argument("--data", default="gnome-cards-data sheets and drawn decks, see vision/training")
    a = parser.parse_args()
    export(a.trained, a.out, a.command, a.data)


if __name__ == "__main__":
    main()
