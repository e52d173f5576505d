"""Options as one value: typer sees the fields, the function gets the value, and the help is as of parameters."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from table_controller.commands.options import takes


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is wanted of a cook."""

    dish: Annotated[str, typer.Argument(help="What to cook.", metavar="DISH")]
    guests: Annotated[int, typer.Option(help="How many eat.", min=1, max=9)] = 2
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False
    book: Annotated[Path | None, typer.Option(help="The recipes.")] = None


def app(told: list[Wanted]) -> typer.Typer:
    kitchen = typer.Typer()

    @kitchen.command()
    @takes(Wanted)
    def cook(given: Wanted) -> None:
        """Cook a dish."""
        told.append(given)

    return kitchen


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (["soup"], Wanted("soup")),
        (["soup", "--guests", "4", "--json"], Wanted("soup", 4, as_json=True)),
        (["--book", "a/b.txt", "stew"], Wanted("stew", book=Path("a/b.txt"))),
    ],
)
def test_the_function_gets_what_was_given_and_the_defaults_else(arguments: list[str], given: Wanted) -> None:
    told: list[Wanted] = []
    assert CliRunner().invoke(app(told), arguments).exit_code == 0
    assert told == [given]


@pytest.mark.parametrize("arguments", [[], ["soup", "--guests", "10"], ["soup", "--spoons", "2"]])
def test_what_is_missing_out_of_range_or_unknown_is_refused(arguments: list[str]) -> None:
    told: list[Wanted] = []
    assert CliRunner().invoke(app(told), arguments).exit_code == 2
    assert not told


def test_the_help_is_the_functions_own_with_every_option() -> None:
    shown = CliRunner().invoke(app([]), ["--help"]).output
    for words in ("Cook a dish.", "DISH", "What to cook.", "How many eat.", "--json", "--book"):
        assert words in shown


def test_a_command_keeps_its_functions_name() -> None:
    (cook,) = app([]).registered_commands
    assert cook.callback is not None and cook.callback.__name__ == "cook"
