"""Golden files, one a preset: counts of legal continuations, and a whole hand or two in words.

`python tests/games/golden.py` writes them anew; what changes shows as a difference that can be read. A
change of behaviour that is meant is committed together with them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from engine import inputs as i
from engine.play import contract
from engine.play.decide import decide
from engine.play.hand import Phase
from engine.play.options import options
from engine.play.state import State, replay
from engine.rules.rulesets import preset, preset_names
from engine.wire import to_json
from tests.bench.random_hands import Hands, begin, deal, legal_now, play_hand

HERE = Path(__file__).parent
OPTIONS = ("super", "lone", "cards32", "nt50", "forced_dealer", "target21", "maker_swap", "dealer_swap")
NAMES = (*preset_names(), *(f"five_tricks+{option}" for option in OPTIONS))
SEED = 20


def continuations(name: str) -> str:
    """Legal auctions by length, then legal card sequences by length, from one fixed deal."""
    state = begin(preset(name))
    state = told(state, i.DealDone())
    lines = [f"# {name}: legal continuations by length, deal {SEED}"]
    if state.phase is Phase.AUCTION:
        lines += [f"calls {depth}: {count_calls(state, depth)}" for depth in (1, 2, 3)]
    chance = random.Random(SEED)
    hands = deal(preset(name), chance)
    state = contracted(state, chance)
    seat, trump = contract.contract_of(state.hand), state.hand.trump.value
    lines.append(f"contract: seat {seat.maker} bids {seat.bid.name} in {trump}, {len(state.hand.active)} play")
    lines += [f"cards {depth}: {count_cards(state, hands, depth)}" for depth in range(1, 6)]
    return "\n".join(lines) + "\n"


def told(state: State, what: i.Input) -> State:
    return replay(decide(state, what), state)


def count_calls(state: State, depth: int) -> int:
    if depth == 0 or state.phase is not Phase.AUCTION:
        return 1
    offered = [each for seat in options(state).by_seat for each in seat]
    return sum(count_calls(told(state, each), depth - 1) for each in offered)


def contracted(state: State, chance: random.Random) -> State:
    """On to the play by any choices under which there is some."""
    while state.phase is not Phase.PLAY:
        offered = [each for seat in options(state).by_seat for each in seat]
        wanted = [each for each in offered if not isinstance(each, i.AnswerDrop) or each.answer == "play"]
        bids = [each for each in wanted if getattr(each, "call", "") not in ("pass", "surrender")]
        state = told(state, chance.choice(bids or wanted))
        if state.phase is Phase.DEAL:
            state = told(state, i.DealDone())
    return state


def count_cards(state: State, hands: Hands, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for card in dict.fromkeys(legal_now(state, hands)):
        left = {seat: list(held) for seat, held in hands.items()}
        left[state.turn].remove(card)
        total += count_cards(told(state, i.PlayCard(state.turn, card)), left, depth - 1)
    return total


def playthrough(name: str) -> str:
    """Two random hands, input by input with their events, and the scores."""
    state, chance = begin(preset(name)), random.Random(SEED)
    lines = [f"# {name}: two random hands, seed {SEED}"]
    for _ in range(2):
        for what, events, after in list(play_hand(state, chance)):
            lines.append(f"> {line(to_json(what))}")
            lines += [f"    {line(to_json(event))}" for event in events]
            state = after
        lines.append(f"= {state.phase.value}, score {' '.join(f'{each:g}' for each in state.score)}")
        if state.phase is Phase.OVER:
            break
    return "\n".join(lines) + "\n"


def line(message: dict[str, object]) -> str:
    rest = {key: value for key, value in message.items() if key != "kind" and value is not None}
    return f"{message['kind']} " + json.dumps(rest, ensure_ascii=False) if rest else str(message["kind"])


def files() -> Iterator[tuple[Path, str]]:
    for name in NAMES:
        yield HERE / "perft" / f"{name}.txt", continuations(name)
        yield HERE / "playthrough" / f"{name}.txt", playthrough(name)


if __name__ == "__main__":
    for path, text in files():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
