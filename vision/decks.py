"""What an index's letter means in each language of card indices.

The network names the letter it sees; the deck decides that a Dutch V is a queen and a French V a jack.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.cards import Rank

_NUMBERS: dict[str, Rank] = {str(n): Rank(str(n)) for n in range(2, 10)} | {"10": Rank.TEN}


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


def deck_letters(name: str) -> Mapping[str, Rank]:
    """The letters of a deck's language. Raises ValueError naming the known ones."""
    try:
        return DECKS[name.lower()]
    except KeyError:
        raise ValueError(f"There is no deck “{name}”; choose one of {', '.join(DECKS)}.") from None
