"""What may have happened: each happening a small function from a story to the stories it may go on as.

    a thing that lies there now   laid_in_turn, laid_otherwise, laid_early_and_due, moved, entered, named_anew, no_play
    a thing that is read better   named
    what is not there             unseen, taken_back, vanished

None decides anything; each says what the engine would be told and what that is worth (`odds`). What a play breaks, the
engine says: a card before its turn, one too many or a revoke is the same happening, a card laid, and is worth less
because of what the engine finds in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from engine.cards import Card
from engine.certainty import ASSUMED, HARDLY
from engine.events import Event, FindingRaised
from engine.findings import FindingCode, Play
from engine.inputs import Input, ReadMark, SeeCard, TakeBack
from engine.layout import Seat
from engine.play import public
from engine.play.decide import NotNow, step
from engine.play.hand import Hand, Phase
from engine.play.state import State
from table_controller.watching.evidence import TableLook, Thing
from table_controller.watching.odds import Happened, Odds


class CardRole(Enum):
    """What a story takes a thing on the table for."""

    PLAY = "play"
    TOO_MANY = "too_many"
    NOTHING = "nothing"
    LIFTED = "lifted"


@dataclass(frozen=True, slots=True)
class TakenFor:
    """What one thing is taken for: whose, of which trick, and which card; `lost` when it vanished without a reason.

    `worth`: the log-likelihood that its reading has in the story, to be taken back when it is read otherwise;
    `doubt` that of its being read wrongly.
    """

    role: CardRole
    seat: Seat = 0
    trick: int = 0
    card: Card | None = None
    worth: float = 0.0
    doubt: float = 0.0
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class TableAct:
    """What the engine is told in a story; `at` the second from which it could have been, `mark` the thing it is of.

    `odds`: what speaks for it, by kind of evidence, as log-likelihoods; for people to read.
    """

    input: Input
    what: Happened
    mark: int
    at: float
    odds: tuple[tuple[str, float], ...] = ()

    @property
    def is_in_order(self) -> bool:
        """Whether it matters what was told before it: a name is a name whenever it is told, and what may be a card too
        many is nobody's turn."""
        return not isinstance(self.input, ReadMark) and not self.is_unread_extra

    @property
    def is_unread_extra(self) -> bool:
        """Whether it may be a card too many, and may be none."""
        return self.what is Happened.ONE_TOO_MANY and isinstance(self.input, SeeCard) and self.input.card is None

    @property
    def gist(self) -> tuple[object, ...]:
        """What two stories must agree on to be told the same: that this seat has laid, seen or not, not which card."""
        told = self.input
        if isinstance(told, SeeCard):
            return SeeCard, told.seat, told.mark < 0
        return (told,) if not isinstance(told, ReadMark) else (ReadMark, told.mark, told.card)


@dataclass(frozen=True, slots=True)
class Explanation:
    """One explanation: the engine's state in it, what it takes each mark for, and the acts not told yet.

    `base`: the engine's own state, before those acts, of which the last was of the second `since`. `log`:
    log-probability, but for a factor common to all stories.
    """

    base: State
    state: State
    taken: Mapping[int, TakenFor]
    acts: tuple[TableAct, ...] = ()
    log: float = 0.0
    since: float = -math.inf

    def weight(self, odds: Odds, at: float) -> float:
        """Its log-probability at `at` seconds: what vanished without a reason is less likely back every second."""
        waited = sum(at - each.lost for each in self.taken.values() if each.lost is not None)
        return self.log - odds.vanish_rate * waited

    @property
    def hand(self) -> Hand:
        """The hand that is played in it."""
        assert self.state.hand is not None
        return self.state.hand


@dataclass(frozen=True, slots=True)
class Ground:
    """What a story is extended by: one look, by these odds. `began`: the second when play began; stories less likely
    than `floor` are none."""

    look: TableLook
    odds: Odds
    began: float = -math.inf
    floor: float = -math.inf


Next = Iterator[Explanation]
FAINT = -2.0
"""Something faint is in a seat's zone from this log-likelihood of its place on. Chosen, not measured."""


# -- a thing that lies there now ------------------------------------------------------------------------------------


