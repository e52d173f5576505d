"""What came to rest in filmed hands, kept in files.

Drawing and reading a hand take half a minute, making out from what was read what happened a few milliseconds. Pickled
by this program: open no such file that others made.
"""

from __future__ import annotations

import copyreg
import pickle
import tempfile
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import inputs as i
from tests.bench.watch.hands import HandCount, Kind, Notes, filmed, rests_of, watch_hand
from tests.bench.watch.plans import Due
from tests.bench.watch.slips import Slip
from vision.mat.mats import Mat
from vision.reading.reader import Reader
from vision.table.sighting import Settled
from vision.workshop.studio.people.reel import Reel

Lying = tuple[float, tuple[tuple[str, int], ...]]
"""A time in seconds, and the faces that lie at seats then."""


@dataclass(frozen=True, slots=True)
class KeptHand:
    """One hand's looks: each picture's time in seconds with what had newly come to rest, or None.

    `lying`: by time, the faces that lay at each seat; `rests`: when each face came to rest; `said`: people's words;
    `counted`: what the service told.
    """

    kind: Kind
    number: int
    mat: Mat
    due: Due
    slip: Slip
    looks: tuple[tuple[float, Settled | None], ...]
    said: tuple[tuple[float, i.Input], ...]
    lying: tuple[Lying, ...]
    rests: tuple[tuple[float, str], ...]
    counted: HandCount


def _proxied(plain: dict[Any, Any]) -> types.MappingProxyType[Any, Any]:
    return types.MappingProxyType(plain)


def _as_plain(proxy: types.MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    return _proxied, (dict(proxy),)


copyreg.pickle(types.MappingProxyType, _as_plain)


def lying_in(reel: Reel) -> tuple[Lying, ...]:
    """The faces that lie at each seat, by time in seconds."""
    return tuple(
        (shot.t, tuple((str(each.card.face), each.place.number) for each in shot.lying if each.place.is_play))
        for shot in reel.shots
    )


def keep(number: int, seed: int, kind: Kind, reader: Reader, file: Path) -> KeptHand:
    """Films and watches hand `number` of the seed, and keeps its looks in `file`."""
    notes = Notes()
    counted = watch_hand(number, seed, reader, None, kind, notes)
    looks = tuple((at, seen.settled if seen is not None else None) for at, seen in notes.looks)
    reel, stage, due, slip = filmed(number, seed, kind)
    assert stage.mat is not None
    kept = KeptHand(
        kind,
        number,
        stage.mat,
        due,
        slip,
        looks,
        tuple(notes.said),
        lying_in(reel),
        tuple(rests_of(reel, stage.camera)),
        counted,
    )
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
        part.write(pickle.dumps(kept))
    Path(part.name).rename(file)
    return kept


def kept_hands(folder: Path, numbers: Iterable[int], seed: int, kind: Kind) -> Iterator[KeptHand]:
    """These hands' looks, those that are not in the folder yet filmed and watched now."""
    folder.mkdir(parents=True, exist_ok=True)
    reader: Reader | None = None
    for number in numbers:
        file = folder / f"{kind.name.lower()}-{seed}-{number:04}.looks"
        if file.is_file():
            yield pickle.loads(file.read_bytes())
        else:
            reader = reader or Reader.load()
            yield keep(number, seed, kind, reader, file)
