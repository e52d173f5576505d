"""The pages' scripts: one a page, everything else imported, nothing global, nothing dead, all of it in the wheel."""

from __future__ import annotations

import re
import tomllib
from graphlib import TopologicalSorter

import pytest

from table_controller.web.bulletin import Bulletin
from table_controller.web.modules import entry_of, imported_by, needed_by
from table_controller.web.pages import Pages, edition, read_static
from table_controller.web.preferences import Preferences
from table_controller.words.tongues import tongue
from tests import ROOT

FILES = read_static()
PAGES = sorted(name for name in FILES if name.endswith(".html"))
SCRIPTS = sorted(name for name in FILES if name.endswith(".js"))
ENTRIES = {page: entry_of(FILES[page]) for page in PAGES}

_NAMES = re.compile(r'^import \{([^}]*)\} from "[^"]+";', re.MULTILINE)
_EXPORTED = re.compile(r"^export (?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)


def imports(name: str) -> list[tuple[str, set[str]]]:
    """What a script takes from which others."""
    names = _NAMES.findall(FILES[name].decode())
    taken = [set(re.findall(r"\w+", each)) for each in names]
    return list(zip(imported_by(name, FILES[name]), taken, strict=True))


def exports(name: str) -> set[str]:
    return set(_EXPORTED.findall(FILES[name].decode()))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_one_script_and_names_no_other(page: str) -> None:
    text = FILES[page].decode()
    code = [tag for tag in re.findall(r"<script[^>]*>", text) if "application/json" not in tag]
    assert code == [f'<script type="module" src="{{{{static}}}}/scripts/{page.removesuffix(".html")}.js">']
    assert not re.search(r"\son\w+=|javascript:", text), "code in the page's own text"


@pytest.mark.parametrize("page", PAGES)
def test_a_browser_is_told_at_once_of_every_script_that_the_page_needs(page: str) -> None:
    bulletin = Bulletin()
    pages = Pages(bulletin)
    bulletin.prefer(Preferences(), pages.build(Preferences()))
    sent = bytes(pages.page(page, tongue("en"), {"look_theme": "dark", "look_suits": "two"}).body).decode()
    told = re.findall(r'<link rel="modulepreload" href="([^"]+)">', sent)
    assert told == [f"/static/{edition(FILES)}/{name}" for name in needed_by(ENTRIES[page], FILES)]
    assert len(told) == len(set(told)) > 5


def test_every_script_is_needed_by_some_page() -> None:
    needed = {name for entry in ENTRIES.values() for name in needed_by(entry, FILES)}
    assert needed == set(SCRIPTS)


def test_no_script_imports_itself_by_a_detour() -> None:
    graph = {name: set(imported_by(name, FILES[name])) for name in SCRIPTS}
    tuple(TopologicalSorter(graph).static_order())  # raises CycleError, with the circle in words


def test_no_script_imports_the_script_of_a_page() -> None:
    assert {source for name in SCRIPTS for source, _ in imports(name)} & set(ENTRIES.values()) == set()


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_is_imported_is_exported_there(name: str) -> None:
    for source, names in imports(name):
        assert names <= exports(source), source


def test_nothing_is_exported_that_nobody_imports() -> None:
    taken = {(source, each) for name in SCRIPTS for source, names in imports(name) for each in names}
    assert {(name, each) for name in SCRIPTS for each in exports(name)} == taken


@pytest.mark.parametrize("name", SCRIPTS)
def test_nothing_is_global_or_brought_from_elsewhere(name: str) -> None:
    text = FILES[name].decode()
    assert not re.search(r"\b(window|globalThis|self)\.\w+\s*=[^=]", text)
    assert not re.search(r"\b(innerHTML|outerHTML|insertAdjacentHTML|eval|importScripts)\b", text)
    assert not re.search(r"\bimport\(|\bfrom \"(?!\.)|^export .* from ", text, re.MULTILINE)


def test_the_order_of_imports_is_told() -> None:
    files = {"a.js": b'import { b } from "./in/b.js";\nimport {\n  c,\n} from "./c.js";\n'}
    files |= {"in/b.js": b'import "../c.js";\nexport const b = 1;\n', "c.js": b"export const c = 2;\n"}
    assert needed_by("a.js", files) == ("a.js", "in/b.js", "c.js")
    with pytest.raises(KeyError):
        needed_by("a.js", {"a.js": files["a.js"]})


def test_the_wheel_takes_every_file_of_the_pages() -> None:
    package = "table_controller.web"
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["package-data"][package]
    folder = ROOT.joinpath(*package.split("."))
    packed = {found.relative_to(folder / "static").as_posix() for each in told for found in folder.glob(each)}
    assert set(FILES) <= packed


def test_the_linter_and_what_it_needs_are_named_exactly_and_no_registry_is() -> None:
    assert "://" not in (ROOT / "package-lock.json").read_text("utf-8")
    assert not re.search(r'"[\^~]', (ROOT / "package.json").read_text("utf-8"))
