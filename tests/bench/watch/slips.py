"""What people do in hands to be filmed: the broken rule or slip of a hand, and all that disturbs the camera.

Made out of a hand as it was played, all by chance from a seed. How it was played, and what a referee ought to make of
it, is the business of bench_plans.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine import inputs as i
from engine import wire
from engine.cards import Card, Rank, Suit
from engine.findings import FindingCode
from engine.knobs import Ruleset
from vision.workshop.studio.people.plans import Choice, Exchange, Happening, Incident, Plan, PlannedTrick

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")

Broken = tuple[str, int, int | None]
"""A finding: its code, seat and trick."""


class Slip(Enum):
    """The irregularity of a hand."""

    NONE = "none"
    REVOKE = "revoke"
    OUT_OF_TURN = "out_of_turn"
    TAKE_BACK = "take_back"
    EXTRA = "extra"
    FOREIGN = "foreign"
    TWICE = "twice"
    FACE_DOWN = "face_down"
    MISPLACE = "misplace"


@dataclass(slots=True)
class Played:
    """A hand as it was played: what was said before, the tricks, each seat's cards before each play."""

    rules: Ruleset
    dealer: int
    said: list[i.Input]
    tricks: list[list[tuple[int, Card]]]
    winners: list[int]
    held: list[list[tuple[Card, ...]]]


Told = list[i.Input]
Made = tuple[Plan, Told, Counter[Broken], int]
"""A plan, the plays as the engine would be told them, findings that telling can't show, and questions due."""


def _plain(played: Played, chance: random.Random) -> Made:
    return _plan(played, played.tricks, chance, ()), _told(played.tricks), Counter(), 0


def _out_of_turn(played: Played, chance: random.Random) -> Made | None:
    """Two neighbours play the wrong way round."""
    tricks = [list(trick) for trick in played.tricks]
    number = chance.randrange(len(tricks))
    row = tricks[number]
    if len(row) < 3:
        return None
    place = chance.randrange(1, len(row) - 1)
    row[place], row[place + 1] = row[place + 1], row[place]
    return _plan(played, tricks, chance, (), early=(number + 1, place + 1)), _told(tricks), Counter(), 0


def _take_back(played: Played, chance: random.Random) -> Made | None:
    """A card is taken back and another laid instead, before the next plays."""
    spot = _spot(played, chance, first=1)
    number, place = spot
    seat, card = played.tricks[number][place]
    others = [each for each in played.held[number][place] if each != card]
    if not others:
        return None
    wrong = chance.choice(others)
    tricks = [list(trick) for trick in played.tricks]
    tricks[number][place] = (seat, wrong)
    told: Told = []
    for k, trick in enumerate(played.tricks):
        for j, (each, laid) in enumerate(trick):
            if (k, j) == spot:
                told += [i.PlayCard(seat, wrong), i.TakeBack(seat)]
            told.append(i.PlayCard(each, laid))
    incident = Incident(Happening.TAKE_BACK, number + 1, place + 1, seat, card=card)
    return _plan(played, tricks, chance, (incident,)), told, Counter(), 0


def _extra(played: Played, chance: random.Random) -> Made | None:
    """A second card beside the first, taken back after a while."""
    number, place = _spot(played, chance, first=0)
    seat, card = played.tricks[number][place]
    others = [each for each in played.held[number][place] if each != card]
    if not others or place + 1 == len(played.tricks[number]):
        return None
    further = chance.choice(others)
    happens = (
        Incident(Happening.EXTRA, number + 1, place + 1, seat, card=further),
        Incident(Happening.LIFT, number + 1, place + 1, seat),
    )
    found: Counter[Broken] = Counter({(FindingCode.EXTRA_CARD.value, seat, number + 1): 1})
    return _plan(played, played.tricks, chance, happens), _told(played.tricks), found, 0


def _strange(played: Played, chance: random.Random, code: FindingCode) -> Made | None:
    """A card that can't be, laid and taken back for the right one: of another deck, or played before."""
    number, place = _spot(played, chance, first=0)
    seat, card = played.tricks[number][place]
    strange = _foreign(played, chance) if code is FindingCode.FOREIGN_CARD else _earlier(played, number, chance)
    if strange is None:
        return None
    tricks = [list(trick) for trick in played.tricks]
    tricks[number][place] = (seat, strange)
    incident = Incident(Happening.TAKE_BACK, number + 1, place + 1, seat, card=card)
    found: Counter[Broken] = Counter({(code.value, seat, number + 1): 1})
    return _plan(played, tricks, chance, (incident,)), _told(played.tricks), found, 1


def _foreign(played: Played, chance: random.Random) -> Card | None:
    others = [Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER]
    left = [card for card in others if card not in played.rules.deck.count]
    return chance.choice(left) if left else None


def _earlier(played: Played, number: int, chance: random.Random) -> Card | None:
    """A card of a trick before the last one, of which the deck has only one."""
    gone = [card for trick in played.tricks[: max(0, number - 1)] for _, card in trick]
    single = [card for card in gone if played.rules.deck.count[card] == 1]
    return chance.choice(single) if single else None


