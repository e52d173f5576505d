"""`decide(state, input) -> events`: what has happened, given what the engine was told.

A broken rule of the game is a finding among the events, never an exception; `NotNow` is for an input that
makes no sense at this moment, such as a stale button. Pure: no clock, no file, no chance.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engine import events as e
from engine import inputs as i
from engine.findings import Play
from engine.kinds import needs_kinds
from engine.layout import Seat
from engine.play import auction, claims, contract, discarding, irregular, laying, rulings, suspicion
from engine.play.draw import draw, seated
from engine.play.hand import Phase
from engine.play.state import State
from engine.play.unfolding import NotNow, Story
from engine.reasons import Code
from engine.rules.rulesets import RulesFaulty, preset
from engine.rules.soundness import contradictions

__all__ = ["NotNow", "decide", "step"]


def decide(state: State, told: i.Input) -> tuple[e.Event, ...]:
    """The events that follow from the input; none when it says nothing new.

    :raises NotNow: when the input makes no sense in this state.
    :raises TypeError: when it is no input, or a field holds another type than it says; it names the field.
    :raises engine.rules.rulesets.RulesFaulty: when a new match names rules that do not exist or can't be played.
    """
    return step(state, told)[0]


def step(state: State, told: i.Input) -> tuple[tuple[e.Event, ...], State]:
    """The same, with the state after these events: they are applied one by one as they are told."""
    if type(told) not in _DO:
        raise TypeError(f"{told!r} is no input.")
    needs_kinds(told)
    story = Story(state)
    if not isinstance(told, i.NewMatch) and state.rules is None:
        raise NotNow(Code.NO_MATCH)
    _DO[type(told)](story, told)
    return tuple(story.events), story.state


def _new_match(story: Story, told: i.NewMatch) -> None:
    rules = preset(told.rules) if isinstance(told.rules, str) else told.rules
    faults = contradictions(rules)
    if faults:
        raise RulesFaulty(rules.name, faults)
    if len(told.names) != rules.table.players:
        named = len(told.names)
        raise NotNow(Code.NAMES_FOR_RULES, rules=rules.name, players=rules.table.players, names=named)
    if told.dealer not in rules.seats:
        raise NotNow(Code.NO_DEALER, number=told.dealer, players=rules.table.players)
    story.tell(e.MatchStarted(rules, told.names, told.dealer), e.HandBegun(1, told.dealer, rules.rough.opening))


def _draw_cards(story: Story, told: i.DrawCards) -> None:
    story.needs(Phase.DEAL, Code.NOW_NO_DRAW)
    state, rules = story.state, story.rules
    if story.hand.number > 1 or story.hand.misdealt:
        raise NotNow(Code.DRAW_DONE)
    for seat, card in told.cards:
        story.needs_seat(seat)
        if card is not None and card not in rules.deck.count:
            raise NotNow(Code.NOT_IN_PACK, card=card)
    if told.cards == (state.draw.cards if state.draw is not None else ()):
        return
    found = draw(rules, told.cards)
    names = state.names
    if state.draw is not None and set(state.draw.cards) & set(told.cards):
        names = seated(names, state.draw.moving)  # the same draw, read better: nobody has moved for it
    names = seated(names, found.moving)
    story.tell(e.CardsDrawn(told.cards, found.dealer, found.card, found.again, found.moving, names))


def _deal_done(story: Story, told: i.DealDone) -> None:
    story.needs(Phase.DEAL, Code.NOW_DEALT)
    story.tell(e.CardsDealt())


def _make_call(story: Story, told: i.MakeCall) -> None:
    story.needs_seat(told.seat)
    if story.state.phase is Phase.DEAL:
        story.tell(e.CardsDealt())
    story.needs(Phase.AUCTION, Code.NOW_NO_CALL)
    _check_call(story, told)
    if told.seat != story.state.turn:
        _stand_as_pass(story, told.seat)
    turn = story.state.turn
    if turn is None or story.state.phase is not Phase.AUCTION:
        raise NotNow(Code.CALL_TOO_LATE, call=told.call)
    if told.seat != turn:
        _bid_out_of_turn(story, told)
        return
    legal = rulings.legal_calls(story.rules, story.hand, turn)
    if told.trump in rulings.barred_trumps(story.rules, story.hand, turn):
        story.tell(e.FindingRaised(suspicion.barred_bid(story.state, turn, told.call, told.trump)))
        return
    if told.call not in legal:
        story.tell(e.FindingRaised(suspicion.insufficient_bid(story.state, turn, told.call, legal)))
        return
    story.tell(e.CallMade(turn, told.call, told.trump))


def _check_call(story: Story, told: i.MakeCall) -> None:
    rules = story.rules
    bid = rules.auction.bid(told.call)
    calls = [auction.PASS, *(each.name for each in rules.auction.ladder)]
    if rules.auction.all_pass == "dealer_forced_or_surrender":
        calls.append(auction.SURRENDER)
    if told.call not in calls:
        raise NotNow(Code.NO_SUCH_CALL, call=told.call, calls=tuple(calls))
    wants_trump = bid is not None and rules.auction.with_suit
    if wants_trump and told.trump is None:
        raise NotNow(Code.CALL_OF_WHAT, call=told.call)
    if told.trump is None:
        return
    if bid is None or not wants_trump:
        raise NotNow(Code.TRUMP_LATER)
    if told.trump not in contract.denominations(rules, bid):
        raise NotNow(Code.NOT_BID_IN, call=told.call, trump=told.trump)


def _stand_as_pass(story: Story, caller: Seat) -> None:
    """A bid that was too low and not put right before the next player calls counts as a pass."""
    turn = story.state.turn
    if turn is None or turn != story.hand.insufficient or caller != story.rules.seat_after(turn):
        return
    if not auction.is_stuck(story.rules, story.hand, turn):
        story.tell(e.CallMade(turn, auction.PASS))


def _bid_out_of_turn(story: Story, told: i.MakeCall) -> None:
    repeated = story.hand.calls and story.hand.calls[-1].seat == told.seat
    if repeated and story.hand.calls[-1].name == told.call:
        raise NotNow(Code.CALLED_ALREADY, seat=told.seat, call=told.call)
    story.tell(e.FindingRaised(suspicion.bid_out_of_turn(story.state, told.seat, told.call, told.trump)))


def _name_trump(story: Story, told: i.NameTrump) -> None:
    story.needs(Phase.TRUMP, Code.NOW_NO_TRUMP)
    story.needs_maker(told.seat, Code.NOT_MAKER)
    bid = contract.contract_of(story.hand).bid
    choices = rulings.open_trumps(story.rules, story.hand, told.seat, contract.denominations(story.rules, bid))
    if told.denomination not in choices:
        raise NotNow(Code.TRUMP_NOT_OPEN, trump=told.denomination, trumps=choices)
    story.tell(e.TrumpNamed(told.seat, told.denomination))


def _choose_partner(story: Story, told: i.ChoosePartner) -> None:
    story.needs(Phase.PARTNER, Code.NOW_NO_CHOICE)
    story.needs_maker(told.seat, Code.NOT_MAKER_PLAY)
    choices = contract.options(story.rules, story.hand)
    if told.option not in choices:
        raise NotNow(Code.NO_SUCH_CHOICE, choice=told.option, choices=choices)
    story.tell(e.PartnerChosen(told.seat, told.option))


def _call_card(story: Story, told: i.CallCard) -> None:
    story.needs(Phase.CALL_CARD, Code.NOW_NO_CALLED)
    story.needs_maker(told.seat, Code.NOT_MAKER_CALLS)
    refused = contract.refused_call(story.rules, story.hand, told.card)
    if refused is not None:
        raise NotNow(refused.code, **refused.fields)
    story.tell(e.CardCalled(told.seat, told.card))


def _answer_drop(story: Story, told: i.AnswerDrop) -> None:
    story.needs_seat(told.seat)
    story.needs(Phase.DROP, Code.NOW_NO_DROP)
    asked = contract.asked(story.rules, story.hand)
    if told.seat not in asked:
        raise NotNow(Code.NOT_ASKED, seat=told.seat, others=asked)
    choices = contract.answers_open(story.rules, story.hand)
    if told.answer not in choices:
        raise NotNow(Code.NO_SUCH_ANSWER, answer=told.answer, choices=choices)
    story.tell(e.DropAnswered(told.seat, told.answer))


def _play_card(story: Story, told: i.PlayCard) -> None:
    story.needs_seat(told.seat)
    story.needs(Phase.PLAY, Code.NOW_NO_CARD)
    if story.hand.claimed:
        raise NotNow(Code.CLAIM_AGREED)
    if story.hand.ending:
        story.add(e.PlayResumed())
    hand = story.hand
    play = Play(told.seat, told.card, hand.trick_number)
    unread = next((each for each in hand.trick if each.card is None and each.seat == told.seat), None)
    contradiction = suspicion.seen_twice(story.state, play)
    if contradiction is not None:
        raise NotNow(Code.CHECK_ENTRY, told=contradiction.text)
    if unread is not None and unread.mark is not None:
        laying.settle_question(story, unread, told.card, 1.0, "person")
    else:
        laying.lay(story, play)


def _answer_question(story: Story, told: i.AnswerQuestion) -> None:
    story.needs(Phase.PLAY, Code.NOTHING_ASKED)
    unread = next((each for each in story.hand.plays if each.mark == told.mark), None)
    if unread is None:
        laying.settle_stray(story, laying.stray(story, told.mark), told.card)
    elif unread.card is None:
        laying.settle_question(story, unread, told.card, 1.0, "person")
    else:
        laying.correct(story, unread, told.card)


def _name_players(story: Story, told: i.NamePlayers) -> None:
    if len(told.names) != story.rules.table.players:
        raise NotNow(Code.NAMES_TOO_FEW, players=story.rules.table.players, names=len(told.names))
    if told.names == story.state.names:
        raise NotNow(Code.NAMES_SAME)
    story.tell(e.PlayersNamed(told.names))


def _correct(story: Story, told: i.Correct) -> None:
    before: State | None = story.state
    for _ in range(told.back):
        before = before.past if before is not None else None
    if told.back < 1 or before is None:
        raise NotNow(Code.NOT_SO_MUCH)
    story.add(e.CorrectionBegun(told.back))
    for word in told.words:
        told_anew = Story(story.state)
        with suppress(NotNow):
            _DO[type(word)](told_anew, word)
            story.take_over(told_anew)
    story.add(e.CorrectionDone())


def _undo(story: Story, told: i.Undo) -> None:
    if story.state.past is None:
        raise NotNow(Code.NO_UNDO)
    story.tell(e.Undone(_name(story.state.decided)))


def _redo(story: Story, told: i.Redo) -> None:
    if story.state.future is None:
        raise NotNow(Code.NO_REDO)
    story.tell(e.Redone(_name(story.state.future.decided)))


def _name(decided: type[e.Event] | None) -> str:
    """What a decision is called in the log."""
    if decided is None:
        return ""
    return "Correction" if decided is e.CorrectionDone else decided.__name__


_DO: dict[type, Callable[[Story, Any], None]] = {
    i.NewMatch: _new_match,
    i.DrawCards: _draw_cards,
    i.DealDone: _deal_done,
    i.MakeCall: _make_call,
    i.NameTrump: _name_trump,
    i.ChoosePartner: _choose_partner,
    i.CallCard: _call_card,
    i.AnswerDrop: _answer_drop,
    i.PlayCard: _play_card,
    i.SeeCard: laying.see_card,
    i.ReadMark: laying.read_mark,
    i.AnswerQuestion: _answer_question,
    i.ReadCard: irregular.read_card,
    i.TakeBack: irregular.take_back,
    i.CardShown: irregular.show_card,
    i.DeclareMisdeal: irregular.declare_misdeal,
    i.CountHand: irregular.count_hand,
    i.SwapCards: irregular.swap_cards,
    i.TakeKitty: discarding.take_kitty,
    i.LayAway: discarding.lay_away,
    i.CallSuit: irregular.call_suit,
    i.ClaimTricks: claims.claim_tricks,
    i.AnswerClaim: claims.answer_claim,
    i.LayDown: claims.lay_down,
    i.HandOver: claims.hand_over,
    i.GiveRest: claims.give_rest,
    i.PlayOn: claims.play_on,
    i.NameHolder: claims.name_holder,
    i.SuspectRevoke: irregular.suspect_revoke,
    i.WarnTalk: irregular.warn_talk,
    i.GiveRuling: irregular.give_ruling,
    i.NamePlayers: _name_players,
    i.Correct: _correct,
    i.Undo: _undo,
    i.Redo: _redo,
}
