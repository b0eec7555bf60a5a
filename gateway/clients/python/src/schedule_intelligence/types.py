"""What analyses, jobs and uploads answer, with the members that most callers read; `raw` is the JSON as it came."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from .replies import Reply, ResponseInfo

if TYPE_CHECKING:
    from . import models
    from .typed import ReportResults

DataT_co = TypeVar("DataT_co", covariant=True)


@dataclass(frozen=True)
class Result(Generic[DataT_co]):
    """The result of an analysis. data is what its method page describes: models.CPMData of analysis.cpm."""

    status: Literal["success", "warning", "critical"]
    score: float | None
    grade: str | None
    summary: str
    findings: list[models.Finding]
    recommendations: list[models.Recommendation]
    data: DataT_co
    metadata: models.Metadata
    raw: dict[str, Any] = field(repr=False)
    # of the call that had it, also where it is a part of a report
    response: ResponseInfo = field(repr=False)

    @staticmethod
    def of(reply: Reply[Any]) -> Result[Any]:
        raw = reply.data
        return (Report if _is_report(raw) else Result)(
            status=raw["status"],
            score=raw.get("score"),
            grade=raw.get("grade"),
            summary=raw["summary"],
            findings=raw["findings"],
            recommendations=raw["recommendations"],
            data=raw["data"],
            metadata=raw["metadata"],
            raw=raw,
            response=reply.response,
        )


def _is_report(raw: dict[str, Any]) -> bool:
    return str(raw["metadata"].get("endpoint", "")).startswith("/api/v1/reports")


@dataclass(frozen=True)
class Report(Result["models.ReportData"]):
    """Several analyses of one schedule."""

    @property
    def analyses(self) -> list[models.ReportedAnalysis]:
        """Each analysis in its order: status, score, grade, summary, or why it was not run."""
        return self.data["analyses"]

    @property
    def results(self) -> ReportResults:
        """By the id of the analysis, without those that were not run."""
        results: Any = {
            analysis: Result.of(Reply(result, self.response)) for analysis, result in self.data["results"].items()
        }
        return results  # type: ignore[no-any-return]

    @staticmethod
    def of(reply: Reply[Any]) -> Report:
        report = Result.of(reply)
        assert isinstance(report, Report)
        return report


ResultT = TypeVar("ResultT", bound="Result[Any]")


class Submitted(str, Generic[ResultT]):
    """Id of an accepted job; its type says what its result will be."""

    raw: models.JobSubmission
    response: ResponseInfo

    @staticmethod
    def of(reply: Reply[Any]) -> Submitted[Any]:
        job: Submitted[Any] = Submitted(reply.data["job_id"])
        job.raw = reply.data
        job.response = reply.response
        return job


@dataclass(frozen=True)
class Job:
    """A job without its result."""

    job_id: str
    status: models.JobStatus
    endpoint: str
    task_count: int
    queue_position: int | None
    error: models.JobError | None
    raw: dict[str, Any] = field(repr=False)
    response: ResponseInfo = field(repr=False)

    @staticmethod
    def of(reply: Reply[Any]) -> Job:
        raw = reply.data
        return Job(
            job_id=raw["job_id"],
            status=raw["status"],
            endpoint=raw["endpoint"],
            task_count=raw["task_count"],
            queue_position=raw.get("queue_position"),
            error=raw.get("error"),
            raw=raw,
            response=reply.response,
        )


@dataclass(frozen=True)
class Schedule:
    """A schedule that the service keeps for the account."""

    schedule_id: str
    expires_at: str
    sha256: str
    counts: models.KeptScheduleCounts
    raw: models.KeptSchedule = field(repr=False)
    response: ResponseInfo = field(repr=False)

    @staticmethod
    def of(reply: Reply[Any]) -> Schedule:
        raw = reply.data
        return Schedule(
            schedule_id=raw["schedule_id"],
            expires_at=raw["expires_at"],
            sha256=raw["sha256"],
            counts=raw["counts"],
            raw=raw,
            response=reply.response,
        )
