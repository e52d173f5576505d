from __future__ import annotations

import pytest

from firmware_bridge.link import Press
from firmware_bridge.messages import Button, PressKind
from tests.bench import bridge, simulated_box
from tests.bench.bridge import wrongly

UP, OK = (Press(1, button, PressKind.TAP) for button in (Button.UP, Button.OK))


@pytest.mark.parametrize(
    "got, wrong",
    [([UP, OK], 0), ([UP], 1), ([UP, OK, OK], 1), ([OK, UP], 2), ([], 2)],
    ids=["all", "lost", "doubled", "out of turn", "none"],
)
def test_presses_lost_doubled_and_out_of_turn_are_counted(got: list[Press], wrong: int) -> None:
    assert wrongly([UP, OK], got) == wrong


def test_without_the_avr_tools_the_box_is_left_out_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bridge, "FRAMES", 1000)
    monkeypatch.setattr(bridge, "FRAMES_A_ROUND", 1000)
    monkeypatch.setenv("PATH", "/nowhere")
    simulated_box.built.cache_clear()
    told = {key: value for key, value, _, _ in bridge.figures()}
    simulated_box.built.cache_clear()
    assert told == {"bridge.frames": 1000, "bridge.wrong": 0}
    assert "apt-get install gcc-avr" in capsys.readouterr().err