def laid_in_turn(story: Explanation, ground: Ground, thing: Thing) -> Next:
    """The one whose turn it is laid this; where nobody knows who leads, anybody may have."""
    if story.state.phase is not Phase.PLAY or _has_been_overtaken(story, ground):
        return
    turn, active = story.state.turn, story.hand.active
    for seat in (turn,) if turn is not None else active:
        share = _tidiness(story, ground) - (0.0 if turn is not None else math.log(len(active)))
        yield from _laid(story, ground, thing, seat, Happened.IN_TURN, share)


def _has_been_overtaken(story: Explanation, ground: Ground) -> bool:
    """Whether in this look a card was taken to be before its turn: of cards that came together none was."""
    return any(act.what is Happened.BEFORE_TURN and act.at == ground.look.at for act in story.acts)


def _tidiness(story: Explanation, ground: Ground) -> float:
    """A lead beside the last trick is rarer than one that comes after it, and rarest while that is half gathered."""
    tricks = story.hand.tricks
    if story.hand.trick or not tricks:
        return 0.0
    lying = [lies_as(story, play) in ground.look.things for play in tricks[-1].plays]
    if not any(lying):
        return 0.0
    return ground.odds.happening(Happened.LEFT_LYING if all(lying) else Happened.UNTIDY)


def laid_otherwise(story: Explanation, ground: Ground, thing: Thing) -> Next:
    """Anybody else laid this: before the turn, a lead that was not theirs, or one too many."""
    if story.state.phase is not Phase.PLAY or story.state.turn is None:
        return
    hand, others = story.hand, [seat for seat in thing.came if seat != story.state.turn]
    next_in_turn = _next(story)
    for seat in others:
        may = seat in hand.active and not hand.has_laid(seat)
        what = Happened.ONE_TOO_MANY
        if may:
            what = Happened.BEFORE_TURN if hand.trick else Happened.LED_OUT_OF_TURN
        share = ground.odds.neighbour if seat == next_in_turn else (1 - ground.odds.neighbour) / max(len(others) - 1, 1)
        yield from _laid(story, ground, thing, seat, what, math.log(share) if may else -math.log(len(others)))


def _next(story: Explanation) -> Seat | None:
    """Who plays after the one whose turn it is."""
    active, turn = story.hand.active, story.state.turn
    return active[(active.index(turn) + 1) % len(active)] if turn in active else None


def _laid(story: Explanation, ground: Ground, thing: Thing, seat: Seat, what: Happened, share: float) -> Next:
    came = thing.came.get(seat)
    if came is None:
        return
    prior = ground.odds.happening(what) + share
    prior += ground.odds.happening(Happened.LAY_BEFORE) if thing.at < ground.began else 0.0
    for card, worth in _cards(thing):
        if _was_lifted(story, seat, card):
            continue
        told = SeeCard(seat, card, _confidence(thing, card, what), thing.mark, _guesses(thing))
        pack = _in_pack(story.state, ground, card)
        odds = (("happening", prior), ("place", came), ("name", worth), ("card", thing.is_card[0]), ("pack", pack))
        act = TableAct(told, what, thing.mark, ground.look.at, odds)
        yield from _told(story, ground, act, {thing.mark: _as(story, seat, card, worth, math.log(thing.unread))})


def _in_pack(state: State, ground: Ground, card: Card | None) -> float:
    """What it is worth that somebody holds this card: much less if none is left of it."""
    if state.rules is None or state.hand is None:
        return 0.0
    left = public.unplayed(state.rules, state.hand)
    return 0.0 if card is None or card in left else ground.odds.finding(FindingCode.CARD_SEEN_TWICE)


def _was_lifted(story: Explanation, seat: Seat, card: Card | None) -> bool:
    """Whether this seat took up this very card just now: laid again it has only been moved."""
    lifted = (each for each in story.taken.values() if each.role is CardRole.LIFTED and each.card is not None)
    return any((each.seat, each.trick, each.card) == (seat, story.hand.trick_number, card) for each in lifted)


def _as(story: Explanation, seat: Seat, card: Card | None, worth: float, doubt: float) -> TakenFor:
    hand = story.hand
    is_play = seat in hand.active and not hand.has_laid(seat)
    return TakenFor(CardRole.PLAY if is_play else CardRole.TOO_MANY, seat, hand.trick_number, card, worth, doubt)


