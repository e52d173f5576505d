"""Told stories: a text of looks that reads like a script, played to the real inference and the real engine.

    3 spades by 1; 2, 3, 4 pass
    1.0  1 AH@1<1
    2.0  1 AH@1<1  2 9H@2
         plays 2 9H

A line with a time (seconds) is one look: each thing by its mark, its card (?? for one that can't be read, `~` before it
if only little of it stands out), the seat whose zone it lies in (`2+30`: 30 mm outside it, away from the table's
middle; `2/3`: between the two; `out`: far from all), after `<` the seat that it came from, after `:` how surely it was
read. `empty` is a bare table; `reached 2 3` says whose arms came in. An indented line is what is told or asked from
there to the next look, or what a `person:` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine import inputs as i
from engine.cards import Card, Denomination, Unseen
from engine.events import FindingRaised, QuestionAsked
from engine.places import OUTSIDE, hand_place, play_zone
from engine.play.decide import step
from engine.play.state import INITIAL, State
from table_controller.watching.telling import Question, Watching
from table_controller.watching.zones import Seen
from vision.mat.mats import A3_FOUR, Mat
from vision.table.sighting import Settled, Sighting

TICK_S = 0.1
AFTER_S = 12.0
"""Seconds for which is waited after the last look."""
_THING = re.compile(
    r"(?P<mark>\d+) (?P<faint>~?)(?P<face>\?\?|[2-9TJQKA][CDHS])@(?P<at>[0-9+/]+|out)(?:<(?P<came>\d))?"
    r"(?::(?P<sure>[\d.]+))?"
)


def to_play(dealer: int = 4, trump: str = "S", rules: str = "iowa_standard") -> State:
    """Iowa's game, the one after the dealer the maker and to lead."""
    state = INITIAL
    maker, *others = [(dealer + k) % 4 + 1 for k in range(4)]
    words: list[i.Input] = [i.NewMatch(rules, ("Ann", "Ben", "Cy", "Dee"), dealer), i.DealDone()]
    words += [
        i.MakeCall(maker, "3"),
        *(i.MakeCall(seat, "pass") for seat in others),
        i.NameTrump(maker, Denomination(trump)),
        i.ChoosePartner(maker, "with"),
        i.AnswerDrop(others[0], "play"),
    ]
    for word in words:
        state = step(state, word)[1]
    return state


@dataclass
class Stage:
    """The engine and what watches for it; `told` in words, as a script writes them."""

    state: State
    mat: Mat = A3_FOUR
    watching: Watching = field(default_factory=Watching)
    told: list[str] = field(default_factory=list)
    now: float = 0.0

    def look(self, settled: Settled) -> None:
        """One look, and what is told at once."""
        self.now = settled.t
        self.watching.see(Seen(settled, self.mat), self.state)
        self._tell()

    def wait(self, until: float) -> None:
        """Time passes and nothing is seen."""
        while self.now + TICK_S < until:
            self.now += TICK_S
            self._tell()

    def say(self, word: i.Input) -> None:
        """A person says something to the engine."""
        self.state = step(self.state, word)[1]
        self._tell()

    def _tell(self) -> None:
        for _ in range(20):
            word = self.watching.next_word(self.state, self.now)
            if word is None:
                return
            if isinstance(word, Question):
                asked = f"whose {word.mark}: {word.seat} or {word.other}"
                if asked not in self.told:
                    self.told.append(asked)
                return
            events, self.state = step(self.state, word.input)
            self.told += _in_words(word.input)
            for event in events:
                if isinstance(event, FindingRaised):
                    self.told.append(f"finds {event.finding.code.value} of {event.finding.seat}")
                elif isinstance(event, QuestionAsked):
                    self.told.append(f"which {'unseen' if event.mark < 0 else event.mark} of {event.seat}")
            self.watching.told(word, self.state)


def _in_words(told: i.Input) -> Iterator[str]:
    if isinstance(told, i.SeeCard) and told.card is not None:
        yield f"plays {told.seat} {told.card.text}"
    elif isinstance(told, i.ReadMark):
        yield f"reads {told.mark} {told.card.text}"
    elif isinstance(told, i.TakeBack):
        yield f"takes back {told.seat}"


def settled(line: str, at: float, mat: Mat = A3_FOUR) -> Settled:
    """One look from its line."""
    things = [(bool(found["faint"]), _sighting(found, mat)) for found in _THING.finditer(line)]
    reached = re.search(r"reached ([\d ]+)", line)
    hands = frozenset(hand_place(int(seat)) for seat in reached[1].split()) if reached else frozenset()
    came = {each.came_from for _, each in things if each.came_from is not None}
    return Settled(
        at,
        tuple(each for faint, each in things if not faint),
        possible=tuple(each for faint, each in things if faint),
        reached=hands | came,
    )


def _sighting(found: re.Match[str], mat: Mat) -> Sighting:
    x, y = spot(found["at"], mat)
    face = Card.parse(found["face"]) if found["face"] != "??" else Unseen.UNREADABLE
    sure = float(found["sure"] or (1.0 if isinstance(face, Card) else 0.0))
    came = hand_place(int(found["came"])) if found["came"] else None
    return Sighting(face, sure, (), x, y, 0.0, mat.place_of_face(x, y) or OUTSIDE, int(found["mark"]), came)


def spot(at: str, mat: Mat) -> tuple[float, float]:
    """Where in mm `2`, `2+30`, `2/3` or `out` lies."""
    if at == "out":
        return -300.0, -300.0
    if "/" in at:
        (x0, y0), (x1, y1) = (_middle(int(seat), mat) for seat in at.split("/"))
        return (x0 + x1) / 2, (y0 + y1) / 2
    seat, _, beside = at.partition("+")
    x, y = _middle(int(seat), mat)
    if not beside:
        return x, y
    x0, y0, x1, y1 = mat.places[play_zone(int(seat))]
    hx0, hy0, hx1, hy1 = mat.places[hand_place(int(seat))]
    dx, dy = (hx0 + hx1) / 2 - x, (hy0 + hy1) / 2 - y
    if abs(dx) > abs(dy):
        return (x1 + float(beside) if dx > 0 else x0 - float(beside)), y
    return x, (y1 + float(beside) if dy > 0 else y0 - float(beside))


def _middle(seat: int, mat: Mat) -> tuple[float, float]:
    x0, y0, x1, y1 = mat.places[play_zone(seat)]
    return (x0 + x1) / 2, (y0 + y1) / 2


def played(script: str) -> tuple[list[str], list[str]]:
    """What a script says is told, and what was."""
    stage, expected = Stage(to_play()), []
    looks = [line for line in script.splitlines() if line.strip() and not line.startswith("#")]
    for line in looks:
        if line[0].isspace():
            word = line.strip()
            if word.startswith("person: "):
                mark, card = word.removeprefix("person: ").split(" is ")
                stage.say(i.AnswerQuestion(int(mark), Card.parse(card)))
            else:
                expected.append(word)
            continue
        at, _, rest = line.partition(" ")
        stage.wait(float(at))
        stage.look(settled(rest, float(at)))
    stage.wait(stage.now + AFTER_S)
    return expected, stage.told
