"""Whose card it is, where zone, direction and turn agree and where they don't."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import inputs as i
from engine.cards import Card, Denomination, Unseen
from engine.certainty import ASSUMED
from engine.layout import Laid, Layout
from engine.places import MIDDLE, OUTSIDE, Place, hand_place, play_zone
from engine.play.decide import step
from engine.play.state import State
from engine.rules.rulesets import preset
from table_controller.match.playback import as_asked_here
from table_controller.watching.attribution import Owners, put_right
from table_controller.watching.whose import CLOSER, DoubtCode
from table_controller.watching.zones import Seen
from tests.bench.random_hands import begin
from vision.mat.mats import A3_FOUR
from vision.table.sighting import Settled, Sighting

CENTRES = {
    play_zone(1): (210, 240),
    play_zone(2): (92, 148),
    play_zone(3): (210, 57),
    play_zone(4): (327, 148),
    MIDDLE: (210, 148),
}


def in_play(*plays: str) -> State:
    """Seat 2 has bid 4 in hearts and leads; then these plays by hand, as in `2:AH`."""
    state = begin(preset("iowa_standard"))
    told: list[i.Input] = [i.DealDone(), i.MakeCall(2, "4"), *(i.MakeCall(seat, "pass") for seat in (3, 4, 1))]
    told += [i.NameTrump(2, Denomination.HEARTS), i.ChoosePartner(2, "with"), i.AnswerDrop(3, "play")]
    told += [i.PlayCard(int(play[0]), Card.parse(play[2:])) for play in plays]
    for word in told:
        _, state = step(state, word)
    return state


def card(
    face: str, at: Place | tuple[float, float], mark: int, came_from: Place | None = None, sure: float = 0.97,
    others: tuple[tuple[str, float], ...] = (),
) -> Sighting:  # fmt: skip
    x, y = CENTRES[at] if isinstance(at, Place) else at
    seen = Unseen.UNREADABLE if face == "??" else Card.parse(face)
    names = tuple((Card.parse(name), p) for name, p in others)
    return Sighting(seen, sure, names, x, y, 0.0, A3_FOUR.place_at(x, y, hands=False), mark, came_from)


def laid(state: State, *cards: Sighting, owners: Owners | None = None) -> tuple[Laid, ...]:
    return (owners or Owners()).layout(Seen(Settled(1.0, cards)), state).laid


@pytest.mark.parametrize("came_from", [None, hand_place(2), hand_place(4)])
def test_a_card_in_the_zone_of_whose_turn_it_is_is_theirs_wherever_it_came_from(came_from: Place | None) -> None:
    [seen] = laid(in_play(), card("AH", play_zone(2), 1, came_from))
    assert (seen.place, seen.confidence) == (play_zone(2), 0.97)


def test_a_card_laid_out_of_turn_is_its_zones_where_the_direction_was_seen() -> None:
    [seen] = laid(in_play(), card("AH", play_zone(4), 1, hand_place(4)))
    assert (seen.place, seen.confidence) == (play_zone(4), 0.97)


def test_a_card_far_from_every_zone_and_one_that_lay_about_before_are_nobodys() -> None:
    owners = Owners()
    far, near = (-110.0, 290.0), (150.0, 345.0)
    laid(begin(preset("iowa_standard")), card("AH", near, 1), owners=owners)
    assert [each.place for each in laid(in_play(), card("AH", near, 1), card("KH", far, 2), owners=owners)] == [
        OUTSIDE, OUTSIDE,
    ]  # fmt: skip
    thrown = card("QH", (20.0, 40.0), 3)
    assert thrown.place == OUTSIDE
    assert laid(in_play(), thrown, owners=owners)[0].place == play_zone(2), "thrown beside the zone of whose turn it is"


def test_a_card_in_anothers_zone_from_whose_turn_it_is_is_assumed_theirs_and_said() -> None:
    owners = Owners()
    [seen] = laid(in_play(), card("AH", play_zone(3), 1, hand_place(2)), owners=owners)
    assert (seen.place, seen.confidence) == (play_zone(2), ASSUMED)
    [doubt] = owners.doubts
    assert (doubt.mark, doubt.seat, doubt.other) == (1, 2, 3) and doubt.why is DoubtCode.ZONE


def test_a_card_that_may_be_the_turns_or_the_zones_owners_waits_and_the_next_one_tells() -> None:
    for following, owner in ((card("KH", play_zone(2), 2, hand_place(2)), 3), (card("9H", play_zone(3), 2), 2)):
        owners, state = Owners(), in_play()
        first = card("AH", play_zone(3), 1)
        [seen] = laid(state, first, owners=owners)
        [doubt] = owners.doubts
        assert seen.place == OUTSIDE and doubt.waits
        [seen, later] = laid(state, first, following, owners=owners)
        assert (seen.place, later.place) == (play_zone(owner), OUTSIDE), "what came later is told later"
        assert owners.doubts == () and seen.confidence == 0.97
        [_, later] = laid(in_play(f"{owner}:AH"), first, following, owners=owners)
        assert later.place == following.place


def test_a_card_on_its_way_through_anothers_zone_from_whose_turn_it_is_waits() -> None:
    owners, state = Owners(), in_play()
    assert [each.place for each in laid(state, card("AH", play_zone(4), 1, hand_place(2)), owners=owners)] == [OUTSIDE]
    [doubt] = owners.doubts
    assert (doubt.seat, doubt.other, doubt.waits) == (4, 2, True)
    [there] = laid(state, card("AH", play_zone(2), 2, hand_place(2)), owners=owners)
    assert (there.place, there.confidence) == (play_zone(2), 0.97) and owners.doubts == ()


def test_a_card_from_whose_turn_it_is_that_stays_in_anothers_zone_is_theirs_once_the_next_is_laid() -> None:
    owners, state = Owners(), in_play()
    here = card("AH", play_zone(4), 1, hand_place(2))
    assert [each.place for each in laid(state, here, owners=owners)] == [OUTSIDE]
    told = laid(state, here, card("9H", play_zone(3), 2, hand_place(3)), owners=owners)
    assert [each.place for each in told] == [play_zone(2), OUTSIDE], "what came later is told later"


def test_of_two_cards_that_one_look_saw_first_none_was_too_early_even_if_one_is_read_late() -> None:
    owners, state = Owners(), in_play()
    unread = card("??", play_zone(2), 2)
    early, late = card("AH", play_zone(3), 1), card("KH", play_zone(2), 2)
    laid(state, early, unread, owners=owners)
    laid(state, early, owners=owners)  # the unread one is out of sight for a look
    assert [each.place for each in laid(state, early, late, owners=owners)] == [play_zone(3), play_zone(2)]
    _, after = step(state, i.TableSeen(owners.layout(Seen(Settled(1.0, (early, late))), state)))
    assert after.hand is not None and [(play.seat, str(play.card)) for play in after.hand.trick] == [
        (2, "KH"), (3, "AH"),
    ]  # fmt: skip
    assert after.hand.findings == ()


def test_a_card_of_this_trick_under_a_new_mark_where_it_lay_is_not_another_one() -> None:
    owners, state = Owners(), in_play()
    _, state = step(state, i.TableSeen(owners.layout(Seen(Settled(1.0, (FIRST,))), state)))
    moved = card("AH", (CENTRES[play_zone(2)][0] + 3, CENTRES[play_zone(2)][1]), 7, hand_place(3))
    assert [each.place for each in laid(state, moved, owners=owners)] == [play_zone(2)] and owners.doubts == ()
    [_, following] = laid(state, moved, card("9H", play_zone(3), 8), owners=owners)
    assert following.place == play_zone(3)


def test_what_came_after_a_waiting_card_that_says_nothing_new_is_told_in_the_same_look() -> None:
    owners, state = after_the_lead()
    pushed = card("AH", play_zone(4), 7)  # the lead, it seems, in another's zone
    laid(state, pushed, owners=owners)
    assert [doubt.waits for doubt in owners.doubts] == [True]
    [_, following] = laid(state, pushed, card("9H", play_zone(3), 8), owners=owners)
    assert following.place == play_zone(3)


def test_a_card_nearer_to_anothers_zone_than_to_that_of_whose_turn_it_is_waits_unless_it_came_from_there() -> None:
    near_three = (139.0, 60.0)  # out of every zone
    assert A3_FOUR.away(play_zone(3), *near_three) + CLOSER < A3_FOUR.away(play_zone(2), *near_three)
    owners = Owners()
    assert laid(in_play(), card("AH", near_three, 1), owners=owners)[0].place == OUTSIDE
    [doubt] = owners.doubts
    assert doubt.waits and (doubt.seat, doubt.other) == (3, 2)
    [early, late] = laid(in_play(), card("AH", near_three, 1), card("9H", play_zone(2), 2), owners=owners)
    assert (early.place, late.place) == (play_zone(3), OUTSIDE), "it was seat 3's, too early"
    assert laid(in_play(), card("AH", near_three, 1, hand_place(2)))[0].place == play_zone(2)


def faintly(at: Place, mark: int) -> Sighting:
    return card("??", at, mark, sure=0.0)


@pytest.mark.parametrize("came_from", [None, hand_place(3)])
def test_something_faint_in_the_zone_of_whose_turn_it_is_is_a_card_once_the_next_ones_lies_there(
    came_from: Place | None,
) -> None:
    owners, state = Owners(), in_play()
    view = Seen(Settled(1.0, (), possible=(faintly(play_zone(2), 4),)))
    assert owners.layout(view, state).laid == (), "by itself it may be a crumb"
    later = card("9H", play_zone(3), 5, came_from)
    view = Seen(Settled(2.0, (later,), possible=(faintly(play_zone(2), 4), faintly(play_zone(4), 6))))
    told = owners.layout(view, state)
    assert [(each.mark, each.place) for each in told.laid] == [
        (4, play_zone(2)),
        (5, play_zone(3)),
    ] and owners.doubts == ()
    _, state = step(state, i.TableSeen(told))
    assert state.hand is not None and state.hand.findings == ()
    assert [(play.seat, play.card and str(play.card)) for play in state.hand.trick] == [(2, None), (3, "9H")]
    read = Seen(Settled(3.0, (card("AH", play_zone(2), 4), later)))
    _, state = step(state, i.TableSeen(owners.layout(read, state)))
    assert state.hand is not None and state.hand.trick[0].card == Card.parse("AH")


def test_nothing_faint_is_a_card_where_the_one_on_turn_has_laid_or_a_card_lies_in_the_middle() -> None:
    for laid_now in (card("AH", play_zone(2), 5), card("AH", MIDDLE, 5)):
        view = Seen(Settled(1.0, (laid_now,), possible=(faintly(play_zone(2), 4),)))
        assert [each.mark for each in Owners().layout(view, in_play()).laid] == [5]


def test_an_unread_card_makes_no_card_of_something_faint() -> None:
    view = Seen(Settled(1.0, (card("??", play_zone(3), 5, hand_place(3)),), possible=(faintly(play_zone(2), 4),)))
    assert [each.mark for each in Owners().layout(view, in_play()).laid] == [5]


def test_while_nobody_knows_who_leads_a_card_that_waits_is_looked_at_in_peace() -> None:
    """The last trick's winner is unknown, as one of its cards is unread, and a card lies where it may be anybody's."""
    owners, state = Owners(), in_play()
    trick = [FIRST, card("9H", play_zone(3), 2), card("TH", play_zone(4), 3), card("??", play_zone(1), 4)]
    for lying in (
        trick[:1],
        trick[:2],
        trick[:3],
        trick,
        [],
        [card("KS", (24.0, 24.0), 5), card("QS", play_zone(4), 6)],
    ):
        _, state = step(state, i.TableSeen(owners.layout(Seen(Settled(1.0, tuple(lying))), state)))
    assert state.hand is not None and state.hand.tricks[0].winner is None
    assert (4, "QS") in [(play.seat, str(play.card)) for play in state.hand.trick]


def test_after_the_table_was_empty_a_card_is_its_zones_and_the_missing_one_is_asked_for() -> None:
    owners, state = Owners(), in_play()
    trick = [FIRST, card("9H", play_zone(3), 2), card("TH", play_zone(4), 3)]
    for lying in (trick[:1], trick[:2], trick, [], [card("KS", play_zone(2), 4)]):
        _, state = step(state, i.TableSeen(owners.layout(Seen(Settled(1.0, tuple(lying))), state)))
    assert state.hand is not None and owners.doubts == ()
    assert [(question.seat, question.trick) for question in state.hand.questions] == [(1, 1)]
    assert [(play.seat, str(play.card)) for play in state.hand.trick] == [(2, "KS")]
    assert state.hand.findings == ()


def test_a_trick_gathered_and_led_to_while_nobody_looked_takes_none_of_the_next_tricks_cards() -> None:
    """Seat 1's card was never seen, and no look found the table empty: seat 3 leads all the same."""
    owners, state = Owners(), in_play()
    trick = [FIRST, card("KH", play_zone(3), 2), card("TH", play_zone(4), 3)]
    lead, second = card("KS", play_zone(3), 4, hand_place(3)), card("QS", play_zone(4), 5, hand_place(4))
    for lying in (trick[:1], trick[:2], trick, [lead], [lead, second]):
        _, state = step(state, i.TableSeen(owners.layout(Seen(Settled(1.0, tuple(lying))), state)))
    assert state.hand is not None
    assert [(question.seat, question.trick) for question in state.hand.questions] == [(1, 1)]
    assert [(play.seat, str(play.card)) for play in state.hand.trick] == [(3, "KS"), (4, "QS")]
    assert state.hand.findings == ()


