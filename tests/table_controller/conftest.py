"""Fixtures of the controller's tests."""

from __future__ import annotations

import os

import pytest


@pytest.fixture
def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that write a log hundreds of times and cut it themselves: they need no real disk under it."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
