"""Bid tiles to what the engine is told: a tile laid in one's own zone is that seat's bid or answer.

A tile speaks once, when it is laid or as soon as its time has come, and not again until it has been taken away. Of two
new ones that would say the same thing otherwise neither is heard. One taken up for another before anybody else has
decided anything is a correction. Whether a call is good is the engine's business; only whether it can be meant now is
asked here.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as e
from engine import inputs as i
from engine.cards import Denomination
from engine.findings import FindingCode
from engine.layout import Seat
from engine.play.hand import Hand, Phase
from engine.play.options import options
from engine.play.state import State
from table_controller.watching.zones import Seen
from vision.mat.tiles import TileKind
from vision.table.sighting import TileSighting

Said = i.MakeCall | i.NameTrump | i.ChoosePartner | i.AnswerDrop
"""What tiles can say."""
Marks = set[int]


class TileWords:
    """Remembers which tiles have spoken, and which of those too early."""

    def __init__(self) -> None:
        self._spoken: set[int] = set()
        self._early: set[int] = set()
        self._latest = self._old = 0  # the latest mark seen, and the latest that lay there before this hand
        self._hand: tuple[int, ...] | None = None
        self._fresh = True

    def next_word(self, seen: Seen, state: State) -> i.Input | None:
        """What a tile says now that none has said yet; None when all have spoken."""
        tiles = [tile for tile in seen.settled.tiles if _counts(tile, state)]
        self._forget(tiles, state)
        last = _last_word(state, state.decided)
        spoke = last.seat if last is not None else None  # what was taken back came before the next word
        for tile in sorted(tiles, key=lambda each: (_seat(each) != spoke, _seat(each) != state.turn, each.mark)):
            beside = [each for each in tiles if _seat(each) == _seat(tile)]
            word, used = self._word(tile, beside, state)
            self._spoken |= used
            if word is not None:
                self._early -= used
                if isinstance(word, i.MakeCall) and word.seat != state.turn and state.phase is Phase.AUCTION:
                    self._early |= used
                return word
        return None

    def _forget(self, tiles: Sequence[TileSighting], state: State) -> None:
        """Bring what is remembered up to date with what lies there, and with the hand that is being played."""
        hand = state.hand
        now = (hand.number, hand.dealer, state.misdeals) if hand is not None else None
        if self._fresh:
            # After a start: what the match already knows was said before, and so was a call out of turn.
            self._early = {tile.mark for tile in tiles if _was_early(tile, state)}
            self._spoken = {tile.mark for tile in tiles if _is_said(tile, state)} | self._early
        elif now != self._hand:  # what is left lying from the last hand, under a card or not, has had its say
            self._spoken, self._early = set(), set()
            self._old = max(self._latest, *(tile.mark for tile in tiles), 0)
        self._fresh, self._hand = False, now
        self._latest = max(self._latest, *(tile.mark for tile in tiles), 0)

    def _word(self, tile: TileSighting, beside: list[TileSighting], state: State) -> tuple[i.Input | None, Marks]:
        """What the tile says in this state, and the marks of the tiles that need no more be heard."""
        seat, kind = _seat(tile), tile.tile.kind
        assert seat is not None
        new = [each for each in beside if each.mark > self._old and each.mark not in self._spoken]
        if self._has_waited(tile, new, state):
            word, used = _meant(tile, [tile, *new], state)
            return (word, used) if word in options(state).of(seat) else (None, set())
        if tile not in new or len(_of(kind, new)) > 1:
            return None, set()
        word, used = _meant(tile, new, state)
        if word is not None and (seat == state.turn or word in options(state).of(seat)):
            return word, used
        if len(_of(kind, beside)) > 1:
            return None, set()  # beside what has spoken: one of them is to be taken up
        return self._out_of_turn(tile, beside, state, word, used)

    def _has_waited(self, tile: TileSighting, new: list[TileSighting], state: State) -> bool:
        """Whether it is a call heard out of turn whose turn has come, and that lies there still, unchanged."""
        is_early_call = tile.mark in self._early and tile.tile.kind is TileKind.CALL
        return is_early_call and state.turn == _seat(tile) and not _of(TileKind.CALL, new)

    def _out_of_turn(
        self, tile: TileSighting, beside: list[TileSighting], state: State, word: Said | None, used: Marks
    ) -> tuple[i.Input | None, Marks]:
        """What a tile says that can't be said now: nothing, a word instead of the last, or a call too early."""
        if word is not None and _is_said(tile, state):
            return None, used  # laid anew, or pushed far
        is_call = tile.tile.kind is TileKind.CALL
        return self._change(tile, beside, state) or (word if is_call else None, used if word else set())

    def _change(self, tile: TileSighting, beside: list[TileSighting], state: State) -> tuple[i.Input, Marks] | None:
        """What stands instead of this seat's last word, if nothing was decided after it."""
        back, before = 1, state
        while before.decided is e.CorrectionDone and before.past is not None:
            before, back = before.past, back + 1
        last, then = _last_word(state, before.decided), before.past
        if last is None or then is None or last.seat != _seat(tile):
            return None
        word, used = _meant(tile, beside, then)
        if word is None or word == last or type(word) is not type(last):
            return None
        return (i.Correct(back, (word,)), used) if word in options(then).of(last.seat) else None


