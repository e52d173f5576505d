"""What a look says."""

from __future__ import annotations

import pytest

from table_controller.watching.evidence import KEPT, Onlooker
from table_controller.watching.odds import counted
from table_controller.watching.zones import Seen
from tests.table_controller.watching.script import settled
from vision.mat.mats import A3_FOUR


def seen(line: str, at: float) -> Seen:
    return Seen(settled(line, at), A3_FOUR)


def test_a_card_is_likeliest_its_zones_and_the_side_it_came_from() -> None:
    thing = Onlooker(counted()).look(seen("1 AH@2<2", 1.0)).things[1]
    assert max(thing.came, key=lambda seat: thing.came[seat]) == 2


def test_names_share_what_the_first_leaves() -> None:
    thing = Onlooker(counted()).look(seen("1 AH@2:0.7", 1.0)).things[1]
    assert sum(p for _, p in thing.names) + thing.unread == pytest.approx(1.0, abs=1e-3)


def test_what_has_gone_is_remembered_with_when_and_how_it_lay_and_forgotten_once_it_is_back() -> None:
    witness = Onlooker(counted())
    witness.look(seen("1 AH@2", 1.0))
    gone = witness.look(seen("empty", 2.0)).gone
    assert (gone[1][0], gone[1][1].names[0][0].text) == (2.0, "AH")
    assert not witness.look(seen("1 AH@2", 3.0)).gone


def test_a_card_that_comes_back_under_its_mark_and_is_read_otherwise_is_read_anew() -> None:
    witness = Onlooker(counted())
    witness.look(seen("1 ??@2", 1.0))
    witness.look(seen("empty", 2.0))
    assert witness.look(seen("1 AH@2", 3.0)).reread == {1}


def test_memory_keeps_to_its_bound() -> None:
    witness = Onlooker(counted())
    for at in range(1, 200):
        look = witness.look(seen(f"{at} AH@2", float(at)))
    assert len(look.gone) <= KEPT


def test_something_faint_is_no_thing() -> None:
    look = Onlooker(counted()).look(seen("1 ~??@2", 1.0))
    assert not look.things
    assert set(look.faint) == {1}
