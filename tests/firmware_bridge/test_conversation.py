from __future__ import annotations

import itertools

from firmware_bridge.conversation import Conversation, LinkPhase, Press, Taken
from firmware_bridge.messages import (
    AskHello,
    AskState,
    BoxState,
    Button,
    Hello,
    Lamp,
    LampsShown,
    Message,
    Ping,
    PressKind,
    PressMade,
    ShowLamps,
    TakePress,
)
from firmware_bridge.protocol import Decoder, encode

HELLO = Hello(1, 1, 0, 77, 6, 7, 5)


def said(talk: Conversation, now: float) -> list[Message]:
    return Decoder().feed(talk.send(now))


def met(taken: Taken | None = None) -> Conversation:
    """A talk whose lamps are confirmed and whose answers are said."""
    talk = Conversation(0.0, taken)
    talk.receive(encode(HELLO), 0.0)
    lamps = next(m for m in said(talk, 0.0) if isinstance(m, ShowLamps))
    talk.receive(encode(LampsShown(lamps.revision)), 0.0)
    return talk


def pressed(number: int, *, epoch: int = 5, age_ms: int = 3) -> bytes:
    return encode(PressMade(epoch, number, 2, Button.OK, PressKind.TAP, age_ms))


ONE = (Press(2, Button.OK, PressKind.TAP),)


def test_it_asks_who_is_there_until_somebody_answers() -> None:
    talk = Conversation(0.0)
    asked = [now / 100 for now in range(0, 100) if said(talk, now / 100) == [AskHello()]]
    assert asked == [0.0, 0.25, 0.5, 0.75]
    talk.receive(encode(HELLO), 1.0)
    assert talk.phase is LinkPhase.READY
    assert not [m for m in said(talk, 1.25) if isinstance(m, AskHello)]


def test_what_a_box_says_before_its_hello_is_not_believed() -> None:
    talk = Conversation(0.0)
    assert talk.receive(pressed(1), 0.0) == ()
    assert TakePress(5, 1) not in said(talk, 0.0)
    assert talk.receive(encode(HELLO) + pressed(1), 0.1) == ONE


def test_after_hello_the_lamps_are_said_until_confirmed() -> None:
    talk = Conversation(0.0)
    talk.show({0: Lamp.WAITING, 2: Lamp.YOUR_TURN})
    talk.receive(encode(HELLO), 0.0)
    first = said(talk, 0.0)
    assert AskState() in first
    lamps = [m for m in first if isinstance(m, ShowLamps)]
    assert lamps[0].lamps == (Lamp.WAITING, Lamp.OFF, Lamp.YOUR_TURN, Lamp.OFF, Lamp.OFF, Lamp.OFF, Lamp.OFF)
    assert said(talk, 0.05) == []
    assert said(talk, 0.1) == lamps
    talk.receive(encode(LampsShown(lamps[0].revision)), 0.11)
    assert talk.lamps_confirmed
    assert said(talk, 0.3) == []


def test_showing_the_same_again_says_nothing_and_a_change_is_said_at_once() -> None:
    talk = met()
    talk.show({})
    assert said(talk, 0.01) == []
    talk.show({1: Lamp.DEALER})
    assert [type(m) for m in said(talk, 0.02)] == [ShowLamps]


def test_a_box_that_shows_other_lamps_is_told_again() -> None:
    talk = met()
    talk.receive(encode(BoxState(5, 0, 0, 0, 0)), 0.2)
    assert [type(m) for m in said(talk, 0.2)] == [ShowLamps]


def test_a_hello_out_of_the_blue_is_a_reset_and_the_lamps_are_said_again() -> None:
    talk = met()
    talk.receive(encode(HELLO), 0.2)
    assert ShowLamps in [type(m) for m in said(talk, 0.2)]


def test_a_state_of_another_epoch_tells_of_a_hello_that_was_lost() -> None:
    talk = met()
    talk.receive(encode(BoxState(5, 0, 1, 0, 0)), 0.2)
    assert AskHello() not in said(talk, 0.2)
    talk.receive(encode(BoxState(6, 0, 1, 0, 0)), 0.3)
    assert AskHello() in said(talk, 0.3)


def test_a_press_is_played_once_and_taken_as_often_as_it_is_said() -> None:
    talk = met()
    assert talk.receive(pressed(1), 0.0) == ONE
    assert TakePress(5, 1) in said(talk, 0.0)
    assert talk.receive(pressed(1), 0.1) == ()
    assert TakePress(5, 1) in said(talk, 0.1)
    assert talk.receive(pressed(2) + pressed(2), 0.2) == ONE


def test_numbers_go_round_and_a_new_epoch_begins_again() -> None:
    talk = met()
    assert talk.receive(pressed(65535), 0.0) == ONE
    assert talk.receive(pressed(0), 0.0) == ONE
    assert talk.receive(pressed(65535), 0.0) == ()
    assert talk.receive(pressed(1, epoch=6), 0.0) == ONE


def test_what_was_taken_is_remembered_over_a_pulled_cable() -> None:
    taken = Taken()
    assert met(taken).receive(pressed(9), 0.0) == ONE
    assert met(taken).receive(pressed(9), 0.0) == ()


def test_a_press_from_before_the_referee_came_is_taken_and_not_played() -> None:
    talk = met()
    assert talk.receive(pressed(1, age_ms=3001), 0.0) == ()
    assert talk.stale == 1
    assert TakePress(5, 1) in said(talk, 0.0)


def test_a_firmware_of_another_protocol_is_refused_and_asked_again_until_it_is_flashed() -> None:
    talk = Conversation(0.0)
    assert talk.receive(encode(Hello(9, 4, 2)) + pressed(1), 0.0) == ()
    assert talk.phase is LinkPhase.REFUSED
    assert {type(m) for now in (0.0, 0.5, 1.0) for m in said(talk, now)} == {AskHello}
    talk.receive(encode(HELLO), 2.0)
    assert talk.phase is LinkPhase.READY


def test_a_silent_box_is_noticed_within_three_seconds_and_welcomed_back() -> None:
    talk = met()
    talk.receive(b"", 2.0)
    assert talk.phase is LinkPhase.READY
    talk.receive(b"", 2.1)
    assert talk.phase is LinkPhase.SILENT
    assert AskHello() in said(talk, 2.1)
    talk.receive(encode(HELLO), 2.5)
    assert talk.phase is LinkPhase.READY


def test_the_box_hears_from_us_twice_a_second() -> None:
    talk = met()
    pings = [now / 10 for now in range(1, 31) if any(isinstance(m, Ping) for m in said(talk, now / 10))]
    assert all(b - a <= 0.5 + 1e-9 for a, b in itertools.pairwise(pings))
    assert len(pings) >= 5


def test_a_message_only_a_host_says_is_passed_over() -> None:
    talk = met()
    assert talk.receive(encode(Ping(1)) + encode(ShowLamps(9, (Lamp.OFF,) * 7)), 0.1) == ()
    assert talk.lamps_confirmed
