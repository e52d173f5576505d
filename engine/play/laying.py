"""A card that is laid, by a camera's word or a person's: plays, questions, and the findings they bring.

Each function adds its events to the story. Which card is which physical card whoever watches the table has made out;
which rule is broken is `suspicion`'s.
"""

from __future__ import annotations

from dataclasses import replace

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.certainty import PROVED
from engine.findings import Finding, Play
from engine.places import play_zone
from engine.play import counting, irregular, public, suspicion
from engine.play.hand import Hand, Phase
from engine.play.unfolding import NotNow, Story
from engine.reasons import Code, Reason


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
        settle_stray(story, stray(story, told.mark), told.card, told.confidence, "camera")
        return
    if unread.card is not None:
        correct(story, unread, told.card)
        return
    seen = Play(unread.seat, told.card, unread.trick, told.confidence, unread.mark)
    if not _is_doubtful(story, seen):
        settle_question(story, unread, told.card, told.confidence, "camera")


def _ask_which(story: Story, told: i.SeeCard) -> None:
    hand, left = story.hand, public.unplayed(story.rules, story.hand)
    is_play = told.seat in hand.active and not hand.has_laid(told.seat)
    guesses = tuple(card for card in told.guesses if card in left)
    trick = hand.trick_number if is_play else 0
    story.tell(e.QuestionAsked(told.mark, told.seat, play_zone(told.seat), guesses, trick))


def _is_doubtful(story: Story, play: Play) -> bool:
    """Whether an uncertain reading would accuse somebody, or contradicts what is known: then it is asked."""
    if suspicion.seen_twice(story.state, play) is not None:
        return True
    return play.confidence < PROVED and bool(suspicion.revokes_with(story.hand, play))


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


def stray(story: Story, mark: int) -> e.QuestionAsked:
    """The question about a card that lies besides the tricks. Raises NotNow."""
    question = next((each for each in story.hand.questions if each.mark == mark), None)
    if question is None:
        raise NotNow(Code.NO_SUCH_MARK, mark=mark)
    return question


def settle_stray(
    story: Story, question: e.QuestionAsked, card: Card, confidence: float = 1.0, by: str = "person"
) -> None:
    """A card that lay besides the tricks: the answer shows whether it is one too many."""
    play = Play(question.seat, card, story.hand.trick_number, confidence, question.mark)
    story.tell(e.QuestionAnswered(question.mark, card, by))
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
