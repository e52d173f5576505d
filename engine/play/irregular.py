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


def read_card(story: Story, told: i.ReadCard) -> None:
    story.needs_seat(told.seat)
    if story.state.phase not in (Phase.DEAL, Phase.AUCTION):
        raise NotNow("Cards are read while they are dealt, not later.")
    known = [card for _, card in story.hand.known]
    if known.count(told.card) >= story.rules.deck.count.get(told.card, 0):
        # Whoever reads this refusal may not learn which card it was.
        raise NotNow("This card has been read already: please check the reader.")
    story.tell(e.CardRead(told.seat, told.card))
    count = sum(seat == told.seat for seat, _ in story.hand.known)
    if count > story.rules.deal.hand:
        text = f"{story.state.who(told.seat)} was dealt {count} cards instead of {story.rules.deal.hand}."
        story.tell(e.FindingRaised(suspicion.finding(story.state, FindingCode.MISDEAL, told.seat, None, (), text)))


def take_back(story: Story, told: i.TakeBack) -> None:
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, "No card can be taken back now.")
    play = newest(story, told.seat)
    if play is None or play.card is None:
        raise NotNow(f"{story.state.who(told.seat)} has no card in this trick to take back.")
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
        raise NotNow("In this house the card stands: a card laid is a card played by now.")
    plays = hand.trick or hand.tricks[-1].plays
    if plays[0].seat == play.seat and len(plays) > 1:
        raise NotNow("Others have played to this lead: it stands.")


def declare_misdeal(story: Story, told: i.DeclareMisdeal) -> None:
    if story.state.phase is Phase.OVER:
        raise NotNow("The match is over: nothing is dealt any more.")
    for play in counting.open_refusals(story.hand) if story.state.phase is Phase.PLAY else ():
        who = story.state.who(play.seat)
        text = f"Whether {who} could have followed in trick {play.trick} can no longer be proved."
        story.add(_finding(story, FindingCode.UNPROVED, play.seat, text, play.trick))
    story.tell(e.MisdealDeclared(told.reason))


def count_hand(story: Story, told: i.CountHand) -> None:
    """A hand that is short or over; in some houses it is dealt again."""
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, "Hands are counted while they are played.")
    if told.seat not in story.hand.active:
        raise NotNow(f"{story.state.who(told.seat)} does not play in this hand.")
    if told.cards < 0:
        raise NotNow("Nobody holds fewer than no cards: count again.")
    due = story.rules.deal.hand - sum(play.seat == told.seat for play in story.hand.plays)
    if told.cards == due:
        raise NotNow(f"That is right: {story.state.who(told.seat)} should still hold {due}.")
    text = f"{story.state.who(told.seat)} holds {told.cards} instead of {due}: cards are missing or too many."
    story.add(_finding(story, FindingCode.CARD_COUNT, told.seat, text, story.hand.trick_number))
    if story.rules.irregular.card_count == "redeal":
        story.add(e.MisdealDeclared(text))
    story.tell()


def _finding(story: Story, code: FindingCode, seat: int, text: str, trick: int) -> e.FindingRaised:
    return e.FindingRaised(suspicion.finding(story.state, code, seat, trick, (), text))


def call_suit(story: Story, told: i.CallSuit) -> None:
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, "No suit can be called now.")
    offence = calling.open_offence(story.rules, story.hand, told.seat)
    if offence is None or told.seat not in story.hand.active:
        raise NotNow("A suit is called by the other side, once, after a lead out of turn, where the house allows it.")
    story.tell(e.SuitCalled(told.seat, told.suit, offence.trick or 0))


def swap_cards(story: Story, told: i.SwapCards) -> None:
    story.needs_seat(told.seat)
    if story.rules.partner.swap == "none":
        raise NotNow("Partners pass each other no cards in this game.")
    story.needs(Phase.PLAY, "Cards are passed once trump is named.")
    swapper = contract.swapper(story.rules, story.hand)
    if swapper is None:
        raise NotNow("It is too late to pass a card: it is done once, before the first lead.")
    if told.seat != swapper:
        raise NotNow(f"{story.state.who(swapper)} may pass a card, nobody else.")
    story.tell(e.CardsSwapped(told.seat))


def claim_tricks(story: Story, told: i.ClaimTricks) -> None:
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, "No tricks can be claimed now.")
    left = story.rules.tricks - len(story.hand.tricks)
    if any(trick.winner is None for trick in story.hand.tricks):
        raise NotNow("First say which card the unread one is: a trick is still undecided.")
    if not 0 <= told.tricks <= left:
        raise NotNow(f"There are {left} tricks left, so {told.tricks} cannot be claimed.")
    if told.seat not in story.hand.active:
        raise NotNow(f"{story.state.who(told.seat)} does not play in this hand.")
    if not story.rules.in_teams and told.tricks != left:
        raise NotNow("Without fixed partners only all the tricks left can be claimed.")
    story.tell(e.TricksClaimed(told.seat, told.tricks))


def answer_claim(story: Story, told: i.AnswerClaim) -> None:
    story.needs_seat(told.seat)
    claim = story.hand.claim
    if story.state.phase is not Phase.PLAY or claim is None:
        raise NotNow("Nobody has claimed any tricks.")
    if story.rules.side_of(told.seat) == story.rules.side_of(claim[0]):
        raise NotNow("A claim is answered by the other side.")
    story.tell(e.ClaimAnswered(told.seat, told.agrees))


def suspect_revoke(story: Story, told: i.SuspectRevoke) -> None:
    story.needs_seat(told.seat)
    story.needs_seat(told.against)
    story.needs(Phase.PLAY, "A revoke can be claimed until the hand is over, not now.")
    if not 1 <= told.trick <= story.hand.trick_number:
        raise NotNow(f"There is no trick {told.trick} yet: name the trick.")
    if told.against not in story.hand.active:
        raise NotNow(f"{story.state.who(told.against)} does not play in this hand.")
    story.add(e.RevokeSuspected(told.seat, told.against, told.trick))
    proved = suspicion.new_revokes(story.state, told.against)
    story.tell(*(e.FindingRaised(each) for each in proved if each.trick == told.trick))


def warn_talk(story: Story, told: i.WarnTalk) -> None:
    """A warning; the second to one side costs what the house says."""
    story.needs_seat(told.seat)
    if story.state.phase is Phase.OVER:
        raise NotNow("The match is over.")
    rules = story.rules
    side = rules.side_of(told.seat)
    times = 1 + sum(rules.side_of(seat) == side for seat in story.state.warnings)
    story.tell(e.TalkWarned(told.seat, times))
    if rules.irregular.talk_penalty == "warn_then_2" and times > 1:
        delta = tuple(0 if each == side else 2 for each in range(rules.side_count))
        _rule(story, "Talk at the table, after a warning: 2 points to the others.", delta)
    if rules.irregular.talk_penalty == "forfeit" and rules.in_teams:
        story.tell(e.MatchWon(1 - side, "The other side forfeits the match by talk at the table."))


def give_ruling(story: Story, told: i.GiveRuling) -> None:
    if len(told.delta) != story.rules.side_count:
        raise NotNow(f"This game keeps {story.rules.side_count} scores, but {len(told.delta)} were given.")
    _rule(story, told.text, told.delta)


def _rule(story: Story, text: str, delta: tuple[float, ...]) -> None:
    score = tuple(before + gain for before, gain in zip(story.state.score, delta, strict=True))
    story.tell(e.RulingGiven(text, delta, score))
