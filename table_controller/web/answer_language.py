"""Which language a request is answered in: asked for, chosen on this device, the device's own, or the table's."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query, Request

from table_controller.web.served import Served
from table_controller.words.tongues import Tongue, best_of, languages, tongue

COOKIE = "lang"
Lang = Annotated[str, Query(max_length=16, description="The language of the answer's words: en, nl, fr.")]


def said_in(request: Request, otherwise: str, wished: str = "", own_device: bool = False) -> Tongue:
    """The language to answer in. `otherwise`: the table's own; `own_device`: the browser's languages count too."""
    for code in (wished, request.cookies.get(COOKIE, "")):
        if code in languages():
            return tongue(code)
    return tongue(best_of(request.headers.get("accept-language", ""), otherwise) if own_device else otherwise)


async def reader_language(request: Request, table: Served, lang: Lang = "") -> Tongue:
    """The language of this request's answer."""
    return said_in(request, table.bulletin.preferences.language, lang)


To = Annotated[Tongue, Depends(reader_language)]
