"""The studio's command line: `python -m vision.workshop.studio --out DIR` makes a recording, --stills pictures."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import cv2

from vision.workshop.studio.people.plans import PlanFaulty, bundled_plans, parse_plan
from vision.workshop.studio.people.script import film_hand
from vision.workshop.studio.print.decks import STYLES
from vision.workshop.studio.print.faces import contact_sheet
from vision.workshop.studio.recipes import RECIPES, Recipe
from vision.workshop.studio.recording import write_recording
from vision.workshop.studio.scene.grounds import GROUNDS
from vision.workshop.studio.stills import write_stills


def main(argv: list[str] | None = None) -> int:
    """Make what the arguments ask for. Returns the exit status."""
    told = _parser().parse_args(argv)
    try:
        if told.stills:
            write_stills(told.out, told.stills, told.seed or 0, told.cards, told.deck)
        elif told.contact:
            told.out.mkdir(parents=True, exist_ok=True)
            for name, style in STYLES.items():
                cv2.imwrite(str(told.out / f"{name}.png"), contact_sheet(style, 4.0)[..., ::-1])
        else:
            _record(told)
    except (OSError, PlanFaulty) as error:
        print(f"{error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.workshop.studio", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder to write")
    parser.add_argument("--recipe", choices=sorted(RECIPES), default="iowa_hand", help="the recording to start from")
    parser.add_argument("--plan", help=f"a hand's plan: a JSON file, or one of {', '.join(bundled_plans())}")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--deck", choices=sorted(STYLES))
    parser.add_argument("--ground", choices=sorted(GROUNDS))
    parser.add_argument("--stills", type=int, metavar="N", help="N single pictures with labels.json instead")
    parser.add_argument("--cards", type=int, default=6, help="at most so many cards in a single picture")
    parser.add_argument("--contact", action="store_true", help="a contact sheet of every deck instead")
    return parser


def _record(told: argparse.Namespace) -> None:
    chosen = {key: getattr(told, key) for key in ("seed", "deck", "ground") if getattr(told, key) is not None}
    recipe: Recipe = replace(RECIPES[told.recipe], **chosen)
    reel = recipe.reel()
    if told.plan is not None:
        path = bundled_plans().get(told.plan, Path(told.plan))
        if not path.is_file():
            known = ", ".join(bundled_plans())
            raise PlanFaulty(f"There is no plan {told.plan}: give a JSON file, or one of {known}.")
        reel = film_hand(parse_plan(path.read_text(encoding="utf-8")), recipe.mat, recipe.manner, recipe.seed)
    size = write_recording(reel, recipe.stage(), told.out, recipe.seed, _progress)
    print(f"\r{len(reel.shots)} frames, {reel.t:.0f} s of play, {size / 1e6:.1f} MB in {told.out}", file=sys.stderr)


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of} frames", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
