"""The engine's reasons as sentences, in the language asked for: `[reasons]` holds the words, one line a code.

What kind of thing a field holds says how it is said: a seat by its player's name, a card by rank and suit. A field
written with a capital begins a sentence. Whoever shows reasons of another kind says its fields with `filled`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.cards import Card, Denomination, Suit
from engine.findings import Finding
from engine.layout import Seat
from engine.play import scoring
from engine.play.state import State
from engine.reasons import FIELDS, ContractTold, Kind, Reason
from table_controller.words.tongues import Tongue, tongue

ENGLISH = tongue("en")


class Names(Protocol):
    """Who is meant by a seat, and by seats that score together."""

    def who(self, seat: Seat) -> str: ...

    def side(self, seats: tuple[Seat, ...], to: Tongue) -> str: ...


@dataclass(frozen=True, slots=True)
class Players:
    """The names that people at the table have now."""

    state: State

    def who(self, seat: Seat) -> str:
        return self.state.who(seat)

    def side(self, seats: tuple[Seat, ...], to: Tongue) -> str:
        return f" {to.say('and')} ".join(self.state.who(seat) for seat in seats)


@dataclass(frozen=True, slots=True)
class Voice:
    """How reasons are said: in which language, with whose names; `short` writes cards as `QH` and calls as they are."""

    names: Names
    to: Tongue = ENGLISH
    short: bool = False

    def say(self, reason: Reason) -> str:
        """The reason in whole sentences."""
        kinds = FIELDS[reason.code]
        said = {name: _SAYING[kinds[name]](self, value) for name, value in reason.fields.items()}
        return filled(self.to.phrases["reasons"][reason.code.value], said)


def say_reason(reason: Reason | str, names: Names | State, to: Tongue = ENGLISH, short: bool = False) -> str:
    """The reason in that language; a person's own words as they are.

    `names`: whose names stand for its seats; a state lends those of the people at the table.
    """
    if isinstance(reason, str):
        return reason
    return Voice(Players(names) if isinstance(names, State) else names, to, short).say(reason)


def say_finding(finding: Finding, names: Names | State, to: Tongue = ENGLISH, short: bool = False) -> str:
    """What was found, without what follows from it; an uncertain one asks people to look."""
    told = say_reason(finding.text, names, to, short)
    return to.say("check_first", told=told) if finding.is_doubtful else told


@dataclass(frozen=True, slots=True)
class Parts:
    """Those who have no names, only parts: `names` from seat 1."""

    names: tuple[str, ...]

    def who(self, seat: Seat) -> str:
        return self.names[seat - 1] if seat <= len(self.names) else f"Seat {seat}"

    def side(self, seats: tuple[Seat, ...], to: Tongue) -> str:
        return f" {to.say('and')} ".join(self.who(seat) for seat in seats)


NOBODY = Parts(())
"""Where nobody has sat down yet."""


def filled(text: str, said: Mapping[str, str]) -> str:
    """The text with its fields filled in; `{Suit}` begins a sentence with `{suit}`."""
    capitals = {name.capitalize(): value[:1].upper() + value[1:] for name, value in said.items()}
    return text.format(**said, **capitals)


Say = Callable[[Voice, Any], str]


def _card(voice: Voice, card: Card) -> str:
    return card.text if voice.short else voice.to.card(card.text)


def _cards(voice: Voice, cards: tuple[Card, ...]) -> str:
    return voice.to.several([_card(voice, each) for each in cards])


def _call(voice: Voice, call: str) -> str:
    return call if voice.short else voice.to.name("bids", call)


def _calls(voice: Voice, calls: tuple[str, ...]) -> str:
    return ", ".join(_call(voice, each) for each in calls)


def _suit(voice: Voice, suit: Suit | Denomination) -> str:
    return voice.to.name("suits", suit.value)


def _contract(voice: Voice, told: ContractTold) -> str:
    bid = voice.to.name("bids", told.bid)
    named = voice.to.say("bid_in", bid=bid, suit=_suit(voice, told.trump)) if told.trump is not None else bid
    return f"{named} {voice.to.say('alone')}" if told.alone else named


def _any_of(voice: Voice, words: list[str]) -> str:
    return f" {voice.to.say('or')} ".join(words)


def _points(voice: Voice, value: float) -> str:
    return scoring.points(value)


_SAYING: Mapping[Kind, Say] = {
    Kind.SEAT: lambda voice, seat: voice.names.who(seat),
    Kind.SIDE: lambda voice, seats: voice.names.side(seats, voice.to),
    Kind.ANY_OF: lambda voice, seats: _any_of(voice, [voice.names.who(seat) for seat in seats]),
    Kind.CARD: _card,
    Kind.CARDS: _cards,
    Kind.SUIT: _suit,
    Kind.TRUMP: _suit,
    Kind.TRUMPS: lambda voice, trumps: ", ".join(_suit(voice, each) for each in trumps),
    Kind.CALL: _call,
    Kind.CALLS: _calls,
    Kind.BID: lambda voice, bid: voice.to.name("bids", bid),
    Kind.CONTRACT: _contract,
    Kind.TRICKS: lambda voice, count: voice.to.tricks(count),
    Kind.NUMBER: lambda voice, number: str(number),
    Kind.POINTS: _points,
    Kind.TOTAL: lambda voice, value: scoring.total(value),
    Kind.CHOICES: lambda voice, words: _any_of(voice, list(words)),
    Kind.TEXT: lambda voice, text: text,
    Kind.REASON: lambda voice, reason: voice.say(reason),
}
