from __future__ import annotations

import pytest

from engine.cards import Rank
from vision.decks import DECKS, deck_letters
from vision.models import GLYPHS


def test_a_dutch_v_is_a_queen_and_a_french_v_a_jack() -> None:
    assert deck_letters("dutch")["V"] is Rank.QUEEN
    assert deck_letters("French")["V"] is Rank.JACK
    assert "V" not in deck_letters("english")


@pytest.mark.parametrize("name", sorted(DECKS))
def test_every_deck_has_every_rank_and_only_letters_the_network_knows(name: str) -> None:
    assert set(DECKS[name].values()) == set(Rank) - {Rank.JOKER}
    assert set(DECKS[name]) <= set(GLYPHS)


def test_an_unknown_deck_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="german"):
        deck_letters("klingon")
