"""Logs of whole matches, written as the service writes them: random legal hands, every word synced to the disk."""

from __future__ import annotations

import random
from pathlib import Path

from engine.inputs import Input, NewMatch
from engine.play.decide import step
from engine.play.state import INITIAL, State
from engine.rules.rulesets import preset
from table_controller.match.eventlog import EventLog
from tests.bench.random_hands import play_hand

NAMES = ("Ann", "Ben", "Cy", "Dorothea-Louise", "Eve", "Finn")


def write_match(
    folder: Path, number: int, seed: int, hands: int = 4, rules: str = "iowa_standard", source: str = ""
) -> State:
    """A match of so many hands, or until it is won, in its log; gives its last state."""
    chance = random.Random(seed)
    path = folder / f"match-{number:04d}.jsonl"
    with EventLog(path, source) as log:
        state = say(log, INITIAL, NewMatch(rules, NAMES[: preset(rules).table.players], chance.randrange(1, 4)), 0)
        for _ in range(hands):
            if state.won_by is not None:
                break
            for told, events, after in play_hand(state, chance):
                log.append(told, tuple(events), t=stamp(len(log.entries)))
                state = after
    return state


def say(log: EventLog, state: State, word: Input, second: int) -> State:
    """One word decided and written; the state after it."""
    events, after = step(state, word)
    log.append(word, events, t=stamp(second))
    return after


def stamp(second: int) -> str:
    """A time of day that goes on with the log."""
    hours, rest = divmod(second, 3600)
    return f"2026-11-29T{19 + hours % 5:02d}:{rest // 60:02d}:{rest % 60:02d}Z"
