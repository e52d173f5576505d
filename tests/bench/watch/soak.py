"""`python -m tests.bench.watch.soak --hours 4`: hours of table time at full speed through one pair of eyes.

A recorded hand again and again, each with a referee and a log of its own as in the service; the eyes, with all that
they remember of the table, are the same throughout. Memory after the first part is held against memory at the end.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from table_controller.match.eventlog import EventLog
from table_controller.match.playback import Recording, bundled, load_recording
from table_controller.match.referee import Referee
from table_controller.watching.eyes import Eyes
from table_controller.watching.last_minute import Ring
from tests.bench.watch.against_truth import eyes_for
from vision.reading.reader import Reader

SETTLED_AFTER = 0.125
"""Share of the time after which memory is as large as it should ever be: the first half hour of four."""


@dataclass(frozen=True, slots=True)
class Soaked:
    """Seconds of table time, hands played out, and resident memory in MB once settled and at the end."""

    seconds: float
    hands: int
    settled_mb: float
    end_mb: float


def soak(recording: Recording, eyes: Eyes, hours: float, resident: Callable[[], float]) -> Soaked:
    """Replays the recording until so many hours of table time are over."""
    seconds, hands, settled = 0.0, 0, 0.0
    while seconds < hours * 3600:
        length, scored = _lap(recording, eyes, seconds)
        seconds += length
        hands += scored
        if not settled and seconds >= hours * 3600 * SETTLED_AFTER:
            gc.collect()
            settled = resident()
    gc.collect()
    return Soaked(seconds, hands, settled, resident())


def _lap(recording: Recording, eyes: Eyes, start: float) -> tuple[float, int]:
    """One hand: how long it took at the table, and how many hands were scored."""
    end = 0.0
    with tempfile.TemporaryDirectory() as folder, EventLog(Path(folder) / "match-0001.jsonl") as log:
        referee = Referee(log, eyes.look, lambda state, number: None, lambda: "")
        for moment in recording.moments():
            referee.tick(replace(moment, at=start + moment.at))
            end = moment.at
        return end + 0.1, len(referee.state.results)


def resident_mb() -> float:
    """This process's resident memory; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0.0
    rows = [line.split() for line in status.read_text().splitlines() if line.startswith("VmRSS")]
    return int(rows[0][1]) / 1024 if rows else 0.0


def main() -> None:
    """Soaks and prints the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.watch.soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=4.0, help="of table time; about a tenth of that on the clock")
    parser.add_argument("--recording", type=Path, default=bundled("iowa_hand"))
    told = parser.parse_args()
    recording = load_recording(told.recording)
    eyes = eyes_for(recording, Reader.load())
    eyes.ring = Ring(60.0)
    soaked = soak(recording, eyes, told.hours, resident_mb)
    print(f"table time {soaked.seconds / 3600:.2f} h, {soaked.hands} hands")
    print(f"resident {soaked.settled_mb:.1f} MB once settled, {soaked.end_mb:.1f} MB at the end")
    print(f"soak.grown_mb {soaked.end_mb - soaked.settled_mb:.1f} (budget 5)")


if __name__ == "__main__":
    main()
