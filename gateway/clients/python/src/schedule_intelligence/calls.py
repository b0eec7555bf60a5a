"""Calls as values: what is sent, for which reply. The clients, with and without async, send the same ones."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from .files import File, FilePart, file_part

if TYPE_CHECKING:
    from .models import Analysis

__all__ = ["Call", "File", "FileForm", "FileFormat"]

FileForm = Literal["html", "xlsx", "csv", "svg"]
FileFormat = Literal["ms_project_xml", "xer"]
FORM_TYPES: dict[FileForm, str] = {
    "html": "text/html",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "svg": "image/svg+xml",
}
REPORT_PATH = "/api/v1/reports"
SCHEDULES_PATH = "/api/v1/schedules"
WEBHOOKS_PATH = "/api/v1/webhooks"

Part = tuple[str, tuple["str | None", Any]]


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Mapping[str, Any] | None = None
    files: Sequence[FilePart] | None = None
    members: Mapping[str, Any] = field(default_factory=dict)

    def parts(self, opened: ExitStack) -> list[Part] | None:
        """The parts of a form. Files are opened anew for each try, and read while they are sent."""
        if self.files is None:
            return None
        parts: list[Part] = [(name, (None, _text(value))) for name, value in self.members.items()]
        return parts + [(part.name, (part.file_name, part.content(opened))) for part in self.files]


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _file_parts(files: Mapping[str, Any]) -> list[FilePart]:
    """A list of files is several parts of one name."""
    given = ((name, each if isinstance(each, (list, tuple)) else [each]) for name, each in files.items())
    return [file_part(name, file) for name, several in given for file in several]


def _path(analysis: Analysis) -> str:
    return f"/api/v1/{analysis.replace('.', '/')}"


def _idempotency(key: str | None) -> dict[str, str]:
    return {"idempotency-key": key or str(uuid.uuid4())}


def analyse(analysis: Analysis, body: Mapping[str, Any]) -> Call:
    return Call("POST", _path(analysis), json=body)


def analyse_files(analysis: Analysis, files: Mapping[str, Any], members: Mapping[str, Any] | None) -> Call:
    return Call("POST", _path(analysis), files=_file_parts(files), members=members or {})


def report(body: Mapping[str, Any], analyses: Sequence[Analysis] | None) -> Call:
    return Call("POST", REPORT_PATH, query=_chosen(analyses), json=body)


def report_files(
    files: Mapping[str, Any], members: Mapping[str, Any] | None, analyses: Sequence[Analysis] | None
) -> Call:
    return Call("POST", REPORT_PATH, query=_chosen(analyses), files=_file_parts(files), members=members or {})


def _chosen(analyses: Sequence[Analysis] | None) -> dict[str, str]:
    return _given(analyses=None if analyses is None else ",".join(analyses))


def as_file(call: Call, form: FileForm, table: str | None = None) -> Call:
    query = {**call.query, **_given(table=table)}
    return replace(call, query=query, headers={**call.headers, "accept": FORM_TYPES[form]})


def as_job(call: Call, key: str | None) -> Call:
    return replace(call, path=f"{call.path}/async", headers=_idempotency(key))


def job(job_id: str) -> Call:
    return Call("GET", f"/api/v1/jobs/{job_id}", query={"include_result": "false"})


def result(job_id: str) -> Call:
    return Call("GET", f"/api/v1/jobs/{job_id}/result")


def cancel(job_id: str) -> Call:
    return Call("POST", f"/api/v1/jobs/{job_id}/cancel")


def finish(job_id: str) -> Call:
    return Call("POST", f"/api/v1/jobs/{job_id}/finish")


def delete_job(job_id: str) -> Call:
    return Call("DELETE", f"/api/v1/jobs/{job_id}")


def jobs(status: str | None, cursor: str | None) -> Call:
    return Call("GET", "/api/v1/jobs", query=_given(status=status, cursor=cursor))


def create_schedule(
    schedule: File | Mapping[str, Any], ttl_seconds: int | None, members: Mapping[str, Any] | None, key: str | None
) -> Call:
    query = _given(ttl=None if ttl_seconds is None else str(ttl_seconds))
    return replace(_of_schedule(SCHEDULES_PATH, schedule, members), query=query, headers=_idempotency(key))


def convert(schedule: File | Mapping[str, Any], members: Mapping[str, Any] | None, **query: str) -> Call:
    return replace(_of_schedule(f"{SCHEDULES_PATH}/convert", schedule, members), query=query)


def _of_schedule(path: str, schedule: File | Mapping[str, Any], members: Mapping[str, Any] | None) -> Call:
    if isinstance(schedule, Mapping):
        return Call("POST", path, json=schedule)
    return Call("POST", path, files=[file_part("schedule", schedule)], members=members or {})


def schedule(schedule_id: str) -> Call:
    return Call("GET", f"{SCHEDULES_PATH}/{schedule_id}")


def schedule_content(schedule_id: str) -> Call:
    return Call("GET", f"{SCHEDULES_PATH}/{schedule_id}/content")


def schedules(cursor: str | None) -> Call:
    return Call("GET", SCHEDULES_PATH, query=_given(cursor=cursor))


def delete_schedule(schedule_id: str) -> Call:
    return Call("DELETE", f"{SCHEDULES_PATH}/{schedule_id}")


def tier() -> Call:
    return Call("GET", "/api/v1/account/tier")


def usage(first_day: str | None, last_day: str | None, key_id: str | None) -> Call:
    return Call("GET", "/api/v1/account/usage", query=_given(**{"from": first_day}, to=last_day, key_id=key_id))


def deliveries(cursor: str | None) -> Call:
    return Call("GET", f"{WEBHOOKS_PATH}/deliveries", query=_given(cursor=cursor))


def replay(delivery_id: str) -> Call:
    return Call("POST", f"{WEBHOOKS_PATH}/deliveries/{delivery_id}/replay")


def replay_dead(since: str, until: str | None, cursor: str | None) -> Call:
    return Call("POST", f"{WEBHOOKS_PATH}/replays", json=_given(**{"from": since}, to=until, cursor=cursor))


def endpoints() -> Call:
    return Call("GET", f"{WEBHOOKS_PATH}/endpoints")


def resume(endpoint_id: str) -> Call:
    return Call("POST", f"{WEBHOOKS_PATH}/endpoints/{endpoint_id}/resume")


def new_secret() -> Call:
    return Call("POST", "/api/v1/account/webhook-secret")


def _given(**query: str | None) -> dict[str, str]:
    return {name: value for name, value in query.items() if value is not None}
