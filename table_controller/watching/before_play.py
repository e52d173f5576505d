"""Before the first lead, seen: that the deal is done, that somebody plays who was asked whether to, that a card shows.

Level-triggered: what the engine knows already is not said again. The rules of it are the engine's.
"""

from __future__ import annotations

from engine.cards import Card, Unseen
from engine.certainty import PROVED
from engine.findings import FindingCode
from engine.inputs import AnswerDrop, CardShown, DealDone, Input
from engine.layout import Seat
from engine.places import hand_place
from engine.play import contract
from engine.play.hand import Phase
from engine.play.state import State
from table_controller.watching.zones import Seen, in_hundredths
from vision.table.sighting import Sighting

_BEFORE_PLAY = (Phase.AUCTION, Phase.TRUMP, Phase.PARTNER, Phase.DROP, Phase.CALL_CARD)


def word_before_play(seen: Seen, state: State) -> Input | None:
    """What the table says that the engine does not know yet; None in play, and where it says nothing."""
    if state.phase is Phase.DEAL:
        return DealDone() if is_dealt(seen, state) else None
    if state.phase is Phase.DROP:
        opponent = _plays_on(seen, state)
        if opponent is not None:
            return AnswerDrop(opponent, contract.PLAY)
    return _shown(seen, state) if state.phase in _BEFORE_PLAY else None


def is_dealt(seen: Seen, state: State) -> bool:
    """Backs at every seat, and the last hand's cards gone."""
    if state.rules is None:
        return False
    old = {play.mark for play in state.lying}
    if any(each.mark + seen.first_mark in old for each in seen.settled.sightings):
        return False
    return all(seen.settled.backs.get(hand_place(seat), 0) >= 1 for seat in state.rules.seats)


def _plays_on(seen: Seen, state: State) -> Seat | None:
    """An opponent who was asked whether to play, and has played to the lead that lies there: that is an answer.

    Only where one who plays decides for both.
    """
    rules, hand = state.rules, state.hand
    if rules is None or hand is None or rules.drop.form != "team":
        return None
    laid = {_seat(each): each for each in _faces(seen) if each.mark + seen.first_mark not in state.marks}
    if contract.first_leader(rules, hand) not in laid:
        return None
    sure = [seat for seat, each in laid.items() if _is_sure(each)]
    return next((seat for seat in contract.asked(rules, hand) if seat in sure), None)


def _shown(seen: Seen, state: State) -> CardShown | None:
    """A face that shows in somebody's zone although play has not begun, and that is not the last hand's.

    Only once somebody has called: until then a pack may be gathered and shuffled face up. Whoever is going to lead is
    only early, and the card is taken in when play begins. Cards of two seats are none: the table plays already, and it
    is the calls that were not all heard.
    """
    rules, hand = state.rules, state.hand
    if rules is None or hand is None or not hand.calls:
        return None
    leader = contract.first_leader(rules, hand) if hand.contract else None
    old = {play.card for play in state.lying}
    shown = [each for each in _faces(seen) if _is_sure(each) and each.face not in old and _seat(each) != leader]
    exposed = {each.seat for each in hand.findings if each.code is FindingCode.EXPOSED_CARD}
    if len({_seat(each) for each in shown} | exposed) != 1:
        return None
    new = next((each for each in shown if each.mark + seen.first_mark not in state.marks), None)
    if new is None or not isinstance(new.face, Card):
        return None
    return CardShown(_seat(new), new.face, new.mark + seen.first_mark, in_hundredths(new.confidence))


def _faces(seen: Seen) -> list[Sighting]:
    """What lies face up in a play zone, oldest first."""
    faces = [each for each in seen.settled.sightings if each.face is not Unseen.BACK and each.place.is_play]
    return sorted(faces, key=lambda each: each.mark)


def _seat(each: Sighting) -> Seat:
    return each.place.number


def _is_sure(each: Sighting) -> bool:
    return isinstance(each.face, Card) and in_hundredths(each.confidence) >= PROVED
