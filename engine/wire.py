"""JSON both ways for every input and every event, and for any frozen value they are made of.

`to_json` gives plain dicts, lists, strings and numbers with a `kind`; `from_json` is its exact reverse and
checks everything, because its other end is a file or a browser. No I/O here.
"""

from __future__ import annotations

import types
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.cards import Card, NotACard, Unseen
from engine.places import NotAPlace, Place
from engine.reasons import FIELDS, HINTS, Code, Reason


class NotAMessage(ValueError):
    """The JSON is no input, event or value of the engine."""


def to_json(value: object) -> dict[str, Any]:
    """An input or event as a dict whose `kind` is its class name."""
    plain = to_plain(value)
    assert isinstance(plain, dict)
    return {"kind": type(value).__name__, **plain}


def from_json(message: object) -> Any:
    """The input or event that `to_json` wrote.

    A field that is missing takes its default, so that old logs replay.
    :raises NotAMessage: for anything else, naming the field.
    """
    if not isinstance(message, dict):
        raise NotAMessage(f"A message is an object with a kind, not {message!r}.")
    kinds = _kinds()
    kind = message.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise NotAMessage(f"There is no message of the kind {kind!r}; known are {', '.join(kinds)}.")
    return _dataclass(kinds[kind], {key: value for key, value in message.items() if key != "kind"})


@cache
def _kinds() -> dict[str, Any]:
    # Late, because inputs and events hold rulesets, and loading rulesets uses this file.
    from engine import events, inputs

    return {kind.__name__: kind for kind in (*get_args(inputs.LoggedInput), *get_args(events.Event))}


def to_plain(value: object) -> Any:
    """The value in JSON's own types."""
    if isinstance(value, Card | Place):
        return value.text
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        # A message inside a message (the words of a correction) says its kind too.
        return [to_json(item) if type(item).__name__ in _kinds() else to_plain(item) for item in value]
    if isinstance(value, Reason):
        return {"code": value.code.value, **{name: to_plain(each) for name, each in value.fields.items()}}
    if is_dataclass(value) and not isinstance(value, type):
        return {name: to_plain(getattr(value, name)) for name in _names(type(value))}
    return value


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(item.name for item in fields(kind) if item.init)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def from_plain(hint: Any, value: object) -> Any:
    """The value of the annotated type `hint` that `to_plain` turned into `value`.

    :raises NotAMessage: when it is none.
    """
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _first_that_fits(hint, value)
    if origin is tuple:
        return _tuple(get_args(hint), value)
    if origin is Literal:
        if value in get_args(hint) and isinstance(value, str):
            return value
        raise NotAMessage(f"{value!r} is not possible: {type_in_words(hint)}.")
    return _single(hint, value)


def _single(hint: Any, value: object) -> Any:
    if hint is Card or hint is Place:
        try:
            return hint.parse(value)  # type: ignore[arg-type]
        except (NotACard, NotAPlace) as error:
            raise NotAMessage(str(error)) from None
    if isinstance(hint, type) and issubclass(hint, Enum):
        try:
            return hint(value)
        except ValueError:
            raise NotAMessage(f"{value!r} is not possible: {type_in_words(hint)}.") from None
    if hint is Reason:
        return _reason(value)
    if is_dataclass(hint):
        if not isinstance(value, dict):
            raise NotAMessage(f"A {getattr(hint, '__name__', hint)} is an object, not {value!r}.")
        return _dataclass(hint, value)
    if _is_exactly(hint, value):
        return value
    raise NotAMessage(f"{value!r} is not possible: {type_in_words(hint)}.")


def _is_exactly(hint: Any, value: object) -> bool:
    if hint is type(None):
        return value is None
    if hint is float:
        # NaN and the infinities are no JSON, and no number of points or certainty.
        return type(value) in (int, float) and abs(value) < float("inf")  # type: ignore[arg-type]
    return type(value) is hint


def _first_that_fits(hint: Any, value: object) -> Any:
    if isinstance(value, dict) and "kind" in value:
        message = from_json(value)
        if isinstance(message, hint):
            return message
        raise NotAMessage(f"{value['kind']} can't stand inside another message.")
    for choice in get_args(hint):
        try:
            return from_plain(choice, value)
        except NotAMessage:
            continue
    raise NotAMessage(f"{value!r} is not possible: {type_in_words(hint)}.")


def _tuple(items: tuple[Any, ...], value: object) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise NotAMessage(f"A list is needed here, not {value!r}.")
    if len(items) == 2 and items[1] is Ellipsis:
        return tuple(from_plain(items[0], item) for item in value)
    if len(items) != len(value):
        raise NotAMessage(f"A list of {len(items)} is needed here, not {value!r}.")
    return tuple(from_plain(hint, item) for hint, item in zip(items, value, strict=True))


def _dataclass(kind: Any, given: dict[Any, Any]) -> Any:
    known = {item.name: item for item in fields(kind) if item.init}
    for key in given:
        if key not in known:
            raise NotAMessage(f"{kind.__name__} has no field {key!r}; it has {', '.join(known) or 'none'}.")
    taken: dict[str, Any] = {}
    for name, item in known.items():
        if name not in given:
            if _needed(item):
                raise NotAMessage(f"{kind.__name__} needs the field {name!r}.")
            continue
        try:
            taken[name] = from_plain(_hints(kind)[name], given[name])
        except NotAMessage as error:
            raise NotAMessage(f"{kind.__name__}.{name}: {error}") from None
    try:
        return kind(**taken)
    except ValueError as error:
        raise NotAMessage(f"{kind.__name__}: {error}") from None


def _reason(given: object) -> Reason:
    """A reason by its code: its fields are what the code says they are."""
    if not isinstance(given, dict):
        raise NotAMessage(f"A reason is an object with a code, not {given!r}.")
    code: Code = from_plain(Code, given.get("code"))
    kinds = FIELDS[code]
    if given.keys() != {"code", *kinds}:
        raise NotAMessage(f"The reason {code.value} has the fields {', '.join(kinds) or 'none'}.")
    return Reason(code, **{name: from_plain(HINTS[kind], given[name]) for name, kind in kinds.items()})


def _needed(item: Field[Any]) -> bool:
    return item.default is MISSING and item.default_factory is MISSING


def type_in_words(hint: Any) -> str:
    """What may stand there, for a sentence to a person: `one of a, b or a whole number`."""
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(type_in_words(choice) for choice in get_args(hint))
    if origin is Literal:
        return "one of " + ", ".join(str(choice) for choice in get_args(hint))
    if origin is tuple:
        return "a list, each item " + type_in_words(get_args(hint)[0])
    if hint is Card or hint is Unseen:
        return "a card such as QH"
    if hint is Place:
        return "a place such as play1"
    if isinstance(hint, type) and issubclass(hint, Enum):
        return "one of " + ", ".join(str(choice.value) for choice in hint)
    return _WORDS.get(hint, getattr(hint, "__name__", str(hint)))


_WORDS = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
    type(None): "nothing",
}