FIRST = card("AH", play_zone(2), 1)


def test_a_lone_lead_that_has_gone_after_everybody_reached_in_was_gathered_with_a_trick_nobody_saw() -> None:
    """The camera lost every picture from the lead to the next one, but for one of arms."""
    owners, state = Owners(), in_play()
    nobody: frozenset[Place] = frozenset()
    arms = frozenset({hand_place(1), hand_place(3), hand_place(4)})
    for lying, reached in ((FIRST, nobody), (FIRST, arms), (None, nobody), (card("KS", play_zone(3), 2), nobody)):
        cards = (lying,) if lying is not None else ()
        layout = owners.layout(Seen(Settled(1.0, cards, reached=reached)), state)
        _, state = step(state, i.TableSeen(layout))
    assert state.hand is not None and owners.doubts == ()
    assert [(question.seat, question.trick) for question in state.hand.questions] == [(3, 1), (4, 1), (1, 1)]
    assert [(play.seat, str(play.card)) for play in state.hand.trick] == [(3, "KS")]


def test_who_reached_in_before_a_card_was_played_tells_nothing_of_what_happened_after_it() -> None:
    owners, state = Owners(), in_play()
    arms = frozenset({hand_place(1), hand_place(3), hand_place(4)})
    for lying, reached in (((FIRST,), arms), ((FIRST,), frozenset[Place]()), ((), frozenset({hand_place(2)}))):
        layout = owners.layout(Seen(Settled(1.0, lying, reached=reached)), state)
        _, state = step(state, i.TableSeen(layout))
    assert layout.reached == (2,)


