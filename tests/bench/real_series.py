"""`python -m tests.bench.real_series --where DIR`: real films and series, read and watched, against what is there.

DIR holds git directories of public repositories, fetched beforehand, and series.json, which names for each series the
repository, the commit, the paths, and by hand what is to be seen. Pictures are taken out of the git directories into
memory or a temporary folder; nothing of them is kept, and nothing is learnt from them. A series that is absent is
skipped, and said so.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.cards import Card, Rank
from vision.mat.mats import MATS
from vision.mat.registration import Registration, project
from vision.mat.taps import Corners, registration_by
from vision.pictures import Image
from vision.reading.reader import Reader
from vision.table.sighting import Settled, Sighting
from vision.table.watch import Watcher

RANKS = {rank.name.lower(): rank for rank in Rank}
"""Ranks as a series has them in words."""
BACK = "back"
DECKS = 2
"""Two decks lie on the table of the blackjack series."""
HELD_S, APART_S, RATE = 1.5, 10.0, 10
"""Seconds for which each picture of a series is shown, seconds from one to the next, frames a second."""
NOISE = 1.2
"""Grey levels of noise between two frames of one picture, as of a webcam; without it they would be the same frame."""
CLOTH = ("2021-01-07-113329.jpg", 205, 310)
"""The picture, and the rows of it, that show cloth alone: mirrored to fill, they make the empty table."""
FILM_TAPS: Corners = ((710.0, 250.0), (710.0, 1240.0), (10.0, 1240.0), (10.0, 250.0))
"""Where an A3 mat would lie in the upright films if cards on it had the size that the held ones have, in pixels."""
FILMS = 25


class Absent(Exception):
    """A series whose repository or commit is not there."""


# -- where things are ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Store:
    """One fetched repository at one commit."""

    folder: Path
    commit: str

    @staticmethod
    def of(where: Path, told: dict[str, Any]) -> Store:
        """The repository of a series. Raises Absent."""
        owner, name = told["repo"].split("/")
        for folder in (where / f"{owner}+{name}" / "repo", where / f"{owner}+{name}", where / name):
            if (folder / "HEAD").is_file() or (folder / ".git").exists():
                store = Store(folder, told["commit"])
                store.names("")
                return store
        raise Absent(f"{told['repo']} is not in {where}")

    def names(self, folder: str) -> list[str]:
        """All paths below a folder, sorted. Raises Absent for a commit that is not there."""
        asked = [*self._git, "ls-tree", "-r", "--name-only", self.commit, *([folder] if folder else [])]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Absent(f"commit {self.commit[:10]} is not in {self.folder}")
        return sorted(done.stdout.splitlines())

    def content(self, path: str) -> bytes:
        """A file's bytes. Raises Absent."""
        done = subprocess.run([*self._git, "show", f"{self.commit}:{path}"], capture_output=True, check=False)
        if done.returncode != 0:
            raise Absent(f"{path} is not in commit {self.commit[:10]} of {self.folder}")
        return done.stdout

    def picture(self, path: str) -> Image:
        """A picture in BGR. Raises Absent."""
        image = cv2.imdecode(np.frombuffer(self.content(path), np.uint8), cv2.IMREAD_COLOR)
        if image is None:
            raise Absent(f"{path} of {self.folder} is no picture")
        return np.asarray(image, np.uint8)

    @property
    def _git(self) -> list[str]:
        return ["git", "-C", str(self.folder)]


