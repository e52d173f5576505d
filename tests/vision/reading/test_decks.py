from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.cards import Rank
from vision.reading.decks import DECKS, RECENT, Letters, deck_letters
from vision.reading.networks import GLYPHS


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


def seen(letters: Letters, *names: str) -> Mapping[str, Rank]:
    for name in names:
        letters.saw(name[:-1], name[-1])
    return letters.meaning


def test_german_letters_have_their_meaning_once_they_are_seen_on_two_suits() -> None:
    letters = Letters.of("auto")
    assert "B" not in seen(letters, "BC", "AC", "BC"), "two looks at one card may be one misreading"
    assert seen(letters, "BH")["B"] is Rank.JACK
    assert "D" not in letters.meaning and letters.meaning["A"] is Rank.ACE
    assert seen(letters, "DS")["D"] is Rank.QUEEN
    assert letters.meaning["J"] is Rank.JACK, "another deck's pictures may follow"


@pytest.mark.parametrize(
    ("names", "letter", "rank"),
    [
        (("BC", "DC"), "D", Rank.QUEEN), (("BC", "VH"), "V", Rank.QUEEN), (("VC", "RC"), "V", Rank.JACK),
        (("VH", "HS"), "H", Rank.KING), (("FD", "RH"), "F", Rank.JACK),
    ],
)  # fmt: skip
def test_two_letters_that_only_one_language_has_tell_it_at_once(
    names: tuple[str, ...], letter: str, rank: Rank
) -> None:
    assert seen(Letters.of("auto"), *names)[letter] is rank
    assert letter not in seen(Letters.of("auto"), *names, "JS"), "an English jack lies there too"


def test_two_letters_that_two_languages_have_tell_nothing_yet() -> None:
    assert "R" not in seen(Letters.of("auto"), "DC", "RC")


def test_a_v_means_nothing_until_other_letters_tell_whose_it_is() -> None:
    assert "V" not in seen(Letters.of("auto"), "VC", "VD")
    assert seen(Letters.of("auto"), "VC", "VD", "BC", "BD")["V"] is Rank.QUEEN
    assert seen(Letters.of("auto"), "VC", "VD", "RC", "RD")["V"] is Rank.JACK
    assert "V" not in seen(Letters.of("auto"), "VC", "VD", "RC", "RD", "BC", "BD"), "two foreign decks at once"


def test_letters_of_a_deck_that_is_gone_are_forgotten() -> None:
    letters = Letters.of("auto")
    assert "B" in seen(letters, "BC", "BD")
    assert "B" not in seen(letters, *["7C"] * RECENT)


def test_a_language_that_was_given_stays() -> None:
    assert seen(Letters.of("french"), "BC", "BD", "DC", "DD") == deck_letters("french")
