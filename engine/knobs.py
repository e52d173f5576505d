"""A ruleset as a value: every rule that differs from house to house is a named field of a named group.

Nothing is read from files and nothing is judged here: `rulesets` loads, `decide` and `scoring` ask. The
defaults are the game as played in Iowa (`iowa_standard`). A bid is a record, never a hard-wired meaning.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from engine.cards import Card, Rank, Suit
from engine.layout import Seat

Price = Literal["bid"] | int
"""Points: as many as the bid is worth, or a fixed number."""

Lead = Literal["bidder", "left_of_bidder", "left_of_dealer", "right_of_dealer"]


@dataclass(frozen=True, slots=True)
class TableRules:
    players: int = 4
    sides: Literal["pairs", "trios", "individual", "called_partner"] = "pairs"
    first_dealer: Literal["first_jack", "lowest_cut", "partners_drawn", "any"] = "first_jack"


@dataclass(frozen=True, slots=True)
class DeckRules:
    """`ranks` times four suits times `copies`; then `extra` cards are added, `omit` taken out once each."""

    ranks: str = "9TJQKA"
    copies: int = 1
    extra: tuple[str, ...] = ()
    omit: tuple[str, ...] = ()
    jokers: int = 0
    joker_rank: Literal["none", "below_left"] = "none"
    duplicates: Literal["first_wins", "last_wins"] = "first_wins"
    pack: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    count: dict[Card, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.copies <= 4 or not 0 <= self.jokers <= 8:
            raise ValueError("a pack has 1 to 4 copies of each card (deck.copies) and at most 8 jokers (deck.jokers).")
        if len(set(self.ranks)) < len(self.ranks):
            raise ValueError(f"ranks = {self.ranks!r} names a rank twice: give deck.copies instead.")
        for rank in self.ranks:
            if rank not in "23456789TJQKA":
                raise ValueError(f"{rank!r} is no rank: ranks are 2-9 T J Q K A.")
        cards = [Card(Rank(rank), suit) for suit in Suit for rank in self.ranks for _ in range(self.copies)]
        cards += [Card.parse(text) for text in self.extra]
        for text in self.omit:
            if Card.parse(text) not in cards:
                raise ValueError(f"{text} cannot be left out: it is not in the pack.")
            cards.remove(Card.parse(text))
        cards += [Card(Rank.JOKER, None)] * self.jokers
        object.__setattr__(self, "pack", tuple(cards))
        object.__setattr__(self, "count", Counter(cards))


@dataclass(frozen=True, slots=True)
class DealRules:
    """`hand` cards each and `kitty` undealt. `misdeals_before_loss`: 0 means any number."""

    hand: int = 6
    kitty: int = 0
    kitty_use: Literal["none", "hidden_take_discard", "exposed_take_discard", "dead"] = "none"
    misdeal: Literal["same_dealer", "next_dealer"] = "same_dealer"
    misdeals_before_loss: int = 0
    late_misdeal: Literal["same_dealer", "next_dealer"] = "same_dealer"


@dataclass(frozen=True, slots=True)
class Bid:
    """One rung of the ladder. A bid overcalls another when its `rank` is higher.

    `value` is what it is worth made or failed, before the rules of scoring. `promise` is what the caller
    shows by it, `final` false for a bid that somebody must overcall, `opening_only` for one that may only be
    the first bid and not the dealer's or his right-hand neighbour's.
    """

    name: str
    rank: float
    tricks: int
    value: int
    pepper: bool = False
    alone: bool = False
    trump: Literal["any", "suit", "nt"] = "any"
    promise: Literal["none", "ace", "jacks"] = "none"
    final: bool = True
    opening_only: bool = False


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """`ladder` holds every bid, lowest first. `max_number` 0: no numbers by themselves."""

    form: Literal["one_round", "until_passes"] = "one_round"
    passes_to_end: int = 3
    pass_is_final: bool = True
    with_suit: bool = False
    min_bid: int = 1
    max_number: int = 6
    all_pass: Literal["throw_in", "dealer_forced", "dealer_forced_or_surrender"] = "throw_in"
    surrender_price: int = 0
    forced_dealer_pays_half: bool = False
    ladder: tuple[Bid, ...] = ()

    def bid(self, name: str) -> Bid | None:
        for bid in self.ladder:
            if bid.name == name:
                return bid
        return None


@dataclass(frozen=True, slots=True)
class TrumpRules:
    """`nt_factor` multiplies the value of a number or little pepper played in no trump."""

    nt: Literal["allowed", "never", "only_at_bid"] = "allowed"
    nt_factor: float = 1
    round: Literal["none", "up", "down"] = "none"
    named: Literal["after_auction", "in_bid", "after_kitty"] = "after_auction"


@dataclass(frozen=True, slots=True)
class PartnerRules:
    """`alone_without_exchange` lets the maker of any bid choose `alone`."""

    option: Literal["exchange_or_with", "exchange_only", "always_with", "none"] = "exchange_or_with"
    alone_without_exchange: bool = False
    swap: Literal["none", "maker", "dealer"] = "none"
    lone_bids: tuple[str, ...] = ()
    lone_factor: int = 2
    call: Literal["none", "any_card", "not_held_not_bower"] = "none"
    called_duty: Literal["none", "first_legal"] = "none"


@dataclass(frozen=True, slots=True)
class DropRules:
    """Who may drop out, and when all are compelled to play. `vote_to_end` drop votes end a hand."""

    form: Literal["team", "team_formal", "individual_in_turn", "vote", "none"] = "team"
    compelled: tuple[Literal["clubs", "nt", "stuck_min", "stuck_any"], ...] = ()
    vote_to_end: int = 3


@dataclass(frozen=True, slots=True)
class PlayRules:
    """`tricks` 0: as many as a hand has cards."""

    tricks: int = 0
    lead: Lead = "bidder"
    lead_nt: Lead = "bidder"
    nt_joker: Literal["none", "highest_no_lead"] = "none"


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """`zero` is the price of playing on and taking no trick; `six_zero` whether it bites at a bid of 6.

    `defender_cap`: up to which total opponents' tricks count; 0 for no end, `below_target` for one less than that.
    """

    made: Literal["bid", "tricks"] = "bid"
    fail: Price = "bid"
    defend: Literal["per_trick", "none"] = "per_trick"
    zero: Price = "bid"
    six_zero: bool = True
    pepper_defend: Literal["value", "per_trick", "none"] = "value"
    pepper_zero: Literal["value", "none"] = "value"
    defender_cap: Literal["below_target"] | int = 0


@dataclass(frozen=True, slots=True)
class EndRules:
    """`target` is reached, not exceeded. `negative_end`: a side that falls to minus the target has lost."""

    target: int = 42
    tie: Literal["play_on", "bidder_if_made"] = "play_on"
    must_bid: bool = False
    both_over: Literal["higher", "bidder", "bidder_if_made"] = "higher"
    negative_end: bool = False


@dataclass(frozen=True, slots=True)
class RoughRules:
    """The rough round: forced hands without an auction, at the start and perhaps at a tie."""

    opening: int = 0
    forced_bid: int = 4
    on_tie: Literal["off", "at_target", "any"] = "off"


@dataclass(frozen=True, slots=True)
class IrregularRules:
    """What the house makes of a broken rule. `advise` only says it."""

    revoke: Literal["off", "advise", "award_hand", "fixed", "transfer_tricks"] = "advise"
    revoke_to_others: int = 2
    revoke_from_offender: int = 0
    revoke_tricks: int = 1
    revoke_double_for_lone: bool = False
    revoke_correction: Literal["until_next_lead", "until_trick_complete", "never"] = "until_next_lead"
    revoke_calling: Literal["automatic", "on_claim"] = "automatic"
    false_claim_penalty: int = 0
    bid_out_of_turn: Literal["ignore", "lose_bid", "lose_bid_and_restrict_partner"] = "ignore"
    lead_out_of_turn: Literal["ignore", "call_suit", "stands", "taken_back"] = "ignore"
    card_count: Literal["play_on", "redeal"] = "play_on"
    talk_penalty: Literal["none", "warn_then_2", "forfeit"] = "none"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One form of the game, complete. `source` says whose, `note` what the reader should be warned of."""

    name: str
    title: str = ""
    source: str = ""
    note: str = ""
    table: TableRules = TableRules()
    deck: DeckRules = DeckRules()
    deal: DealRules = DealRules()
    auction: AuctionRules = AuctionRules()
    trump: TrumpRules = TrumpRules()
    partner: PartnerRules = PartnerRules()
    drop: DropRules = DropRules()
    play: PlayRules = PlayRules()
    score: ScoreRules = ScoreRules()
    end: EndRules = EndRules()
    rough: RoughRules = RoughRules()
    irregular: IrregularRules = IrregularRules()

    @property
    def tricks(self) -> int:
        """Tricks in a hand that is played out."""
        return self.play.tricks or self.deal.hand

    @property
    def defender_cap(self) -> int:
        """The total up to which tricks of opponents count; 0 where there is none."""
        cap = self.score.defender_cap
        return self.end.target - 1 if cap == "below_target" else cap

    @property
    def seats(self) -> range:
        return range(1, self.table.players + 1)

    @property
    def in_teams(self) -> bool:
        """Whether fixed sides score; otherwise every seat has a score of its own."""
        return self.table.sides in ("pairs", "trios")

    @property
    def side_count(self) -> int:
        return 2 if self.in_teams else self.table.players

    def side_of(self, seat: Seat) -> int:
        """The index of the seat's score: two sides take turns round the table, or each seat is its own."""
        return (seat - 1) % 2 if self.in_teams else seat - 1

    def seat_after(self, seat: Seat) -> Seat:
        return seat % self.table.players + 1

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats, beginning with this one."""
        count = self.table.players
        return tuple((seat - 1 + step) % count + 1 for step in range(count))
