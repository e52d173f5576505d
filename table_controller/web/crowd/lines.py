"""Who holds how many connections: when places run out, whoever holds most gives one up. Knows neither sockets nor HTTP.

A line asks first; it may then be recognised (a seat's, the referee's) or become a stream. Streams have places of their
own, fewer than there are in all: so there is always room to ask. A newcomer is never turned away for having come late.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class OpenLine(Protocol):
    """One connection of a client."""

    @property
    def who(self) -> str:
        """The client."""

    def cut(self) -> None:
        """Ends the connection at once; `Lines.closed` may be called for it after that."""


@dataclass(frozen=True, slots=True)
class Places:
    """How many lines there may be: in all, streams among them, and of one client that are no streams."""

    lines: int
    streams: int
    each: int


class _Held:
    """Lines by their clients, of each the oldest first."""

    def __init__(self) -> None:
        self._of: dict[str, dict[OpenLine, None]] = {}
        self.count = 0

    def add(self, line: OpenLine) -> None:
        self._of.setdefault(line.who, {})[line] = None
        self.count += 1

    def discard(self, line: OpenLine) -> bool:
        """Whether it was there."""
        own = self._of.get(line.who, {})
        if line not in own:
            return False
        del own[line]
        self.count -= 1
        if not own:
            del self._of[line.who]
        return True

    def number_of(self, who: str) -> int:
        return len(self._of.get(who, ()))

    def greediest(self) -> str:
        return max(self._of, key=self.number_of)

    def oldest(self, who: str) -> OpenLine:
        return next(iter(self._of[who]))

    def newest(self, who: str) -> OpenLine:
        return next(reversed(self._of[who]))


class Lines:
    """All open connections of one server."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._asking, self._recognised, self._streams = _Held(), _Held(), _Held()

    @property
    def count(self) -> int:
        """How many are open."""
        return self._asking.count + self._recognised.count + self._streams.count

    @property
    def streams(self) -> int:
        """How many of them are streams."""
        return self._streams.count

    def opened(self, line: OpenLine) -> None:
        """A client has come. Whoever asks with the most lines loses the one he has had longest, if there is no room."""
        self._asking.add(line)
        if self._asking.number_of(line.who) > self.places.each:
            self._cut(self._asking.oldest(line.who))
        elif self.count > self.places.lines:
            crowd = self._asking if self._asking.count > 1 else self._recognised
            self._cut(crowd.oldest(crowd.greediest()))

    def recognised(self, line: OpenLine) -> None:
        """It has shown a seat's token or a referee's session: others make room before it does."""
        if not self._asking.discard(line):
            return
        self._recognised.add(line)
        if self._recognised.number_of(line.who) > self.places.each:
            self._cut(self._recognised.oldest(line.who))

    def streams_on(self, line: OpenLine) -> bool:
        """Whether it may go on as a stream. Who has the most of them loses his newest to one who has fewer."""
        if self._streams.count >= self.places.streams:
            greediest = self._streams.greediest()
            if self._streams.number_of(greediest) <= self._streams.number_of(line.who) + 1:
                return False
            self._cut(self._streams.newest(greediest))
        if self._asking.discard(line) or self._recognised.discard(line):
            self._streams.add(line)
        return True

    def closed(self, line: OpenLine) -> None:
        """It is gone, or will be."""
        for held in (self._asking, self._recognised, self._streams):
            held.discard(line)

    def _cut(self, line: OpenLine) -> None:
        self.closed(line)
        line.cut()
