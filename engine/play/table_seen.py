"""What the camera sees, and what a person says of a card: plays, questions, and the findings they bring.

Each function adds its events to the story. Which card is which physical card is `watching`'s business; which
rule is broken `suspicion`'s.
"""

from __future__ import annotations

from dataclasses import replace

from engine import events as e
from engine import inputs as i
from engine.cards import Card, Unseen
from engine.certainty import PROVED
from engine.findings import Finding, Play
from engine.layout import Laid, Layout, Seat
from engine.places import play_zone
from engine.play import contract, counting, irregular, suspicion, unexplained
from engine.play.hand import Hand, Phase
from engine.play.state import State
from engine.play.unfolding import NotNow, Story
from engine.reasons import Code, Reason


def table_seen(story: Story, told: i.TableSeen) -> None:
    """What is new in the layout, until nothing of it is new any more."""
    layout, hand = told.layout, story.state.hand
    if hand is not None and (hand.ending or hand.claimed):
        return  # whatever lies there now is no play of this hand: people say first how it ended
    _before_play(story, layout)
    known = -1
    while story.state.phase is Phase.PLAY and known != len(story.events):
        known = len(story.events)
        _read_again(story, layout)
        if story.state.phase is Phase.PLAY:
            _next_seen(story, layout)


def _before_play(story: Story, layout: Layout) -> None:
    """A deal that is done, an answer that was given by playing, and cards that show before their time."""
    if story.state.phase is Phase.DEAL and unexplained.deal_is_done(story.state, layout):
        story.tell(e.CardsDealt())
    if story.state.phase is Phase.DROP:
        opponent = unexplained.plays_on(story.state, layout)
        if opponent is not None:
            story.tell(e.DropAnswered(opponent, contract.PLAY))
    for seen in unexplained.exposures(story.state, layout) if story.state.phase in _BEFORE_PLAY else ():
        assert isinstance(seen.face, Card)
        assert seen.seat is not None
        shown = Play(seen.seat, seen.face, 0, seen.confidence, seen.mark)
        story.tell(e.FindingRaised(suspicion.exposed_card(story.state, shown)))


def _next_seen(story: Story, layout: Layout) -> None:
    news = unexplained.next_news(story.state, layout)
    if news is not None:
        _card_seen(story, news, layout)
    elif unexplained.is_last_gathered(story.state, layout):
        _ask_for_unseen(story)


_BEFORE_PLAY = (Phase.AUCTION, Phase.TRUMP, Phase.PARTNER, Phase.DROP, Phase.CALL_CARD)


def _read_again(story: Story, layout: Layout) -> None:
    """Cards that could not be read, and now can; the last of them may end the hand, and then the others are moot."""
    for unread, laid in unexplained.readings(story.state, layout):
        if story.state.phase is not Phase.PLAY:
            return
        assert isinstance(laid.face, Card)
        seen = Play(unread.seat, laid.face, unread.trick, laid.confidence, unread.mark)
        if not _is_doubtful(story, seen):
            settle_question(story, unread, laid.face, laid.confidence, "camera")


def _card_seen(story: Story, laid: Laid, layout: Layout) -> None:
    if unexplained.is_gathered(story.state, layout) and _ask_for_unseen(story):
        return  # to come again: of cards that came together another one may lead now
    seat = unexplained.seat_of(story.state, laid)
    number = story.hand.trick_number
    if not isinstance(laid.face, Card):
        _ask(story, laid, seat)
        return
    play = Play(seat, laid.face, number, laid.confidence, laid.mark)
    contradiction = suspicion.seen_twice(story.state, play)
    if contradiction is not None and laid.confidence >= PROVED and not _may_be_another(story, play, laid):
        story.tell(e.FindingRaised(contradiction))
    if contradiction is not None or _is_doubtful(story, play) or _was_swapped(story, play):
        _ask(story, laid, seat)
        return
    _take_back_if_replaced(story, laid, layout)
    _ask_for_passed(story, seat, layout)
    lay(story, replace(play, trick=story.hand.trick_number))


def see_card(story: Story, told: i.SeeCard) -> None:
    """A card that a camera saw laid: the seat's play, one too many, or one about which the table asks."""
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_CARD)
    if told.card is None:
        _ask_which(story, told)
        return
    play = Play(told.seat, told.card, story.hand.trick_number, told.confidence, told.mark)
    contradiction = suspicion.seen_twice(story.state, play)
    if contradiction is not None and told.confidence >= PROVED:
        story.tell(e.FindingRaised(contradiction))
    if contradiction is not None or _is_doubtful(story, play):
        _ask_which(story, replace(told, guesses=(*told.guesses, told.card)))
    else:
        lay(story, play)


