"""Hands to be filmed: played by the engine with legal random calls and cards, some with one broken rule or slip.

A plan says what the people do; `Due` what a referee that errs nowhere would have made of it, worked out by telling
the engine every play. Everything follows from a seed. Pictures are the studio's business.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from engine import inputs as i
from engine.cards import Card
from engine.events import FindingRaised, TrickTaken
from engine.knobs import Ruleset
from engine.play.decide import step
from engine.play.hand import Phase
from engine.play.match import INITIAL
from engine.play.state import State
from engine.play.tricks import follows
from engine.rules.rulesets import preset
from tests.bench.random_hands import Hands, begin, legal_now, play_hand
from tests.bench.watch.slips import MAKERS, NAMES, Broken, Played, Slip, Told
from vision.workshop.studio.people.plans import Plan

PRESETS = (
    "iowa_standard", "cutthroat_3", "cutthroat_5", "widebeard_6", "five_tricks", "dilley_5", "johnston_4", "reagan_5",
    "wendell_harmon", "exchange_only",
)  # fmt: skip
"""Ten forms of the game with three, four, five and six seats."""

Play = tuple[int, str, int]
"""Seat, card and trick."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be told: every play, every finding, and how many questions there are good grounds for."""

    plays: tuple[Play, ...]
    findings: Counter[Broken]
    questions: int


def planned(number: int, seed: int) -> tuple[Plan, Due, Slip]:
    """The plan of hand `number` and what is due. Every third hand has an irregularity, each kind in its turn."""
    chance = random.Random(f"{seed} {number}")
    name = PRESETS[number % len(PRESETS)]
    kinds = [slip for slip in Slip if slip is not Slip.NONE]
    slip = kinds[(number // 3) % len(kinds)] if number % 3 == 2 else Slip.NONE
    rules = preset(name)
    if slip is Slip.TWICE and min(rules.deck.count.values()) > 1:
        slip = Slip.FOREIGN  # in a double deck a card may well come twice
    for _ in range(400):
        played = _play(rules, chance, slip)
        if played is None:
            continue
        made = MAKERS[slip](played, chance)
        if made is not None:
            plan, told, extra, questions = made
            return plan, _due(played, told, extra, questions), slip
    raise RuntimeError(f"No hand of {name} with {slip.value} came up: take another seed.")


def _play(rules: Ruleset, chance: random.Random, slip: Slip) -> Played | None:
    """One random hand that was played out; with one revoke if that is the slip. None for a hand without play."""
    dealer = chance.randint(1, rules.table.players)
    played = Played(rules, dealer, [], [[]], [], [[]])
    broken: list[int] = []

    def choose(state: State, hands: Hands, luck: random.Random) -> Card:
        assert state.turn is not None
        played.held[-1].append(tuple(hands[state.turn]))
        if slip is Slip.REVOKE and not broken and (card := _refusal(state, hands, luck)) is not None:
            broken.append(state.turn)
            return card
        return luck.choice(legal_now(state, hands))

    for told, events, _ in play_hand(begin(rules, dealer), chance, choose):
        if isinstance(told, i.PlayCard):
            played.tricks[-1].append((told.seat, told.card))
        elif not isinstance(told, i.DealDone):
            played.said.append(told)
        for event in events:
            if isinstance(event, TrickTaken):
                played.winners.append(event.seat)
                played.tricks.append([])
                played.held.append([])
    played.tricks = [trick for trick in played.tricks if trick]
    whole = bool(played.tricks) and len(played.tricks) == len(played.winners) == rules.tricks
    return played if whole and (slip is not Slip.REVOKE or broken) else None


def _refusal(state: State, hands: Hands, luck: random.Random) -> Card | None:
    """A card that refuses the suit led although a card of it is held; only early, so that it will show."""
    hand = state.hand
    assert hand is not None
    assert state.turn is not None
    assert hand.trump is not None
    lead = hand.trick[0].card if hand.trick else None
    if lead is None or hand.trick_number > 2 or luck.random() < 0.4:
        return None
    mine = hands[state.turn]
    following = [card for card in mine if follows(card, lead, hand.trump)]
    others = [card for card in mine if card not in following]
    return luck.choice(others) if following and others else None


def _due(played: Played, told: Told, extra: Counter[Broken], questions: int) -> Due:
    """What the engine makes of the hand when it is told every play."""
    match = i.NewMatch(played.rules, NAMES[: played.rules.table.players], played.dealer)
    _, state = step(INITIAL, match)
    found: Counter[Broken] = Counter(extra)
    for said in (i.DealDone(), *played.said, *told):
        events, state = step(state, said)
        for event in events:
            if isinstance(event, FindingRaised):
                found[event.finding.code.value, event.finding.seat, event.finding.trick] += 1
    assert state.phase is not Phase.PLAY
    return Due(plays_of(state), found, questions)


def plays_of(state: State) -> tuple[Play, ...]:
    """The plays of the match's first hand as they stand."""
    hand = state.results[0].hand if state.results else state.hand
    plays = hand.plays if hand is not None else ()
    return tuple((play.seat, play.card.text if play.card else "??", play.trick) for play in plays)
