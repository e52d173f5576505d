"""Bid tiles to what the engine is told: a tile laid in one's own zone is that seat's bid or answer.

A tile speaks once, when it is laid or as soon as its time has come, and not again until it has been taken away.
Whether a call is good is the engine's business; only whether it can be meant now is asked here.
"""

from __future__ import annotations

import re

from engine import inputs as i
from engine.cards import Denomination
from engine.hand import Phase
from engine.layout import Seat
from engine.options import options
from engine.state import State
from table_controller.zones import Seen
from vision.sighting import TileSighting
from vision.tiles import Kind

_SEAT = re.compile(r"(?:play|hand)(\d+)")


class TileWords:
    """Remembers which tiles have spoken."""

    def __init__(self) -> None:
        self._spoken: set[int] = set()
        self._fresh = True

    def next_word(self, seen: Seen, state: State) -> i.Input | None:
        """What a tile says now that none has said yet; None when all have spoken."""
        lying = {tile.mark for tile in seen.settled.tiles}
        if self._fresh:
            # After a start: what the match already knows was said before.
            self._spoken = {tile.mark for tile in seen.settled.tiles if _is_said(tile, state)}
            self._fresh = False
        self._spoken &= lying
        waiting = [tile for tile in seen.settled.tiles if tile.mark not in self._spoken]
        for tile in sorted(waiting, key=lambda each: (_seat(each) != state.turn, each.mark)):
            word, used = _word(tile, waiting, state)
            if word is not None:
                self._spoken |= used
                return word
        return None


def _seat(tile: TileSighting) -> Seat | None:
    found = _SEAT.fullmatch(tile.place)
    return int(found[1]) if found else None


def _word(tile: TileSighting, lying: list[TileSighting], state: State) -> tuple[i.Input | None, set[int]]:
    """What the tile says in this state, and the marks of the tiles that say it."""
    seat, kind, says = _seat(tile), tile.tile.kind, tile.tile.says
    if seat is None or state.rules is None or seat > state.rules.table.players:
        return None, set()
    if kind is Kind.CALL and state.phase in (Phase.DEAL, Phase.AUCTION):
        return _call(tile, seat, lying, state)
    word: i.Input | None = None
    if kind is Kind.TRUMP and state.phase is Phase.TRUMP:
        word = i.NameTrump(seat, Denomination(says))
    elif kind is Kind.OPTION and state.phase is Phase.PARTNER:
        word = i.ChoosePartner(seat, says)
    elif kind is Kind.ANSWER and state.phase is Phase.DROP:
        word = i.AnswerDrop(seat, says)
    return (word, {tile.mark}) if word is not None and word in options(state).of(seat) else (None, set())


def _call(tile: TileSighting, seat: Seat, lying: list[TileSighting], state: State) -> tuple[i.Input | None, set[int]]:
    """A call; before the deal is told only the first caller's, and with its suit where bids name one."""
    assert state.rules is not None
    says = tile.tile.says
    bid = state.rules.auction.bid(says)
    if bid is None and says != "pass":
        return None, set()  # no bid of this game
    used, trump = {tile.mark}, None
    if bid is not None and state.rules.auction.with_suit:
        suits = [each for each in lying if each.tile.kind is Kind.TRUMP and _seat(each) == seat]
        if not suits:
            return None, set()  # the suit is still to come
        trump = Denomination(suits[0].tile.says)
        used.add(suits[0].mark)
    call = i.MakeCall(seat, says, trump)
    if state.phase is Phase.DEAL and call not in options(state).of(seat):
        return None, set()
    return call, used


def _is_said(tile: TileSighting, state: State) -> bool:
    """Whether the hand so far holds what this tile says."""
    hand, seat, says = state.hand, _seat(tile), tile.tile.says
    if hand is None or seat is None:
        return False
    maker = hand.contract.maker if hand.contract else None
    if tile.tile.kind is Kind.CALL:
        return any((call.seat, call.name) == (seat, says) for call in hand.calls)
    if tile.tile.kind is Kind.TRUMP:
        named = any(call.seat == seat and call.trump == Denomination(says) for call in hand.calls)
        return named or (maker == seat and hand.trump == Denomination(says))
    if tile.tile.kind is Kind.OPTION:
        return maker == seat and hand.option == says
    return (seat, says) in hand.answers
