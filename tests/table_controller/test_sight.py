"""What looks at the table: a camera that comes and goes, eyes that may fail, and nobody."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import Card
from engine.inputs import Input, ReadCard
from engine.layout import Layout
from hardware.cameras import CameraLost, Picture
from hardware.live import LiveCamera
from hardware.watched import CameraState, WatchedCamera
from table_controller.sight import HAND, Nobody, Sight


class Plugged:
    """A camera in the test's hand: gives ever lighter pictures while it is in."""

    def __init__(self) -> None:
        self.is_in, self._shade = True, 0

    def __call__(self) -> Plugged:
        return self

    def read(self) -> Picture:
        if not self.is_in:
            raise CameraLost("It was pulled.")
        self._shade = self._shade % 200 + 1
        return np.full((4, 4, 3), self._shade, np.uint8)

    def close(self) -> None:
        pass


class Eyes:
    """Sees one layout, once."""

    health = "All four markers of the mat in sight."

    def __init__(self) -> None:
        self.layouts: list[Layout] = [Layout((), (1, 0, 0, 0))]

    def look(self, image: Picture, at: float) -> Layout | None:
        return self.layouts.pop() if self.layouts else None


def watched(camera: Plugged) -> WatchedCamera:
    return WatchedCamera(LiveCamera("The camera", camera), lambda: 0.0, lambda _: None)


def look_until(sight: Sight, source: str) -> Picture | None:
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
    assert look_until(sight, "The camera") is not None
    assert sight.health == (Eyes.health,) and told
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
        def look(self, image: Picture, at: float) -> Layout | None:
            raise ZeroDivisionError("a fault of the program")

    told: list[Exception] = []
    sight = Sight(watched(Plugged()), Broken(), failed=told.append)
    picture = look_until(sight, "The camera")
    assert picture is not None
    assert sight.look(picture, 0.0) is None and sight.look(picture, 0.1) is None
    assert [str(why) for why in told] == ["a fault of the program"]
    assert (sight.source, sight.health) == (HAND, ())
    sight.close()
    with pytest.raises(ZeroDivisionError):  # in a test nobody is told, and nothing is hidden
        Sight(watched(Plugged()), Broken()).look(picture, 0.0)


def test_the_reader_camera_beside_the_table_camera_tells_of_the_deal() -> None:
    seen: list[Picture] = []

    def dealt(image: Picture, at: float) -> tuple[Input, ...]:
        seen.append(image)
        return (ReadCard(2, Card.parse("QH")),)

    reader = watched(Plugged())
    sight = Sight(watched(Plugged()), Eyes(), reader=reader, dealt=dealt)
    said: tuple[Input, ...] = ()
    for _ in range(2000):
        said = said or sight.words()
        sight.moment(0.001)
        if said:
            break
    assert said == (ReadCard(2, Card.parse("QH")),)
    assert reader.state is CameraState.SEEING and len(seen) == 1
    sight.close()


def test_nobody_only_lets_time_pass() -> None:
    waited: list[float] = []
    nobody = Nobody(waited.append)
    assert nobody.moment(0.05).image is None
    assert waited == [0.05]
    assert (nobody.words(), nobody.source) == ((), HAND)
