"""`pepper-table rules`: the presets, a house file checked, one hand's score worked out and explained."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from engine import contract, wire
from engine.cards import Denomination
from engine.knobs import Bid, Ruleset
from engine.rulesets import from_toml, option_names, preset, preset_names
from engine.scoring import Party, Score, points, settle, surrender_of_dealer
from table_controller import words

app = typer.Typer(no_args_is_help=True, help="The forms of the game: list, show, check, and settle an argument.")

AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]


class BadQuestion(ValueError):
    """What was asked about a score does not fit the rules; the sentence says what does."""


def find_rules(name: str) -> Ruleset:
    """A preset by its text, or a house file by its path. Raises RulesFaulty, or OSError for a lost file."""
    if name.endswith(".toml") or "/" in name:
        return from_toml(Path(name))
    return preset(name)


@app.command("list")
def list_presets(as_json: AsJson = False) -> None:
    """Every preset, one a line, and the options that may follow a name after a plus."""
    if as_json:
        titles = {name: preset(name).title for name in preset_names()}
        typer.echo(json.dumps({"presets": titles, "options": list(option_names())}, ensure_ascii=False))
        return
    width = max(len(name) for name in preset_names())
    for name in preset_names():
        typer.echo(f"{name:<{width}}  {preset(name).title}")
    if option_names():
        typer.echo(f"options, after a plus: {', '.join(option_names())}")


@app.command()
def show(
    name: Annotated[str, typer.Argument(help="A preset such as iowa_standard, or a house file.", metavar="P")],
    as_json: AsJson = False,
) -> None:
    """All knobs of a preset; those that differ from iowa_standard are marked."""
    rules = find_rules(name)
    if as_json:
        typer.echo(json.dumps(wire.to_plain(rules), ensure_ascii=False))
        return
    typer.echo(rules.title or rules.name)
    for told in (rules.source, rules.note):
        if told:
            typer.echo(told)
    base = dict(_knobs(preset("iowa_standard")))
    for knob, value in _knobs(rules):
        mark = "*" if base.get(knob) != value else " "
        typer.echo(f"{mark} {knob} = {value}")
    ladder = ", ".join(_bid_in_words(bid) for bid in rules.auction.ladder)
    typer.echo(f"  bids: {ladder}")


@app.command()
def check(path: Annotated[Path, typer.Argument(help="A house file.", metavar="F")]) -> None:
    """Check a house file: every fault is listed."""
    rules = from_toml(path)
    typer.echo(f"{path} is good: {rules.title or rules.name}.")


@app.command()
def score(
    bid: Annotated[str, typer.Option(help="A bid's name: 4, little, big; or surrender.")],
    preset_name: Annotated[str, typer.Option("--preset", help="A preset or a house file.")] = "iowa_standard",
    tricks: Annotated[str, typer.Option(help="Tricks by side, bidders first; alone: by seat, bidder first.")] = "",
    trump: Annotated[str, typer.Option(help="C, D, H, S or NT.")] = "",
    answer: Annotated[str, typer.Option(help="play or drop; one an opponent where each decides.")] = "play",
    lone: Annotated[bool, typer.Option("--lone", help="Announced alone.")] = False,
    before: Annotated[str, typer.Option(help="Scores before the hand, where a cap on them matters.")] = "",
    as_json: AsJson = False,
) -> None:
    """Work out one hand's score and say why."""
    rules = find_rules(preset_name)
    found = work_out(rules, bid, tricks, trump, answer, lone, before)
    if as_json:
        delta = [int(number) if number == int(number) else number for number in found.delta]
        told = {"preset": preset_name, "delta": delta, "made": found.made, "why": list(found.why)}
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    typer.echo(" / ".join(points(number) for number in found.delta))
    for sentence in found.why:
        typer.echo(sentence)


