"""Whether a ruleset can be played: every contradiction between knobs, in sentences.

Each check looks at one thing and yields what is wrong with it; nothing is repaired here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.knobs import Bid, Ruleset
from engine.rules.ranges import out_of_range


def contradictions(rules: Ruleset) -> list[str]:
    """Every reason why these rules can't be played together; empty for a sound ruleset."""
    return [fault for check in _CHECKS for fault in check(rules)]


def _seats(rules: Ruleset) -> Iterator[str]:
    players, sides = rules.table.players, rules.table.sides
    wanted = {"pairs": (4, 4), "trios": (6, 6), "individual": (3, 6), "called_partner": (4, 6)}[sides]
    if not wanted[0] <= players <= wanted[1]:
        number = str(wanted[0]) if wanted[0] == wanted[1] else f"{wanted[0]} to {wanted[1]}"
        yield f"table.sides = {sides} is for {number} players, but table.players = {players}."
    if rules.table.first_dealer == "partners_drawn" and sides != "pairs":
        yield "table.first_dealer = partners_drawn needs table.sides = pairs."


def _deal(rules: Ruleset) -> Iterator[str]:
    deal, cards = rules.deal, len(rules.deck.pack)
    needed = rules.table.players * deal.hand + deal.kitty
    if needed != cards:
        yield (
            f"The pack has {cards} cards, but {rules.table.players} hands of {deal.hand}"
            f"{f' and a kitty of {deal.kitty}' if deal.kitty else ''} make {needed}."
        )
    if (deal.kitty > 0) != (deal.kitty_use != "none"):
        yield f"deal.kitty = {deal.kitty} does not go with deal.kitty_use = {deal.kitty_use}."
    if rules.play.tricks > deal.hand:
        yield f"play.tricks = {rules.play.tricks} is more than the {deal.hand} cards of a hand (deal.hand)."


def _jokers(rules: Ruleset) -> Iterator[str]:
    if (rules.deck.jokers > 0) != (rules.deck.joker_rank != "none"):
        yield f"deck.jokers = {rules.deck.jokers} does not go with deck.joker_rank = {rules.deck.joker_rank}."
    if (rules.deck.jokers > 0) != (rules.play.nt_joker != "none"):
        yield f"deck.jokers = {rules.deck.jokers} does not go with play.nt_joker = {rules.play.nt_joker}."


def _ladder(rules: Ruleset) -> Iterator[str]:
    auction = rules.auction
    if auction.max_number > rules.tricks:
        yield f"auction.max_number = {auction.max_number} is more than the {rules.tricks} tricks of a hand."
    if auction.min_bid > auction.max_number > 0 or auction.min_bid < 1:
        yield f"auction.min_bid = {auction.min_bid} must lie between 1 and auction.max_number."
    if not any(bid.final for bid in auction.ladder):
        yield "There is no bid that may be the last one: give auction.max_number or [bids]."
    for bid in auction.ladder:
        yield from _bid(rules, bid)


def _bid(rules: Ruleset, bid: Bid) -> Iterator[str]:
    if bid.tricks > rules.tricks or bid.tricks < 1:
        yield f"bids.{bid.name}.tricks = {bid.tricks}, but a hand has {rules.tricks} tricks."
    if bid.trump == "nt" and rules.trump.nt == "never":
        yield f"bids.{bid.name}.trump = nt does not go with trump.nt = never."


def _forcing(rules: Ruleset) -> Iterator[str]:
    auction = rules.auction
    surrenders = auction.all_pass == "dealer_forced_or_surrender"
    if surrenders != (auction.surrender_price > 0):
        yield (
            f"auction.surrender_price = {auction.surrender_price} does not go with "
            f"auction.all_pass = {auction.all_pass}."
        )
    if auction.all_pass != "throw_in" and auction.form != "one_round":
        yield "A forced dealer (auction.all_pass) needs auction.form = one_round: only there he speaks last."
    if auction.form == "until_passes" and not 1 <= auction.passes_to_end < rules.table.players:
        yield f"auction.passes_to_end = {auction.passes_to_end} must be 1 to {rules.table.players - 1}."
    if auction.forced_dealer_pays_half and auction.all_pass == "throw_in":
        yield "auction.forced_dealer_pays_half has no meaning where no dealer is forced (auction.all_pass)."
    if any(not bid.final for bid in auction.ladder) and auction.all_pass == "throw_in":
        yield "A bid that must be overcalled (final = false) needs a forced dealer (auction.all_pass)."