def read_mark(story: Story, told: i.ReadMark) -> None:
    """A card that a camera can read now: the answer to the table's question, or a correction of what it told."""
    story.needs(Phase.PLAY, Code.NOTHING_ASKED)
    unread = next((each for each in story.hand.plays if each.mark == told.mark), None)
    if unread is None:
        raise NotNow(Code.NO_SUCH_MARK, mark=told.mark)
    if unread.card is not None:
        correct(story, unread, told.card)
        return
    seen = Play(unread.seat, told.card, unread.trick, told.confidence, unread.mark)
    if not _is_doubtful(story, seen):
        settle_question(story, unread, told.card, told.confidence, "camera")


def _ask_which(story: Story, told: i.SeeCard) -> None:
    hand, left = story.hand, unexplained.unplayed(story.state)
    is_play = told.seat in hand.active and not hand.has_laid(told.seat)
    guesses = tuple(card for card in told.guesses if card in left)
    trick = hand.trick_number if is_play else 0
    story.tell(e.QuestionAsked(told.mark, told.seat, play_zone(told.seat), guesses, trick))


def _ask_for_unseen(story: Story) -> bool:
    """The trick has been gathered, and somebody's card of it was never seen: a person says which it was.

    Whether anything was asked.
    """
    hand, turn, known = story.hand, story.state.turn, len(story.events)
    first = hand.active.index(turn) if turn is not None else 0
    in_turn = (*hand.active[first:], *hand.active[:first])
    for seat in [seat for seat in in_turn if not hand.has_laid(seat)]:
        if story.hand.trick_number == hand.trick_number:
            _ask_unseen(story, seat)
    return len(story.events) > known


def _ask_for_passed(story: Story, seat: Seat, layout: Layout) -> None:
    """This seat's card comes before its turn, but all those before it have reached in: their cards were not seen.

    Only where the camera struggles, and a card could not be read just now: by good light a hand that laid nothing is
    likelier than a card that was never seen. Not for a lead: whoever took the last trick has reached in to gather it.
    """
    hand, turn = story.hand, story.state.turn
    if turn is None or not hand.trick or seat not in hand.active or hand.has_laid(seat):
        return
    if not suspicion.unread_lately(hand, hand.trick_number):
        return
    first, last = hand.active.index(turn), hand.active.index(seat)
    passed = hand.active[first:last] if first <= last else (*hand.active[first:], *hand.active[:last])
    if all(each in layout.reached for each in passed):
        for each in passed:
            _ask_unseen(story, each)


def _ask_unseen(story: Story, seat: Seat) -> None:
    unseen = Laid(Unseen.UNREADABLE, 0.0, play_zone(seat), _mark_of_unseen(story.state, seat))
    _ask(story, unseen, seat)


def _mark_of_unseen(state: State, seat: Seat) -> int:
    """A mark that no card on the table ever has: below zero."""
    assert state.hand is not None
    return -((len(state.results) * 100 + state.hand.trick_number) * 10 + seat)


def _take_back_if_replaced(story: Story, laid: Laid, layout: Layout) -> None:
    """The seat's card of this trick is gone and another lies there: it was taken back, where the house allows."""
    plays = _still_open(story.hand, layout)
    old = next((play for play in plays if play.seat == laid.seat), None)
    lying = {each.mark for each in layout.laid}
    if old is None or old.card is None or old.mark is None or old.mark in lying:
        return
    is_lead = old is plays[0] and len(plays) > 1
    if not is_lead and suspicion.window_is_open(story.rules, story.hand, old.trick):
        story.tell(e.PlayTakenBack(old.seat, old.card, old.trick, old.mark))


def _still_open(hand: Hand, layout: Layout) -> tuple[Play, ...]:
    """The plays of this trick; before anybody has led to it those of the last one, as long as all but one lie there."""
    if hand.trick or not hand.tricks:
        return hand.trick
    last = hand.tricks[-1].plays
    lying = {each.mark for each in layout.laid}
    return last if sum(play.mark in lying for play in last) == len(last) - 1 else ()


def _is_doubtful(story: Story, play: Play) -> bool:
    """Whether an uncertain reading would accuse somebody, or contradicts what is known: then it is asked."""
    if suspicion.seen_twice(story.state, play) is not None:
        return True
    return play.confidence < PROVED and bool(suspicion.revokes_with(story.hand, play))


