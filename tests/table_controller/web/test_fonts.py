from __future__ import annotations

import io

import pytest
from fontTools.ttLib import TTFont

from table_controller.web.fonts import FONTS, SIGNS, small_font


@pytest.mark.parametrize("name", sorted(FONTS))
def test_a_page_font_is_small_and_has_every_letter_of_the_three_languages(name: str) -> None:
    font = small_font(name)
    assert font is not None and len(font) < 70_000
    letters = TTFont(io.BytesIO(font)).getBestCmap()
    assert {ord(c) for c in "AzÉéèçœïëüß0123456789½−–“”’·…"} <= set(letters)
    assert set(letters) <= set(SIGNS)


def test_an_unknown_font_is_no_font() -> None:
    assert small_font("../web.py") is None
