"""What people tell about irregularities: take-backs, cards shown, misdeals, suspicions, warnings, rulings.

Each function adds its events to the story, or raises NotNow.
"""

from __future__ import annotations

from engine import events as e
from engine import inputs as i
from engine.findings import FindingCode, Play
from engine.knobs import Ruleset
from engine.play import calling, contract, counting, public, suspicion
from engine.play.hand import Hand, Phase
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
    """A card on the table goes back into its owner's hand, as far as the house allows; everybody has seen it."""
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_TAKE_BACK)
    play = newest(story.hand, told.seat)
    if play is None or play.card is None:
        raise NotNow(Code.NO_CARD_BACK, seat=told.seat)
    refused = stands(story.rules, story.hand, play)
    if refused is not None:
        raise NotNow(refused)
    story.tell(e.PlayTakenBack(play.seat, play.card, play.trick, play.mark))


def newest(hand: Hand, seat: int) -> Play | None:
    """The seat's card in the current trick, or in the last one while nobody has led to the next."""
    plays = hand.trick or (hand.tricks[-1].plays if hand.tricks else ())
    return next((play for play in plays if play.seat == seat), None)


def stands(rules: Ruleset, hand: Hand, play: Play) -> Code | None:
    """Why this card of the newest trick may not be taken back; None where it may.

    A card out of turn follows the house's knob (irregular.lead_out_of_turn): a card laid is laid, or it may be taken
    back until somebody plays to it, or at any time while its trick is open. The rightful leader plays no card to a
    lead out of turn: he leads.
    """
    plays = hand.trick or hand.tricks[-1].plays
    house = rules.irregular.lead_out_of_turn
    if play == suspicion.stray_lead(hand):
        if house == "stands":
            return Code.LEAD_STANDS
        accepted = house != "taken_back" and any(each.seat != hand.leader for each in plays[1:])
        return Code.LEAD_STANDS if accepted else None
    if not suspicion.window_is_open(rules, hand, play.trick):
        return Code.CARD_STANDS
    return Code.LEAD_STANDS if play is plays[0] and len(plays) > 1 else None


def settle_lead(story: Story, play: Play) -> None:
    """Two leads lie there, and this card is played to one of them: to the rightful one, unless it follows the other."""
    stray = suspicion.stray_lead(story.hand)
    house = story.rules.irregular.lead_out_of_turn
    if stray is None or house == "stands" or len(story.hand.trick) != 2 or stray.card is None:
        return
    is_led = story.hand.trick[1].seat == story.hand.leader
    follows_stray = play.seat == _next_of(story.hand, stray.seat)
    if is_led and play.seat == _next_of(story.hand, story.hand.trick[1].seat) and not follows_stray:
        story.add(e.PlayTakenBack(stray.seat, stray.card, stray.trick, stray.mark))


def _next_of(hand: Hand, seat: int) -> int:
    return hand.active[(hand.active.index(seat) + 1) % len(hand.active)]


def show_card(story: Story, told: i.CardShown) -> None:
    """A card that everybody has seen, and that its owner keeps: exposed, and known for every later proof."""
    story.needs_seat(told.seat)
    if story.state.phase not in _DEALT:
        raise NotNow(Code.NOW_NO_SHOWN, waiting=story.waiting)
    if told.card not in public.may_hold(story.rules, story.hand, told.seat):
        raise NotNow(Code.NOT_HIDDEN, card=told.card)
    trick = story.hand.trick_number if story.hand.active else 0
    shown = Play(told.seat, told.card, trick, told.confidence, told.mark)
    story.add(e.CardExposed(told.seat, told.card))
    story.tell(e.FindingRaised(suspicion.exposed_card(story.state, shown)))


_DEALT = (Phase.AUCTION, Phase.TRUMP, Phase.PARTNER, Phase.DROP, Phase.CALL_CARD, Phase.PLAY)


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
    size = public.size(story.rules, story.hand, told.seat) or story.rules.deal.hand
    due = size - len(public.plays_of(story.hand, told.seat))
    if told.cards == due:
        raise NotNow(Code.COUNT_RIGHT, seat=told.seat, count=due)
    text = Reason(Code.COUNT_WRONG, seat=told.seat, count=told.cards, due=due)
    story.add(e.HandCounted(told.seat, told.cards))
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
