"""Broken rules, worked out from the cards that have been seen. Hidden hands: only what is proved is said.

Nobody draws cards once play has begun, so whoever refuses a suit and later shows a card of it has revoked,
and by the last trick every such card has been shown: the check is complete and accuses nobody falsely.
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card, Denomination, Rank
from engine.findings import Finding, FindingCode, Play
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play import public, rulings
from engine.play.hand import Hand
from engine.play.state import State
from engine.play.tricks import follows, suit_in, suits_in
from engine.reasons import Code, Reason

UNCLEAR = 2
"""Where so many cards of two tricks had to be asked about, nobody is accused of having played before his turn."""

REVOKES = (FindingCode.REVOKE, FindingCode.REVOKE_CORRECTABLE)


def refusals(hand: Hand, seat: Seat) -> list[tuple[Play, Play]]:
    """The plays of this seat that did not follow, each with the lead of its trick."""
    assert hand.trump is not None
    ways = [trick.plays for trick in hand.tricks] + ([hand.trick] if hand.trick else [])
    found = []
    for plays in ways:
        lead, play = plays[0], next((each for each in plays if each.seat == seat), plays[0])
        if play is lead or play.card is None or lead.card is None:
            continue
        if not follows(play.card, lead.card, hand.trump):
            found.append((play, lead))
    return found


def revokes(rules: Ruleset, hand: Hand, seat: Seat) -> list[tuple[Play, Play]]:
    """Each refusal of this seat with what proves it: the suit led was held all the time.

    That is a later play, or a card seen in its hand, with the trick in which it was seen.
    """
    refused = refusals(hand, seat)
    if not refused:
        return []
    mine = public.plays_of(hand, seat)
    found = []
    for refusal, lead in refused:
        laid = mine.index(refusal)
        shown = _later(hand, mine[laid + 1 :], lead) or _sighted(rules, hand, seat, laid, lead)
        if shown is not None:
            found.append((refusal, shown))
    return found


def _is_of_suit(hand: Hand, card: Card | None, lead: Play) -> bool:
    """Whether the card could have followed. The joker that follows nothing in no trump was none of the suit led."""
    assert hand.trump is not None
    return card is not None and suit_in(card, hand.trump) is suit_in(_card(lead), hand.trump)


def _later(hand: Hand, plays: list[Play], lead: Play) -> Play | None:
    return next((play for play in plays if _is_of_suit(hand, play.card, lead)), None)


def _sighted(rules: Ruleset, hand: Hand, seat: Seat, laid: int, lead: Play) -> Play | None:
    """A card of the suit led that was seen unplayed, and that the seat held when it had laid so many."""
    for sight in public.sights(rules, hand, seat):
        if _is_of_suit(hand, sight.card, lead) and public.held(rules, hand, seat, laid, sight.card):
            return Play(seat, sight.card, sight.trick)
    return None


def revokes_seen(state: State) -> list[Finding]:
    """Revokes, not yet said, that cards prove which were seen and not played."""
    hand, rules = _hand(state), state.rules
    assert rules is not None
    seats = dict.fromkeys(sight.seat for sight in hand.sights if sight.seat in hand.active)
    found = []
    for seat in seats:
        told = {each.trick for each in hand.findings if each.seat == seat and each.code in REVOKES}
        pairs = [pair for pair in revokes(rules, hand, seat) if pair[0].trick not in told]
        found += [_revoke_seen(state, *pair) for pair in pairs if is_called(state, seat, pair[0].trick)]
    return found


def _revoke_seen(state: State, refusal: Play, shown: Play) -> Finding:
    hand, rules = _hand(state), state.rules
    assert rules is not None
    assert hand.trump is not None
    if shown in hand.plays:
        return revoke(state, refusal, shown)
    lead = next(lead for play, lead in refusals(hand, refusal.seat) if play == refusal)
    proof = {"seat": refusal.seat, "suit": suit_in(_card(lead), hand.trump), "trick": refusal.trick}
    text = Reason(Code.REVOKE_SEEN, **proof, card=refusal.card, shown=shown.card)
    code = FindingCode.REVOKE_CORRECTABLE if window_is_open(rules, hand, refusal.trick) else FindingCode.REVOKE
    return finding(state, code, refusal.seat, refusal.trick, (refusal, shown), text)


def revokes_with(hand: Hand, play: Play) -> list[Play]:
    """The refusals of this seat, not yet said, that this play of it would prove."""
    assert hand.trump is not None
    suits = suits_in(hand.trump)
    suit = suits[_card(play)]
    if suit is None:
        # The joker in no trump is of no suit that could have been refused.
        return []
    refused = []
    for trick in hand.tricks:
        lead = trick.plays[0]
        if lead.card is None or suits[lead.card] is not suit or lead.trick >= play.trick:
            continue
        own = next((each for each in trick.plays if each.seat == play.seat), None)
        if own is not None and own.card is not None and suits[own.card] is not suit:
            refused.append(own)
    told = said_tricks(hand, play.seat) if refused else set()
    return [own for own in refused if own.trick not in told]


def revokes_shown_by(state: State, play: Play) -> list[Finding]:
    """The revokes that this play, about to be laid, proves."""
    refused = revokes_with(_hand(state), play)
    return [revoke(state, refusal, play) for refusal in refused if is_called(state, play.seat, refusal.trick)]


def of_play(state: State, play: Play) -> list[Finding]:
    """Every broken rule that this play, about to be laid, breaks or proves."""
    found = revokes_shown_by(state, play)
    found += [each for check in _AT_ONCE if (each := check(state, play)) is not None]
    return found


def is_called(state: State, seat: Seat, trick: int) -> bool:
    """Whether the house wants this revoke said: always, or only once a player has suspected it."""
    assert state.rules is not None
    if state.rules.irregular.revoke == "off":
        return False
    if state.rules.irregular.revoke_calling == "automatic":
        return True
    return any((against, each) == (seat, trick) for _, against, each in _hand(state).suspected)


def window_is_open(rules: Ruleset, hand: Hand, trick: int) -> bool:
    """Whether a card of this trick may still be taken back."""
    kind = rules.irregular.revoke_correction
    if kind == "never":
        return False
    if trick == hand.trick_number:
        return True
    return kind == "until_next_lead" and trick == len(hand.tricks) and not hand.trick


def illegal_at_once(state: State, play: Play) -> Finding | None:
    """Whether this play, laid to the current trick, refuses a suit that the seat is known to hold.

    The card it holds is named nowhere: the hand is hidden until it is over, and so the led card is the proof.
    """
    hand = _hand(state)
    if not hand.known or not hand.trick or not is_known_refusal(state, play, hand.trick[0]):
        return None
    return _illegal(state, play, hand.trick[0])


def illegal_after_all(state: State) -> list[Finding]:
    """Refusals in the whole hand that known cards prove and that nobody was told of: a card became known late."""
    hand = _hand(state)
    if not hand.known:
        return []
    told = {(each.seat, each.trick) for each in hand.findings if each.code in REVOKES}
    ways = [(trick.plays[0], play) for trick in hand.tricks for play in trick.plays[1:]]
    ways += [(hand.trick[0], play) for play in hand.trick[1:]]
    return [
        _illegal(state, play, lead)
        for lead, play in ways
        if (play.seat, play.trick) not in told and play.card is not None and is_known_refusal(state, play, lead)
    ]


def is_known_refusal(state: State, play: Play, lead: Play) -> bool:
    """Whether this play refused the lead although the seat is known to hold a card of that suit still."""
    hand, rules = _hand(state), state.rules
    assert rules is not None
    assert hand.trump is not None
    if lead.seat == play.seat or lead.card is None or follows(_card(play), lead.card, hand.trump):
        return False
    return public.surely_holds(rules, hand, play.seat, lead.card) and is_called(state, play.seat, play.trick)


def _illegal(state: State, play: Play, lead: Play) -> Finding:
    hand, rules = _hand(state), state.rules
    assert rules is not None
    assert hand.trump is not None
    suit = suit_in(_card(lead), hand.trump)
    assert suit is not None
    code = FindingCode.REVOKE_CORRECTABLE if window_is_open(rules, hand, play.trick) else FindingCode.REVOKE
    text = Reason(Code.REVOKE_KNOWN, seat=play.seat, suit=suit, trick=play.trick, card=play.card)
    return finding(state, code, play.seat, play.trick, (play, lead), text)


def established(state: State, at_end: bool = False) -> list[Finding]:
    """Revokes that could have been put right and now stand."""
    hand, rules = _hand(state), state.rules
    assert rules is not None
    found = []
    for each in hand.findings:
        if each.code is not FindingCode.REVOKE_CORRECTABLE or each.trick in said_tricks(hand, each.seat):
            continue
        if at_end or not window_is_open(rules, hand, each.trick or 0):
            found.append(finding(state, FindingCode.REVOKE, each.seat, each.trick, each.proof, each.text))
    return found


def joker_led(state: State, play: Play) -> Finding | None:
    """Whether this play shows that a joker was led in no trump from a hand that held something else."""
    hand = _hand(state)
    if hand.trump is not Denomination.NO_TRUMP or _card(play).rank is Rank.JOKER:
        return None
    for trick in hand.tricks:
        lead = trick.plays[0]
        said = any(each.code is FindingCode.JOKER_LED and each.trick == lead.trick for each in hand.findings)
        if lead.seat == play.seat and lead.card is not None and lead.card.rank is Rank.JOKER and not said:
            held = {"card": play.card, "shown_in": play.trick}
            text = Reason(Code.JOKER_LED, seat=play.seat, trick=lead.trick, **held)
            return finding(state, FindingCode.JOKER_LED, play.seat, lead.trick, (lead, play), text)
    return None


def exposed_card(state: State, play: Play) -> Finding:
    text = Reason(Code.SHOWN if _hand(state).active else Code.EXPOSED, seat=play.seat, card=play.card)
    return finding(state, FindingCode.EXPOSED_CARD, play.seat, None, (play,), text)


def still_shown(rules: Ruleset, hand: Hand, finding: Finding) -> bool:
    """Whether the cards as known now still prove this revoke, by the same two cards of the same seat."""
    cards = [play.card for play in finding.proof]
    return any([one.card, two.card] == cards for one, two in revokes(rules, hand, finding.seat))


def late_leads(state: State, tricks: list[int]) -> list[Finding]:
    """Leads that turn out to have been out of turn, now that the winners of these tricks are known."""
    hand = _hand(state)
    found = []
    for number in tricks:
        winner = hand.tricks[number - 1].winner
        following = hand.tricks[number].plays if number < len(hand.tricks) else hand.trick
        if winner is None or not following or following[0].seat == winner or _order_is_unclear(hand, number + 1):
            continue
        lead = following[0]
        text = Reason(Code.LATE_LEAD, seat=lead.seat, trick=lead.trick, other=winner)
        found.append(finding(state, FindingCode.LEAD_OUT_OF_TURN, lead.seat, lead.trick, (lead,), text))
    return found


def said_tricks(hand: Hand, seat: Seat) -> set[int | None]:
    """The tricks in which this seat has been told to have revoked."""
    return {each.trick for each in hand.findings if each.seat == seat and each.code is FindingCode.REVOKE}


def new_revokes(state: State, seat: Seat) -> list[Finding]:
    """The revokes of this seat that are proved and not yet said."""
    hand, rules = _hand(state), state.rules
    assert rules is not None
    told = {each.trick for each in hand.findings if each.seat == seat and each.code in REVOKES}
    proved = [pair for pair in revokes(rules, hand, seat) if pair[0].trick not in told]
    called = [pair for pair in proved if is_called(state, seat, pair[0].trick)]
    return [_revoke_seen(state, refusal, shown) for refusal, shown in called]


def revoke(state: State, refusal: Play, shown: Play) -> Finding:
    hand = _hand(state)
    assert hand.trump is not None
    plays = (*(trick.plays[0] for trick in hand.tricks), *hand.trick[:1])
    led = suit_in(_card(plays[refusal.trick - 1]), hand.trump)
    assert led is not None
    proof: dict[str, object] = {
        "seat": refusal.seat,
        "suit": led,
        "trick": refusal.trick,
        "card": refusal.card,
        "shown": shown.card,
        "shown_in": shown.trick,
    }
    is_left = _is_left_bower(_card(shown), hand.trump)
    text = Reason(Code.REVOKE_LEFT, **proof, trump=hand.trump) if is_left else Reason(Code.REVOKE, **proof)
    return finding(state, FindingCode.REVOKE, refusal.seat, refusal.trick, (refusal, shown), text)


def _is_left_bower(card: Card, trump: Denomination) -> bool:
    return card.rank is Rank.JACK and trump.suit is not None and card.suit is trump.suit.same_colour


def out_of_turn(state: State, play: Play) -> Finding | None:
    """Whether this card came before its turn. Nobody knows whose turn it is while a trick is undecided."""
    hand = _hand(state)
    turn = state.turn
    if turn is None or turn == play.seat or _order_is_unclear(hand, play.trick) or is_rightful_lead(hand, play.seat):
        return None
    code = FindingCode.PLAY_OUT_OF_TURN if hand.trick else FindingCode.LEAD_OUT_OF_TURN
    return finding(state, code, play.seat, play.trick, (play,), _before_its_turn(play, turn, not hand.trick))


def stray_lead(hand: Hand) -> Play | None:
    """The lead out of turn that opened this trick, while its rightful leader is another player."""
    lead = hand.trick[0] if hand.trick else None
    return None if lead is None or hand.leader is None or lead.seat == hand.leader else lead


def is_rightful_lead(hand: Hand, seat: Seat) -> bool:
    """Whether the seat leads by right, though another has led out of turn and nobody has played to that."""
    return stray_lead(hand) is not None and seat == hand.leader and len(hand.trick) == 1


def _before_its_turn(play: Play, turn: Seat, is_lead: bool) -> Reason:
    if play.card is None:
        code = Code.LED_OUT_OF_TURN if is_lead else Code.PLAYED_OUT_OF_TURN
        return Reason(code, seat=play.seat, trick=play.trick, other=turn)
    code = Code.LED_CARD_OUT_OF_TURN if is_lead else Code.PLAYED_CARD_OUT_OF_TURN
    return Reason(code, seat=play.seat, trick=play.trick, other=turn, card=play.card)


def unread_lately(hand: Hand, trick: int) -> int:
    """How many cards of this trick and the one before were asked about."""
    return sum(number in (trick - 1, trick) for number in hand.unclear)


def _order_is_unclear(hand: Hand, trick: int) -> bool:
    """Whether so many cards were asked about that others may lie there unseen."""
    return unread_lately(hand, trick) >= UNCLEAR


def extra_card(state: State, play: Play) -> Finding:
    """A card beside the trick: a second one by the same seat, or one by somebody who does not play."""
    hand = _hand(state)
    earlier = tuple(each for each in hand.trick if each.seat == play.seat)
    laid: dict[str, object] = {"seat": play.seat, "trick": play.trick, "card": play.card}
    cards = tuple(each.card for each in earlier)
    if play.seat not in hand.active:
        text = Reason(Code.EXTRA_OUTSIDER, **laid)
    elif None in cards:
        text = Reason(Code.EXTRA_UNREAD, **laid)
    else:
        text = Reason(Code.EXTRA, **laid, cards=cards)
    return finding(state, FindingCode.EXTRA_CARD, play.seat, play.trick, (*earlier, play), text)


def seen_twice(state: State, play: Play) -> Finding | None:
    """Whether the pack has fewer of this card than have been played with this one."""
    hand = _hand(state)
    assert state.rules is not None
    card = _card(play)
    before = [each for trick in hand.tricks for each in trick.plays if each.card is card and each is not play]
    before += [each for each in hand.trick if each.card is card and each is not play]
    if len(before) < state.rules.deck.count.get(card, 0):
        return None
    if not before:
        text = Reason(Code.FOREIGN, seat=play.seat, card=card)
        return finding(state, FindingCode.FOREIGN_CARD, play.seat, play.trick, (play,), text)
    first = before[0]
    text = Reason(Code.TWICE, seat=first.seat, trick=first.trick, other=play.seat, card=card)
    return finding(state, FindingCode.CARD_SEEN_TWICE, play.seat, play.trick, (first, play), text)


def bid_out_of_turn(state: State, seat: Seat, call: str, named: Denomination | None = None) -> Finding:
    turn = state.turn
    assert turn is not None
    text = Reason(Code.BID_OUT_OF_TURN, seat=seat, call=call, other=turn)
    return replace(finding(state, FindingCode.BID_OUT_OF_TURN, seat, None, (), text), named=named)


def barred_bid(state: State, seat: Seat, call: str, trump: Denomination | None) -> Finding:
    assert trump is not None
    text = Reason(Code.BID_BARRED, seat=seat, call=call, trump=trump)
    return finding(state, FindingCode.INSUFFICIENT_BID, seat, None, (), text)


def insufficient_bid(state: State, seat: Seat, call: str, legal: tuple[str, ...]) -> Finding:
    text = Reason(Code.BID_INSUFFICIENT, seat=seat, call=call, calls=legal)
    return finding(state, FindingCode.INSUFFICIENT_BID, seat, None, (), text)


def finding(
    state: State, code: FindingCode, seat: Seat, trick: int | None, proof: tuple[Play, ...], text: Reason
) -> Finding:
    certainty = min((play.confidence for play in proof if play.card is not None), default=1.0)
    assert state.rules is not None
    return Finding(code, seat, trick, proof, certainty, text, rulings.ruling(state.rules, code))


_AT_ONCE = (out_of_turn, illegal_at_once, joker_led)


def _card(play: Play) -> Card:
    assert play.card is not None
    return play.card


def _hand(state: State) -> Hand:
    assert state.hand is not None
    return state.hand
