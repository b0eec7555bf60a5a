"""Calls as values: what is sent, for which reply. The clients, with and without async, send the same ones."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from .types import Analysis, Json

Files = Mapping[str, "Path | str | Sequence[Path | str]"]
Members = Mapping[str, "str | int | float | bool"]
Part = tuple[str, tuple["str | None", "IO[bytes] | str"]]


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Mapping[str, Any] | None = None
    files: Files | None = None
    members: Members = field(default_factory=dict)

    def parts(self, opened: ExitStack) -> list[Part] | None:
        """The parts of a form. Files are opened anew for each try, and read while they are sent."""
        if self.files is None:
            return None
        parts: list[Part] = [(name, (None, _text(value))) for name, value in self.members.items()]
        for name, given in self.files.items():
            paths = [given] if isinstance(given, (str, Path)) else given
            for path in paths:
                parts.append((name, (Path(path).name, opened.enter_context(open(path, "rb")))))
        return parts


def _text(value: str | int | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _path(analysis: Analysis) -> str:
    return f"/api/v1/{analysis.replace('.', '/')}"


def _idempotency(key: str | None) -> dict[str, str]:
    return {"idempotency-key": key or str(uuid.uuid4())}


def analyse(analysis: Analysis, body: Mapping[str, Any]) -> Call:
    return Call("POST", _path(analysis), json=body)


def analyse_files(analysis: Analysis, files: Files, members: Members) -> Call:
    return Call("POST", _path(analysis), files=files, members=members)


def report(body: Mapping[str, Any], analyses: Sequence[Analysis] | None) -> Call:
    return Call("POST", "/api/v1/reports", query=_chosen(analyses), json=body)


def report_files(files: Files, members: Members, analyses: Sequence[Analysis] | None) -> Call:
    return Call("POST", "/api/v1/reports", query=_chosen(analyses), files=files, members=members)


def _chosen(analyses: Sequence[Analysis] | None) -> dict[str, str]:
    return _given(analyses=None if analyses is None else ",".join(analyses))


def as_html(call: Call) -> Call:
    return replace(call, headers={**call.headers, "accept": "text/html"})


def submit(analysis: Analysis, body: Mapping[str, Any], key: str | None) -> Call:
    return Call("POST", f"{_path(analysis)}/async", json=body, headers=_idempotency(key))


def submit_files(analysis: Analysis, files: Files, members: Members, key: str | None) -> Call:
    return Call("POST", f"{_path(analysis)}/async", files=files, members=members, headers=_idempotency(key))


def job(job_id: str) -> Call:
    return Call("GET", f"/api/v1/jobs/{job_id}", query={"include_result": "false"})


def result(job_id: str) -> Call:
    return Call("GET", f"/api/v1/jobs/{job_id}/result")


def cancel(job_id: str) -> Call:
    return Call("POST", f"/api/v1/jobs/{job_id}/cancel")


def jobs(status: str | None, cursor: str | None) -> Call:
    return Call("GET", "/api/v1/jobs", query=_given(status=status, cursor=cursor))


def create_schedule(schedule: Path | str | Json, ttl_seconds: int | None, members: Members, key: str | None) -> Call:
    query = _given(ttl=None if ttl_seconds is None else str(ttl_seconds))
    headers = _idempotency(key)
    if isinstance(schedule, dict):
        return Call("POST", "/api/v1/schedules", query=query, headers=headers, json=schedule)
    return Call("POST", "/api/v1/schedules", query=query, headers=headers, files={"schedule": schedule}, members=members)


def schedule(schedule_id: str) -> Call:
    return Call("GET", f"/api/v1/schedules/{schedule_id}")


def schedule_content(schedule_id: str) -> Call:
    return Call("GET", f"/api/v1/schedules/{schedule_id}/content")


def schedules(cursor: str | None) -> Call:
    return Call("GET", "/api/v1/schedules", query=_given(cursor=cursor))


def delete_schedule(schedule_id: str) -> Call:
    return Call("DELETE", f"/api/v1/schedules/{schedule_id}")


def _given(**query: str | None) -> dict[str, str]:
    return {name: value for name, value in query.items() if value is not None}
