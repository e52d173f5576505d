"""The history from the logs: an index that may be lost at any time, counts that can be checked by hand, replays."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from engine.after.notation import parse
from engine.cards import Card, Denomination
from engine.inputs import AnswerDrop, ChoosePartner, DealDone, Input, MakeCall, NameTrump, NewMatch, PlayCard, ReadCard
from engine.play.state import INITIAL, State, replay
from table_controller.board.history import FILE, History, drop_verdicts
from table_controller.board.replays import replay_hand
from table_controller.board.tallies import statistics
from table_controller.match.eventlog import EventLog, read_log
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.desk import Desk
from table_controller.words.tongues import tongue
from tests.table_controller.an_archive import NAMES, say, write_match

EN = tongue("en")
pytestmark = pytest.mark.usefixtures("no_sync")


def standing(path: Path) -> State:
    return replay(event for entry in read_log(path).entries for event in entry.events)


def everything(history: History) -> list[object]:
    tables = ("matches", "hands", "drops", "findings", "sides")
    return [history.ask(f"SELECT * FROM {table} ORDER BY rowid") for table in tables]


def test_every_finished_hand_is_found_with_its_score(tmp_path: Path) -> None:
    states = [write_match(tmp_path, number, seed=number, hands=4) for number in (1, 2, 3)]
    history = History(tmp_path)
    for number, state in enumerate(states, start=1):
        rows = history.ask("SELECT * FROM hands WHERE match = ? ORDER BY number", f"match-{number:04d}")
        assert [json.loads(row["score"]) for row in rows] == [
            list(result.scored.score if result.scored else result.before) for result in state.results
        ]
    made = statistics(history, recorded=False)
    scored = [result for state in states for result in state.results if result.scored and result.contract]
    assert sum(bids.bids for bids in made.by_player) == sum(bids.bids for bids in made.by_both) == len(scored)
    assert sum(bids.made for bids in made.by_trump) == sum(bool(each.scored and each.scored.made) for each in scored)
    assert len({(bids.name, bids.trump) for bids in made.by_both}) == len(made.by_both)


def test_the_index_is_made_anew_whenever_it_is_gone_damaged_or_of_another_shape(tmp_path: Path) -> None:
    write_match(tmp_path, 1, seed=1)
    whole = everything(History(tmp_path))
    (tmp_path / FILE).unlink()
    assert everything(History(tmp_path)) == whole
    (tmp_path / FILE).write_bytes(b"no database at all, but long enough to be one" * 100)
    assert everything(History(tmp_path)) == whole
    with sqlite3.connect(tmp_path / FILE) as index:
        index.execute("DROP TABLE hands")
        index.execute("PRAGMA user_version = 999")
    index.close()
    assert everything(History(tmp_path)) == whole


def test_it_follows_logs_that_grow_and_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table_controller.board.history.FRESH_S", 0.0)
    write_match(tmp_path, 1, seed=1, hands=1)
    history = History(tmp_path)
    assert history.ask("SELECT count(*) AS n FROM hands") == [{"n": 1}]
    (tmp_path / "match-0001.jsonl").unlink()
    write_match(tmp_path, 1, seed=1, hands=3)
    write_match(tmp_path, 2, seed=2, hands=1)
    assert history.ask("SELECT count(*) AS n FROM hands") == [{"n": 4}]
    (tmp_path / "match-0001.jsonl").unlink()
    assert history.ask("SELECT DISTINCT match FROM hands") == [{"match": "match-0002"}]


def test_a_damaged_log_is_listed_with_its_fault_and_left_alone(tmp_path: Path) -> None:
    write_match(tmp_path, 1, seed=1, hands=1)
    log = tmp_path / "match-0001.jsonl"
    damaged = log.read_bytes().replace(b'"kind":"MakeCall"', b'"kind":"MakeCal1"', 1)
    log.write_bytes(damaged)
    rows = History(tmp_path).ask("SELECT fault FROM matches")
    assert "damaged at line" in rows[0]["fault"]
    assert log.read_bytes() == damaged


# ---------------------------------------------------------------- dropping out, right and wrong

HANDS = {1: "AH KH QH JH TH 9H", 2: "AC KC QC JC TC 9C", 3: "AD KD QD JD TD 9D", 4: "AS KS QS JS TS 9S"}
"""Ann holds every heart: in hearts only the jack of diamonds, at her partner's, is higher than some of hers."""


def dropped(folder: Path, trump: Denomination, read: bool, answer: str) -> State:
    """Ann bids 4; whether her opponents play is `answer`; a reader at the shoe saw the cards, or did not."""
    words: list[Input] = [NewMatch("iowa_standard", NAMES[:4], 4)]
    if read:
        words += [ReadCard(seat, Card.parse(card)) for seat, cards in HANDS.items() for card in cards.split()]
    words += [DealDone(), MakeCall(1, "4"), *(MakeCall(seat, "pass") for seat in (2, 3, 4))]
    words += [NameTrump(1, trump), ChoosePartner(1, "with"), AnswerDrop(2, answer)]
    words += [AnswerDrop(4, answer)] if answer == "drop" else []
    state = INITIAL
    with EventLog(folder / "match-0001.jsonl") as log:
        for second, word in enumerate(words):
            state = say(log, state, word, second)
        if answer == "play":
            for trick in range(6):
                for seat in (1, 2, 3, 4):
                    state = say(log, state, PlayCard(seat, Card.parse(HANDS[seat].split()[trick])), 60 + trick)
    return state


