"""A handful of stories of what has happened, each extended by every look until it explains what lies there.

The search is a beam: of all ways to go on the likeliest are kept. Nothing is decided here, and nothing is told; see
`telling`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.play.hand import Phase
from engine.play.state import State
from table_controller.watching.evidence import TableLook, Thing
from table_controller.watching.happenings import (
    OF_A_THING,
    CardRole,
    Explanation,
    Ground,
    TakenFor,
    known_as,
    laid_early_and_due,
    laid_in_turn,
    lies_as,
    named,
    taken_back,
    unseen,
    vanished,
)
from table_controller.watching.odds import Odds

STORIES = 32
"""So many stories are kept. Chosen, not measured. Raised, a look costs more, and a truth that looked unlikely for
longer is found again."""
WITHIN = 11.0
"""Stories are kept that are at most so much less likely than the best, as a natural logarithm: one in a million."""
STEPS = 14
"""So many happenings one look may take to explain. Chosen: two tricks of seven, laid at once. Only ends the search."""


def begun(state: State, odds: Odds) -> tuple[Explanation, ...]:
    """The one story to begin with: what the engine knows is so, and the rest is to be explained."""
    hand = state.hand
    taken = {}
    if hand is not None:
        plays = {play.mark: known_as(play, odds) for play in hand.plays}
        extras = {play.mark: TakenFor(CardRole.TOO_MANY, play.seat, play.trick, play.card) for play in hand.extras}
        others = {mark: TakenFor(CardRole.NOTHING) for mark in state.marks}
        taken = {mark: each for mark, each in (others | extras | plays).items() if mark is not None}
    return (Explanation(state, state, taken),)


def explain(stories: Iterable[Explanation], look: TableLook, odds: Odds, began: float) -> list[Explanation]:
    """The stories after this look, the likeliest first; those that a look adds nothing to stay as they are.

    `began`: the second when play began.
    """
    ground = Ground(look, odds.in_light(look.clear), began)
    agenda = [_anew(_forgotten(vanished(story, ground), look), look) for story in stories]
    done: list[Explanation] = []
    for _ in range(STEPS):
        further: list[Explanation] = []
        for story in agenda:
            left = _left(story, look)
            if not left:
                done.append(story)
                further += _without_a_thing(story, ground)
            else:
                further += _with_a_thing(story, ground, left)
        agenda = pruned(further, done)
        ground = replace(ground, floor=_floor((*agenda[:1], *done)))
        if not agenda:
            break
    for mark in sorted(look.reread):
        done = [after for story in done for after in _reread(story, ground, look.things[mark])]
    return pruned(done)


def _floor(stories: Iterable[Explanation]) -> float:
    return max((story.log for story in stories), default=0.0) - WITHIN


def _forgotten(story: Explanation, look: TableLook) -> Explanation:
    """Without what has gone long ago: nothing more comes of it."""
    now = story.state.hand.trick_number if story.state.hand is not None else 0
    known = {
        mark: each
        for mark, each in story.taken.items()
        if mark in look.things or (mark in look.gone and each.trick >= now - (each.role is not CardRole.LIFTED))
        if mark >= 0 or each.trick >= now
    }
    return story if len(known) == len(story.taken) else replace(story, taken=known)


def _anew(story: Explanation, look: TableLook) -> Explanation:
    """What was nothing, and is read otherwise now, is to be explained again."""
    again = [mark for mark in look.reread if mark in story.taken and story.taken[mark].role is CardRole.NOTHING]
    if not again:
        return story
    worth = sum(story.taken[mark].worth for mark in again)
    return replace(
        story, taken={mark: each for mark, each in story.taken.items() if mark not in again}, log=story.log - worth
    )


def _left(story: Explanation, look: TableLook) -> list[Thing]:
    return [thing for mark, thing in sorted(look.things.items()) if mark not in story.taken]


def _with_a_thing(story: Explanation, ground: Ground, left: Sequence[Thing]) -> Iterable[Explanation]:
    """One of the things that are left was laid in turn; or the card in turn was not seen; or the oldest came otherwise.

    So every explanation is met in the order of the turn, and cards that one look saw first have no other.
    """
    yield from _early(story, ground)
    for thing in _one_of_each(left):
        yield from laid_in_turn(story, ground, thing)
    yield from unseen(story, ground)
    yield from taken_back(story, ground)
    for happening in OF_A_THING:
        yield from happening(story, ground, left[0])


def _one_of_each(left: Sequence[Thing]) -> Iterable[Thing]:
    """Of equal cards on one seat's side only the oldest: which of them was laid first nobody will ever ask."""
    known = set()
    for thing in left:
        kind = (thing.names[0][0] if thing.names else thing.mark, max(thing.came, key=lambda seat: thing.came[seat]))
        if kind not in known:
            known.add(kind)
            yield thing


def _without_a_thing(story: Explanation, ground: Ground) -> Iterable[Explanation]:
    """What may have happened besides: cards that lay too early are due, or a trick was gathered that lacked one."""
    yield from _early(story, ground)
    if story.state.phase is not Phase.PLAY or story.state.hand is None:
        return
    marks = [lies_as(story, play) for play in story.hand.trick]
    if marks and all(mark is not None and (mark < 0 or mark in ground.look.gone) for mark in marks):
        yield from unseen(story, ground)


def _early(story: Explanation, ground: Ground) -> Iterable[Explanation]:
    if story.state.phase is not Phase.PLAY:
        return
    for mark, was in story.taken.items():
        is_over = was.role is CardRole.TOO_MANY and was.trick < story.hand.trick_number
        if is_over and mark in ground.look.things:
            yield from laid_early_and_due(story, ground, ground.look.things[mark])


def _reread(story: Explanation, ground: Ground, thing: Thing) -> Iterable[Explanation]:
    was = story.taken.get(thing.mark)
    if was is None or was.role is not CardRole.PLAY or story.state.phase is not Phase.PLAY:
        return (story,)
    if was.trick < story.hand.trick_number - 1:
        return (story,)
    return tuple(named(story, ground, thing))


def pruned(stories: Iterable[Explanation], besides: Sequence[Explanation] = ()) -> list[Explanation]:
    """The likeliest, one of each kind; `besides` are others that they are measured against."""
    best_of: dict[object, Explanation] = {}
    for story in stories:
        if besides and story.log < _floor(besides):
            continue
        key = (frozenset((act.mark, *act.gist) for act in story.acts), _gist(story))
        if key not in best_of or story.log > best_of[key].log:
            best_of[key] = story
    found = sorted(best_of.values(), key=lambda story: -story.log)[:STORIES]
    least = _floor((*found[:1], *besides))
    return [story for story in found if story.log >= least]


def _gist(story: Explanation) -> object:
    """What of the story still matters: what it takes the cards for that lie there or may come back."""
    return frozenset(
        (mark, each.role, each.seat, each.card)
        for mark, each in story.taken.items()
        if each.role is not CardRole.LIFTED
    )
