"""What is new in a layout: the cards on the table that the hand so far does not explain.

Level-triggered: the same layout explains itself the second time. No rule of the game is judged here, and
nothing is decided: only which physical card is which.
"""

from __future__ import annotations

from collections.abc import Collection

from engine.cards import Card, Unseen
from engine.certainty import PROVED
from engine.findings import FindingCode, Play
from engine.layout import Laid, Layout, Seat
from engine.places import MIDDLE
from engine.play import contract
from engine.play.hand import Hand
from engine.play.state import State


def deal_is_done(state: State, layout: Layout) -> bool:
    """Backs at every seat, and the last hand's cards gone."""
    assert state.rules is not None
    old = {play.mark for play in state.lying}
    if any(laid.mark in old for laid in layout.laid):
        return False
    return len(layout.backs) >= state.rules.table.players and all(
        count >= 1 for count in layout.backs[: state.rules.table.players]
    )


def exposures(state: State, layout: Layout) -> list[Laid]:
    """Faces that show in somebody's zone although play has not begun, and that are not the last hand's.

    Only once somebody has called: until then a pack may be gathered and shuffled face up. Whoever is going
    to lead is only early, and the card is taken in when play begins. Cards of two seats are none: the table plays
    already, and it is the calls that were not all heard.
    """
    hand, rules = _hand(state), state.rules
    assert rules is not None
    if not hand.calls:
        return []
    leader = contract.first_leader(rules, hand) if hand.contract else None
    known = state.marks
    old = {play.card for play in state.lying}
    shown = [
        laid
        for laid in layout.laid
        if isinstance(laid.face, Card)
        and laid.seat not in (None, leader)
        and laid.confidence >= PROVED
        and laid.face not in old
    ]
    seats = {laid.seat for laid in shown} | {each.seat for each in hand.findings if each.code is _EXPOSED}
    return [laid for laid in shown if laid.mark not in known] if len(seats) == 1 else []


def plays_on(state: State, layout: Layout) -> Seat | None:
    """An opponent who was asked whether to play, and has played to the lead that lies there: that is an answer.

    Only where one who plays decides for both.
    """
    hand, rules = _hand(state), state.rules
    assert rules is not None
    if rules.drop.form != "team":
        return None
    known = state.marks
    laid = {each.seat: each for each in layout.laid if each.seat is not None and each.mark not in known}
    if contract.first_leader(rules, hand) not in laid:
        return None
    sure = [seat for seat, each in laid.items() if isinstance(each.face, Card) and each.confidence >= PROVED]
    return next((seat for seat in contract.asked(rules, hand) if seat in sure), None)


_EXPOSED = FindingCode.EXPOSED_CARD


def next_news(state: State, layout: Layout) -> Laid | None:
    """The card to take in next: the one of the seat whose turn it is, else the oldest new one.

    Where nobody knows who leads, the one whose seat follows none of the others'. After those, a card that was laid too
    early and still lies there when its turn has come.
    """
    fresh = news(state, layout)
    for laid in fresh:
        if seat_of(state, laid) == state.turn or (state.turn is None and _may_lead(state, laid, fresh)):
            return laid
    return fresh[0] if fresh else _early(state, layout)


def _may_lead(state: State, laid: Laid, together: list[Laid]) -> bool:
    """Whether of cards laid together none is of the seat that plays before this one."""
    active = _hand(state).active
    if laid.seat not in active:
        return False
    before = active[active.index(laid.seat) - 1]
    return all(each.seat != before for each in together)


def seat_of(state: State, laid: Laid) -> Seat:
    """Whose card it is: the zone's owner; in the middle, whoever is to play (or anyone, where nobody knows)."""
    assert state.hand is not None
    return laid.seat or state.turn or state.hand.active[0]


def news(state: State, layout: Layout) -> list[Laid]:
    """The cards that nothing so far explains, oldest first."""
    known = state.marks
    unseen = _vanished(state, {laid.mark for laid in layout.laid if isinstance(laid.face, Card)})
    fresh = []
    for laid in layout.laid:
        is_place = laid.seat is not None or laid.place == MIDDLE
        if laid.mark in known or not is_place or laid.face is Unseen.BACK or _waits_for_answer(state, laid, layout):
            continue
        same = next((play for play in unseen if _is_same(state, laid, play, layout)), None)
        if same is None:
            fresh.append(laid)
        else:
            unseen.remove(same)
    return fresh