@pytest.mark.parametrize(
    ("trump", "read", "answer", "verdict"),
    [
        (Denomination.HEARTS, True, "drop", "dropped_right"),
        (Denomination.SPADES, True, "drop", "dropped_wrong"),
        (Denomination.HEARTS, False, "drop", "dropped_unknown"),
    ],
)
def test_the_solver_says_whether_dropping_out_was_right(
    tmp_path: Path, trump: Denomination, read: bool, answer: str, verdict: str
) -> None:
    state = dropped(tmp_path, trump, read, answer)
    assert drop_verdicts(state, state.results[0]) == [(2, verdict), (4, verdict)]
    told = statistics(History(tmp_path), recorded=False).drops
    assert [(row.name, getattr(row, verdict)) for row in told] == [("Ben", 1), (NAMES[3], 1)]


def test_who_plays_on_against_a_hand_that_takes_all_does_so_wrongly(tmp_path: Path) -> None:
    state = dropped(tmp_path, Denomination.HEARTS, False, "play")
    assert len(state.results) == 1
    assert drop_verdicts(state, state.results[0]) == [(2, "stayed_wrong")]


# ---------------------------------------------------------------- replays


def test_a_hand_is_replayed_from_its_deal_to_its_end(tmp_path: Path) -> None:
    dropped(tmp_path, Denomination.HEARTS, False, "play")
    told = replay_hand(read_log(tmp_path / "match-0001.jsonl"), "match-0001", 1, EN, tongue("nl"))
    assert told is not None
    assert [board.phase for board in told.boards][:2] == ["dealing", "calling"]
    tricks = [(board.trick.number, len(board.trick.plays)) for board in told.boards if board.trick]
    assert tricks[-1] == (6, 4)
    assert told.boards[-2].trick is not None and told.boards[-2].trick.taken_by == 1
    assert told.boards[-1].last_hand is not None and told.boards[-1].last_hand.number == 1
    assert [board.sequence for board in told.boards] == list(range(len(told.boards)))
    corners = {play.card.rank for board in told.boards if board.trick for play in board.trick.plays if play.card}
    assert corners == {"A", "H", "V", "B", "10", "9"}


def test_a_hand_that_is_not_over_can_not_be_looked_at(tmp_path: Path) -> None:
    state = write_match(tmp_path, 1, seed=3, hands=2)
    log = read_log(tmp_path / "match-0001.jsonl")
    assert state.hand is not None
    for number in (0, state.hand.number, 99):
        assert replay_hand(log, "match-0001", number, EN, EN) is None


@pytest.mark.parametrize("rules", ["cutthroat_3", "reagan_5", "widebeard_6", "johnston_4"])
def test_other_forms_are_counted_and_replayed_too(tmp_path: Path, rules: str) -> None:
    state = write_match(tmp_path, 1, seed=5, hands=3, rules=rules)
    statistics(History(tmp_path), recorded=False)
    for result in state.results:
        assert replay_hand(read_log(tmp_path / "match-0001.jsonl"), "match-0001", result.number, EN, EN) is not None


# ---------------------------------------------------------------- the addresses


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    for number in (1, 2):
        write_match(tmp_path, number, seed=number, hands=3)
    write_match(tmp_path, 3, seed=3, hands=1, source="a recording")
    server = WebServer(Bulletin(), listen("127.0.0.1", 0), Desk(folder=tmp_path))
    server.start()
    yield f"{server.address}/api/v1"
    server.stop()


def test_matches_hands_and_files_are_served(address: str, tmp_path: Path) -> None:
    listed = httpx.get(f"{address}/matches").json()
    assert [match["id"] for match in listed["matches"]] == ["match-0002", "match-0001"]
    assert (listed["recorded"], listed["others"]) == (False, 1)
    assert len(httpx.get(f"{address}/matches?recorded=true").json()["matches"]) == 1
    told = httpx.get(f"{address}/matches/match-0001?lang=fr").json()
    assert [hand["number"] for hand in told["played"]] == [1, 2, 3]
    assert " et " in told["sides"][0]
    assert len(httpx.get(f"{address}/matches/match-0001/hands/2").json()["boards"]) > 3
    rows = httpx.get(f"{address}/matches/match-0001/hands.csv").text.splitlines()
    assert len(rows) == 4 and rows[0].startswith("hand,dealer,maker")
    assert len(httpx.get(f"{address}/matches.csv").text.splitlines()) == 3
    answer = httpx.get(f"{address}/matches/match-0002/notation.txt")
    hands = [parse(text if text.endswith("\n") else text + "\n") for text in answer.text.split("\n\n")]
    assert [hand.number for hand in hands] == [1, 2, 3]
    assert "attachment" in answer.headers["content-disposition"]
    assert httpx.get(f"{address}/statistics").json()["by_player"]


def test_there_is_no_way_to_anything_else(address: str) -> None:
    for path, status in (
        ("matches/match-0099", 404),
        ("matches/match-0001/hands/99", 404),
        ("matches/match-0099/notation.txt", 404),
        ("matches/..%2F..%2Fetc%2Fpasswd", 404),
        ("matches/match-0001.jsonl", 422),
        ("matches/match-0001'%20OR%201=1", 422),
        ("matches/match-0001/hands/0", 422),
    ):
        assert httpx.get(f"{address}/{path}").status_code == status, path
