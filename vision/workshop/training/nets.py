"""The two networks and their losses, in PyTorch.

Finder: where are indices, which way is up, how large, and which pixels are card. Namer: what does one index say.
Input pictures are BGR bytes as float, scaled inside the network, so that the reader need not know how.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.reading.networks import CORRECTION, GLYPHS, SUITS

FINDER_OUTPUTS = ("heat", "dx", "dy", "cos", "sin", "log_height", "face", "back", "log_aspect", "shear")
_SHAPE = [1, 2, 3, 4, 5, 8, 9]
"""Outputs that say how the index lies."""
_WORTH = torch.tensor([1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 2.0])
"""Aspect and shear are the hardest to see: left alone they stay at those of a card seen from straight above."""
SHAPED = 0.45
"""Target heat from which a cell must know how the index lies: the centre's and the eight around it."""


class _Conv(nn.Sequential):
    def __init__(self, a: int, b: int, stride: int = 1, kernel: int = 3) -> None:
        super().__init__(
            nn.Conv2d(a, b, kernel, stride, kernel // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
        )


class Finder(nn.Module):
    """N x 3 x H x W (multiples of 16) to N x 10 x H/4 x W/4, channels as FINDER_OUTPUTS."""

    def __init__(self) -> None:
        super().__init__()
        self.s2 = _Conv(3, 16, 2)
        self.s4 = nn.Sequential(_Conv(16, 24, 2), _Conv(24, 24))
        self.s8 = nn.Sequential(_Conv(24, 48, 2), _Conv(48, 48))
        self.s16 = nn.Sequential(_Conv(48, 72, 2), _Conv(72, 72), _Conv(72, 72))
        self.up8 = _Conv(72, 48, kernel=1)
        self.d8 = _Conv(48, 48)
        self.up4 = _Conv(48, 24, kernel=1)
        self.d4 = _Conv(24, 32)
        self.head = nn.Conv2d(32, len(FINDER_OUTPUTS), 1)
        nn.init.zeros_(self.head.bias)
        self.head.bias.data[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        x = (x - 127.5) / 64
        a4 = self.s4(self.s2(x))
        a8 = self.s8(a4)
        a16 = self.s16(a8)
        b8 = self.d8(a8 + nn.functional.interpolate(self.up8(a16), scale_factor=2.0, mode="nearest"))
        b4 = self.d4(a4 + nn.functional.interpolate(self.up4(b8), scale_factor=2.0, mode="nearest"))
        out: Tensor = self.head(b4)
        return out


class FinderForUse(nn.Module):
    """The finder as exported: heat and masks as probabilities, everything else as it is."""

    def __init__(self, finder: Finder) -> None:
        super().__init__()
        self.finder = finder

    def forward(self, x: Tensor) -> Tensor:
        out = self.finder(x)
        return torch.cat([torch.sigmoid(out[:, :1]), out[:, 1:6], torch.sigmoid(out[:, 6:8]), out[:, 8:]], 1)


class Namer(nn.Module):
    """N x 3 x 64 x 64 to (N x glyphs + 1, N x suits + 1) logits, the last of each: no index (of a suit), and N x 6.

    The six numbers say how the index really lies in the patch (`vision.reading.cutting.Place.correction`).
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _Conv(3, 24, 2, kernel=5), _Conv(24, 28), _Conv(28, 56, 2), _Conv(56, 72), _Conv(72, 96, 2), _Conv(96, 112),
            _Conv(112, 96, 2), nn.Flatten(), nn.Dropout(0.1),
        )  # fmt: skip
        # Apart, so that the rank's many classes do not crowd out what tells a spade from a club.
        self.glyph = nn.Sequential(nn.Linear(96 * 4 * 4, 128), nn.ReLU(), nn.Linear(128, len(GLYPHS) + 1))
        self.suit = nn.Sequential(nn.Linear(96 * 4 * 4, 96), nn.ReLU(), nn.Linear(96, len(SUITS) + 1))
        self.frame = nn.Sequential(nn.Linear(96 * 4 * 4, 64), nn.ReLU(), nn.Linear(64, CORRECTION))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        hidden = self.body((x - 127.5) / 64)
        return self.glyph(hidden), self.suit(hidden), self.frame(hidden)


class NamerForUse(nn.Module):
    """The namer as exported: a table of probabilities (glyphs and none, suits and none) with the six numbers of the
    frame after them, and N x 224 features.

    The features are what both heads see before they decide; `vision.reading.teaching` compares a host's own deck by
    them.
    """

    def __init__(self, namer: Namer) -> None:
        super().__init__()
        self.namer = namer

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.namer.body((x - 127.5) / 64)
        glyph, suit = self.namer.glyph[:2](seen), self.namer.suit[:2](seen)
        names = torch.softmax(self.namer.glyph[2](glyph), 1), torch.softmax(self.namer.suit[2](suit), 1)
        return torch.cat([*names, self.namer.frame(seen)], 1), torch.cat([glyph, suit], 1)


def namer_loss(out: tuple[Tensor, ...], glyph: Tensor, suit: Tensor, frame: Tensor) -> Tensor:
    """Cross-entropy for both names; smooth L1 for the frame, where there is one (no row of `frame` holds nan)."""
    entropy = nn.functional.cross_entropy
    named = entropy(out[0], glyph, label_smoothing=0.01) + 1.3 * entropy(out[1], suit, label_smoothing=0.01)
    there = ~torch.isnan(frame[:, 0])
    return named + 3.0 * nn.functional.smooth_l1_loss(out[2][there], frame[there], beta=0.05)


def finder_loss(out: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Focal loss for the heat (Law and Deng, CornerNet, 2018), L1 at and beside the centres, cross-entropy for masks.

    `target`: N x 10 x h x w like the output; `weight`: N x h x w, 0 where the heat is not judged (half-hidden indices).
    How an index lies is taught on all cells where its target heat is above SHAPED, the ones the peak may fall on.
    """
    heat, truth = out[:, 0], target[:, 0]
    p = torch.sigmoid(heat).clamp(1e-5, 1 - 1e-5)
    centre = (truth > 0.999).float()
    found = -torch.log(p) * (1 - p) ** 2 * centre
    empty = -torch.log(1 - p) * p**2 * (1 - truth) ** 4 * (1 - centre) * weight
    count = centre.sum().clamp(min=1)
    shaped = (truth > SHAPED).float()
    off = (out[:, _SHAPE] - target[:, _SHAPE]).abs() * _WORTH.view(1, -1, 1, 1)
    shape = (off * shaped[:, None]).sum() / shaped.sum().clamp(min=1)
    masks = nn.functional.binary_cross_entropy_with_logits(out[:, 6:8], target[:, 6:8])
    return (found.sum() + empty.sum()) / count + 0.5 * shape + masks
