"""Whether an input holds what its fields say: a wrong type is refused by the field's name before anything is decided.

The wire refuses the same from outside. This is for callers in the program, whose slip would else come out as a strange
event in a log that is kept for ever.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from math import isfinite
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from engine.wire import type_in_words

Check = Callable[[object], bool]


def needs_kinds(told: Any) -> None:
    """Nothing, when every field holds a value of its annotated type: exactly, so that `True` is no seat.

    :raises TypeError: otherwise, naming the first field that does not. NaN and the infinities are no numbers.
    """
    kind: Any = type(told)
    for name, fits, hint in _checks(kind):
        value = getattr(told, name)
        if not fits(value):
            raise TypeError(f"{type(told).__name__}.{name} = {value!r} is not possible: {type_in_words(hint)}.")


@cache
def _checks(kind: type) -> tuple[tuple[str, Check, Any], ...]:
    hints = get_type_hints(kind)
    return tuple((item.name, _check(hints[item.name]), hints[item.name]) for item in fields(kind))


def _check(hint: Any) -> Check:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _either(tuple(_check(choice) for choice in get_args(hint)))
    if origin is tuple:
        return _tuple(get_args(hint))
    if origin is Literal:
        return lambda value: isinstance(value, str) and value in get_args(hint)
    if hint is float:
        return lambda value: type(value) in (int, float) and isfinite(value)  # type: ignore[arg-type]
    # A frozen value of ours, such as a layout, is looked at by its class alone: the wire looks into it.
    return lambda value: type(value) is hint


def _either(checks: tuple[Check, ...]) -> Check:
    return lambda value: any(fits(value) for fits in checks)


def _tuple(items: tuple[Any, ...]) -> Check:
    if len(items) == 2 and items[1] is Ellipsis:
        each = _check(items[0])
        return lambda value: isinstance(value, tuple) and all(each(item) for item in value)
    checks = tuple(_check(item) for item in items)
    return lambda value: (
        isinstance(value, tuple)
        and len(value) == len(checks)
        and all(fits(item) for fits, item in zip(checks, value, strict=True))
    )
