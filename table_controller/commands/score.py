"""`pepper-table rules score`: an argument settled from bid and tricks. Texts become values here; what they score
is the engine's to say, which also refuses what no hand can have been."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated

import typer

from engine.after.argue import Argument, Impossible, Role, argue, roles
from engine.cards import Denomination
from engine.knobs import Ruleset
from engine.play.scoring import points
from table_controller.commands.options import takes
from table_controller.match.house_rules import find_rules
from table_controller.words.reasons import NOBODY, Parts, say_reason
from table_controller.words.tongues import Tongue, tongue


class BadQuestion(ValueError):
    """What was asked about a score is no question; the sentence says how to ask it."""


@dataclass(frozen=True, slots=True)
class ScoreOptions:
    """One hand as it is told."""

    bid: Annotated[str, typer.Option(help="A bid's name: 4, little, big; or pass, or surrender.")]
    preset_name: Annotated[str, typer.Option("--preset", help="A preset or a house file.")] = "iowa_standard"
    tricks: Annotated[str, typer.Option(help="Tricks by side, bidders first; alone: by seat, bidder first.")] = ""
    trump: Annotated[str, typer.Option(help="C, D, H, S or NT.")] = ""
    answer: Annotated[str, typer.Option(help="play or drop; play,drop,… one an opponent where each decides.")] = ""
    lone: Annotated[bool, typer.Option("--lone", help="Announced alone.")] = False
    before: Annotated[str, typer.Option(help="Scores before the hand, where a cap on them matters.")] = ""
    language: Annotated[str, typer.Option(help="The words: en, nl, fr, or another language that is there.")] = "en"
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False


@takes(ScoreOptions)
def score(given: ScoreOptions) -> None:
    """Work out one hand's score and say why."""
    rules, to = find_rules(given.preset_name), tongue(given.language)
    argued = _argument(given, rules)
    try:
        found = argue(argued)
    except Impossible as refused:
        raise BadQuestion(say_reason(refused.why, NOBODY, to, short=True)) from None
    names = _names(roles(argued), to)
    why = [say_reason(each, names, to, short=True) for each in found.why]
    if given.as_json:
        delta = [_whole(number) for number in found.delta]
        told = {"preset": given.preset_name, "delta": delta, "made": found.made, "why": why}
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    typer.echo(" / ".join(points(number) for number in found.delta))
    for sentence in why:
        typer.echo(sentence)


def _argument(given: ScoreOptions, rules: Ruleset) -> Argument:
    return Argument(
        rules,
        given.bid,
        _denomination(given.trump),
        _tricks(given.tricks),
        _answers(rules, given.bid, given.answer),
        given.lone,
        _numbers(given.before, "--before"),
    )


def _names(parts: tuple[Role, ...], to: Tongue) -> Parts:
    """What the parts are called, opponents by their number where there are several."""
    first = next((at for at, part in enumerate(parts) if part is Role.OPPONENT), 0)
    return Parts(tuple(to.say(part.value, number=at - first + 1) for at, part in enumerate(parts)))


def _whole(number: float) -> float:
    """4 rather than 4.0; halves as they are."""
    return int(number) if number == int(number) else number


def _numbers(text: str, option: str) -> tuple[float, ...]:
    try:
        numbers = tuple(float(part) for part in text.split(",")) if text else ()
        whole = tuple(_whole(number) for number in numbers)
    except (ValueError, OverflowError):
        raise BadQuestion(f"{option} {text} is not possible: give numbers, as in {option} 5,1.") from None
    return whole


def _tricks(text: str) -> tuple[int, ...]:
    numbers = _numbers(text, "--tricks")
    if any(number != int(number) for number in numbers):
        raise BadQuestion(f"--tricks {text} is not possible: give whole numbers, as in --tricks 5,1.")
    return tuple(int(number) for number in numbers)


def _answers(rules: Ruleset, bid_name: str, text: str) -> tuple[str, ...]:
    """One an opponent; a single `drop` is meant for all of them, and a single `play` says nothing new."""
    answers = tuple(part.strip().lower() for part in text.split(",")) if text.strip() else ()
    if rules.in_teams or answers not in (("play",), ("drop",)):
        return answers
    bid = rules.auction.bid(bid_name)
    is_called = rules.table.sides == "called_partner" and rules.drop.form != "vote"
    partners = 1 if is_called and not (bid is not None and bid.alone) else 0
    return () if answers == ("play",) else answers * (rules.side_count - 1 - partners)


def _denomination(text: str) -> Denomination | None:
    try:
        return Denomination(text.upper()) if text else None
    except ValueError:
        known = ", ".join(each.value for each in Denomination)
        raise BadQuestion(f"--trump {text} is not possible: choose one of {known}.") from None
