"""Shapes of replies: the members that this client reads, and the rest as it came."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Analysis = Literal[
    "health.score",
    "health.logic-audit",
    "health.progress-audit",
    "health.dcma-14-point",
    "health.dcma-decm",
    "health.planning-horizon",
    "health.schedule-risk-index",
    "analysis.validate",
    "analysis.cpm",
    "analysis.resources",
    "forensics.delay-analysis",
    "forensics.change-tracking",
    "forensics.baseline-compare",
    "forensics.as-planned-vs-as-built",
]
JobStatus = Literal["queued", "processing", "completed", "failed", "cancelled"]
Json = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """The result of an analysis. data is described in the OpenAPI document of the service."""

    status: Literal["success", "warning", "critical"]
    score: float | None
    grade: str | None
    summary: str
    findings: list[Json]
    recommendations: list[Json]
    data: Json
    metadata: Json
    raw: Json = field(repr=False)

    @staticmethod
    def of(raw: Json) -> Result:
        return Result(
            status=raw["status"],
            score=raw.get("score"),
            grade=raw.get("grade"),
            summary=raw["summary"],
            findings=raw["findings"],
            recommendations=raw["recommendations"],
            data=raw["data"],
            metadata=raw["metadata"],
            raw=raw,
        )


@dataclass(frozen=True)
class Report:
    """Several analyses of one schedule."""

    status: Literal["success", "warning", "critical"]
    summary: str
    # each analysis in its order: status, score, grade, summary, or why it was not run
    analyses: list[Json]
    # by the id of the analysis, without those that were not run
    results: dict[str, Result]
    raw: Json = field(repr=False)

    @staticmethod
    def of(raw: Json) -> Report:
        data = raw["data"]
        return Report(
            status=raw["status"],
            summary=raw["summary"],
            analyses=data["analyses"],
            results={analysis: Result.of(result) for analysis, result in data["results"].items()},
            raw=raw,
        )


@dataclass(frozen=True)
class Job:
    """A job without its result."""

    job_id: str
    status: JobStatus
    endpoint: str
    task_count: int
    queue_position: int | None
    error: Json | None
    raw: Json = field(repr=False)

    @staticmethod
    def of(raw: Json) -> Job:
        return Job(
            job_id=raw["job_id"],
            status=raw["status"],
            endpoint=raw["endpoint"],
            task_count=raw["task_count"],
            queue_position=raw.get("queue_position"),
            error=raw.get("error"),
            raw=raw,
        )


@dataclass(frozen=True)
class Schedule:
    """A schedule that the service keeps for the account."""

    schedule_id: str
    expires_at: str
    sha256: str
    counts: dict[str, int]
    raw: Json = field(repr=False)

    @staticmethod
    def of(raw: Json) -> Schedule:
        return Schedule(
            schedule_id=raw["schedule_id"],
            expires_at=raw["expires_at"],
            sha256=raw["sha256"],
            counts=raw["counts"],
            raw=raw,
        )
