"""Where the service is, and how patient the client is."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass

import httpx

RETRIED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
# with Retry-After: an earlier try is still being worked on, or its gateway died, whose hold on the Idempotency-Key ends after five seconds
RUNNING_STATUS = 409
RUNNING_WAITS_MAX = 30
FIRST_PAUSE_SECONDS = 0.5
PAUSE_SECONDS_MAX = 8.0
# a month that is used up does not come back by waiting
RETRY_AFTER_SECONDS_MAX = 60.0
JOB_FIRST_PAUSE_SECONDS = 0.2
JOB_PAUSE_SECONDS_MAX = 5.0
ENDED = frozenset({"completed", "failed", "cancelled"})


@dataclass(frozen=True)
class Settings:
    base_url: str
    headers: dict[str, str]
    retries_max: int
    timeout_seconds: float

    @staticmethod
    def of(base_url: str | None, api_key: str | None, retries_max: int, timeout_seconds: float) -> Settings:
        address = base_url or os.environ.get("SIS_URL")
        if not address:
            raise ValueError("No address of the service: give base_url, or set SIS_URL.")
        key = api_key or os.environ.get("SIS_API_KEY")
        headers = {"accept": "application/json", **({"x-api-key": key} if key else {})}
        return Settings(address.rstrip("/"), headers, retries_max, timeout_seconds)


def is_running(response: httpx.Response | None) -> bool:
    """Whether the service still works on an earlier try of the call."""
    return response is not None and response.status_code == RUNNING_STATUS and "retry-after" in response.headers


def pause_before_retry(response: httpx.Response | None, retries: int) -> float | None:
    """Seconds until the next try; None: no other try helps."""
    backoff = min(PAUSE_SECONDS_MAX, FIRST_PAUSE_SECONDS * 2.0**retries) * (0.5 + random.random() / 2)
    if response is None:
        return backoff
    if response.status_code not in RETRIED_STATUSES and not is_running(response):
        return None
    asked = response.headers.get("retry-after", "")
    seconds = float(asked) if asked.isdigit() else 0.0
    if seconds > RETRY_AFTER_SECONDS_MAX:
        return None
    return seconds or backoff
