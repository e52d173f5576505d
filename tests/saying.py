"""Faults and conditions by the English that people read: codes are compared by what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hardware.facts import Condition, Fact, Grade, HardwareCode, fact
from table_controller.words.facts import said


def plain(words: str) -> Fact:
    """A fact whose sentence is just these words."""
    return fact(HardwareCode.SYSTEM_SAYS, reason=words)


def condition(what: str, grade: Grade, words: str, state: str = "") -> Condition:
    """A condition whose sentence is just these words."""
    return Condition(what, grade, plain(words), state)


@contextmanager
def refused(kind: type[Exception], match: str) -> Iterator[None]:
    """As `pytest.raises`, with the pattern looked for in what is said of the fault."""
    with pytest.raises(kind) as caught:
        yield
    told: Any = caught.value
    words = said(told.fact)
    assert re.search(match, words), words
