"""The real firmware on a simulated chip, or a skipped test where its tools are missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import simulated_box


def built() -> Path:
    """The folder with seatbox.elf and simbox, up to date."""
    try:
        return simulated_box.built()
    except simulated_box.NoSimulator as why:
        if "missing" in str(why):
            pytest.skip(str(why))
        raise


class SimBox(simulated_box.SimulatedBox):
    """The box, or a skip."""

    def __init__(self, *, real_pace: bool = False) -> None:
        built()
        super().__init__(real_pace=real_pace)