def after_the_lead() -> tuple[Owners, State]:
    """Seat 2's card has been seen and played; it is seat 3's turn."""
    owners = Owners()
    laid(in_play(), FIRST, owners=owners)
    return owners, in_play("2:AH")


def beside(face: str, mark: int) -> Sighting:
    """A card between zone 2 and the middle, nearer to the zone, that came from seat 2's side."""
    _, y0, x1, _ = A3_FOUR.places[play_zone(2)]
    return card(face, (x1 + 2, y0 + 40), mark, hand_place(2))


def test_one_card_too_many_waits_and_taken_up_alone_it_was_that() -> None:
    for extra in (card("9H", play_zone(2), 2, hand_place(2)), card("9H", play_zone(2), 2), beside("9H", 2)):
        owners, state = after_the_lead()
        assert [each.place for each in laid(state, FIRST, extra, owners=owners)] == [play_zone(2), OUTSIDE]
        assert [(d.seat, d.other, d.waits) for d in owners.doubts] == [(2, 3, True)]
        assert [(str(each.face), each.place) for each in laid(state, FIRST, owners=owners)][1:] == [
            ("9H", play_zone(2))
        ]
        assert len(laid(state, FIRST, owners=owners)) == 1, "once"


def test_a_waiting_card_that_lies_elsewhere_anew_is_not_told_as_gone_but_its_like_may_lie_there() -> None:
    owners, state = after_the_lead()
    laid(state, FIRST, card("9H", play_zone(2), 2), owners=owners)
    told = laid(state, FIRST, card("9H", play_zone(3), 3), owners=owners)
    assert [each.place for each in told] == [play_zone(2), play_zone(3)], "moved while a hand hid it"
    owners, state = after_the_lead()
    laid(state, FIRST, card("AH", play_zone(2), 2), owners=owners)
    told = laid(state, FIRST, owners=owners)
    assert [(str(each.face), each.mark) for each in told] == [("AH", 1), ("AH", 2)], "of a double deck"


