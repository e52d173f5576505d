"""The page's letters: Source Sans and Source Serif from their Python packages, cut down to the signs that are used.

The fonts are no part of this project, so their files are not kept in it; they are installed like any library and a
small copy of each is made in memory (fontTools) the first time a page asks. Until then, and where a package is
missing, the style sheets name fonts that every system has.
"""

from __future__ import annotations

import io
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


@lru_cache(maxsize=len(FONTS))
def small_font(name: str) -> bytes | None:
    """A TrueType file with the signs of SIGNS; None for an unknown name or a package that is not installed."""
    if name not in FONTS:
        return None
    package, file = FONTS[name]
    try:
        whole = (resources.files(package) / "files" / file).read_bytes()
    except (ModuleNotFoundError, FileNotFoundError):
        return None
    from fontTools.subset import Options, Subsetter  # slow to import; pages come long after the start
    from fontTools.ttLib import TTFont

    font, out = TTFont(io.BytesIO(whole)), io.BytesIO()
    cutter = Subsetter(Options(layout_features=["kern", "tnum", "lnum", "liga"], hinting=False))
    cutter.populate(unicodes=SIGNS)
    cutter.subset(font)
    font.save(out)
    return out.getvalue()
