"""A short film of a table without a plan: cards laid, taken up and pushed about, looked at by the real reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np

from engine.cards import Card
from engine.inputs import Input, NewMatch
from engine.places import Place, PlaceKind, play_zone
from engine.play.state import State
from engine.rules.rulesets import preset
from table_controller.match.eventlog import EventLog
from table_controller.match.referee import Referee, Wish
from table_controller.watching.eyes import Eyes, copies_in
from table_controller.watching.moments import Moment
from vision.mat.mats import Mat, mat_named
from vision.reading.reader import Reader
from vision.workshop.studio.people.landing import Landing, Manner
from vision.workshop.studio.people.plans import bundled_plans, parse_plan
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.shots import Placed
from vision.workshop.studio.recipes import RECIPES, overhead
from vision.workshop.studio.scene.things import Lying

CALM = Manner(wild=0.0, tilt=8.0, bend=0.5, stills=4, pause=0.3)


@cache
def reader() -> Reader:
    return Reader.load()


@dataclass
class Film:
    """A reel over one mat, and the eyes and the referee that watch it."""

    referee: Referee
    eyes: Eyes
    mat: Mat
    reel: Reel
    _told: int = field(default=0)

    def lay(self, seat: int, face: str | None, x: float, y: float, place: Place, turn: float = 0.0) -> None:
        """An arm lays a card with its middle at (x, y) mm, face up or (None) face down."""
        card = Lying(Card.parse(face) if face is not None else None, x, y, turn)
        self.reel.lay((seat, card, place))
        self.reel.rest()

    def play(self, seat: int, face: str, aside: float = 0.0) -> None:
        """A card into the seat's own zone, `aside` mm to the seat's right of its middle."""
        x0, y0, x1, y1 = self.mat.places[play_zone(seat)]
        right = self.reel.seat(seat).right
        middle = (x0 + x1) / 2 + aside * right[0], (y0 + y1) / 2 + aside * right[1]
        self.lay(seat, face, *middle, play_zone(seat), self.reel.seat(seat).turn)

    def remove(self, *kinds: PlaceKind) -> None:
        """All cards at places of these kinds are taken away, unseen how."""
        self.reel.table = [item for item in self.reel.table if item.place.kind not in kinds]
        self.reel.stay(1, (self.mat.size[0] / 2, self.mat.size[1] / 2), 0.3)
        self.reel.rest()

    def put(self, place: Place, *cards: Lying) -> None:
        """Cards lie at that place, unseen how they came."""
        self.reel.table += [Placed(card, place) for card in cards]
        self.reel.stay(1, (self.mat.size[0] / 2, self.mat.size[1] / 2), 0.3)
        self.reel.rest()

    def say(self, word: Input) -> None:
        """A person's word, after what was filmed so far."""
        self.watch()
        wish = Wish(word)
        self.referee.wishes.put(wish)
        self.reel.rest(1)
        self.watch()
        wish.answer.result(0)

    def watch(self) -> State:
        """Shows the referee what was filmed since it last looked; the state after that."""
        shots, self._told = self.reel.shots[self._told :], len(self.reel.shots)
        for shot in shots:
            self.referee.tick(Moment(shot.t, image=self._stage.photograph(shot.scene)))
        return self.referee.state

    def __post_init__(self) -> None:
        recipe = RECIPES["iowa_hand"]
        self._stage = replace(recipe.stage(), mat=self.mat, camera=overhead(self.mat, recipe.camera))


def filming(folder: Path, rules: str, mat: str = "a3-4", names: tuple[str, ...] = ()) -> Iterator[Film]:
    """A match begun by these rules with an empty table; as a fixture's body."""
    plan = parse_plan(bundled_plans()["iowa"].read_text(encoding="utf-8"))
    ruleset, table = preset(rules), mat_named(mat)
    seated = names or ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")[: ruleset.table.players]
    eyes = Eyes(reader(), table, copies=copies_in(ruleset))
    with EventLog(folder / "match-0001.jsonl") as log:
        referee = Referee(log, eyes.look, lambda state, number: None, lambda: "")
        referee.begin(NewMatch(rules, seated, 1))
        reel = Reel(replace(plan, names=seated), Landing(table, CALM, np.random.default_rng(4)))
        film = Film(referee, eyes, table, reel)
        reel.rest()
        yield film
