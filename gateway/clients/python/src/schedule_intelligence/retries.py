"""When a call is sent again: after which replies, how often, and after which pause."""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import ApiError, ConnectionFailed, retry_after_seconds

if TYPE_CHECKING:
    import httpx

RETRIED_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
FIRST_PAUSE_SECONDS = 0.5
PAUSE_SECONDS_MAX = 8.0

# with Retry-After: an earlier try is still being worked on, or its gateway died, whose hold on the Idempotency-Key ends after five seconds
RUNNING_STATUS = 409
RUNNING_WAITS_MAX = 30


# pauses that nobody would notice are not told
TOLD_SECONDS = 1.0
_LOG = logging.getLogger("schedule_intelligence")


@dataclass(frozen=True)
class Retry:
    """A pause before the next try of a call."""

    method: str
    path: str
    # why: the refusal, or that no answer came
    reason: ApiError | ConnectionFailed
    wait_seconds: float


def tell_retry(retry: Retry) -> None:
    """Unless the caller listens himself."""
    if retry.wait_seconds >= TOLD_SECONDS:
        _LOG.warning("%s %s is sent again in %.0f s: %s", retry.method, retry.path, retry.wait_seconds, retry.reason)


class Retries:
    """The retries of one call. Waits for an earlier try of the call are counted apart: they take no retry."""

    def __init__(self, retries_max: int, wait_seconds_max: float) -> None:
        """wait_seconds_max: all pauses of the call together."""
        self._retries_max = retries_max
        self._seconds_left = wait_seconds_max
        self._retries = 0
        self._waits = 0

    def next_pause_seconds(self, response: httpx.Response | None) -> float | None:
        """Seconds until the next try, which is counted; None: no other try helps, or it would be too late. response: None when there was no reply."""
        backoff = min(PAUSE_SECONDS_MAX, FIRST_PAUSE_SECONDS * 2.0**self._retries) * (0.5 + random.random() / 2)
        requested = None if response is None else retry_after_seconds(response.headers)
        pause = requested or backoff
        if pause > self._seconds_left:
            return None
        is_running = response is not None and response.status_code == RUNNING_STATUS and bool(requested)
        if is_running and self._waits < RUNNING_WAITS_MAX:
            self._waits += 1
        elif _may_succeed_later(response) and self._retries < self._retries_max:
            self._retries += 1
        else:
            return None
        self._seconds_left -= pause
        return pause


def _may_succeed_later(response: httpx.Response | None) -> bool:
    return response is None or response.status_code in RETRIED_STATUSES
