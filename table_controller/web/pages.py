"""The pages: files of the package with the language, the look and the board filled in; fonts, and nothing else.

A page carries the board as it hangs now, so that the first thing seen is the truth, and the words of its language, so
that it needs to ask for nothing. What is filled into HTML is escaped; the board is data in an element of its own.
Files stand under an address with the digest of all of them in it, so that a script's relative imports are of its own
edition, and a browser may keep them for good.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from fastapi import Response

from table_controller.web.bulletin import Bulletin
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
