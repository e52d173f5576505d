"""What may have happened: each happening a small function from a story to the stories it may go on as.

The table of them is `HAPPENINGS`. None decides anything; each says what the engine would be told and what that is worth.
What a play breaks, the engine says: a card before its turn, one too many or a revoke is the same happening, a card laid,
and is worth less because of what the engine finds in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from engine.cards import Card
from engine.certainty import ASSUMED, HARDLY
from engine.events import Event, FindingRaised
from engine.inputs import Input, ReadMark, SeeCard, TakeBack
from engine.findings import FindingCode
from engine.layout import Seat
from engine.play.decide import NotNow, step
from engine.play.hand import Hand, Phase
from engine.play.state import State
from engine.play.unexplained import unplayed
from table_controller.watching.evidence import Look, Thing
from table_controller.watching.odds import Happening, Odds


class Role(Enum):
    """What a story takes a thing on the table for."""

    PLAY = "play"
    TOO_MANY = "too_many"
    NOTHING = "nothing"
    LIFTED = "lifted"


@dataclass(frozen=True, slots=True)
class Taken:
    """What one thing is taken for: whose, of which trick, and which card; `lost` when it vanished without a reason.

    `worth`: the log-likelihood that its reading has in the story, to be taken back when it is read otherwise.
    """

    role: Role
    seat: Seat = 0
    trick: int = 0
    card: Card | None = None
    worth: float = 0.0
    lost: float | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """What the engine is told in a story; `at` the second from which it could have been, `mark` the thing it is of.

    `odds`: what speaks for it, by kind of evidence, as log-likelihoods; for people to read.
    """

    input: Input
    what: Happening
    mark: int
    at: float
    odds: tuple[tuple[str, float], ...] = ()

    @property
    def is_in_order(self) -> bool:
        """Whether it matters what was told before it; a name is a name whenever it is told."""
        return not isinstance(self.input, ReadMark)

    @property
    def gist(self) -> tuple[object, ...]:
        """What two stories must agree on to be told the same: that this seat has laid; which card is asked for itself."""
        told = self.input
        if isinstance(told, SeeCard):
            return SeeCard, told.seat
        return (told,) if not isinstance(told, ReadMark) else (ReadMark, told.mark, told.card)


@dataclass(frozen=True, slots=True)
class Story:
    """One explanation: the engine's state in it, what it takes each mark for, and the acts not told yet.

    `base`: the engine's own state, before those acts. `log`: log-probability, but for a factor common to all stories.
    """

    base: State
    state: State
    taken: Mapping[int, Taken]
    acts: tuple[Act, ...] = ()
    log: float = 0.0

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
class Scene:
    """What a story is extended by: one look, by these odds. `began`: the second when play began; stories less likely
    than `floor` are none."""

    look: Look
    odds: Odds
    began: float = -math.inf
    floor: float = -math.inf


Next = Iterator[Story]
FAINT = -2.0
"""Something faint is in a seat's zone from this log-likelihood of its place on. Chosen, not measured."""


# -- a thing that lies there now ------------------------------------------------------------------------------------


def laid_in_turn(story: Story, scene: Scene, thing: Thing) -> Next:
    """The one whose turn it is laid this; where nobody knows who leads, anybody may have."""
    if story.state.phase is not Phase.PLAY or _has_been_overtaken(story, scene):
        return
    turn, active = story.state.turn, story.hand.active
    for seat in (turn,) if turn is not None else active:
        share = _tidiness(story, scene) - (0.0 if turn is not None else math.log(len(active)))
        yield from _laid(story, scene, thing, seat, Happening.IN_TURN, share)


def _has_been_overtaken(story: Story, scene: Scene) -> bool:
    """Whether in this look a card was taken to be before its turn: of cards that came together none was."""
    return any(act.what is Happening.BEFORE_TURN and act.at == scene.look.at for act in story.acts)


def _tidiness(story: Story, scene: Scene) -> float:
    """A lead while the last trick is half gathered is rarer than one that comes after it, or beside it as it lay."""
    tricks = story.hand.tricks
    if story.hand.trick or not tricks:
        return 0.0
    lying = [play.mark in scene.look.things for play in tricks[-1].plays]
    return scene.odds.happening(Happening.UNTIDY) if any(lying) and not all(lying) else 0.0


