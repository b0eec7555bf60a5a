"""Reads the bodies of replies."""

from __future__ import annotations

import httpx

from .errors import UnexpectedReply
from .types import Json


_NO_CONTENT = 204


def reply_of(response: httpx.Response) -> Json:
    """The object of a reply that succeeded; {} where it has no body by its status."""
    if response.status_code == _NO_CONTENT:
        return {}
    body = _object_of(response)
    if body is None:
        raise UnexpectedReply(response.status_code, response.text)
    return body


def refusal_of(response: httpx.Response) -> Json:
    """The object of a refusal. {}: there is none, as in one of a proxy."""
    return _object_of(response) or {}


def _object_of(response: httpx.Response) -> Json | None:
    try:
        body = response.json()
    except ValueError:
        return None
    return body if isinstance(body, dict) else None
