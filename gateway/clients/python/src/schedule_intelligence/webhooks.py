"""Verifies callbacks by the Standard Webhooks scheme: an HMAC-SHA256 of id, time and body."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .models import JobCallback

TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"


class SignatureError(Exception):
    """The callback does not come from the service, or is older than five minutes."""


def verify_callback(
    body: bytes, headers: Mapping[str, str], secret: str, now_seconds: float | None = None
) -> JobCallback:
    """The body as an object. headers may be in any case."""
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not message_id or not (timestamp.isascii() and timestamp.isdigit()) or len(timestamp) > 12:
        raise SignatureError("The headers of a callback are missing.")
    if abs((time.time() if now_seconds is None else now_seconds) - int(timestamp)) > TOLERANCE_SECONDS:
        raise SignatureError("The callback is too old.")
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(_equal(expected, each) for each in given.get("webhook-signature", "").split(" ")):
        raise SignatureError("No signature of the callback is right.")
    callback: JobCallback = json.loads(body)
    return callback


def _equal(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
