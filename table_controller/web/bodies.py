"""What a request says, read by hand: bounded in size and time, and checked against its model."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fastapi import Request
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.requests import ClientDisconnect

from table_controller.web.refusals import Refusal

MOST_BYTES = 4096
"""Bytes of a message, where nothing else is said. Chosen, not measured: a page's own have some hundred."""
READ_S = 5.0
"""Seconds in which a message must have come whole, so that nobody holds a line open for nothing."""
Model = TypeVar("Model", bound=BaseModel)


class Sent(BaseModel):
    """A body that a page sends: nothing in it that nobody knows."""

    model_config = ConfigDict(extra="forbid")


def body_as(model: type[Model], most: int = MOST_BYTES) -> Callable[[Request], Awaitable[Model]]:
    """A dependency: the body as that model, of `most` bytes. Whoever may not act is refused before it is read.

    It raises Refusal: too long, too slow, or no such thing.
    """

    async def read(request: Request) -> Model:
        body = await _read(request, most)
        try:
            return model.model_validate_json(body)
        except (ValidationError, ValueError) as fault:
            raise Refusal(400, "no_word", fault=_in_short(fault)) from fault

    return read


def json_body(model: type[BaseModel]) -> dict[str, Any]:
    """How the API's description tells of a body that is read by hand, bounded."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    schema.pop("$defs", None)
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


async def _read(request: Request, most: int) -> bytes:
    """The body; refused as soon as it is longer than `most`. A body that never ends is not waited for."""
    body = b""
    try:
        async with asyncio.timeout(READ_S):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refusal(413, "too_long")
    except (TimeoutError, ClientDisconnect):  # whoever hung up hears nothing of it, and neither does the log
        raise Refusal(413, "too_long") from None
    return body


def _in_short(fault: Exception) -> str:
    if isinstance(fault, ValidationError):
        first = fault.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in first['loc'])} {first['msg']}".strip()
    return str(fault).splitlines()[0]