def test_a_waiting_card_that_was_the_unread_one_beside_it_is_not_told_as_gone() -> None:
    """One end of a card was taken for another card, until all of it was read."""
    owners, state = after_the_lead()
    laid(state, FIRST, card("??", play_zone(3), 2), owners=owners)
    state = in_play("2:AH", "3:9H")
    laid(state, FIRST, card("??", play_zone(3), 2), card("9H", play_zone(3), 3), owners=owners)
    assert [doubt.mark for doubt in owners.doubts if doubt.waits] == [3]
    told = laid(state, FIRST, card("9H", play_zone(3), 2), owners=owners)
    assert [(str(each.face), each.mark) for each in told] == [("AH", 1), ("9H", 2)]


def test_a_card_misplaced_in_the_zone_of_one_who_has_played_is_the_turns_once_the_next_is_laid() -> None:
    owners, state = after_the_lead()
    misplaced = card("9H", play_zone(2), 2, hand_place(2))  # the direction was mistaken
    laid(state, FIRST, misplaced, owners=owners)
    told = laid(state, FIRST, misplaced, card("TH", play_zone(4), 3, hand_place(4)), owners=owners)
    assert [each.place for each in told] == [play_zone(2), play_zone(3), OUTSIDE]


def test_a_waiting_card_that_is_gathered_with_the_trick_was_laid_in_turn() -> None:
    owners, _ = after_the_lead()
    trick = (FIRST, card("9H", play_zone(3), 2), card("TH", play_zone(4), 3))
    laid(in_play("2:AH"), *trick[:2], owners=owners)
    laid(in_play("2:AH", "3:9H"), *trick, owners=owners)
    state = in_play("2:AH", "3:9H", "4:TH")
    laid(state, *trick, card("KH", play_zone(2), 4, hand_place(2)), owners=owners)
    [*_, gone] = laid(state, owners=owners)
    assert (str(gone.face), gone.place, gone.confidence) == ("KH", play_zone(1), ASSUMED)


