"""A film in a camera's place: a video file or a recording's folder, by its path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hardware.cameras.kind import CameraKind, Source, Wanted


def _means(word: str) -> str | None:
    return word if "/" in word or "." in word else None


def _opener(which: str, wanted: Wanted) -> Callable[[], Source]:
    def open_it() -> Source:
        from hardware.cameras.played import PlayedSource

        return PlayedSource(Path(which))  # it has the size it was taken in

    return open_it


KIND = CameraKind(
    "film",
    short="a film",
    forms="the path of a video or of a recording",
    means=_means,
    opener=_opener,
    is_live=False,
    groups=(),
)
