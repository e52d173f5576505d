"""The command line as people meet it: real processes, exit statuses, and one sentence for every fault."""

from __future__ import annotations

import csv
import io
import json
import re
import signal
import socket
import subprocess
from importlib.metadata import version
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest

from engine.after.notation import parse, write
from engine.inputs import DealDone
from engine.rules.rulesets import preset, preset_names
from table_controller.match.eventlog import EventLog
from table_controller.words.plain import describe
from table_controller.words.tongues import tongue
from tests import PATIENCE_S
from tests.table_controller.a_hand import NAMES
from tests.table_controller.mini import call, command, events_of, make_recording, replay_with_kills, surroundings


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_recording(tmp_path_factory.mktemp("recordings") / "entered")


def refusal(result: subprocess.CompletedProcess[str]) -> str:
    """What a refused command said: one sentence, nothing else, and a status that says so."""
    assert result.returncode != 0
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    return result.stderr.strip()


# ---------------------------------------------------------------- rules


def test_rules_list_names_every_preset() -> None:
    result = call("rules", "list", "--json")
    assert set(json.loads(result.stdout)["presets"]) == set(preset_names())
    assert "iowa_standard" in call("rules", "list").stdout


def test_rules_show_tells_the_game_in_plain_words_and_every_knob_for_machines() -> None:
    rules = preset("iowa_standard")
    assert call("rules", "show", "iowa_standard").stdout.splitlines()[-len(describe(rules)) :] == list(describe(rules))
    assert "atout" in call("rules", "show", "cutthroat_3", "--language", "fr").stdout
    told = json.loads(call("rules", "show", "iowa_standard", "--language", "nl", "--json").stdout)
    assert told["end"]["target"] == 42 and told["in_words"] == list(describe(rules, tongue("nl")))
    assert "languages are en, fr, nl" in refusal(call("rules", "show", "iowa_standard", "--language", "de"))


def test_an_unknown_preset_names_the_nearest_known_one() -> None:
    assert "did you mean iowa_standard?" in refusal(call("rules", "show", "iowa_standart"))
    assert "did you mean iowa_standard?" in refusal(call("run", "--rules", "iowa_standart"))


def test_a_house_file_is_checked_and_every_fault_listed(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('base = "iowa_standard"\n[end]\ntarget = 31\n')
    bad.write_text('base = "iowa_standard"\n[end]\ntarget = "many"\n[auctoin]\nmin_bid = 3\n')
    assert "is good" in call("rules", "check", good).stdout
    refused = call("rules", "check", bad)
    assert refused.returncode == 1 and refused.stdout == ""
    told = refused.stderr.splitlines()
    assert [line.startswith(f"{bad}: ") for line in told] == [True, True]
    assert "end.target" in refused.stderr and "auctoin" in refused.stderr
    assert "can't be read" in refusal(call("rules", "check", tmp_path / "lost.toml"))


# ---------------------------------------------------------------- read


def test_read_gives_one_json_object_a_picture(tmp_path: Path) -> None:
    empty = tmp_path / "empty.png"
    cv2.imwrite(str(empty), np.full((600, 800, 3), 90, np.uint8))
    result = call("read", "--json", empty, empty)
    assert result.returncode == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["image"], line["cards"], line["backs"]) for line in lines] == [(str(empty), [], 0)] * 2
    assert all(line["ms"] > 0 for line in lines)
    assert "no card that can be read" in call("read", empty).stdout


