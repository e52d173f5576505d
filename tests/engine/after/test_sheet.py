from __future__ import annotations

import csv
import io

from engine.after.sheet import hands_csv, matches_csv
from tests.engine.conftest import Table


def test_a_line_for_every_hand() -> None:
    table = Table().contracted("3", "S")
    table.play("AH QH TH TC  KH JH 9H 9C  AS TS JS JC  AC TD 9D 9S  AD KC JD KS  QS KD QC QD")
    table.auction("pass", "pass", "pass", "pass")
    rows = list(csv.DictReader(io.StringIO(hands_csv(table.state))))
    assert [row["bid"] for row in rows] == ["3", "thrown in"]
    assert (rows[0]["maker"], rows[0]["trump"], rows[0]["made"]) == ("Ann", "S", "yes")
    assert [rows[0][f"tricks {seat}"] for seat in (1, 2, 3, 4)] == ["4", "1", "1", "0"]
    assert (rows[1]["points 1"], rows[1]["total 1"], rows[1]["total 2"]) == ("0", "3", "1")


def test_a_line_for_every_match() -> None:
    table = Table()
    rows = list(csv.DictReader(io.StringIO(matches_csv([table.state]))))
    assert rows[0]["players"] == "Ann / Ben / Cid / Dot"
    assert rows[0]["winner"] == ""