# -- counting -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of some cards against what lies there: how many names were right, left open, wrong, not seen.

    `many`: told where no card is left that it could be; `stay`: the same, of an earlier deal; `backs`: backs told as
    faces without a name.
    """

    right: int = 0
    open: int = 0
    wrong: int = 0
    missed: int = 0
    many: int = 0
    stay: int = 0
    backs: int = 0

    def __add__(self, other: Told) -> Told:
        return Told(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))


def against(truth: Sequence[str], named: Iterable[Rank], unnamed: int, old: Iterable[Rank] = ()) -> Told:
    """Counts names and nameless faces told of a row of cards: `truth` in words, as a series has it.

    `old`: names that were told of an earlier deal already.
    """
    there, before = Counter(RANKS[word] for word in truth if word != BACK), Counter(old)
    told = Counter(named) + before
    lost, stay = (there - told).total(), ((told - there) & before).total()
    extra = (told - there).total() - stay
    wrong = min(lost, extra)
    is_open = min(lost - wrong, unnamed)
    backs = min(unnamed - is_open, sum(word == BACK for word in truth))
    many = extra - wrong + unnamed - is_open - backs
    return Told((there & told).total(), is_open, wrong, lost - wrong - is_open, many, stay, backs)


# -- blackjack ----------------------------------------------------------------------------------------------------


def read_blackjack(store: Store, told: dict[str, Any], reader: Reader) -> tuple[Told, int, int]:
    """Every picture read by itself: the count, backs counted, and backs there are."""
    total, backs, there = Told(), 0, 0
    for item in told["items"]:
        words = [*item["ranks"]["upper"], *item["ranks"]["lower"]]
        reading = reader.read_photo(store.picture(f"imgs_raw/{item['picture']}"), DECKS)
        total += against(words, [seen.card.rank for seen in reading.cards], len(reading.unsure))
        real = sum(word == BACK for word in words)
        backs, there = backs + min(reading.backs, real), there + real
    return total, backs, there


def watch_blackjack(store: Store, told: dict[str, Any], reader: Reader) -> tuple[Told, list[str]]:
    """All pictures one after the other under a camera set by taps: the count, and what was wrong in words."""
    mat = MATS[told["mat"]]
    taps: Corners = tuple((float(x), float(y)) for x, y in told["taps"])
    fixed = registration_by(taps, mat)
    watcher = Watcher(reader, mat, DECKS, fixed)
    chance = np.random.default_rng(11)
    total, said = Told(), []
    _show(watcher, bare(store.picture(f"imgs_raw/{CLOTH[0]}")), 0.0, chance)
    lying: tuple[Sighting, ...] = ()
    for number, item in enumerate(told["items"], start=1):
        before = {each.mark for each in lying}
        image = store.picture(f"imgs_raw/{item['picture']}")
        settled = _show(watcher, image, number * APART_S, chance)
        lying = settled.sightings if settled is not None else lying
        for row, (low, high) in {"upper": (-1e9, image.shape[0] / 2), "lower": (image.shape[0] / 2, 1e9)}.items():
            here = [each for each in lying if low <= _in_picture(each, fixed) < high]
            named = [each for each in here if isinstance(each.face, Card)]
            old = [_rank(each) for each in named if each.mark in before]
            fresh = [_rank(each) for each in named if each.mark not in before]
            counted = against(item["ranks"][row], fresh, len(here) - len(named), old)
            total += counted
            if counted.wrong or counted.many or counted.stay:
                what = " ".join(str(each.face) for each in here)
                said.append(f"{item['picture']} {row}: {' '.join(item['ranks'][row])}; told {what}")
    return total, said


def _in_picture(each: Sighting, fixed: Registration) -> float:
    """How far down in the picture a card lies, in pixels."""
    return float(project(fixed.to_picture, np.array([[each.x, each.y]]))[0, 1])


def _rank(each: Sighting) -> Rank:
    assert isinstance(each.face, Card)
    return each.face.rank


def bare(image: Image) -> Image:
    """The empty table, made of the rows between the cards of one picture."""
    _, first, last = CLOTH
    strip, height = image[first:last], image.shape[0]
    return np.ascontiguousarray(np.pad(strip, ((first, height - last), (0, 0), (0, 0)), mode="reflect"))


def _show(watcher: Watcher, image: Image, t: float, chance: np.random.Generator) -> Settled | None:
    """Shows one picture for HELD_S from time `t` on; the last that was told meanwhile."""
    settled = None
    for k in range(round(HELD_S * RATE)):
        noise = chance.normal(0, NOISE, image.shape)
        frame = np.clip(image + np.round(noise), 0, 255).astype(np.uint8)
        settled = watcher.see(frame, t + k / RATE) or settled
    return settled


# -- shuffling hands ----------------------------------------------------------------------------------------------


def read_riffle(store: Store, told: dict[str, Any], reader: Reader) -> tuple[int, int, int]:
    """Frames with known cards: cards there are, right ones, and names that are no card of the frame."""
    there = right = wrong = 0
    for film in sorted({item["film"] for item in told["items"]}):
        wanted = {item["frame"]: set(item["cards"]) for item in told["items"] if item["film"] == film}
        for number, frame in enumerate(frames(store, _film_path(told, film))):
            if number in wanted:
                names = {seen.card.text for seen in reader.read_photo(frame).cards}
                there, right = there + len(wanted[number]), right + len(names & wanted[number])
                wrong += len(names - wanted[number])
    return there, right, wrong


def watch_riffle(store: Store, told: dict[str, Any], reader: Reader, count: int) -> tuple[int, int, list[str]]:
    """Films in which nothing is ever laid: how many were watched, how many cards were told as laid, and which."""
    films = sorted({item["film"] for item in told["items"]})
    others = [Path(path).name for path in store.names("videos/train") if path.endswith(".mp4")]
    films += [name for name in others if name not in films]
    tellings, said = 0, []
    for film in films[:count]:
        for t, card in _laid(store, _film_path(told, film), reader):
            tellings += 1
            said.append(f"{film}, {t:.1f} s: {card}")
    return len(films[:count]), tellings, said


def _laid(store: Store, path: str, reader: Reader) -> Iterator[tuple[float, str]]:
    """Every card that the watcher names in a film, once."""
    mat = MATS["a3-4"]
    watcher = Watcher(reader, mat, fixed=registration_by(FILM_TAPS, mat))
    told: set[tuple[int, str]] = set()
    for number, frame in enumerate(frames(store, path)):
        settled = watcher.see(frame, number / 30)
        for each in settled.sightings if settled is not None else ():
            if isinstance(each.face, Card) and (each.mark, each.face.text) not in told:
                told.add((each.mark, each.face.text))
                yield number / 30, each.face.text


def _film_path(told: dict[str, Any], film: str) -> str:
    return str(told["path"]).replace("*.mp4", film)


def frames(store: Store, path: str) -> Iterator[Image]:
    """All frames of a film in BGR. Raises Absent."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "film.mp4"
        file.write_bytes(store.content(path))
        film = cv2.VideoCapture(str(file))
        while True:
            is_there, frame = film.read()
            if not is_there:
                break
            yield np.asarray(frame, np.uint8)
        film.release()


