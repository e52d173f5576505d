"""Logs that told English sentences open as if they had been written today, in every language, and replay for ever."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import inputs as i
from engine.events import FindingRaised, HandScored, MatchStarted
from engine.play.decide import NotNow, step
from engine.play.hand import Phase
from engine.play.state import INITIAL, State, replay
from engine.reasons import Code, Reason
from engine.rules.rulesets import option_names, preset, preset_names
from engine.wire import to_json, to_plain
from table_controller.match.english_logs import EnglishLog, reason_of
from table_controller.match.eventlog import EventLog, read_log
from table_controller.words.reasons import say_reason
from table_controller.words.tongues import languages, tongue
from tests.bench.random_hands import play_hand
from tests.in_english import said

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Finn")
YOUNGER = {Code.REVOKE_SEEN, Code.SHOWN, Code.CLAIM_AGREED, Code.HOLDER_NOT_ASKED, Code.NOT_HIDDEN, Code.NOW_NO_SHOWN}
"""Reasons that no log told in English: they came after those formats."""
OTHERS = [code for code in languages() if code != "en"]


def told_by(state: State) -> Iterator[Reason]:
    for result in state.results:
        yield from result.scored.why if result.scored else ()
        for finding in result.findings:
            yield from (finding.text, finding.ruling)
    if state.hand is not None:
        for finding in state.hand.findings:
            yield from (finding.text, finding.ruling)


def a_disorderly_hand(state: State, chance: random.Random) -> tuple[State, list[Reason]]:
    """A hand in which people also play out of turn, refuse suits, bid too little and claim what is not so."""
    told: list[Reason] = []
    everybody = state.rules.seats if state.rules else ()
    for _, _, after in play_hand(state, chance):
        state = after
        if chance.random() < 0.3 and state.phase is not Phase.OVER:
            for wild in wild_words(chance, everybody, state):
                try:
                    told += told_by(step(state, wild)[1])
                except NotNow as refusal:
                    told.append(refusal.why)
    return state, [*told, *told_by(state)]


def wild_words(chance: random.Random, seats: tuple[int, ...], state: State) -> list[i.Input]:
    assert state.rules is not None
    seat, other = chance.choice(seats), chance.choice(seats)
    card = chance.choice(state.rules.deck.pack)
    return [
        i.PlayCard(seat, card),
        i.SeeCard(seat, card, 0.5 + chance.random() / 2, 1000 + chance.randrange(1000)),
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


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(FORMS), st.integers(0, 100_000))
def test_what_was_told_in_english_is_the_reason_that_is_given_today(form: str, seed: int) -> None:
    try:
        rules = preset(form)
    except ValueError:  # an option that does not go with the base game
        return
    chance = random.Random(seed)
    names = NAMES[: rules.table.players]
    state = step(INITIAL, i.NewMatch(rules, names, 1))[1]
    told: list[Reason] = []
    for _ in range(2):
        if state.won_by is None:
            state, reasons = a_disorderly_hand(state, chance)
            told += reasons
    assert told
    for reason in told:
        assert reason.code in YOUNGER or reason_of(said(reason, state), names) == reason
        assert all(say_reason(reason, state, tongue(code)) != said(reason, state) for code in OTHERS)


def test_a_name_that_is_part_of_a_sentence_breaks_nothing() -> None:
    names = ("x took no trick: no change. {card}", "and", "Ann and Ben", "(?P<a>")
    for seat in range(1, 5):
        for reason in (
            Reason(Code.TOOK, side=(seat,), tricks=3, points=3),
            Reason(Code.SITS_OUT, seat=seat),
            Reason(Code.REVOKE_PRICE, side=(seat,), points=-4, others=4.5),
        ):
            assert reason_of(said(reason, State(names=names)), names) == reason


def test_a_sentence_that_nobody_knows_is_kept_as_it_was_told() -> None:
    kept = reason_of("Something nobody ever said.", NAMES)
    assert kept == Reason(Code.AS_TOLD, text="Something nobody ever said.")
    assert {say_reason(kept, State(), tongue(code)) for code in languages()} == {"Something nobody ever said."}
    assert reason_of("Gus does not play in this hand.", NAMES).code is Code.AS_TOLD, "nobody is called so"


def test_a_finding_that_asked_for_a_check_asks_once() -> None:
    prefix = "Please check, the cards were hard to read: "
    assert reason_of(f"{prefix}{prefix}Ben shows QH before play has begun.", NAMES).code is Code.EXPOSED


def test_names_are_those_of_the_time() -> None:
    english = EnglishLog()
    english.event(to_json(MatchStarted(preset("iowa_standard"), ("Ann", "Ben", "Cy", "Dee"), 1)), "NewMatch")
    assert english.reason("Gus does not play in this hand.").code is Code.AS_TOLD
    english.event({"kind": "PlayersNamed", "names": ["Ann", "Gus", "Cy", "Dee"]}, "NamePlayers")
    assert english.reason("Gus does not play in this hand.") == Reason(Code.SITS_OUT, seat=2)


def test_a_person_s_own_words_stay_his_own() -> None:
    english = EnglishLog()
    text = "Talk at the table, after a warning: 2 points to the others."
    ruling = {"kind": "RulingGiven", "text": text, "delta": [0, 2], "score": [0, 2]}
    assert english.event(ruling, "GiveRuling") == ruling
    assert english.event(ruling, "WarnTalk")["text"] == to_plain(Reason(Code.TALK_POINTS))


# ---------------------------------------------------------------- a log of the first format, kept for ever

KEPT = Path(__file__).parent / "logs_of_old" / "format_1.jsonl"
FORMAT_2 = Path(__file__).parent / "logs_of_old" / "format_2.jsonl"


@pytest.mark.parametrize("path", [KEPT, FORMAT_2], ids=lambda path: path.stem)
def test_a_log_of_old_opens_with_reasons_and_decides_the_same_today(path: Path) -> None:
    assert '"text":"Ben did not follow diamonds in trick 2 ' in path.read_text("utf-8")
    text = read_log(path)
    state = INITIAL
    for entry in text.entries:
        if entry.refused is None:
            assert step(state, entry.input)[0] == entry.events
        else:
            with pytest.raises(NotNow) as caught:
                step(state, entry.input)
            assert caught.value.why == entry.refused
        state = replay(entry.events, state)
    events = [event for entry in text.entries for event in entry.events]
    assert any(isinstance(event, HandScored) for event in events)
    found = [event.finding for event in events if isinstance(event, FindingRaised)]
    assert found and not any(each.text.code is Code.AS_TOLD for each in found)
    assert said(found[0].text, state).startswith("Gus did not follow"), "he has been renamed since"
    assert say_reason(found[0].text, state, tongue("nl")).startswith("Gus bekende")


@pytest.mark.parametrize("path", [KEPT, FORMAT_2], ids=lambda path: path.stem)
def test_a_log_of_old_is_gone_on_with_and_opens_again(path: Path, tmp_path: Path, no_sync: None) -> None:
    copy = tmp_path / "match.jsonl"
    copy.write_bytes(path.read_bytes())
    before = read_log(copy)
    with EventLog(copy) as log:
        state = replay(event for entry in log.entries for event in entry.events)
        events, _ = step(state, i.DeclareMisdeal("Dropped."))
        log.append(i.DeclareMisdeal("Dropped."), events, t="2026-12-01T10:00:00")
        log.append(i.AnswerClaim(1, True), (), t="2026-12-01T10:00:01", refused=Reason(Code.CLAIM_NONE))
    after = read_log(copy)
    assert after.entries[:-2] == before.entries
    assert after.entries[-2].events == events and after.entries[-1].refused == Reason(Code.CLAIM_NONE)
    assert after.header == before.header, "it keeps its format"
