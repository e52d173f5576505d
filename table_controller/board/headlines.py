"""What is happening now, in one line that reads across a room. Words only; nothing is decided here."""

from __future__ import annotations

from engine.knobs import Ruleset
from engine.play.contract import asked
from engine.play.discarding import lays_away, takes_kitty
from engine.play.hand import Hand, Phase
from engine.play.state import State
from table_controller.words import phrases
from table_controller.words.tongues import Tongue


def headline(state: State, rules: Ruleset, hand: Hand, to: Tongue = phrases.ENGLISH) -> tuple[str, str]:
    """Whose turn it is and for what, in large letters, and a few smaller words beside it."""
    who = state.who(state.turn) if state.turn else ""
    match state.phase:
        case Phase.DEAL:
            return _draw_headline(state, to) or _deal_headline(state, hand, to)
        case Phase.AUCTION:
            return to.say("to_bid", who=who), _bid_to_beat(hand, to)
        case Phase.TRUMP:
            return to.say("names_trump", who=who), _cards_first(rules, hand, to)
        case Phase.PARTNER:
            return to.say("with_or_exchange", who=who), ""
        case Phase.CALL_CARD:
            return to.say("calls_card", who=who), to.say("its_holder")
        case Phase.DROP:
            return to.say("play_or_drop", who=who or _asked(state, rules, hand, to)), ""
        case Phase.PLAY:
            return _play_headline(state, rules, hand, who, to)
        case Phase.OVER:
            return _winner_headline(state, rules, to)
        case _:
            return to.say("no_match"), to.say("no_match_detail")


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


def _asked(state: State, rules: Ruleset, hand: Hand, to: Tongue) -> str:
    """Where several may answer for their side, all of them."""
    return to.several([state.who(seat) for seat in asked(rules, hand)] or [""])


def _bid_to_beat(hand: Hand, to: Tongue) -> str:
    bids = [call for call in hand.calls if call.name not in ("pass", "surrender")]
    return to.say("over_or_pass", bid=phrases.bid_words(bids[-1].name, to)) if bids else to.say("or_pass")


def _play_headline(state: State, rules: Ruleset, hand: Hand, who: str, to: Tongue) -> tuple[str, str]:
    if hand.claim is not None:
        seat, tricks = hand.claim
        return to.say("claims", who=state.who(seat), tricks=tricks), to.say("do_they_agree")
    if not who:
        return to.say("which_card"), to.say("which_card_detail")
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
