"""What a call may raise. Every refusal of the service is an ApiError with the code of GET /api/v1/errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class ScheduleIntelligenceError(Exception):
    """Anything that this package raises."""


class ConnectionFailed(ScheduleIntelligenceError):
    """No answer came: no connection, one that ended, or a time limit."""


@dataclass(frozen=True)
class Fault:
    """One fault of a body: where it stands, and what is wrong with it."""

    loc: tuple[str | int, ...]
    msg: str
    type: str


def _is_fault(value: object) -> bool:
    """A proxy in between may refuse in other words."""
    return isinstance(value, dict) and isinstance(value.get("loc"), list) and isinstance(value.get("msg"), str)


class ApiError(ScheduleIntelligenceError):
    """A refusal. code is a stable word such as "window_exceeded"; request_id is to be quoted in a report."""

    def __init__(self, status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> None:
        detail = body.get("detail")
        found = [each for each in detail if _is_fault(each)] if isinstance(detail, list) else []
        count = body.get("error_count")
        self.status = status
        self.code = str(body.get("code", "unknown"))
        self.headers: Mapping[str, str] = {} if headers is None else headers
        self.request_id: str | None = body.get("request_id") or self.headers.get("x-request-id")
        # seconds after which the service asks to try again; None: it does not say
        self.retry_after = retry_after_seconds(self.headers)
        self.faults = tuple(Fault(tuple(each["loc"]), each["msg"], each.get("type", "")) for each in found)
        super().__init__(self._message(detail, count if isinstance(count, int) else len(self.faults)))

    def _message(self, detail: object, fault_count: int) -> str:
        if not self.faults:
            return detail if isinstance(detail, str) else f"The service answered {self.status}."
        first = self.faults[0]
        place = ".".join(str(step) for step in first.loc[1:])
        rest = f" (and {fault_count - 1} more)" if fault_count > 1 else ""
        return f"{place}: {first.msg}{rest}"


class AuthenticationError(ApiError):
    """401 and 403: the key is missing, wrong, suspended, or of a tier that may not."""


class InputError(ApiError):
    """400, 413, 415 and 422: the request cannot be worked on as it is."""


class PaymentRequiredError(ApiError):
    """402: the schedule is larger than the tier of the account allows."""


class NotFoundError(ApiError):
    """404 and 410: there is no such thing, or no longer."""


class ConflictError(ApiError):
    """409: the thing is not in the state that the call needs, such as a job that runs, or a full storage of schedules."""


class RateLimitError(ApiError):
    """429, still after the retries, or with a longer pause than the client waits: see retry_after."""


class ComputeExceededError(RateLimitError):
    """429 compute_exceeded: the calls of the account took too much time of threads. The message names the most expensive one."""


class ServiceUnavailable(ApiError):
    """5xx, still after the retries."""


class UnexpectedReply(ScheduleIntelligenceError):
    """The reply of a call that succeeded is not what the service sends, such as the page of a proxy in between."""

    def __init__(self, status: int, body: str) -> None:
        self.status = status
        self.body_start = body[:200]
        super().__init__(f"The reply with status {status} is no JSON object: {self.body_start!r}")


class WaitTimeout(ScheduleIntelligenceError):
    """A job that was waited for has not ended in the time that was given. It goes on."""

    def __init__(self, job_id: str, timeout_seconds: float, status: str | None) -> None:
        self.job_id = job_id
        # of the job when it was last seen; None: it was not
        self.status = status
        seen = "" if status is None else f": it is {status}"
        super().__init__(f"The job {job_id} has not ended within {timeout_seconds} s{seen}.")


class JobFailed(ScheduleIntelligenceError):
    """A job that was waited for ended without a result."""

    def __init__(self, job_id: str, code: str, detail: str) -> None:
        self.job_id = job_id
        self.code = code
        super().__init__(f"The job {job_id} has no result. {detail}")


_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?")


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """A date instead of seconds is none that the service sends."""
    text = headers.get("retry-after", "")
    return float(text) if _SECONDS.fullmatch(text) else None


_BY_STATUS: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: AuthenticationError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    429: RateLimitError,
}


def api_error(status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> ApiError:
    """The error of a status, and of the code that is a kind of its own."""
    kind = _BY_STATUS.get(status, ServiceUnavailable if status >= 500 else InputError)
    if status == 429 and body.get("code") == "compute_exceeded":
        kind = ComputeExceededError
    return kind(status, body, headers)
