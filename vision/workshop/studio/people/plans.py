"""Hands as data: who sits where, what is dealt, called and chosen, and the tricks card by card.

A plan says what the players do; it judges nothing (the engine does), so a plan may well break a rule on purpose.
How it looks on the table is the business of script.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from engine.cards import Card, NotACard
from vision.mat.tiles import LANGUAGES

Seat = int


class PlanFaulty(ValueError):
    """The file holds no plan of a hand."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a player says or presses: an input's kind and fields, as the engine's JSON has them."""

    kind: str
    fields: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PlannedTrick:
    """The plays in order, and the seat that gathers the trick."""

    plays: tuple[tuple[Seat, Card], ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Exchange:
    """A card slid face down from one seat to another and one laid away for it. Faces are never seen."""

    giver: Seat
    taker: Seat


class Happening(Enum):
    """What may happen around a play besides the play itself."""

    REACH = "reach"  # an arm lies across the table for some seconds
    COVER = "cover"  # the hand stays on the card just laid
    NUDGE = "nudge"  # somebody pushes the card of `onto` a little
    TAKE_BACK = "take_back"  # the card is taken back and another laid
    EXTRA = "extra"  # a further card is laid
    WANDER = "wander"  # the card slides slowly through the zone of `onto` before it is laid
    MISPLACE = "misplace"  # the card is laid in the zone of `onto`
    FACE_DOWN = "face_down"  # the card is laid with its back up
    PAIR = "pair"  # this card and the next are laid at once
    TURN_UP = "turn_up"  # the card laid with its back up is turned over where it lies
    LIFT = "lift"  # the card laid last is taken off the table again
    STALL = "stall"  # the camera delivers nothing for some seconds


@dataclass(frozen=True, slots=True)
class Incident:
    """One happening at a play: trick and play counted from 1."""

    kind: Happening
    trick: int
    play: int
    seat: Seat
    onto: Seat | None = None
    card: Card | None = None
    seconds: float = 2.0


class Mishap(Enum):
    """What may happen to a bid tile besides being laid."""

    PUSH = "push"  # once it lies it is pushed aside
    COVER = "cover"  # an arm lies on it for some seconds
    INSTEAD = "instead"  # before it another tile is laid, which says `says`, and taken up for it
    EARLY = "early"  # before it `seat` lays a tile that says `says` out of turn, and takes it up again


@dataclass(frozen=True, slots=True)
class TileMishap:
    """One mishap at a choice, counted from 1. `seat`: who does it; the chooser unless it is told."""

    kind: Mishap
    choice: int
    seat: Seat | None = None
    says: str = ""
    seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class Tiles:
    """Bid tiles, printed in `language`, say the calls and choices. `stay`: nobody takes his up before the play."""

    language: str = "en"
    stay: bool = False
    mishaps: tuple[TileMishap, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """One hand. `batches` are the sizes of the packets dealt in turn, such as (3, 3) or (2, 2, 2).

    Without `tiles` calls and choices are told as inputs.
    """

    title: str
    rules: str
    names: tuple[str, ...]
    dealer: Seat
    batches: tuple[int, ...]
    choices: tuple[Choice, ...]
    tricks: tuple[PlannedTrick, ...]
    exchange: Exchange | None = None
    incidents: tuple[Incident, ...] = ()
    tiles: Tiles | None = None

    def at(self, trick: int, play: int) -> dict[Happening, Incident]:
        """What happens around this play."""
        return {item.kind: item for item in self.incidents if (item.trick, item.play) == (trick, play)}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(range(1, len(self.names) + 1))

    @property
    def dealing_order(self) -> tuple[Seat, ...]:
        """Clockwise from the dealer's left."""
        return tuple((self.dealer + k) % len(self.names) + 1 for k in range(len(self.names)))


def parse_plan(text: str) -> Plan:
    """A plan out of its JSON: see the files in `hands/`.

    :raises PlanFaulty: when something is missing or is no card.
    """
    try:
        return _plan(json.loads(text))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, NotACard):
            raise PlanFaulty(str(error)) from None
        raise PlanFaulty(
            f"The plan of the hand is incomplete or malformed ({error}); compare it with hands/iowa.json."
        ) from None


def _plan(raw: dict[str, Any]) -> Plan:
    choices = tuple(
        Choice(str(item["kind"]), tuple((k, v) for k, v in item.items() if k != "kind")) for item in raw["choices"]
    )
    tricks = tuple(
        PlannedTrick(
            tuple((int(seat), Card.parse(card)) for seat, card in (play.split(":") for play in item["plays"].split())),
            int(item["winner"]),
        )
        for item in raw["tricks"]
    )
    swap = raw.get("exchange")
    return Plan(
        title=str(raw["title"]),
        rules=str(raw["rules"]),
        names=tuple(str(name) for name in raw["names"]),
        dealer=int(raw["dealer"]),
        batches=tuple(int(size) for size in raw["batches"]),
        choices=choices,
        tricks=tricks,
        exchange=Exchange(int(swap["giver"]), int(swap["taker"])) if swap else None,
        incidents=tuple(_incident(item) for item in raw.get("incidents", ())),
        tiles=_tiles(raw["tiles"]) if "tiles" in raw else None,
    )


def _tiles(raw: dict[str, Any]) -> Tiles:
    mishaps = tuple(
        TileMishap(
            Mishap(item["kind"]),
            int(item["choice"]),
            int(item["seat"]) if "seat" in item else None,
            str(item.get("says", "")),
            float(item.get("seconds", 1.0)),
        )
        for item in raw.get("mishaps", ())
    )
    language = str(raw.get("language", "en"))
    if language not in LANGUAGES:
        raise ValueError(f"there are no tiles in {language!r}, only in {', '.join(LANGUAGES)}")
    return Tiles(language, bool(raw.get("stay", False)), mishaps)


def _incident(item: dict[str, Any]) -> Incident:
    trick, play = (int(number) for number in item["at"].split("."))
    return Incident(
        Happening(item["kind"]),
        trick,
        play,
        int(item["seat"]),
        int(item["onto"]) if "onto" in item else None,
        Card.parse(item["card"]) if "card" in item else None,
        float(item.get("seconds", 2.0)),
    )


def bundled_plans() -> dict[str, Path]:
    """The plans that come with the studio, by name."""
    folder = Path(__file__).with_name("hands")
    return {path.stem: path for path in sorted(folder.glob("*.json"))}
