"""What the page shows, as values: the shape of /api/state and of every update.

Only shapes; what is put into them follows from the state in scoreboard.py. No hidden card has a place here:
a card is on the board once it lies face up on the table, and not before.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class Shown(BaseModel):
    """Part of the board: frozen, and only with the fields it declares."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class CardShown(Shown):
    """A card as the page draws it: `rank` as in its corner ("10", "Q"), `suit` C, D, H, S or "" (joker)."""

    text: str
    rank: str
    suit: str
    words: str


class PlayShown(Shown):
    """A card of the trick; `card` is None when nobody could read it yet; `mark` is the camera's number for it."""

    seat: int
    card: CardShown | None
    winning: bool = False
    mark: int | None = None


class TrickShown(Shown):
    """The trick on the table; `taken_by` is 0 until it is complete."""

    number: int
    of: int
    plays: tuple[PlayShown, ...] = ()
    taken_by: int = 0


class SeatShown(Shown):
    """One player. `note` is a word or two on what he does in this hand: "passes", "bids 3", "sits out"."""

    seat: int
    name: str
    side: int
    dealer: bool = False
    turn: bool = False
    maker: bool = False
    out: bool = False
    note: str = ""
    tricks: int = 0
    lamp: str = ""


class SideShown(Shown):
    """One side: index in `Board.sides` is its number. `needs` says in words what it still lacks to win."""

    name: str
    seats: tuple[int, ...]
    score: str
    needs: str
    tricks: int = 0
    making: bool = False
    won: bool = False


class AskedShown(Shown):
    """Somebody who must speak: `task` as in asked.py; `text` and `detail` are said to that player alone."""

    seat: int
    task: str
    text: str
    detail: str = ""


class ContractShown(Shown):
    """The contract of this hand. `trump` is C, D, H, S, NT, or "" until it is named."""

    text: str
    bid: str
    trump: str = ""
    trump_words: str = ""
    detail: str = ""


class FindingShown(Shown):
    """A broken rule, in plain words, with the plays that prove it. `id` stays the same while it is shown."""

    id: str
    title: str
    text: str
    proof: tuple[str, ...] = ()
    ruling: str = ""


class QuestionShown(Shown):
    """Something the table asks people, calmly: which card is this? `others` are those it may be besides.

    `why` is a whole sentence, empty where it needs none.
    """

    mark: int
    seat: int
    text: str
    why: str = ""
    likeliest: tuple[CardShown, ...] = ()
    others: tuple[CardShown, ...] = ()


class DoubtShown(Shown):
    """The table asks whose the card of `mark` is: one of `seats`, the first the likelier. `why` is a whole sentence."""

    mark: int
    text: str
    why: str
    seats: tuple[int, int]


class ChoiceShown(Shown):
    """Something a seat may say now: in words for its button (or as the card on it), and as the input."""

    seat: int
    text: str
    input: dict[str, Any]
    card: CardShown | None = None


class HandShown(Shown):
    """A hand that is over. `delta` and `score` by side, as text (house rules know half points).

    `could_make`: what the open cards would have allowed, once that is worked out; empty otherwise.
    """

    number: int
    dealer: str
    contract: str
    trump: str
    made: bool | None
    delta: tuple[str, ...]
    score: tuple[str, ...]
    why: tuple[str, ...]
    could_make: str = ""


class CallShown(Shown):
    """A seat calls with its buttons: `kind` is "help" or "wrong" ("that was wrong")."""

    kind: str
    seat: int
    text: str


class TroubleShown(Shown):
    """Something round the table that is not well, in the very words of `doctor`; `grade` is "warning" or "fault"."""

    id: str
    what: str
    grade: str
    words: str
    remedy: str = ""


class Surroundings(Shown):
    """What the board says beside the state: where the pictures come from and what is missing, in words.

    `acting`: people may act from pages; not where a recording plays. `missing` are the sentences of `troubles`, and
    `health_codes` what `health` says, for machines.
    """

    source: str = ""
    acting: bool = False
    health: tuple[str, ...] = ()
    health_codes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    troubles: tuple[TroubleShown, ...] = ()
    calls: tuple[CallShown, ...] = ()


class Board(Shown):
    """Everything on the page. `sequence` is the number of the last decision on disk.

    `joining`: the match has only begun and people may take their seats with their phones. `paused`: the referee has
    stopped play. `news`: what was decided last, where that is more than a card or a call; "" otherwise. `asked` are
    all who must speak now. `last_trick` is the one before the trick that lies there.
    """

    sequence: int
    match: str
    title: str
    phase: str
    headline: str
    detail: str
    target: str
    news: str = ""
    asked: tuple[AskedShown, ...] = ()
    seats: tuple[SeatShown, ...]
    sides: tuple[SideShown, ...]
    hand: int
    contract: ContractShown | None = None
    trick: TrickShown | None = None
    last_trick: TrickShown | None = None
    findings: tuple[FindingShown, ...] = ()
    questions: tuple[QuestionShown, ...] = ()
    doubts: tuple[DoubtShown, ...] = ()
    last_hand: HandShown | None = None
    history: tuple[HandShown, ...] = ()
    choices: tuple[ChoiceShown, ...] = ()
    joining: bool = False
    paused: bool = False
    surroundings: Surroundings = Surroundings()


class BoardTold(Board):
    """The board as it is sent: `build` changes whenever a page has to reload itself."""

    build: str


EMPTY = Board(
    sequence=0,
    match="",
    title="Pepper Table",
    phase="waiting",
    headline="No match yet",
    detail="The board fills as soon as a match begins.",
    target="",
    seats=(),
    sides=(),
    hand=0,
)
