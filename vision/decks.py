"""What an index's letter means in each language of card indices, and which language a deck's letters are.

The network names the letter it sees; the deck decides that a Dutch V is a queen and a French V a jack.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.cards import Rank

_NUMBERS: dict[str, Rank] = {str(n): Rank(str(n)) for n in range(2, 10)} | {"10": Rank.TEN, "T": Rank.TEN}


def _letters(jack: str, queen: str, king: str, *aces: str) -> Mapping[str, Rank]:
    courts = {jack: Rank.JACK, queen: Rank.QUEEN, king: Rank.KING}
    return MappingProxyType(_NUMBERS | courts | dict.fromkeys(aces, Rank.ACE))


DECKS: Mapping[str, Mapping[str, Rank]] = MappingProxyType(
    {
        "english": _letters("J", "Q", "K", "A"),
        "german": _letters("B", "D", "K", "A"),
        "french": _letters("V", "D", "R", "1", "A"),
        "dutch": _letters("B", "V", "H", "A"),
        "italian": _letters("F", "D", "R", "A", "1"),
    }
)
"""Letter on the index to rank, by language. A letter that is not listed has no meaning in that deck."""
BY_ITSELF = "auto"
"""In place of a language: English until the letters seen leave no doubt of another."""
TELLING = 2
"""So many different letters that English lacks must have been seen, each on so many cards, to leave no doubt."""


def deck_letters(name: str) -> Mapping[str, Rank]:
    """The letters of a deck's language. Raises ValueError naming the known ones."""
    try:
        return DECKS[name.lower()]
    except KeyError:
        raise ValueError(f"There is no deck “{name}”; choose one of {', '.join((BY_ITSELF, *DECKS))}.") from None


@dataclass(slots=True)
class Letters:
    """The letters in force: one language for good, or found out from what is seen.

    A letter counts as seen when it was surely read on TELLING different suits: a single misreading changes nothing.
    Letters of two languages at once (a second deck on the table) leave the meaning as English has it.
    """

    language: str
    by_itself: bool = False
    _suits: dict[str, set[str]] = field(default_factory=dict)

    @staticmethod
    def of(name: str) -> Letters:
        """Letters by the name of a language, or BY_ITSELF. Raises ValueError naming the known ones."""
        if name.lower() == BY_ITSELF:
            return Letters("english", True)
        deck_letters(name)
        return Letters(name.lower())

    @property
    def meaning(self) -> Mapping[str, Rank]:
        """Letter to rank, as it stands now."""
        return DECKS[self.language]

    def saw(self, letter: str, suit: str) -> None:
        """Take note of an index that was surely read."""
        self._suits.setdefault(letter, set()).add(suit)
        if self.by_itself:
            self.language = self._spoken()

    def _spoken(self) -> str:
        seen = {letter for letter, suits in self._suits.items() if len(suits) >= TELLING}
        fitting = [name for name, letters in DECKS.items() if seen <= set(letters)]
        foreign = seen - set(DECKS["english"])
        return fitting[0] if len(fitting) == 1 and len(foreign) >= TELLING else "english"
