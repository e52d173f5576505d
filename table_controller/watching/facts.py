"""What the service itself can tell of its table, as codes; the parts' own stand with the parts."""

from __future__ import annotations

from hardware.facts import CameraName, FactCode


class TableCode(FactCode):
    """Everything that is told of one table and is no event of the game. `reason` is the text of an error."""

    BY_HAND = "by_hand"
    BY_CAMERA = "by_camera", {"camera": CameraName}
    SIMULATION = "simulation", {"name": str}
    DEAL_KITTY = "deal_kitty"
    DEAL_DOUBLES = "deal_doubles"
    DEAL_MISSED = "deal_missed", {"read": int, "dealt": int}
    DEAL_READ = "deal_read"
    READER_FAILED = "reader_failed", {"kind": str, "reason": str}
    READING_FAILED = "reading_failed", {"kind": str, "reason": str}
    TAPS_USED = "taps_used"
    TAPS_NONE = "taps_none"
    KEPT_NONE = "kept_none"
    KEPT_FOR = "kept_for", {"count": int}
    MINUTE_LIES = "minute_lies", {"folder": str}
    MINUTES_LIE = "minutes_lie", {"count": int, "folder": str}
    RECORDING_LIES = "recording_lies", {"folder": str}
    RECORDINGS_LIE = "recordings_lie", {"count": int, "folder": str}
    PLAY_NONE = "play_none", {"source": str}
    PLAY_MAT = "play_mat", {"place": str, "reason": str}
    PLAY_UNREADABLE = "play_unreadable", {"place": str, "reason": str}
    PLAY_LACKS = "play_lacks", {"place": str, "line": int, "lacks": str}
    PLAY_LINE = "play_line", {"place": str, "line": int, "reason": str}
    FILM_RUNS = "film_runs"
    FILM_IS_THIS = "film_is_this"
    FILM_OF_NOTHING = "film_of_nothing"
    LOG_FAULTY = "log_faulty", {"reason": str}
    LOG_WHOLE = "log_whole", {"name": str, "count": int}
    SETTINGS_FAULTY = "settings_faulty", {"reason": str, "place": str}
    SERVICE_RUNS = "service_runs", {"port": int, "source": str}
    SERVICE_SAYS = "service_says", {"words": str, "then": str}
    CAMERA_NOT_WANTED = "camera_not_wanted", {"word": str}
    BOX_NOT_WANTED = "box_not_wanted", {"kind": str}
    LAMPS_NOT_WANTED = "lamps_not_wanted", {"kind": str}
    CABLE_GOOD = "cable_good", {"damaged": int, "starts": int, "cause": str}
    CABLE_BAD = "cable_bad", {"damaged": int, "starts": int, "cause": str}
    BUTTONS_FREE = "buttons_free"
    BUTTONS_HELD = "buttons_held", {"count": int}