# -- a run --------------------------------------------------------------------------------------------------------


def blackjack(where: Path, told: dict[str, Any], reader: Reader) -> Iterator[str]:
    store = Store.of(where, told)
    read, backs, there = read_blackjack(store, told, reader)
    ranks = read.right + read.open + read.wrong + read.missed
    yield f"blackjack, read: {read.right} of {ranks} ranks, {read.open} ??, {read.missed} missed, {read.wrong} wrong"
    yield f"blackjack, read: {read.many} more than lie there, {backs} of {there} backs"
    seen, said = watch_blackjack(store, told, reader)
    yield f"blackjack, watched: {seen.right} of {ranks} ranks, {seen.open} ??, {seen.missed} missed, {seen.wrong} wrong"
    yield f"blackjack, watched: {seen.many} more than lie there, {seen.stay} that stay, {seen.backs} backs told as ??"
    yield from (f"    {what}" for what in said)


def riffle(where: Path, told: dict[str, Any], reader: Reader, count: int = FILMS) -> Iterator[str]:
    store = Store.of(where, told)
    there, right, wrong = read_riffle(store, told, reader)
    yield f"riffle, read: {right} of {there} faces, {wrong} wrong"
    films, tellings, said = watch_riffle(store, told, reader, count)
    yield f"riffle, watched: {films} films, {tellings} cards told as laid (0 are)"
    yield from (f"    {what}" for what in said)


SERIES = {"blackjack": blackjack, "riffle": riffle}


def main(argv: list[str] | None = None) -> int:
    """Prints the figures of every series that is there. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.real_series", description=__doc__)
    parser.add_argument("--where", type=Path, required=True, help="the folder of the fetched git directories")
    parser.add_argument("--series", type=Path, help="what is to be seen; series.json in that folder if left out")
    parser.add_argument("--only", choices=sorted(SERIES), help="this series alone")
    told = parser.parse_args(argv)
    file: Path = told.series or told.where / "series.json"
    if not file.is_file():
        print(f"Skipped: there is no {file}, which says what is to be seen.")
        return 0
    series, reader = json.loads(file.read_text("utf-8")), Reader.load()
    for name, run in SERIES.items():
        if told.only not in (None, name):
            continue
        try:
            for line in run(told.where, series[name], reader):
                print(line, flush=True)
        except (Absent, KeyError) as reason:
            print(f"{name}: skipped, {reason}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