def moved(story: Explanation, ground: Ground, thing: Thing) -> Next:
    """A card that lay there before and is gone: dragged, turned, covered for a while, or taken out of a heap again."""
    for mark, (since, old) in ground.look.gone.items():
        was = story.taken.get(mark)
        if was is None or was.role in (CardRole.LIFTED, CardRole.NOTHING):
            continue
        cleared = was.trick < story.hand.trick_number and since <= ground.look.cleared < thing.at
        is_over = was.role is CardRole.PLAY and was.trick < story.hand.trick_number
        what = Happened.CAME_BACK if cleared else Happened.GATHERED if is_over else Happened.MOVED
        prior = ground.odds.happening(what) + _refund(story, ground, [mark])
        prior += ground.odds.step(math.dist(thing.spot, old.spot))
        if was.role is CardRole.PLAY and _is_open(story, was):
            yield from _read_there(story, ground, thing, mark, prior + thing.is_card[0])
            continue
        name = _same_name(thing, was.card)
        taken = {mark: TakenFor(CardRole.LIFTED), thing.mark: replace(was, worth=name, lost=None)}
        log = story.log + prior + name - was.worth + thing.is_card[0]
        yield replace(story, taken={**story.taken, **taken}, log=log)


def entered(story: Explanation, ground: Ground, thing: Thing) -> Next:
    """A card that is played already, and that this camera never saw: a person entered it, or the service began anew."""
    last = story.hand.tricks[-1].plays if story.hand.tricks else ()
    for play in (*story.hand.trick, *last):
        if not _was_seen(story, ground, play) and play.card is not None and play.seat in thing.came:
            name = _same_name(thing, play.card)
            taken = TakenFor(CardRole.PLAY, play.seat, play.trick, play.card, name)
            log = story.log + name + thing.came[play.seat] + thing.is_card[0]
            yield replace(story, taken={**story.taken, thing.mark: taken}, log=log)


def _was_seen(story: Explanation, ground: Ground, play: Play) -> bool:
    mark = lies_as(story, play)
    return mark in ground.look.things or mark in ground.look.gone or (mark is not None and mark < 0)


def no_play(story: Explanation, ground: Ground, thing: Thing) -> Next:
    """Nobody's: no card at all, or one that lies about."""
    named = math.log(max(thing.unread, ground.odds.least))
    about, held, other = thing.nobodys
    card = thing.is_card[0] + max(
        about, held + _in_pack(story.state, ground, thing.names[0][0] if thing.names else None)
    )
    worth = max(card, thing.is_card[1] + named + other)
    taken = {**story.taken, thing.mark: TakenFor(CardRole.NOTHING, worth=worth)}
    yield replace(story, taken=taken, log=story.log + worth)


def named_anew(story: Explanation, ground: Ground, thing: Thing) -> Next:
    """What lay there unread, and the table asks about, was taken up, and this is what was meant."""
    for play in _may_be_taken_back(story, ground):
        mark = lies_as(story, play)
        if play.card is None and mark in story.taken and play.seat in thing.came:
            assert mark is not None
            prior = ground.odds.happening(Happened.REPLACED_WHEN_ASKED) + _refund(story, ground, [mark])
            yield from _read_there(story, ground, thing, mark, prior + thing.came[play.seat] + thing.is_card[0])


def taken_back(story: Explanation, ground: Ground) -> Next:
    """A card of this trick is gone while the others lie: its owner took it back, and the turn with it."""
    for play in _may_be_taken_back(story, ground):
        mark = lies_as(story, play)
        if play.card is not None and mark is not None:
            prior = ground.odds.happening(Happened.TAKEN_BACK) + _refund(story, ground, [mark])
            odds = (("happening", prior),)
            act = TableAct(TakeBack(play.seat), Happened.TAKEN_BACK, mark, ground.look.at, odds)
            lifted = TakenFor(CardRole.LIFTED, play.seat, play.trick, play.card)
            yield from _told(story, ground, act, {mark: lifted})


SAID = -20.0
"""The doubt in a person's word, beside which no reading counts."""


def known_as(play: Play, odds: Odds) -> TakenFor:
    """What a play is taken for that the engine knows: named by a person it is no more doubted."""
    doubt = SAID if play.confidence == 1.0 else math.log(1 - odds.reading(play.confidence))
    return TakenFor(CardRole.PLAY, play.seat, play.trick, play.card, doubt=doubt)


