"""A ruleset in plain words, so that people at a table can agree to it, in the language asked for.

The words stand in each language's rules.toml; here is only which sentence belongs to which knob. Every knob that
changes the game must be told: a test changes them one by one and looks for a difference.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card, Rank
from engine.knobs import Bid, Ruleset
from table_controller.words.phrases import ENGLISH
from table_controller.words.tongues import Catalogue, Tongue


def describe(rules: Ruleset, to: Tongue = ENGLISH) -> tuple[str, ...]:
    """The rules, one sentence or two a line, in the order in which a hand goes."""
    told = _Telling(rules, to.rules)
    parts = (told.table, told.deck, told.deal, told.auction, told.trump, told.partner, told.drop, told.play)
    more = (told.score, told.end, told.rough, told.irregular)
    return tuple(sentence for part in (*parts, *more) for sentence in part())


class _Telling:
    """One ruleset in one language."""

    def __init__(self, rules: Ruleset, phrases: Catalogue) -> None:
        self.rules, self.phrases = rules, phrases

    def say(self, group: str, key: str, **filled: object) -> str:
        return str(self.phrases[group][key]).format(**filled)

    def name(self, key: str) -> str:
        return str(self.phrases["names"].get(key, key))

    def card(self, card: Card) -> str:
        assert card.suit is not None
        return self.rank(card.rank) + card.suit.symbol

    def rank(self, rank: Rank) -> str:
        return str(self.phrases["ranks"][rank.value])

    def table(self) -> Iterator[str]:
        table = self.rules.table
        yield self.say("table", table.sides, players=table.players)
        yield self.say("table", table.first_dealer)

    def deck(self) -> Iterator[str]:
        deck = self.rules.deck
        ranks = ", ".join(self.rank(Rank(each)) for each in deck.ranks)
        key = "copies" if deck.copies > 1 else "pack"
        yield self.say("deck", key, cards=len(deck.pack), ranks=ranks, copies=deck.copies)
        if deck.extra:
            yield self.say("deck", "extra", extra=", ".join(self.card(Card.parse(each)) for each in deck.extra))
        if deck.omit:
            yield self.say("deck", "omit", omit=", ".join(self.card(Card.parse(each)) for each in deck.omit))
        if deck.jokers:
            yield self.say("deck", "jokers", jokers=deck.jokers)
        if len(set(deck.pack)) < len(deck.pack):
            yield self.say("deck", deck.duplicates)

    def deal(self) -> Iterator[str]:
        deal = self.rules.deal
        yield self.say("deal", "hand", hand=deal.hand)
        if deal.kitty_use != "none":
            yield self.say("deal", deal.kitty_use, kitty=deal.kitty)
        yield self.say("deal", deal.misdeal)
        if deal.misdeals_before_loss:
            yield self.say("deal", "before_loss", count=deal.misdeals_before_loss)
        if deal.late_misdeal == "next_dealer" and deal.misdeal == "same_dealer":
            yield self.say("deal", "late_next")

    def auction(self) -> Iterator[str]:
        auction = self.rules.auction
        yield self.say("auction", auction.form, passes=auction.passes_to_end)
        if auction.form == "until_passes":
            yield self.say("auction", "pass_is_final" if auction.pass_is_final else "pass_not_final")
        if auction.with_suit:
            yield self.say("auction", "with_suit")
        bids = ", ".join(self.name(bid.name) for bid in auction.ladder)
        yield f"{self.say('auction', 'ladder', bids=bids)} {self.say('auction', 'numbers')}"
        for bid in auction.ladder:
            yield from self._bid(bid)
        smallest = next((self.name(bid.name) for bid in auction.ladder if bid.final), "")
        yield self.say("auction", auction.all_pass, minimum=smallest, price=auction.surrender_price)
        if auction.forced_dealer_pays_half:
            yield self.say("auction", "pays_half")

    def _bid(self, bid: Bid) -> Iterator[str]:
        name = self.name(bid.name)
        if bid.pepper or bid.name != str(bid.value):
            trump = {"nt": "bid_nt", "suit": "bid_suit"}.get(bid.trump)
            yield self.say(
                "auction",
                "bid",
                bid=name,
                tricks=bid.tricks,
                value=bid.value,
                trump=self.say("auction", trump) if trump else "",
                alone=self.say("auction", "bid_alone") if bid.alone and self.rules.in_teams else "",
            )
        if bid.promise != "none":
            yield self.say("auction", bid.promise, bid=name)
        if not bid.final:
            yield self.say("auction", "not_final", bid=name)

    def trump(self) -> Iterator[str]:
        trump = self.rules.trump
        if not self.rules.auction.with_suit:
            yield self.say("trump", trump.nt)
        if trump.nt_factor != 1:
            yield self.say("trump", "factor", factor=f"{trump.nt_factor:g}")
            if trump.round != "none":
                yield self.say("trump", trump.round)
        if trump.named == "after_kitty":
            yield self.say("trump", "after_kitty")

    def partner(self) -> Iterator[str]:
        partner = self.rules.partner
        if partner.option != "none":
            yield self.say("partner", partner.option)
        if partner.alone_without_exchange:
            yield self.say("partner", "alone_without_exchange")
        if partner.swap != "none":
            yield self.say("partner", partner.swap)
        if partner.lone_bids:
            bids = f" {self.name('or')} ".join(self.name(each) for each in partner.lone_bids)
            yield self.say("partner", "lone", bids=bids, factor=partner.lone_factor)
        if partner.call != "none":
            yield self.say("partner", partner.call)
        if partner.called_duty != "none":
            yield self.say("partner", partner.called_duty)

    def drop(self) -> Iterator[str]:
        yield self.say("drop", self.rules.drop.form, votes=self.rules.drop.vote_to_end)
        for when in self.rules.drop.compelled:
            yield self.say("drop", when)

    def play(self) -> Iterator[str]:
        rules = self.rules
        key = "unplayed" if rules.tricks < rules.deal.hand else "tricks"
        yield self.say("play", key, tricks=rules.tricks)
        yield self.say("play", rules.play.lead)
        if rules.play.lead_nt != rules.play.lead:
            yield self.say("play", "in_nt", lead=self.say("play", rules.play.lead_nt))
        yield self.say("play", "follow")
        yield self.say("play", "bowers")
        if rules.play.nt_joker != "none":
            yield self.say("play", rules.play.nt_joker)

    def score(self) -> Iterator[str]:
        score = self.rules.score
        yield self.say("score", f"made_{score.made}")
        yield self._price("fail", score.fail)
        yield self.say("score", score.defend)
        if self.rules.defender_cap:
            yield self.say("score", "cap", cap=self.rules.defender_cap)
        yield self._price("zero", score.zero)
        if not score.six_zero and score.zero != 0:
            yield self.say("score", "six_free", tricks=self.rules.tricks)
        if any(bid.pepper for bid in self.rules.auction.ladder):
            yield self.say("score", f"pepper_{score.pepper_defend}")
            yield self.say("score", f"pepper_zero_{score.pepper_zero}")
        if self.rules.drop.form != "none":
            yield self.say("score", "all_drop")

    def _price(self, knob: str, price: str | int) -> str:
        if price == "bid":
            return self.say("score", f"{knob}_bid")
        if price == 0 and knob == "zero":
            return self.say("score", "zero_free")
        return self.say("score", f"{knob}_fixed", points=price)

    def end(self) -> Iterator[str]:
        end = self.rules.end
        yield self.say("end", "must_bid" if end.must_bid else "target", target=end.target)
        if end.negative_end:
            yield self.say("end", "negative", target=end.target)
        if end.must_bid:
            return
        if end.both_over != "higher":
            yield self.say("end", end.both_over)
        if end.tie != end.both_over:
            yield self.say("end", "play_on" if end.tie == "play_on" else "tie_bidder")

    def rough(self) -> Iterator[str]:
        rough = self.rules.rough
        if rough.opening:
            yield self.say("rough", "opening", deals=rough.opening, bid=rough.forced_bid)
        if rough.on_tie != "off":
            yield self.say("rough", rough.on_tie)

    def irregular(self) -> Iterator[str]:
        house = self.rules.irregular
        yield self.say(
            "irregular",
            house.revoke,
            to_others=house.revoke_to_others,
            from_offender=house.revoke_from_offender,
            tricks=house.revoke_tricks,
        )
        if house.revoke_double_for_lone and house.revoke == "fixed":
            yield self.say("irregular", "double_for_lone")
        if house.revoke != "off" and house.revoke_calling == "on_claim":
            yield self.say("irregular", "on_claim")
        yield self.say("irregular", house.revoke_correction)
        if house.false_claim_penalty:
            yield self.say("irregular", "false_claim", points=house.false_claim_penalty)
        if house.bid_out_of_turn != "ignore":
            yield self.say("irregular", "lose_bid")
        if house.bid_out_of_turn == "lose_bid_and_restrict_partner":
            yield self.say("irregular", "restrict_partner")
        if house.lead_out_of_turn != "ignore":
            yield self.say("irregular", house.lead_out_of_turn)
        if house.card_count != "play_on":
            yield self.say("irregular", house.card_count)
        if house.talk_penalty != "none":
            yield self.say("irregular", house.talk_penalty)