def test_a_waiting_card_gathered_with_its_trick_ends_that_trick_and_leads_no_other() -> None:
    owners, state = Owners(), in_play()
    trick = [
        FIRST,
        card("9H", play_zone(3), 2),
        card("TH", play_zone(4), 3),
        card("KH", play_zone(2), 4, hand_place(2)),
    ]
    for lying in (trick[:1], trick[:2], trick[:3], trick, [], []):
        _, state = step(state, i.TableSeen(owners.layout(Seen(Settled(1.0, tuple(lying))), state)))
    assert state.hand is not None and state.hand.questions == () and state.hand.trick == ()
    assert [(play.seat, str(play.card)) for play in state.hand.tricks[0].plays] == [
        (2, "AH"), (3, "9H"), (4, "TH"), (1, "KH"),
    ]  # fmt: skip


def test_a_waiting_card_that_is_put_where_it_belongs_is_the_turns() -> None:
    owners, state = after_the_lead()
    laid(state, FIRST, card("9H", play_zone(2), 2), owners=owners)
    told = laid(state, FIRST, card("9H", play_zone(3), 2), owners=owners)
    assert [each.place for each in told] == [play_zone(2), play_zone(3)] and owners.doubts == ()


def test_a_card_from_the_side_of_one_whose_card_is_unread_waits_for_what_the_one_on_turn_lays() -> None:
    """What was taken for seat 2's card was a shadow; now the card itself comes, thrown into the next one's zone."""
    owners, state = Owners(), in_play()
    shadow, thrown = card("??", play_zone(2), 1), card("AH", play_zone(3), 2, hand_place(2))
    for lying in ((shadow,), (shadow, thrown)):
        _, state = step(state, i.TableSeen(owners.layout(Seen(Settled(1.0, lying)), state)))
    assert [(d.mark, d.seat, d.other, d.waits) for d in owners.doubts] == [(2, 2, 3, True)]
    told = laid(state, shadow, thrown, card("9H", play_zone(3), 3, hand_place(3)), owners=owners)
    assert [(each.mark, each.place) for each in told] == [(1, play_zone(2)), (2, play_zone(2)), (3, play_zone(3))]


