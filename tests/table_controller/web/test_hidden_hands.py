"""No answer depends on a card that has not lain on the table: the same match with other hidden hands looks the same.

A reader at the shoe has told the table every card. For each moment of random hands the cards that nobody has played
are dealt out differently, and every page, answer, stream and file for anybody but the referee must be the same to the
last byte.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import httpx
import pytest

from engine.cards import Card
from engine.inputs import Input, NewMatch, PlayCard, ReadCard
from engine.play.decide import step
from engine.play.state import INITIAL, State
from engine.rules.rulesets import preset
from table_controller.board.board import Surroundings
from table_controller.board.scoreboard import Languages, scoreboard_for
from table_controller.match.eventlog import EventLog
from table_controller.web.api.app import create_app
from table_controller.web.bulletin import Bulletin
from table_controller.web.desk import Desk
from tests.bench.random_hands import deal, play_hand
from tests.table_controller.an_archive import NAMES, say

pytestmark = pytest.mark.usefixtures("no_sync")

Hands = dict[int, list[Card]]
PAGES = ("/", "/table", "/seat/2", "/history", "/referee", "/history/match-0001/1")
API = (
    *("state", "matches", "matches/match-0001", "statistics", "matches.csv", "openapi.json", "referee/session"),
    *("matches/match-0001/hands/1", "matches/match-0001/hands/2", "matches/match-0001/hands.csv"),
    *("matches/match-0001/notation.txt", "referee/overview", "referee/picture.jpg"),
)
API_PATHS = tuple(f"/api/v1/{path}" for path in API)
PATHS = (*PAGES, *API_PATHS, "/api/state", "/healthz")


def words_of(seed: int) -> tuple[list[Input], list[Input], Hands]:
    """The words of a first hand, those of a second one, and the cards of the second."""
    chance, rules = random.Random(seed), preset("iowa_standard")
    match: list[Input] = [NewMatch("iowa_standard", NAMES[:4], 1)]
    state = say_all(None, match)
    for told, _, after in play_hand(state, chance):
        match.append(told)
        state = after
    replayed = random.Random(seed + 1)
    hands = deal(rules, random.Random(seed + 1))  # the very deal that play_hand makes of this chance
    return match, [told for told, _, _ in play_hand(state, replayed)], hands


def say_all(log: EventLog | None, words: list[Input]) -> State:
    state = INITIAL
    for second, word in enumerate(words):
        state = say(log, state, word, second) if log is not None else step(state, word)[1]
    return state


def dealt_otherwise(hands: Hands, played: list[PlayCard], chance: random.Random) -> Hands:
    """The same plays, and what was not played dealt out anew."""
    mine = {seat: [word.card for word in played if word.seat == seat] for seat in range(1, 5)}
    left = [card for seat in range(1, 5) for card in hands[seat] if card not in mine[seat]]
    chance.shuffle(left)
    return {seat: [*mine[seat], *(left.pop() for _ in range(6 - len(mine[seat])))] for seat in range(1, 5)}


def everything_shown(folder: Path, words: list[Input]) -> tuple[State, dict[str, bytes]]:
    """All that anybody can ask for of this match, by its address."""
    with EventLog(folder / "match-0001.jsonl") as log:
        state = say_all(log, words)
        sequence = len(log.entries)
    around = Surroundings(source="A test", acting=True)
    bulletin = Bulletin()
    app = create_app(bulletin, Desk(folder=folder))
    bulletin.hang(
        lambda to, letters: scoreboard_for(state, sequence, "match-0001", around, languages=Languages(to, letters))
    )

    async def ask() -> dict[str, bytes]:
        shown: dict[str, bytes] = {}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as client:
            for language in ("en", "nl", "fr"):
                for path in PATHS if language == "fr" else API_PATHS:
                    shown[f"{path} {language}"] = (await client.get(path, params={"lang": language})).content
                updates = bulletin.updates(language)
                shown[f"stream {language}"] = await anext(updates)
                await updates.aclose()
        return shown

    return state, asyncio.run(ask())


@pytest.mark.parametrize("seed", [11, 23])
def test_other_hidden_hands_change_nothing_that_anybody_is_shown(tmp_path: Path, seed: int) -> None:
    first, second, hands = words_of(seed)
    chance, compared = random.Random(seed), 0
    for number, upto in enumerate((1, len(second) // 2, len(second) - 2)):
        public = second[:upto]
        played = [word for word in public if isinstance(word, PlayCard)]
        shown = []
        for which, held in enumerate((hands, dealt_otherwise(hands, played, chance))):
            folder = tmp_path / f"{number}-{which}"
            folder.mkdir()
            read: list[Input] = [ReadCard(seat, card) for seat in range(1, 5) for card in held[seat]]
            shown.append(everything_shown(folder, [*first, *read, *public]))
        (one, ours), (other, theirs) = shown
        assert one.hand is not None and other.hand is not None and one.hand.known != other.hand.known
        if one.hand.findings == other.hand.findings:  # a card that the other deal makes illegal is called at once
            compared += 1
            for address, told in ours.items():
                assert told == theirs[address], address
    assert compared >= 2


def test_after_the_hand_its_cards_are_in_the_notation(tmp_path: Path) -> None:
    """The test above would see a leak: once the hand is over, the known hands do show."""
    first, second, hands = words_of(11)
    read: list[Input] = [ReadCard(seat, card) for seat in range(1, 5) for card in hands[seat]]
    shown = everything_shown(tmp_path, [*first, *read, *second])[1]
    held = " ".join(card.text for card in hands[1])
    assert f"Held 1: {held}".encode() in shown["/api/v1/matches/match-0001/notation.txt en"]
