"""When a call is sent again: after which replies, how often, and after which pause."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx

RETRIED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
FIRST_PAUSE_SECONDS = 0.5
PAUSE_SECONDS_MAX = 8.0
# a month that is used up does not come back by waiting
RETRY_AFTER_SECONDS_MAX = 60.0
_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?")

# with Retry-After: an earlier try is still being worked on, or its gateway died, whose hold on the Idempotency-Key ends after five seconds
RUNNING_STATUS = 409
RUNNING_WAITS_MAX = 30


class Retries:
    """The retries of one call. Waits for an earlier try of the call are counted apart: they take no retry."""

    def __init__(self, retries_max: int) -> None:
        self._retries_max = retries_max
        self._retries = 0
        self._waits = 0

    def next_pause_seconds(self, response: httpx.Response | None) -> float | None:
        """Seconds until the next try, which is counted; None: no other try helps. response: None when there was no reply."""
        backoff = min(PAUSE_SECONDS_MAX, FIRST_PAUSE_SECONDS * 2.0**self._retries) * (0.5 + random.random() / 2)
        requested = _retry_after_seconds(response)
        if requested > RETRY_AFTER_SECONDS_MAX:
            return None
        is_running = response is not None and response.status_code == RUNNING_STATUS and requested > 0
        if is_running and self._waits < RUNNING_WAITS_MAX:
            self._waits += 1
        elif _may_succeed_later(response) and self._retries < self._retries_max:
            self._retries += 1
        else:
            return None
        return requested or backoff


def _may_succeed_later(response: httpx.Response | None) -> bool:
    return response is None or response.status_code in RETRIED_STATUSES


def _retry_after_seconds(response: httpx.Response | None) -> float:
    """0: the service requests no pause."""
    header = "" if response is None else response.headers.get("retry-after", "")
    return float(header) if _SECONDS.fullmatch(header) else 0.0