def test_a_person_says_whose_a_waiting_card_is() -> None:
    owners = Owners()
    first = card("AH", play_zone(3), 1)
    laid(in_play(), first, owners=owners)
    owners.say(1, 3)
    assert laid(in_play(), first, owners=owners)[0].place == play_zone(3)
    with pytest.raises(KeyError):
        owners.say(1, 3)


def test_a_waiting_card_that_is_taken_away_is_forgotten() -> None:
    owners = Owners()
    laid(in_play(), card("AH", play_zone(3), 1), owners=owners)
    laid(in_play(), owners=owners)
    assert owners.doubts == ()


def test_a_card_thrown_between_two_zones_is_the_turns() -> None:
    between = (150.0, 212.0)  # beside zone 1 and below zone 2
    assert laid(in_play(), card("AH", between, 1))[0].place == play_zone(2)
    after = in_play("2:AH", "3:9H", "4:TH")
    assert laid(after, card("KH", between, 1))[0].place == play_zone(1)


def test_thrown_between_two_zones_the_direction_tells_when_it_is_neithers_turn() -> None:
    between = (150.0, 222.0)
    state = in_play("2:AH")
    assert laid(state, card("KH", between, 1, hand_place(1)))[0].place == play_zone(1)
    assert laid(state, card("KH", between, 1, hand_place(2)))[0].place == OUTSIDE, "seat 2 has played: it waits"


def test_a_pile_in_the_middle_is_played_in_turn_unless_a_card_clearly_came_from_elsewhere() -> None:
    owners, state = Owners(), in_play()
    assert laid(state, card("AH", MIDDLE, 1, hand_place(2)), owners=owners)[0].place == MIDDLE
    [first, second] = laid(in_play("2:AH"), card("AH", MIDDLE, 1), card("9H", MIDDLE, 2, hand_place(1)), owners=owners)
    assert (first.place, second.place, second.confidence) == (MIDDLE, play_zone(1), ASSUMED)
    assert owners.doubts[0].other == 3


def test_whose_it_was_taken_for_stays_as_long_as_it_lies_and_is_forgotten_then() -> None:
    owners = Owners()
    between = (150.0, 212.0)
    laid(in_play(), card("AH", between, 1), owners=owners)
    moved = replace(card("AH", between, 1), x=158.0, y=230.0, place=play_zone(1))
    assert laid(in_play("2:AH"), moved, owners=owners)[0].place == play_zone(2)
    laid(in_play("2:AH"), owners=owners)
    assert laid(in_play("2:AH", "3:9H", "4:TH"), replace(moved), owners=owners)[0].place == play_zone(1)


def test_two_cards_at_once_are_both_due() -> None:
    found = laid(in_play(), card("9H", play_zone(3), 1), card("AH", play_zone(2), 2))
    assert [(each.place, each.confidence) for each in found] == [(play_zone(3), 0.97), (play_zone(2), 0.97)]


def test_a_reading_that_was_played_before_is_read_again_and_only_then_told() -> None:
    doubted: list[int] = []
    state = in_play("2:AH", "3:9H", "4:TH", "1:KH", "2:AC", "3:9C", "4:TC", "1:KC")
    owners = Owners()
    seen = Seen(Settled(1.0, (card("AH", play_zone(2), 7),)), first_mark=100, doubt=doubted.append)
    assert owners.layout(seen, state).laid == ()
    assert doubted == [7]
    [again] = owners.layout(replace(seen, settled=replace(seen.settled, t=2.0)), state).laid
    assert again.face == Card.parse("AH") and doubted == [7]


