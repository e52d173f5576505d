"""The calls and choices of a hand laid as bid tiles: which tile says what, its mishaps, and when all are taken up.

What no tile says is told as an input, as in a hand without tiles. How tiles are handled is tiling's business.
"""

from __future__ import annotations

from engine.places import hand_place, play_zone
from vision.mat.tiles import BY_MARKER, TILES, Tile, TileKind
from vision.workshop.studio.people.plans import Choice, Mishap, PlanFaulty, Seat, TileMishap, Tiles
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.shots import PlacedTile
from vision.workshop.studio.people.tiling import lay_tile, push_tile, spot_for, take_tiles

_SAYS = {(tile.kind, tile.says): tile for tile in TILES}
_FIELDS: dict[str, tuple[tuple[str, TileKind], ...]] = {
    "MakeCall": (("call", TileKind.CALL), ("trump", TileKind.TRUMP)),
    "NameTrump": (("denomination", TileKind.TRUMP),),
    "ChoosePartner": (("option", TileKind.OPTION),),
    "AnswerDrop": (("answer", TileKind.ANSWER),),
}
"""Which fields of an input a tile says."""


def tiles_of(choice: Choice) -> tuple[Tile, ...]:
    """The tiles that say this, in the order in which they are laid; none where a word of it has no tile."""
    fields = dict(choice.fields)
    words = [(kind, str(fields[name])) for name, kind in _FIELDS.get(choice.kind, ()) if fields.get(name) is not None]
    found = [_SAYS.get(word) for word in words]
    return tuple(tile for tile in found if tile is not None) if all(found) else ()


def lay_choices(reel: Reel, tiles: Tiles) -> None:
    """All calls and choices of the plan, one after the other, and the tiles taken up unless they are to stay.

    :raises PlanFaulty: when a mishap wants a tile that is not on the sheet.
    """
    for number, choice in enumerate(reel.plan.choices, start=1):
        reel.t += float(reel.landing.rng.uniform(0.2, 0.5))
        said = tiles_of(choice)
        if not said:
            reel.told(choice.kind, **dict(choice.fields))
            reel.rest(1, 0.3)
            continue
        mishaps = {each.kind: each for each in tiles.mishaps if each.choice == number}
        _lay_choice(reel, tiles, int(dict(choice.fields)["seat"]), said, mishaps)
    if not tiles.stay:
        clear_tiles(reel)


def clear_tiles(reel: Reel) -> None:
    """Everybody takes up his tiles."""
    if reel.tiles:
        take_tiles(reel, *reel.tiles)
        reel.rest()


def _lay_choice(
    reel: Reel, tiles: Tiles, seat: Seat, said: tuple[Tile, ...], mishaps: dict[Mishap, TileMishap]
) -> None:
    """One choice; a tile of the same kind that the seat has lying there is taken up for it."""
    if Mishap.EARLY in mishaps:
        early = mishaps[Mishap.EARLY]
        laid = _lay(reel, tiles, early.seat or seat, _tile_saying(TileKind.CALL, early.says))
        take_tiles(reel, laid)
        reel.rest()
    if Mishap.INSTEAD in mishaps:
        _lay(reel, tiles, seat, _tile_saying(said[0].kind, mishaps[Mishap.INSTEAD].says))
    kinds = {tile.kind for tile in said}
    old = [each for each in reel.tiles if each.place in (play_zone(seat), hand_place(seat)) and _kind(each) in kinds]
    if old:
        take_tiles(reel, *old)
    for tile in said:
        laid = _lay(reel, tiles, seat, tile)
    if Mishap.PUSH in mishaps:
        rng = reel.landing.rng
        mm = float(rng.uniform(-12, 12)), float(rng.uniform(-8, 8))
        push_tile(reel, mishaps[Mishap.PUSH].seat or seat, laid, mm, float(rng.uniform(-20, 20)))
        reel.rest()
    if Mishap.COVER in mishaps:
        cover = mishaps[Mishap.COVER]
        reel.stay(cover.seat or seat, (laid.tile.x, laid.tile.y), cover.seconds)
        reel.rest()


def _lay(reel: Reel, tiles: Tiles, seat: Seat, tile: Tile) -> PlacedTile:
    placed = spot_for(reel, seat, tile, tiles.language)
    lay_tile(reel, seat, placed)
    reel.rest()
    return placed


def _tile_saying(kind: TileKind, says: str) -> Tile:
    tile = _SAYS.get((kind, says))
    if tile is None:
        known = ", ".join(word for each, word in _SAYS if each is kind)
        raise PlanFaulty(f"There is no bid tile {says!r} to lay as a {kind.value}: give one of {known}.")
    return tile


def _kind(item: PlacedTile) -> TileKind:
    return BY_MARKER[item.tile.marker].kind
