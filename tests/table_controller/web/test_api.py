"""The API as it describes itself: schemathesis sends it what its description allows and much that it does not.

With a seat's token and the referee's session, on a running table: no answer may be a fault of the service, none may
differ from the description, and the match must be whole afterwards.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from engine.play.state import replay
from table_controller.match.eventlog import read_log
from table_controller.match.recording_folder import RecordedTable
from table_controller.match.recordings_kept import RecordingsKept
from table_controller.watching.eyes import Eyes
from table_controller.web import desk
from table_controller.web.api import acts
from table_controller.web.calibration import Calibration
from table_controller.web.guards import SESSION_COOKIE
from table_controller.web.newest_picture import NewestPicture
from tests import PATIENCE_S
from tests.table_controller.a_table import ATable, a_table
from tests.vision.a_view import view
from vision.mat.mats import A3_FOUR
from vision.mat.taps import TAPS
from vision.reading.reader import Reader

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of libraries that only the tests use
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 8
NEVER_ENDS = "/api/v1/events"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ATable]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk, "MOST_ACTS", 1_000_000)
        patch.setattr(acts, "ANSWER_S", 1.0)
        folder = tmp_path_factory.mktemp("state")
        with a_table(folder) as running:
            running.desk.calibration = Calibration(a_glance(), Eyes(Reader.load(), live=True), folder / TAPS)
            running.desk.shelf = RecordingsKept(folder, RecordedTable(A3_FOUR))
            yield running
            running.desk.shelf.stop()


def a_glance() -> NewestPicture:
    """A table with its mat, seen just now for ever."""
    glance = NewestPicture(lambda: 0.0)
    glance.see(view(A3_FOUR))
    return glance


@pytest.fixture(scope="module")
def schema(table: ATable) -> Any:
    return schemathesis.openapi.from_url(f"{table.server.address}/api/v1/openapi.json")


def described(table: ATable) -> Any:
    return httpx.get(f"{table.server.address}/api/v1/openapi.json").json()


def test_the_description_has_a_version_and_names_every_address(table: ATable) -> None:
    told = described(table)
    assert told["info"]["version"] == "1.0"
    assert {path for path in told["paths"] if not path.startswith("/api/v1/")} == {"/healthz"}
    assert {"/api/v1/act", "/api/v1/state", NEVER_ENDS, "/api/v1/referee/correct"} <= set(told["paths"])
    for path, methods in told["paths"].items():
        for method, deed in methods.items():
            assert deed.get("description") and deed.get("tags"), (method, path)


OPERATIONS = [
    ("GET", "/api/v1/state"),
    ("POST", "/api/v1/act"),
    ("POST", "/api/v1/call"),
    ("GET", "/api/v1/asked/{mark}/picture.png"),
    ("POST", "/api/v1/asked/{mark}/owner"),
    ("GET", "/api/v1/seats/{seat}/code.svg"),
    ("GET", "/api/v1/referee/session"),
    ("POST", "/api/v1/referee/session"),
    ("POST", "/api/v1/referee/pin"),
    ("GET", "/api/v1/referee/overview"),
    ("GET", "/api/v1/referee/picture.jpg"),
    ("GET", "/api/v1/start"),
    ("POST", "/api/v1/start/rules"),
    ("POST", "/api/v1/start"),
    ("POST", "/api/v1/referee/act"),
    ("POST", "/api/v1/referee/preview"),
    ("POST", "/api/v1/referee/correct"),
    ("POST", "/api/v1/referee/rules"),
    ("POST", "/api/v1/referee/match"),
    ("POST", "/api/v1/referee/preferences"),
    ("POST", "/api/v1/referee/trouble"),
    ("GET", "/api/v1/referee/calibration"),
    ("GET", "/api/v1/referee/calibration/{number}.jpg"),
    ("POST", "/api/v1/referee/calibration/grid"),
    ("POST", "/api/v1/referee/calibration/taps"),
    ("DELETE", "/api/v1/referee/calibration/taps"),
    ("POST", "/api/v1/referee/calibration/scale"),
    ("GET", "/api/v1/referee/recordings"),
    ("POST", "/api/v1/referee/recordings"),
    ("POST", "/api/v1/referee/recordings/stop"),
    ("GET", "/api/v1/referee/recordings/{name}"),
    ("DELETE", "/api/v1/referee/recordings/{name}"),
    ("GET", "/api/v1/referee/recordings/{name}/{number}.jpg"),
    ("DELETE", "/api/v1/referee/calls"),
    ("DELETE", "/api/v1/referee/session"),
    ("GET", "/api/v1/matches"),
    ("GET", "/api/v1/statistics"),
    ("GET", "/api/v1/matches.csv"),
    ("GET", "/api/v1/matches/{match}"),
    ("GET", "/api/v1/matches/{match}/hands/{number}"),
    ("GET", "/api/v1/matches/{match}/hands.csv"),
    ("GET", "/api/v1/matches/{match}/notation.txt"),
    ("GET", "/healthz"),
]


def test_every_address_is_tried_but_the_one_that_never_ends(table: ATable) -> None:
    there = {(method.upper(), path) for path, deeds in described(table)["paths"].items() for method in deeds}
    assert there == {*OPERATIONS, ("GET", NEVER_ENDS)}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_request_breaks_it_and_every_answer_is_as_described(
    table: ATable, schema: Any, method: str, path: str
) -> None:
    operation = schema[path][method]
    session = table.referee().cookies[SESSION_COOKIE]
    sent = {"Origin": table.server.address, "Authorization": f"Bearer {table.token(0)}"}
    if method != "GET":
        sent["Content-Type"] = "application/json"

    @given(case=operation.as_strategy())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    def send(case: Any) -> None:
        case.call_and_validate(checks=CHECKS, headers=sent, cookies={SESSION_COOKIE: session}, timeout=PATIENCE_S)

    send()


def test_after_all_that_the_match_is_whole_and_goes_on(table: ATable) -> None:
    for path in sorted(table.folder.glob("match-*.jsonl")):
        entries = read_log(path).entries
        assert replay(event for entry in entries for event in entry.events).rules is not None
    assert httpx.get(f"{table.server.address}/healthz").json()["ready"]
