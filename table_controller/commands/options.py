"""A command's options as one frozen value: the fields of a dataclass, each with typer's own description.

Typer reads options from a function's parameters, one each; a function that takes ten is told ten things where it needs
one. Here the fields are shown to typer as if they were parameters, and the function gets the value.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from functools import wraps
from typing import Any, TypeVar, get_type_hints

Options = TypeVar("Options")


def takes(options: type[Options]) -> Callable[[Callable[[Options], None]], Callable[..., None]]:
    """Makes a command of a function that takes `options`, a dataclass whose fields are annotated as typer wants them.

    A field without a default is one that must be given. The command's name and help are the function's own.
    """
    hints = get_type_hints(options, include_extras=True)
    told = {each.name: hints[each.name] for each in fields(options)}  # type: ignore[arg-type]
    parameters = [_parameter(each, told[each.name]) for each in fields(options)]  # type: ignore[arg-type]

    def of(function: Callable[[Options], None]) -> Callable[..., None]:
        @wraps(function)
        def command(**given: Any) -> None:
            function(options(**given))

        command.__annotations__ = {**told, "return": None}
        vars(command)["__signature__"] = inspect.Signature(parameters)
        return command

    return of


def _parameter(option: Field[Any], hint: Any) -> inspect.Parameter:
    default = inspect.Parameter.empty if option.default is MISSING else option.default
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