def _waits_for_answer(state: State, laid: Laid, layout: Layout) -> bool:
    """Whether this seat has an unread card in the trick: until somebody says which it is, this may be the same."""
    hand = _hand(state)
    unread = any(play.card is None and play.seat == laid.seat and play.mark != laid.mark for play in hand.trick)
    return unread and not _came_after(hand, layout, laid)


def is_gathered(state: State, layout: Layout) -> bool:
    """Whether the cards of the trick that is being played have all gone, several at once: nobody takes back so many.

    One card alone was taken back, unless everybody else has reached in since it was laid. What lies unread where one
    of them lay may still be it, under a new mark, unless the table was seen empty meanwhile.
    """
    hand = _hand(state)
    is_trick = len(hand.trick) > 1 or (len(hand.trick) == 1 and all_have_reached(hand, layout.reached))
    return is_trick and not any(_may_still_lie(hand, play, laid, layout) for play in hand.trick for laid in layout.laid)


def is_last_gathered(state: State, layout: Layout) -> bool:
    """Whether the last trick of the hand has been gathered, and the table is empty: no further card will tell."""
    assert state.rules is not None
    hand = _hand(state)
    marks = [play.mark for play in hand.trick]
    is_empty = not layout.laid and all(mark is not None and mark < layout.fresh_from for mark in marks)
    return hand.trick_number == state.rules.tricks and is_empty and is_gathered(state, layout)


def all_have_reached(hand: Hand, reached: Collection[Seat]) -> bool:
    """Whether every arm came in that still had to lay a card to this trick: its cards may have been laid unseen."""
    return all(seat in reached for seat in hand.active if not hand.has_laid(seat))


def _may_still_lie(hand: Hand, play: Play, laid: Laid, layout: Layout) -> bool:
    if play.mark is None or play.mark == laid.mark:
        return True
    unread = (play.card is None or not isinstance(laid.face, Card)) and not _came_after(hand, layout, laid)
    return laid.seat in (play.seat, None) and (unread or laid.face == play.card)


def _vanished(state: State, lying: set[int]) -> list[Play]:
    """Plays of this trick and the last one whose mark is on no card that lies there read: a new one may be the same.

    A card that was dragged, covered by a hand, or entered by a person before the camera saw it; or what lies there
    unread was no card at all.
    """
    hand = _hand(state)
    last = hand.tricks[-1].plays if hand.tricks else ()
    return [play for play in (*hand.trick, *last) if play.mark is None or play.mark not in lying]


def _is_same(state: State, laid: Laid, play: Play, layout: Layout) -> bool:
    """Whether a card with a new mark is the physical card of this earlier play."""
    hand = _hand(state)
    in_current = play.trick == hand.trick_number
    same_place = laid.seat is None or laid.seat == play.seat
    if not in_current and _is_fresh(state, layout, laid):
        return False
    if laid.face is Unseen.UNREADABLE or play.card is None:
        # Something unread where a card of this trick lies, or a card where something unread lay. Of the last
        # trick only while that still lies there, or it is not this seat's turn: else it is the next card.
        is_others = laid.seat is not None and state.turn not in (play.seat, None)
        is_old = is_others or _still_lies(state, layout, laid)
        return same_place and (not _came_after(hand, layout, laid) if in_current else is_old)
    if laid.face != play.card:
        return False
    if _copies(state, play.card) == 1:
        return True
    # There is another card of this face: only what cannot be that one is taken for the old card.
    if in_current:
        return same_place
    return _lies_as_a_whole(state, _not_of_this_trick(state, layout)) or _is_gathering(state, layout)


def _came_after(hand: Hand, layout: Layout, laid: Laid) -> bool:
    """Whether the table was seen empty between the plays of this trick and that card.

    A lone card may have been out of sight for a moment, by poor light; several at once have gone.
    """
    marks = [play.mark for play in hand.trick]
    newest = max((mark for mark in marks if mark is not None), default=0)
    return len(marks) > 1 and None not in marks and newest < layout.fresh_from <= laid.mark


def _is_gathering(state: State, layout: Layout) -> bool:
    """Whether all that is new on the table are several faces of the last trick: it is being gathered."""
    hand, known = _hand(state), state.marks
    now = {(play.seat, play.card) for play in hand.trick}
    new = [laid for laid in layout.laid if laid.mark not in known and (laid.seat, laid.face) not in now]
    faces = {play.card for play in hand.tricks[-1].plays}
    return len(new) > 1 and all(laid.face in faces for laid in new)


