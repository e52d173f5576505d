"""Mock pins that are given back after each test, and a clock that moves only when told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hardware.pins import mock_factory


class Clock:
    """Seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = mock_factory()
    yield factory
    factory.reset()
