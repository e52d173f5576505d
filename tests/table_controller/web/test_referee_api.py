"""The referee's part of the API: what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.cards import Card
from engine.inputs import (
    AnswerDrop,
    ChoosePartner,
    GiveRuling,
    Input,
    MakeCall,
    NamePlayers,
    NameTrump,
    PlayCard,
    Redo,
    Undo,
)
from engine.play.state import replay
from engine.wire import to_json
from table_controller.match.eventlog import read_log
from table_controller.web import desk
from tests import PATIENCE_S
from tests.table_controller.a_hand import TRUMP
from tests.table_controller.a_table import ATable, a_table

SURRENDERED = (
    MakeCall(2, "pass"),
    MakeCall(3, "2"),
    MakeCall(4, "pass"),
    MakeCall(1, "3"),
    NameTrump(1, TRUMP),
    ChoosePartner(1, "with"),
    AnswerDrop(2, "drop"),
    AnswerDrop(4, "drop"),
)
"""A whole hand without a card: Ann's 3 in hearts, which nobody plays against."""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ATable]:
    monkeypatch.setattr(desk, "MOST_ACTS", 1000)
    with a_table(tmp_path) as running:
        yield running


@pytest.fixture
def referee(table: ATable) -> Iterator[httpx.Client]:
    with table.referee() as client:
        yield client


def say(table: ATable, *words: Input) -> None:
    for word in words:
        assert table.act(0, word).status_code == 200


