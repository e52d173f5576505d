"""Between auction and play: what trump may be named, who plays with whom, who may drop out, who leads.

Worked out from rules and hand; nothing is remembered and nothing is raised.
"""

from __future__ import annotations

from functools import cache

from engine.cards import Card, Denomination, Rank
from engine.knobs import Bid, Ruleset
from engine.layout import Seat
from engine.play.hand import Contract, Hand
from engine.play.tricks import suit_in
from engine.reasons import Code, Reason

ALONE, WITH, EXCHANGE = "alone", "with", "exchange"
PLAY, DROP, MAYBE = "play", "drop", "maybe"

_SUITS = tuple(each for each in Denomination if each is not Denomination.NO_TRUMP)


@cache
def _named(nt: str, bid: Bid) -> tuple[Denomination, ...]:
    if bid.trump == "nt":
        return (Denomination.NO_TRUMP,)
    if bid.trump == "suit" or nt in ("never", "only_at_bid"):
        return _SUITS
    return tuple(Denomination)


def denominations(rules: Ruleset, bid: Bid) -> tuple[Denomination, ...]:
    """What the maker of this bid may name."""
    return _named(rules.trump.nt, bid)


def contract_of(hand: Hand) -> Contract:
    assert hand.contract is not None
    return hand.contract


def options(rules: Ruleset, hand: Hand) -> tuple[str, ...]:
    """How the maker may play: with the partner, after an exchange, or alone. One option is no choice."""
    contract = contract_of(hand)
    if contract.bid.alone:
        return (ALONE,)
    if hand.rough:
        return (WITH,)
    choice = {
        "exchange_or_with": (EXCHANGE, WITH),
        "exchange_only": (EXCHANGE,),
        "always_with": (WITH,),
        "none": (ALONE,) if rules.table.sides == "individual" else (WITH,),
    }[rules.partner.option]
    lone = contract.bid.name in rules.partner.lone_bids or rules.partner.alone_without_exchange
    return (*choice, ALONE) if lone and ALONE not in choice else choice


def option_of(rules: Ruleset, hand: Hand) -> str | None:
    """The option chosen, or the only one there is; None while the maker has yet to choose."""
    if hand.option is not None:
        return hand.option
    choices = options(rules, hand)
    return choices[0] if len(choices) == 1 else None


def sits_out(rules: Ruleset, hand: Hand) -> tuple[Seat, ...]:
    """The maker's fixed partners, where the maker plays without them."""
    if not rules.in_teams or option_of(rules, hand) not in (ALONE, EXCHANGE):
        return ()
    maker = contract_of(hand).maker
    side = rules.side_of(maker)
    return tuple(seat for seat in rules.seats if rules.side_of(seat) == side and seat != maker)


def opponents(rules: Ruleset, hand: Hand) -> tuple[Seat, ...]:
    """Those who may drop out, clockwise from the maker's left."""
    maker = contract_of(hand).maker
    others = rules.clockwise_from(maker)[1:]
    if not rules.in_teams:
        return others
    side = rules.side_of(maker)
    return tuple(seat for seat in others if rules.side_of(seat) != side)


def is_compelled(rules: Ruleset, hand: Hand) -> bool:
    """Whether the opponents must play this hand, whatever they would like."""
    if hand.rough:
        return True
    when = rules.drop.compelled
    contract = contract_of(hand)
    if contract.stuck and ("stuck_any" in when or ("stuck_min" in when and _is_smallest(rules, contract))):
        return True
    named = {Denomination.CLUBS: "clubs", Denomination.NO_TRUMP: "nt"}
    return hand.trump in named and named[hand.trump] in when


def _is_smallest(rules: Ruleset, contract: Contract) -> bool:
    return contract.bid.rank == next(bid.rank for bid in rules.auction.ladder if bid.final)


