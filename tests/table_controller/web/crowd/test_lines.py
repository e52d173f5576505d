"""Who holds how many connections, and who gives one up: no socket is needed for that."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from table_controller.web.crowd.lines import Lines, Places

PLACES = Places(lines=12, streams=8, each=4)


@dataclass(eq=False)
class ALine:
    who: str
    all_cut: list[ALine] = field(default_factory=list, repr=False)

    def cut(self) -> None:
        self.all_cut.append(self)


def opened(lines: Lines, who: str, number: int, cut: list[ALine] | None = None) -> list[ALine]:
    made = [ALine(who, [] if cut is None else cut) for _ in range(number)]
    for line in made:
        lines.opened(line)
    return made


def test_one_client_has_no_more_than_its_share_and_keeps_its_newest() -> None:
    lines, cut = Lines(PLACES), list[ALine]()
    made = opened(lines, "crowd", 6, cut)
    assert cut == made[:2] and lines.count == PLACES.each


def test_a_newcomer_is_let_in_and_the_greediest_makes_room() -> None:
    lines, cut = Lines(PLACES), list[ALine]()
    greedy = opened(lines, "crowd", 4, cut)
    for number in range(8):
        opened(lines, f"guest {number}", 1, cut)
    assert not cut and lines.count == PLACES.lines
    opened(lines, "late", 1, cut)
    assert cut == greedy[:1] and lines.count == PLACES.lines


def test_whoever_is_recognised_gives_way_to_nobody_who_only_asks() -> None:
    lines, cut = Lines(PLACES), list[ALine]()
    for seat in opened(lines, "phone", 4, cut):
        lines.recognised(seat)
    for number in range(40):
        opened(lines, f"stranger {number}", 1, cut)
    assert {line.who for line in cut} == {f"stranger {number}" for number in range(32)}
    for seat in opened(lines, "phone", 1, cut):
        lines.recognised(seat)
    assert cut[-1].who == "phone", "and a client that is recognised has a share too"


def test_streams_leave_room_to_ask() -> None:
    lines = Lines(PLACES)
    told = []
    for _ in range(20):
        for line in opened(lines, "crowd", 1):
            told.append(lines.streams_on(line))
            if not told[-1]:
                lines.closed(line)
    assert told == [True] * PLACES.streams + [False] * 12
    assert lines.count == lines.streams == PLACES.streams


def test_whoever_has_few_streams_takes_the_newest_of_whoever_has_most() -> None:
    lines, cut = Lines(PLACES), list[ALine]()
    crowd = []
    for _ in range(PLACES.streams):
        crowd += opened(lines, "crowd", 1, cut)
        lines.streams_on(crowd[-1])
    [phone] = opened(lines, "phone", 1, cut)
    assert lines.streams_on(phone) and cut == crowd[-1:]
    for _ in range(3):
        assert all(lines.streams_on(line) for line in opened(lines, "phone", 1, cut))
    assert not any(lines.streams_on(line) for line in opened(lines, "phone", 1, cut)), "both have four"


STEPS = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["ask", "known", "stream", "close"])), max_size=150)


@given(STEPS)
def test_whatever_comes_the_bounds_hold_and_every_line_is_counted_once(steps: list[tuple[str, str]]) -> None:
    lines, cut, living = Lines(PLACES), list[ALine](), list[ALine]()
    for who, what in steps:
        own = [line for line in living if line.who == who]
        if what == "ask" or not own:
            living += opened(lines, who, 1, cut)
        elif what == "close":
            living.remove(own[0])
            lines.closed(own[0])
        elif what == "known":
            lines.recognised(own[-1])
        else:
            lines.streams_on(own[0])
        living = [line for line in living if line not in cut]
        assert lines.count == len(living) <= PLACES.lines and lines.streams <= PLACES.streams