def test_an_unreadable_picture_is_named_and_the_others_are_read_all_the_same(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.png", tmp_path / "bad.jpg"
    cv2.imwrite(str(good), np.full((600, 800, 3), 90, np.uint8))
    bad.write_text("no picture")
    result = call("read", "--json", bad, good)
    assert str(bad) in refusal(result)
    assert [json.loads(line)["image"] for line in result.stdout.splitlines()] == [str(good)]


def test_an_unknown_deck_names_the_known_ones(tmp_path: Path) -> None:
    assert "english" in refusal(call("read", "--deck", "klingon", tmp_path / "x.png"))


# ---------------------------------------------------------------- replay


def test_a_replay_gives_the_same_events_twice_and_its_log_gives_them_again(recording: Path, tmp_path: Path) -> None:
    first, second = call("replay", recording, "--json"), call("replay", recording, "--json", "--state", tmp_path)
    assert first.returncode == 0, first.stderr
    events = events_of(first.stdout)
    assert [event["kind"] for event in events[:3]] == ["MatchStarted", "HandBegun", "CardsDealt"]
    assert sum(event["kind"] == "CardPlayed" for event in events) == 24
    assert second.stdout == first.stdout
    final = json.loads(first.stderr)["final"]
    assert final["hands"] == 1 and final["score"] == events[-2]["score"]
    assert call("replay", tmp_path / "match-0001.jsonl", "--json").stdout == first.stdout


def test_a_replay_in_words_ends_with_the_score(recording: Path) -> None:
    told = call("replay", recording).stdout.splitlines()
    assert told[0].startswith("A match of Pepper as played in Iowa begins")
    assert re.fullmatch(r"Score: Ann and Cy −?\d+, Ben and Dee −?\d+\.", told[-1])


def test_killed_at_random_moments_no_event_is_lost_or_doubled(recording: Path, tmp_path: Path) -> None:
    expected = call("replay", recording, "--json").stdout
    assert replay_with_kills(recording, tmp_path / "state", kills=4, seed=1) == expected


@pytest.mark.slow
def test_killed_at_fifty_random_moments_no_event_is_lost_or_doubled(recording: Path, tmp_path: Path) -> None:
    expected = call("replay", recording, "--json").stdout
    for round_ in range(10):
        assert replay_with_kills(recording, tmp_path / str(round_), kills=5, seed=round_) == expected


def test_an_empty_recording_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert "is no recording" in refusal(call("replay", folder))
    (folder / "recording.json").write_text('{"format": 1, "frames": []}')
    assert "lists no frames" in refusal(call("replay", folder))
    assert "lists no frames" in refusal(call("run", "--simulate", folder, "--state", tmp_path / "state"))
    assert "There is no recording" in refusal(call("replay", tmp_path / "nowhere"))


def test_a_spoilt_word_in_a_recording_is_refused_with_its_line(tmp_path: Path) -> None:
    folder = make_recording(tmp_path / "spoilt")
    with (folder / "inputs.jsonl").open("a") as file:
        file.write('{"t": 9, "input": {"kind": "CardsDealt"}}\n')
    assert "inputs.jsonl line 35: CardsDealt is nothing a person can say" in refusal(call("replay", folder))


def test_a_log_with_a_broken_middle_is_refused_and_left_alone(recording: Path, tmp_path: Path) -> None:
    call("replay", recording, "--state", tmp_path)
    path = tmp_path / "match-0001.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    broken = b"".join([*lines[:5], b"oops\n", *lines[6:]])
    path.write_bytes(broken)
    for arguments in (
        ("replay", recording, "--state", tmp_path),
        ("replay", path),
        ("log", path),
        ("run", "--simulate", recording, "--state", tmp_path, "--port", 0),
    ):
        told = refusal(call(*arguments))
        assert f"{path} is damaged at line 6: it is no JSON" in told and "move the file away" in told
        assert path.read_bytes() == broken


def test_the_log_of_another_match_is_not_gone_on_with(recording: Path, tmp_path: Path) -> None:
    call("replay", recording, "--state", tmp_path)
    other = make_recording(tmp_path / "other", [])
    assert "is the log of another match (entered" in refusal(call("replay", other, "--state", tmp_path))


def test_a_log_decided_otherwise_today_is_said_to_be(recording: Path, tmp_path: Path) -> None:
    call("replay", recording, "--state", tmp_path)
    path = tmp_path / "match-0001.jsonl"
    changed = path.read_text().replace('"events":[{"kind":"CardsDealt"}]', '"events":[]', 1)
    path.write_text(changed)
    assert "damaged at line 3: its checksum does not fit" in refusal(call("replay", path))
    old = re.sub(r',"sum":"\w+"', "", changed.replace('"format":3', '"format":1'))
    path.write_text(old)
    assert "line 3: decided anew, this gives CardsDealt, not what the log holds" in refusal(call("replay", path))


# ---------------------------------------------------------------- log


def test_log_tells_checks_and_sums_up(recording: Path, tmp_path: Path) -> None:
    call("replay", recording, "--state", tmp_path)
    told = call("log", tmp_path).stdout
    assert "Ann names hearts." in told
    assert "refused NameTrump: " in told
    checked = call("log", tmp_path / "match-0001.jsonl", "--check").stdout.splitlines()
    assert len(checked) == 1 and "is whole: 34 decisions. Score: " in checked[0]
    with (tmp_path / "match-0001.jsonl").open("a") as file:
        file.write('{"seq":35,"t":"')
    assert "torn last line (15 bytes) counts for nothing" in call("log", tmp_path, "--check").stdout
    assert "There is no match log" in refusal(call("log", tmp_path / "nowhere"))


def test_log_export_writes_the_notation_and_the_sheets(recording: Path, tmp_path: Path) -> None:
    call("replay", recording, "--state", tmp_path)
    log = tmp_path / "match-0001.jsonl"
    exported = call("log", "export", log)
    assert exported.returncode == 0 and call("log", "export", tmp_path, "--notation").stdout == exported.stdout
    hand = parse(exported.stdout)
    assert write(hand) == exported.stdout
    assert (hand.rules, hand.names, len(hand.tricks), hand.made) == ("iowa_standard", NAMES, 6, hand.delta[0] > 0)
    (row,) = csv.DictReader(io.StringIO(call("log", "export", log, "--csv", "hands").stdout))
    assert (row["maker"], row["bid"], row["trump"], float(row["points 1"])) == ("Ann", "3", "H", hand.delta[0])
    (tmp_path / "match-0002.jsonl").write_bytes(log.read_bytes())
    matches = list(csv.DictReader(io.StringIO(call("log", "export", tmp_path, "--csv", "matches").stdout)))
    assert [match["rules"] for match in matches] == ["iowa_standard"] * 2


def test_a_log_that_can_not_be_exported_says_why(recording: Path, tmp_path: Path) -> None:
    assert "There is no match log" in refusal(call("log", "export", tmp_path / "nowhere"))
    log = tmp_path / "match-0001.jsonl"
    log.write_text('{"format":1,"source":""}\n')
    assert "No hand is finished" in refusal(call("log", "export", log))
    assert "Choose one" in refusal(call("log", "export", log, "--notation", "--csv", "hands"))
    log.write_text("oops\n")
    assert "damaged at line 1" in refusal(call("log", "export", log, "--csv", "matches"))


# ---------------------------------------------------------------- run


def test_run_refuses_a_taken_port_a_locked_folder_and_a_faulty_config(recording: Path, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = refusal(call("run", "--simulate", recording, "--port", port, "--state", tmp_path / "state"))
        assert f"port {port} (address already in use)" in told and "--port N" in told
    (tmp_path / "file").touch()
    told = refusal(call("run", "--simulate", recording, "--port", 0, "--state", tmp_path / "file" / "state"))
    assert "can't be written" in told and "--state DIR" in told
    config = tmp_path / "table.toml"
    config.write_text("[web]\nprot = 1\n")
    assert 'no setting "web.prot". Did you mean port?' in refusal(call("run", "--config", config))


def test_run_serves_the_board_refuses_a_second_service_and_ends_on_a_signal(recording: Path, tmp_path: Path) -> None:
    arguments = command("run", "--simulate", recording, "--port", 0, "--state", tmp_path, "--speed", 50)
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=surroundings()
    ) as service:
        assert service.stdout is not None and service.stderr is not None
        said = service.stdout.readline()
        address = re.search(r"http://\S+", said)
        assert address, said
        second = call("run", "--simulate", recording, "--port", 0, "--state", tmp_path)
        assert f"Another service (process {service.pid}) is using the state folder" in refusal(second)
        with httpx.stream("GET", f"{address[0]}/api/events", timeout=PATIENCE_S) as response:
            for line in response.iter_lines():
                board = json.loads(line.removeprefix("data: ")) if line.startswith("data: {") else {}
                if board.get("last_hand"):
                    break
        assert [side["score"] for side in board["sides"]] == board["last_hand"]["score"]
        assert board["surroundings"]["source"] == "Simulation: A hand entered by people"
        service.send_signal(signal.SIGTERM)
        assert service.wait(timeout=PATIENCE_S) == 0
        assert service.stderr.read().split() == ["service.ready", "service.stopping"]  # for the journal


def test_a_fault_of_the_program_itself_is_no_traceback_either(recording: Path, tmp_path: Path) -> None:
    broken = tmp_path / "sitecustomize.py"
    broken.write_text("import table_controller.words.phrases as words\nwords.points = None\n")
    told = refusal(call("replay", recording, PYTHONPATH=str(tmp_path)))
    assert "A fault of the program (TypeError" in told and "PEPPER_TABLE_TRACE=1" in told


def test_a_damaged_log_is_repaired_by_a_persons_word_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.jsonl"
    with EventLog(path) as log:
        for _ in range(3):
            log.append(DealDone(), (), t="now")
    whole = path.read_bytes()
    path.write_bytes(whole[:-60] + bytes(60))
    refused = call("log", path)
    assert refused.returncode == 1 and f"pepper-table log repair {path}" in refused.stderr
    told = call("log", "repair", path)
    assert "goes on with its first 2 decisions" in told.stdout
    assert (tmp_path / "match-0001.damaged-1").read_bytes() == whole[:-60] + bytes(60)
    assert "2 decisions" in call("log", path, "--check").stdout
    assert "nothing to repair" in call("log", "repair", path).stderr


def test_it_says_which_version_it_is_and_offers_completion() -> None:
    told = call("--version")
    assert (told.returncode, told.stdout) == (0, f"pepper-table {version('pepper-table')}\n")
    assert "--install-completion" in call("--help").stdout
