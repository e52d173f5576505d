"""`pepper-table rules`: the presets, one told in plain words, a house file checked. One hand's score: score.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from engine import wire
from engine.rules.rulesets import RulesFaulty, from_toml, option_names, preset, preset_names
from table_controller.commands.score import score
from table_controller.match.house_rules import find_rules
from table_controller.words import phrases
from table_controller.words.plain import describe
from table_controller.words.tongues import tongue

app = typer.Typer(no_args_is_help=True, help="The forms of the game: list, show, check, and settle an argument.")
app.command()(score)

AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]
Language = Annotated[str, typer.Option(help="The words: en, nl, fr, or another language that is there.")]


@app.command("list")
def list_presets(language: Language = "en", as_json: AsJson = False) -> None:
    """Every preset, one a line, and the options that may follow a name after a plus."""
    titles = {name: phrases.title(preset(name), tongue(language)) for name in preset_names()}
    if as_json:
        typer.echo(json.dumps({"presets": titles, "options": list(option_names())}, ensure_ascii=False))
        return
    width = max(len(name) for name in preset_names())
    for name in preset_names():
        typer.echo(f"{name:<{width}}  {titles[name]}")
    if option_names():
        typer.echo(f"options, after a plus: {', '.join(option_names())}")


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A preset such as iowa_standard, or a house file.", metavar="P")],
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """The game in plain words, for a table to agree to; with --json every knob too, under its own name."""
    rules, to = find_rules(name), tongue(language)
    told = describe(rules, to)
    if as_json:
        typer.echo(json.dumps({**wire.to_plain(rules), "in_words": told}, ensure_ascii=False))
        return
    for line in (phrases.title(rules, to), phrases.source(rules, to), phrases.note(rules, to), *told):
        if line:
            typer.echo(line)


@app.command()
def check(path: Annotated[Path, typer.Argument(help="A house file.", metavar="F")]) -> None:
    """Check a house file: every fault is listed, one a line."""
    try:
        rules = from_toml(path)
    except RulesFaulty as faulty:
        for fault in faulty.faults:
            typer.echo(f"{path}: {fault}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{path} is good: {phrases.title(rules)}.")
