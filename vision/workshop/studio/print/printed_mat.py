"""The printed mat as a picture for recordings: the page that `pepper-table mat` prints, on paper of its own colour."""

from __future__ import annotations

from vision.mat.matprint import mat_page
from vision.mat.mats import Mat
from vision.mat.paper import Colour
from vision.mat.prints import to_picture
from vision.workshop.studio.print.ink import Picture

PAPER: Colour = (244, 241, 232)
TONER: Colour = (26, 26, 26)  # printed black is not quite black


def draw_mat(mat: Mat, px_per_mm: float) -> Picture:
    """The printed side of the mat as RGB."""
    return to_picture(mat_page(mat, TONER, PAPER), px_per_mm)
