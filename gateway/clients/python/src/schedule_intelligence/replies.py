"""What calls answer: the JSON, text or bytes of a reply, and what came beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import httpx

from .errors import UnexpectedReply

Json = dict[str, Any]
DataT = TypeVar("DataT")

_NO_CONTENT = 204


@dataclass(frozen=True)
class ResponseInfo:
    """Of a reply that succeeded."""

    status: int
    headers: Mapping[str, str] = field(repr=False)

    @staticmethod
    def of(response: httpx.Response) -> ResponseInfo:
        return ResponseInfo(response.status_code, response.headers)

    @property
    def request_id(self) -> str | None:
        """To be quoted when something is asked about the call."""
        return self.headers.get("x-request-id")

    @property
    def compute_ms(self) -> float | None:
        """Milliseconds of a thread of the service that the call took; None where none worked for it."""
        return self._number("x-compute-ms")

    @property
    def compute_remaining_ms(self) -> float | None:
        """Milliseconds of a thread that the account may use at once after this call; below 0 its calls wait behind those of others."""
        return self._number("x-compute-remaining-ms")

    def _number(self, name: str) -> float | None:
        try:
            return float(self.headers.get(name, ""))
        except ValueError:
            return None


@dataclass(frozen=True)
class Reply(Generic[DataT]):
    """The JSON of a reply."""

    data: DataT
    response: ResponseInfo = field(repr=False)


class TextReply(str):
    """The text of a reply, with its response."""

    response: ResponseInfo


class BytesReply(bytes):
    """The bytes of a reply, with its response."""

    response: ResponseInfo


ContentT = TypeVar("ContentT", TextReply, BytesReply)


def with_response(content: ContentT, response: httpx.Response) -> ContentT:
    content.response = ResponseInfo.of(response)
    return content


def reply_of(response: httpx.Response) -> Reply[Any]:
    """The object of a reply that succeeded; {} where it has no body by its status."""
    body = {} if response.status_code == _NO_CONTENT else _object_of(response)
    if body is None:
        raise UnexpectedReply(response.status_code, response.text)
    return Reply(body, ResponseInfo.of(response))


def refusal_of(response: httpx.Response) -> Json:
    """The object of a refusal. {}: there is none, as in one of a proxy."""
    return _object_of(response) or {}


def _object_of(response: httpx.Response) -> Json | None:
    try:
        body = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) else None