def lies_as(story: Explanation, play: Play) -> int | None:
    """The mark under which the card of this play lies or lay last; marks change when a card is moved or covered."""
    for mark, each in story.taken.items():
        if each.role is CardRole.PLAY and (each.seat, each.trick) == (play.seat, play.trick):
            return mark
    return play.mark


def _may_be_taken_back(story: Explanation, ground: Ground) -> list[Play]:
    """Cards of the newest trick that have gone, unless all of it has, gathered. A lone one may be either."""
    hand = story.hand
    plays = hand.trick or (hand.tricks[-1].plays if hand.tricks else ())
    gone = [play for play in plays if lies_as(story, play) in ground.look.gone]
    return gone if len(gone) < len(plays) or len(plays) == 1 else []


def _is_open(story: Explanation, was: TakenFor) -> bool:
    """Whether the table asks which card this play is, so that nothing of it can be taken back."""
    plays = (each for each in story.hand.plays if (each.seat, each.trick) == (was.seat, was.trick))
    return any(each.card is None for each in plays)


def _read_there(story: Explanation, ground: Ground, thing: Thing, mark: int, prior: float) -> Next:
    """What lay there unread, as the play of `mark`, is this thing; it may be read by now."""
    was = story.taken[mark]
    taken = {**story.taken, mark: TakenFor(CardRole.LIFTED), thing.mark: replace(was, lost=None)}
    yield from named(replace(story, taken=taken, log=story.log + prior), ground, thing)


def _mark_in_engine(story: Explanation, was: TakenFor) -> int:
    """The mark under which the engine knows this play: the first that the card had."""
    plays = (each for each in story.hand.plays if (each.seat, each.trick) == (was.seat, was.trick))
    play = next(plays, None)
    return play.mark if play is not None and play.mark is not None else 0


def laid_early_and_due(story: Explanation, ground: Ground, thing: Thing) -> Next:
    """A card that lay there too early is its owner's play, now that its turn has come."""
    was = story.taken[thing.mark]
    if was.seat != story.state.turn:
        return
    hand = story.hand
    if any(play.mark in ground.look.things for play in (hand.tricks[-1].plays if hand.tricks else ())):
        return
    told = SeeCard(was.seat, was.card, _confidence(thing, was.card, Happened.IN_TURN), thing.mark, _guesses(thing))
    # Beside it stands that it never was meant to be played.
    due = ground.odds.happening(Happened.IN_TURN) - ground.odds.happening(Happened.ONE_TOO_MANY)
    act = TableAct(told, Happened.IN_TURN, thing.mark, ground.look.at, (("happening", due),))
    yield from _told(story, ground, act, {thing.mark: replace(was, role=CardRole.PLAY, trick=hand.trick_number)})


# -- what is not there ----------------------------------------------------------------------------------------------


def unseen(story: Explanation, ground: Ground) -> Next:
    """The one whose turn it is laid a card that no look saw."""
    turn = story.state.turn
    if turn is None or story.state.phase is not Phase.PLAY:
        return
    gone = _gathered(story, ground.look)
    worth = _worth_unseen(story, ground, turn, is_gathered=bool(gone)) + _refund(story, ground, gone)
    mark = -((len(story.state.results) * 100 + story.hand.trick_number) * 10 + turn)
    at = max((ground.look.gone[each][0] for each in gone), default=ground.look.at)
    act = TableAct(SeeCard(turn, None, 0.0, mark), Happened.UNSEEN, mark, at, (("happening", worth),))
    found = {each: replace(story.taken[each], lost=None) for each in gone if each in story.taken}
    yield from _told(story, ground, act, {mark: TakenFor(CardRole.PLAY, turn, story.hand.trick_number), **found})


def _gathered(story: Explanation, look: TableLook) -> list[int]:
    """The marks of the trick that is played, if all of them are gone; none of it if one still lies there."""
    marks = [mark for play in story.hand.trick if (mark := lies_as(story, play)) is not None]
    return marks if all(mark in look.gone for mark in marks) else []


