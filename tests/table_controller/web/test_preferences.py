"""What the host chose for the pages: kept over a restart, checked, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from table_controller.web.pages import build_id
from table_controller.web.preferences import FILE, Preferences, keep, kept_in


def test_what_was_chosen_is_kept(tmp_path: Path) -> None:
    chosen = Preferences(language="nl", letters="fr", theme="light", suits="four", voice=True, paused=True)
    assert kept_in(tmp_path) == kept_in(None) == Preferences()
    keep(chosen, tmp_path)
    assert kept_in(tmp_path) == chosen
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("content", ["", "{", '{"language": "xx"}', '{"more": 1}', "[]"])
def test_a_file_that_makes_no_sense_means_the_defaults(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    assert kept_in(tmp_path) == Preferences()


@pytest.mark.parametrize("wrong", [{"language": "xx"}, {"theme": "pink"}, {"suits": "three"}, {"letters": "xx"}])
def test_nonsense_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        Preferences.model_validate(wrong)


def test_pages_reload_for_another_look_and_not_for_a_pause() -> None:
    plain = build_id({}, Preferences())
    assert build_id({}, Preferences(paused=True, voice=True)) == plain
    assert len({plain, build_id({}, Preferences(language="nl")), build_id({}, Preferences(theme="light"))}) == 3
