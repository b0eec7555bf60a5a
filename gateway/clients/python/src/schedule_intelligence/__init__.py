"""Client of the Schedule Intelligence Service."""

from .async_client import AsyncScheduleIntelligence
from .client import ScheduleIntelligence
from .errors import (
    ApiError,
    AuthenticationError,
    ConnectionFailed,
    Fault,
    InputError,
    JobFailed,
    NotFoundError,
    RateLimitError,
    ScheduleIntelligenceError,
    ServiceUnavailable,
    UnexpectedReply,
)
from .types import Analysis, Job, Report, Result, Schedule
from .webhooks import SignatureError, verify_callback

__all__ = [
    "Analysis",
    "ApiError",
    "AsyncScheduleIntelligence",
    "AuthenticationError",
    "ConnectionFailed",
    "Fault",
    "InputError",
    "Job",
    "JobFailed",
    "NotFoundError",
    "RateLimitError",
    "Report",
    "Result",
    "Schedule",
    "ScheduleIntelligence",
    "ScheduleIntelligenceError",
    "ServiceUnavailable",
    "SignatureError",
    "UnexpectedReply",
    "verify_callback",
]
