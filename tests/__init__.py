"""The tests, in the rooms of what they test; `bench` measures, `games` and `recordings` are kept truths."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The project's folder, so that a test finds files wherever its own room lies."""
SHARED = ROOT.parent / "shared"
"""Material that is measured on and never part of the project; tests that want it skip where it is absent."""
PATIENCE_S = 90.0
"""How long a test waits for an event that must come. A busy machine is no fault, so it is far more than any needs; only
a test that fails waits so long. What must come within a time is measured where that is promised."""
