"""What follows by itself from what has just happened: the next event nobody needs to choose, one at a time.

`decide` asks until nothing follows any more. Findings are not made here.
"""

from __future__ import annotations

from dataclasses import replace

from engine import events as e
from engine.cards import Denomination
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import auction, contract, counting, ending, rulings, scoring
from engine.play.auction import SURRENDER
from engine.play.hand import Hand, Phase
from engine.play.scoring import Party, Score
from engine.play.state import State
from engine.play.tricks import winner
from engine.reasons import Code, Reason


def consequence(state: State) -> e.Event | None:
    """The event that follows now, or None when it is for people and cards to go on."""
    rules, hand = state.rules, state.hand
    if rules is None or hand is None:
        return None
    if state.phase is Phase.PLAY:
        return _in_play(state, rules, hand)
    if state.phase is Phase.DEAL:
        return _after_hand(state, rules, hand)
    if state.phase is Phase.AUCTION:
        return _in_auction(state, rules, hand)
    if state.phase is Phase.TRUMP:
        return _trump(rules, hand)
    return None


def _in_auction(state: State, rules: Ruleset, hand: Hand) -> e.Event | None:
    if hand.rough:
        bid = rules.auction.bid(str(rules.rough.forced_bid))
        assert bid is not None
        return e.ContractMade(rules.seat_after(hand.dealer), bid.name, bid.tricks)
    if state.turn is not None:
        return None
    if hand.calls[-1].name == SURRENDER:
        dealer = hand.calls[-1].seat
        return _scored(state, rules, dealer, scoring.surrender_of_dealer(rules, _parties(state, dealer)))
    made = auction.result(rules, hand)
    if made is None:
        return e.HandThrownIn()
    return e.ContractMade(made.maker, made.bid.name, made.bid.tricks, made.stuck)


def _trump(rules: Ruleset, hand: Hand) -> e.Event | None:
    made = contract.contract_of(hand)
    choices = contract.denominations(rules, made.bid)
    if len(choices) == 1:
        return e.TrumpNamed(made.maker, choices[0])
    if rules.trump.named == "in_bid" and hand.calls:
        called = next(call.trump for call in reversed(hand.calls) if call.seat == made.maker)
        return e.TrumpNamed(made.maker, called or Denomination.NO_TRUMP)
    return None


def _in_play(state: State, rules: Ruleset, hand: Hand) -> e.Event | None:
    if not hand.active:
        if not contract.is_surrendered(rules, hand):
            return e.PlayBegan(contract.active(rules, hand), contract.first_leader(rules, hand))
        return e.HandSurrendered() if not hand.surrendered else _settled(state, rules, hand)
    revealed = _revealed(hand)
    if revealed is not None:
        return revealed
    if hand.claimed and _is_secret(hand):
        return None
    if hand.tricks and (hand.leader is None or _is_undecided(hand)):
        return _taken(rules, hand)
    return _settled(state, rules, hand) if hand.taken >= rules.tricks else None


def _is_secret(hand: Hand) -> bool:
    """Whether the hand was agreed to end before anybody knows with whom the maker plays."""
    return hand.called is not None and hand.partner is None and hand.holder is None


def _is_undecided(hand: Hand) -> bool:
    return None in [trick.winner for trick in hand.tricks]


def _taken(rules: Ruleset, hand: Hand) -> e.TrickTaken | None:
    assert hand.trump is not None
    for number, trick in enumerate(hand.tricks, start=1):
        if trick.winner is None and all(play.card for play in trick.plays):
            best = winner(trick.plays, hand.trump, rules.deck.duplicates == "last_wins")
            assert best.card is not None
            return e.TrickTaken(number, best.seat, best.card)
    return None


def _revealed(hand: Hand) -> e.PartnerRevealed | None:
    if hand.called is None or hand.partner is not None:
        return None
    maker = contract.contract_of(hand).maker
    if hand.holder is not None:
        return e.PartnerRevealed(hand.holder) if hand.holder != maker else None
    for play in hand.plays:
        if play.card == hand.called and play.seat != maker:
            return e.PartnerRevealed(play.seat)
    return None


