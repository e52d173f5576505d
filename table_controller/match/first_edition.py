"""What the first edition kept of the table, in today's words: layouts become the cards that were newly seen in them.

A log's own layouts are never decided anew; this is for recordings that begin in the middle of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.cards import Card
from engine.inputs import Input, LoggedInput, ReadMark, SeeCard, TableSeen
from engine.layout import Laid


@dataclass
class InTodaysWords:
    """Tells every card when it was first seen in somebody's zone, and again once it was read; remembers which."""

    _was_read: dict[int, bool] = field(default_factory=dict)

    def __call__(self, word: LoggedInput) -> tuple[Input, ...]:
        """The same word, or what was new in a layout."""
        if not isinstance(word, TableSeen):
            return (word,)
        laid = sorted(word.layout.laid, key=lambda each: each.mark)
        return tuple(told for each in laid if (told := self._news(each)) is not None)

    def _news(self, laid: Laid) -> Input | None:
        card = laid.face if isinstance(laid.face, Card) else None
        was_read = self._was_read.get(laid.mark)
        if laid.seat is None or was_read or (was_read is not None and card is None):
            return None
        self._was_read[laid.mark] = card is not None
        if was_read is None:
            guesses = tuple(each for each, _ in laid.alternatives)
            return SeeCard(laid.seat, card, laid.confidence if card is not None else 0.0, laid.mark, guesses)
        return ReadMark(laid.mark, card, laid.confidence) if card is not None else None


def in_todays_words(words: Iterable[LoggedInput]) -> tuple[Input, ...]:
    """The same words, one after another."""
    anew = InTodaysWords()
    return tuple(told for word in words for told in anew(word))


def mark_of(word: LoggedInput) -> int:
    """The greatest mark of a card in it, by today's words or the first edition's; 0 where there is none."""
    if isinstance(word, TableSeen):
        return max((each.mark for each in word.layout.laid), default=0)
    return getattr(word, "mark", None) or 0
