"""The pages: files of the package with the language, the look and the board filled in; fonts, and nothing else.

A page carries the board as it hangs now, so that the first thing seen is the truth, and the words of its language, so
that it needs to ask for nothing. What is filled into HTML is escaped; the board is data in an element of its own.
Files stand under an address with the digest of all of them in it, so that a script's relative imports are of its own
edition, and a browser may keep them for good.
"""

from __future__ import annotations

import asyncio
import hashlib
import html
import json
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request, Response
from fastapi.responses import HTMLResponse

from table_controller.web.bulletin import Bulletin
from table_controller.web.fonts import FONTS, small_font
from table_controller.web.guards import Lang, said_in
from table_controller.web.modules import entry_of, needed_by
from table_controller.web.preferences import Preferences
from table_controller.words.tongues import Tongue, languages, tongue

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
SECURITY = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'self'; "
    "base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
_KEPT = {**SECURITY, "Cache-Control": "public, max-age=31536000, immutable"}
_FIELD = re.compile(rb"\{\{(\w+)\}\}")


def read_static() -> dict[str, bytes]:
    """The pages' own files by their path in the folder, as they are packaged."""
    return dict(_files_in(resources.files("table_controller.web") / "static", ""))


def _files_in(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files_in(entry, f"{path}{entry.name}/")
        elif _ending(entry.name) in _TYPES:
            yield path + entry.name, entry.read_bytes()


def _ending(name: str) -> str:
    return name.rpartition(".")[2]


def edition(files: dict[str, bytes]) -> str:
    """Changes whenever a file of the pages changes."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name])
    return digest.hexdigest()[:12]


def build_id(files: dict[str, bytes], preferences: Preferences | None = None) -> str:
    """Changes whenever a file of the pages, a word or a preference changes: a page of an older build reloads itself."""
    digest = hashlib.sha256(edition(files).encode())
    for code in languages():
        digest.update(repr(tongue(code).phrases).encode())
    looks = (preferences or Preferences()).model_dump(exclude={"paused", "voice"})
    digest.update(json.dumps(looks, sort_keys=True).encode())
    return digest.hexdigest()[:12]


class Pages:
    """The files, filled in for one request."""

    def __init__(self, bulletin: Bulletin) -> None:
        self.files = read_static()
        self._edition = edition(self.files)
        self._bulletin = bulletin
        pages = {name: content for name, content in self.files.items() if _ending(name) == "html"}
        self._modules = {name: needed_by(entry_of(page), self.files) for name, page in pages.items()}

    def build(self, preferences: Preferences) -> str:
        """The build id of pages that look so."""
        return build_id(self.files, preferences)

    def page(self, name: str, to: Tongue, look: dict[str, str]) -> Response:
        """An HTML page in that language."""
        static = f"/static/{self._edition}"
        filled = {"lang": to.code, "build": self._bulletin.build, "static": static, **look}

        def fill(found: re.Match[bytes]) -> bytes:
            key = found[1].decode()
            if key == "board":
                return _as_data(self._bulletin.text_in(to.code))
            if key == "words":
                return _as_data(json.dumps(_words(to), ensure_ascii=False))
            if key == "modules":
                return _preloads(f"{static}/{script}" for script in self._modules[name])
            return html.escape(filled.get(key) or to.page[key]).encode()

        return Response(_FIELD.sub(fill, self.files[name]), media_type=_TYPES["html"], headers=SECURITY)

    def file(self, name: str, wanted: str) -> Response:
        """A style sheet, script or picture; a browser keeps it unless a page of another edition wanted it."""
        if name not in self.files or _ending(name) == "html":
            return Response("There is nothing at this address.", 404, headers=SECURITY)
        headers = _KEPT if wanted == self._edition else SECURITY
        return Response(self.files[name], media_type=_TYPES[_ending(name)], headers=headers)


def _as_data(text: str) -> bytes:
    """In a script element only "<" can end the data or begin anything else."""
    return text.replace("<", "\\u003c").encode()


def _preloads(scripts: Iterable[str]) -> bytes:
    """Links that have a browser fetch all of a page's scripts at once, not import by import."""
    return "\n".join(f'<link rel="modulepreload" href="{html.escape(script)}">' for script in scripts).encode()


def _words(to: Tongue) -> dict[str, Any]:
    names = {code: tongue(code).phrases["language"]["name"] for code in languages()}
    return {**to.page, "suits_named": dict(to.phrases["suits"]), "languages": names, "decimal": to.say("decimal")}


def look_of(request: Request, preferences: Preferences) -> dict[str, str]:
    """Theme and suits: as asked for in the address, chosen on this device, or the table's own."""
    look = {}
    for key, known in (("theme", ("dark", "light")), ("suits", ("two", "four"))):
        wished = request.query_params.get(key) or request.cookies.get(key) or ""
        look[f"look_{key}"] = wished if wished in known else getattr(preferences, key)
    return look


def add_pages(app: FastAPI, pages: Pages, bulletin: Bulletin) -> None:
    """Puts the pages on the application. None of them needs leave to be looked at: what may be done is the API's."""

    def serve(request: Request, name: str, lang: str, own_device: bool = False) -> Response:
        to = said_in(request, bulletin, lang, own_device)
        return pages.page(name, to, look_of(request, bulletin.preferences))

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    async def room(request: Request, lang: Lang = "") -> Response:
        return serve(request, "scoreboard.html", lang)

    @app.get("/table", response_class=HTMLResponse, include_in_schema=False)
    async def table(request: Request, lang: Lang = "") -> Response:
        return serve(request, "table.html", lang)

    @app.get("/seat/{seat}", response_class=HTMLResponse, include_in_schema=False)
    async def seat_page(request: Request, seat: Annotated[int, Path(ge=1, le=6)], lang: Lang = "") -> Response:
        return serve(request, "seat.html", lang, own_device=True)

    @app.get("/referee", response_class=HTMLResponse, include_in_schema=False)
    async def referee(request: Request, lang: Lang = "") -> Response:
        return serve(request, "referee.html", lang)

    @app.get("/calibrate", response_class=HTMLResponse, include_in_schema=False)
    async def calibrate(request: Request, lang: Lang = "") -> Response:
        return serve(request, "calibrate.html", lang)

    @app.get("/history", response_class=HTMLResponse, include_in_schema=False)
    async def history(request: Request, lang: Lang = "") -> Response:
        return serve(request, "history.html", lang)

    @app.get("/history/{match}/{hand}", response_class=HTMLResponse, include_in_schema=False)
    async def replay(request: Request, match: str, hand: int, lang: Lang = "") -> Response:
        return serve(request, "replay.html", lang)

    @app.get("/static/{name}", include_in_schema=False)
    async def font(name: str) -> Response:
        """A font, cut down once beside the loop that serves the board; it outlives many editions."""
        return _font(await asyncio.to_thread(small_font, name) if name in FONTS else None)

    @app.get("/static/{wanted}/{name:path}", include_in_schema=False)
    async def static(wanted: str, name: str) -> Response:
        return pages.file(name, wanted)


def _font(content: bytes | None) -> Response:
    kept = {**SECURITY, "Cache-Control": "max-age=86400"}
    return Response(content or b"", 200 if content else 404, headers=kept, media_type="font/ttf")
