"""Reads the body of a reply."""

from __future__ import annotations

import httpx

from .types import Json


def json_of(response: httpx.Response) -> Json:
    """The object of the body. {}: there is none, as in a refusal of a proxy."""
    if not response.content:
        return {}
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
