"""The page's letters: Source Sans and Source Serif from their Python packages, cut down to the signs that are used.

The fonts are no part of this project, so their files are not kept in it; they are installed like any library and a
small copy of each is made (fontTools) the first time a page asks: by a process of its own, `python -m
table_controller.web.fonts NAME`, because what fontTools needs, 40 MB, would stay with the service for ever. Until
then, and where a package is missing, the style sheets name fonts that every system has.
"""

from __future__ import annotations

import io
import subprocess
import sys
from functools import lru_cache
from importlib import resources

FONTS = {
    "sans-regular.ttf": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-semibold.ttf": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "serif-semibold.ttf": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
}
"""File name on the page to (package, file in it)."""
SIGNS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x2010, 0x2027), 0x20AC, 0x2192, 0x2212]
"""Latin letters of English, Dutch and French, dashes, quotes, arrow and minus."""


PATIENCE_S = 120.0
"""A busy Pi takes some seconds for a font."""


@lru_cache(maxsize=len(FONTS))
def small_font(name: str) -> bytes | None:
    """A TrueType file with the signs of SIGNS; None for an unknown name or a package that is not installed."""
    if name not in FONTS:
        return None
    command = [sys.executable, "-m", "table_controller.web.fonts", name]
    try:
        return subprocess.run(command, capture_output=True, timeout=PATIENCE_S, check=True).stdout or None
    except (OSError, subprocess.SubprocessError):
        return None


def cut(name: str) -> bytes:
    """The font `name` of FONTS, cut down to SIGNS; nothing where its package is not installed."""
    package, file = FONTS[name]
    try:
        whole = (resources.files(package) / "files" / file).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        return b""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    font, out = TTFont(io.BytesIO(whole)), io.BytesIO()
    cutter = Subsetter(Options(layout_features=["kern", "tnum", "lnum", "liga"], hinting=False))
    cutter.populate(unicodes=SIGNS)
    cutter.subset(font)
    font.save(out)
    return out.getvalue()


if __name__ == "__main__":
    sys.stdout.buffer.write(cut(sys.argv[1]))
