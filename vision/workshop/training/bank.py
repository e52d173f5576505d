"""Makes the bank of training cards: `python -m vision.workshop.training.bank --cards DIR --out DIR`."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from vision.workshop.training.decks import build_bank

DRAWN_DECKS, BACKS = 300, 90


def main() -> int:
    """Build the bank unless it is there already; one sentence and status 1 when something is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=Path, default=Path("/usr/share/aisleriot/cards"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--package", type=Path, action="append", default=[], help="an unpacked npm package of cards")
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    if (a.out / "faces.json").exists():
        return 0
    for program, package in (("rsvg-convert", "librsvg2-bin"), ("fc-list", "fontconfig")):
        if shutil.which(program) is None:
            print(f"{program} is missing; install Debian's {package}, then train again.", file=sys.stderr)
            return 1
    a.out.mkdir(parents=True, exist_ok=True)
    try:
        build_bank(a.cards, a.out, DRAWN_DECKS, BACKS, a.seed, a.package)
    except FileNotFoundError as e:
        print(f"{e}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
