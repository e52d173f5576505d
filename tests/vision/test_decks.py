from __future__ import annotations

import pytest

from engine.cards import Rank
from vision.decks import DECKS, Letters, deck_letters
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


def seen(letters: Letters, *names: str) -> str:
    for name in names:
        letters.saw(name[:-1], name[-1])
    return letters.language


def test_a_german_deck_is_known_by_its_letters() -> None:
    letters = Letters.of("auto")
    assert seen(letters, "BC", "AC", "DC", "BH") == "english"  # two B, but only one D: it may be a misreading
    assert seen(letters, "DS") == "german"
    assert letters.meaning["D"] is Rank.QUEEN


def test_dutch_and_french_letters_are_told_apart() -> None:
    assert seen(Letters.of("auto"), "VC", "VD", "BC", "BD") == "dutch"
    assert seen(Letters.of("auto"), "VC", "VD", "RC", "RD") == "french"
    assert seen(Letters.of("auto"), "DC", "DD", "RC", "RD") == "english"  # French or Italian: there is doubt


def test_letters_of_two_languages_leave_it_at_english() -> None:
    assert seen(Letters.of("auto"), "BC", "BD", "DC", "DD", "JC", "JS") == "english"


def test_a_language_that_was_given_stays() -> None:
    assert seen(Letters.of("french"), "BC", "BD", "DC", "DD") == "french"
