"""A look at the table as the calibration page is told it: what is wrong and what to do, and everything by its name."""

from __future__ import annotations

import re

from engine.cards import Card
from engine.layout import Seat
from engine.places import Place
from hardware.facts import Condition, Grade
from table_controller.board.board import Shown
from table_controller.web.calibration import Calibration, Grid, Look, Outline
from table_controller.web.desk import Desk
from table_controller.words import phrases
from table_controller.words.facts import remedy_of, said, words_of
from table_controller.words.tongues import Tongue
from vision.mat.judging import MatCode, Remark
from vision.table.sighting import Sighting, TileSighting

_PARTED = re.compile(r"(.*?\S)(?<!camera \d)(?<!caméra Pi \d)\s?[:;] (.*)", re.DOTALL)
"""What is wrong, and after a colon or semicolon what to do; the colon after a camera's number is another one."""


class RemarkShown(Shown):
    """What is wrong, and what to do about it. `stops`: nothing can be watched while this is so."""

    what: str
    then: str
    stops: bool


class MarkerShown(Shown):
    """One of the mat's markers, by its number from 1."""

    number: int
    corner: str
    seen: bool
    outline: Outline


class PlaceShown(Shown):
    """A place of the mat: `seat` whose zone it is, 0 for nobody's; `backs`: so many cards lie there face down."""

    place: str
    name: str
    seat: Seat
    outline: Outline
    backs: int = 0


class LyingShown(Shown):
    """A card or a tile as it was read: `corner` and `suit` as a card's corner shows them, `words` in full."""

    corner: str
    suit: str
    words: str
    where: str
    sure: bool
    tile: bool
    outline: Outline


class GridTold(Shown):
    """Where the mat's edge and places would be."""

    edge: Outline
    places: tuple[PlaceShown, ...]


class CalibrationTold(Shown):
    """A look: `number` names its picture, 0 for none. Outlines are in pixels of a picture of `width` by `height`.

    `well`: the sentence for when nothing is wrong. `taps` are empty where the mat's markers say where it lies; its
    size is in mm. `reading`: whether what lies there is being read.
    """

    number: int
    width: int
    height: int
    well: str
    remarks: tuple[RemarkShown, ...]
    taps: Outline
    mat: str
    mat_size: tuple[float, float]
    edge: Outline = ()
    markers: tuple[MarkerShown, ...] = ()
    places: tuple[PlaceShown, ...] = ()
    lying: tuple[LyingShown, ...] = ()
    reading: bool = True


def calibration_told(table: Calibration, desk: Desk, to: Tongue, letters: Tongue) -> CalibrationTold:
    """The newest look in that language; cards have the corners of that deck's letters."""
    look, taps = table.look(), table.taps
    remarks = _remarks(look, to)
    return CalibrationTold(
        number=look.number if look.jpeg else 0,
        width=look.size[0],
        height=look.size[1],
        well="" if remarks else said(Remark(MatCode.WELL_TAPPED if taps else MatCode.WELL), to),
        remarks=remarks,
        taps=taps or (),
        mat=table.mat.name,
        mat_size=table.mat.size,
        edge=look.grid.edge if look.grid is not None else (),
        markers=tuple(
            MarkerShown(number=each.number, corner=_corner(each.number, to), seen=each.is_seen, outline=each.outline)
            for each in look.markers
        ),
        places=places_shown(look.grid, desk, to, look) if look.grid is not None else (),
        lying=_lying(look, desk, to, letters) if not desk.paused else (),
        reading=not desk.paused,
    )


def places_shown(grid: Grid, desk: Desk, to: Tongue, look: Look | None = None) -> tuple[PlaceShown, ...]:
    """The places of a grid with their names; those of cards dealt too, with how many lie there."""
    backs = look.settled.backs if look is not None and look.settled is not None and not desk.paused else {}
    return tuple(
        PlaceShown(
            place=place.text,
            name=_place(place, desk, to),
            seat=place.number,
            outline=outline,
            backs=backs.get(place, 0),
        )
        for place, outline in grid.places.items()
    )


def _remarks(look: Look, to: Tongue) -> tuple[RemarkShown, ...]:
    told = [_parted(said(remark, to), remark.stops) for remark in look.remarks]
    camera = [_found(each, to) for each in look.camera]
    if not told and not camera and not look.jpeg:
        return (_parted(to.say("no_look"), True),)
    return tuple(sorted([*camera, *told], key=lambda each: not each.stops))


def _found(condition: Condition, to: Tongue) -> RemarkShown:
    is_fault, remedy = condition.grade is Grade.FAULT, remedy_of(condition, to)
    if remedy:
        return RemarkShown(what=words_of(condition, to), then=remedy, stops=is_fault)
    return _parted(words_of(condition, to), is_fault)


def _parted(sentence: str, stops: bool) -> RemarkShown:
    found = _PARTED.fullmatch(sentence)
    if found is None:
        return RemarkShown(what=sentence, then="", stops=stops)
    then = found[2]
    return RemarkShown(what=f"{found[1]}.", then=then[:1].upper() + then[1:], stops=stops)


def _corner(number: int, to: Tongue) -> str:
    names = tuple(to.phrases["corners"].values())
    return names[number - 1] if number <= len(names) else ""


def _place(place: Place, desk: Desk, to: Tongue) -> str:
    """A seat's place by its player's name; any other by its own."""
    seat = place.number
    if not seat:
        return to.name("places", place.text)
    names = desk.referee.state.names if desk.referee is not None else ()
    return names[seat - 1] if seat <= len(names) else to.page["seat_n"].format(number=seat)


def _lying(look: Look, desk: Desk, to: Tongue, letters: Tongue) -> tuple[LyingShown, ...]:
    if look.settled is None:
        return ()
    seen: tuple[Sighting | TileSighting, ...] = (*look.settled.sightings, *look.settled.tiles)
    return tuple(
        _one(each, outline, _place(each.place, desk, to), to, letters)
        for each, outline in zip(seen, look.lying, strict=True)
    )


def _one(seen: Sighting | TileSighting, outline: Outline, where: str, to: Tongue, letters: Tongue) -> LyingShown:
    if isinstance(seen, TileSighting):
        said = seen.tile.words.get(to.code) or seen.tile.words["en"]
        told = to.say("tile", words=said)
        return LyingShown(corner=said, suit="", words=told, where=where, sure=True, tile=True, outline=outline)
    card = seen.face if isinstance(seen.face, Card) else None
    return LyingShown(
        corner=phrases.corner(card, letters) or "★" if card is not None else "?",
        suit=card.suit.value if card is not None and card.suit is not None else "",
        words=phrases.card_words(card, to),
        where=where,
        sure=card is not None,
        tile=False,
        outline=outline,
    )