def laid_otherwise(story: Story, scene: Scene, thing: Thing) -> Next:
    """Anybody else laid this: before the turn, a lead that was not theirs, or one too many."""
    if story.state.phase is not Phase.PLAY or story.state.turn is None:
        return
    hand, others = story.hand, [seat for seat in thing.came if seat != story.state.turn]
    next_in_turn = _next(story)
    for seat in others:
        may = seat in hand.active and not hand.has_laid(seat)
        what = Happening.ONE_TOO_MANY
        if may:
            what = Happening.BEFORE_TURN if hand.trick else Happening.LED_OUT_OF_TURN
        share = scene.odds.neighbour if seat == next_in_turn else (1 - scene.odds.neighbour) / max(len(others) - 1, 1)
        yield from _laid(story, scene, thing, seat, what, math.log(share) if may else -math.log(len(others)))


def _next(story: Story) -> Seat | None:
    """Who plays after the one whose turn it is."""
    active, turn = story.hand.active, story.state.turn
    return active[(active.index(turn) + 1) % len(active)] if turn in active else None


def _laid(story: Story, scene: Scene, thing: Thing, seat: Seat, what: Happening, share: float) -> Next:
    came = thing.came.get(seat)
    if came is None:
        return
    prior = scene.odds.happening(what) + share
    prior += scene.odds.happening(Happening.LAY_BEFORE) if thing.at < scene.began else 0.0
    left = set(unplayed(story.state))
    for card, worth in _cards(thing):
        told = SeeCard(seat, card, _confidence(thing, card, what), thing.mark, _guesses(thing))
        pack = 0.0 if card is None or card in left else scene.odds.finding(FindingCode.CARD_SEEN_TWICE)
        odds = (("happening", prior), ("place", came), ("name", worth), ("card", thing.is_card[0]), ("pack", pack))
        act = Act(told, what, thing.mark, scene.look.at, odds)
        yield from _told(story, scene, act, {thing.mark: _as(story, seat, card, worth)})


def _as(story: Story, seat: Seat, card: Card | None, worth: float) -> Taken:
    hand = story.hand
    is_play = seat in hand.active and not hand.has_laid(seat)
    return Taken(Role.PLAY if is_play else Role.TOO_MANY, seat, hand.trick_number, card, worth)


def moved(story: Story, scene: Scene, thing: Thing) -> Next:
    """A card that lay there before and is gone: dragged, turned, covered for a while, or taken out of a heap again."""
    for mark, (since, old) in scene.look.gone.items():
        was = story.taken.get(mark)
        if was is None or was.role in (Role.LIFTED, Role.NOTHING):
            continue
        cleared = since <= scene.look.cleared < thing.at
        prior = scene.odds.happening(Happening.CAME_BACK if cleared else Happening.MOVED)
        prior += scene.odds.step(math.dist(thing.spot, old.spot)) + _refund(story, scene, [mark])
        if was.role is Role.PLAY and _is_open(story, was):
            yield from _read_there(story, scene, thing, mark, prior + thing.is_card[0])
            continue
        name = _same_name(thing, was.card)
        taken = {mark: Taken(Role.LIFTED), thing.mark: replace(was, worth=name, lost=None)}
        log = story.log + prior + name - was.worth + thing.is_card[0]
        yield replace(story, taken={**story.taken, **taken}, log=log)


def entered(story: Story, scene: Scene, thing: Thing) -> Next:
    """A card that a person has entered already, before the camera saw it."""
    for play in story.hand.trick:
        if play.mark is None and play.card is not None and play.seat in thing.came:
            name = _same_name(thing, play.card)
            taken = Taken(Role.PLAY, play.seat, play.trick, play.card, name)
            log = story.log + name + thing.came[play.seat] + thing.is_card[0]
            yield replace(story, taken={**story.taken, thing.mark: taken}, log=log)


def no_play(story: Story, scene: Scene, thing: Thing) -> Next:
    """Nobody's: no card at all, or one that lies about."""
    named = math.log(max(thing.unread, scene.odds.least))
    worth = max(thing.is_card[0] + thing.nobodys[0], thing.is_card[1] + named + thing.nobodys[1])
    taken = {**story.taken, thing.mark: Taken(Role.NOTHING, worth=worth)}
    yield replace(story, taken=taken, log=story.log + worth)


def replaced(story: Story, scene: Scene, thing: Thing) -> Next:
    """A card of this trick was taken back, and this laid in its place."""
    hand = story.hand
    plays = hand.trick or (hand.tricks[-1].plays if hand.tricks else ())
    for play in plays:
        if play.mark not in scene.look.gone or play.seat not in thing.came:
            continue
        others = sum(each.mark in scene.look.things for each in plays)
        if not others and len(plays) > 1:
            continue  # all of it is gone: gathered
        yield from _replaced(story, scene, thing, play.seat, play.mark)


