"""Settles an argument: one hand's score worked out from bid and tricks alone, without any cards.

The back end of `rules score`. Every impossible argument is refused with its reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.cards import Denomination
from engine.events import MatchWon
from engine.knobs import Bid, Ruleset
from engine.play.ending import verdict
from engine.play.scoring import Party, Score, settle, surrender_of_dealer
from engine.reasons import Code, Reason, Refused
from engine.rules.rulesets import preset


class Impossible(Refused):
    """No hand of this game can have gone so."""


@dataclass(frozen=True, slots=True)
class Argument:
    """What is argued about.

    `tricks` in partnership games: the bidding side, then the other; in the others seat by seat: bidder, called
    partner if there is one, then the rest clockwise. `answers` are `play` or `drop`: one for the opposing side, or
    one an opponent. `tricks` may be left out where nobody played. `score` is what each had before, for the
    rules that ask. `bid` may be `pass` (thrown in) or `surrender` (a stuck dealer) where the game has that.
    """

    rules: Ruleset | str
    bid: str
    trump: Denomination | None = None
    tricks: tuple[int, ...] = ()
    answers: tuple[str, ...] = ()
    lone: bool = False
    score: tuple[float, ...] = ()

    @property
    def ruleset(self) -> Ruleset:
        """Raises RulesFaulty for a preset that is not there."""
        return preset(self.rules) if isinstance(self.rules, str) else self.rules


class Role(Enum):
    """Who is who in an argument, as nobody has a name there."""

    DEALER = "the_dealer"
    BIDDING_SIDE = "the_bidding_side"
    BIDDER = "the_bidder"
    PARTNER = "the_called_partner"
    OTHER_SIDE = "the_other_side"
    OPPONENT = "opponent"


def roles(argument: Argument) -> tuple[Role, ...]:
    """Who is who in the order of the score: the reasons count them from seat 1."""
    rules = argument.ruleset
    if argument.bid == "surrender":
        first: tuple[Role, ...] = (Role.DEALER,)
    else:
        bid = _named(rules, argument.bid)
        partners = 0 if bid is None else _partners(rules, bid, argument.answers)
        first = (Role.BIDDING_SIDE if rules.in_teams else Role.BIDDER, *[Role.PARTNER] * partners)
    other = Role.OTHER_SIDE if rules.in_teams else Role.OPPONENT
    return (*first, *[other] * (rules.side_count - len(first)))


def argue(argument: Argument) -> Score:
    """What the hand scores, in the order of `tricks`.

    :raises Impossible: when no hand of this game can have gone so.
    """
    rules = argument.ruleset
    if argument.bid == "pass":
        return _thrown_in(rules)
    if argument.bid == "surrender":
        return _dealer_surrenders(rules, argument.score)
    found = _named(rules, argument.bid)
    if found is None:
        calls = tuple(each.name for each in rules.auction.ladder)
        raise Impossible(Code.NO_SUCH_BID, rules=rules.name, call=argument.bid, calls=calls)
    _check_trump(rules, found, argument.trump)
    _check_lone(rules, found, argument.lone)
    _check_compelled(rules, argument.trump, argument.answers)
    parties = _parties(rules, found, argument)
    return settle(rules, found, argument.trump, parties, argument.lone and found.name in rules.partner.lone_bids)


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
        raise Impossible(Code.NO_PASSING, rules=rules.name)
    return Score((0,) * rules.side_count, False, (Reason(Code.EVERYBODY_PASSED),))


def _dealer_surrenders(rules: Ruleset, score: tuple[float, ...]) -> Score:
    if rules.auction.all_pass != "dealer_forced_or_surrender":
        raise Impossible(Code.NO_SURRENDER, rules=rules.name)
    return surrender_of_dealer(rules, _blank(rules, score))


def _blank(rules: Ruleset, score: tuple[float, ...]) -> tuple[Party, ...]:
    before = score or (0,) * rules.side_count
    _check_scores(rules, before)
    parts = ["bidder"] + ["defender"] * (rules.side_count - 1)
    return tuple(
        Party(part, 0, True, points, (at,))
        for at, (part, points) in enumerate(zip(parts, before, strict=True), start=1)
    )


def _check_trump(rules: Ruleset, bid: Bid, trump: Denomination | None) -> None:
    no_trump = trump is Denomination.NO_TRUMP
    never = rules.trump.nt in ("never", "only_at_bid") and bid.trump != "nt"
    if no_trump and (never or bid.trump == "suit"):
        raise Impossible(Code.NEVER_IN_NO_TRUMP, rules=rules.name, call=bid.name)
    if bid.trump == "nt" and trump is not None and not no_trump:
        raise Impossible(Code.ONLY_IN_NO_TRUMP, rules=rules.name, call=bid.name)


def _check_lone(rules: Ruleset, bid: Bid, lone: bool) -> None:
    allowed = bid.alone or bid.name in rules.partner.lone_bids or rules.partner.alone_without_exchange
    if lone and not allowed and not (rules.in_teams and rules.partner.option.startswith("exchange")):
        raise Impossible(Code.NEVER_ALONE, rules=rules.name, call=bid.name)


def _check_compelled(rules: Ruleset, trump: Denomination | None, answers: tuple[str, ...]) -> None:
    named = {Denomination.CLUBS: "clubs", Denomination.NO_TRUMP: "nt"}
    if "drop" in answers and trump in named and named[trump] in rules.drop.compelled:
        raise Impossible(Code.NO_DROPPING_IN, rules=rules.name, trump=trump)


def _parties(rules: Ruleset, bid: Bid, argument: Argument) -> tuple[Party, ...]:
    count, tricks = rules.side_count, argument.tricks
    partners = _partners(rules, bid, argument.answers)
    opponents = count - 1 - partners
    answers = _full(rules, argument.answers, opponents)
    all_dropped = "play" not in answers
    if all_dropped and not tricks:
        tricks = (0,) * count
    _check_tricks(rules, tricks, count, all_dropped)
    before = argument.score or (0,) * count
    _check_scores(rules, before)
    parts = ["bidder"] + ["partner"] * partners + ["defender"] * opponents
    played = [True] * (1 + partners) + [answer == "play" for answer in answers]
    parties = tuple(map(Party, parts, tricks, played, before, [(at,) for at in range(1, count + 1)]))
    _check_dropped(parties, all_dropped)
    return parties


def _check_scores(rules: Ruleset, before: tuple[float, ...]) -> None:
    if len(before) != rules.side_count:
        raise Impossible(Code.SCORES_OF_RULES, rules=rules.name, needed=rules.side_count, given=len(before))


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
            raise Impossible(Code.ANSWER_WORD, answer=answer)
    if "drop" in answers and rules.drop.form == "none":
        raise Impossible(Code.NO_DROPPING, rules=rules.name)
    if not answers:
        return ("play",) * opponents
    if rules.drop.form == "vote":
        is_over = answers.count("drop") >= rules.drop.vote_to_end
        return ("drop" if is_over else "play",) * opponents
    if len(answers) != opponents:
        if opponents == 1:
            raise Impossible(Code.ONE_ANSWER, rules=rules.name, given=len(answers))
        raise Impossible(Code.MORE_ANSWERS, rules=rules.name, needed=opponents, given=len(answers))
    return answers


def _check_tricks(rules: Ruleset, tricks: tuple[int, ...], count: int, all_dropped: bool) -> None:
    if len(tricks) != count:
        code = Code.TRICKS_BY_SIDE if rules.in_teams else Code.TRICKS_BY_SEAT
        raise Impossible(code, rules=rules.name, needed=count, given=len(tricks))
    if any(number < 0 for number in tricks):
        raise Impossible(Code.FEWER_THAN_NONE)
    if not all_dropped and sum(tricks) != rules.tricks:
        raise Impossible(Code.TRICKS_IN_HAND, rules=rules.name, needed=rules.tricks, given=sum(tricks))


def _check_dropped(parties: tuple[Party, ...], all_dropped: bool) -> None:
    taken = sum(party.tricks for party in parties if not party.played)
    if taken:
        raise Impossible(Code.DROPPED_TOOK)
    if all_dropped and any(party.tricks for party in parties[1:]):
        raise Impossible(Code.UNOPPOSED_TOOK)
