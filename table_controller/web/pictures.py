"""Answers that are pictures: never kept by a browser, and described as what they are."""

from __future__ import annotations

from typing import Any

from fastapi import Response

UNKEPT = {"Cache-Control": "no-store"}


def picture_answer(content: bytes, kind: str = "image/jpeg") -> Response:
    """The picture as an answer that is kept nowhere."""
    return Response(content, media_type=kind, headers=UNKEPT)


def described_picture(kind: str = "image/jpeg") -> dict[int | str, dict[str, Any]]:
    """How the API's description tells of an address that gives a picture."""
    return {200: {"content": {kind: {}}}}