def ask(referee: httpx.Client, where: str, body: Any = None) -> Any:
    answer = referee.get(where) if body is None else referee.post(where, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def act(referee: httpx.Client, word: Input) -> httpx.Response:
    return referee.post("act", json={"input": to_json(word)})


def decision(referee: httpx.Client, text: str) -> Any:
    return next(each for each in ask(referee, "overview")["decisions"] if each["text"] == text)


# ---------------------------------------------------------------- what it does


def test_a_correction_changes_the_score_just_as_foreseen(table: ATable, referee: httpx.Client) -> None:
    say(table, *SURRENDERED)
    assert [side["score"] for side in table.state()["sides"]] == ["3", "0"]
    wrong = decision(referee, "Ann: 3")
    assert {"text": "5", "input": to_json(MakeCall(1, "5"))} in wrong["instead"]
    wanted = {"at": wrong["at"], "instead": to_json(MakeCall(1, "5")), "after": table.state()["sequence"]}
    foreseen = ask(referee, "preview", wanted)
    assert {"what": "Score of Ann and Cy", "before": "3", "after": "5"} in foreseen["changes"]
    assert foreseen["dropped"] == []
    assert table.state()["sides"][0]["score"] == "3", "nothing has happened yet"
    ask(referee, "correct", wanted)
    assert [side["score"] for side in table.state()["sides"]] == ["5", "0"]
    entries = read_log(table.folder / "match-0001.jsonl").entries
    assert replay(event for entry in entries for event in entry.events).score == (5, 0)
    ask(referee, "act", {"input": to_json(Undo())})
    assert table.state()["sides"][0]["score"] == "3", "the whole correction is taken back"
    ask(referee, "act", {"input": to_json(Redo())})
    assert table.state()["sides"][0]["score"] == "5"


def test_a_play_is_put_right_and_a_decision_left_out(table: ATable, referee: httpx.Client) -> None:
    say(table, *SURRENDERED[:-2], AnswerDrop(2, "play"), PlayCard(1, Card.parse("AH")), PlayCard(2, Card.parse("9H")))
    wrong = decision(referee, "Ben: 9 of hearts")
    assert "10 of hearts" in [each["text"] for each in wrong["instead"]]
    after = table.state()["sequence"]
    ask(referee, "correct", {"at": wrong["at"], "instead": to_json(PlayCard(2, Card.parse("TH"))), "after": after})
    assert [play["card"]["text"] for play in table.state()["trick"]["plays"]] == ["AH", "TH"]
    ask(referee, "correct", {"at": wrong["at"], "instead": None, "after": after + 1})
    assert [play["card"]["text"] for play in table.state()["trick"]["plays"]] == ["AH"]


def test_what_no_longer_fits_is_named_in_the_preview(table: ATable, referee: httpx.Client) -> None:
    say(table, *SURRENDERED)
    wrong = decision(referee, "Ann: 3")
    wanted = {"at": wrong["at"], "instead": to_json(MakeCall(1, "pass")), "after": table.state()["sequence"]}
    assert "Ann: hearts" in ask(referee, "preview", wanted)["dropped"]


def test_a_decision_that_stands_no_more_can_not_be_put_right(table: ATable, referee: httpx.Client) -> None:
    say(table, *SURRENDERED[:4])
    wrong, sequence = decision(referee, "Ann: 3"), table.state()["sequence"]
    say(table, NameTrump(1, TRUMP))
    for where in ("preview", "correct"):
        for at, after in ((wrong["at"], sequence), (9999, sequence + 1)):
            answer = referee.post(where, json={"at": at, "instead": None, "after": after})
            assert answer.status_code == 409 and "choose again" in answer.json()["refused"]


def test_rulings_names_and_words_for_anybody(table: ATable, referee: httpx.Client) -> None:
    assert act(referee, GiveRuling("Two points for waiting", (2, 0))).status_code == 200
    assert act(referee, NamePlayers(("Ann", "Bo", "Cy", "Dee"))).status_code == 200
    assert act(referee, MakeCall(2, "3")).status_code == 200
    state = table.state()
    assert state["sides"][0]["score"] == "2"
    assert state["seats"][1]["name"] == "Bo" and state["seats"][1]["note"] == "bids 3"


def test_play_is_stopped_for_everybody_else_and_stays_so_over_a_restart(table: ATable, referee: httpx.Client) -> None:
    chosen = ask(referee, "overview")["preferences"] | {"paused": True}
    ask(referee, "preferences", chosen)
    answer = table.act(2, MakeCall(2, "pass"))
    assert answer.status_code == 409 and "stopped play" in answer.json()["refused"]
    state = table.state()
    assert state["paused"] and state["headline"] == "The referee has stopped the clock" and not state["choices"]
    assert act(referee, MakeCall(2, "pass")).status_code == 200
    with a_table(table.folder / "elsewhere") as other:
        assert not other.state()["paused"]
    ask(referee, "preferences", chosen | {"paused": False})
    assert table.act(3, MakeCall(3, "pass")).status_code == 200


def test_language_letters_and_colours_are_chosen_for_every_page(table: ATable, referee: httpx.Client) -> None:
    before = table.server.bulletin.build
    chosen = ask(referee, "overview")["preferences"] | {"language": "nl", "letters": "fr", "theme": "light"}
    ask(referee, "preferences", chosen)
    assert table.state()["headline"] == "Ann deelt"
    page = httpx.get(table.server.address).text
    assert '<html lang="nl"' in page and 'data-theme="light"' in page
    assert table.server.bulletin.build != before, "open pages reload themselves"
    say(table, *SURRENDERED[:-2], AnswerDrop(2, "play"), PlayCard(1, Card.parse("KH")))
    assert table.state()["trick"]["plays"][0]["card"] == {
        "text": "KH",
        "rank": "R",
        "suit": "H",
        "words": "harten heer",
    }
    assert referee.post("preferences", json=chosen | {"language": "xx"}).status_code == 400


def test_rules_are_told_checked_and_a_match_begun_with_them(table: ATable, referee: httpx.Client) -> None:
    told = ask(referee, "rules", {"preset": "cutthroat_3"})
    assert told["players"] == 3 and any("everybody for himself" in line for line in told["told"])
    faults = ask(referee, "rules", {"house": 'base = "iowa_standard"\n[end]\ntargett = 3\n'})["faults"]
    assert any("targett" in fault for fault in faults)
    assert ask(referee, "rules", {"house": "oops"})["faults"]
    assert ask(referee, "rules", {"preset": "iowa_standart"})["faults"]
    house = 'base = "iowa_standard"\ntitle = "At our house"\n[end]\ntarget = 11\n'
    body = {"house": house, "names": ["Eve", "Finn", "Gus", "Hal"], "dealer": 2}
    ask(referee, "match", body)
    with httpx.stream("GET", f"{table.server.address}/api/v1/events", timeout=PATIENCE_S) as stream:
        assert any('"Eve"' in line for line in stream.iter_lines())
    assert table.state()["title"] == "At our house" and table.state()["target"] == "Playing to 11"
    answer = referee.post("match", json={"preset": "cutthroat_3", "names": ["Eve"], "dealer": 1})
    assert answer.status_code == 409 and "3 players" in answer.json()["refused"]


def test_a_call_stands_until_the_referee_comes(table: ATable, referee: httpx.Client) -> None:
    sent = {"Authorization": f"Bearer {table.token(4)}", "Content-Type": "application/json"}
    address = f"{table.server.address}/api/v1/call"
    assert httpx.post(address, headers=sent, json={}).status_code == 204
    assert httpx.post(address, headers=sent, json={}).status_code == 204
    assert [call["text"] for call in table.state()["surroundings"]["calls"]] == ["Dee calls the referee"]
    assert httpx.post(address, headers={**sent, "Authorization": "Bearer x"}, json={}).status_code == 401
    answer = referee.delete("calls", headers={"Content-Type": "application/json"})
    assert answer.status_code == 204 and table.state()["surroundings"]["calls"] == []


def test_the_picture_is_for_the_referee_alone(table: ATable, referee: httpx.Client) -> None:
    assert referee.get("picture.jpg").status_code == 404
    table.desk.picture = lambda: b"\xff\xd8 a picture"
    assert referee.get("picture.jpg").content == b"\xff\xd8 a picture"
    assert ask(referee, "overview")["has_picture"]
    assert httpx.get(f"{table.server.address}/api/v1/referee/picture.jpg").status_code == 401
