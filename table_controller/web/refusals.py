"""How a request is refused: one exception, raised wherever something stands in the way, said in the reader's language.

What may be refused is described once here, for the API's description.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from engine.play.state import State
from engine.play.unfolding import NotNow
from hardware.facts import PartFailed
from table_controller.web.answer_language import said_in
from table_controller.web.served import served_by
from table_controller.web.without_folders import without_folders
from table_controller.words.facts import said
from table_controller.words.reasons import NOBODY, say_reason
from table_controller.words.tongues import Tongue
from vision.mat.taps import TapsFaulty

Say = Callable[[Tongue], str]


class Refused(BaseModel):
    """Why nothing happened, in a sentence for whoever asked."""

    refused: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused} for status in (400, 401, 403, 409, 413, 415, 429, 503)
}
"""What may be answered to whoever acts, or asks for what is not everybody's."""
NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": Refused}}


class Refusal(Exception):
    """Ends the request with `status`: `phrase` of the languages' files with its fields, or what `told` says.

    `wait_s`: after so many seconds it is worth another try; 0 where waiting does not help.
    """

    def __init__(
        self, status: int, phrase: str = "", told: Say | None = None, wait_s: int = 0, **fields: object
    ) -> None:
        super().__init__(phrase)
        self.status, self.phrase, self.told, self.wait_s, self.fields = status, phrase, told, wait_s, fields

    @classmethod
    def by_engine(cls, refused: NotNow, state: State | None) -> Refusal:
        """The engine refused; its reason is said with the names of the match that is on."""
        return cls(409, told=lambda to: say_reason(refused.why, NOBODY if state is None else state, to))

    @classmethod
    def by_part(cls, failed: PartFailed | TapsFaulty) -> Refusal:
        """A part failed, and tells what is so."""
        return cls(409, told=lambda to: said(failed.fact, to))

    @classmethod
    def as_told(cls, status: int, fault: Exception) -> Refusal:
        """A fault that has its own sentence, without the folders of this machine."""
        return cls(status, told=lambda to: without_folders(str(fault)))

    @classmethod
    def by_disk(cls, fault: OSError, phrase: str) -> Refusal:
        """The disk failed; `phrase` says what was not done and has a field `fault`."""
        return cls(503, phrase, fault=fault.strerror or str(fault))


async def said_refusal(request: Request, refusal: Exception) -> Response:
    """The answer to a request that was refused. FastAPI calls it for every Refusal."""
    assert isinstance(refusal, Refusal)
    to = said_in(request, served_by(request).bulletin.preferences.language, request.query_params.get("lang", ""))
    told = to.say(refusal.phrase, **refusal.fields) if refusal.told is None else refusal.told(to)
    waiting = {"Retry-After": str(refusal.wait_s)} if refusal.wait_s else {}
    return refused_with(refusal.status, told, waiting)


def refused_with(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """The sentence as an answer."""
    return JSONResponse(Refused(refused=sentence).model_dump(), status, headers=headers)
