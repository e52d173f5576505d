"""When a match is over and who has won it. Asked after every scored hand; knows scores, not cards."""

from __future__ import annotations

from engine.events import MatchWon
from engine.knobs import Ruleset
from engine.reasons import Code, Reason

Totals = tuple[float, ...]


def verdict(rules: Ruleset, score: Totals, bidders: tuple[int, ...], made: bool) -> MatchWon | None:
    """The end of the match, or None to play on.

    `bidders` are the sides that bid the hand just scored, `made` whether they made it. Order: a side that
    must bid to win and did, then a side that has fallen to minus the target, then those at the target.
    """
    over = tuple(side for side, total in enumerate(score) if total >= rules.end.target)
    if rules.end.must_bid:
        winners = tuple(side for side in bidders if made and side in over)
        if winners:
            best = max(winners, key=lambda side: score[side])
            return MatchWon(best, Reason(Code.WON_MADE, total=score[best], target=rules.end.target))
    if rules.end.negative_end:
        lost = _lost(rules, score)
        if lost is not None:
            return lost
    if rules.end.must_bid or not over:
        return None
    return _at_target(rules, score, over, bidders, made)


def _lost(rules: Ruleset, score: tuple[float, ...]) -> MatchWon | None:
    low = min(score)
    if low > -rules.end.target:
        return None
    others = [side for side, total in enumerate(score) if total > -rules.end.target]
    if not others:
        return None
    best = max(others, key=lambda side: score[side])
    if sum(score[side] == score[best] for side in others) > 1:
        return None
    return MatchWon(best, Reason(Code.WON_FALLEN, total=low))


def _at_target(
    rules: Ruleset, score: tuple[float, ...], over: tuple[int, ...], bidders: tuple[int, ...], made: bool
) -> MatchWon | None:
    top = max(score)
    leaders = [side for side in over if score[side] == top]
    by_bid = rules.end.both_over != "higher" if len(leaders) == 1 else rules.end.tie == "bidder_if_made"
    if len(over) > 1 and by_bid:
        best = _by_bid(rules, over, bidders, made)
        if best is not None:
            code = Code.WON_BID if best in bidders else Code.WON_FAILED
            return MatchWon(best, Reason(code, target=rules.end.target))
    if len(leaders) > 1:
        return None
    return MatchWon(leaders[0], Reason(Code.WON_HAS, total=top, target=rules.end.target))


def _by_bid(rules: Ruleset, over: tuple[int, ...], bidders: tuple[int, ...], made: bool) -> int | None:
    bidding = [side for side in over if side in bidders]
    others = [side for side in over if side not in bidders]
    favoured = bidding if made or rules.end.both_over == "bidder" else others
    return favoured[0] if len(favoured) == 1 else None
