"""Lines for the journal, each with an id that can be searched for."""

from __future__ import annotations

from hardware.facts import Grade
from hardware.machine.checks import camera
from table_controller.service.journal import ERROR, INFO, WARNING, Event, Journal
from tests.saying import condition, plain


def test_a_line_begins_with_its_id_and_under_systemd_with_its_weight() -> None:
    lines: list[str] = []
    Journal(lines.append, {}).tell(Event.READY, "the page\nis served")
    Journal(lines.append, {"JOURNAL_STREAM": "8:1"}).tell(Event.POWER_OFF, "held", WARNING)
    assert lines == ["service.ready the page is served", "<4>power.off held"]


def test_a_part_is_told_of_when_its_state_changes_and_not_again() -> None:
    lines: list[str] = []
    journal = Journal(lines.append, {"JOURNAL_STREAM": "8:1"})
    disk = condition("Disk", Grade.OK, "Enough.")
    journal.follow((camera("seeing", plain("It gives pictures.")), disk))
    assert lines == [], "what is well from the start is not worth a line"
    lost = camera("lost", plain("The cable is out."))
    for findings in ((lost, disk), (lost, disk), (camera("seeing", plain("It gives pictures.")), disk)):
        journal.follow(findings)
    assert lines == [f"<{ERROR}>camera.lost The cable is out.", f"<{INFO}>camera.seeing It gives pictures."]


def test_a_part_that_is_not_well_from_the_start_is_told_of() -> None:
    lines: list[str] = []
    journal = Journal(lines.append, {})
    journal.follow((condition("Seat box", Grade.WARNING, "None is plugged in.", state="absent"),))
    assert lines == ["seat-box.absent None is plugged in."]


def test_no_two_events_share_an_id() -> None:
    assert len({event.value for event in Event}) == len(Event)
