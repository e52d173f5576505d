"""Whole hands without electronics: the match is begun, and all else, bids, choices, answers and cards, is seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.events import DropAnswered, HandScored, PartnerChosen, TrumpNamed
from tests.table_controller.a_tiled_hand import FEW, due, stage_over, story, told
from vision.mat.mats import mat_named
from vision.workshop.studio.people.plans import Mishap, Plan, TileMishap, Tiles, bundled_plans, parse_plan
from vision.workshop.studio.people.script import film_hand


def plan_of(name: str, tiles: Tiles) -> Plan:
    return replace(parse_plan(bundled_plans()[name].read_text("utf-8")), tiles=tiles)


FOUR = plan_of("exchange", Tiles("nl", mishaps=(TileMishap(Mishap.PUSH, 3), TileMishap(Mishap.COVER, 2, 1))))
"""A partner's card is exchanged, an opponent says yes; a tile is pushed, another lies under an arm for a while."""
FIVE = plan_of("five", Tiles("fr", stay=True))
"""Each for himself, four say whether they play; all tiles lie there through the play, with the cards among them."""


@pytest.mark.parametrize(("plan", "mat"), [(FOUR, "a3-4"), (FIVE, "a3-5")], ids=["four", "five"])
def test_a_whole_hand_is_told_as_it_was_planned(plan: Plan, mat: str, tmp_path: Path) -> None:
    stage = stage_over(mat_named(mat), share=0.8)
    assert stage.mat is not None
    reel = film_hand(plan, stage.mat, FEW, 5)
    assert [word["kind"] for _, word in reel.inputs] == ["NewMatch"]
    events = told(reel, stage, tmp_path)
    assert story(events) == story(due(plan))
    kinds = {type(event) for event in events}
    assert {TrumpNamed, DropAnswered, HandScored} <= kinds and (PartnerChosen in kinds) is (plan is FOUR)
