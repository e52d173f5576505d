"""A settled table, as it is handed on."""

from __future__ import annotations

from table_controller.watching.zones import in_hundredths


def test_confidence_is_told_in_hundredths_and_never_rounded_up() -> None:
    told = [in_hundredths(confidence) for confidence in (1.0, 0.99999, 0.98, 0.9799999, 0.0)]
    assert told == [1.0, 0.99, 0.98, 0.97, 0.0]
    assert in_hundredths(0.29) == 0.29, "0.29 * 100 is a little less than 29"
