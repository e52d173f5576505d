"""How large every number of a ruleset may be, and how long its texts: whoever exceeds them is told so by name.

Looked at before anything is built of the numbers, since a pack of a hundred thousand copies is memory before it is a
fault. The limits are wide: what lies inside them may still contradict itself, which is for `soundness`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from engine.knobs import Bid, Ruleset

Range = tuple[float, float]
"""The lowest and the highest value that is allowed."""

CARDS = 26
"""Cards in one hand at most. Half a pack of 52: the largest hand in any source is Johnston's of 10 cards, and more
than this nobody holds. Raising it costs time in every list of bids and cards."""

POINTS = 1000
"""Points that one bid or one match may be about. The largest target in any source is 50; raising it changes nothing
but how wide a score is written."""

RANGES: dict[str, Range] = {
    "table.players": (3, 6),
    "deck.copies": (1, 4),
    "deck.jokers": (0, 8),
    "deal.hand": (1, CARDS),
    "deal.kitty": (0, CARDS),
    "deal.misdeals_before_loss": (0, 9),
    "auction.passes_to_end": (1, 6),
    "auction.min_bid": (1, CARDS),
    "auction.max_number": (0, CARDS),
    "auction.surrender_price": (0, POINTS),
    "trump.nt_factor": (0.5, 4),
    "partner.lone_factor": (1, 4),
    "drop.vote_to_end": (1, 5),
    "play.tricks": (0, CARDS),
    "score.fail": (0, POINTS),
    "score.zero": (0, POINTS),
    "score.defender_cap": (0, POINTS),
    "end.target": (1, POINTS),
    "rough.opening": (0, 24),
    "rough.forced_bid": (1, CARDS),
    "irregular.revoke_to_others": (0, POINTS),
    "irregular.revoke_from_offender": (0, POINTS),
    "irregular.revoke_tricks": (1, CARDS),
    "irregular.false_claim_penalty": (0, POINTS),
    "bids.rank": (0.5, POINTS),
    "bids.tricks": (1, CARDS),
    "bids.value": (1, POINTS),
}
"""By knob; a bid's numbers under `bids.`. A test holds that no number is missing."""

LENGTHS: dict[str, int] = {
    "name": 60,
    "title": 80,
    "source": 200,
    "note": 600,
    "deck.ranks": 13,
    "deck.extra": 52,
    "deck.omit": 52,
    "partner.lone_bids": 24,
    "drop.compelled": 4,
    "bids": 24,
    "bids.name": 24,
}
"""Letters of a text, items of a list, bids beside the numbers: so many at most."""


def faults_of(knob: str, value: object, told: str = "") -> Iterator[str]:
    """What is wrong with the size of this value of the knob, in sentences; `told` is what it is called there."""
    called = told or knob
    span, length = RANGES.get(knob), LENGTHS.get(knob)
    if span and isinstance(value, int | float) and not isinstance(value, bool):
        low, high = span
        if not low <= value <= high:
            yield f"{called} = {value:g} is not possible: {low:g} to {high:g}."
    if length and isinstance(value, str | tuple | list | dict) and len(value) > length:
        yield f"{called} is too long: {length} at most, and it has {len(value)}."
    if isinstance(value, str) and not value.isprintable():
        yield f"{called} holds characters that can't be shown."


def out_of_range(rules: Ruleset) -> Iterator[str]:
    """The same for every knob of a ruleset, wherever it comes from."""
    for knob in ("name", "title", "source", "note"):
        yield from faults_of(knob, getattr(rules, knob))
    for group in fields(Ruleset):
        held = getattr(rules, group.name)
        if is_dataclass(held):
            yield from _of_group(group.name, held)
    specials = [bid for bid in rules.auction.ladder if not bid.name.isdigit()]
    yield from faults_of("bids", specials)
    for bid in specials:
        yield from _of_bid(bid)


def _of_group(name: str, group: Any) -> Iterator[str]:
    for knob in fields(group):
        if knob.init:
            yield from faults_of(f"{name}.{knob.name}", getattr(group, knob.name))


def _of_bid(bid: Bid) -> Iterator[str]:
    yield from faults_of("bids.name", bid.name, "A bid's name")
    for knob in ("rank", "tricks", "value"):
        yield from faults_of(f"bids.{knob}", getattr(bid, knob), f"bids.{bid.name}.{knob}")
