"""One hand as text: what was seen of it, no more. Written and parsed here and nowhere else.

A line for each thing, in the order of the hand; `??` for a card that nobody saw. What can be worked out
(winners, points) is written for the reader's sake and must agree with itself, but is not checked against
the rules: an illegal play is a fact like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.cards import Card, Denomination, NotACard, Unseen, face_text, parse_face
from engine.layout import Seat
from engine.play.hand import Call, Result
from engine.play.state import State

FORMAT = "Pepper hand 1"


class NotAHand(ValueError):
    """The text is no hand; the message names the line."""


Face = Card | Unseen


@dataclass(frozen=True, slots=True)
class WrittenTrick:
    """Plays in the order of the table; `winner` is None while unknown."""

    plays: tuple[tuple[Seat, Face], ...]
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand as the notation holds it. `held` are each seat's cards in hand as play began, as far as seen."""

    rules: str
    names: tuple[str, ...]
    number: int
    dealer: Seat
    before: tuple[float, ...]
    held: tuple[tuple[Face, ...], ...] = ()
    calls: tuple[Call, ...] = ()
    maker: Seat | None = None
    trump: Denomination | None = None
    option: str = ""
    swapped: Seat | None = None
    called: Card | None = None
    drops: tuple[tuple[Seat, str], ...] = ()
    tricks: tuple[WrittenTrick, ...] = ()
    claimed: tuple[tuple[Seat, int], ...] = ()
    delta: tuple[float, ...] = ()
    made: bool | None = None


def record(state: State, result: Result) -> HandRecord:
    """What the match's state knows of a finished hand of it."""
    rules, hand = state.rules, result.hand
    assert rules is not None
    tricks = [WrittenTrick(tuple((p.seat, _face(p.card)) for p in t.plays), t.winner) for t in hand.tricks]
    if hand.trick:
        tricks.append(WrittenTrick(tuple((play.seat, _face(play.card)) for play in hand.trick)))
    return HandRecord(
        rules=rules.name,
        names=state.names,
        number=result.number,
        dealer=result.dealer,
        before=result.before,
        held=tuple(_held(state, result, seat) for seat in rules.seats),
        calls=hand.calls,
        maker=result.contract.maker if result.contract else None,
        trump=result.trump,
        option=hand.option or "",
        swapped=hand.swapped,
        called=hand.called,
        drops=hand.answers,
        tricks=tuple(tricks),
        claimed=hand.claimed,
        delta=result.scored.delta if result.scored else (),
        made=result.scored.made if result.scored else None,
    )


def _face(card: Card | None) -> Face:
    return Unseen.UNREADABLE if card is None else card


def _held(state: State, result: Result, seat: Seat) -> tuple[Face, ...]:
    """The seat's cards: those a reader saw go there, else those it played, then `??` for the rest."""
    assert state.rules is not None
    size = state.rules.deal.hand
    read = [card for owner, card in result.hand.known if owner == seat]
    if len(read) == size:
        return tuple(read)
    played = [_face(play.card) for play in result.hand.plays if play.seat == seat]
    return tuple(played + [Unseen.UNREADABLE] * (size - len(played)))


def write(hand: HandRecord) -> str:
    """The hand as text, with a newline at the end. `parse` gives the same hand back."""
    lines = [
        FORMAT,
        f"Rules: {hand.rules}",
        f"Names: {' | '.join(_escaped(name) for name in hand.names)}",
        f"Hand: {hand.number}",
        f"Dealer: {hand.dealer}",
        f"Score: {_numbers(hand.before)}",
    ]
    lines += [f"Held {seat}: {_faces(cards)}" for seat, cards in enumerate(hand.held, start=1)]
    calls = ", ".join(_call(call) for call in hand.calls)
    optional = {
        "Calls": calls,
        "Maker": str(hand.maker) if hand.maker else "",
        "Trump": hand.trump.value if hand.trump else "",
        "Option": hand.option,
        "Swapped": str(hand.swapped) if hand.swapped else "",
        "Called": str(hand.called) if hand.called else "",
        "Drop": ", ".join(f"{seat} {answer}" for seat, answer in hand.drops),
    }
    lines += [f"{key}: {value}" for key, value in optional.items() if value]
    lines += [f"Trick {number}: {_trick(trick)}" for number, trick in enumerate(hand.tricks, start=1)]
    if hand.claimed:
        lines.append("Claimed: " + ", ".join(f"{seat} {count}" for seat, count in hand.claimed))
    if hand.made is not None:
        lines.append(f"Result: {'made' if hand.made else 'failed'} {_numbers(hand.delta)}")
    return "\n".join(lines) + "\n"