def _trump(rules: Ruleset) -> Iterator[str]:
    if rules.auction.with_suit != (rules.trump.named == "in_bid"):
        yield (
            f"auction.with_suit = {str(rules.auction.with_suit).lower()} does not go with "
            f"trump.named = {rules.trump.named}."
        )
    if rules.trump.named == "after_kitty" and not rules.deal.kitty_use.endswith("take_discard"):
        yield "trump.named = after_kitty needs a kitty that the maker takes (deal.kitty_use)."
    if rules.trump.round == "none" and rules.trump.nt_factor * 2 % 1:
        yield (
            f"trump.nt_factor = {rules.trump.nt_factor:g} makes other fractions than halves: "
            "choose a factor in halves, or let trump.round round up or down."
        )
    if rules.trump.nt == "never" and rules.trump.nt_factor != 1:
        yield "trump.nt_factor has no meaning with trump.nt = never."
    only = rules.trump.nt == "only_at_bid"
    if only and not any(bid.trump == "nt" for bid in rules.auction.ladder):
        yield "trump.nt = only_at_bid needs a bid with trump = nt."


def _partner(rules: Ruleset) -> Iterator[str]:
    partner, sides = rules.partner, rules.table.sides
    if partner.option.startswith("exchange") and sides != "pairs":
        yield f"partner.option = {partner.option} needs table.sides = pairs."
    if partner.option == "always_with" and sides not in ("pairs", "trios"):
        yield f"partner.option = always_with needs fixed partners, not table.sides = {sides}."
    if (partner.call != "none") != (sides == "called_partner"):
        yield f"partner.call = {partner.call} does not go with table.sides = {sides}."
    if partner.called_duty != "none" and partner.call == "none":
        yield "partner.called_duty has no meaning without a called card (partner.call)."
    if partner.swap != "none" and (sides != "pairs" or partner.option != "always_with"):
        yield f"partner.swap = {partner.swap} needs partners who both play (partner.option = always_with)."


def _lone(rules: Ruleset) -> Iterator[str]:
    names = {bid.name: bid for bid in rules.auction.ladder}
    for name in rules.partner.lone_bids:
        bid = names.get(name)
        if bid is None:
            yield f"partner.lone_bids names {name}, which is no bid of this game."
            continue
        if bid.alone:
            yield f"partner.lone_bids names {name}, which is always played alone."
        for other in rules.auction.ladder:
            if bid.trump == "nt" and other.alone and (other.tricks, other.trump) == (bid.tricks, "nt"):
                yield (
                    f"{other.name} and a lone {name} are the same hand (every trick, no trump, alone) for "
                    f"{other.value} and {bid.value * rules.partner.lone_factor}: choose one of them."
                )
    if rules.partner.lone_bids and not rules.in_teams:
        yield "partner.lone_bids needs fixed partners (table.sides)."


def _drop(rules: Ruleset) -> Iterator[str]:
    """Whether the way of dropping out goes with who plays together."""
    drop = rules.drop
    if drop.form.startswith("team") and rules.table.sides != "pairs":
        yield f"drop.form = {drop.form} needs table.sides = pairs."
    if drop.form in ("individual_in_turn", "vote") and rules.in_teams:
        yield f"drop.form = {drop.form} needs players without fixed partners (table.sides)."
    if drop.form == "individual_in_turn" and rules.table.sides == "called_partner":
        yield "drop.form = individual_in_turn does not go with a called partner, who is not known yet."
    if drop.form == "vote" and not 1 <= drop.vote_to_end < rules.table.players:
        yield f"drop.vote_to_end = {drop.vote_to_end} must be 1 to {rules.table.players - 1}."