def test_a_reading_that_can_not_be_true_and_is_not_quite_certain_is_asked_about() -> None:
    state = in_play("2:AH", "3:9H", "4:TH", "1:KH", "2:AC", "3:9C", "4:TC", "1:KC")
    [seen] = laid(state, card("AH", play_zone(2), 7, sure=0.9))
    assert seen.face is Unseen.UNREADABLE and seen.alternatives == ((Card.parse("AH"), 0.9),)


def test_the_only_reading_that_can_be_true_is_taken_and_accuses_nobody() -> None:
    state = in_play("2:AH", "3:9H", "4:TH", "1:KH")
    unsure = card("??", play_zone(2), 7, sure=0.55, others=(("KH", 0.55), ("KD", 0.41), ("9H", 0.03)))
    [seen] = laid(state, unsure)
    assert (seen.face, seen.confidence) == (Card.parse("KD"), 0.41)
    assert laid(in_play("2:KH"), unsure)[0].face is Unseen.UNREADABLE, "whoever has played is not accused by it"
    vague = card("??", play_zone(2), 7, sure=0.41, others=(("KD", 0.41), ("KH", 0.14)))
    assert laid(state, vague)[0].face is Unseen.UNREADABLE, "as likely it is another card that nobody thought of"


def test_where_two_readings_can_be_true_nobody_guesses() -> None:
    state = in_play("2:AH", "3:9H", "4:TH", "1:KH")
    unsure = card("??", play_zone(2), 7, sure=0.45, others=(("KS", 0.45), ("KD", 0.41)))
    assert laid(state, unsure)[0].face is Unseen.UNREADABLE


def test_cards_that_do_not_lie_in_a_zone_before_play_are_told_as_they_lie() -> None:
    state = begin(preset("iowa_standard"))
    assert laid(state, card("AH", play_zone(3), 1, hand_place(2)))[0].place == play_zone(3)


def test_a_person_says_whose_it_was_and_the_card_that_lies_there_is_not_played_twice() -> None:
    owners, state = Owners(), in_play()
    view = Seen(Settled(1.0, (card("AH", play_zone(3), 1, hand_place(2)),)))
    _, state = step(state, i.TableSeen(owners.layout(view, state)))
    assert [play.seat for play in state.hand.trick] == [2]
    for word in put_right(owners.doubts[0], Card.parse("AH")):
        _, state = step(state, word)
    assert [play.seat for play in state.hand.trick] == [3]
    events, state = step(state, i.TableSeen(owners.layout(view, state)))
    assert events == () and [play.seat for play in state.hand.trick] == [3]


def test_the_layout_says_from_which_mark_on_cards_were_laid_since_the_table_was_empty() -> None:
    owners, state = Owners(), in_play("2:AH")

    def fresh_from(*cards: Sighting) -> int:
        return owners.layout(Seen(Settled(1.0, cards)), state).fresh_from

    assert (
        fresh_from(FIRST, card("9H", play_zone(3), 2)) == 0
        or owners.layout(Seen(Settled(1.0, ())), state).fresh_from == 3
    )
    assert fresh_from() == 3
    assert fresh_from(card("KD", play_zone(3), 3)) == 3, "what lies there now is new since then"
    assert fresh_from(card("KD", play_zone(3), 3), card("9D", play_zone(4), 7)) == 3
    assert fresh_from() == 8


def test_an_answer_out_of_a_cut_recording_is_that_to_the_one_open_question() -> None:
    unread = Laid(Unseen.UNREADABLE, 0.0, play_zone(2), 7)
    _, state = step(in_play(), i.TableSeen(Layout((unread,))))
    answer = i.AnswerQuestion(93, Card.parse("AH"))
    assert as_asked_here(answer, state) == i.AnswerQuestion(7, Card.parse("AH"))
    assert as_asked_here(i.AnswerQuestion(7, Card.parse("AH")), state).mark == 7
    assert as_asked_here(answer, in_play()) == answer, "nothing is asked"
    _, two = step(state, i.TableSeen(Layout((unread, Laid(Unseen.UNREADABLE, 0.0, play_zone(3), 8)))))
    assert as_asked_here(answer, two) == answer, "which one is meant nobody knows"
    assert as_asked_here(i.DealDone(), state) == i.DealDone()
