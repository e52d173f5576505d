"""What the first edition wrote is read for ever: its logs as they stand, its recordings in today's words."""

from __future__ import annotations

import json
from pathlib import Path

from engine import events as e
from engine import inputs as i
from engine.cards import Card, Denomination, Unseen
from engine.layout import Laid, Layout
from engine.places import OUTSIDE, play_zone
from engine.play.decide import decide
from engine.play.state import State, replay
from engine.wire import to_json
from table_controller.match.eventlog import EventLog, read_log
from table_controller.match.first_edition import in_todays_words, mark_of
from table_controller.match.playback import load_recording
from tests.table_controller.mini import call, make_recording

AH, KH = Card.parse("AH"), Card.parse("KH")
WORDS: tuple[i.Input, ...] = (
    i.NewMatch("iowa_standard", ("Ann", "Ben", "Cy", "Dee"), 4),
    i.DealDone(), i.MakeCall(1, "3"), i.MakeCall(2, "pass"), i.MakeCall(3, "pass"), i.MakeCall(4, "pass"),
    i.NameTrump(1, Denomination.HEARTS), i.ChoosePartner(1, "with"), i.AnswerDrop(2, "play"),
)  # fmt: skip


def seen(*laid: Laid) -> i.TableSeen:
    return i.TableSeen(Layout(laid, (1, 1, 1, 1)))


UNREAD = Laid(Unseen.UNREADABLE, 0.4, play_zone(1), 7, ((AH, 0.4), (KH, 0.3)))
READ = Laid(AH, 0.97, play_zone(1), 7)
LOOKS = (seen(), seen(UNREAD), seen(UNREAD), seen(READ), seen(READ, Laid(KH, 0.99, play_zone(2), 9)))


def test_layouts_become_the_cards_that_were_new_in_them() -> None:
    assert in_todays_words((i.MakeCall(1, "3"), *LOOKS, seen(Laid(KH, 1.0, OUTSIDE, 11)))) == (
        i.MakeCall(1, "3"),
        i.SeeCard(1, None, 0.0, 7, (AH, KH)),
        i.ReadMark(7, AH, 0.97),
        i.SeeCard(2, KH, 0.99, 9),
    )


def test_marks_go_on_after_the_greatest_one() -> None:
    assert [mark_of(word) for word in (LOOKS[-1], seen(), i.SeeCard(1, AH, 0.9, 12), i.DealDone())] == [9, 0, 12, 0]


def test_a_log_with_layouts_replays_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "match-0001.jsonl"
    state = State()
    with EventLog(path) as log:
        for word in WORDS:
            events = decide(state, word)
            state = replay(events, state)
            log.append(word, events, t="a time")
        log.append(LOOKS[-1], (e.CardPlayed(1, AH, 1, 0.97, 7), e.CardPlayed(2, KH, 1, 0.99, 9)), t="a time")  # type: ignore[arg-type]
    assert read_log(path).entries[-1].input == LOOKS[-1]
    told = call("replay", path)
    assert told.returncode == 0, told.stderr
    assert "Ben plays the king of hearts to trick 1." in told.stdout


def test_a_recording_that_begins_in_the_middle_of_a_hand_is_told_in_todays_words(tmp_path: Path) -> None:
    folder = make_recording(tmp_path / "old", WORDS)
    rows = [json.dumps({"t": 0.0, "input": to_json(word)}) for word in (*WORDS, *LOOKS)]
    (folder / "inputs.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
    said = [word.input for word in load_recording(folder).said]
    assert said[-3:] == [i.SeeCard(1, None, 0.0, 7, (AH, KH)), i.ReadMark(7, AH, 0.97), i.SeeCard(2, KH, 0.99, 9)]
