"""The path tracer's building blocks: starting it, a bent card, glossy print.

Rendering is Mitsuba's (an extra of training); what lies on a table, and where, is decided elsewhere.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.workshop.training.art import Image

LLVM = "/usr/lib/x86_64-linux-gnu/libLLVM-19.so"
"""Debian's libllvm19; older ones fail on processors with AVX-512."""
_ROWS, _COLUMNS = 9, 7


def tracer() -> Any:
    """Mitsuba, ready to render on one thread. Raises ImportError without the training extra."""
    os.environ.setdefault("DRJIT_LIBLLVM_PATH", LLVM)
    import drjit
    import mitsuba

    mitsuba.set_variant("llvm_ad_rgb")
    drjit.set_thread_count(1)
    return mitsuba


def card_mesh(mi: Any, corners: NDArray[np.float64], height: float, bend: float, name: str) -> dict[str, Any]:
    """A card as a grid of triangles, bent a little along its length, `height` mm over the table at its lowest.

    `corners`: 4 x 2 in mm, clockwise from the card's top left, y pointing away. Cards of one scene need other names.
    """
    u, v = np.meshgrid(np.linspace(0, 1, _COLUMNS), np.linspace(0, 1, _ROWS))
    top = corners[0] * (1 - u[..., None]) + corners[1] * u[..., None]
    low = corners[3] * (1 - u[..., None]) + corners[2] * u[..., None]
    flat = top * (1 - v[..., None]) + low * v[..., None]
    z = height + bend * (4 * (v - 0.5) ** 2 if bend > 0 else -(1 - 4 * (v - 0.5) ** 2))
    points = np.concatenate([flat, z[..., None]], -1).reshape(-1, 3)
    a = (np.arange(_ROWS - 1)[:, None] * _COLUMNS + np.arange(_COLUMNS - 1)[None]).ravel()
    faces = np.concatenate(
        [np.stack([a, a + _COLUMNS, a + 1], 1), np.stack([a + 1, a + _COLUMNS, a + _COLUMNS + 1], 1)]
    )
    mesh = mi.Mesh(name, len(points), len(faces), has_vertex_texcoords=True)
    told = mi.traverse(mesh)
    told["vertex_positions"] = points.astype(np.float32).ravel()
    told["vertex_texcoords"] = np.stack([u, 1 - v], -1).astype(np.float32).ravel()
    told["faces"] = faces.astype(np.uint32).ravel()
    told.update()
    path = Path(f"/dev/shm/{os.getpid()}_{name}.ply")
    mesh.write_ply(str(path))
    return {"type": "ply", "filename": str(path)}


def texture(mi: Any, picture: Image) -> dict[str, Any]:
    """A BGR picture as what is printed on a surface."""
    rgb = np.ascontiguousarray(picture[::-1, :, ::-1])
    return {"type": "bitmap", "bitmap": mi.Bitmap(rgb), "wrap_mode": "clamp"}


def gloss(mi: Any, picture: Image, rough: float) -> dict[str, Any]:
    """Print under a gloss; `rough` 0.05 (mirror-like) to 0.6 (matt)."""
    paper = {"type": "roughplastic", "diffuse_reflectance": texture(mi, picture), "alpha": rough, "nonlinear": False}
    return {"type": "twosided", "material": paper}
