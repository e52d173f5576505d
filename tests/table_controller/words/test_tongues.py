"""Languages: every file has the same keys and fields, and every sentence of the engine is said in each."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from importlib import resources

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import inputs as i
from engine.after.solver import could_make, in_words
from engine.cards import Card
from engine.layout import Laid, Layout
from engine.places import play_zone
from engine.play.decide import NotNow, step
from engine.play.hand import Phase
from engine.play.state import INITIAL, State
from engine.rules.rulesets import option_names, preset, preset_names
from table_controller.match.trouble import keeping
from table_controller.web.pages import read_static
from table_controller.words import phrases
from table_controller.words.tongues import NoSuchLanguage, best_of, languages, tongue
from tests.bench.random_hands import play_hand
from tests.vision.a_view import view
from vision.mat.judging import remarks
from vision.mat.mats import A3_FOUR, MATS

OTHERS = [code for code in languages() if code != "en"]


def fields(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_the_same_words_with_the_same_fields(code: str) -> None:
    base, other = tongue("en").phrases, tongue(code).phrases
    assert set(other) == set(base)
    for group, words in base.items():
        assert set(other[group]) == set(words), group
        for key, text in words.items():
            assert fields(other[group][key]) == fields(text), (group, key)
            assert other[group][key].strip()


def test_every_preset_has_a_title_in_every_language() -> None:
    for code in languages():
        assert set(tongue(code).phrases["titles"]) == set(preset_names())


def test_the_pages_use_words_that_are_there_and_none_is_left_over() -> None:
    files = {name: content.decode() for name, content in read_static().items()}
    used: set[str] = set()
    for name, text in files.items():
        if name.endswith(".js"):
            used |= set(re.findall(r"\bW\.(\w+)", text)) | set(re.findall(r"\bword\(\"(\w+)\"", text))
            used |= {key for key in tongue("en").page if f'"{key}"' in text}
        if name.endswith(".html"):
            used |= set(re.findall(r"{{(\w+)}}", text))
    filled = {"lang", "build", "static", "modules", "look_theme", "look_suits", "words", "board"}
    filled |= {"suits_named", "languages", "decimal"}
    known = set(tongue("en").page)
    assert used - filled - known == set(), "a page uses a word that no language has"
    assert known - used == set(), "words that no page uses"


# ---------------------------------------------------------------- what the engine tells


def told_by(state: State) -> Iterator[str]:
    for result in state.results:
        yield from result.scored.why if result.scored else ()
        for finding in result.findings:
            yield from (finding.text, finding.ruling)
    if state.hand is not None:
        for finding in state.hand.findings:
            yield from (finding.text, finding.ruling)


def a_disorderly_hand(state: State, chance: random.Random) -> tuple[State, list[str]]:
    """A hand in which people also play out of turn, refuse suits, bid too little and claim what is not so."""
    refusals: list[str] = []
    everybody = state.rules.seats if state.rules else ()
    for _, _, after in play_hand(state, chance):
        state = after
        if chance.random() < 0.3 and state.phase is not Phase.OVER:
            for wild in wild_words(chance, everybody, state):
                try:
                    state_after = step(state, wild)[1]
                    refusals += list(told_by(state_after))
                except NotNow as refusal:
                    refusals.append(str(refusal))
    return state, refusals


def wild_words(chance: random.Random, seats: tuple[int, ...], state: State) -> list[i.Input]:
    assert state.rules is not None
    seat, other = chance.choice(seats), chance.choice(seats)
    card = chance.choice(state.rules.deck.pack)
    laid = Laid(card, 0.5 + chance.random() / 2, play_zone(seat), 1000 + chance.randrange(1000))
    return [
        i.PlayCard(seat, card),
        i.TableSeen(Layout((laid,))),
        i.MakeCall(seat, chance.choice(["1", "2", "3", "4", "pass"])),
        i.TakeBack(seat),
        i.ClaimTricks(seat, chance.randrange(7)),
        i.SuspectRevoke(seat, other, 1),
        i.CountHand(seat, chance.randrange(9)),
        i.AnswerClaim(seat, True),
        i.DealDone(),
        i.Redo(),
    ]


FORMS = [*preset_names(), *(f"iowa_standard+{name}" for name in option_names() if name not in preset_names())]


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(FORMS), st.integers(0, 100_000))
def test_every_sentence_of_a_match_is_said_in_every_language(form: str, seed: int) -> None:
    try:
        rules = preset(form)
    except ValueError:  # an option that does not go with the base game
        return
    chance = random.Random(seed)
    names = ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")[: rules.table.players]
    state = step(INITIAL, i.NewMatch(rules, names, 1))[1]
    refusals: list[str] = []
    for _ in range(2):
        if state.won_by is None:
            state, refused = a_disorderly_hand(state, chance)
            refusals += refused
    sentences = [sentence for sentence in told_by(state) if sentence]
    sentences += [text for result in state.results if (text := in_words(state, could_make(state, result)))]
    for sentence in sentences:
        for code in OTHERS:
            assert tongue(code).tell(sentence) != sentence, sentence
            assert "{" not in tongue(code).tell(sentence)
    for sentence in refusals:
        assert_is_said(sentence)


def assert_is_said(sentence: str) -> None:
    for code in OTHERS:
        said = tongue(code).tell(sentence)
        assert said != sentence, f"no pattern for: {sentence}"


def test_what_the_camera_sees_is_said_in_every_language() -> None:
    mat, rng = A3_FOUR, np.random.default_rng(1)
    picture = view(mat)
    seen = [
        np.zeros_like(picture), np.full_like(picture, 120), picture[:, ::-1], view(MATS["a3-5"]), picture // 4,
        cv2.GaussianBlur(picture, (0, 0), 6), rng.integers(90, 140, picture.shape, dtype=np.uint8),
    ]  # fmt: skip
    told = {remark.text for each in seen for remark in remarks(np.ascontiguousarray(each), mat)}
    told |= {keeping(0), keeping(60), *HEALTH}
    assert len(told) >= 10
    for sentence in told:
        for code in OTHERS:
            assert not re.search(r"\b(the|picture|seen|seat)\b", tongue(code).tell(sentence)), (code, sentence)


HEALTH = (
    "Markers 1 (top left) and 3 (bottom right) of the mat are hidden; the others are enough.",
    "A table without a mat, by the four corners that were tapped.",
    "The mat is not in sight: only one of its corner markers is seen, and at least two must be. "
    "Cards can be entered by hand meanwhile.",
    "All four markers of the mat in sight. Too dark on seat 2 and 3's side: give it more light.",
    "The mat is seen with 0.9 pixels a mm: hang the camera lower, or choose more pixels.",
)


def test_numbers_of_what_the_camera_sees_are_kept() -> None:
    assert tongue("nl").tell(HEALTH[0]) == (
        "Merken 1 (linksboven) en 3 (rechtsonder) van de mat zijn bedekt; de andere zijn genoeg."
    )
    assert "0,9 pixels" in tongue("fr").tell(HEALTH[4])


def test_sentences_keep_their_names_cards_and_numbers() -> None:
    told = "Ben did not follow clubs in trick 2 (played 9D) but held QC, played in trick 4."
    assert tongue("nl").tell(told) == (
        "Ben bekende klaveren niet in slag 2 (speelde ruiten 9) maar had klaveren vrouw, gespeeld in slag 4."
    )
    assert tongue("en").tell(told).startswith("Ben did not follow clubs in trick 2 (played 9 of diamonds) but held")
    made = "Ann and Cy bid little pepper in hearts alone and took 6 tricks: made, +14 (the bid counts, not the tricks)."
    assert tongue("fr").tell(made) == (
        "Ann et Cy : enchère Little Pepper à cœur en solo, 6 plis : réussi, +14 (l'enchère compte, pas les plis)."
    )
    assert tongue("fr").tell("Something nobody ever said.") == "Something nobody ever said."


def test_a_name_that_is_part_of_a_sentence_breaks_nothing() -> None:
    name = "x took no trick: no change. {card}"
    assert name in tongue("nl").tell(f"{name} took 3 tricks: +3.")


@pytest.mark.parametrize(("code", "corners"), [("en", "JQKA"), ("nl", "BVHA"), ("fr", "VDRA")])
def test_cards_have_the_letters_of_their_deck(code: str, corners: str) -> None:
    assert "".join(phrases.corner(Card.parse(f"{rank}H"), tongue(code)) for rank in "JQKA") == corners
    assert phrases.corner(Card.parse("TH"), tongue(code)) == "10"


def test_a_phone_is_spoken_to_in_its_own_language_where_there_are_words() -> None:
    assert best_of("fr-BE,fr;q=0.9,nl;q=0.8", "en") == "fr"
    assert best_of("da, nl;q=0.5", "en") == "nl"
    assert best_of("", "nl") == "nl"
    with pytest.raises(NoSuchLanguage, match="languages are en"):
        tongue("xx")


def test_the_files_of_words_are_packaged() -> None:
    assert {entry.name for entry in (resources.files("table_controller.words") / "languages").iterdir()} >= {
        "en",
        "nl",
        "fr",
    }
