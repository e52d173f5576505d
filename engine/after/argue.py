"""Settles an argument: one hand's score worked out from bid and tricks alone, without any cards.

The back end of `rules score`. Every impossible argument is a ValueError of one sentence.
"""

from __future__ import annotations

from engine.cards import Denomination
from engine.events import MatchWon
from engine.knobs import Bid, Ruleset
from engine.play.ending import verdict
from engine.play.scoring import Party, Score, said, settle, surrender_of_dealer
from engine.rules.rulesets import preset


def argue(
    rules: Ruleset | str,
    bid: str,
    trump: Denomination | None = None,
    tricks: tuple[int, ...] = (),
    answers: tuple[str, ...] = (),
    lone: bool = False,
    score: tuple[float, ...] = (),
) -> Score:
    """What the hand scores, in the order of `tricks`.

    In partnership games: the bidding side, then the other; in the others seat by seat: bidder, called partner
    if there is one, then the rest clockwise. `answers` are `play` or `drop`: one for the opposing side, or
    one an opponent. `tricks` may be left out where nobody played. `score` is what each had before, for the
    rules that ask. `bid` may be `pass` (thrown in) or `surrender` (a stuck dealer) where the game has that.
    :raises ValueError: when no hand of this game can have gone so.
    """
    rules = preset(rules) if isinstance(rules, str) else rules
    if bid == "pass":
        return _thrown_in(rules)
    if bid == "surrender":
        return _dealer_surrenders(rules, score)
    found = _named(rules, bid)
    if found is None:
        names = ", ".join(each.name for each in rules.auction.ladder)
        raise ValueError(f"{rules.name} has no bid {bid!r}: bids are {names}.")
    _check_trump(rules, found, trump)
    _check_lone(rules, found, lone)
    _check_compelled(rules, trump, answers)
    parties = _parties(rules, found, tricks, answers, score)
    return settle(rules, found, trump, parties, lone and found.name in rules.partner.lone_bids)


def _named(rules: Ruleset, text: str) -> Bid | None:
    """The bid as people write it: `little pepper` and `say3` are taken for `little` and `say 3`."""
    plain = text.lower().removesuffix(" pepper").replace("say3", "say 3").replace("say4", "say 4")
    # Where there is no bid of 6, the small pepper is just called pepper, and the other way round.
    other = {"pepper": "little", "little": "pepper"}.get(plain, "")
    return rules.auction.bid(text) or rules.auction.bid(plain) or rules.auction.bid(other)


def ends(rules: Ruleset | str, settled: Score, score: tuple[float, ...], bidders: int = 1) -> MatchWon | None:
    """Whether the match is over after this score, `score` being what each had before, bidders first."""
    rules = preset(rules) if isinstance(rules, str) else rules
    after = tuple(before + gain for before, gain in zip(score, settled.delta, strict=True))
    return verdict(rules, after, tuple(range(bidders)), settled.made)


def _thrown_in(rules: Ruleset) -> Score:
    if rules.auction.all_pass != "throw_in":
        raise ValueError(f"In {rules.name} the dealer may not pass when everybody else has: somebody bids.")
    return Score((0,) * rules.side_count, False, ("Everybody passed: nobody scores, the next dealer deals.",))


def _dealer_surrenders(rules: Ruleset, score: tuple[float, ...]) -> Score:
    if rules.auction.all_pass != "dealer_forced_or_surrender":
        raise ValueError(f"In {rules.name} nobody surrenders in the auction.")
    return surrender_of_dealer(rules, _blank(rules, score))


def _blank(rules: Ruleset, score: tuple[float, ...]) -> tuple[Party, ...]:
    before = score or (0,) * rules.side_count
    names = ["The dealer", *_others(rules, rules.side_count - 1)]
    roles = ["bidder"] + ["defender"] * (rules.side_count - 1)
    return tuple(Party(name, role, 0, True, points) for name, role, points in zip(names, roles, before, strict=True))


def _others(rules: Ruleset, count: int) -> list[str]:
    if rules.in_teams:
        return ["The other side"]
    return [f"Opponent {number}" for number in range(1, count + 1)]


def _check_trump(rules: Ruleset, bid: Bid, trump: Denomination | None) -> None:
    no_trump = trump is Denomination.NO_TRUMP
    never = rules.trump.nt in ("never", "only_at_bid") and bid.trump != "nt"
    if no_trump and (never or bid.trump == "suit"):
        raise ValueError(f"In {rules.name} {said(bid)} is not played in no trump.")
    if bid.trump == "nt" and trump is not None and not no_trump:
        raise ValueError(f"In {rules.name} {said(bid)} is always played in no trump.")