def _settled(state: State, rules: Ruleset, hand: Hand) -> e.HandScored:
    made = contract.contract_of(hand)
    option = contract.option_of(rules, hand)
    lone = option == contract.ALONE and made.bid.name in rules.partner.lone_bids
    parties = rulings.with_penalty_tricks(state, _parties(state, made.maker))
    score = scoring.settle(rules, made.bid, hand.trump, parties, lone, made.stuck)
    score = rulings.with_penalty_points(state, parties, score)
    left = _unproved(hand)
    return _scored(state, rules, made.maker, replace(score, why=(*score.why, *left)))


def _unproved(hand: Hand) -> tuple[Reason, ...]:
    """What can no longer be proved, because the hand ends before all cards are shown."""
    plays = counting.open_refusals(hand) if hand.claimed else []
    return tuple(Reason(Code.UNPROVABLE, seat=play.seat, trick=play.trick) for play in plays)


def _parties(state: State, maker: Seat) -> tuple[Party, ...]:
    """Who scores, the bidders first: two sides, or all seats clockwise from the maker."""
    rules, hand = state.rules, state.hand
    assert rules is not None
    assert hand is not None
    away = contract.dropped(rules, hand) if hand.contract else ()
    taken = {seat: hand.tricks_of(seat) for seat in rules.seats}
    if not rules.in_teams:
        return tuple(
            Party(
                "bidder" if seat == maker else "partner" if seat == hand.partner else "defender",
                taken[seat],
                seat not in away,
                state.score[seat - 1],
                (seat,),
            )
            for seat in rules.clockwise_from(maker)
        )
    sides = (rules.side_of(maker), 1 - rules.side_of(maker))
    parties = []
    for side, role in zip(sides, ("bidder", "defender"), strict=True):
        seats = [seat for seat in rules.seats if rules.side_of(seat) == side]
        played = not away or role == "bidder"
        tricks = sum(taken[seat] for seat in seats)
        parties.append(Party(role, tricks, played, state.score[side], tuple(seats)))
    return tuple(parties)


def _scored(state: State, rules: Ruleset, maker: Seat, score: Score) -> e.HandScored:
    delta: list[float] = [0] * rules.side_count
    for seat, gain in zip(rules.clockwise_from(maker), score.delta, strict=False):
        delta[rules.side_of(seat)] = gain
    total = tuple(before + gain for before, gain in zip(state.score, delta, strict=True))
    return e.HandScored(tuple(delta), total, score.made, score.why)


def _after_hand(state: State, rules: Ruleset, hand: Hand) -> e.Event | None:
    if hand.misdealt:
        return e.HandBegun(hand.number, rulings.dealer_after_misdeal(state), hand.rough)
    if not hand.scored and not hand.thrown_in:
        return None
    if hand.scored:
        won = ending.verdict(rules, state.score, _bidding_sides(rules, hand), _was_made(state))
        if won is not None:
            return won
    return e.HandBegun(hand.number + 1, rules.seat_after(hand.dealer), _rough_next(state, rules, hand))


def _bidding_sides(rules: Ruleset, hand: Hand) -> tuple[int, ...]:
    if hand.contract is None:
        return (rules.side_of(hand.dealer),)
    seats = (hand.contract.maker, hand.partner)
    return tuple(dict.fromkeys(rules.side_of(seat) for seat in seats if seat is not None))


def _was_made(state: State) -> bool:
    scored = state.results[-1].scored
    return scored is not None and scored.made


def _rough_next(state: State, rules: Ruleset, hand: Hand) -> int:
    """The rough round goes on, or begins where the house plays one at a tie."""
    if hand.rough > 1:
        return hand.rough - 1
    top = max(state.score)
    is_tied = sum(total == top for total in state.score) > 1 and hand.scored
    when = rules.rough.on_tie
    if is_tied and (when == "any" or (when == "at_target" and top >= rules.end.target)):
        return rules.table.players
    return 0