def _replaced(story: Story, scene: Scene, thing: Thing, seat: Seat, mark: int | None) -> Next:
    assert mark is not None
    was = story.taken.get(mark)
    is_open = was is not None and _is_open(story, was)
    prior = scene.odds.happening(Happening.REPLACED_WHEN_ASKED if is_open else Happening.REPLACED)
    prior += _refund(story, scene, [mark])
    if is_open:  # what lay there unread is this
        yield from _read_there(story, scene, thing, mark, prior + thing.came[seat] + thing.is_card[0])
        return
    back = Act(TakeBack(seat), Happening.REPLACED, mark, scene.look.at, (("happening", prior),))
    for lifted in _told(story, scene, back, {mark: Taken(Role.LIFTED)}):
        yield from _laid(lifted, scene, thing, seat, Happening.IN_TURN, 0.0)


def _is_open(story: Story, was: Taken) -> bool:
    """Whether the table asks which card this play is, so that nothing of it can be taken back."""
    plays = (each for each in story.hand.plays if (each.seat, each.trick) == (was.seat, was.trick))
    return any(each.card is None for each in plays)


def _read_there(story: Story, scene: Scene, thing: Thing, mark: int, prior: float) -> Next:
    """What lay there unread, as the play of `mark`, is this thing; it may be read by now."""
    was = story.taken[mark]
    for card, name in _cards(thing):
        taken = {mark: Taken(Role.LIFTED), thing.mark: replace(was, card=card, worth=name, lost=None)}
        odds = (("happening", prior), ("name", name - was.worth))
        if card is None:
            yield replace(story, taken={**story.taken, **taken}, log=story.log + sum(worth for _, worth in odds))
        else:
            engine_mark = _mark_in_engine(story, was)
            act = Act(ReadMark(engine_mark, card, thing.confidence), Happening.NAMED, thing.mark, scene.look.at, odds)
            yield from _named_at_once(story, scene, act, taken) or _told(story, scene, act, taken)


def _mark_in_engine(story: Story, was: Taken) -> int:
    """The mark under which the engine knows this play: the first that the card had."""
    plays = (each for each in story.hand.plays if (each.seat, each.trick) == (was.seat, was.trick))
    play = next(plays, None)
    return play.mark if play is not None and play.mark is not None else 0


def laid_early_and_due(story: Story, scene: Scene, thing: Thing) -> Next:
    """A card that lay there too early is its owner's play, now that its turn has come."""
    was = story.taken[thing.mark]
    if was.seat != story.state.turn:
        return
    hand = story.hand
    if any(play.mark in scene.look.things for play in (hand.tricks[-1].plays if hand.tricks else ())):
        return
    told = SeeCard(was.seat, was.card, _confidence(thing, was.card, Happening.IN_TURN), thing.mark, _guesses(thing))
    act = Act(told, Happening.IN_TURN, thing.mark, scene.look.at)
    yield from _told(story, scene, act, {thing.mark: replace(was, role=Role.PLAY, trick=hand.trick_number)})


# -- what is not there ----------------------------------------------------------------------------------------------


def unseen(story: Story, scene: Scene) -> Next:
    """The one whose turn it is laid a card that no look saw."""
    turn = story.state.turn
    if turn is None or story.state.phase is not Phase.PLAY:
        return
    last = max((each.at for each in story.acts), default=-math.inf)
    has_reached = scene.look.reached.get(turn, -math.inf) > last
    marks = [play.mark for play in story.hand.trick if play.mark is not None]
    gathered = bool(marks) and all(mark in scene.look.gone for mark in marks)
    worth = scene.odds.happening(Happening.UNSEEN if gathered else Happening.UNDER_ANOTHER)
    worth += scene.odds.reach(has_reached=has_reached)
    worth += _refund(story, scene, marks) if gathered else 0.0
    mark = -((len(story.state.results) * 100 + story.hand.trick_number) * 10 + turn)
    faint = any(each.came[turn] >= FAINT for each in scene.look.faint.values() if turn in each.came)
    worth += scene.odds.faint if faint else 0.0
    at = max((scene.look.gone[each][0] for each in marks), default=scene.look.at) if gathered else scene.look.at
    act = Act(SeeCard(turn, None, 0.0, mark), Happening.UNSEEN, mark, at, (("happening", worth),))
    taken = {mark: Taken(Role.PLAY, turn, story.hand.trick_number)}
    found = {each: replace(story.taken[each], lost=None) for each in marks if gathered and each in story.taken}
    yield from _told(story, scene, act, taken | found)


