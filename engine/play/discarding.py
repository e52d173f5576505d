"""The kitty taken and cards laid away before the first lead, as far as a table sees them: faces are never known.

Nothing waits for it: a table without a camera is told none of this and plays all the same.
"""

from __future__ import annotations

from engine import events as e
from engine import inputs as i
from engine.findings import FindingCode
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import contract, suspicion
from engine.play.hand import Hand
from engine.play.unfolding import NotNow, Story
from engine.reasons import Code, Reason

TAKEN = ("hidden_take_discard", "exposed_take_discard")
"""Ways of using the kitty in which the maker takes it and lays as many cards away."""


def takes_kitty(rules: Ruleset, hand: Hand) -> Seat | None:
    """Who is to take the kitty now; None where nobody is, or not any more."""
    if rules.deal.kitty_use not in TAKEN or hand.contract is None or hand.plays or hand.kitty_taken:
        return None
    return hand.contract.maker


def lays_away(rules: Ruleset, hand: Hand) -> tuple[Seat, int] | None:
    """Who is to lay cards away now, and how many; None where nobody is."""
    if hand.contract is None or hand.plays:
        return None
    if hand.kitty_taken:
        return hand.contract.maker, rules.deal.kitty
    return (hand.contract.maker, 1) if hand.option == contract.EXCHANGE else None


def take_kitty(story: Story, told: i.TakeKitty) -> None:
    """The maker has taken the kitty."""
    story.needs_seat(told.seat)
    taker = takes_kitty(story.rules, story.hand)
    if taker is None:
        raise NotNow(Code.NO_KITTY)
    if told.seat != taker:
        raise NotNow(Code.KITTY_OTHER, seat=taker)
    story.tell(e.KittyTaken(told.seat))


def lay_away(story: Story, told: i.LayAway) -> None:
    """Cards lie face down where they are laid away; more than are due is a finding, fewer may lie on each other."""
    story.needs_seat(told.seat)
    due = lays_away(story.rules, story.hand)
    if due is None:
        raise NotNow(Code.NOTHING_AWAY)
    if told.seat != due[0] or told.cards < 1:
        raise NotNow(Code.AWAY_OTHER, seat=due[0], count=due[1])
    if told.cards == story.hand.laid_away:
        return
    story.add(e.CardsLaidAway(told.seat, told.cards))
    if told.cards > due[1]:
        text = Reason(Code.LAID_TOO_MANY, seat=told.seat, count=told.cards, due=due[1])
        found = suspicion.finding(story.state, FindingCode.CARD_COUNT, told.seat, None, (), text)
        story.add(e.FindingRaised(found))
    story.tell()
