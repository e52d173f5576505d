"""Films kept by the bench: the same pictures again, and drawn anew once anything in them would differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.watch import film
from tests.bench.watch.film import kept, moments_of
from tests.bench.watch.plans import planned
from tests.bench.watch.tables import table_of
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.script import film_hand
from vision.workshop.studio.scene.table import Stage

SEED, HAND, SHOTS = 20260, 2, 3


def short_film() -> tuple[Reel, Stage]:
    plan, _, _ = planned(HAND, SEED)
    manner, stage = table_of(HAND, SEED, len(plan.names))
    assert stage.mat is not None
    reel = film_hand(plan, stage.mat, manner, SEED + HAND)
    reel.shots = reel.shots[:SHOTS]
    return reel, stage


def test_a_film_is_drawn_once_and_again_when_the_table_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, drawings, draw = tmp_path / "films/2.zip", [], film.drawn
    monkeypatch.setattr(film, "drawn", lambda reel, stage: drawings.append(stage.seed) or draw(reel, stage))
    reel, stage = short_film()
    first = list(kept(reel, stage, file))
    reel, stage = short_film()
    assert list(kept(reel, stage, file)) == first and len(drawings) == 1
    stage.seed += 1
    assert list(kept(reel, stage, file)) != first and len(drawings) == 2
    assert [path.name for path in file.parent.iterdir()] == ["2.zip"]


def test_a_film_cut_off_is_not_taken_for_a_whole_one(tmp_path: Path) -> None:
    file = tmp_path / "2.zip"
    reel, stage = short_film()
    pictures = kept(reel, stage, file)
    next(pictures)
    pictures.close()  # type: ignore[attr-defined]
    assert not file.exists()
    reel, stage = short_film()
    images = [moment.image for moment in moments_of(reel, kept(reel, stage, file)) if moment.said is None]
    assert file.exists() and all(image is not None and image.shape == (720, 1280, 3) for image in images)
