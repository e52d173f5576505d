"""What counting proves: revokes of cards that nobody has shown yet, and hands with a card too many."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as e
from engine import inputs as i
from engine.cards import Card
from engine.findings import FindingCode
from engine.knobs import Ruleset
from engine.play.state import State
from engine.play.tricks import follows
from engine.reasons import Code, Reason
from tests.bench.random_hands import Hands, begin, legal_now, play_hand
from tests.engine.conftest import Table
from tests.engine.play.test_properties import ALL_RULES, SEEDS
from tests.in_english import said

# Spades are trump; whoever has one left after these keeps it for the last trick.
FIVE_TRICKS = "JS 9H 9S TS  AH QH KH TH  AD 9D KD QD  AC 9C KC QC  TC JH TD"


def codes(table: Table) -> list[tuple[FindingCode, int, int | None]]:
    return [(each.code, each.seat, each.trick) for each in table.findings]


def test_a_revoke_is_proved_when_every_card_left_is_of_the_suit_refused(table: Table) -> None:
    table.contracted("3", "S").play(FIVE_TRICKS)
    assert codes(table) == []
    table.play("JD")
    assert codes(table) == [(FindingCode.REVOKE, 2, 1)]
    finding = table.findings[0]
    assert [str(play.card) for play in finding.proof] == ["9H", "JS"]
    assert said(finding.text) == (
        "Ben did not follow spades in trick 1 (played 9H), but the card left must hold one of that suit: "
        "every other place for it is ruled out."
    )
    table.play("JC AS KS QS")
    assert len(table.findings) == 1


def test_a_card_that_was_hard_to_read_proves_nothing_by_counting(table: Table) -> None:
    table.contracted("3", "S").play(FIVE_TRICKS)
    table.seat(4).lays("JD", 0.7)
    assert codes(table) == []
    table.play("JC AS")
    assert codes(table) == [(FindingCode.REVOKE, 2, 1)]
    assert table.findings[0].proof[1].seat == 2


def test_the_count_is_taken_back_when_a_card_was_another(table: Table) -> None:
    table.contracted("3", "S").play(FIVE_TRICKS)
    table.seat(4).lays("JD", 0.9)
    assert codes(table) == [(FindingCode.REVOKE, 2, 1)]
    events = table.tell(i.AnswerQuestion(table.mark, Card.parse("QS")))
    assert e.FindingWithdrawn(FindingCode.REVOKE, 2, 1, Reason(Code.CARD_CORRECTED)) in events
    assert table.state.hand.findings == ()


def test_what_is_withdrawn_is_found_again_when_the_card_is_shown(table: Table) -> None:
    table.contracted("3", "S").play(FIVE_TRICKS)
    table.seat(4).lays("JD", 0.9)
    table.tell(i.AnswerQuestion(table.mark, Card.parse("QS")))
    table.play("JC AS")
    assert codes(table)[-1] == (FindingCode.REVOKE, 2, 1)


def test_a_hidden_card_elsewhere_leaves_room_for_doubt() -> None:
    """The maker exchanged: the partner's hand and both discards may hold anything."""
    table = Table().contracted("3", "S", "exchange")
    table.play("JS 9H TS  AH QH TH  AD 9D QD  AC 9C QC  TC JH JD")
    assert codes(table) == []


class Hider:
    """Refuses once what it could follow, and then shows that suit as late as it can."""

    def __init__(self, skip: int) -> None:
        self.skip = skip
        self.guilty: tuple[int, int] | None = None
        self.lead: Card | None = None

    def __call__(self, state: State, hands: Hands, chance: random.Random) -> Card:
        hand = state.hand
        assert hand is not None
        assert hand.trump is not None
        assert state.turn is not None
        held, lead = hands[state.turn], hand.trick[0].card if hand.trick else None
        refusing = [card for card in held if lead is not None and not follows(card, lead, hand.trump)]
        if self.guilty is None and 0 < len(refusing) < len(held):
            self.skip -= 1
            if self.skip < 0:
                self.guilty, self.lead = (state.turn, hand.trick_number), lead
                return chance.choice(refusing)
        legal = legal_now(state, hands)
        if self.guilty is not None and self.guilty[0] == state.turn and self.lead is not None:
            legal = tuple(card for card in legal if not follows(card, self.lead, hand.trump)) or legal
        return chance.choice(legal)


@given(ALL_RULES, SEEDS, st.integers(0, 5))
@settings(max_examples=150, deadline=None)
def test_counting_blames_nobody_but_the_guilty(rules: Ruleset, seed: int, skip: int) -> None:
    hider = Hider(skip)
    told = [event for _, events, _ in play_hand(begin(rules), random.Random(seed), hider) for event in events]
    revokes = {FindingCode.REVOKE, FindingCode.REVOKE_CORRECTABLE}
    found = {(each.finding.seat, each.finding.trick, each.finding.code) for each in told if _is_finding(each)}
    assert {(seat, trick) for seat, trick, code in found if code in revokes} <= {hider.guilty}
    if hider.guilty and rules.tricks == rules.deal.hand:
        assert (*hider.guilty, FindingCode.REVOKE) in found


def _is_finding(event: e.Event) -> bool:
    return isinstance(event, e.FindingRaised)


# Card counts


def test_a_card_shown_beside_a_whole_hand_is_a_card_too_many() -> None:
    """Six cards from each of three seats; seat 2 has laid a seventh, which nobody plays."""
    table = Table().contracted("3", "S", "exchange")
    table.play("AS 9S")
    table.seat(2).lays("9H")
    table.play("TS  AH QH TH  AD 9D QD  AC 9C QC  KS JC JH  QS TD TC")
    assert codes(table)[0] == (FindingCode.EXTRA_CARD, 2, 1)
    counted = [each for each in table.findings if each.code is FindingCode.CARD_COUNT]
    assert [(each.seat, [str(play.card) for play in each.proof]) for each in counted] == [(2, ["9H"])]
    assert (
        said(counted[0].text)
        == "Ben played 6 cards, which is a whole hand, and showed 9H besides: please count the cards."
    )


def test_a_card_laid_too_early_and_played_later_is_none_too_many() -> None:
    table = Table().contracted("3", "S", "exchange")
    table.play("AS 9S")
    table.seat(2).lays("QH")
    table.play("TS  AH QH TH  AD 9D QD  AC 9C QC  KS JC JH  QS TD TC")
    assert FindingCode.CARD_COUNT not in [each.code for each in table.findings]
