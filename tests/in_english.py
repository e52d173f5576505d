"""The engine's reasons as the command line tells them in English, for tests that read as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.findings import Finding
from engine.play.state import State
from engine.play.unfolding import NotNow
from engine.reasons import Reason, Refused
from table_controller.words.reasons import say_finding, say_reason

FRIENDS = State(names=("Ann", "Ben", "Cid", "Dot", "Eve", "Fay"))


def said(told: Reason | Finding | str, state: State = FRIENDS) -> str:
    """The sentence; a finding with what it asks people to check."""
    if isinstance(told, Finding):
        return say_finding(told, state, short=True)
    return say_reason(told, state, short=True)


@contextmanager
def refused(says: str, kind: type[Refused] = NotNow, state: State = FRIENDS) -> Iterator[None]:
    """What happens inside is refused with a sentence that has `says`, a pattern, in it."""
    with pytest.raises(kind) as caught:
        yield
    sentence = said(caught.value.why, state)
    assert re.search(says, sentence), sentence
