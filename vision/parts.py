"""Parts of the straight-down picture that are read together: boxes in pixels, joined where that costs less."""

from __future__ import annotations

from collections.abc import Sequence

from vision.tabletop import Box


def area(box: Box) -> int:
    """Pixels in a box."""
    return (box[2] - box[0]) * (box[3] - box[1])


def joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes joined where one box around two costs hardly more pixels than the two apart.

    Others may overlap: what is found twice is taken for a second reading of the same card.
    """
    parts = list(boxes)
    merged = True
    while merged:
        merged = False
        for i in range(len(parts)):
            for j in range(i + 1, len(parts)):
                a, b = parts[i], parts[j]
                both = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
                if area(both) <= 1.15 * (area(a) + area(b)):
                    parts[i] = both
                    del parts[j]
                    merged = True
                    break
            if merged:
                break
    return parts