def vanished(story: Story, scene: Scene) -> Story:
    """Cards of the trick in play that are gone without a reason yet: out of sight, or there is one to come."""
    hand = story.hand if story.state.hand is not None else None
    if hand is None:
        return story
    fresh = [
        play.mark
        for play in hand.trick
        if play.mark in scene.look.gone and play.mark in story.taken and story.taken[play.mark].lost is None
    ]
    back = [mark for mark, each in story.taken.items() if each.lost is not None and mark in scene.look.things]
    if not fresh and not back:
        return story
    already = any(each.lost is not None for each in story.taken.values())
    price = scene.odds.happening(Happening.VANISHED) if fresh and not already else 0.0
    lost = {mark: replace(story.taken[mark], lost=scene.look.gone[mark][0]) for mark in fresh}
    found = {mark: replace(story.taken[mark], lost=None) for mark in back}
    return replace(story, taken={**story.taken, **lost, **found}, log=story.log + price)


def _refund(story: Story, scene: Scene, marks: list[int]) -> float:
    """What vanishing cost, given back to a story that has found its reason for all that vanished."""
    lost = {mark for mark, each in story.taken.items() if each.lost is not None}
    return -scene.odds.happening(Happening.VANISHED) if lost and lost <= set(marks) else 0.0


# -- what lies there is read better ---------------------------------------------------------------------------------


def named(story: Story, scene: Scene, thing: Thing) -> Next:
    """What lies there is read otherwise than before: a card that nobody could read, or that was read as another."""
    was = story.taken[thing.mark]
    for card, worth in _cards(thing):
        gain = (("name", worth - was.worth),)
        if card == was.card or (card is None and was.card is not None):
            taken = {**story.taken, thing.mark: replace(was, worth=worth)}
            yield replace(story, taken=taken, log=story.log + worth - was.worth)
        elif card is not None and was.role is Role.PLAY:
            what = Happening.NAMED if was.card is None else Happening.READ_WRONGLY
            told = ReadMark(_mark_in_engine(story, was), card, thing.confidence)
            act = Act(told, what, thing.mark, scene.look.at, (*gain, ("happening", scene.odds.happening(what))))
            after = {thing.mark: replace(was, card=card, worth=worth)}
            yield from _named_at_once(story, scene, act, after) or _told(story, scene, act, after)


def _named_at_once(story: Story, scene: Scene, act: Act, taken: Mapping[int, Taken]) -> list[Story]:
    """The story with the card named where it was laid, if that has not been told yet; empty if it has."""
    named = act.input
    assert isinstance(named, ReadMark)
    for k, each in enumerate(story.acts):
        if isinstance(each.input, SeeCard) and each.input.mark == named.mark and each.input.card is None:
            told = replace(each.input, card=named.card, confidence=named.confidence)
            acts = (*story.acts[:k], replace(each, input=told), *story.acts[k + 1 :])
            worth = sum(worth for _, worth in act.odds)
            return list(retold(replace(story, taken={**story.taken, **taken}, log=story.log + worth), acts, scene.odds))
    return []


def retold(story: Story, acts: tuple[Act, ...], odds: Odds) -> Next:
    """The story with these acts in place of its own, if they make sense; findings that come or go count."""
    state, found, before = story.base, 0.0, _found(story, odds)
    for act in acts:
        try:
            events, state = step(state, act.input)
        except NotNow:
            return
        found += _price(events, odds)
    yield replace(story, state=state, acts=acts, log=story.log + found - before)


def _found(story: Story, odds: Odds) -> float:
    state, found = story.base, 0.0
    for act in story.acts:
        events, state = step(state, act.input)
        found += _price(events, odds)
    return found


# -- the table ------------------------------------------------------------------------------------------------------

OF_A_THING: tuple[Callable[[Story, Scene, Thing], Next], ...] = (laid_otherwise, moved, entered, replaced, no_play)
"""What may have happened to make a new thing lie there, besides its being laid in turn."""


def _told(story: Story, scene: Scene, act: Act, taken: Mapping[int, Taken]) -> Next:
    """The story gone on by this act, if it makes sense; what the engine finds in it makes it less likely."""
    if story.log + sum(worth for _, worth in act.odds) < scene.floor:
        return
    try:
        events, state = step(story.state, act.input)
    except NotNow:
        return
    if not events:
        return
    worth = sum(worth for _, worth in act.odds) + _price(events, scene.odds)
    yield Story(story.base, state, {**story.taken, **taken}, (*story.acts, act), story.log + worth)


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


def _confidence(thing: Thing, card: Card | None, what: Happening) -> float:
    """How surely it was read, as the engine counts it: by its own name, or as what is assumed."""
    if card is None:
        return 0.0
    return thing.confidence if card == thing.names[0][0] else min(ASSUMED, thing.confidence)


def _same_name(thing: Thing, card: Card | None) -> float:
    """The log-likelihood of this reading if it is that very card."""
    if card is None or not thing.names:
        return math.log(0.5)
    return math.log(dict(thing.names).get(card, thing.unread / 24))
