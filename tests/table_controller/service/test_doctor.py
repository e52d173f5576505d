"""`pepper-table doctor`: the real command, with a camera and a state folder of the test's."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

from engine.cards import Card
from engine.inputs import MakeCall, NewMatch, ReadCard
from firmware_bridge.messages import Button
from hardware.facts import Condition, Grade, fact
from hardware.machine import checks
from table_controller.board.around import TableAround
from table_controller.board.board import EMPTY
from table_controller.commands.doctor import line_of
from table_controller.match.eventlog import EventLog
from table_controller.match.referee import Referee, Wish
from table_controller.service.bundle import pack
from table_controller.service.doctor import ask_service, examine_box, mat
from table_controller.service.parts import PretendSeatBox
from table_controller.watching.facts import TableCode
from table_controller.watching.moments import Moment
from table_controller.web.api.app import WebServer, listen
from table_controller.web.bulletin import Bulletin
from table_controller.web.desk import Desk
from table_controller.web.preferences import Preferences, keep
from table_controller.web.tokens import keep_secret, table_secret, tokens_for
from table_controller.words.facts import said, sentence, words_of
from table_controller.words.tongues import tongue
from tests.saying import condition
from tests.table_controller.a_camera import FakeCamera
from tests.table_controller.a_hand import NAMES
from tests.table_controller.a_pi import FakePi
from tests.table_controller.a_service import Service
from tests.table_controller.mini import call
from vision.mat.judging import MatCode, Remark

CONFIG = 'camera = "pi"\n[lamps]\nkind = "none"\n[box]\nkind = "none"\n[web]\nport = 0\n'


def test_a_line_a_check_says_how_it_is_and_what_to_do() -> None:
    found = [condition("Disk", Grade.OK, "900 MB free."), checks.pin_packages({})]
    assert [line_of(finding) for finding in found] == [
        "ok        Disk          900 MB free.",
        "warning   GPIO package  No GPIO package: lamps on the Pi's pins stay dark. Install python3-rpi-lgpio.",
    ]


def test_without_settings_the_machine_is_looked_at_and_nothing_is_missed(tmp_path: Path) -> None:
    told = call("doctor", "--state", tmp_path / "none yet", "--json")
    answer = json.loads(told.stdout)
    ids = {finding["id"]: finding["grade"] for finding in answer["findings"]}
    assert {"python.ok", "opencv.ok", "disk.ok", "power.ok", "camera.ok", "seat-box.ok", "lamps.ok"} <= set(ids)
    assert answer["fit"] == ("fault" not in ids.values())
    assert told.returncode == (0 if answer["fit"] else 1)


def test_a_camera_is_opened_and_its_light_focus_and_mat_judged(tmp_path: Path) -> None:
    camera = FakeCamera(tmp_path / "camera")
    camera.scene("dark", np.full((720, 1280, 3), 20, np.uint8))
    camera.show("dark")
    (tmp_path / "table.toml").write_text(CONFIG)
    told = call("doctor", "--config", tmp_path / "table.toml", "--state", tmp_path / "state", **camera.environment)
    lines = told.stdout.splitlines()
    assert "ok        Camera        Pi camera 0 gives pictures." in lines
    light = "The picture is too dark. Take the cap off the lens, or switch on a lamp over the table."
    assert f"FAULT     Light         {light}" in lines
    assert any(line.startswith("warning   Mat  ") for line in lines)
    assert told.returncode == 1


def test_a_running_service_is_asked_because_it_holds_the_parts(tmp_path: Path) -> None:
    camera = FakeCamera(tmp_path / "camera")
    config = tmp_path / "table.toml"
    config.write_text(CONFIG)
    service = Service("--config", config, "--state", tmp_path / "state", environment=camera.environment)
    try:
        port = service.address.rpartition(":")[2]
        config.write_text(CONFIG.replace("port = 0", f"port = {port}"))
        told = call("doctor", "--config", config, "--state", tmp_path / "state", "--json")
    finally:
        service.kill()
    found = {finding["id"]: finding for finding in json.loads(told.stdout)["findings"]}
    assert found["service.ok"]["words"].startswith(f"It runs on port {port}.")
    assert "port.ok" not in found and "port.fault" not in found


def test_faulty_settings_are_a_finding_and_the_other_checks_are_made(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('camera = "webcam"\n[lamps]\nkynd = "gpio"\n')
    told = call("doctor", "--config", tmp_path / "table.toml", "--state", tmp_path)
    assert told.returncode == 1
    assert "camera is 'webcam': give pi, pi:1, usb" in told.stdout
    assert 'there is no setting "lamps.kynd". Did you mean kind?' in told.stdout
    assert "ok        Python" in told.stdout


def test_the_bundle_holds_logs_and_settings_and_no_secret_no_picture_no_hidden_card(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    with EventLog(state / "match-0001.jsonl") as log:
        referee = Referee(log, lambda image, at: None, lambda state, number: None, lambda: "")
        referee.begin(NewMatch("iowa_standard", NAMES, 1))
        for word in (ReadCard(2, Card.parse("QH")), MakeCall(2, "pass")):
            referee.wishes.put(Wish(word))
        referee.tick(Moment(0.0))
        assert len(log.entries) == 3
    with EventLog(state / "match-0002.jsonl") as log:
        referee = Referee(log, lambda image, at: None, lambda state, number: None, lambda: "")
        referee.begin(NewMatch("iowa_standard", NAMES, 1))
    secrets = [table_secret(state), *tokens_for(state / "match-0001.jsonl", 4).secret.values()]
    secrets.append(keep_secret(state / "referee.setup"))
    (state / "kept.jpg").write_bytes(b"a picture")
    config = tmp_path / "table.toml"
    config.write_text(
        f'# the screen: http://pi:8000/table#{secrets[0]}\n# and {secrets[2]} {secrets[-1]}\ncamera = "none"\n'
    )
    pack(tmp_path / "out.zip", [condition("Disk", Grade.OK, "Enough.")], config, state)
    with zipfile.ZipFile(tmp_path / "out.zip") as bundle:
        parts = {name: bundle.read(name).decode() for name in bundle.namelist()}
    assert set(parts) == {
        "README.txt", "doctor.json", "machine.txt", "journal.txt", "table.toml",
        "logs/match-0001.jsonl", "logs/match-0002.jsonl",
    }  # fmt: skip
    whole = "".join(parts.values())
    assert not [secret for secret in secrets if secret in whole]
    assert "table#(struck out)" in parts["table.toml"]
    assert "QH" not in parts["logs/match-0001.jsonl"], "a hand that is not over stays hidden"
    assert parts["logs/match-0002.jsonl"] == (state / "match-0002.jsonl").read_text()
    assert json.loads(parts["doctor.json"])[0]["what"] == "Disk"


def test_the_command_packs_the_bundle(tmp_path: Path) -> None:
    told = call("doctor", "--state", tmp_path, "--bundle", tmp_path / "report.zip")
    assert f"Packed into {tmp_path / 'report.zip'}" in told.stdout
    assert zipfile.is_zipfile(tmp_path / "report.zip")
    refused = call("doctor", "--state", tmp_path, "--bundle", tmp_path / "no" / "report.zip")
    assert refused.returncode == 1
    assert "can't be read or written" in refused.stderr


def test_a_box_is_asked_for_its_counters_and_to_test_itself() -> None:
    found = {finding.what: finding for finding in examine_box(PretendSeatBox())}
    assert words_of(found["Seat box"]) == "Seat box ready on pretend wire, firmware 1.0."
    assert found["Box cable"].grade is Grade.OK and "0 damaged frames" in words_of(found["Box cable"])
    assert words_of(found["Box buttons"]) == "None hangs."
    stuck = PretendSeatBox()
    stuck.fake.hang(3, Button.OK)
    (buttons,) = [finding for finding in examine_box(stuck) if finding.what == "Box buttons"]
    assert buttons.grade is Grade.FAULT and "1 held down" in words_of(buttons)


def test_every_lamp_is_lit_in_turn_and_named(tmp_path: Path) -> None:
    pi = FakePi(tmp_path / "pi")
    lamps = '[lamps]\nkind = "gpio"\npins = [[17], [27, 22]]\ntable = [26]\n'
    (tmp_path / "table.toml").write_text('camera = "none"\n' + lamps)
    arguments = ("doctor", "--config", tmp_path / "table.toml", "--state", tmp_path, "--lamps")
    told = call(*arguments, **pi.environment)
    lines = told.stdout.splitlines()
    walked = ["the table lamp", "the lamp of seat 1", "the lamp of seat 2"]
    assert [line for line in lines if line in walked] == walked
    assert "ok        Lamps         The lamps' pins are ours." in lines
    assert pi.driven == {17, 27, 22, 26} and pi.high() == set()


@pytest.mark.parametrize(
    ("seen", "grade"),
    [
        (Remark(MatCode.IN_SIGHT), Grade.OK),
        (Remark(MatCode.MARKER_HIDDEN, {"markers": (2,)}), Grade.OK),
        (Remark(MatCode.TAPPED), Grade.OK),
        (Remark(MatCode.LOST), Grade.WARNING),
        (Remark(MatCode.TWO_MATS, stops=True), Grade.WARNING),
    ],
)
def test_the_mat_in_the_pages_words(seen: Remark, grade: Grade) -> None:
    far = Remark(MatCode.FAR, {"pixels": 0.9})
    told = mat((seen, far))
    assert (told.what, told.grade) == ("Mat", grade)
    assert sentence(told) == f"{said(seen)} {said(far)}"


def test_a_running_service_is_asked_in_the_language_of_the_report(tmp_path: Path) -> None:
    keep(Preferences(language="nl"), tmp_path)
    bulletin = Bulletin()
    wrong = (Condition("Taps", Grade.WARNING, fact(TableCode.TAPS_NONE)),)
    around = TableAround(fact(TableCode.TAPS_USED), True, (), wrong)
    server = WebServer(bulletin, listen("127.0.0.1", 0), Desk(folder=tmp_path))
    bulletin.hang(lambda to, letters: EMPTY.model_copy(update={"surroundings": around.shown(to)}))
    server.start()
    try:
        place = urlsplit(server.address)
        _, told = ask_service(str(place.hostname), place.port or 0) or ()
    finally:
        server.stop()
    assert sentence(told) == said(fact(TableCode.TAPS_NONE))
    assert bulletin.board.surroundings.missing == (said(fact(TableCode.TAPS_NONE), tongue("nl")),)
