"""Client of the Schedule Intelligence Service."""

from .async_client import AsyncScheduleIntelligence
from .calls import FileForm, FileFormat
from .client import ScheduleIntelligence
from .errors import (
    ApiError,
    AuthenticationError,
    ComputeExceededError,
    ConflictError,
    ConnectionFailed,
    Fault,
    InputError,
    JobFailed,
    NotFoundError,
    PaymentRequiredError,
    RateLimitError,
    ScheduleIntelligenceError,
    ServiceUnavailable,
    UnexpectedReply,
    WaitTimeout,
)
from .files import File
from .models import Analysis, JobStatus
from .replies import BytesReply, Reply, ResponseInfo, TextReply
from .retries import Retry
from .types import Job, Report, Result, Schedule, Submitted
from .webhooks import SignatureError, verify_callback

__all__ = [
    "Analysis",
    "ApiError",
    "AsyncScheduleIntelligence",
    "AuthenticationError",
    "BytesReply",
    "ComputeExceededError",
    "ConflictError",
    "ConnectionFailed",
    "Fault",
    "File",
    "FileForm",
    "FileFormat",
    "InputError",
    "Job",
    "JobFailed",
    "JobStatus",
    "NotFoundError",
    "PaymentRequiredError",
    "RateLimitError",
    "Reply",
    "Report",
    "ResponseInfo",
    "Result",
    "Retry",
    "Schedule",
    "ScheduleIntelligence",
    "ScheduleIntelligenceError",
    "ServiceUnavailable",
    "SignatureError",
    "Submitted",
    "TextReply",
    "UnexpectedReply",
    "WaitTimeout",
    "verify_callback",
]
