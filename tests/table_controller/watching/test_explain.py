"""What stories must keep true, whatever lies there: see `docs/theory.md`."""

from __future__ import annotations

import ast
import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.inputs import SeeCard
from engine.places import hand_place, play_zone
from engine.play.state import State
from table_controller import watching
from table_controller.watching.evidence import Onlooker, TableLook
from table_controller.watching.explain import STORIES, begun, explain
from table_controller.watching.happenings import Explanation
from table_controller.watching.odds import counted
from table_controller.watching.zones import Seen
from tests.table_controller.watching.script import Stage, settled, spot, to_play
from vision.mat.mats import A3_FOUR
from vision.table.sighting import Settled, Sighting

ODDS = counted()
LED = "1 AH@1<1"
LINES = [
    f"{LED}  2 9H@2<2",
    f"{LED}  2 9H@3",
    f"{LED}  2 ??@2",
    f"{LED}  2 9H@2  3 TH@3  4 QH@4",
    f"{LED}  2 9H@2/3  3 TH@3",
    f"{LED}  2 9C@2  3 KD@2",
]


def looked(*lines: str) -> tuple[TableLook, list[Explanation]]:
    """The last of these looks, a second apart, and the stories after it; nothing has been told."""
    witness, state = Onlooker(ODDS), to_play()
    look, stories = None, list(begun(state, counted()))
    for at, line in enumerate(lines, start=1):
        look = witness.look(Seen(settled(line, float(at)), A3_FOUR))
        stories = explain(stories, look, ODDS, 0.0)
    assert look is not None
    return look, stories


def belief(stories: list[Explanation], seat: int, mark: int) -> float:
    """How much likelier it is that this seat laid the card than that anybody else did, as a log-ratio."""

    def most(by_seat: bool) -> float:
        found = [
            story.log
            for story in stories
            for act in story.acts
            if isinstance(act.input, SeeCard) and act.input.mark == mark and (act.input.seat == seat) is by_seat
        ]
        return max(found, default=-50.0)

    return most(True) - most(False)


def with_second(x: float, y: float) -> Settled:
    first, _ = settled(f"{LED}  2 9H@2", 2.0).sightings
    second = Sighting(Card.parse("9H"), 1.0, (), x, y, 0.0, A3_FOUR.place_of_face(x, y), 2)
    return Settled(2.0, (first, second))


def believed_at(x: float, y: float) -> float:
    witness, state = Onlooker(ODDS), to_play()
    stories = explain(begun(state, counted()), witness.look(Seen(settled(LED, 1.0), A3_FOUR)), ODDS, 0.0)
    look = witness.look(Seen(with_second(x, y), A3_FOUR))
    return belief(explain(stories, look, ODDS, 0.0), 2, 2)


@given(st.integers(0, 19), st.integers(1, 20))
@settings(max_examples=30, deadline=None)
def test_a_card_farther_from_a_seats_zone_and_nearer_anothers_is_never_likelier_its(a: int, step: int) -> None:
    (x0, y0), (x1, y1) = spot("2", A3_FOUR), spot("3", A3_FOUR)
    near, far = a / 20, min((a + step) / 20, 1.0)
    here = believed_at(x0 + near * (x1 - x0), y0 + near * (y1 - y0))
    there = believed_at(x0 + far * (x1 - x0), y0 + far * (y1 - y0))
    assert there <= here + 1e-9


def test_inside_anothers_zone_is_not_believed_otherwise_than_a_millimetre_outside_it() -> None:
    x0, _, _, y1 = A3_FOUR.places[play_zone(3)]
    inside, outside = believed_at(x0 + 0.5, y1 - 20), believed_at(x0 - 0.5, y1 - 20)
    assert abs(inside - outside) < 0.25


@pytest.mark.parametrize("line", LINES)
def test_the_same_look_twice_says_nothing_new(line: str) -> None:
    _, once = looked(LED, line)
    _, twice = looked(LED, line, line)
    assert [(story.acts[0].gist if story.acts else None, round(story.log, 6)) for story in once] == [
        (story.acts[0].gist if story.acts else None, round(story.log, 6)) for story in twice
    ]


@pytest.mark.parametrize("line", LINES)
def test_what_is_seen_later_by_the_clock_is_told_the_same(line: str) -> None:
    def told(shift: float) -> list[str]:
        stage = Stage(to_play())
        for at, each in enumerate([LED, line], start=1):
            stage.look(settled(each, at + shift))
        stage.wait(stage.now + 8.0)
        return stage.told

    assert told(0.0) == told(5000.0)


