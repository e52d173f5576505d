from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events, inputs
from engine.cards import Card, Denomination, Suit, Unseen
from engine.findings import Finding, FindingCode, Play
from engine.knobs import Ruleset
from engine.layout import Laid, Layout
from engine.places import MIDDLE, OUTSIDE, Place, play_zone
from engine.reasons import FIELDS, HINTS, Code, ContractTold, Kind, Reason
from engine.rules.rulesets import preset
from engine.wire import NotAMessage, from_json, to_json

CARDS = st.sampled_from([Card.parse(rank + suit.value) for suit in Suit for rank in "9TJQKA"])
CHANCE = st.floats(0, 1)
SEATS = st.integers(1, 6)
PLACES = st.sampled_from([play_zone(1), MIDDLE, OUTSIDE])
st.register_type_strategy(Place, PLACES)
st.register_type_strategy(Card, CARDS)
st.register_type_strategy(Ruleset, st.just(preset("iowa_standard")))
st.register_type_strategy(
    Layout,
    st.builds(
        Layout,
        st.lists(
            st.builds(
                Laid,
                CARDS | st.just(Unseen.UNREADABLE),
                CHANCE,
                PLACES,
                SEATS,
                st.lists(st.tuples(CARDS, CHANCE)).map(tuple),
            )
        ).map(tuple),
        st.lists(SEATS).map(tuple),
    ),
)
_CONTRACTS = st.builds(ContractTold, st.text(), st.none() | st.sampled_from(Denomination), st.booleans())
_SOME: dict[Kind, st.SearchStrategy[Any]] = {
    Kind.CARD: CARDS,
    Kind.CARDS: st.lists(CARDS).map(tuple),
    Kind.CONTRACT: _CONTRACTS,
    Kind.POINTS: CHANCE,
    Kind.TOTAL: CHANCE,
    Kind.REASON: st.just(Reason(Code.WAIT_PLAY)),
}


def _reasons(code: Code) -> st.SearchStrategy[Reason]:
    some = {name: _SOME.get(kind, st.from_type(HINTS[kind])) for name, kind in FIELDS[code].items()}
    return st.fixed_dictionaries(some).map(lambda taken: Reason(code, **taken))


REASONS = st.sampled_from(Code).flatmap(_reasons)
st.register_type_strategy(Reason, REASONS)
PLAYS = st.builds(Play, SEATS, CARDS | st.none(), SEATS, CHANCE, SEATS | st.none())
st.register_type_strategy(
    Finding,
    st.builds(
        Finding,
        st.sampled_from(FindingCode),
        SEATS,
        SEATS | st.none(),
        st.lists(PLAYS).map(tuple),
        CHANCE,
        REASONS,
        REASONS,
    ),
)
KINDS = (*get_args(inputs.Input), *get_args(events.Event))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_message_survives_json(kind: type[Any]) -> None:
    @settings(max_examples=30)
    @given(_messages(kind))
    def survives(message: Any) -> None:
        written = json.dumps(to_json(message), allow_nan=False)
        assert from_json(json.loads(written)) == message

    survives()


def _values(hint: Any) -> st.SearchStrategy[Any]:
    if hint == tuple[float, ...]:
        return st.lists(CHANCE).map(tuple)
    if hint == tuple[inputs.Word, ...]:  # messages within a message, with chances in them as well
        return st.lists(st.one_of([_messages(kind) for kind in get_args(inputs.Word)]), max_size=3).map(tuple)
    return CHANCE if hint is float else st.from_type(hint)


def _messages(kind: type[Any]) -> st.SearchStrategy[Any]:
    hints = get_type_hints(kind)
    return st.builds(kind, **{item.name: _values(hints[item.name]) for item in fields(kind)})


def test_the_form_is_the_one_that_logs_are_written_in() -> None:
    event = events.CardPlayed(2, Card.parse("QH"), 3, 0.98, 17)
    assert to_json(event) == {
        "kind": "CardPlayed",
        "seat": 2,
        "card": "QH",
        "trick": 3,
        "confidence": 0.98,
        "mark": 17,
    }
    assert to_json(inputs.NameTrump(1, Denomination.NO_TRUMP)) == {
        "kind": "NameTrump",
        "seat": 1,
        "denomination": "NT",
    }


def test_a_missing_field_takes_its_default_so_that_old_logs_replay() -> None:
    assert from_json({"kind": "MakeCall", "seat": 2, "call": "3"}) == inputs.MakeCall(2, "3")


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (None, "object with a kind"),
        ({}, "no message of the kind None"),
        ({"kind": "Shuffle"}, "'Shuffle'"),
        ({"kind": "MakeCall", "call": "3"}, "needs the field 'seat'"),
        ({"kind": "MakeCall", "seat": True, "call": "3"}, "a whole number"),
        ({"kind": "MakeCall", "seat": "2", "call": "3"}, "a whole number"),
        ({"kind": "MakeCall", "seat": 2, "call": "3", "colour": "red"}, "no field 'colour'"),
        ({"kind": "NameTrump", "seat": 2, "denomination": "X"}, "one of C, D, H, S, NT"),
        ({"kind": "PlayCard", "seat": 2, "card": "10H"}, "is not a card"),
        ({"kind": "TableSeen", "layout": 3}, "A Layout is an object"),
        ({"kind": "HandScored", "delta": [float("nan")], "score": [], "made": True, "why": []}, "a number"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(message: object, says: str) -> None:
    with pytest.raises(NotAMessage, match=says):
        from_json(message)
