"""One whole hand as a referee meets it: people's words, and a table on which cards come to rest one by one.

Pictures are one pixel that names the table it shows, so that the referee, its log and all that is shown can be
tested to the last detail without a camera.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from engine.cards import Card, Denomination, Rank, Suit, Unseen
from engine.findings import Play
from engine.inputs import AnswerDrop, ChoosePartner, Input, MakeCall, NameTrump
from engine.places import hand_place, play_zone
from engine.play.tricks import legal_cards, winner
from hardware.cameras.frames import Picture
from table_controller.watching.moments import Moment
from table_controller.watching.zones import Seen
from vision.mat.mats import A3_FOUR
from vision.table.sighting import Settled, Sighting

NAMES = ("Ann", "Ben", "Cy", "Dee")
TRUMP = Denomination.HEARTS
WORDS: tuple[Input, ...] = (
    MakeCall(2, "pass"),
    MakeCall(3, "2"),
    NameTrump(3, TRUMP),  # makes no sense yet: the auction is on
    MakeCall(4, "pass"),
    MakeCall(1, "3"),
    NameTrump(1, TRUMP),
    ChoosePartner(1, "with"),
    AnswerDrop(2, "play"),
)
EMPTY_TABLE = Settled(0.0, ())
HELD = {hand_place(seat): 1 for seat in range(1, 5)}
DEALT = Settled(0.0, (), {place: 6 for place in HELD})


def lying(card: Card | Unseen, seat: int, mark: int, sure: float = 0.99) -> Sighting:
    """The card in the middle of the seat's zone, come from there."""
    x0, y0, x1, y1 = A3_FOUR.places[play_zone(seat)]
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    return Sighting(card, sure, (), *middle, 0.0, play_zone(seat), mark, hand_place(seat))


def plays(seed: int = 7) -> list[list[Play]]:
    """Six legal tricks of four random hands; seat 1 leads."""
    chance = random.Random(seed)
    pack = [Card(rank, suit) for suit in Suit for rank in Rank if rank.value in "9TJQKA"]
    chance.shuffle(pack)
    hands = {seat: pack[6 * seat - 6 : 6 * seat] for seat in range(1, 5)}
    leader, tricks = 1, []
    for number in range(1, 7):
        trick: list[Play] = []
        for step in range(4):
            seat = (leader + step - 1) % 4 + 1
            led = trick[0].card if trick else None
            card = chance.choice(legal_cards(hands[seat], led, TRUMP))
            hands[seat].remove(card)
            trick.append(Play(seat, card, number))
        tricks.append(trick)
        leader = winner(trick, TRUMP).seat
    return tricks


class Hand:
    """The moments of the hand, in order, and what the pictures show."""

    def __init__(self, tricks: list[list[Play]] | None = None) -> None:
        self.tables: list[Settled] = []
        self.moments: list[Moment] = []
        self._see(EMPTY_TABLE)
        self._see(DEALT)
        for word in WORDS:
            self._say(word)
        mark = 0
        for trick in tricks or plays():
            there: tuple[Sighting, ...] = ()
            for play in trick:
                mark += 1
                assert play.card is not None
                there = (*there, lying(play.card, play.seat, mark))
                self._see(Settled(0.0, there, HELD))
                self._see(Settled(0.0, there, HELD))  # at rest: the same picture again
            self._see(EMPTY_TABLE)

    def _see(self, table: Settled) -> None:
        self.tables.append(table)
        image = np.full((1, 1, 3), len(self.tables) - 1, np.uint8)
        number = len(self.moments) + 1
        self.moments.append(Moment(number / 10, number, image=image))

    def _say(self, word: Input) -> None:
        number = len(self.moments) + 1
        self.moments.append(Moment(number / 10, number, said=word))

    def __iter__(self) -> Iterator[Moment]:
        return iter(self.moments)

    def eyes(self) -> Eyes:
        """A camera's watcher that starts anew."""
        return Eyes(self.tables)


class Eyes:
    """Tells a table when it differs from the last one, as the watcher over a mat does."""

    def __init__(self, tables: list[Settled]) -> None:
        self._tables = tables
        self._told: Settled | None = None

    def __call__(self, image: Picture, at: float) -> Seen | None:
        table = self._tables[int(image[0, 0, 0])]
        if table == self._told:
            return None
        self._told = table
        return Seen(replace(table, t=at), A3_FOUR)
