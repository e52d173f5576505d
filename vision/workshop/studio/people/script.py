"""A planned hand as a sequence of movements: dealing, picking up, calls, exchange, tricks laid and gathered.

Order and time only; whether a play is legal is the engine's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.places import hand_place
from vision.mat.mats import Mat
from vision.workshop.studio.people.bidding import clear_tiles, lay_choices
from vision.workshop.studio.people.delivery import as_delivered
from vision.workshop.studio.people.incidents import play_trick
from vision.workshop.studio.people.landing import Landing, Manner
from vision.workshop.studio.people.plans import Plan
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.people.shots import Placed
from vision.workshop.studio.scene.limbs import PEOPLE, Person
from vision.workshop.studio.scene.table import Moving


def film_hand(plan: Plan, mat: Mat, manner: Manner, seed: int) -> Reel:
    """The whole hand as shots and inputs; the same seed gives the same hand to the last millimetre."""
    reel = play_hand(plan, mat, manner, seed)
    reel.shots = as_delivered(reel.shots, manner, seed)
    return reel


def play_hand(
    plan: Plan, mat: Mat, manner: Manner, seed: int, made: Callable[[Plan, Landing, tuple[Person, ...]], Reel] = Reel
) -> Reel:
    """The same, ten or more frames a second, before a camera makes of it what it does; `made`: another kind of reel."""
    people = tuple(np.random.default_rng(seed + 17).permutation(len(PEOPLE)))
    landing = Landing(mat, manner, np.random.default_rng(seed))
    reel = made(plan, landing, tuple(PEOPLE[k] for k in people))
    reel.told("NewMatch", rules=plan.rules, names=list(plan.names), dealer=plan.dealer)
    reel.begin()
    _deal(reel)
    reel.take_up(plan.seats)
    reel.rest()
    if plan.tiles is None:
        _choices(reel)
    else:
        lay_choices(reel, plan.tiles)
    if plan.exchange is not None:
        _exchange(reel)
    for number, trick in enumerate(plan.tricks, start=1):
        play_trick(reel, number, trick)
        reel.t += 0.4
        reel.gather(trick, number)
        reel.rest(3)
        reel.bumped = reel.bumped or manner.bump_after == number
        if manner.lamp_after == number:
            reel.light, reel.light_aim = 1.32, 1.06
    clear_tiles(reel)
    reel.rest(3, 1.0)
    return reel


def _deal(reel: Reel) -> None:
    """Packets go round in the dealing order; the dealer's hand throws, the packet slides the rest of the way."""
    dealer = reel.plan.dealer
    home = reel.seat(dealer)
    for round_number, size in enumerate(reel.plan.batches):
        for seat in reel.plan.dealing_order:
            cards = reel.landing.packet(reel.seat(seat), size, round_number)
            x, y = cards[0].x, cards[0].y
            way = np.array([x, y]) - np.array(home.hand)
            if seat == dealer:
                way = -np.array(home.out) * 40.0
            grip = np.array(home.hand) + way * 0.42
            late = [replace(c, x=c.x - way[0] * 0.22, y=c.y - way[1] * 0.22, lift=4.0) for c in cards]
            swing = float(way[0] * 0.14), float(way[1] * 0.14)
            hand = reel.limb(
                dealer, (float(grip[0]), float(grip[1])), swing=(swing[0] * 0.4, swing[1] * 0.4), height=46
            )
            reel.shoot(tuple(Moving(c, swing) for c in late), (hand,))
            reel.table += [Placed(c, hand_place(seat)) for c in cards]
        back = reel.drawn_back(dealer, home.hand, 60)
        reel.shoot((), (reel.limb(dealer, back, swing=(home.out[0] * 20, home.out[1] * 20), height=46),))
        last = round_number == len(reel.plan.batches) - 1
        reel.rest(reel.landing.manner.stills if last else 2, 0.7 if last else 0.2)


def _choices(reel: Reel) -> None:
    """Calls and choices, said or pressed while the table lies still."""
    for choice in reel.plan.choices:
        reel.t += float(reel.landing.rng.uniform(0.5, 1.1))
        reel.told(choice.kind, **dict(choice.fields))
        reel.rest(1, 0.3)


def _exchange(reel: Reel) -> None:
    """The giver's best card goes across, face down; one comes back for it; the giver's hand stays lying, face down."""
    swap = reel.plan.exchange
    assert swap is not None
    for giver, taker in ((swap.giver, swap.taker), (swap.taker, swap.giver)):
        start, end = (reel.landing.packet(reel.seat(seat), 1, 1)[0] for seat in (giver, taker))
        reel.slide(giver, start, end, hand_place(taker))
        reel.rest()
        if taker == swap.taker:
            reel.take_up((taker,))
            reel.rest(2)
    rest = reel.landing.packet(reel.seat(swap.giver), sum(reel.plan.batches) - 1, 0)
    grip = reel.seat(swap.giver).grip(rest[0].x, rest[0].y, reel.seat(swap.giver).turn)
    reel.table += [Placed(card, hand_place(swap.giver)) for card in rest]
    reel.shoot((), (reel.limb(swap.giver, grip),))
    reel.shoot((), (reel.limb(swap.giver, reel.drawn_back(swap.giver, grip, 90), swing=(20.0, 0.0)),))
    reel.rest()
