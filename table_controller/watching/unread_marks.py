"""What stands out too little to be called a card, and is found to be one by what is played after it.

Which of it that is, is decided in `attribution`; here it is remembered as long as it lies there.
"""

from __future__ import annotations

from dataclasses import replace

from engine.places import Place
from table_controller.watching.zones import Seen


class PossibleCards:
    """Those of the possible cards that were found to be cards, by the layout's marks."""

    def __init__(self) -> None:
        self._found: set[int] = set()

    def among(self, view: Seen) -> Seen:
        """The view with those among its cards, unread."""
        settled = view.settled
        cards = tuple(each for each in settled.possible if each.mark + view.first_mark in self._found)
        if not cards:
            return view
        rest = tuple(each for each in settled.possible if each not in cards)
        return replace(view, settled=replace(settled, sightings=settled.sightings + cards, possible=rest))

    def is_a_card(self, view: Seen, zone: Place) -> int | None:
        """What stands out in this zone is a card from now on: its mark; None where nothing does."""
        here = (each for each in view.settled.possible if view.mat.away(zone, each.x, each.y) == 0)
        mark = next((each.mark + view.first_mark for each in here), None)
        if mark is not None:
            self._found.add(mark)
        return mark

    def forget(self, lying: set[int]) -> None:
        """Only these marks still lie there."""
        self._found &= lying