def opposite(told: str) -> str:
    """The same words of the table turned by half a round: every seat is the one opposite."""
    seat = re.compile(r"(?<=plays )\d|(?<= of )\d|(?<=back )\d|(?<=: )\d|(?<=or )\d")
    return seat.sub(lambda found: str((int(found[0]) + 1) % 4 + 1), told)


def turned(each: Sighting) -> Sighting:
    """The same card on the other side of the mat's middle."""
    came = hand_place((each.came_from.number + 1) % 4 + 1) if each.came_from is not None else None
    x, y = A3_FOUR.size[0] - each.x, A3_FOUR.size[1] - each.y
    return replace(each, x=x, y=y, place=A3_FOUR.place_of_face(x, y) or each.place, came_from=came)


@pytest.mark.parametrize("line", LINES)
def test_a_turned_table_turns_what_is_told_with_it(line: str) -> None:
    here, there = Stage(to_play(dealer=4)), Stage(to_play(dealer=2))
    for at, each in enumerate([LED, line], start=1):
        seen = settled(each, float(at))
        here.look(seen)
        reached = frozenset(hand_place((hand.number + 1) % 4 + 1) for hand in seen.reached)
        there.look(replace(seen, sightings=tuple(map(turned, seen.sightings)), reached=reached))
    for stage in (here, there):
        stage.wait(stage.now + 12.0)
    assert here.told and [opposite(word) for word in here.told] == there.told


def test_of_what_is_half_sure_nothing_is_told_as_certain() -> None:
    """A card between two zones whose owners both may lay it is asked about, wherever exactly it lies."""
    for share in (0.4, 0.5, 0.6):
        stage = Stage(to_play())
        stage.look(settled(LED, 1.0))
        (x0, y0), (x1, y1) = spot("2", A3_FOUR), spot("3", A3_FOUR)
        stage.look(with_second(x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        assert not any(word.startswith("finds") for word in stage.told)


ORDER = ("zones", "odds", "evidence", "happenings", "explain", "why", "telling")


def test_a_sighting_goes_from_room_to_room_and_never_back() -> None:
    """Each module of the inference knows only those before it."""
    for module in ORDER:
        source = ast.parse((Path(watching.__file__).parent / f"{module}.py").read_text("utf-8"))
        known = {
            node.module.rpartition(".")[2]
            for node in ast.walk(source)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("table_controller.watching.")
        }
        assert known <= set(ORDER[: ORDER.index(module)]), module


@pytest.mark.parametrize("line", LINES)
def test_marks_only_tell_cards_apart(line: str) -> None:
    def told(first: int) -> list[str]:
        stage = Stage(to_play())
        for at, each in enumerate([LED, line], start=1):
            seen = settled(each, float(at))
            marked = tuple(replace(card, mark=card.mark + first) for card in seen.sightings)
            stage.look(replace(seen, sightings=marked))
        stage.wait(stage.now + 8.0)
        return [word for word in stage.told if word.startswith(("plays", "finds", "takes"))]

    assert told(0) == told(300)


def test_cards_of_one_look_have_no_order_but_the_turns() -> None:
    forward, backward = Stage(to_play()), Stage(to_play())
    forward.look(settled("1 AH@1  2 9H@2  3 TH@3  4 QH@4", 1.0))
    backward.look(settled("4 AH@1  3 9H@2  2 TH@3  1 QH@4", 1.0))
    for stage in (forward, backward):
        stage.wait(8.0)
    assert forward.told == backward.told == ["plays 1 AH", "plays 2 9H", "plays 3 TH", "plays 4 QH"]


def test_never_more_stories_than_are_kept_and_never_none() -> None:
    busy = f"{LED}  " + "  ".join(f"{mark} ??@{1 + mark % 4}" for mark in range(2, 12))
    _, stories = looked(LED, busy, "empty", busy)
    assert 0 < len(stories) <= STORIES


def test_a_look_is_explained_within_five_milliseconds() -> None:
    state: State = to_play()
    witness, took = Onlooker(ODDS), []
    stories = list(begun(state, counted()))
    for at, line in enumerate([LED, *LINES, "empty", *LINES], start=1):
        look = witness.look(Seen(settled(line, float(at)), A3_FOUR))
        began = time.thread_time()
        stories = explain(stories, look, ODDS, 0.0)
        took.append(time.thread_time() - began)
    assert sorted(took)[len(took) // 2] <= 0.005