def _may_be_another(story: Story, play: Play, laid: Laid) -> bool:
    """Whether the card has another likely reading that can be true."""
    others = (replace(play, card=card) for card, _ in laid.alternatives)
    return any(suspicion.seen_twice(story.state, other) is None for other in others)


def _was_swapped(story: Story, play: Play) -> bool:
    """Whether another card lies where this seat's card of the trick lay: misread, or exchanged. A person says."""
    return any(each.seat == play.seat for each in story.hand.trick) and play.confidence < PROVED


def _ask(story: Story, laid: Laid, seat: Seat) -> None:
    hand = story.hand
    is_play = seat in hand.active and all(each.seat != seat for each in hand.trick)
    trick = hand.trick_number if is_play else 0
    guesses = unexplained.likeliest(story.state, laid)
    story.tell(e.QuestionAsked(laid.mark, seat, laid.place, guesses, trick))


def lay(story: Story, play: Play) -> None:
    """A known card on the table: the play of its seat, or a card too many."""
    hand = story.hand
    if play.seat not in hand.active or hand.has_laid(play.seat):
        story.tell(e.FindingRaised(suspicion.extra_card(story.state, play)))
        return
    assert play.card is not None
    irregular.settle_lead(story, play)
    state = story.state
    found = suspicion.of_play(state, play)
    story.add(e.CardPlayed(play.seat, play.card, play.trick, play.confidence, play.mark))
    if not story.hand.trick:
        # Everybody has played to it: what is still unseen is counted once a trick.
        found += counting.proved(story.state)
    if found or hand.findings:
        story.add(*(e.FindingRaised(finding) for finding in found))
        story.add(*(e.FindingRaised(finding) for finding in suspicion.established(story.state)))
    story.tell()


def settle_question(story: Story, unread: Play, card: Card, confidence: float, by: str) -> None:
    """The unread play is this card: its trick may fall, and rules that were broken may show."""
    play = Play(unread.seat, card, unread.trick, confidence, unread.mark)
    twice = suspicion.seen_twice(story.state, play)
    undecided = [number for number, trick in enumerate(story.hand.tricks, start=1) if trick.winner is None]
    assert unread.mark is not None
    story.add(
        e.QuestionAnswered(unread.mark, card, by),
        e.CardPlayed(play.seat, card, play.trick, confidence, play.mark),
    )
    if twice and not _is_said(story.hand, twice):
        story.add(e.FindingRaised(twice))
    _review(story)
    story.tell()
    if story.state.phase is Phase.PLAY:
        late = suspicion.late_leads(story.state, undecided)
        story.tell(*(e.FindingRaised(finding) for finding in late))


def settle_stray(story: Story, question: e.QuestionAsked, card: Card) -> None:
    """A card that lay besides the tricks: the answer shows whether it is one too many."""
    play = Play(question.seat, card, story.hand.trick_number, 1.0, question.mark)
    story.tell(e.QuestionAnswered(question.mark, card, "person"))
    own = any(each.seat == play.seat and each.card == card for each in story.hand.trick)
    if own or any(each.mark == question.mark for each in story.hand.extras):
        return
    twice = suspicion.seen_twice(story.state, play)
    story.tell(e.FindingRaised(twice or suspicion.extra_card(story.state, play)))


def correct(story: Story, wrong: Play, card: Card) -> None:
    """A play was read or entered wrongly."""
    assert wrong.card is not None
    if card == wrong.card:
        raise NotNow(Code.CARD_ALREADY, card=card)
    story.add(e.PlayCorrected(wrong.seat, wrong.trick, wrong.card, card, wrong.mark))
    _review(story)
    story.tell()


def _review(story: Story) -> None:
    """After a card has become known or another: findings that no longer hold, and new ones."""
    for finding in story.hand.findings:
        if finding.code in suspicion.REVOKES and not counting.still_proves(story.state, finding):
            why = Reason(Code.CARD_CORRECTED)
            story.add(e.FindingWithdrawn(finding.code, finding.seat, finding.trick, why))
    for seat in story.hand.active:
        for finding in suspicion.new_revokes(story.state, seat):
            story.add(e.FindingRaised(finding))
    story.add(*(e.FindingRaised(finding) for finding in suspicion.illegal_after_all(story.state)))
    story.add(*(e.FindingRaised(finding) for finding in counting.proved(story.state)))


def _is_said(hand: Hand, finding: Finding) -> bool:
    return any(each.code is finding.code and each.proof[-1].mark == finding.proof[-1].mark for each in hand.findings)
