"""Tables of the bench: the usual ones stay what they were, the unlike ones differ, and each shows every place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.bench.watch.plans import planned
from tests.bench.watch.tables import table_of, unlike_table_of, with_tiles
from vision.workshop.studio.scene.table import Stage

SEED, KINDS = 20260, 7


def look(stage: Stage) -> tuple[object, ...]:
    return stage.camera, stage.light, stage.sensor


@pytest.mark.parametrize("number", range(KINDS))
def test_an_unlike_table_differs_and_its_camera_sees_every_place(number: int) -> None:
    manner, usual = table_of(number, SEED, 5)
    same, unlike = unlike_table_of(number, SEED, 5)
    assert same == manner and look(unlike) != look(usual) and unlike.deck == usual.deck
    assert unlike.mat is not None
    corners = np.array([corner for x0, y0, x1, y1 in unlike.mat.places.values() for corner in ((x0, y0), (x1, y1))])
    seen = unlike.camera.project(corners) / unlike.camera.size
    assert seen.min() > 0 and seen.max() < 1
    assert look(unlike_table_of(number, SEED, 5)[1]) == look(unlike), "the same seed, the same table"


def test_the_unlike_ones_are_slanted_warm_noisy_and_small_in_turn() -> None:
    stages = [unlike_table_of(number, SEED, 4)[1] for number in range(KINDS)]
    aside = [np.hypot(*np.subtract(s.camera.place[:2], s.camera.target)) / s.camera.place[2] for s in stages]
    assert [number for number, share in enumerate(aside) if share > 0.3] == [0, 2, 5]
    assert [number for number, s in enumerate(stages) if s.light.level < 0.45] == [1, 6]
    assert [number for number, s in enumerate(stages) if s.sensor.noise > 3] == [3, 6]
    assert stages[4].camera.size[0] < 1000


def test_every_second_hand_is_called_by_tiles_and_every_fourth_leaves_them() -> None:
    plan, _, _ = planned(0, SEED)
    tiles = [with_tiles(plan, number).tiles for number in range(4)]
    assert tiles[0] is None and tiles[2] is None
    assert tiles[1] is not None and tiles[1].stay and tiles[3] is not None and not tiles[3].stay
    assert replace(with_tiles(plan, 1), tiles=None) == plan
