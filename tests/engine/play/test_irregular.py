"""Irregularities, told by cards, buttons and people (section D of the rulebook)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import events as e
from engine import inputs as i
from engine.cards import Card, Denomination, Suit
from engine.findings import FindingCode
from engine.play.decide import NotNow
from engine.play.hand import Phase
from engine.play.options import options
from engine.play.state import State
from engine.play.tricks import legal_cards
from engine.rules.rulesets import from_tables, preset
from tests.bench.random_hands import Hands, begin, play_hand
from tests.engine.conftest import Table
from tests.in_english import refused, said

HANDS = {
    1: "AS KS QS AH KH 9D",
    2: "TS 9S AD KD QH JH",
    3: "JS TH 9H AC KC QC",
    4: "JC QD JD TD TC 9C",
}


def house(**knobs: dict[str, object]) -> Table:
    return Table(from_tables({"base": "iowa_standard", **knobs}, "house"))


def codes(table: Table) -> list[FindingCode]:
    return [finding.code for finding in table.findings]


def known(table: Table, option: str = "with") -> Table:
    """The hands above, read as they were dealt; Ann bids 3 in spades."""
    for seat, cards in HANDS.items():
        for card in cards.split():
            table.tell(i.ReadCard(seat, Card.parse(card)))
    return table.contracted("3", "S", option)


# Known hands


def test_with_the_hands_known_a_revoke_is_told_at_once_and_may_be_put_right() -> None:
    table = known(Table())
    table.play("AH AD")
    finding = table.findings[0]
    assert (finding.code, finding.seat, finding.trick) == (FindingCode.REVOKE_CORRECTABLE, 2, 1)
    assert [str(play.card) for play in finding.proof] == ["AD", "AH"]
    assert said(finding.text) == "Ben did not follow hearts in trick 1 (played AD) but still holds a card of that suit."
    table.tell(i.TakeBack(2))
    assert table.state.turn == 2
    assert table.state.hand.findings == ()
    table.play("QH TH TC  KH JH 9H TD  AS")
    assert codes(table) == [FindingCode.REVOKE_CORRECTABLE]


def test_with_the_hands_known_a_revoke_stands_after_the_next_lead() -> None:
    table = known(Table())
    table.play("AH AD TH TC")
    assert codes(table) == [FindingCode.REVOKE_CORRECTABLE]
    table.play("KH")
    assert codes(table) == [FindingCode.REVOKE_CORRECTABLE, FindingCode.REVOKE]
    with refused("no card in this trick"):
        table.tell(i.TakeBack(2))
    table.play("QH 9H JD")
    assert len(table.findings) == 2


def test_a_house_where_a_card_laid_is_played() -> None:
    table = known(house(irregular={"revoke_correction": "never"}))
    table.play("AH AD")
    assert codes(table) == [FindingCode.REVOKE]
    with refused("a card laid is a card played"):
        table.tell(i.TakeBack(2))


def test_a_house_where_the_trick_ends_the_chance() -> None:
    table = known(house(irregular={"revoke_correction": "until_trick_complete"}))
    table.play("AH AD TH TC")
    assert codes(table) == [FindingCode.REVOKE_CORRECTABLE, FindingCode.REVOKE]


def test_an_unseen_exchange_leaves_room_for_doubt() -> None:
    table = known(Table(), "exchange")
    # Ann discarded one card unseen: it may have been her only diamond, but not both of her hearts.
    table.play("AS TS JC  TD KS AD  QS 9S 9C  9D")
    assert codes(table) == [FindingCode.REVOKE]
    assert [str(play.card) for play in table.findings[0].proof] == ["KS", "9D"]


def test_what_cannot_have_been_discarded_is_known() -> None:
    table = known(Table(), "exchange")
    table.play("9D AD QD  QH TC KS")
    assert codes(table) == [FindingCode.REVOKE_CORRECTABLE]


def test_a_hand_with_a_card_too_many_is_a_misdeal() -> None:
    table = Table()
    for card in (HANDS[1] + " TS").split():
        table.tell(i.ReadCard(1, Card.parse(card)))
    assert codes(table) == [FindingCode.MISDEAL]


def test_no_card_is_read_twice() -> None:
    table = Table()
    table.tell(i.ReadCard(1, Card.parse("AS")))
    with refused("has been read already"):
        table.tell(i.ReadCard(2, Card.parse("AS")))


# Taking back


def test_a_card_taken_back_stays_exposed() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9C")
    events = table.tell(i.TakeBack(2))
    assert events == (e.PlayTakenBack(2, Card.parse("9C"), 1),)
    assert table.state.hand.exposed == ((2, Card.parse("9C")),)
    assert table.state.turn == 2


def test_an_exposed_card_is_called_for_at_the_first_legal_chance() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9C")
    table.tell(i.TakeBack(2))
    assert options(table.state).reminders == ()
    table.play("9H TH KH  AC")
    assert tuple(map(said, options(table.state).reminders)) == ("Ben has shown 9C: it is to be played now.",)
    table.play("9C")
    assert options(table.state).reminders == ()


def test_a_card_of_the_last_trick_may_come_back_until_the_next_lead() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9C TH KH")
    table.tell(i.TakeBack(2))
    assert table.state.turn == 2
    assert table.state.hand.tricks == ()
    table.play("QH")
    assert table.state.turn == 1
    assert [trick.winner for trick in table.state.hand.tricks] == [1]


def test_a_lead_that_others_followed_stands() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9H")
    with refused("it stands"):
        table.tell(i.TakeBack(1))


# Exposed cards


# Misdeals


def test_a_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    table = Table()
    table.auction("3")
    events = table.tell(i.DeclareMisdeal("Ben has five cards"))
    assert events == (e.MisdealDeclared("Ben has five cards"), e.HandBegun(1, 4))
    assert table.state.phase is Phase.DEAL


def test_after_too_many_misdeals_the_deal_passes() -> None:
    table = house(deal={"misdeals_before_loss": 2})
    table.tell(i.DeclareMisdeal("count"))
    assert table.state.hand.dealer == 4
    table.tell(i.DeclareMisdeal("count"))
    assert table.state.hand.dealer == 1
    assert table.state.misdeals == 0


def test_a_misdeal_found_late_passes_the_deal_where_the_house_says_so() -> None:
    table = house(deal={"late_misdeal": "next_dealer"}).contracted("3", "S")
    table.play("AH 9H TH KH")
    table.tell(i.DeclareMisdeal("a card is missing"))
    assert table.state.hand.dealer == 1


# Claims


def test_a_claim_that_the_other_side_agrees_to_ends_the_hand() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9H TH KH")
    table.tell(i.ClaimTricks(1, 4))
    with refused("by the other side"):
        table.tell(i.AnswerClaim(3, True))
    assert table.tell(i.AnswerClaim(4, True)) == (e.ClaimAgreed(4),)
    events = table.tell(i.AnswerClaim(2, True))
    scored = next(event for event in events if isinstance(event, e.HandScored))
    assert scored.delta == (3, 1)


def test_a_claim_that_is_refused_changes_nothing() -> None:
    table = Table().contracted("3", "S")
    table.tell(i.ClaimTricks(1, 6))
    table.tell(i.AnswerClaim(4, False))
    assert table.state.hand.claim is None
    table.play("AH")


def test_after_a_claim_it_is_said_what_can_no_longer_be_proved() -> None:
    table = Table().contracted("3", "S")
    table.play("AH 9C TH KH")
    table.tell(i.ClaimTricks(1, 5))
    table.tell(i.AnswerClaim(2, True))
    table.tell(i.AnswerClaim(4, True))
    scored = next(event for event in table.events if isinstance(event, e.HandScored))
    assert said(scored.why[-1]) == "Whether Ben could have followed in trick 1 can no longer be proved."


@pytest.mark.parametrize("tricks", [7, -1])
def test_only_tricks_that_are_left_can_be_claimed(tricks: int) -> None:
    table = Table().contracted("3", "S")
    with refused("There are 6 tricks left"):
        table.tell(i.ClaimTricks(1, tricks))


# Suspicions


def test_a_suspicion_without_a_reason_is_cleared_when_every_card_has_been_seen() -> None:
    table = Table().contracted("3", "S")
    table.play("AH QH TH TC")
    table.tell(i.SuspectRevoke(1, 4, 1))
    table.play("KH JH 9H 9C  AS TS JS JC  AC TD 9D 9S  AD KC JD KS  QS KD QC QD")
    assert codes(table) == [FindingCode.NO_REVOKE]
    assert table.findings[0].seat == 1
    assert said(table.findings[0].text) == "No revoke by Dot in trick 1: every card has been seen."


def test_a_false_claim_can_cost_points() -> None:
    table = house(irregular={"false_claim_penalty": 2}).contracted("3", "S")
    table.play("AH QH TH TC")
    table.tell(i.SuspectRevoke(1, 4, 1))
    table.play("KH JH 9H 9C  AS TS JS JC  AC TD 9D 9S  AD KC JD KS  QS KD QC QD")
    scored = next(event for event in table.events if isinstance(event, e.HandScored))
    assert scored.delta == (1, 1)
    assert said(scored.why[-1]) == "Ann claimed a revoke that was none: −2."


def test_where_the_players_catch_revokes_themselves_nothing_is_said_before() -> None:
    table = house(irregular={"revoke_calling": "on_claim"}).contracted("3", "S")
    table.play("AH 9C TH KH  AD 9H")
    assert table.findings == []
    events = table.tell(i.SuspectRevoke(3, 2, 1))
    assert [type(event).__name__ for event in events] == ["RevokeSuspected", "FindingRaised"]
    assert codes(table) == [FindingCode.REVOKE]


# What a revoke costs


def played_with_revoke(**irregular: object) -> e.HandScored:
    """Ann bids 3 in spades and takes 5; Ben refuses hearts in trick 1 and shows one in trick 2."""
    table = house(irregular=irregular).contracted("3", "S")
    table.play("AH AD TH TC  KH QH 9H 9C  AS TS JS JC  AC TD 9D 9S  KD KC JD KS  QS JH QC QD")
    assert codes(table) == [FindingCode.REVOKE]
    return next(event for event in table.events if isinstance(event, e.HandScored))


def test_by_default_a_revoke_is_only_told() -> None:
    assert played_with_revoke().delta == (3, 1)


def test_award_hand_takes_every_trick_from_revoking_defenders() -> None:
    assert played_with_revoke(revoke="award_hand").delta == (3, -3)


def test_transfer_tricks_moves_a_trick() -> None:
    assert played_with_revoke(revoke="transfer_tricks").delta == (3, -3)


def test_fixed_points_are_added_and_explained() -> None:
    fixed = played_with_revoke(revoke="fixed", revoke_to_others=4, revoke_from_offender=4)
    assert fixed.delta == (7, -3)
    assert said(fixed.why[-1]) == "Revoke by Ben and Dot: −4 for it, +4 for the others."


def test_award_hand_makes_a_revoking_bidder_fail() -> None:
    table = house(irregular={"revoke": "award_hand"}).contracted("3", "S")
    table.play("9D AD AC QD  QH TH TC KS  AH JH 9H 9C  AS TS JS JC  KC TD QS 9S  KH KD QC JD")
    assert codes(table) == [FindingCode.REVOKE]
    scored = next(event for event in table.events if isinstance(event, e.HandScored))
    assert scored.delta == (-3, 4)
    assert said(scored.why[-1]).startswith("Revoke by Ann and Cid.")


# Bids


def test_a_bid_out_of_turn_can_cost_the_bid() -> None:
    table = house(irregular={"bid_out_of_turn": "lose_bid"})
    table.auction("1")
    table.seat(3).calls("4")
    table.seat(2).calls("pass")
    table.seat(3).calls("4")
    assert codes(table) == [FindingCode.BID_OUT_OF_TURN, FindingCode.INSUFFICIENT_BID]
    table.seat(3).calls("pass")
    assert table.state.turn == 4


RESTRICTED = {"bid_out_of_turn": "lose_bid_and_restrict_partner"}


def test_a_bid_out_of_turn_can_restrict_the_partner_who_names_trump() -> None:
    table = house(irregular=RESTRICTED)
    table.auction("1")
    table.seat(3).calls("4")
    assert said(table.findings[0].ruling).endswith("the partner may not choose what it named, nor no trump.")
    table.auction("pass", "pass", "pass")
    assert table.state.phase is Phase.TRUMP
    assert i.NameTrump(1, Denomination.NO_TRUMP) not in options(table.state).of(1)
    assert len(options(table.state).of(1)) == 4
    with refused("No trump cannot be named here: only clubs, diamonds, hearts, spades"):
        table.seat(1).names("NT")
    table.seat(1).names("S")
    assert table.state.hand.trump is Denomination.SPADES


def test_where_bids_name_trump_the_partner_may_bid_neither_that_nor_no_trump() -> None:
    rules = {"auction": {"with_suit": True}, "trump": {"named": "in_bid"}, "irregular": RESTRICTED}
    table = house(**rules)
    table.seat(1).calls("1", "S")
    table.seat(3).calls("4", "H")
    assert table.findings[0].named is Denomination.HEARTS
    table.auction("pass", "pass", "pass") if table.state.turn != 2 else table.seat(2).calls("pass")
    assert options(table.state).of(3) == (i.MakeCall(3, "pass"),)
    table.seat(3).calls("pass")
    table.seat(4).calls("2", "C")
    assert table.state.hand.contract.maker == 4
    assert table.state.hand.contract.bid.name == "2"


def test_the_partner_who_bids_what_is_barred_may_put_it_right() -> None:
    table = house(auction={"with_suit": True}, trump={"named": "in_bid"}, irregular=RESTRICTED)
    table.seat(3).calls("4", "H")
    offered = options(table.state).of(1)
    assert {each.trump for each in offered} == {None, Denomination.CLUBS, Denomination.DIAMONDS, Denomination.SPADES}
    table.seat(1).calls("2", "H")
    table.seat(1).calls("2", "NT")
    assert codes(table)[1:] == [FindingCode.INSUFFICIENT_BID] * 2
    assert "may not call 2 in hearts in this hand" in said(table.findings[1].text)
    table.seat(1).calls("2", "S")
    assert table.state.turn == 2


# A suit called after a lead out of turn

CALLS_SUITS = {"lead_out_of_turn": "call_suit"}


def led_out_of_turn() -> Table:
    """Ann takes the first trick, and Ben leads to the second."""
    table = house(irregular=CALLS_SUITS).contracted("3", "S")
    table.play("AS 9S TS KS")
    table.seat(2).plays("AH")
    return table


def test_after_a_lead_out_of_turn_the_other_side_may_call_a_suit() -> None:
    table = led_out_of_turn()
    assert codes(table) == [FindingCode.LEAD_OUT_OF_TURN]
    assert said(table.findings[0].ruling) == "House rule: the other side may call the suit that this side leads next."
    assert i.CallSuit(1, Suit.CLUBS) in options(table.state).irregular
    assert i.CallSuit(3, Suit.CLUBS) in options(table.state).irregular
    with refused("called by the other side"):
        table.tell(i.CallSuit(4, Suit.CLUBS))
    assert table.tell(i.CallSuit(1, Suit.CLUBS)) == (e.SuitCalled(1, Suit.CLUBS, 2),)
    with refused("once"):
        table.tell(i.CallSuit(1, Suit.CLUBS))


def test_the_called_suit_is_reminded_of_and_its_refusal_found_when_it_is_shown() -> None:
    table = led_out_of_turn()
    table.tell(i.CallSuit(1, Suit.CLUBS))
    table.play("9H KH QH")
    assert tuple(map(said, options(table.state).reminders)) == ("Ben is to lead clubs if possible: Ann called it.",)
    table.play("AD 9D TD KD")
    assert options(table.state).reminders == ()
    table.play("AC 9C TC KC  JD QS QD JS  QC TH JC JH")
    found = [each for each in table.findings if each.code is FindingCode.CALLED_SUIT_REFUSED]
    assert [(each.seat, each.trick, [str(play.card) for play in each.proof]) for each in found] == [
        (2, 3, ["AD", "AC"])
    ]
    assert said(found[0].text) == "Ben was to lead clubs in trick 3 (led AD) and held AC, played in trick 4."


def test_a_called_suit_that_is_led_is_no_finding() -> None:
    table = led_out_of_turn()
    table.tell(i.CallSuit(1, Suit.CLUBS))
    table.play("9H KH QH  AC 9C TC KC  AD 9D TD KD  JD QS QD JS  QC TH JC JH")
    assert FindingCode.CALLED_SUIT_REFUSED not in codes(table)


def test_without_that_house_rule_no_suit_is_called() -> None:
    table = Table().contracted("3", "S")
    table.play("AS 9S TS KS")
    table.seat(2).plays("AH")
    assert codes(table) == [FindingCode.LEAD_OUT_OF_TURN]
    with refused("where the house allows it"):
        table.tell(i.CallSuit(1, Suit.CLUBS))


# Counting hands


def test_a_hand_that_is_short_is_told_and_play_goes_on() -> None:
    table = Table().contracted("3", "S")
    table.play("AS 9S TS KS")
    events = table.tell(i.CountHand(2, 4))
    assert codes(table) == [FindingCode.CARD_COUNT]
    assert [type(event) for event in events] == [e.HandCounted, e.FindingRaised]
    assert said(table.findings[0].text) == "Ben holds 4 instead of 5: cards are missing or too many."
    assert said(table.findings[0].ruling).endswith("the other side may ask for a new deal.")
    assert table.state.phase is Phase.PLAY


def test_a_hand_that_is_right_is_no_finding() -> None:
    table = Table().contracted("3", "S")
    table.play("AS 9S")
    for seat, cards in ((1, 5), (2, 5), (3, 6), (4, 6)):
        with refused("That is right"):
            table.tell(i.CountHand(seat, cards))


def test_a_house_that_deals_again_when_the_count_is_wrong() -> None:
    table = house(irregular={"card_count": "redeal"}).contracted("3", "S")
    table.play("AS 9S TS KS  AH 9C")
    events = table.tell(i.CountHand(3, 7))
    assert [type(event) for event in events] == [e.HandCounted, e.FindingRaised, e.MisdealDeclared, e.HandBegun]
    assert table.state.phase is Phase.DEAL
    assert table.state.hand.dealer == 4


def test_after_a_misdeal_in_the_middle_it_is_said_what_can_no_longer_be_proved() -> None:
    table = Table().contracted("3", "S")
    table.play("AS 9S TS KS  AH 9C")
    events = table.tell(i.DeclareMisdeal("a card on the floor"))
    assert [type(event) for event in events] == [e.FindingRaised, e.MisdealDeclared, e.HandBegun]
    assert codes(table) == [FindingCode.UNPROVED]
    assert said(table.findings[0].text) == "Whether Ben could have followed in trick 2 can no longer be proved."


# One card each way between partners


@pytest.mark.parametrize(("option", "seat"), [("maker_swap", 1), ("dealer_swap", 4)])
def test_partners_may_pass_each_other_a_card_before_the_first_lead(option: str, seat: int) -> None:
    table = Table(f"five_tricks+{option}").contracted("3", "S")
    assert i.SwapCards(seat) in options(table.state).of(seat)
    with refused("may pass a card, nobody else"):
        table.tell(i.SwapCards(2))
    assert table.tell(i.SwapCards(seat)) == (e.CardsSwapped(seat),)
    assert table.state.phase is Phase.PLAY
    assert len(table.state.hand.active) == 4
    with refused("too late"):
        table.tell(i.SwapCards(seat))
    table.tell(i.Undo())
    assert table.state.hand.swapped is None
    table.seat(table.state.turn).plays("AS")
    with refused("too late"):
        table.tell(i.SwapCards(seat))


def test_whoever_plays_alone_swaps_with_nobody() -> None:
    table = Table("five_tricks+lone+maker_swap")
    table.auction("big", "pass", "pass", "pass")
    table.seat(1).chooses("alone")
    assert len(table.state.hand.active) == 3
    assert i.SwapCards(1) not in options(table.state).of(1)
    with pytest.raises(NotNow):
        table.tell(i.SwapCards(1))


def test_elsewhere_no_cards_are_passed() -> None:
    with refused("pass each other no cards in this game"):
        Table("five_tricks").contracted("3", "S").tell(i.SwapCards(1))


# People


def test_a_ruling_changes_the_score_and_stays_in_the_log() -> None:
    table = Table()
    events = table.tell(i.GiveRuling("Score written wrongly", (2, -1)))
    assert events == (e.RulingGiven("Score written wrongly", (2, -1), (2, -1)),)
    assert table.state.score == (2, -1)
    table.tell(i.Undo())
    assert table.state.score == (0, 0)


def test_talk_is_warned_and_then_costs_two_points() -> None:
    table = house(irregular={"talk_penalty": "warn_then_2"})
    assert len(table.tell(i.WarnTalk(1))) == 1
    assert len(table.tell(i.WarnTalk(2))) == 1
    table.tell(i.WarnTalk(3))
    assert table.state.score == (0, 2)


def test_talk_can_forfeit_the_match() -> None:
    table = house(irregular={"talk_penalty": "forfeit"})
    table.tell(i.WarnTalk(1))
    assert table.state.won_by == 1


# Promises, called cards, jokers


def test_a_promise_that_was_not_true_is_told_at_the_end() -> None:
    table = Table("wendell_harmon")
    table.auction("say 3", "pass", "pass", "4")
    table.seat(4).names("S")
    table.seat(4).chooses("with")
    table.seat(1).answers("play")
    table.play("AS 9S TS KS  AH 9H TH QH  AD 9D TD QD  AC 9C TC QC  JS QS KH JH  JC KD JD KC")
    assert FindingCode.PROMISE_FALSE in codes(table)
    told = next(each for each in table.findings if each.code is FindingCode.PROMISE_FALSE)
    assert told.seat == 1
    assert said(told.text).endswith("called say 3, which promises an ace, and held none.")


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_the_called_card_that_comes_late_is_told_and_no_other(seed: int) -> None:
    missed: list[int] = []

    def follow_suit_only(state: State, hands: Hands, chance: random.Random) -> Card:
        hand, turn = state.hand, state.turn
        legal = legal_cards(hands[turn], hand.trick[0].card if hand.trick else None, hand.trump)
        card = chance.choice(legal)
        is_other = turn != hand.contract.maker and hand.partner is None
        if is_other and hand.called in legal and card != hand.called:
            missed.append(turn)
        return card

    steps = list(play_hand(begin(preset("dilley_5")), random.Random(seed), follow_suit_only))
    told = [event for _, events, _ in steps for event in events]
    found = [event.finding for event in told if isinstance(event, e.FindingRaised)]
    assert [(each.code, each.seat) for each in found] == [
        (FindingCode.CALLED_CARD_LATE, seat) for seat in sorted(set(missed))
    ]


def test_a_joker_led_in_no_trump_from_a_hand_with_other_cards_is_found() -> None:
    table = Table("widebeard_6", dealer=6, players=6)
    table.auction("4", "pass", "pass", "pass", "pass", "pass")
    table.seat(1).names("NT")
    table.play("JK AS KS QS TS 9S")
    assert codes(table) == []
    table.play("AH")
    assert codes(table) == [FindingCode.JOKER_LED]
