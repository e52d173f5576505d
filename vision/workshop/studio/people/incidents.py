"""A trick laid card by card, with whatever happens around the plays: reaching arms, second thoughts, careless throws.

What happens is in the plan; how the people move is reel's; what it means in the game is the engine's.
"""

from __future__ import annotations

from engine.places import Place, play_zone
from vision.workshop.studio.people.plans import Happening, Incident, PlannedTrick, Seat
from vision.workshop.studio.people.reel import Reel
from vision.workshop.studio.scene.limbs import Pose
from vision.workshop.studio.scene.things import Lying


def play_trick(reel: Reel, number: int, trick: PlannedTrick) -> None:
    """All plays of a trick with their incidents; the trick is not gathered yet."""
    waiting: list[tuple[Seat, Lying, Place]] = []
    for count, (seat, card) in enumerate(trick.plays, start=1):
        happens = reel.plan.at(number, count)
        onto = happens[Happening.MISPLACE].onto or seat if Happening.MISPLACE in happens else seat
        face = None if Happening.FACE_DOWN in happens else card
        lying = [item.card for item in reel.table] + [item[1] for item in waiting]
        spot = reel.landing.aim(onto, reel.seat(onto), face, lying)
        waiting.append((seat, spot, play_zone(onto)))
        if Happening.PAIR in happens:
            continue
        if Happening.WANDER in happens:
            _wander(reel, happens[Happening.WANDER], spot)
        reel.lay(*waiting)
        waiting.clear()
        reel.rest()
        for incident in happens.values():
            _after(reel, incident)


def _after(reel: Reel, incident: Incident) -> None:
    """What follows a play once it lies."""
    seat = incident.seat
    if incident.kind is Happening.REACH:
        far = reel.seat(incident.onto or seat)
        spot = far.hand if incident.onto else (far.play[0] - far.out[0] * 260, far.play[1] - far.out[1] * 260)
        reel.stay(seat, spot, incident.seconds)
    elif incident.kind is Happening.COVER:
        card = reel.played(seat).card
        reel.stay(seat, (card.x, card.y), incident.seconds)
    elif incident.kind is Happening.NUDGE:
        rng = reel.landing.rng
        push = float(rng.uniform(-14, 14)), float(rng.uniform(-9, 9))
        reel.nudge(seat, reel.played(incident.onto or seat), push, float(rng.uniform(-14, 14)))
    elif incident.kind is Happening.TAKE_BACK:
        reel.take_back(seat, reel.played(seat))
        reel.rest()
        _lay_another(reel, incident)
    elif incident.kind is Happening.EXTRA:
        _lay_another(reel, incident)
    elif incident.kind is Happening.TURN_UP:
        reel.turn_up(seat, reel.played(seat), incident.card)
    elif incident.kind is Happening.LIFT:
        reel.take_back(seat, reel.played(seat))
    elif incident.kind is Happening.STALL:
        reel.t += incident.seconds
    else:
        return
    reel.rest()


def _lay_another(reel: Reel, incident: Incident) -> None:
    seat = incident.seat
    spot = reel.landing.aim(seat, reel.seat(seat), incident.card, [item.card for item in reel.table])
    reel.lay((seat, spot, play_zone(seat)))


def _wander(reel: Reel, incident: Incident, spot: Lying) -> None:
    """The hand carries the card slowly through another seat's zone, close over the table, before it lays it."""
    other = reel.seat(incident.onto or incident.seat).play
    steps = max(3, round(incident.seconds / 0.1))
    last = spot.x, spot.y
    for k in range(steps):
        share = k / (steps - 1)
        x, y = other[0] + (last[0] - other[0]) * share, other[1] + (last[1] - other[1]) * share
        swing = (last[0] - other[0]) / steps * 0.2, (last[1] - other[1]) / steps * 0.2
        grip = reel.seat(incident.seat).grip(x, y, spot.turn)
        moving = Lying(spot.face, x, y, spot.turn, spot.bend, 3.0)
        reel.carry(moving, swing, reel.limb(incident.seat, grip, Pose.GRIP, swing, 34))