def _compelled(rules: Ruleset) -> Iterator[str]:
    drop = rules.drop
    if drop.form == "none" and drop.compelled:
        yield "drop.compelled has no meaning with drop.form = none: everybody plays anyway."
    stuck = [each for each in drop.compelled if each.startswith("stuck")]
    if stuck and rules.auction.all_pass == "throw_in":
        yield f"drop.compelled names {stuck[0]}, but no dealer is ever stuck (auction.all_pass = throw_in)."
    if "nt" in drop.compelled and rules.trump.nt == "never":
        yield "drop.compelled names nt, but trump.nt = never."


def _end(rules: Ruleset) -> Iterator[str]:
    smallest = min((bid.value for bid in rules.auction.ladder if bid.final), default=1)
    if rules.end.target < smallest:
        yield f"end.target = {rules.end.target} is below the smallest bid, {smallest}."
    cap = rules.defender_cap
    if cap and cap >= rules.end.target and rules.end.must_bid is False:
        yield f"score.defender_cap = {cap} has no meaning at or above end.target = {rules.end.target}."
    if rules.table.sides == "individual" and rules.end.both_over == "bidder_if_made":
        yield "end.both_over = bidder_if_made needs two sides (table.sides)."


def _rough(rules: Ruleset) -> Iterator[str]:
    rough = rules.rough
    if rough.opening == 0 and rough.on_tie == "off":
        return
    if rules.auction.bid(str(rough.forced_bid)) is None:
        yield f"rough.forced_bid = {rough.forced_bid} is no bid of this game."
    if not rules.in_teams:
        yield "A rough round (rough.opening, rough.on_tie) needs fixed partners (table.sides)."
    if rules.trump.named == "in_bid":
        yield "A rough round has no auction in which trump could be bid (trump.named = in_bid)."


def _irregular(rules: Ruleset) -> Iterator[str]:
    """Penalties that this form could not carry out are refused: what is announced must happen."""
    house = rules.irregular
    for knob, needing in _FOR_TEAMS.items():
        value = getattr(house, knob)
        if not rules.in_teams and value in needing:
            yield f"irregular.{knob} = {value} needs fixed partners (table.sides)."
    if house.revoke == "fixed" and not (house.revoke_to_others or house.revoke_from_offender):
        yield "irregular.revoke = fixed costs nothing: give irregular.revoke_to_others or revoke_from_offender."
    if house.revoke_double_for_lone:
        yield from _double_for_lone(rules)
    if house.revoke_calling == "on_claim" and house.revoke == "off":
        yield "irregular.revoke_calling = on_claim has no meaning with irregular.revoke = off."


_FOR_TEAMS = {
    "revoke": ("award_hand", "transfer_tricks"),
    "talk_penalty": ("forfeit",),
    "lead_out_of_turn": ("call_suit",),
    "bid_out_of_turn": ("lose_bid_and_restrict_partner",),
}
"""What can only be taken from one side and given to the other."""


def _double_for_lone(rules: Ruleset) -> Iterator[str]:
    if rules.irregular.revoke != "fixed":
        yield "irregular.revoke_double_for_lone has no meaning without irregular.revoke = fixed."
    partner = rules.partner
    may_be_alone = any(bid.alone for bid in rules.auction.ladder) or partner.option.startswith("exchange")
    if not rules.in_teams or not (may_be_alone or partner.lone_bids or partner.alone_without_exchange):
        yield "irregular.revoke_double_for_lone has no meaning where no partner ever sits out."


_CHECKS: tuple[Callable[[Ruleset], Iterator[str]], ...] = (
    out_of_range,
    _seats,
    _deal,
    _jokers,
    _ladder,
    _forcing,
    _trump,
    _partner,
    _lone,
    _drop,
    _compelled,
    _end,
    _rough,
    _irregular,
)
