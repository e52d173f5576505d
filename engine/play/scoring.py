"""What a hand is worth, and why. Pure arithmetic over a ruleset: no state, no seats, no cards.

Points may be halves where the house scores no trump at one and a half; they are exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.cards import Denomination
from engine.knobs import Bid, Ruleset
from engine.reasons import Code, ContractTold, Reason


@dataclass(frozen=True, slots=True)
class Party:
    """One who gains or loses by itself: a side of fixed partners, or a single player.

    `role` is `bidder`, `partner` (called by the bidder) or `defender`. `played` is false for a defender that
    dropped out. `score` is what the party had before the hand; only a cap on it asks. `seats` are the party's.
    """

    role: str
    tricks: int
    played: bool = True
    score: float = 0
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """`delta` in the order of the parties, `why` one reason for each thing that counted."""

    delta: tuple[float, ...]
    made: bool
    why: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class _Contract:
    """What was bid, and its worth under these rules; `told` as the score names it."""

    rules: Ruleset
    bid: Bid
    trump: Denomination | None
    value: float
    stuck: bool
    told: ContractTold


def settle(
    rules: Ruleset,
    bid: Bid,
    trump: Denomination | None,
    parties: tuple[Party, ...],
    lone: bool = False,
    stuck: bool = False,
) -> Score:
    """The score of a hand that was played out or surrendered: the latter when no defender played.

    `lone`: the bid was announced alone where the house pays for that. `stuck`: the bidder was the dealer and
    had to bid.
    """
    contract = _Contract(rules, bid, trump, worth(rules, bid, trump, lone), stuck, ContractTold(bid.name, trump, lone))
    against = [party for party in parties if party.role == "defender"]
    surrendered = not any(party.played for party in against)
    taken = sum([party.tricks for party in parties if party.role != "defender"])
    seats = tuple([seat for party in parties if party.role != "defender" for seat in party.seats])
    gain, told = _unopposed(contract, seats) if surrendered else _bidders(contract, seats, taken)
    shared = sum([party.tricks for party in against]) if rules.table.sides == "called_partner" else None
    others = [_defender(contract, party, party.tricks if shared is None else shared) for party in against]
    gains = iter([gained for gained, _ in others])
    delta = tuple([next(gains) if party.role == "defender" else gain for party in parties])
    return Score(delta, surrendered or taken >= bid.tricks, (told, *[each for _, each in others]))


def surrender_of_dealer(rules: Ruleset, parties: tuple[Party, ...]) -> Score:
    """A stuck dealer who would not bid: minus the price, nobody else gains."""
    price = rules.auction.surrender_price
    delta = tuple(-price if party.role == "bidder" else 0 for party in parties)
    seats = next(party.seats for party in parties if party.role == "bidder")
    return Score(delta, False, (Reason(Code.DEALER_GAVE_UP, side=seats, points=-price),))


def worth(rules: Ruleset, bid: Bid, trump: Denomination | None, lone: bool) -> float:
    """What the bid is worth in this denomination: gained or lost."""
    value: float = bid.value * (rules.partner.lone_factor if lone else 1)
    return _factored(rules, bid, trump, value)


def _factored(rules: Ruleset, bid: Bid, trump: Denomination | None, value: float) -> float:
    # A bid that is always played in no trump has that in its value already.
    if trump is not Denomination.NO_TRUMP or bid.trump == "nt":
        return value
    value = value * rules.trump.nt_factor
    rounded = {"none": value, "up": math.ceil(value), "down": math.floor(value)}[rules.trump.round]
    return _exact(rounded)


def _exact(value: float) -> float:
    """Whole points as whole numbers."""
    return int(value) if value == int(value) else value


Gain = tuple[float, Reason]
"""Points gained or lost, and why."""


def _unopposed(contract: _Contract, seats: tuple[int, ...]) -> Gain:
    value = contract.value
    return value, Reason(Code.BID_UNOPPOSED, side=seats, contract=contract.told, points=value)


def _bidders(contract: _Contract, seats: tuple[int, ...], taken: int) -> Gain:
    rules, bid = contract.rules, contract.bid
    said: dict[str, object] = {"side": seats, "contract": contract.told, "tricks": taken}
    if taken < bid.tricks:
        return _failed(contract, said, bid.tricks - taken)
    if bid.pepper or rules.score.made == "bid":
        code = Code.BID_MADE_COUNTS if taken > bid.tricks else Code.BID_MADE
        return contract.value, Reason(code, **said, points=contract.value)
    gain = _factored(rules, bid, contract.trump, taken)
    return gain, Reason(Code.BID_MADE_EVERY, **said, points=gain)


def _failed(contract: _Contract, said: dict[str, object], short: int) -> Gain:
    rules, fail = contract.rules, contract.rules.score.fail
    loss = contract.value if fail == "bid" or contract.bid.pepper else fail
    if not contract.stuck or not rules.auction.forced_dealer_pays_half:
        return -loss, Reason(Code.BID_SHORT, **said, short=short, points=-loss)
    half = _exact(loss / 2)
    return -half, Reason(Code.BID_SHORT_HALF, **said, short=short, points=-loss, half=-half)


def _defender(contract: _Contract, party: Party, tricks: int) -> Gain:
    """What a defender gains; `tricks` are those of all defenders where they count together."""
    rules, bid = contract.rules, contract.bid
    if not party.played:
        return 0, Reason(Code.DROPPED, side=party.seats)
    if bid.pepper and rules.score.pepper_defend == "value":
        return _against_pepper(contract, party, tricks)
    if tricks == 0:
        return _took_none(party, zero_price(rules, bid, contract.value))
    if _defend(rules, bid) == "none":
        return 0, Reason(Code.TOOK_FREE, side=party.seats, tricks=tricks)
    cap = rules.defender_cap
    if cap and party.score + tricks > cap:
        gain = max(0, cap - party.score)
        return gain, Reason(Code.TOOK_CAPPED, side=party.seats, tricks=tricks, cap=cap, points=gain)
    return tricks, Reason(Code.TOOK, side=party.seats, tricks=tricks, points=tricks)


def _took_none(party: Party, loss: float) -> Gain:
    if loss:
        return -loss, Reason(Code.TOOK_NONE, side=party.seats, points=-loss)
    return 0, Reason(Code.TOOK_NONE_FREE, side=party.seats)


def _defend(rules: Ruleset, bid: Bid) -> str:
    return rules.score.pepper_defend if bid.pepper else rules.score.defend


def _against_pepper(contract: _Contract, party: Party, tricks: int) -> Gain:
    if tricks:
        return contract.value, Reason(Code.TOOK_AND_STOPPED, side=party.seats, tricks=tricks, points=contract.value)
    return _took_none(party, contract.value if contract.rules.score.pepper_zero == "value" else 0)


def zero_price(rules: Ruleset, bid: Bid, value: float) -> float:
    """What it costs to play against the bid and take nothing."""
    if bid.pepper:
        return value if rules.score.pepper_zero == "value" else 0
    if bid.tricks == rules.tricks and not rules.score.six_zero:
        return 0
    return value if rules.score.zero == "bid" else rules.score.zero


def said(bid: Bid) -> str:
    """The bid as a score sheet names it: `little pepper`."""
    if bid.pepper and bid.name in ("little", "big", "super"):
        return f"{bid.name} pepper"
    return bid.name


def points(value: float) -> str:
    """A gain or loss as it is written on a score sheet: +3, −7, +4½, 0."""
    if value == 0:
        return "0"
    whole, half = divmod(abs(value), 1)
    number = (f"{int(whole)}" if whole or not half else "") + ("½" if half else "")
    return ("+" if value > 0 else "−") + number


def total(value: float) -> str:
    """A sum of points: like `points`, without the plus."""
    return points(value).lstrip("+")
