"""What an index's letter means in each language of card indices, and which language a deck's letters are.

The network names the letter it sees; the deck decides that a Dutch V is a queen and a French V a jack.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Set
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
"""In place of a language: English, and every other letter as soon as those seen leave no doubt of what it means."""
TELLING = 2
"""A letter that English lacks must have been surely read on so many suits among the last RECENT indices.

On 1,092 indices of photographs of English decks the network surely read none such.
"""
TOGETHER = 2
"""So many different letters that only one language has together tell it at once, each seen once: two misreadings that
bear each other out are as rare as one letter misread twice."""
ENGLISH_ONLY = frozenset(DECKS["english"]).difference(*(DECKS[name] for name in DECKS if name != "english"))
"""Where one of these was read as well, the table has an English deck."""
RECENT = 200
"""So many indices back a letter counts towards the deck's language. Chosen, not measured. Raised, a table that changes
decks is read by the old letters for longer."""


def deck_letters(name: str) -> Mapping[str, Rank]:
    """The letters of a deck's language. Raises ValueError naming the known ones."""
    try:
        return DECKS[name.lower()]
    except KeyError:
        raise ValueError(f"There is no deck “{name}”; choose one of {', '.join((BY_ITSELF, *DECKS))}.") from None


@dataclass(slots=True)
class Letters:
    """The letters in force: one language for good, or found out from what is seen.

    A letter counts as seen when it was surely read on TELLING different suits, or beside another that fits the same
    language alone: a single misreading changes nothing.
    """

    language: str
    by_itself: bool = False
    _seen: deque[tuple[str, str]] = field(default_factory=lambda: deque(maxlen=RECENT))
    _meaning: Mapping[str, Rank] = field(default_factory=dict)

    @staticmethod
    def of(name: str) -> Letters:
        """Letters by the name of a language, or BY_ITSELF. Raises ValueError naming the known ones."""
        by_itself = name.lower() == BY_ITSELF
        language = "english" if by_itself else name.lower()
        return Letters(language, by_itself, _meaning=deck_letters(language))

    @property
    def meaning(self) -> Mapping[str, Rank]:
        """Letter to rank, as it stands now."""
        return self._meaning

    def saw(self, letter: str, suit: str) -> None:
        """Take note of an index that was surely read."""
        if self.by_itself:
            self._seen.append((letter, suit))
            told = self._foreign()
            if told:
                self._meaning = MappingProxyType({**DECKS["english"], **_meanings(told)})
            else:
                self._meaning = DECKS["english"]

    def _foreign(self) -> set[str]:
        """The letters that English lacks and that were seen often enough, or that bear each other out."""
        suits: dict[str, set[str]] = {}
        for letter, suit in self._seen:
            suits.setdefault(letter, set()).add(suit)
        foreign = suits.keys() - DECKS["english"].keys()
        if _are_of_one_language(foreign) and not suits.keys() & ENGLISH_ONLY:
            return foreign
        return {letter for letter in foreign if len(suits[letter]) >= TELLING}


def _are_of_one_language(letters: Set[str]) -> bool:
    """Whether two letters or more have a language in common, and no two: one picture is then enough."""
    return len(letters) >= TOGETHER and sum(letters <= set(language) for language in DECKS.values()) == 1


def _meanings(seen: set[str]) -> dict[str, Rank]:
    """What these letters mean: what they mean in every language that has all of them, else in every one that has it.

    A V alone is a Dutch queen or a French jack, and stays without meaning.
    """
    fitting = [letters for letters in DECKS.values() if seen <= set(letters)]
    told = {}
    for letter in seen:
        ranks = {letters[letter] for letters in fitting or DECKS.values() if letter in letters}
        if len(ranks) == 1:
            told[letter] = ranks.pop()
    return told
