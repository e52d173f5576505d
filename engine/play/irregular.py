"""What people tell about irregularities: take-backs, misdeals, claims, suspicions, warnings, rulings.

Each function adds its events to the story, or raises NotNow.
"""

from __future__ import annotations

from engine import events as e
from engine import inputs as i
from engine.findings import FindingCode, Play
from engine.play import calling, contract, counting, suspicion
from engine.play.hand import Phase
from engine.play.unfolding import NotNow, Story
from engine.reasons import Code, Reason


def read_card(story: Story, told: i.ReadCard) -> None:
    story.needs_seat(told.seat)
    if story.state.phase not in (Phase.DEAL, Phase.AUCTION):
        raise NotNow(Code.READ_LATE)
    known = [card for _, card in story.hand.known]
    if known.count(told.card) >= story.rules.deck.count.get(told.card, 0):
        # Whoever reads this refusal may not learn which card it was.
        raise NotNow(Code.READ_ALREADY)
    story.tell(e.CardRead(told.seat, told.card))
    count = sum(seat == told.seat for seat, _ in story.hand.known)
    if count > story.rules.deal.hand:
        text = Reason(Code.DEALT_WRONG, seat=told.seat, count=count, due=story.rules.deal.hand)
        story.tell(e.FindingRaised(suspicion.finding(story.state, FindingCode.MISDEAL, told.seat, None, (), text)))


def take_back(story: Story, told: i.TakeBack) -> None:
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_TAKE_BACK)
    play = newest(story, told.seat)
    if play is None or play.card is None:
        raise NotNow(Code.NO_CARD_BACK, seat=told.seat)
    check_window(story, play)
    story.tell(e.PlayTakenBack(play.seat, play.card, play.trick, play.mark))


def newest(story: Story, seat: int) -> Play | None:
    """The seat's card in the current trick, or in the last one while nobody has led to the next."""
    hand = story.hand
    plays = hand.trick or (hand.tricks[-1].plays if hand.tricks else ())
    return next((play for play in plays if play.seat == seat), None)


def check_window(story: Story, play: Play) -> None:
    hand = story.hand
    if not suspicion.window_is_open(story.rules, hand, play.trick):
        raise NotNow(Code.CARD_STANDS)
    plays = hand.trick or hand.tricks[-1].plays
    if plays[0].seat == play.seat and len(plays) > 1:
        raise NotNow(Code.LEAD_STANDS)


def declare_misdeal(story: Story, told: i.DeclareMisdeal) -> None:
    if story.state.phase is Phase.OVER:
        raise NotNow(Code.OVER_NO_DEAL)
    for play in counting.open_refusals(story.hand) if story.state.phase is Phase.PLAY else ():
        text = Reason(Code.UNPROVABLE, seat=play.seat, trick=play.trick)
        story.add(_finding(story, FindingCode.UNPROVED, play.seat, text, play.trick))
    story.tell(e.MisdealDeclared(told.reason))


def count_hand(story: Story, told: i.CountHand) -> None:
    """A hand that is short or over; in some houses it is dealt again."""
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.COUNT_IN_PLAY)
    if told.seat not in story.hand.active:
        raise NotNow(Code.SITS_OUT, seat=told.seat)
    if told.cards < 0:
        raise NotNow(Code.COUNT_TOO_FEW)
    due = story.rules.deal.hand - sum(play.seat == told.seat for play in story.hand.plays)
    if told.cards == due:
        raise NotNow(Code.COUNT_RIGHT, seat=told.seat, count=due)
    text = Reason(Code.COUNT_WRONG, seat=told.seat, count=told.cards, due=due)
    story.add(_finding(story, FindingCode.CARD_COUNT, told.seat, text, story.hand.trick_number))
    if story.rules.irregular.card_count == "redeal":
        story.add(e.MisdealDeclared(text))
    story.tell()


def _finding(story: Story, code: FindingCode, seat: int, text: Reason, trick: int) -> e.FindingRaised:
    return e.FindingRaised(suspicion.finding(story.state, code, seat, trick, (), text))