def _face_down(played: Played, chance: random.Random) -> Made | None:
    """A card is played face down, and turned up when the table asks."""
    number, place = _spot(played, chance, first=0)
    seat, card = played.tricks[number][place]
    happens = (
        Incident(Happening.FACE_DOWN, number + 1, place + 1, seat),
        Incident(Happening.TURN_UP, number + 1, place + 1, seat, card=card),
    )
    return _plan(played, played.tricks, chance, happens), _told(played.tricks), Counter(), 1


def _misplace(played: Played, chance: random.Random) -> Made | None:
    """A card laid in a neighbour's zone."""
    number, place = _spot(played, chance, first=0)
    seat, _ = played.tricks[number][place]
    others = [each for each, _ in played.tricks[number] if each != seat]
    incident = Incident(Happening.MISPLACE, number + 1, place + 1, seat, onto=chance.choice(others))
    return _plan(played, played.tricks, chance, (incident,)), _told(played.tricks), Counter(), 0


MAKERS: dict[Slip, Callable[[Played, random.Random], Made | None]] = {
    Slip.NONE: _plain,
    Slip.REVOKE: _plain,
    Slip.OUT_OF_TURN: _out_of_turn,
    Slip.TAKE_BACK: _take_back,
    Slip.EXTRA: _extra,
    Slip.FOREIGN: lambda played, chance: _strange(played, chance, FindingCode.FOREIGN_CARD),
    Slip.TWICE: lambda played, chance: _strange(played, chance, FindingCode.CARD_SEEN_TWICE),
    Slip.FACE_DOWN: _face_down,
    Slip.MISPLACE: _misplace,
}


def _spot(played: Played, chance: random.Random, first: int) -> tuple[int, int]:
    """A trick and a place in it, counted from 0; not before the `first` place."""
    number = chance.randrange(len(played.tricks))
    return number, chance.randrange(first, len(played.tricks[number]))


def _told(tricks: list[list[tuple[int, Card]]]) -> Told:
    return [i.PlayCard(seat, card) for trick in tricks for seat, card in trick]


def _plan(
    played: Played,
    tricks: list[list[tuple[int, Card]]],
    chance: random.Random,
    slips: tuple[Incident, ...],
    early: tuple[int, int] | None = None,
) -> Plan:
    """`early`: trick and place of a card that is laid before its turn."""
    rules = played.rules
    choices = []
    for said in played.said:
        fields: dict[str, Any] = wire.to_json(said)
        choices.append(Choice(str(fields.pop("kind")), tuple(fields.items())))
    return Plan(
        title=f"{rules.name}, {slips[0].kind.value}" if slips else rules.name,
        rules=rules.name,
        names=NAMES[: rules.table.players],
        dealer=played.dealer,
        batches=_batches(rules.deal.hand, chance),
        choices=tuple(choices),
        tricks=tuple(PlannedTrick(tuple(t), w) for t, w in zip(tricks, played.winners, strict=True)),
        exchange=_exchange(played),
        incidents=(*slips, *_disturbances(tricks, slips, chance, early)),
    )


def _batches(hand: int, chance: random.Random) -> tuple[int, ...]:
    size = chance.choice((2, 3, 3, 4))
    return tuple(min(size, hand - dealt) for dealt in range(0, hand, size))


def _exchange(played: Played) -> Exchange | None:
    maker = next(
        (said.seat for said in played.said if isinstance(said, i.ChoosePartner) and said.option == "exchange"), 0
    )
    if not maker:
        return None
    players = played.rules.table.players
    return Exchange((maker - 1 + players // 2) % players + 1, maker)


def _disturbances(
    tricks: list[list[tuple[int, Card]]],
    slips: tuple[Incident, ...],
    chance: random.Random,
    early: tuple[int, int] | None,
) -> list[Incident]:
    """Arms that reach and cover, cards that slide and are pushed, a camera that stalls: about one in four plays.

    Of two cards laid at once nobody can tell which was first: one that is laid too early is laid alone.
    """
    taken = {(slip.trick, slip.play) for slip in slips}
    found = []
    for number, trick in enumerate(tricks, start=1):
        for place, (seat, _) in enumerate(trick, start=1):
            if (number, place) in taken or chance.random() > 0.25:
                continue
            others = [each for each, _ in trick if each != seat]
            earlier = [each for each, _ in trick[: place - 1]]
            kind = chance.choice(_DISTURBING)
            if kind is Happening.PAIR and (place == len(trick) or (number, place + 1) in taken):
                continue
            if kind is Happening.PAIR and (number, place) == early:
                continue
            if kind is Happening.NUDGE and (not earlier or _was_touched(slips, number, earlier[-1])):
                continue
            onto = {Happening.NUDGE: earlier[-1] if earlier else None, Happening.WANDER: chance.choice(others)}
            seconds = round(chance.uniform(0.6, 2.0), 1)
            found.append(Incident(kind, number, place, seat, onto.get(kind), seconds=seconds))
            taken.add((number, place))
            if kind is Happening.PAIR:
                taken.add((number, place + 1))
    return found


_DISTURBING = (
    Happening.REACH, Happening.COVER, Happening.NUDGE, Happening.WANDER, Happening.PAIR, Happening.STALL,
)  # fmt: skip


def _was_touched(slips: tuple[Incident, ...], trick: int, seat: int) -> bool:
    """Whether this seat's card of the trick is in the slip: it may not lie where it is looked for."""
    return any(slip.trick == trick and seat in (slip.seat, slip.onto) for slip in slips)