def _check_lone(rules: Ruleset, bid: Bid, lone: bool) -> None:
    allowed = bid.alone or bid.name in rules.partner.lone_bids or rules.partner.alone_without_exchange
    if lone and not allowed and not (rules.in_teams and rules.partner.option.startswith("exchange")):
        raise ValueError(f"In {rules.name} {said(bid)} is not played alone.")


def _check_compelled(rules: Ruleset, trump: Denomination | None, answers: tuple[str, ...]) -> None:
    named = {Denomination.CLUBS: "clubs", Denomination.NO_TRUMP: "nt"}
    if "drop" in answers and trump in named and named[trump] in rules.drop.compelled:
        words = "clubs" if trump is Denomination.CLUBS else "no trump"
        raise ValueError(f"In {rules.name} nobody may drop out in {words}.")


def _parties(
    rules: Ruleset, bid: Bid, tricks: tuple[int, ...], answers: tuple[str, ...], score: tuple[float, ...]
) -> tuple[Party, ...]:
    count = rules.side_count
    partners = _partners(rules, bid, answers)
    opponents = count - 1 - partners
    answers = _full(rules, answers, opponents)
    all_dropped = "play" not in answers
    if all_dropped and not tricks:
        tricks = (0,) * count
    _check_tricks(rules, tricks, count, all_dropped)
    before = score or (0,) * count
    if len(before) != count:
        raise ValueError(f"{rules.name} keeps {count} scores, but {len(before)} were given.")
    names = ["The bidding side" if rules.in_teams else "The bidder"]
    names += ["the called partner"] * partners + _others(rules, opponents)
    roles = ["bidder"] + ["partner"] * partners + ["defender"] * opponents
    played = [True] * (1 + partners) + [answer == "play" for answer in answers]
    parties = tuple(map(Party, names, roles, tricks, played, before))
    _check_dropped(parties, all_dropped)
    return parties


def _partners(rules: Ruleset, bid: Bid, answers: tuple[str, ...]) -> int:
    """How many called partners there are: none when the bidder plays alone or a vote ended the hand.

    Without a vote, a bidder whose called card nobody else holds is told by an answer for every other seat.
    """
    if rules.table.sides != "called_partner" or bid.alone:
        return 0
    if rules.drop.form == "vote":
        return 0 if answers.count("drop") >= rules.drop.vote_to_end else 1
    return 0 if len(answers) == rules.side_count - 1 else 1


def _full(rules: Ruleset, answers: tuple[str, ...], opponents: int) -> tuple[str, ...]:
    for answer in answers:
        if answer not in ("play", "drop"):
            raise ValueError(f"{answer!r} is no answer: it is play or drop.")
    if "drop" in answers and rules.drop.form == "none":
        raise ValueError(f"In {rules.name} nobody may drop out.")
    if not answers:
        return ("play",) * opponents
    if rules.drop.form == "vote":
        is_over = answers.count("drop") >= rules.drop.vote_to_end
        return ("drop" if is_over else "play",) * opponents
    if len(answers) != opponents:
        wanted = "one answer" if opponents == 1 else f"{opponents} answers"
        raise ValueError(f"{rules.name} needs {wanted} here, but {len(answers)} were given.")
    return answers


def _check_tricks(rules: Ruleset, tricks: tuple[int, ...], count: int, all_dropped: bool) -> None:
    if len(tricks) != count:
        what = "one number for each side" if rules.in_teams else "one number for each seat, the bidder first"
        raise ValueError(f"{rules.name} needs {count} numbers of tricks: {what}. {len(tricks)} were given.")
    if any(number < 0 for number in tricks):
        raise ValueError("Nobody takes fewer than no tricks.")
    if not all_dropped and sum(tricks) != rules.tricks:
        raise ValueError(f"A hand of {rules.name} has {rules.tricks} tricks, not {sum(tricks)}.")


def _check_dropped(parties: tuple[Party, ...], all_dropped: bool) -> None:
    taken = sum(party.tricks for party in parties if not party.played)
    if taken:
        raise ValueError("Whoever dropped out takes no trick.")
    if all_dropped and any(party.tricks for party in parties[1:]):
        raise ValueError("Nobody played against the bid, so nobody else has taken a trick.")
