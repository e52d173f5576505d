"""Training either network for a given number of processor minutes: seeded, resumable, one core.

`python -m vision.workshop.training.train finder|namer --bank DIR --out DIR --minutes 50`. A checkpoint is written
every two minutes; started again, it goes on from there. Weights are averaged over time (EMA), which is worth more here
than further tuning of the learning rate.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from vision.workshop.training.lettering import lettering
from vision.workshop.training.nets import Finder, Namer, finder_loss, namer_loss
from vision.workshop.training.patches import (
    LARGEST,
    NO_FRAME,
    NO_GLYPH,
    NO_SUIT,
    TALLEST,
    Patch,
    finder_target,
    namer_patches,
)
from vision.workshop.training.scenes import HELD_OUT, Bank, TrainingScene, compose, piece
from vision.workshop.training.traced import load

FINDER_BATCH, NAMER_BATCH = 12, 192
PEAK_RATE = 3e-3
TRACED_SHARE = 0.08
PRINTED = 0.75
"""So many patches of print without a suit sign go with every scene's dozen."""
AVERAGED = 0.998
"""Share of the old weights kept at each step by the moving average."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to train, for how many processor minutes in all, from what."""

    net: str
    bank: Path
    out: Path
    minutes: float
    seed: int
    traced: Path | None = None


@dataclass(frozen=True, slots=True)
class SceneSource:
    """Where scenes come from: composed without end, and a share of path-traced ones where there are any."""

    bank: Bank
    traced: tuple[TrainingScene, ...]

    def scene(self, rng: np.random.Generator, tallest: float) -> TrainingScene:
        """The next scene of 256 x 256 pixels."""
        if self.traced and rng.random() < TRACED_SHARE:
            return piece(self.traced[int(rng.integers(len(self.traced)))], rng)
        return compose(self.bank, rng, tallest=tallest)


def finder_batches(source: SceneSource, rng: np.random.Generator) -> Iterator[tuple[Tensor, ...]]:
    """Endless (pictures, targets, weights)."""
    while True:
        scenes = [source.scene(rng, LARGEST - 6) for _ in range(FINDER_BATCH)]
        taught = [finder_target(s) for s in scenes]
        yield (
            _pictures([s.picture for s in scenes]),
            torch.from_numpy(np.stack([t for t, _ in taught])),
            torch.from_numpy(np.stack([w for _, w in taught])),
        )


def namer_batches(source: SceneSource, rng: np.random.Generator) -> Iterator[tuple[Tensor, ...]]:
    """Endless (patches, glyph numbers, suit numbers, frames)."""
    pool: list[Patch] = []
    while True:
        while len(pool) < 4 * NAMER_BATCH:
            scene = source.scene(rng, TALLEST)
            pool += namer_patches(scene, rng)
            if rng.random() < PRINTED:
                pool.append((lettering(rng, scene.picture), NO_GLYPH, NO_SUIT, NO_FRAME))
        rng.shuffle(pool)
        batch, pool = pool[:NAMER_BATCH], pool[NAMER_BATCH:]
        yield (
            _pictures([p for p, _, _, _ in batch]),
            torch.tensor([g for _, g, _, _ in batch]),
            torch.tensor([s for _, _, s, _ in batch]),
            torch.tensor([f for _, _, _, f in batch]),
        )


def _pictures(pictures: list[np.ndarray]) -> Tensor:
    stacked = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float()
    return stacked.contiguous(memory_format=torch.channels_last)


def _rate(share: float) -> float:
    """Learning rate after `share` of the time: a short rise, then half a cosine down."""
    return PEAK_RATE * min(1.0, share / 0.03 + 0.02) * 0.5 * (1 + math.cos(math.pi * min(share, 1.0))) + 1e-6


def train(job: Job) -> None:
    """Run or resume a training; leaves `<out>/<net>.pt` with the averaged weights."""
    torch.set_num_threads(1)
    job.out.mkdir(parents=True, exist_ok=True)
    kept = job.out / f"{job.net}.pt"
    torch.manual_seed(job.seed)
    net: nn.Module = Finder() if job.net == "finder" else Namer()
    net = net.to(memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=0.01)
    step, spent = 0, 0.0
    if kept.exists():
        saved = torch.load(kept, weights_only=True)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        optimiser.load_state_dict(saved["optimiser"])
        step, spent = saved["step"], saved["spent"]
    rng = np.random.default_rng(job.seed + 7919 * step)
    traced = tuple(load(p) for p in sorted(job.traced.glob("*.npz"))) if job.traced else ()
    source = SceneSource(Bank.load(job.bank, 260, job.seed, HELD_OUT), traced)
    batches = (finder_batches if job.net == "finder" else namer_batches)(source, rng)
    # Processor time, not the clock: a training on a busy machine is then as long as one on a quiet one.
    budget, started, before, losses = job.minutes * 60, time.process_time(), spent, []
    last = started
    while spent < budget:
        x, *truth = next(batches)
        for group in optimiser.param_groups:
            group["lr"] = _rate(spent / budget)
        out = net(x)
        loss = finder_loss(out, *truth) if job.net == "finder" else namer_loss(out, *truth)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        _follow(average, net, min(AVERAGED, step / (step + 20)))
        losses.append(float(loss.detach()))
        now = time.process_time()
        spent = before + now - started
        if now - last > 120 or spent >= budget:
            last = now
            saved = {"net": net.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save({**saved, "step": step, "spent": spent}, kept.with_suffix(".tmp"))
            kept.with_suffix(".tmp").replace(kept)
            print(f"{job.net}: {spent / 60:.1f} min, {step} steps, loss {np.mean(losses):.4f}", flush=True)
            losses = []


def _follow(average: nn.Module, net: nn.Module, keep: float) -> None:
    with torch.no_grad():
        for old, new in zip(average.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.mul_(keep).add_(new, alpha=1 - keep)
            else:
                old.copy_(new)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=("finder", "namer"))
    parser.add_argument("--bank", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=55)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--traced", type=Path, help="path-traced scenes to mix in")
    a = parser.parse_args()
    train(Job(a.net, a.bank, a.out, a.minutes, a.seed, a.traced))


if __name__ == "__main__":
    main()