def _worth_unseen(story: Explanation, ground: Ground, turn: Seat, *, is_gathered: bool) -> float:
    """A card is unseen sooner if its trick has gone since, its owner's arm came in, or something faint lies there."""
    last = max((each.at for each in story.acts), default=story.since)
    has_reached = ground.look.reached.get(turn, -math.inf) > last
    faint = any(each.came.get(turn, -math.inf) >= FAINT for each in ground.look.faint.values())
    worth = ground.odds.happening(Happened.UNSEEN if is_gathered else Happened.UNDER_ANOTHER)
    return worth + ground.odds.reach(has_reached=has_reached) + (ground.odds.faint if faint else 0.0)


def vanished(story: Explanation, ground: Ground) -> Explanation:
    """Cards of the trick in play that are gone without a reason yet: out of sight, or there is one to come."""
    if story.state.hand is None:
        return story
    lost = _newly_lost(story, ground.look)
    back = {
        mark: replace(each, lost=None)
        for mark, each in story.taken.items()
        if each.lost is not None and mark in ground.look.things
    }
    if not lost and not back:
        return story
    already = any(each.lost is not None for each in story.taken.values())
    price = ground.odds.happening(Happened.VANISHED) if lost and not already else 0.0
    return replace(story, taken={**story.taken, **lost, **back}, log=story.log + price)


def _newly_lost(story: Explanation, look: TableLook) -> dict[int, TakenFor]:
    lost = {}
    for play in story.hand.trick:
        mark = lies_as(story, play)
        was = story.taken.get(mark) if mark is not None else None
        if mark is not None and mark in look.gone and was is not None and was.lost is None:
            lost[mark] = replace(was, lost=look.gone[mark][0])
    return lost


def _refund(story: Explanation, ground: Ground, marks: list[int]) -> float:
    """What vanishing cost, given back to a story that has found its reason for all that vanished."""
    lost = {mark for mark, each in story.taken.items() if each.lost is not None}
    return -ground.odds.happening(Happened.VANISHED) if lost and lost <= set(marks) else 0.0


# -- what lies there is read better ---------------------------------------------------------------------------------


def named(story: Explanation, ground: Ground, thing: Thing) -> Next:
    """What lies there is read otherwise than before: a card that nobody could read, or that was read as another.

    Each reading stands in the place of the last one, which it has taken into account.
    """
    was = story.taken[thing.mark]
    mark = _mark_in_engine(story, was)
    laid = next((k for k, act in enumerate(story.acts) if _lays(act, mark)), None)
    for card, worth in _cards(thing):
        if was.role is CardRole.PLAY and laid is not None:
            yield from _laid_as(story, ground, thing, laid, card)
        elif was.role is CardRole.PLAY:
            yield from _read_as(story, ground, thing, mark, card)
        elif card in (was.card, None):
            taken = {**story.taken, thing.mark: replace(was, worth=worth)}
            yield replace(story, taken=taken, log=story.log + worth - was.worth)


def _lays(act: TableAct, mark: int) -> bool:
    return isinstance(act.input, SeeCard) and act.input.mark == mark


def _laid_as(story: Explanation, ground: Ground, thing: Thing, k: int, card: Card | None) -> Next:
    """The story in which its act `k`, which was not told yet, lays this card."""
    old, before = story.acts[k], story.base
    assert isinstance(old.input, SeeCard)
    for act in story.acts[:k]:
        _, before = step(before, act.input)
    name = dict(_cards(thing))[card]
    anew = {"name": name, "pack": _in_pack(before, ground, card)}
    odds = tuple((kind, anew.get(kind, worth)) for kind, worth in old.odds)
    told = replace(old.input, card=card, confidence=_confidence(thing, card, old.what), guesses=_guesses(thing))
    acts = (*story.acts[:k], replace(old, input=told, odds=odds), *story.acts[k + 1 :])
    taken = {**story.taken, thing.mark: replace(story.taken[thing.mark], card=card, worth=name)}
    log = story.log + sum(worth for _, worth in odds) - sum(worth for _, worth in old.odds)
    yield from retold(replace(story, taken=taken, log=log), acts, ground.odds)


