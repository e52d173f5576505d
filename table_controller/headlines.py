"""What is happening now, in one line that reads across a room. Words only; nothing is decided here."""

from __future__ import annotations

from engine.hand import Hand, Phase
from engine.knobs import Ruleset
from engine.state import State
from table_controller import words
from table_controller.board import EMPTY


def headline(state: State, rules: Ruleset, hand: Hand) -> tuple[str, str]:
    """Whose turn it is and for what, in large letters, and a few smaller words beside it."""
    who = state.who(state.turn) if state.turn else ""
    match state.phase:
        case Phase.DEAL:
            return f"{state.who(hand.dealer)} deals", f"hand {hand.number}"
        case Phase.AUCTION:
            return f"{who} to bid", _bid_to_beat(hand)
        case Phase.TRUMP:
            return f"{who} names trump", ""
        case Phase.PARTNER:
            return f"{who}: with partner, or exchange?", ""
        case Phase.CALL_CARD:
            return f"{who} calls a card", "its holder is the partner"
        case Phase.DROP:
            return f"{who}: play or drop out?", ""
        case Phase.PLAY:
            return _play_headline(state, rules, hand, who)
        case Phase.OVER:
            return _winner_headline(state, rules)
        case _:
            return EMPTY.headline, EMPTY.detail


def _bid_to_beat(hand: Hand) -> str:
    bids = [call for call in hand.calls if call.name not in ("pass", "surrender")]
    return f"over {words.bid_words(bids[-1].name)}, or pass" if bids else "or pass"


def _play_headline(state: State, rules: Ruleset, hand: Hand, who: str) -> tuple[str, str]:
    if hand.claim is not None:
        seat, tricks = hand.claim
        return f"{state.who(seat)} claims {tricks} of the tricks left", "do the others agree?"
    if not who:
        return "Which card is it?", "the trick can't be judged before that is known"
    detail = f"trick {hand.trick_number} of {rules.tricks}"
    if hand.trick:
        return f"{who} to play", detail
    taken = hand.tricks[-1].winner if hand.tricks else None
    return f"{who} to lead", f"{state.who(taken)} took trick {len(hand.tricks)}" if taken else detail


def _winner_headline(state: State, rules: Ruleset) -> tuple[str, str]:
    if state.won_by is None:
        return "The match is over", ""
    verb = "wins" if len(words.seats_of(rules, state.won_by)) == 1 else "win"
    scores = " to ".join(words.points(score) for score in sorted(state.score, reverse=True))
    return f"{words.side_words(state, state.won_by)} {verb} the match", scores