def work_out(rules: Ruleset, bid_name: str, tricks: str, trump: str, answer: str, lone: bool, before: str) -> Score:
    """The score of the hand that the texts describe; raises BadQuestion in words."""
    count = rules.side_count
    scores = _numbers(before or ",".join("0" * count), count, "--before")
    if bid_name == "surrender":
        return _surrendered(rules, scores)
    bid = rules.auction.bid(bid_name)
    if bid is None:
        known = ", ".join(each.name for each in rules.auction.ladder)
        raise BadQuestion(f"There is no bid {bid_name!r} in {rules.name}: choose one of {known}.")
    roles = _roles(rules, bid, lone)
    played = _played(roles, answer)
    surrendered = not any(part for part, role in zip(played, roles, strict=True) if role == "defender")
    if not tricks and not surrendered:
        raise BadQuestion("Say who took how many tricks, the bidding side first, as in --tricks 5,1.")
    taken = _numbers(tricks or ",".join("0" * count), count, "--tricks")
    if sum(taken) != rules.tricks and not surrendered:
        raise BadQuestion(f"The tricks add up to {sum(taken)}, but a hand of {rules.name} has {rules.tricks}.")
    rows = zip(_names(rules, roles), roles, taken, played, scores, strict=True)
    return settle(rules, bid, _denomination(rules, bid, trump), tuple(Party(*row) for row in rows), lone)


def _surrendered(rules: Ruleset, scores: list[int]) -> Score:
    if rules.auction.all_pass != "dealer_forced_or_surrender":
        raise BadQuestion(f"Nobody can surrender a hand in {rules.name}: its dealer is never stuck with a choice.")
    roles = ["bidder", *["defender"] * (rules.side_count - 1)]
    rows = zip(_names(rules, roles), roles, scores, strict=True)
    return surrender_of_dealer(rules, tuple(Party(name, role, 0, True, total) for name, role, total in rows))


def _roles(rules: Ruleset, bid: Bid, lone: bool) -> list[str]:
    called = rules.table.sides == "called_partner" and not bid.alone and not lone
    if lone and rules.table.sides != "called_partner" and bid.name not in rules.partner.lone_bids:
        allowed = ", ".join(rules.partner.lone_bids)
        hint = f"only {allowed} can be" if allowed else "no bid can be"
        raise BadQuestion(f"In {rules.name} {words.bid_words(bid.name)} is not announced alone: {hint}.")
    partners = ["partner"] if called else []
    return ["bidder", *partners, *["defender"] * (rules.side_count - 1 - len(partners))]


def _played(roles: list[str], answer: str) -> list[bool]:
    answers = [text.strip() for text in answer.split(",")]
    if any(text not in ("play", "drop") for text in answers):
        raise BadQuestion(f"--answer {answer} is not possible: each answer is play or drop.")
    defenders = roles.count("defender")
    if len(answers) == 1:
        answers *= defenders
    if len(answers) != defenders:
        raise BadQuestion(f"--answer has {len(answers)} answers, and there are {defenders} opponents.")
    waiting = iter(answers)
    return [role != "defender" or next(waiting) == "play" for role in roles]


def _names(rules: Ruleset, roles: list[str]) -> list[str]:
    if rules.in_teams:
        return ["The bidders", "The other side"]
    called = {"bidder": "The bidder", "partner": "The partner"}
    return [called.get(role, f"Opponent {number - roles.index('defender') + 1}") for number, role in enumerate(roles)]


def _numbers(text: str, count: int, option: str) -> list[int]:
    try:
        numbers = [int(part) for part in text.split(",")]
    except ValueError:
        raise BadQuestion(f"{option} {text} is not possible: give whole numbers, as in {option} 5,1.") from None
    if len(numbers) != count:
        raise BadQuestion(f"{option} has {len(numbers)} numbers, and {count} are needed.")
    if option == "--tricks" and min(numbers) < 0:
        raise BadQuestion(f"{option} {text} is not possible: nobody takes fewer than no tricks.")
    return numbers


def _denomination(rules: Ruleset, bid: Bid, text: str) -> Denomination | None:
    possible = contract.denominations(rules, bid)
    if not text:
        return possible[0] if len(possible) == 1 else None
    named = next((each for each in possible if each.value == text.upper()), None)
    if named is None:
        known = ", ".join(each.value for each in possible)
        raise BadQuestion(f"--trump {text} is not possible for this bid in {rules.name}: choose one of {known}.")
    return named


def _knobs(rules: Ruleset) -> list[tuple[str, Any]]:
    found = []
    for group in fields(Ruleset):
        value = getattr(rules, group.name)
        if is_dataclass(value):
            for knob in fields(value):
                if knob.init and knob.name != "ladder":
                    found.append((f"{group.name}.{knob.name}", getattr(value, knob.name)))
    return found


def _bid_in_words(bid: Bid) -> str:
    return f"{words.bid_words(bid.name)} ({bid.value} points)" if bid.pepper else words.bid_words(bid.name)