def _escaped(name: str) -> str:
    """Names may hold anything: what would break a line or a separator is written as its number."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f|%\u2028\u2029]", lambda found: f"%{ord(found[0]):04x}", name)


def _unescaped(text: str) -> str:
    return re.sub(r"%([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)


def _numbers(values: tuple[float, ...]) -> str:
    return " ".join(f"{value:g}" for value in values)


def _faces(cards: tuple[Face, ...]) -> str:
    return " ".join(face_text(card) for card in cards)


def _call(call: Call) -> str:
    trump = f" in {call.trump.value}" if call.trump else ""
    return f"{call.seat} {call.name}{trump}"


def _trick(trick: WrittenTrick) -> str:
    plays = ", ".join(f"{seat} {face_text(face)}" for seat, face in trick.plays)
    return f"{plays} = {trick.winner or '?'}"


def parse(text: str) -> HandRecord:
    """The hand that `write` wrote.

    :raises NotAHand: for anything else, naming the line.
    """
    lines = text.split("\n")
    if lines[0] != FORMAT:
        raise NotAHand(f"Line 1: a hand begins with the line {FORMAT!r}.")
    found: dict[str, Any] = {"held": (), "tricks": ()}
    for number, line in enumerate(lines[1:], start=2):
        if line == "" and number == len(lines):
            continue
        try:
            _take_line(found, line)
        except (ValueError, IndexError, NotACard) as error:
            raise NotAHand(f"Line {number}: {error}") from None
    missing = [key for key in ("rules", "names", "number", "dealer", "before") if key not in found]
    if missing:
        raise NotAHand(f"The hand lacks: {', '.join(missing)}.")
    made, found["delta"] = found.pop("result", (None, ()))
    return HandRecord(**found, made=made)


def _take_line(found: dict[str, Any], line: str) -> None:
    key, colon, value = line.partition(": ")
    if not colon:
        key, colon, value = line.removesuffix(":"), ":" if line.endswith(":") else "", ""
    if not colon:
        raise ValueError(f"{line!r} is no 'Name: value'.")
    for start, name, read in (("Held ", "held", _read_faces), ("Trick ", "tricks", _read_trick)):
        if key.startswith(start):
            if key != f"{start}{len(found[name]) + 1}":
                raise ValueError(f"{start.strip()} lines are numbered from 1 in order.")
            found[name] = (*found[name], read(value))
            return
    if key not in _READ:
        raise ValueError(f"there is no line {key!r}; lines are {', '.join(_READ)}, Held n, Trick n.")
    name, take = _READ[key]
    if name in found:
        raise ValueError(f"{key} stands there twice.")
    found[name] = take(value)


def _read_names(value: str) -> tuple[str, ...]:
    return tuple(_unescaped(name) for name in value.split(" | "))


def _read_number(value: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,5}", value):
        raise ValueError(f"{value!r} is no number from 1.")
    return int(value)


def _read_points(value: str) -> tuple[float, ...]:
    return tuple(_point(each) for each in value.split(" ")) if value else ()


def _point(text: str) -> float:
    if not re.fullmatch(r"-?[0-9]{1,5}(\.5)?", text):
        raise ValueError(f"{text!r} is no number of points.")
    return float(text) if "." in text else int(text)


def _read_faces(value: str) -> tuple[Face, ...]:
    return tuple(parse_face(each) for each in value.split(" ")) if value else ()


def _pairs(value: str) -> list[tuple[Seat, str]]:
    pairs = []
    for each in value.split(", "):
        seat, space, rest = each.partition(" ")
        if not space or not rest:
            raise ValueError(f"{each!r} is no seat with something after it.")
        pairs.append((_read_number(seat), rest))
    return pairs


def _read_calls(value: str) -> tuple[Call, ...]:
    calls = []
    for seat, rest in _pairs(value):
        name, bid_in, trump = rest.partition(" in ")
        if not name:
            raise ValueError(f"{rest!r} is no call.")
        calls.append(Call(seat, name, Denomination(trump) if bid_in else None))
    return tuple(calls)


def _read_trick(value: str) -> WrittenTrick:
    plays, equals, winner = value.partition(" = ")
    if not equals:
        raise ValueError("a trick ends with '= winner', or '= ?'.")
    faces = tuple((seat, parse_face(face)) for seat, face in _pairs(plays))
    return WrittenTrick(faces, None if winner == "?" else _read_number(winner))


def _read_counts(value: str) -> tuple[tuple[Seat, int], ...]:
    return tuple((seat, 0 if rest == "0" else _read_number(rest)) for seat, rest in _pairs(value))


def _read_result(value: str) -> tuple[bool, tuple[float, ...]]:
    word, _, rest = value.partition(" ")
    if word not in ("made", "failed"):
        raise ValueError(f"a result is 'made' or 'failed', not {word!r}.")
    return word == "made", _read_points(rest)


def _read_text(value: str) -> str:
    if not value:
        raise ValueError("something is missing after the colon.")
    return value


_READ: dict[str, tuple[str, Callable[[str], Any]]] = {
    "Rules": ("rules", _read_text),
    "Names": ("names", _read_names),
    "Hand": ("number", _read_number),
    "Dealer": ("dealer", _read_number),
    "Score": ("before", _read_points),
    "Calls": ("calls", _read_calls),
    "Maker": ("maker", _read_number),
    "Trump": ("trump", Denomination),
    "Option": ("option", _read_text),
    "Swapped": ("swapped", _read_number),
    "Called": ("called", Card.parse),
    "Drop": ("drops", lambda value: tuple(_pairs(value))),
    "Claimed": ("claimed", _read_counts),
    "Result": ("result", _read_result),
}
