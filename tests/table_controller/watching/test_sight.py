"""What looks at the table: a camera that comes and goes, eyes that may fail, and nobody."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from engine.inputs import MakeCall, NewMatch, ReadCard
from engine.play.decide import step
from engine.play.state import INITIAL
from hardware.cameras.frames import CameraLost, Picture
from hardware.cameras.live import LiveCamera
from hardware.cameras.watched import WatchedCamera
from hardware.facts import CameraName, Fact, fact
from table_controller.watching.facts import TableCode
from table_controller.watching.shoe import Shoe
from table_controller.watching.sight import HAND, Nobody, Sight
from table_controller.watching.whole_deal import Glimpse
from table_controller.watching.zones import Seen
from table_controller.words.facts import said as in_words
from tests import PATIENCE_S
from tests.saying import plain
from vision.mat.judging import MatCode, Remark
from vision.table.sighting import Settled

CAMERA = CameraName("")


class Plugged:
    """A camera in the test's hand: gives ever lighter pictures while it is in."""

    def __init__(self) -> None:
        self.is_in, self._shade = True, 0

    def __call__(self) -> Plugged:
        return self

    def read(self) -> Picture:
        if not self.is_in:
            raise CameraLost(plain("It was pulled."))
        self._shade = self._shade % 200 + 1
        return np.full((4, 4, 3), self._shade, np.uint8)

    def close(self) -> None:
        pass


class Eyes:
    """Sees a table come to rest, once."""

    health = (Remark(MatCode.IN_SIGHT),)

    def __init__(self) -> None:
        self.seen = [Seen(Settled(0.0, ()))]

    def look(self, image: Picture, at: float) -> Seen | None:
        return self.seen.pop() if self.seen else None


def watched(camera: Plugged) -> WatchedCamera:
    return WatchedCamera(LiveCamera(CAMERA, camera), lambda: 0.0, lambda _: None)


def look_until(sight: Sight, source: Fact) -> Picture | None:
    """Ticks until the table says that its cards come from there; the last picture."""
    image = None
    for _ in range(2000):
        image = sight.moment(0.005).image
        if sight.source == source:
            return image
    raise AssertionError(f"never {source}")


def test_cards_come_from_the_camera_while_it_sees_and_from_people_while_it_does_not() -> None:
    camera, told = Plugged(), []
    sight = Sight(watched(camera), Eyes(), lambda image, at: told.append(image))
    assert (sight.source, sight.health) == (HAND, ())
    assert look_until(sight, fact(TableCode.BY_CAMERA, camera=CAMERA)) is not None
    assert sight.health == Eyes.health and told
    camera.is_in = False
    look_until(sight, HAND)
    assert sight.health == ()
    sight.close()


def test_what_lies_there_is_told_anew_to_the_next_match() -> None:
    sight = Sight(watched(Plugged()), Eyes())
    picture = np.zeros((4, 4, 3), np.uint8)
    first = sight.look(picture, 0.0)
    assert first is not None and sight.look(picture, 0.1) is None
    sight.begin()
    assert sight.look(picture, 0.2) == first
    assert sight.look(picture, 0.3) is None
    sight.close()


def test_a_fault_in_the_reading_ends_the_looking_and_not_the_match() -> None:
    class Broken(Eyes):
        def look(self, image: Picture, at: float) -> Seen | None:
            raise ZeroDivisionError("a fault of the program")

    told: list[Exception] = []
    sight = Sight(watched(Plugged()), Broken(), failed=told.append)
    picture = look_until(sight, fact(TableCode.BY_CAMERA, camera=CAMERA))
    assert picture is not None
    assert sight.look(picture, 0.0) is None and sight.look(picture, 0.1) is None
    assert [str(why) for why in told] == ["a fault of the program"]
    assert (sight.source, sight.health) == (HAND, ())
    sight.close()
    with pytest.raises(ZeroDivisionError):  # in a test nobody is told, and nothing is hidden
        Sight(watched(Plugged()), Broken()).look(picture, 0.0)


def test_the_reader_camera_beside_the_table_camera_tells_of_the_deal() -> None:
    """Every picture of its is read, beside the tick; what is told waits for the bidding."""
    state = step(INITIAL, NewMatch("iowa_standard", ("Ann", "Ben", "Cy", "Dee"), 1))[1]
    assert state.rules is not None
    pack = state.rules.deck.pack
    cards = [glimpse for card in pack for glimpse in (card, card, None, None)]
    done, said = threading.Event(), list[str]()

    def name(image: Picture) -> Glimpse:
        if cards:
            return cards.pop(0)
        done.set()
        return None

    shoe = Shoe(watched(Plugged()), name, (1,), said.append)
    sight = Sight(watched(Plugged()), Eyes(), shoe=shoe)
    assert done.wait(PATIENCE_S)
    assert sight.words(state) == ()
    told = sight.words(step(state, MakeCall(2, "pass"))[1])
    assert (
        told
        == tuple(ReadCard(2 + number if number < 3 else 1, card) for number, card in enumerate(pack[:4])) + told[4:]
    )
    assert len(told) == 24 and said == []
    sight.close()


def test_a_fault_in_reading_the_deal_is_said_and_the_match_goes_on() -> None:
    failed = threading.Event()

    def name(image: Picture) -> Glimpse:
        failed.set()
        raise ZeroDivisionError("a fault of the program")

    told = list[Fact]()
    sight = Sight(watched(Plugged()), Eyes(), shoe=Shoe(watched(Plugged()), name, (1,), told.append))
    assert failed.wait(PATIENCE_S)
    for _ in range(2000):
        assert sight.words(INITIAL) == ()
        if told:
            break
        sight.moment(0.001)
    (fault,) = (in_words(each) for each in told)
    assert fault.startswith("The reader camera's pictures can't be read (ZeroDivisionError: a fault of the program).")
    sight.close()


def test_nobody_only_lets_time_pass() -> None:
    waited: list[float] = []
    nobody = Nobody(waited.append)
    assert nobody.moment(0.05).image is None
    assert waited == [0.05]
    assert (nobody.words(INITIAL), nobody.source) == ((), HAND)
