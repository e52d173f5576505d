"""Bid tiles filmed in few frames, watched by the real eyes and referee: whole planned hands, and tables without a plan.

A film begins with the match; everything after that is seen. `due` is what the engine makes of a plan when it is told
every word and card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np

from engine import inputs as i
from engine import wire
from engine.cards import Card
from engine.events import CallMade, CardPlayed, Event, FindingRaised, PlayTakenBack
from engine.places import play_zone
from engine.play.decide import step
from engine.play.state import INITIAL, State
from engine.rules.rulesets import preset
from table_controller.match.eventlog import EventLog
from table_controller.match.referee import Referee
from table_controller.watching.eyes import Eyes, copies_in
from tests.bench.watch.film import drawn, moments_of
from vision.mat.mats import Mat, mat_named
from vision.mat.tiles import TILES
from vision.reading.reader import Reader
from vision.workshop.studio.people.landing import Landing, Manner
from vision.workshop.studio.people.plans import Plan
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.seats import Spot
from vision.workshop.studio.people.shots import Placed, PlacedTile
from vision.workshop.studio.people.tiling import lay_tile, push_tile, spot_for, take_tiles
from vision.workshop.studio.recipes import RECIPES, overhead
from vision.workshop.studio.scene.limbs import Pose
from vision.workshop.studio.scene.table import Stage
from vision.workshop.studio.scene.things import Lying

FEW = Manner(wild=0.0, tilt=10.0, overlap=0.3, bend=0.5, stills=1, pause=0.5)
"""A frame for each state, held long enough to count as at rest."""
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
BY_WORD = {tile.says: tile for tile in TILES}


@cache
def reader() -> Reader:
    return Reader.load()


def stage_over(mat: Mat, recipe: str = "iowa_hand", share: float = 1.0, **other: object) -> Stage:
    """The recipe's table with another mat on it; `share` of the picture's width and height."""
    made = RECIPES[recipe].stage()
    return replace(made, mat=mat, camera=overhead(mat, made.camera).scaled(share), **other)  # type: ignore[arg-type]


@dataclass
class TiledTable:
    """A film that grows, and the eyes and the referee that watch it."""

    reel: Reel
    stage: Stage
    referee: Referee
    _told: int = field(default=0)

    def lay(self, seat: int, says: str, at: Spot | None = None, rest: bool = True) -> PlacedTile:
        """The seat lays a tile in its zone, with its middle at `at` in mm if that is told."""
        placed = spot_for(self.reel, seat, BY_WORD[says], "en")
        if at is not None:
            placed = replace(placed, tile=replace(placed.tile, x=at[0], y=at[1]))
        lay_tile(self.reel, seat, placed)
        if rest:
            self.watch()
        return placed

    def say(self, *words: tuple[int, str]) -> list[PlacedTile]:
        """One after the other these seats lay these tiles."""
        return [self.lay(seat, says) for seat, says in words]

    def take(self, *placed: PlacedTile) -> None:
        take_tiles(self.reel, *placed)
        self.watch()

    def push(self, seat: int, placed: PlacedTile, mm: Spot) -> PlacedTile:
        pushed = push_tile(self.reel, seat, placed, mm, 17.0)
        self.watch()
        return pushed

    def cover(self, seat: int, placed: PlacedTile) -> None:
        """An arm comes, lies still on the tile for most of a second, and goes."""
        arm = self.reel.limb(seat, (placed.tile.x, placed.tile.y), Pose.FLAT)
        for _ in range(8):
            self.reel.shoot((), (arm,))
        self.watch()

    def card(self, seat: int, face: str, at: Spot) -> Placed:
        """The seat lays a card with its middle at `at`."""
        card = Lying(Card.parse(face), *at, self.reel.seat(seat).turn + 7)
        self.reel.lay((seat, card, play_zone(seat)))
        self.watch()
        return self.reel.table[-1]

    def watch(self) -> State:
        """Shows the referee what was filmed since it last looked, and a moment of rest; the state after that."""
        self.reel.rest()
        shots, self._told = self.reel.shots[self._told :], len(self.reel.shots)
        part = replace(self.reel, shots=shots)
        for moment in moments_of(part, drawn(part, self.stage)):
            self.referee.tick(moment)
        return self.referee.state

    @property
    def events(self) -> list[Event]:
        return [event for entry in self.referee.log.entries for event in entry.events]

    @property
    def calls(self) -> list[tuple[int, str]]:
        """The calls of the hand as they stand."""
        hand = self.referee.state.hand
        return [(call.seat, call.name) for call in hand.calls] if hand is not None else []

    @property
    def heard(self) -> list[tuple[int, str]]:
        """Every call that was ever made, whether it stands or not."""
        return [(event.seat, event.call) for event in self.events if isinstance(event, CallMade)]

    @property
    def findings(self) -> list[str]:
        return [event.finding.code.value for event in self.events if isinstance(event, FindingRaised)]


def tiled_table(folder: Path, rules: str, mat: str = "a3-4", share: float = 0.75) -> Iterator[TiledTable]:
    """A match begun by these rules with the highest seat as dealer, on an empty table; as a fixture's body."""
    players = preset(rules).table.players
    plan = Plan("tiles", rules, NAMES[:players], players, (), (), ())
    stage = stage_over(mat_named(mat), share=share)
    assert stage.mat is not None
    reel = Reel(plan, Landing(stage.mat, FEW, np.random.default_rng(11)))
    with EventLog(folder / "match-0001.jsonl") as log:
        eyes = Eyes(reader(), stage.mat, copies=copies_in(rules))
        referee = Referee(log, eyes.look, lambda state, number: None, lambda: "")
        referee.begin(i.NewMatch(rules, plan.names, plan.dealer))
        table = TiledTable(reel, stage, referee)
        table.watch()
        yield table


# -- whole hands ----------------------------------------------------------------------------------------------


def told(reel: Reel, stage: Stage, folder: Path) -> list[Event]:
    """What the referee tells of a whole film by the real eyes."""
    eyes = Eyes(reader(), reel.landing.mat, copies=copies_in(reel.plan.rules))
    with EventLog(folder / "match-0001.jsonl") as log:
        referee = Referee(log, eyes.look, lambda state, number: None, lambda: "")
        for moment in moments_of(reel, drawn(reel, stage)):
            referee.tick(moment)
        return [event for entry in log.entries for event in entry.events]


def due(plan: Plan) -> list[Event]:
    """The events of the plan, word for word and card for card."""
    state, events = INITIAL, list[Event]()
    words: list[i.Input] = [i.NewMatch(plan.rules, plan.names, plan.dealer), i.DealDone()]
    for choice in plan.choices:
        word = wire.from_json({"kind": choice.kind, **dict(choice.fields)})
        assert isinstance(word, i.Input)
        words.append(word)
    words += [i.PlayCard(seat, card) for trick in plan.tricks for seat, card in trick.plays]
    for word in words:
        some, state = step(state, word)
        events += some
    return events


def story(events: list[Event]) -> list[Event]:
    """The events without how sure a reading was, and without the camera's numbers for the cards."""
    return [_without_eyes(event) for event in events]


def _without_eyes(event: Event) -> Event:
    if isinstance(event, FindingRaised):
        proof = tuple(replace(play, confidence=1.0, mark=None) for play in event.finding.proof)
        return FindingRaised(replace(event.finding, proof=proof, certainty=1.0))
    if isinstance(event, CardPlayed):
        return replace(event, confidence=1.0, mark=None)
    return replace(event, mark=None) if isinstance(event, PlayTakenBack) else event