def asked(rules: Ruleset, hand: Hand) -> tuple[Seat, ...]:
    """The seats that may answer now whether they play or drop out; nobody when that is settled."""
    form = rules.drop.form
    if form == "none" or is_compelled(rules, hand):
        return ()
    others = opponents(rules, hand)
    waiting = tuple(seat for seat in others if seat not in dict(hand.answers))
    if form in ("team_formal", "individual_in_turn"):
        return waiting[:1]
    said = [answer for _, answer in hand.answers]
    if form == "team":
        # One who wants to play is enough: where they differ, they play. Dropping out takes them all.
        return () if PLAY in said else waiting
    dropping = said.count(DROP)
    to_play = len(others) - rules.drop.vote_to_end + 1
    settled = dropping >= rules.drop.vote_to_end or len(said) - dropping >= to_play
    return () if settled else waiting


def answers_open(rules: Ruleset, hand: Hand) -> tuple[str, ...]:
    """What the asked seat may say: the first speaker of the formal procedure may also say `maybe`."""
    formal_first = rules.drop.form == "team_formal" and not hand.answers
    return (PLAY, DROP, MAYBE) if formal_first else (PLAY, DROP)


def dropped(rules: Ruleset, hand: Hand) -> tuple[Seat, ...]:
    """The seats that play no part because they dropped out, once that is settled."""
    others = opponents(rules, hand)
    form = rules.drop.form
    said = dict(hand.answers)
    if not said:
        return ()
    if form == "individual_in_turn":
        return tuple(seat for seat in others if said.get(seat) == DROP)
    if form == "team_formal":
        return others if said.get(others[-1]) == DROP else ()
    needed = len(others) if form == "team" else rules.drop.vote_to_end
    return others if sum(answer == DROP for answer in said.values()) >= needed else ()


def is_surrendered(rules: Ruleset, hand: Hand) -> bool:
    return dropped(rules, hand) == opponents(rules, hand)


def active(rules: Ruleset, hand: Hand) -> tuple[Seat, ...]:
    """The seats that play this hand."""
    absent = (*sits_out(rules, hand), *dropped(rules, hand))
    return tuple(seat for seat in rules.seats if seat not in absent)


def needs_call(rules: Ruleset, hand: Hand) -> bool:
    """Whether the maker has to call a card for a partner."""
    return rules.partner.call != "none" and not contract_of(hand).bid.alone


def refused_call(rules: Ruleset, hand: Hand, card: Card) -> Reason | None:
    """Why this card may not be called for a partner; None when it may.

    Whether the caller holds it nobody can see.
    """
    if card not in rules.deck.pack:
        return Reason(Code.CALL_FOREIGN, card=card)
    trump = hand.trump
    if rules.partner.call != "not_held_not_bower" or trump is None or trump.suit is None:
        return None
    if card.rank is Rank.JACK and suit_in(card, trump) is trump.suit:
        return Reason(Code.CALL_BOWER, card=card)
    return None


def swapper(rules: Ruleset, hand: Hand) -> Seat | None:
    """Who may still exchange a card with the partner, both playing on; None where nobody may, or not any more."""
    if rules.partner.swap == "none" or hand.swapped is not None or hand.plays or not hand.active:
        return None
    seat = contract_of(hand).maker if rules.partner.swap == "maker" else hand.dealer
    partners = [each for each in hand.active if rules.side_of(each) == rules.side_of(seat)]
    return seat if seat in partners and len(partners) > 1 else None


def first_leader(rules: Ruleset, hand: Hand) -> Seat:
    """Who leads to the first trick: the seat that the rules name, or the next active one clockwise."""
    maker = contract_of(hand).maker
    in_nt = hand.trump is Denomination.NO_TRUMP
    place = rules.play.lead_nt if in_nt else rules.play.lead
    seat = {
        "bidder": maker,
        "left_of_bidder": rules.seat_after(maker),
        "left_of_dealer": rules.seat_after(hand.dealer),
        "right_of_dealer": rules.clockwise_from(hand.dealer)[-1],
    }[place]
    playing = active(rules, hand)
    return next(each for each in rules.clockwise_from(seat) if each in playing)
