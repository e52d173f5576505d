"""Every fault that a host may meet, by what page and `doctor` say of it: the rows of the guide's table.

`{...}` stands for what differs from table to table.
"""

from __future__ import annotations

ROWS: dict[str, tuple[str, str]] = {
    "no usb camera": (
        "the USB camera is not plugged in",
        "No USB camera is plugged in: look at its cable. It is taken up when it comes.",
    ),
    "no pi camera": (
        "the Pi's camera is not found",
        "The Pi finds no camera 0 (no cameras available): switch it off, then look at the ribbon cable.",
    ),
    "no rpicam": (
        "the camera's program is missing",
        "The program rpicam-vid is missing: on a Pi install the package rpicam-apps.",
    ),
    "camera stalls": (
        "the camera stalls",
        "Pi camera 0 gave no picture for 2.5 seconds: look at its cable.",
    ),
    "wrong size": (
        "the camera has not the size asked for",
        "Pi camera 0 gives 640x480 instead of 1280x720: set a size that it has.",
    ),
    "frozen": (
        "the camera is frozen",
        "Pi camera 0 gives the same picture over and over: it is started again by itself.",
    ),
    "dark": (
        "too little light, or the cap is on",
        "The picture is too dark. Take the cap off the lens, or switch on a lamp over the table.",
    ),
    "bright": (
        "too much light",
        "The picture is too bright. Wait: a camera sets itself anew within five seconds; a film must be taken again.",
    ),
    "out of focus": (
        "the lens is out of focus",
        "The picture is out of focus. Turn the lens, or measure 70 to 110 cm to the table.",
    ),
    "no box": (
        "no seat box",
        "No seat box is plugged in: bid on the page. It is taken up when it comes.",
    ),
    "mute board": (
        "the board has not our firmware",
        "Nobody on {port} answers as a seat box: flash it with this program's firmware, or look at its cable.",
    ),
    "forbidden": (
        "no right to the box's port",
        "No right to open {port}: add the user to the group dialout, then log in anew.",
    ),
    "busy": (
        "a serial monitor has the port",
        "Another program uses {port}: end it, and the seat box will be taken up.",
    ),
    "old firmware": (
        "the box's firmware is of another version",
        "The seat box on {port} has firmware 1.0, which speaks protocol 9; this program speaks 1. "
        "Flash the box with this program's firmware.",
    ),
    "no pins": (
        "the Pi's pins can't be reached",
        "The Pi's pins can't be reached: install the package python3-rpi-lgpio and join the group gpio; on another "
        "machine run with mock lamps ({reasons}).",
    ),
    "disk": (
        "the disk is nearly full",
        "{free} MB free in {folder}. Make room: a match must be written down.",
    ),
    "undervoltage": (
        "a weak power supply",
        "The Pi gets too little voltage right now. Use the Pi's own power supply and a short, thick cable.",
    ),
    "clock": (
        "the clock is wrong",
        "The clock says 1970. Connect the network once, or set the date.",
    ),
}


def table() -> str:
    """The rows as the guide has them."""
    lines = ["| what it is | page and `doctor` say |", "|---|---|"]
    return "\n".join([*lines, *(f"| {what} | {words} |" for what, words in ROWS.values())]) + "\n"


if __name__ == "__main__":
    print(table(), end="")
