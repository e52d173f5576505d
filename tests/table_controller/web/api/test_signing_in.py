"""The referee's door as addresses: what is answered when the disk, the PIN's file or a crowd is against it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests import PATIENCE_S
from tests.table_controller.a_table import PIN, ATable, a_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[ATable]:
    with a_table(tmp_path) as running:
        running.referee().close()
        yield running


def browser(table: ATable) -> httpx.Client:
    address = table.server.address
    return httpx.Client(base_url=f"{address}/api/v1/referee", headers={"Origin": address}, timeout=PATIENCE_S)


def sign_in(client: httpx.Client, pin: str = PIN) -> httpx.Response:
    return client.post("session", json={"pin": pin})


def test_a_browser_that_signed_in_once_is_heard_whatever_others_at_its_address_try(table: ATable) -> None:
    with browser(table) as mine, browser(table) as stranger:
        assert sign_in(mine).status_code == 200
        mine.cookies.delete("referee")
        while sign_in(stranger, "000000").status_code == 401:
            pass
        refused = sign_in(stranger)
        assert refused.status_code == 429 and int(refused.headers["retry-after"]) > 0
        assert sign_in(mine).status_code == 200
        assert mine.get("overview").status_code == 200


def test_a_spoilt_pin_is_said_to_be_one_and_what_to_do(table: ATable) -> None:
    (table.folder / "referee.pin").write_text("{")
    with browser(table) as mine:
        refused = sign_in(mine)
    assert refused.status_code == 503 and "delete the file referee.pin" in refused.json()["refused"]
    assert str(table.folder) not in refused.text


def test_files_that_may_not_be_written_let_the_right_pin_in(table: ATable) -> None:
    """A folder in the place of the file that is to be written: whoever the service runs as, the system says no."""
    for name in ("referee.sessions.half", "referee.tries.half"):
        (table.folder / name).mkdir()
    with browser(table) as stranger:
        while sign_in(stranger, "000000").status_code == 401:
            pass
        assert sign_in(stranger).status_code == 429, "waits are remembered without the disk"
    with another_place(table) as mine:
        assert sign_in(mine).status_code == 200 and mine.get("overview").status_code == 200
        refused = mine.delete("session", headers={"Content-Type": "application/json"})
        assert refused.status_code == 503 and "signed out here" in refused.json()["refused"]
        assert mine.get("overview").status_code == 401


def another_place(table: ATable) -> httpx.Client:
    """A browser at an address that has made no mistake yet."""
    address = table.server.address
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    return httpx.Client(
        base_url=f"{address}/api/v1/referee", headers={"Origin": address}, timeout=PATIENCE_S, transport=transport
    )


def test_a_pin_that_may_not_be_read_is_said_to_be_so(table: ATable) -> None:
    with browser(table) as mine:
        assert sign_in(mine).status_code == 200
        (table.folder / "referee.pin").unlink()
        (table.folder / "referee.pin").mkdir()
        assert mine.get("overview").status_code == 200, "who is signed in stays so"
        refused = sign_in(mine)
        assert refused.status_code == 503 and "(Is a directory)" in refused.json()["refused"]
        assert str(table.folder) not in refused.text
