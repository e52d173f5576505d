"""The studio's command line: `python -m vision.workshop.studio --out DIR` makes a recording, --stills pictures."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import cv2

from vision.workshop.studio.people.plans import Plan, PlanFaulty, bundled_plans, parse_plan
from vision.workshop.studio.people.restless import film_restless
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
    parser.add_argument("--restless", type=int, metavar="SEED", help="people and light that never hold still")
    parser.add_argument(
        "--smaller", type=float, default=1.0, metavar="SHARE", help="a picture of this share of the size"
    )
    parser.add_argument("--until", type=float, metavar="SECONDS", help="end the recording there")
    parser.add_argument("--rate", type=float, help="frames a second")
    parser.add_argument("--stills", type=int, metavar="N", help="N single pictures with labels.json instead")
    parser.add_argument("--cards", type=int, default=6, help="at most so many cards in a single picture")
    parser.add_argument("--contact", action="store_true", help="a contact sheet of every deck instead")
    return parser


def _record(told: argparse.Namespace) -> None:
    chosen = {key: getattr(told, key) for key in ("seed", "deck", "ground") if getattr(told, key) is not None}
    recipe: Recipe = replace(RECIPES[told.recipe], **chosen)
    plan = _plan(told.plan or recipe.plan)
    manner = replace(recipe.manner, **({"rate": told.rate} if told.rate else {}))
    if told.restless is not None:
        reel = film_restless(plan, recipe.mat, manner, told.restless)
    else:
        reel = film_hand(plan, recipe.mat, manner, recipe.seed)
    if told.until is not None:
        reel.end_at(told.until)
    stage = recipe.stage()
    stage.camera = stage.camera.scaled(told.smaller)
    size = write_recording(reel, stage, told.out, recipe.seed, _progress)
    print(f"\r{len(reel.shots)} frames, {reel.t:.0f} s of play, {size / 1e6:.1f} MB in {told.out}", file=sys.stderr)


def _plan(name: str) -> Plan:
    path = bundled_plans().get(name, Path(name))
    if not path.is_file():
        known = ", ".join(bundled_plans())
        raise PlanFaulty(f"There is no plan {name}: give a JSON file, or one of {known}.")
    return parse_plan(path.read_text(encoding="utf-8"))


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of} frames", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