def call_suit(story: Story, told: i.CallSuit) -> None:
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_SUIT)
    offence = calling.open_offence(story.rules, story.hand, told.seat)
    if offence is None or told.seat not in story.hand.active:
        raise NotNow(Code.SUIT_BY_OTHERS)
    story.tell(e.SuitCalled(told.seat, told.suit, offence.trick or 0))


def swap_cards(story: Story, told: i.SwapCards) -> None:
    story.needs_seat(told.seat)
    if story.rules.partner.swap == "none":
        raise NotNow(Code.SWAP_NEVER)
    story.needs(Phase.PLAY, Code.SWAP_LATER)
    swapper = contract.swapper(story.rules, story.hand)
    if swapper is None:
        raise NotNow(Code.SWAP_TOO_LATE)
    if told.seat != swapper:
        raise NotNow(Code.SWAP_OTHER, seat=swapper)
    story.tell(e.CardsSwapped(told.seat))


def claim_tricks(story: Story, told: i.ClaimTricks) -> None:
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_CLAIM)
    left = story.rules.tricks - len(story.hand.tricks)
    if any(trick.winner is None for trick in story.hand.tricks):
        raise NotNow(Code.CLAIM_FIRST_READ)
    if not 0 <= told.tricks <= left:
        raise NotNow(Code.CLAIM_TOO_MANY, left=left, tricks=told.tricks)
    if told.seat not in story.hand.active:
        raise NotNow(Code.SITS_OUT, seat=told.seat)
    if not story.rules.in_teams and told.tricks != left:
        raise NotNow(Code.CLAIM_ALL)
    story.tell(e.TricksClaimed(told.seat, told.tricks))


def answer_claim(story: Story, told: i.AnswerClaim) -> None:
    story.needs_seat(told.seat)
    claim = story.hand.claim
    if story.state.phase is not Phase.PLAY or claim is None:
        raise NotNow(Code.CLAIM_NONE)
    if story.rules.side_of(told.seat) == story.rules.side_of(claim[0]):
        raise NotNow(Code.CLAIM_OTHER_SIDE)
    story.tell(e.ClaimAnswered(told.seat, told.agrees))


def suspect_revoke(story: Story, told: i.SuspectRevoke) -> None:
    story.needs_seat(told.seat)
    story.needs_seat(told.against)
    story.needs(Phase.PLAY, Code.NOW_NO_SUSPICION)
    if not 1 <= told.trick <= story.hand.trick_number:
        raise NotNow(Code.NO_SUCH_TRICK, trick=told.trick)
    if told.against not in story.hand.active:
        raise NotNow(Code.SITS_OUT, seat=told.against)
    story.add(e.RevokeSuspected(told.seat, told.against, told.trick))
    proved = suspicion.new_revokes(story.state, told.against)
    story.tell(*(e.FindingRaised(each) for each in proved if each.trick == told.trick))


def warn_talk(story: Story, told: i.WarnTalk) -> None:
    """A warning; the second to one side costs what the house says."""
    story.needs_seat(told.seat)
    if story.state.phase is Phase.OVER:
        raise NotNow(Code.OVER)
    rules = story.rules
    side = rules.side_of(told.seat)
    times = 1 + sum(rules.side_of(seat) == side for seat in story.state.warnings)
    story.tell(e.TalkWarned(told.seat, times))
    if rules.irregular.talk_penalty == "warn_then_2" and times > 1:
        delta = tuple(0 if each == side else 2 for each in range(rules.side_count))
        _rule(story, Reason(Code.TALK_POINTS), delta)
    if rules.irregular.talk_penalty == "forfeit" and rules.in_teams:
        story.tell(e.MatchWon(1 - side, Reason(Code.WON_FORFEIT)))


def give_ruling(story: Story, told: i.GiveRuling) -> None:
    if len(told.delta) != story.rules.side_count:
        raise NotNow(Code.SCORES_KEPT, needed=story.rules.side_count, given=len(told.delta))
    _rule(story, told.text, told.delta)


def _rule(story: Story, text: Reason | str, delta: tuple[float, ...]) -> None:
    score = tuple(before + gain for before, gain in zip(story.state.score, delta, strict=True))
    story.tell(e.RulingGiven(text, delta, score))
