"""What could have been made, worked out beside the tick once a hand is over, and never while hidden cards matter.

The search takes up to some seconds, so a process of its own does it (a thread would hold the tick up); the tick only
asks whether it has come to an end. What it finds is for the page: it is no fact of the match and stands in no log.
"""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection

from engine.after.solver import best_of, could_make, known_deal
from engine.play.hand import Phase, Result
from engine.play.state import State
from engine.reasons import Reason


class Hindsight:
    """The finished hands of the match shown, and what is known of them so far."""

    def __init__(self) -> None:
        self._told: dict[Result, Reason | None] = {}
        self._asked: tuple[Result, Connection, multiprocessing.process.BaseProcess] | None = None

    def known_of(self, result: Result) -> Reason | None:
        """What a finished hand could have made; None while unknown, and where not all cards were seen."""
        return self._told.get(result)

    @property
    def is_searching(self) -> bool:
        """Whether a search is going on, or its end not yet noticed."""
        return self._asked is not None

    def wait(self, seconds: float) -> None:
        """Until the search comes to its end, at most so long: never in the tick."""
        if self._asked is not None:
            self._asked[1].poll(seconds)

    def follow(self, state: State) -> bool:
        """Asks about the hand just finished, if nobody has yet; true when a new line has come."""
        came = self._collect()
        last = state.results[-1] if state.results else None
        is_over = state.phase in (Phase.DEAL, Phase.OVER)
        if last is not None and is_over and self._asked is None and last not in self._told:
            self._ask(state, last)
        return came

    def close(self) -> None:
        """Lets a search that is still going on go."""
        if self._asked is not None:
            _, line, process = self._asked
            process.kill()
            process.join()
            line.close()
            self._asked = None

    def _ask(self, state: State, result: Result) -> None:
        if state.rules is None or known_deal(state.rules, result) is None:
            self._told[result] = None
            return
        ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
        # Only what the search needs: a whole match with its past would be long to send.
        bare = replace(state, past=None, future=None, results=(result,), hand=None)
        process = multiprocessing.get_context("spawn").Process(target=_search, args=(bare, theirs), daemon=True)
        process.start()
        theirs.close()
        self._asked = result, ours, process

    def _collect(self) -> bool:
        if self._asked is None:
            return False
        result, line, process = self._asked
        if not line.poll():
            return False
        try:
            self._told[result] = line.recv()
        except EOFError:  # killed from outside: nothing is known of it
            self._told[result] = None
        self._asked = None
        line.close()
        process.join()
        return self._told[result] is not None


def _search(state: State, line: Connection) -> None:
    told = best_of(could_make(state, state.results[-1]))
    with suppress(BrokenPipeError):  # the service has gone meanwhile: nobody asks any more
        line.send(told)
