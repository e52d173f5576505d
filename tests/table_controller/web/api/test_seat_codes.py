"""The codes by which phones take their seats: on the wall until the first call, then for who holds the table."""

from __future__ import annotations

from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest

from engine.inputs import MakeCall
from table_controller.web.api.seat_codes import own_address, phones_host
from tests.table_controller.a_table import a_table


def test_a_code_holds_the_seats_address_and_is_the_tables_after_the_first_call(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        code = httpx.get(f"{table.server.address}/api/v1/seats/2/code.svg")
        assert code.status_code == 200
        assert code.headers["content-type"] == "image/svg+xml"
        assert code.headers["cache-control"] == "no-store"
        assert table.token(2) not in code.text
        assert httpx.get(f"{table.server.address}/api/v1/seats/5/code.svg").status_code == 404
        assert httpx.get(f"{table.server.address}/api/v1/seats/9/code.svg").status_code == 422
        assert table.act(2, MakeCall(2, "pass")).status_code == 200
        asked = f"{table.server.address}/api/v1/seats/2/code.svg"
        assert httpx.get(asked).status_code == 404
        assert httpx.get(asked, headers={"Authorization": f"Bearer {table.token(1)}"}).status_code == 404
        assert httpx.get(asked, headers={"Authorization": f"Bearer {table.token(0)}"}).text == code.text
        with table.referee() as referee:
            assert httpx.get(asked, cookies=dict(referee.cookies)).text == code.text


def test_no_code_leads_where_nobody_listens(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        table.desk.listens_on = "127.0.0.1"
        assert httpx.get(f"{table.server.address}/api/v1/seats/2/code.svg").status_code == 404


def test_a_phone_reads_what_the_code_says(tmp_path: Path) -> None:
    import segno

    address = "http://192.168.1.20:8000/seat/2#abcdefghijklmnopqrstuv"
    matrix = np.array([list(row) for row in segno.make(address, error="m").matrix_iter(scale=8, border=4)])
    image = np.where(matrix > 0, 0, 255).astype(np.uint8)
    assert cv2.QRCodeDetector().detectAndDecode(image)[0] == address


@pytest.mark.parametrize(
    ("reached_by", "phones"),
    [
        ("192.168.1.20:8000", "192.168.1.20:8000"),
        ("pepper.local", "pepper.local"),
        ("127.0.0.1:8000", f"{own_address()}:8000"),
        ("localhost", own_address()),
        ("[::1]:80", f"{own_address()}:80"),
    ],
)
def test_a_phone_is_sent_to_an_address_that_it_can_reach(reached_by: str, phones: str) -> None:
    assert phones_host(reached_by) == phones
