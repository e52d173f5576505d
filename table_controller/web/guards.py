"""Manners at the door: who is turned away unheard, how much is read, and how a refusal is said.

Knows requests and languages, nothing of the game. Everything that is read is bounded in size and time.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Annotated, Any, TypeVar

from fastapi import Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError

from table_controller.web.bulletin import Bulletin
from table_controller.words.tongues import Tongue, best_of, languages, tongue

MOST_BYTES = 4096
"""Bytes of a message, where nothing else is said. Chosen, not measured: a page's own have some hundred."""
READ_S = 5.0
"""Seconds in which a message must have come whole, so that nobody holds a line open for nothing."""
COOKIE = "lang"

Lang = Annotated[str, Query(max_length=16, description="The language of the answer's words: en, nl, fr.")]
Body = TypeVar("Body", bound=BaseModel)


class Refused(BaseModel):
    """Why nothing happened, in a sentence for whoever asked."""

    refused: str


def refusal(status: int, sentence: str, **headers: str) -> Response:
    """The sentence as an answer."""
    return JSONResponse(Refused(refused=sentence).model_dump(), status, headers=headers)


def json_body(model: type[BaseModel]) -> dict[str, Any]:
    """How the API's description tells of a body that is read by hand, bounded."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    schema.pop("$defs", None)
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def is_local(host: str) -> bool:
    """Whether a Host header names this machine by address, as `localhost`, or by a name of the local network.

    Anything else may be a foreign page whose name was bent to our address (rebinding).
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and host.count(":") == 1 else host
    name = name.strip("[]").lower().rstrip(".")
    try:
        ipaddress.ip_address(name.split("]:")[0])
    except ValueError:
        return name == "localhost" or name.endswith(".local") or ("." not in name and name != "")
    return True


def turned_away(request: Request, to: Tongue, only_own_pages: bool = False) -> Response | None:
    """Requests that another site's page may have made in somebody's browser.

    `only_own_pages`: an Origin must be there and be ours, as every browser sends it with a POST.
    """
    host, origin = request.headers.get("host", ""), request.headers.get("origin")
    is_foreign = origin is not None and origin.partition("://")[2] != host
    if not is_local(host) or is_foreign or (only_own_pages and origin is None):
        return refusal(403, to.say("own_pages"))
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        return refusal(415, to.say("as_json"))
    return None


async def read_body(request: Request, model: type[Body], to: Tongue, most: int | None = None) -> Body | Response:
    """The body as that model, or the refusal: too long, too slow, or no such thing."""
    body = await _read(request, MOST_BYTES if most is None else most)
    if body is None:
        return refusal(413, to.say("too_long"))
    try:
        return model.model_validate_json(body)
    except (ValidationError, ValueError) as fault:
        return refusal(400, to.say("no_word", fault=_in_short(fault)))


def _in_short(fault: Exception) -> str:
    if isinstance(fault, ValidationError):
        first = fault.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in first['loc'])} {first['msg']}".strip()
    return str(fault).splitlines()[0]


async def _read(request: Request, most: int) -> bytes | None:
    """The body; None as soon as it is longer than `most`. A body that never ends is not waited for."""
    body = b""
    try:
        async with asyncio.timeout(READ_S):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    return None
    except TimeoutError:
        return None
    return body


def said_in(request: Request, bulletin: Bulletin, wished: str = "", own_device: bool = False) -> Tongue:
    """The language to answer in: asked for, chosen on this device, the device's own (a phone), or the table's."""
    for code in (wished, request.cookies.get(COOKIE, "")):
        if code in languages():
            return tongue(code)
    otherwise = bulletin.preferences.language
    return tongue(best_of(request.headers.get("accept-language", ""), otherwise) if own_device else otherwise)
