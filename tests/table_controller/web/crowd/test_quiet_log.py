"""A log that nobody can fill."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from table_controller.web.crowd.quiet_log import OFTEN, PERIOD_S, QuietLog


class Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def lines() -> Lines:
    return Lines()


@pytest.fixture
def logger(lines: Lines, now: list[float]) -> Iterator[logging.Logger]:
    logger, quiet = logging.getLogger("tests.quiet"), QuietLog(lambda: now[0])
    logger.addHandler(lines)
    logger.addFilter(quiet)
    yield logger
    logger.removeHandler(lines)
    logger.removeFilter(quiet)


def test_of_each_kind_a_few_a_minute_then_how_many_more(logger: logging.Logger, lines: Lines, now: list[float]) -> None:
    for number in range(1000):
        logger.error("socket.accept() out of system resource\nsocket: <%s>", number)
    logger.error("something else")
    assert lines.told[-1] == "something else" and len(lines.told) == OFTEN + 1
    now[0] = PERIOD_S
    logger.error("socket.accept() out of system resource\nsocket: <%s>", "x")
    assert lines.told[-1] == "(and 995 more like this) socket.accept() out of system resource\nsocket: <x>"


def test_lines_that_differ_in_numbers_alone_are_of_one_kind(logger: logging.Logger, lines: Lines) -> None:
    for number in range(1000):
        logger.error(f"Exception in callback _SelectorTransport._call_connection_lost() fd={number}")
    assert len(lines.told) == OFTEN


def test_kinds_without_end_fill_no_memory(logger: logging.Logger, lines: Lines) -> None:
    for number in range(1000):
        logger.error(f"{number} is a kind of its own")
    [quiet] = logger.filters
    assert isinstance(quiet, QuietLog) and len(quiet._told) <= 200
