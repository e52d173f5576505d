"""Every reason of the engine has words in every language, with exactly its fields, and no words stand for nothing."""

from __future__ import annotations

import pytest

from engine.cards import Card, Denomination, Suit
from engine.play.state import State
from engine.reasons import FIELDS, Code, ContractTold, Kind, Reason
from engine.wire import from_plain, to_plain
from table_controller.words.reasons import say_reason
from table_controller.words.tongues import fields, languages, tongue

QH, NINE = Card.parse("QH"), Card.parse("9C")
SOME: dict[Kind, object] = {
    Kind.SEAT: 2,
    Kind.SIDE: (1, 3),
    Kind.ANY_OF: (2, 4),
    Kind.CARD: QH,
    Kind.CARDS: (QH, NINE),
    Kind.SUIT: Suit.HEARTS,
    Kind.TRUMP: Denomination.NO_TRUMP,
    Kind.TRUMPS: (Denomination.CLUBS, Denomination.SPADES),
    Kind.CALL: "little",
    Kind.CALLS: ("pass", "4"),
    Kind.BID: "big",
    Kind.CONTRACT: ContractTold("4", Denomination.HEARTS, alone=True),
    Kind.TRICKS: 3,
    Kind.NUMBER: 5,
    Kind.POINTS: -4.5,
    Kind.TOTAL: 42,
    Kind.CHOICES: ("play", "drop"),
    Kind.TEXT: "in a person's words",
    Kind.REASON: Reason(Code.WAIT_DEAL),
}
TABLE = State(names=("Ann", "Ben", "Cy", "Di"))


def some(code: Code) -> Reason:
    return Reason(code, **{name: SOME[kind] for name, kind in FIELDS[code].items()})


@pytest.mark.parametrize("language", languages())
def test_every_code_has_words_with_exactly_its_fields(language: str) -> None:
    words = tongue(language).phrases["reasons"]
    assert set(words) == {code.value for code in Code}
    for code in Code:
        assert {name.lower() for name in fields(words[code.value])} == set(FIELDS[code]), code


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", Code)
def test_every_reason_is_said(code: Code, language: str) -> None:
    said = say_reason(some(code), TABLE, tongue(language))
    assert said and "{" not in said


@pytest.mark.parametrize("code", Code)
def test_every_reason_comes_back_from_the_log_as_it_was(code: Code) -> None:
    assert from_plain(Reason, to_plain(some(code))) == some(code)


def test_cards_are_said_in_words_on_pages_and_in_letters_at_the_keyboard() -> None:
    told = some(Code.EXPOSED)
    assert say_reason(told, TABLE) == "Ben shows queen of hearts before play has begun."
    assert say_reason(told, TABLE, short=True) == "Ben shows QH before play has begun."
    assert say_reason(told, TABLE, tongue("nl")).startswith("Ben laat harten vrouw zien")


def test_a_reason_that_does_not_fit_its_code_can_not_be_made() -> None:
    with pytest.raises(ValueError, match="sits_out has the fields seat, not who"):
        Reason(Code.SITS_OUT, who=2)
    with pytest.raises(ValueError, match="has the fields none, not seat"):
        Reason(Code.NO_UNDO, seat=2)
    for wrong in ("2", 2.0, True, None):
        with pytest.raises(ValueError, match="is no seat"):
            Reason(Code.SITS_OUT, seat=wrong)
    with pytest.raises(ValueError, match="is no cards"):
        Reason(Code.COUNTED_OVER, seat=1, count=6, cards=("QH",))


def test_a_reason_says_its_code_and_fields_to_whoever_programs() -> None:
    assert str(some(Code.CALLED_ALREADY)) == "called_already(seat=2, call=little)"
    assert repr(some(Code.NO_UNDO)) == "Reason(no_undo)"
