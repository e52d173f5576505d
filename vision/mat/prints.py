"""A page of print as SVG, as PDF and as a picture.

Written by hand because all that is needed are filled paths and strokes: the PDF part is forty lines, and the
libraries that do it bring an imaging library along that the table's computer can do without.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat.paper import WHITE, Colour, Fill, Line, Outline, Page
from vision.pictures import Image

POINT_MM = 25.4 / 72
"""A PDF's unit, the point, in millimetres."""


def to_svg(page: Page) -> str:
    """The page as an SVG document in millimetres."""
    w, h = page.width, page.height
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}mm" height="{h:g}mm" viewBox="0 0 {w:g} {h:g}">',
        f'<rect width="{w:g}" height="{h:g}" fill="{_hex(page.ground)}"/>',
    ]
    for item in page.ink:
        if isinstance(item, Fill):
            path = "".join(_path(outline, True) for outline in item.outlines)
            rows.append(f'<path fill-rule="evenodd" fill="{_hex(item.colour)}" d="{path}"/>')
        else:
            dash = f' stroke-dasharray="{item.dash[0]:g} {item.dash[1]:g}"' if item.dash else ""
            rows.append(
                f'<path fill="none" stroke="{_hex(item.colour)}" stroke-width="{item.width:g}"{dash} '
                f'd="{_path(item.points, item.closed)}"/>'
            )
    return "\n".join([*rows, "</svg>", ""])


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _path(points: Outline, closed: bool) -> str:
    steps = "L".join(f"{x:.3f} {y:.3f}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"


def to_pdf(pages: Sequence[Page], title: str) -> bytes:
    """The pages as a PDF at their true size; pages may differ in size."""
    kids = " ".join(f"{4 + 2 * k} 0 R" for k in range(len(pages)))
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        f"<< /Title ({title}) /Producer (Pepper Table) >>".encode("latin-1", "replace"),
    ]
    for k, page in enumerate(pages):
        w, h = page.width / POINT_MM, page.height / POINT_MM
        parts.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {w:.3f} {h:.3f}] /Resources << >> "
            f"/Contents {5 + 2 * k} 0 R >>".encode()
        )
        stream = zlib.compress(_operators(page).encode(), 9)
        parts.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream))
    out = bytearray(b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, part in enumerate(parts, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, start)
    return bytes(out)


def _operators(page: Page) -> str:
    """The page's ink in PDF's words; millimetres, y turned downwards by the first of them."""
    k = 1 / POINT_MM
    words = [f"{k:.6f} 0 0 {-k:.6f} 0 {page.height * k:.3f} cm"]
    if page.ground != WHITE:
        words.append(f"{_rgb(page.ground)} rg 0 0 {page.width:g} {page.height:g} re f")
    for item in page.ink:
        if isinstance(item, Fill):
            words += [f"{_rgb(item.colour)} rg", *(_steps(o) + " h" for o in item.outlines), "f*"]
        else:
            dash = f"[{item.dash[0]:g} {item.dash[1]:g}] 0 d" if item.dash else "[] 0 d"
            end = "s" if item.closed else "S"
            words += [f"{_rgb(item.colour)} RG {item.width:g} w {dash}", f"{_steps(item.points)} {end}"]
    return "\n".join(words)


def _rgb(colour: Colour) -> str:
    return " ".join(f"{value / 255:.3f}" for value in colour)


def _steps(points: Outline) -> str:
    (x, y), *rest = points
    return " ".join([f"{x:.3f} {y:.3f} m", *(f"{px:.3f} {py:.3f} l" for px, py in rest)])


_SHIFT = 6  # binary digits after the point in the coordinates given to OpenCV


def to_picture(page: Page, px_per_mm: float) -> Image:
    """The page in RGB, drawn larger and averaged. Raises ValueError for a scale that is not positive."""
    if px_per_mm <= 0:
        raise ValueError(f"A picture of {px_per_mm} pixels a millimetre can't be drawn.")
    scale = px_per_mm * 2
    size = (max(1, round(page.width * px_per_mm)), max(1, round(page.height * px_per_mm)))
    canvas: NDArray[np.uint8] = np.full((size[1] * 2, size[0] * 2, 3), page.ground, np.uint8)
    for item in page.ink:
        if isinstance(item, Fill):
            shapes = [_raw(outline, scale) for outline in item.outlines if len(outline) > 1]
            if shapes:
                cv2.fillPoly(canvas, shapes, item.colour, cv2.LINE_AA, _SHIFT)
        else:
            _draw_line(canvas, item, scale)
    return np.asarray(cv2.resize(canvas, size, interpolation=cv2.INTER_AREA), np.uint8)


def _raw(points: Outline, scale: float) -> NDArray[np.int32]:
    return np.asarray(np.round((np.array(points) * scale - 0.5) * (1 << _SHIFT)), np.int32)


def _draw_line(canvas: NDArray[np.uint8], line: Line, scale: float) -> None:
    pen = max(1, round(line.width * scale))
    pieces = _dashes(line) if line.dash else [line.points]
    cv2.polylines(
        canvas, [_raw(piece, scale) for piece in pieces], line.closed and not line.dash, line.colour, pen,
        cv2.LINE_AA, _SHIFT,
    )  # fmt: skip


def _dashes(line: Line) -> list[Outline]:
    assert line.dash is not None
    on, off = line.dash
    ends = (*line.points, line.points[0]) if line.closed else line.points
    pieces: list[Outline] = []
    for (ax, ay), (bx, by) in pairwise(ends):
        length = float(np.hypot(bx - ax, by - ay))
        for start in np.arange(0.0, length, on + off):
            p, q = float(start) / length, min(float(start) + on, length) / length
            pieces.append(((ax + (bx - ax) * p, ay + (by - ay) * p), (ax + (bx - ax) * q, ay + (by - ay) * q)))
    return pieces
