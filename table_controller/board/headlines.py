"""What is happening now, in one line that reads across a room. Words only; nothing is decided here."""

from __future__ import annotations

from engine.knobs import Ruleset
from engine.play.discarding import lays_away, takes_kitty
from engine.play.hand import Hand, Phase
from engine.play.state import State
from table_controller.board.asked import Asked, Task, due
from table_controller.words import phrases
from table_controller.words.tongues import Tongue


def headline(state: State, rules: Ruleset, hand: Hand, to: Tongue = phrases.ENGLISH) -> tuple[str, str]:
    """Whose turn it is and for what, in large letters, and a few smaller words beside it."""
    asked = due(state)
    if asked:
        return _asked_headline(state, rules, hand, asked, to)
    match state.phase:
        case Phase.OVER:
            return _winner_headline(state, rules, to)
        case Phase.NO_MATCH:
            return to.say("no_match"), to.say("no_match_detail")
        case Phase.PLAY if hand.ending:
            return to.say("is_hand_over"), to.say("who_takes_rest")
        case Phase.PLAY if hand.claimed:
            return to.say("who_holds_called"), to.say("who_holds_detail")
        case _:
            return to.say("which_card"), to.say("which_card_detail")


def _asked_headline(state: State, rules: Ruleset, hand: Hand, asked: tuple[Asked, ...], to: Tongue) -> tuple[str, str]:
    """Everybody who must speak by name, and what about."""
    who = to.several([state.who(each.seat) for each in asked])
    match asked[0].task:
        case Task.DEAL | Task.DRAW | Task.STRAIGHTEN:
            return _draw_headline(state, to) or _deal_headline(state, hand, to)
        case Task.CALL:
            return to.say("to_bid", who=who), _bid_to_beat(hand, to)
        case Task.TRUMP:
            return to.say("names_trump", who=who), _cards_first(rules, hand, to)
        case Task.PARTNER:
            return to.say("with_or_exchange", who=who), ""
        case Task.CARD:
            return to.say("calls_card", who=who), to.say("its_holder")
        case Task.DROP:
            return to.say("play_or_drop", who=who), ""
        case Task.CLAIM:
            return _claim_headline(state, hand, who, to)
        case _:
            return _play_headline(state, rules, hand, who, to)


def _claim_headline(state: State, hand: Hand, who: str, to: Tongue) -> tuple[str, str]:
    assert hand.claim is not None
    seat, tricks = hand.claim
    return to.say("claims", who=state.who(seat), tricks=tricks), to.say("do_they_agree", who=who)


def asked_words(state: State, each: Asked, detail: str, to: Tongue = phrases.ENGLISH) -> tuple[str, str]:
    """The same for one who must speak, on the own phone: what to do, and the smaller words of the headline."""
    if each.task is Task.CLAIM:
        assert state.hand is not None and state.hand.claim is not None
        seat, tricks = state.hand.claim
        return to.say("ask_claim"), to.say("claims", who=state.who(seat), tricks=tricks)
    about_cards = each.task in (Task.WHICH, Task.WHOSE)
    return to.say(f"ask_{each.task.value}"), "" if about_cards else detail


def _deal_headline(state: State, hand: Hand, to: Tongue) -> tuple[str, str]:
    return to.say("deals", who=state.who(hand.dealer)), to.say("hand", number=hand.number)


def _draw_headline(state: State, to: Tongue) -> tuple[str, str] | None:
    """The draw before the first deal: who deals and by which card, who draws again, or whose card can't be read."""
    drawn = state.draw
    if drawn is None or not drawn.cards:
        return None
    if drawn.dealer is not None and drawn.card is not None:
        key = "drawn_jack" if state.rules and state.rules.table.first_dealer == "first_jack" else "drawn_lowest"
        why = to.say(key, card=phrases.card_words(drawn.card, to))
        if drawn.moving:
            why = f"{to.say('change_seats', who=to.several([state.who(seat) for seat in drawn.moving]))} {why}"
        return to.say("deals", who=state.who(drawn.dealer)), why
    if drawn.again:
        return to.say("draw_again", who=to.several([state.who(seat) for seat in drawn.again])), to.say("drawn_alike")
    if not drawn.unread:
        return None
    unread = to.several([state.who(seat) for seat in drawn.unread])
    return to.say("straighten", who=unread), to.say("straighten_why")


def _cards_first(rules: Ruleset, hand: Hand, to: Tongue) -> str:
    """What the maker does with cards before that: the kitty to take, cards to lay away; nothing once it is done."""
    if takes_kitty(rules, hand) is not None:
        return to.say("kitty_first", cards=rules.deal.kitty)
    due = lays_away(rules, hand) if hand.kitty_taken else None
    if due is None or hand.laid_away == due[1]:
        return ""
    if not hand.laid_away:
        return to.say("away_first", cards=due[1])
    # A squared pile looks like one card; several that lie apart are seen to be too few or too many.
    return to.say("away_few", cards=hand.laid_away, due=due[1]) if hand.laid_away > 1 else ""


def _bid_to_beat(hand: Hand, to: Tongue) -> str:
    bids = [call for call in hand.calls if call.name not in ("pass", "surrender")]
    return to.say("over_or_pass", bid=phrases.bid_words(bids[-1].name, to)) if bids else to.say("or_pass")


def _play_headline(state: State, rules: Ruleset, hand: Hand, who: str, to: Tongue) -> tuple[str, str]:
    detail = _cards_first(rules, hand, to) or to.say("trick_of", trick=hand.trick_number, of=rules.tricks)
    if hand.trick:
        return to.say("to_play", who=who), detail
    taken = hand.tricks[-1].winner if hand.tricks else None
    told = to.say("took_trick", who=state.who(taken), trick=len(hand.tricks)) if taken else detail
    return to.say("to_lead", who=who), told


def _winner_headline(state: State, rules: Ruleset, to: Tongue) -> tuple[str, str]:
    if state.won_by is None:
        return to.say("match_over"), ""
    key = "wins" if len(phrases.seats_of(rules, state.won_by)) == 1 else "win"
    scores = to.say("score_between").join(phrases.points(score) for score in sorted(state.score, reverse=True))
    return to.say(key, who=phrases.side_words(state, state.won_by, to)), scores
