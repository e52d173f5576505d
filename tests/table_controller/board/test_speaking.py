"""Rulings said aloud: each finding once, in the table's language, only where it is wanted."""

from __future__ import annotations

import queue
import wave
from pathlib import Path

import pytest

from table_controller.board import speaking
from table_controller.board.speaking import Voice, is_installed, speak
from tests import PATIENCE_S
from tests.table_controller.boards import DISPUTED, PLAYING


class Ear:
    """Hears what is said; `hold` lets the speaker wait until it is let go."""

    def __init__(self) -> None:
        self.heard: queue.Queue[tuple[str, str]] = queue.Queue()
        self.hold: queue.Queue[None] = queue.Queue()

    def __call__(self, text: str, language: str) -> None:
        self.heard.put((text, language))
        self.hold.get(timeout=PATIENCE_S)


def finding(number: int):  # type: ignore[no-untyped-def]
    one = DISPUTED.findings[0].model_copy(update={"id": f"revoke-{number}", "title": f"Revoke {number}"})
    return DISPUTED.model_copy(update={"findings": (one,)})


def test_a_new_finding_is_said_once_and_what_stood_there_at_the_start_is_not() -> None:
    ear = Ear()
    voice = Voice(ear)
    for board in (finding(1), finding(1), finding(2), finding(2), PLAYING):
        voice.hear(board, "nl", aloud=True)
    text, language = ear.heard.get(timeout=PATIENCE_S)
    assert (text.split(".")[0], language) == ("Revoke 2", "nl")
    assert "House rule" in text
    ear.hold.put(None)
    assert ear.heard.empty()


def test_a_silent_table_stays_silent() -> None:
    ear = Ear()
    voice = Voice(ear)
    voice.hear(PLAYING, "en", aloud=False)
    voice.hear(finding(1), "en", aloud=False)
    voice.hear(finding(1), "en", aloud=True)
    assert ear.heard.empty()


def test_too_much_to_say_leaves_out_the_oldest_and_holds_nobody_up() -> None:
    ear = Ear()
    voice = Voice(ear)
    voice.hear(PLAYING, "en", aloud=True)
    voice.hear(finding(0), "en", aloud=True)
    assert ear.heard.get(timeout=PATIENCE_S)[0].startswith("Revoke 0")
    for number in range(1, 10):
        voice.hear(finding(number), "en", aloud=True)
    said = []
    for _ in range(speaking.MOST_WAITING):
        ear.hold.put(None)
        said.append(ear.heard.get(timeout=PATIENCE_S)[0].split(".")[0])
    assert said == ["Revoke 6", "Revoke 7", "Revoke 8", "Revoke 9"]
    ear.hold.put(None)


@pytest.mark.skipif(not is_installed(), reason="espeak-ng is not installed (apt-get install espeak-ng)")
@pytest.mark.parametrize("language", ["en", "nl", "fr"])
def test_the_real_voice_speaks_every_language(tmp_path: Path, language: str) -> None:
    speak("Verzaking. Renonce. Revoke. -w /tmp/x", language, tmp_path / "said.wav")
    with wave.open(str(tmp_path / "said.wav")) as sound:
        assert sound.getnframes() > sound.getframerate()  # more than a second


def test_without_the_program_nothing_is_said_and_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaking, "PROGRAM", "no-such-program")
    assert not is_installed()
    speak("Revoke", "en")
