"""What passes under the reader camera's window, made into hands: all of a deal, or nothing of it.

A card that was missed would move every later one to another seat, and a hand that is wrongly known accuses falsely. So
nothing is told before as many different cards have been read as the deal has, one by one; else the hand is played with
hands hidden, and that is said. Pure: pictures are named elsewhere, and no clock is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.cards import Card, Unseen
from engine.inputs import ReadCard
from engine.knobs import Ruleset
from engine.layout import Seat
from engine.play.hand import Phase
from engine.play.state import State
from hardware.facts import Fact, fact
from table_controller.watching.facts import TableCode

Glimpse = Card | Unseen | None
"""What one picture of the window shows: a card by name, one that can't be read, or nothing."""

AGREE = 2
"""So many pictures in a row must say the same before it is believed. Chosen, not measured. Raised, a card dealt
quickly past the window is missed."""


@dataclass(slots=True)
class Window:
    """One window: pictures in, cards out, each once however long it lies there.

    `missed` counts cards that came and went without a name.
    """

    missed: int = 0
    _last: Glimpse = None
    _times: int = 0
    _shown: Card | None = None
    _unread: bool = False

    def see(self, glimpse: Glimpse) -> Card | None:
        """The card that has newly been read, if this picture settles one."""
        self._times = self._times + 1 if glimpse == self._last else 1
        self._last = glimpse
        if self._times < AGREE:
            return None
        if glimpse is None:
            self.missed += self._unread
            self._unread, self._shown = False, None
            return None
        if not isinstance(glimpse, Card):
            self._unread = self._unread or self._shown is None
            return None
        self._unread = False  # it was only on its way
        if glimpse == self._shown:
            return None
        self._shown = glimpse
        return glimpse


def seats_dealt(rules: Ruleset, dealer: Seat, packets: Sequence[int]) -> tuple[Seat, ...]:
    """The seat of every card in the order of dealing, from the dealer's left; `packets` as in 3, 3 or 1 over and over.

    Raises ValueError for packets that don't make up a hand.
    """
    sizes: list[int] = []
    while sum(sizes) < rules.deal.hand:
        sizes.append(packets[len(sizes) % len(packets)])
    if sum(sizes) != rules.deal.hand:
        raise ValueError(f"packets {list(packets)} do not make a hand of {rules.deal.hand} cards: mend `packets`.")
    order = rules.clockwise_from(rules.seat_after(dealer))
    return tuple(seat for size in sizes for seat in order for _ in range(size))


@dataclass(slots=True)
class WholeDeal:
    """The cards of one deal as they are read.

    `packets`: how this table deals; `hidden`: why the last deal was played with hands hidden.
    """

    packets: tuple[int, ...] = (1,)
    hidden: Fact | None = None
    _hand: tuple[int, Seat] | None = None
    _cards: list[Card] = field(default_factory=list)
    _window: Window = field(default_factory=Window)
    _is_spoilt: bool = False

    def see(self, glimpse: Glimpse, state: State) -> None:
        """Takes what one picture shows of the window."""
        hand, rules = state.hand, state.rules
        if hand is None or rules is None or state.phase is not Phase.DEAL:
            return
        if self._hand != (hand.number, hand.dealer):
            self._hand, self._cards, self._window = (hand.number, hand.dealer), [], Window()
            self._is_spoilt = False
        card = self._window.see(glimpse)
        if card is None:
            return
        if Counter(self._cards)[card] < rules.deck.count.get(card, 0):
            self._cards.append(card)
        elif [card] != self._cards[-1:]:  # one drawn over the window twice in a row is one card
            self._is_spoilt = True  # misread, of another pack, or dealt anew: nobody knows whose the others are

    def tell(self, state: State) -> tuple[ReadCard, ...]:
        """Every hand, once the dealing is over and the bidding has begun; nothing unless the whole deal was read."""
        hand, rules = state.hand, state.rules
        if self._hand is None or hand is None or rules is None or state.phase is Phase.DEAL:
            return ()
        same, self._hand = self._hand == (hand.number, hand.dealer), None
        if not same or not self._cards or hand.known or state.phase is not Phase.AUCTION:
            return ()
        self.hidden = self._why_hidden(rules)
        if self.hidden is not None:
            return ()
        seats = seats_dealt(rules, hand.dealer, self.packets)
        return tuple(ReadCard(seat, card) for seat, card in zip(seats, self._cards, strict=True))

    def _why_hidden(self, rules: Ruleset) -> Fact | None:
        """Why the hands can't be known for certain; None if they can."""
        if rules.deal.kitty:
            return fact(TableCode.DEAL_KITTY)
        dealt, copies = rules.deal.hand * rules.table.players, rules.deck.count.values()
        if max(copies) > 1 and dealt != sum(copies):  # one drawn twice could stand for one that was missed
            return fact(TableCode.DEAL_DOUBLES)
        if self._is_spoilt or self._window.missed or len(self._cards) != dealt:
            return fact(TableCode.DEAL_MISSED, read=len(self._cards), dealt=dealt)
        return None
