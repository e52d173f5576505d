"""The deck styles as data: type, index size and place, colours, courts and back of each.

A new deck is a new entry here; how a face is drawn from it is the business of faces, courts and backs.
Sizes in millimetres on a card of 63 x 88 (the common "poker" size).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.cards import Card, Rank, Suit
from vision.workshop.studio.print.ink import Colour
from vision.workshop.studio.print.pips import Cut

CARD_WIDTH, CARD_HEIGHT, CORNER = 63.0, 88.0, 3.4

BLACK: Colour = (22, 22, 26)
RED: Colour = (200, 24, 38)

SERIF = ("font_source_serif_pro", "SourceSerifPro-Semibold.otf")
SERIF_THIN = ("font_source_serif_pro", "SourceSerifPro-Regular.otf")
SANS = ("font_roboto", "Roboto-Medium.ttf")
SANS_PLAIN = ("font_source_sans_pro", "SourceSansPro-Semibold.otf")


class Back(Enum):
    """The back patterns."""

    LATTICE = "lattice"
    ROSETTES = "rosettes"
    WAVES = "waves"
    STARS = "stars"
    TARTAN = "tartan"


@dataclass(frozen=True, slots=True)
class Index:
    """The corner index: rank above suit sign, centred `inset` mm from the side edge, rank ink from `top` mm down."""

    font: tuple[str, str]
    height: float  # of the rank's capital letter
    pip: float  # height of the suit sign
    inset: float
    top: float
    gap: float = 1.2
    widest: float = 8.0
    corners: int = 2


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of the courts: cloth, second cloth, gold, skin, hair, line."""

    first: Colour = (196, 30, 44)
    second: Colour = (28, 52, 122)
    gold: Colour = (240, 184, 44)
    skin: Colour = (252, 226, 200)
    line: Colour = (24, 22, 30)
    ground: Colour = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Everything that makes one deck look different from another."""

    name: str
    title: str
    index: Index
    cut: Cut
    colours: tuple[Colour, Colour, Colour, Colour]  # clubs, diamonds, hearts, spades
    palette: Palette
    back: Back
    back_colour: Colour
    pip: float = 13.0  # height of a pip in the field
    field: tuple[float, float] = (28.0, 54.0)  # width and height between the outermost pips' centres
    paper: Colour = (252, 251, 247)
    court_frame: tuple[float, float] = (42.0, 68.0)
    ornate: bool = False  # courts: panels filled with pattern, shaded as if painted
    flat: bool = False  # courts: few lines, large fields
    language: str = "english"  # of the index letters

    def letter(self, rank: Rank) -> str:
        """What the index shows for a rank."""
        return LETTERS[self.language].get(rank, "10" if rank is Rank.TEN else rank.value)

    def colour(self, suit: Suit) -> Colour:
        """The printing colour of a suit."""
        return self.colours[list(Suit).index(suit)]


LETTERS: dict[str, dict[Rank, str]] = {
    "english": {},
    "german": {Rank.JACK: "B", Rank.QUEEN: "D"},
    "french": {Rank.ACE: "1", Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R"},
    "dutch": {Rank.JACK: "B", Rank.QUEEN: "V", Rank.KING: "H"},
}
"""The letters of a language where they are not the English ones."""

TWO_COLOURS = (BLACK, RED, RED, BLACK)

STYLES: dict[str, DeckStyle] = {
    style.name: style
    for style in (
        DeckStyle(
            "classic",
            "English pattern, serif index",
            Index(SERIF, height=7.6, pip=6.0, inset=5.7, top=4.4, gap=1.5, widest=6.8),
            Cut.CLASSIC,
            TWO_COLOURS,
            Palette(),
            Back.LATTICE,
            (170, 28, 40),
        ),
        DeckStyle(
            "modern",
            "large sans index",
            Index(SANS, height=11.4, pip=9.0, inset=7.4, top=4.2, gap=1.4, widest=9.8),
            Cut.ROUND,
            ((16, 16, 18), (214, 20, 32), (214, 20, 32), (16, 16, 18)),
            Palette(first=(214, 48, 56), second=(24, 110, 126), gold=(246, 200, 72), ground=(255, 253, 246)),
            Back.WAVES,
            (24, 66, 128),
            pip=12.4,
            field=(22.0, 52.0),
            court_frame=(37.0, 66.0),
            flat=True,
        ),
        DeckStyle(
            "fourcolour",
            "four colours, plain sans index",
            Index(SANS_PLAIN, height=9.0, pip=7.2, inset=6.3, top=4.4, gap=1.3, widest=7.6),
            Cut.ROUND,
            ((18, 118, 52), (24, 72, 190), (208, 26, 40), (20, 20, 24)),
            Palette(first=(184, 40, 92), second=(38, 92, 60), gold=(236, 176, 60), ground=(250, 250, 255)),
            Back.STARS,
            (34, 40, 64),
            pip=12.6,
            field=(25.0, 53.0),
            court_frame=(40.0, 67.0),
        ),
        DeckStyle(
            "continental",
            "old continental: small index in four corners, painted courts",
            Index(SERIF_THIN, height=5.4, pip=4.6, inset=4.6, top=4.2, gap=1.0, widest=6.3, corners=4),
            Cut.SLENDER,
            ((30, 28, 30), (178, 32, 36), (178, 32, 36), (30, 28, 30)),
            Palette(
                first=(176, 44, 48),
                second=(46, 84, 124),
                gold=(222, 170, 66),
                skin=(246, 214, 184),
                line=(52, 38, 34),
                ground=(250, 244, 228),
            ),
            Back.ROSETTES,
            (42, 96, 72),
            pip=11.8,
            field=(27.0, 52.0),
            paper=(247, 243, 231),
            court_frame=(45.0, 71.0),
            ornate=True,
        ),
        DeckStyle(
            "parlour",
            "tall serif index, wide field, tartan back",
            Index(SERIF, height=8.8, pip=5.6, inset=5.6, top=4.0, gap=1.5, widest=6.4),
            Cut.SLENDER,
            ((24, 26, 44), (190, 40, 30), (190, 40, 30), (24, 26, 44)),
            Palette(first=(168, 52, 36), second=(52, 58, 110), gold=(230, 190, 90), ground=(255, 252, 244)),
            Back.TARTAN,
            (120, 34, 52),
            pip=14.0,
            field=(30.0, 56.0),
            paper=(253, 250, 242),
            court_frame=(43.0, 69.0),
            ornate=True,
        ),
        DeckStyle(
            "berlin",
            "German letters, plain sans index in four corners",
            Index(SANS_PLAIN, height=6.8, pip=5.4, inset=5.2, top=4.0, gap=1.2, widest=7.0, corners=4),
            Cut.CLASSIC,
            ((28, 28, 30), (206, 30, 36), (206, 30, 36), (28, 28, 30)),
            Palette(first=(190, 36, 40), second=(30, 84, 74), gold=(236, 190, 72)),
            Back.WAVES,
            (128, 30, 44),
            pip=12.0,
            field=(25.0, 53.0),
            court_frame=(41.0, 67.0),
            language="german",
        ),
        DeckStyle(
            "paris",
            "French letters, fine serif index",
            Index(SERIF_THIN, height=7.4, pip=5.6, inset=5.5, top=4.4, gap=1.4, widest=6.8),
            Cut.SLENDER,
            ((22, 24, 34), (186, 26, 44), (186, 26, 44), (22, 24, 34)),
            Palette(first=(180, 34, 60), second=(54, 72, 140), gold=(232, 186, 84), ground=(254, 250, 240)),
            Back.LATTICE,
            (36, 58, 120),
            pip=12.2,
            field=(27.0, 54.0),
            paper=(252, 249, 240),
            court_frame=(40.4, 68.0),
            ornate=True,
            language="french",
        ),
        DeckStyle(
            "amsterdam",
            "Dutch letters, bold index",
            Index(SANS, height=8.4, pip=6.8, inset=6.2, top=4.4, gap=1.4, widest=7.6),
            Cut.ROUND,
            TWO_COLOURS,
            Palette(first=(206, 70, 34), second=(36, 66, 110), gold=(244, 200, 90)),
            Back.ROSETTES,
            (150, 66, 28),
            pip=12.6,
            field=(26.0, 53.0),
            court_frame=(40.0, 67.0),
            language="dutch",
        ),
    )
}

FULL_DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER)
