"""What a hand is worth, and why, in sentences. Pure arithmetic over a ruleset: no state, no seats, no cards.

Points may be halves where the house scores no trump at one and a half; they are exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.cards import Denomination
from engine.knobs import Bid, Ruleset


@dataclass(frozen=True, slots=True)
class Party:
    """One who gains or loses by itself: a side of fixed partners, or a single player.

    `role` is `bidder`, `partner` (called by the bidder) or `defender`. `played` is false for a defender that
    dropped out. `score` is what the party had before the hand; only a cap on it asks. `seats` are the party's
    players, where there are any.
    """

    name: str
    role: str
    tricks: int
    played: bool = True
    score: float = 0
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """`delta` in the order of the parties, `why` one sentence for each thing that counted."""

    delta: tuple[float, ...]
    made: bool
    why: tuple[str, ...]


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
    value = worth(rules, bid, trump, lone)
    bidders = [party for party in parties if party.role != "defender"]
    against = [party for party in parties if party.role == "defender"]
    surrendered = not any(party.played for party in against)
    taken = sum(party.tricks for party in bidders)
    made = surrendered or taken >= bid.tricks
    if surrendered:
        gain, sentence = value, f"nobody played against it: {points(value)}."
    else:
        gain, sentence = _bidders(rules, bid, trump, value, taken, stuck)
    label = " and ".join(party.name for party in bidders)
    why = [f"{label} bid {said(bid)}{_in(trump)}{' alone' if lone else ''} and {sentence}"]
    shared = sum(party.tricks for party in against) if rules.table.sides == "called_partner" else None
    others = [_defender(rules, bid, value, party, shared) for party in against]
    why += [f"{party.name} {told}" for party, (_, told) in zip(against, others, strict=True)]
    gains = iter([gained for gained, _ in others])
    delta = tuple(next(gains) if party.role == "defender" else gain for party in parties)
    return Score(delta, made, tuple(why))


def surrender_of_dealer(rules: Ruleset, parties: tuple[Party, ...]) -> Score:
    """A stuck dealer who would not bid: minus the price, nobody else gains."""
    price = rules.auction.surrender_price
    delta = tuple(-price if party.role == "bidder" else 0 for party in parties)
    name = next(party.name for party in parties if party.role == "bidder")
    return Score(delta, False, (f"{name} had to bid and gave up: {points(-price)}, nobody else scores.",))


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


def _bidders(
    rules: Ruleset, bid: Bid, trump: Denomination | None, value: float, taken: int, stuck: bool
) -> tuple[float, str]:
    if taken < bid.tricks:
        loss = value if rules.score.fail == "bid" or bid.pepper else rules.score.fail
        short = f"took {tricks_text(taken)}, {bid.tricks - taken} short: {points(-loss)}."
        if not stuck or not rules.auction.forced_dealer_pays_half:
            return -loss, short
        half = _exact(loss / 2)
        return -half, f"{short} A forced dealer pays half: {points(-half)}."
    if bid.pepper or rules.score.made == "bid":
        extra = " (the bid counts, not the tricks)" if taken > bid.tricks else ""
        return value, f"took {tricks_text(taken)}: made, {points(value)}{extra}."
    gain = _factored(rules, bid, trump, taken)
    return gain, f"took {tricks_text(taken)}: made, {points(gain)} (every trick counts)."


def _defender(rules: Ruleset, bid: Bid, value: float, party: Party, shared: int | None) -> tuple[float, str]:
    """What a defender gains; `shared` are the tricks of all defenders where they count together."""
    tricks = party.tricks if shared is None else shared
    if not party.played:
        return 0, "dropped out: no change."
    if bid.pepper and rules.score.pepper_defend == "value":
        return _against_pepper(rules, value, tricks)
    if tricks == 0:
        loss = zero_price(rules, bid, value)
        if loss:
            return -loss, f"played and took no trick: {points(-loss)}."
        return 0, "took no trick: no change."
    if _defend(rules, bid) == "none":
        return 0, f"took {tricks_text(tricks)}, which score nothing."
    gain: float = tricks
    cap = rules.score.defender_cap
    if cap and party.score + gain > cap:
        gain = max(0, cap - party.score)
        return gain, f"took {tricks_text(tricks)}, but tricks count only up to {cap}: {points(gain)}."
    return gain, f"took {tricks_text(tricks)}: {points(gain)}."


def _defend(rules: Ruleset, bid: Bid) -> str:
    return rules.score.pepper_defend if bid.pepper else rules.score.defend


def _against_pepper(rules: Ruleset, value: float, tricks: int) -> tuple[float, str]:
    if tricks:
        return value, f"took {tricks_text(tricks)} and stopped it: {points(value)}."
    if rules.score.pepper_zero == "value":
        return -value, f"played and took no trick: {points(-value)}."
    return 0, "took no trick: no change."


def zero_price(rules: Ruleset, bid: Bid, value: float) -> float:
    """What it costs to play against the bid and take nothing."""
    if bid.pepper:
        return value if rules.score.pepper_zero == "value" else 0
    if bid.tricks == rules.tricks and not rules.score.six_zero:
        return 0
    return value if rules.score.zero == "bid" else rules.score.zero


def said(bid: Bid) -> str:
    """The bid as people say it: `little pepper`."""
    if bid.pepper and bid.name in ("little", "big", "super"):
        return f"{bid.name} pepper"
    return bid.name


def _in(trump: Denomination | None) -> str:
    if trump is None:
        return ""
    return " in no trump" if trump is Denomination.NO_TRUMP else f" in {trump.name.lower()}"


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


def tricks_text(count: int) -> str:
    return "no trick" if count == 0 else "1 trick" if count == 1 else f"{count} tricks"