def _read_as(story: Explanation, ground: Ground, thing: Thing, mark: int, card: Card | None) -> Next:
    """The story in which a card that was told already is this one; told otherwise, it was read wrongly."""
    was, worth = story.taken[thing.mark], dict(_cards(thing))[card]
    known = next((play.card for play in story.base.hand.plays if play.mark == mark), None) if story.base.hand else None
    acts = tuple(each for each in story.acts if not (isinstance(each.input, ReadMark) and each.input.mark == mark))
    log = story.log + worth - was.worth
    log -= was.doubt if any(act.what is Happened.READ_WRONGLY for act in story.acts if act not in acts) else 0.0
    taken = {**story.taken, thing.mark: replace(was, card=card or known, worth=worth)}
    if card is not None and card != known:
        what = Happened.NAMED if known is None else Happened.READ_WRONGLY
        doubt = was.doubt if known is not None else 0.0
        pack = _in_pack(story.base, ground, card)
        odds = (("name", worth - was.worth), ("misread", doubt), ("pack", pack))
        told = ReadMark(mark, card, thing.confidence)
        acts, log = (*acts, TableAct(told, what, thing.mark, ground.look.at, odds)), log + doubt + pack
    yield from retold(replace(story, taken=taken, log=log), acts, ground.odds)


def retold(story: Explanation, acts: tuple[TableAct, ...], odds: Odds) -> Next:
    """The story with these acts in place of its own, if they make sense; findings that come or go count."""
    state, found, before = story.base, 0.0, _found(story, odds)
    for act in acts:
        try:
            events, state = step(state, act.input)
        except NotNow:
            return
        found += _price(events, odds)
    yield replace(story, state=state, acts=acts, log=story.log + found - before)


def still_due(story: Explanation, state: State, acts: Iterable[TableAct]) -> tuple[TableAct, ...]:
    """Without what may have been a card too many in a trick that is over by now: told now it would be another play."""
    now = state.hand.trick_number if state.hand is not None else 0
    tricks = {mark: each.trick for mark, each in story.taken.items()}
    return tuple(act for act in acts if not act.is_unread_extra or tricks.get(act.mark) == now)


def _found(story: Explanation, odds: Odds) -> float:
    state, found = story.base, 0.0
    for act in story.acts:
        events, state = step(state, act.input)
        found += _price(events, odds)
    return found


# -- the table ------------------------------------------------------------------------------------------------------

OF_A_THING: tuple[Callable[[Explanation, Ground, Thing], Next], ...] = (
    laid_otherwise,
    moved,
    entered,
    named_anew,
    no_play,
)
"""What may have happened to make a new thing lie there, besides its being laid in turn."""


def _told(story: Explanation, ground: Ground, act: TableAct, taken: Mapping[int, TakenFor]) -> Next:
    """The story gone on by this act, if it makes sense; what the engine finds in it makes it less likely."""
    if story.log + sum(worth for _, worth in act.odds) < ground.floor:
        return
    try:
        events, state = step(story.state, act.input)
    except NotNow:
        return
    if not events:
        return
    worth = sum(worth for _, worth in act.odds) + _price(events, ground.odds)
    log = story.log + worth
    yield replace(story, state=state, taken={**story.taken, **taken}, acts=(*story.acts, act), log=log)


OF_THE_PACK = (FindingCode.CARD_SEEN_TWICE, FindingCode.FOREIGN_CARD)
"""Findings that accuse the pack and nobody."""


def _price(events: Iterable[Event], odds: Odds) -> float:
    """What findings make less likely; a card that the pack has not got is dear already when it is named."""
    found = [event.finding.code for event in events if isinstance(event, FindingRaised)]
    return sum(odds.finding(code) for code in found if code not in OF_THE_PACK)


def _cards(thing: Thing) -> Iterator[tuple[Card | None, float]]:
    """What it may be called, with log-probabilities; None for a card that is none of its names."""
    for card, p in thing.names:
        yield card, math.log(p)
    yield None, math.log(thing.unread)


def _guesses(thing: Thing) -> tuple[Card, ...]:
    return tuple(card for card, p in thing.names if p >= HARDLY)


def _confidence(thing: Thing, card: Card | None, what: Happened) -> float:
    """How surely it was read, as the engine counts it: by its own name, or as what is assumed."""
    if card is None:
        return 0.0
    return thing.confidence if card == thing.names[0][0] else min(ASSUMED, thing.confidence)


def _same_name(thing: Thing, card: Card | None) -> float:
    """The log-likelihood of this reading if it is that very card."""
    if card is None or not thing.names:
        return math.log(0.5)
    return math.log(dict(thing.names).get(card, thing.unread / 24))
