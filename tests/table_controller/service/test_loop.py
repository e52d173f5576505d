"""One loop for all tables: the order of a turn, and that nobody else ticks."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.inputs import DealDone, Input, MakeCall, NewMatch
from engine.play.state import State
from hardware.cameras.frames import Picture
from hardware.facts import Fact
from table_controller.match.clock import stamp
from table_controller.match.eventlog import EventLog
from table_controller.match.referee import Referee
from table_controller.service.loop import run_loop
from table_controller.service.surfaces import Surfaces
from table_controller.watching.moments import Moment
from table_controller.watching.sight import HAND
from table_controller.watching.zones import Seen
from table_controller.web.bulletin import Bulletin
from table_controller.words.facts import said
from tests import ROOT
from tests.table_controller.a_hand import NAMES
from vision.mat.judging import MatCode, Remark


@dataclass
class Watching:
    """Somebody who looks at the table, and notes when he is asked for what."""

    says: list[Input]
    asked: list[str] = field(default_factory=list)

    @property
    def source(self) -> Fact:
        self.asked.append("beat")
        return HAND

    @property
    def health(self) -> tuple[Remark, ...]:
        return (Remark(MatCode.IN_SIGHT),)

    def words(self, state: State) -> tuple[Input, ...]:
        self.asked.append("words")
        return (self.says.pop(0),) if self.says else ()

    def look(self, image: Picture, at: float) -> Seen | None:
        self.asked.append("tick")
        return None


def test_what_is_heard_in_a_turn_is_on_disk_and_shown_when_it_ends(tmp_path: Path) -> None:
    watching, bulletin = Watching([DealDone(), MakeCall(2, "pass"), MakeCall(3, "1")]), Bulletin()
    surfaces = Surfaces(None, None, bulletin)
    with EventLog(tmp_path / "match-0001.jsonl") as log:
        referee = Referee(log, watching.look, surfaces.show, stamp)
        referee.begin(NewMatch("iowa_standard", NAMES, 1))
        picture = np.zeros((72, 128, 3), np.uint8)
        moments = (Moment(at / 10, image=picture) for at in range(4))
        shown: list[tuple[int, int]] = []
        run_loop(
            referee,
            surfaces,
            watching,
            moments,
            ticked=lambda: shown.append((len(log.entries), bulletin.board.sequence)),
        )
    assert shown == [(2, 2), (3, 3), (4, 4), (4, 4)], "the moment itself is the tick that decides it"
    assert watching.asked == ["beat", "words", "tick"] * 4
    assert bulletin.board.surroundings.source == said(HAND)
    assert bulletin.board.surroundings.health == (said(Remark(MatCode.IN_SIGHT)),)
    assert not bulletin.board.surroundings.acting


def test_no_other_loop_ticks_a_referee() -> None:
    ticking = {
        path.name
        for path in (ROOT / "table_controller").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tick"
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "referee"
    }
    assert ticking == {"loop.py"}
