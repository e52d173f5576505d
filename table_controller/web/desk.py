"""Where words are handed in: what the web server knows of the match that is on, and of what looks at its table.

The desk knows who has acted how often; what a word means and whether it makes sense is the engine's to say.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from pathlib import Path

from engine.layout import Seat
from table_controller.match.recordings_kept import RecordingsKept
from table_controller.match.referee import Referee, Wish
from table_controller.match.trouble import Trouble
from table_controller.web.calibration import Calibration
from table_controller.web.tokens import Tokens

MOST_ACTS = 10  # of one token in RATE_S seconds; people are slower, and a page gone mad is not let in
KEPT_WORDS = 200
"""Words with a key that are remembered, of all who speak: some hours of a table's. A bound for the memory."""
RATE_S = 5.0
"""Seconds in which MOST_ACTS are heard."""


class OtherWord(ValueError):
    """A key stands for one word; under it another was said before."""


class Desk:
    """Where words are handed in. Without tokens (a recording plays) it is closed.

    `folder` holds the logs; `referee` is the match that is on; `picture` gives what the camera sees, as JPEG; `crop`
    the card of a mark, as PNG; `trouble` keeps the last minute and `calibration` looks at the table where there is a
    camera; `shelf` holds the recordings.
    """

    def __init__(
        self,
        hand_in: Callable[[Wish], None] | None = None,
        tokens: Tokens | None = None,
        folder: Path | None = None,
    ) -> None:
        self.hand_in, self.tokens, self.folder = hand_in, tokens, folder
        self.referee: Referee | None = None
        self.picture: Callable[[], bytes | None] = lambda: None
        self.crop: Callable[[int], bytes | None] = lambda mark: None
        self.trouble: Trouble | None = None
        self.calibration: Calibration | None = None
        self.shelf = RecordingsKept(folder) if folder is not None else None
        self.paused = False
        self._keyed: OrderedDict[tuple[Seat, str], Wish] = OrderedDict()
        self.waits_for_match = False
        """Whether no match is on, and a page may begin one."""
        self.offers = "iowa_standard"
        """The rules that are offered first: a preset's text."""
        self.listens_on = ""
        """The address that the service is bound to; "" where nobody has told."""
        self._lately: dict[tuple[Seat, bool], deque[float]] = {}

    def follow(self, referee: Referee) -> None:
        """From now on this is the match that is on."""
        self.referee = referee
        referee.paused = self.paused

    def pause(self, paused: bool) -> None:
        """Stops play, or lets it go on; a match that begins later is stopped too."""
        self.paused = paused
        if self.referee is not None:
            self.referee.paused = paused

    def same(self, who: Seat, key: str, wish: Wish) -> Wish:
        """The wish that `who` has handed in under this key before, which is to be answered again; else this new one.

        One that was called off before the table heard it is forgotten. Raises OtherWord if the key was another's.
        """
        earlier = self._keyed.get((who, key))
        if earlier is None or earlier.answer.cancelled():
            self._keyed[who, key] = wish
            if len(self._keyed) > KEPT_WORDS:
                self._keyed.popitem(last=False)
            return wish
        if (earlier.input, earlier.after) != (wish.input, wish.after):
            raise OtherWord
        return earlier

    def is_too_fast(self, seat: Seat, now: float, looks: bool = False) -> bool:
        """Whether this token has acted (or looked) too often lately; counts this time too."""
        lately = self._lately.setdefault((seat, looks), deque(maxlen=MOST_ACTS))
        too_fast = len(lately) == MOST_ACTS and now - lately[0] < RATE_S
        lately.append(now)
        return too_fast