def _still_lies(state: State, layout: Layout, besides: Laid | None = None) -> bool:
    """Whether a card of the last trick, other than `besides`, lies where it lay, under any mark.

    Of a card that the deck has twice the other one may lie there by now: then half of the trick has to.
    """
    last = _hand(state).tricks[-1].plays if _hand(state).tricks else ()
    marks = {play.mark for play in last}
    places = {(play.seat, play.card) for play in last if play.card is not None}
    older = _not_of_this_trick(state, layout, besides)
    single = [laid for laid in older if isinstance(laid.face, Card) and _copies(state, laid.face) == 1]
    if any(laid.mark in marks for laid in older) or any((laid.seat, laid.face) in places for laid in single):
        return True
    return _lies_as_a_whole(state, older)


def _lies_as_a_whole(state: State, laid: list[Laid]) -> bool:
    """Whether half of the last trick or more lies where it lay, under any marks: it was out of sight, not gathered."""
    last = _hand(state).tricks[-1].plays if _hand(state).tricks else ()
    here, marks = {(each.seat, each.face) for each in laid}, {each.mark for each in laid}
    lying = sum(play.mark in marks or (play.seat, play.card) in here for play in last)
    return bool(last) and 2 * lying >= len(last)


def _not_of_this_trick(state: State, layout: Layout, besides: Laid | None = None) -> list[Laid]:
    trick = _hand(state).trick
    marks, here = {play.mark for play in trick}, {(play.seat, play.card) for play in trick}
    return [
        each
        for each in layout.laid
        if each.mark not in marks and (each.seat, each.face) not in here and each is not besides
        if not _is_fresh(state, layout, each)
    ]


def _is_fresh(state: State, layout: Layout, laid: Laid) -> bool:
    """Whether the table was seen empty between the last trick and this card, so that it can be none of its cards.

    A card that the pack has once is the old one in any case.
    """
    last = _hand(state).tricks[-1].plays if _hand(state).tricks else ()
    was_emptied = all(play.mark is not None and play.mark < layout.fresh_from for play in last)
    is_only = isinstance(laid.face, Card) and _copies(state, laid.face) == 1
    return was_emptied and laid.mark >= layout.fresh_from and not is_only


def _copies(state: State, card: Card) -> int:
    assert state.rules is not None
    return state.rules.deck.count.get(card, 0)


def _early(state: State, layout: Layout) -> Laid | None:
    """A card laid before its trick counts once that trick is gathered and it is its owner's turn."""
    hand = _hand(state)
    waiting = {play.mark for play in hand.extras} - {play.mark for play in hand.plays}
    waiting -= {question.mark for question in hand.questions}
    if not waiting or _still_lies(state, layout):
        return None
    for laid in layout.laid:
        is_due = laid.mark in waiting and laid.seat is not None and laid.seat == state.turn
        if is_due and isinstance(laid.face, Card) and _laid_in(hand, laid.mark) < hand.trick_number:
            return laid
    return None


def _laid_in(hand: Hand, mark: int) -> int:
    return max(play.trick for play in hand.extras if play.mark == mark)


def readings(state: State, layout: Layout) -> list[tuple[Play, Laid]]:
    """Unread plays that can be read now: by the same mark, or by the only new card where the old one lay."""
    hand = _hand(state)
    open_plays = [play for play in hand.plays if play.card is None]
    lying = {laid.mark: laid for laid in layout.laid}
    known = state.marks
    found = []
    for play in open_plays:
        laid = lying.get(play.mark) if play.mark is not None else None
        if laid is None and play.trick == hand.trick_number:
            here = [each for each in layout.laid if each.seat == play.seat and not _came_after(hand, layout, each)]
            moved = [each for each in here if each.mark not in known]
            laid = moved[0] if len(moved) == 1 else None
        if laid is not None and isinstance(laid.face, Card):
            found.append((play, laid))
    return found


def likeliest(state: State, laid: Laid) -> tuple[Card, ...]:
    """The readings of this card that can be true, best first: cards already played are not among them."""
    assert state.rules is not None
    guesses = list(laid.alternatives)
    if isinstance(laid.face, Card):
        guesses.append((laid.face, laid.confidence))
    guesses.sort(key=lambda guess: -guess[1])
    left = unplayed(state)
    return tuple(dict.fromkeys(card for card, _ in guesses if card in left))


def unplayed(state: State) -> tuple[Card, ...]:
    """The cards of the pack that have not been played in this hand, in the pack's order."""
    assert state.rules is not None
    left = list(state.rules.deck.pack)
    for play in _hand(state).plays:
        if play.card in left:
            left.remove(play.card)
    return tuple(left)


def _hand(state: State) -> Hand:
    assert state.hand is not None
    return state.hand