def _counts(tile: TileSighting, state: State) -> bool:
    """Whether it lies in the zone of a seat of this match, and says something that there is in this game."""
    seat, says = _seat(tile), tile.tile.says
    if seat is None or state.rules is None or seat > state.rules.table.players:
        return False
    return tile.tile.kind is not TileKind.CALL or says == "pass" or state.rules.auction.bid(says) is not None


def _seat(tile: TileSighting) -> Seat | None:
    return tile.place.number or None


def _of(kind: TileKind, tiles: Sequence[TileSighting]) -> list[TileSighting]:
    return [each for each in tiles if each.tile.kind is kind]


def _meant(tile: TileSighting, beside: Sequence[TileSighting], state: State) -> tuple[Said | None, Marks]:
    """What the tile would say in this state together with those beside it, and the marks of the tiles that say it."""
    seat, kind, says = _seat(tile), tile.tile.kind, tile.tile.says
    assert seat is not None
    assert state.rules is not None
    bids_name_suits = state.rules.auction.with_suit
    if state.phase in (Phase.DEAL, Phase.AUCTION) and (
        kind is TileKind.CALL or (kind is TileKind.TRUMP and bids_name_suits)
    ):
        return _call(seat, beside, state)
    word: Said | None = None
    if kind is TileKind.TRUMP and state.phase is Phase.TRUMP:
        word = i.NameTrump(seat, Denomination(says))
    elif kind is TileKind.OPTION and state.phase is Phase.PARTNER:
        word = i.ChoosePartner(seat, says)
    elif kind is TileKind.ANSWER and state.phase is Phase.DROP:
        word = i.AnswerDrop(seat, says)
    return (word, {tile.mark}) if word is not None and word in options(state).of(seat) else (None, set())


def _call(seat: Seat, beside: Sequence[TileSighting], state: State) -> tuple[Said | None, Marks]:
    """A call; before the deal is told only the first caller's, and with its suit where bids name one."""
    assert state.rules is not None
    calls, suits = _of(TileKind.CALL, beside), _of(TileKind.TRUMP, beside)
    if len(calls) != 1:
        return None, set()
    says = calls[0].tile.says
    bid = state.rules.auction.bid(says)
    used, trump = {calls[0].mark}, None
    if bid is not None and state.rules.auction.with_suit:
        if len(suits) != 1:
            return None, set()  # the suit is still to come, or nobody knows which
        trump = Denomination(suits[0].tile.says)
        used.add(suits[0].mark)
    call = i.MakeCall(seat, says, trump)
    if state.phase is Phase.DEAL and call not in options(state).of(seat):
        return None, set()
    return call, used


def _last_word(state: State, decided: type[e.Event] | None) -> Said | None:
    """What was said last in this hand, if the last decision was of this kind."""
    hand = state.hand
    if hand is None:
        return None
    if decided is e.CallMade and hand.calls:
        call = hand.calls[-1]
        return i.MakeCall(call.seat, call.name, call.trump)
    if decided is e.DropAnswered and hand.answers:
        return i.AnswerDrop(*hand.answers[-1])
    if decided is e.TrumpNamed and hand.contract and hand.trump:
        return i.NameTrump(hand.contract.maker, hand.trump)
    if decided is e.PartnerChosen and hand.contract and hand.option:
        return i.ChoosePartner(hand.contract.maker, hand.option)
    return None


def _is_said(tile: TileSighting, state: State) -> bool:
    """Whether the hand so far holds what this tile says as its seat's last word of that kind."""
    hand, seat, says = state.hand, _seat(tile), tile.tile.says
    if hand is None or seat is None:
        return False
    maker = hand.contract.maker if hand.contract else None
    if tile.tile.kind is TileKind.CALL:
        return _last_call(hand, seat) == says
    if tile.tile.kind is TileKind.TRUMP:
        named = any(call.seat == seat and call.trump == Denomination(says) for call in hand.calls)
        return named or (maker == seat and hand.trump == Denomination(says))
    if tile.tile.kind is TileKind.OPTION:
        return maker == seat and hand.option == says
    return (seat, says) in hand.answers


def _was_early(tile: TileSighting, state: State) -> bool:
    """Whether its seat was found to have called out of turn, and has not called since."""
    hand, seat = state.hand, _seat(tile)
    if hand is None or seat is None or tile.tile.kind is not TileKind.CALL or _last_call(hand, seat) is not None:
        return False
    return any(each.code is FindingCode.BID_OUT_OF_TURN and each.seat == seat for each in hand.findings)


def _last_call(hand: Hand, seat: Seat) -> str | None:
    return next((call.name for call in reversed(hand.calls) if call.seat == seat), None)
