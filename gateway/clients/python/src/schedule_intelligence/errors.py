"""What a call may raise. Every refusal of the service is an ApiError with the code of GET /api/v1/errors."""

from __future__ import annotations

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

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        detail = body.get("detail")
        found = [each for each in detail if _is_fault(each)] if isinstance(detail, list) else []
        count = body.get("error_count")
        self.status = status
        self.code = str(body.get("code", "unknown"))
        self.request_id: str | None = body.get("request_id")
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


class NotFoundError(ApiError):
    """404, 409 and 410."""


class RateLimitError(ApiError):
    """429, still after the retries."""


class ServiceUnavailable(ApiError):
    """5xx, still after the retries."""


class UnexpectedReply(ScheduleIntelligenceError):
    """The reply of a call that succeeded is not what the service sends, such as the page of a proxy in between."""

    def __init__(self, status: int, body: str) -> None:
        self.status = status
        self.body_start = body[:200]
        super().__init__(f"The reply with status {status} is no JSON object: {self.body_start!r}")


class JobFailed(ScheduleIntelligenceError):
    """A job that was waited for ended without a result."""

    def __init__(self, job_id: str, code: str, detail: str) -> None:
        self.job_id = job_id
        self.code = code
        super().__init__(f"The job {job_id} has no result. {detail}")


def api_error(status: int, body: Mapping[str, Any]) -> ApiError:
    """The error of a status."""
    kind: type[ApiError] = InputError
    if status in (401, 403):
        kind = AuthenticationError
    elif status in (404, 409, 410):
        kind = NotFoundError
    elif status == 429:
        kind = RateLimitError
    elif status >= 500:
        kind = ServiceUnavailable
    return kind(status, body)
