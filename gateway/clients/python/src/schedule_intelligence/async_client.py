"""The client for asyncio: analyses, reports, jobs, schedules that are sent once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from . import calls, polling
from .calls import Call, Files, Members
from .errors import ConnectionFailed, JobFailed, api_error
from .replies import refusal_of, reply_of
from .retries import Retries
from .settings import Settings
from .types import Analysis, Job, JobStatus, Json, Report, Result, Schedule


class AsyncScheduleIntelligence:
    """The same as ScheduleIntelligence, to be awaited."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        retries_max: int = 2,
        timeout_seconds: float = 600.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._settings = Settings.of(base_url, api_key, retries_max, timeout_seconds)
        self._http = http_client or httpx.AsyncClient()
        self.jobs = AsyncJobs(self)
        self.schedules = AsyncSchedules(self)

    async def __aenter__(self) -> AsyncScheduleIntelligence:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._http.aclose()

    async def analyse(self, analysis: Analysis, body: Mapping[str, Any]) -> Result:
        """One analysis of a schedule that is sent along, or named by its schedule_id."""
        return Result.of(await self.send(calls.analyse(analysis, body)))

    async def analyse_files(self, analysis: Analysis, files: Files, members: Members | None = None) -> Result:
        """One analysis of project files: {"schedule": "update.xer"}. They are read while they are sent."""
        return Result.of(await self.send(calls.analyse_files(analysis, files, members or {})))

    async def report(self, body: Mapping[str, Any], *, analyses: Sequence[Analysis] | None = None) -> Report:
        """Several analyses of one schedule. Each counts as one call."""
        return Report.of(await self.send(calls.report(body, analyses)))

    async def report_files(
        self, files: Files, members: Members | None = None, *, analyses: Sequence[Analysis] | None = None
    ) -> Report:
        return Report.of(await self.send(calls.report_files(files, members or {}, analyses)))

    async def report_html(self, body: Mapping[str, Any], *, analyses: Sequence[Analysis] | None = None) -> str:
        """The same report as one HTML file that loads nothing."""
        return (await self._answer(calls.as_html(calls.report(body, analyses)))).text

    async def report_html_files(
        self, files: Files, members: Members | None = None, *, analyses: Sequence[Analysis] | None = None
    ) -> str:
        return (await self._answer(calls.as_html(calls.report_files(files, members or {}, analyses)))).text

    async def send(self, call: Call) -> Json:
        """The JSON of the reply; {} where it has none."""
        return reply_of(await self._answer(call))

    async def _answer(self, call: Call) -> httpx.Response:
        retries = Retries(self._settings.retries_max)
        while True:
            response: httpx.Response | None = None
            failure: httpx.RequestError | None = None
            try:
                response = await self._send_once(call)
                if response.is_success:
                    return response
            except httpx.RequestError as error:
                failure = error
            pause = retries.next_pause_seconds(response)
            if pause is None:
                if response is not None:
                    raise api_error(response.status_code, refusal_of(response))
                raise ConnectionFailed(f"{self._settings.base_url}: {failure}") from failure
            await asyncio.sleep(pause)

    async def _send_once(self, call: Call) -> httpx.Response:
        with ExitStack() as opened:
            return await self._http.request(
                call.method,
                self._settings.base_url + call.path,
                params=dict(call.query),
                headers={**self._settings.headers, **call.headers},
                json=call.json,
                files=call.parts(opened),
                timeout=self._settings.timeout_seconds,
                # a redirect would take the key along
                follow_redirects=False,
            )


class AsyncJobs:
    """Jobs: schedules that are worked on in the background."""

    def __init__(self, client: AsyncScheduleIntelligence) -> None:
        self._client = client

    async def submit(self, analysis: Analysis, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> str:
        """Id of the job. A retry with the same key and body makes no second one."""
        return str((await self._client.send(calls.submit(analysis, body, idempotency_key)))["job_id"])

    async def submit_files(
        self, analysis: Analysis, files: Files, members: Members | None = None, *, idempotency_key: str | None = None
    ) -> str:
        reply = await self._client.send(calls.submit_files(analysis, files, members or {}, idempotency_key))
        return str(reply["job_id"])

    async def get(self, job_id: str) -> Job:
        return Job.of(await self._client.send(calls.job(job_id)))

    async def result(self, job_id: str) -> Result:
        return Result.of(await self._client.send(calls.result(job_id)))

    async def cancel(self, job_id: str) -> Job:
        return Job.of(await self._client.send(calls.cancel(job_id)))

    async def wait(self, job_id: str, on_progress: Callable[[Job], None] | None = None) -> Result:
        """The result, when the job has ended. Raises JobFailed when there is none."""
        pause = polling.FIRST_PAUSE_SECONDS
        while True:
            job = await self.get(job_id)
            if on_progress is not None:
                on_progress(job)
            if job.status == "completed":
                return await self.result(job_id)
            if job.status in polling.ENDED:
                error = job.error or {}
                raise JobFailed(job_id, error.get("code", job.status), error.get("detail", f"It is {job.status}."))
            await asyncio.sleep(pause)
            pause = min(polling.PAUSE_GROWTH * pause, polling.PAUSE_SECONDS_MAX)

    async def list(self, status: JobStatus | None = None) -> AsyncIterator[Job]:
        """Every job of the account, newest first; pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            page = await self._client.send(calls.jobs(status, cursor))
            for each in page["jobs"]:
                yield Job.of(each)
            cursor = page["next_cursor"]
            if cursor is None:
                return


class AsyncSchedules:
    """Schedules that are sent once and named by an id from then on."""

    def __init__(self, client: AsyncScheduleIntelligence) -> None:
        self._client = client

    async def create(
        self,
        schedule: Path | str | Json,
        *,
        ttl_seconds: int | None = None,
        members: Members | None = None,
        idempotency_key: str | None = None,
    ) -> Schedule:
        """A project file by its path, the schedule as an object, or {"source_url": "https://..."}."""
        call = calls.create_schedule(schedule, ttl_seconds, members or {}, idempotency_key)
        return Schedule.of(await self._client.send(call))

    async def get(self, schedule_id: str) -> Schedule:
        return Schedule.of(await self._client.send(calls.schedule(schedule_id)))

    async def content(self, schedule_id: str) -> Json:
        return await self._client.send(calls.schedule_content(schedule_id))

    async def list(self) -> AsyncIterator[Schedule]:
        cursor: str | None = None
        while True:
            page = await self._client.send(calls.schedules(cursor))
            for each in page["schedules"]:
                yield Schedule.of(each)
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def delete(self, schedule_id: str) -> None:
        await self._client.send(calls.delete_schedule(schedule_id))
