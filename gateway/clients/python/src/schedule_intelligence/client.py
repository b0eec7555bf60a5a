# Made from async_client.py by npm run readme: changes belong there.
"""The client: analyses, reports, jobs, schedules that are sent once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, overload

import httpx

from . import calls, polling
from .calls import Call, FileForm, FileFormat
from .errors import ConnectionFailed, JobFailed, WaitTimeout, api_error
from .files import File
from .replies import BytesReply, Reply, TextReply, refusal_of, reply_of, with_response
from .retries import Retries, Retry
from .settings import Settings
from .types import Job, Report, Result, ResultT, Schedule, Submitted

if TYPE_CHECKING:
    from . import models
    from .models import Analysis, JobStatus
    from .typed import Analyses, Submissions
else:
    Analyses = Submissions = object


class ScheduleIntelligence(Analyses):
    """SIS_URL and SIS_API_KEY of the environment stand in for what is not given."""

    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        retries_max: int = 2,
        wait_seconds_max: float = 30.0,
        on_retry: Callable[[Retry], None] | None = None,
        timeout_seconds: float = 600.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        """wait_seconds_max: all pauses between the tries of one call. on_retry is told of each; absent: those of a second and more are logged."""
        self._settings = Settings.of(base_url, api_key, retries_max, wait_seconds_max, on_retry, timeout_seconds)
        self._http = http_client or httpx.Client()
        self.jobs = Jobs(self)
        self.schedules = Schedules(self)
        self.callbacks = Callbacks(self)
        self.account = Account(self)

    def __enter__(self) -> ScheduleIntelligence:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    # their types depend on the analysis: typed.pyi
    if not TYPE_CHECKING:

        def analyse(self, analysis, body):
            """One analysis of a schedule that is sent along, or named by its schedule_id."""
            return Result.of(self.send(calls.analyse(analysis, body)))

        def analyse_files(self, analysis, files, members=None):
            """One analysis of project files: {"schedule": "update.xer"}, a path, bytes or a stream, which is read while it is sent."""
            return Result.of(self.send(calls.analyse_files(analysis, files, members)))

        def analyse_as(self, form, analysis, body, *, table=None):
            """The result as a file: a report (html), a workbook (xlsx), a table (csv), of the critical path a chart (svg)."""
            return self.send_for_bytes(calls.as_file(calls.analyse(analysis, body), form, table))

        def analyse_files_as(self, form, analysis, files, members=None, *, table=None):
            call = calls.analyse_files(analysis, files, members)
            return self.send_for_bytes(calls.as_file(call, form, table))

    def report(self, body: models.ReportsCreateRequest, *, analyses: Sequence[Analysis] | None = None) -> Report:
        """Several analyses of one schedule. Each counts as one call."""
        return Report.of(self.send(calls.report(body, analyses)))

    def report_files(
        self,
        files: models.ReportsCreateFiles,
        members: models.ReportsCreateMembers | None = None,
        *,
        analyses: Sequence[Analysis] | None = None,
    ) -> Report:
        return Report.of(self.send(calls.report_files(files, members, analyses)))

    def report_html(
        self, body: models.ReportsCreateRequest, *, analyses: Sequence[Analysis] | None = None
    ) -> TextReply:
        """The same report as one HTML file that loads nothing."""
        return self._html(calls.report(body, analyses))

    def report_html_files(
        self,
        files: models.ReportsCreateFiles,
        members: models.ReportsCreateMembers | None = None,
        *,
        analyses: Sequence[Analysis] | None = None,
    ) -> TextReply:
        return self._html(calls.report_files(files, members, analyses))

    def _html(self, call: Call) -> TextReply:
        answer = self._answer(calls.as_file(call, "html"))
        return with_response(TextReply(answer.text), answer)

    def send(self, call: Call, ends_at: float | None = None) -> Reply[Any]:
        """The JSON of the reply; {} where it has none. ends_at: of the clock time.monotonic, after which nothing is sent."""
        return reply_of(self._answer(call, ends_at))

    def send_for_bytes(self, call: Call) -> BytesReply:
        answer = self._answer(call)
        return with_response(BytesReply(answer.content), answer)

    def _answer(self, call: Call, ends_at: float | None = None) -> httpx.Response:
        settings = self._settings
        retries = Retries(settings.retries_max, settings.wait_seconds_max)
        while True:
            response: httpx.Response | None = None
            failure: httpx.RequestError | None = None
            try:
                response = self._send_once(call, ends_at)
                if response.is_success:
                    return response
            except httpx.RequestError as error:
                failure = error
            reason = (
                ConnectionFailed(f"{settings.base_url}: {failure}")
                if response is None
                else api_error(response.status_code, refusal_of(response), response.headers)
            )
            pause = retries.next_pause_seconds(response)
            if pause is None or (ends_at is not None and time.monotonic() + pause > ends_at):
                raise reason from failure
            settings.on_retry(Retry(call.method, call.path, reason, pause))
            time.sleep(pause)

    def _send_once(self, call: Call, ends_at: float | None) -> httpx.Response:
        timeout = self._settings.timeout_seconds
        if ends_at is not None:
            timeout = min(timeout, max(0.0, ends_at - time.monotonic()))
        with ExitStack() as opened:
            return self._http.request(
                call.method,
                self._settings.base_url + call.path,
                params=dict(call.query),
                headers={**self._settings.headers, **call.headers},
                json=call.json,
                files=call.parts(opened),
                timeout=timeout,
                # a redirect would take the key along
                follow_redirects=False,
            )


class Jobs(Submissions):
    """Jobs: schedules that are worked on in the background."""

    def __init__(self, client: ScheduleIntelligence) -> None:
        self._client = client

    # their types depend on the analysis: typed.pyi
    if not TYPE_CHECKING:

        def submit(self, analysis, body, *, idempotency_key=None):
            """Id of the job. A retry with the same key and body makes no second one."""
            return self._submit(calls.analyse(analysis, body), idempotency_key)

        def submit_files(self, analysis, files, members=None, *, idempotency_key=None):
            return self._submit(calls.analyse_files(analysis, files, members), idempotency_key)

    def submit_report(
        self,
        body: models.ReportsCreateJobRequest,
        *,
        analyses: Sequence[Analysis] | None = None,
        idempotency_key: str | None = None,
    ) -> Submitted[Report]:
        """Several analyses of one schedule as one job."""
        return self._submit(calls.report(body, analyses), idempotency_key)

    def submit_report_files(
        self,
        files: models.ReportsCreateJobFiles,
        members: models.ReportsCreateJobMembers | None = None,
        *,
        analyses: Sequence[Analysis] | None = None,
        idempotency_key: str | None = None,
    ) -> Submitted[Report]:
        return self._submit(calls.report_files(files, members, analyses), idempotency_key)

    def _submit(self, call: Call, key: str | None) -> Submitted[Any]:
        return Submitted.of(self._client.send(calls.as_job(call, key)))

    def get(self, job_id: str) -> Job:
        return Job.of(self._client.send(calls.job(job_id)))

    @overload
    def result(self, job: Submitted[ResultT]) -> ResultT: ...
    @overload
    def result(self, job: str) -> Result[Any]: ...
    def result(self, job: str) -> Result[Any]:
        return Result.of(self._client.send(calls.result(job)))

    def result_as(self, form: FileForm, job: str, *, table: str | None = None) -> BytesReply:
        """The result as a file: a report (html), a workbook (xlsx), a table (csv), of the critical path a chart (svg)."""
        return self._client.send_for_bytes(calls.as_file(calls.result(job), form, table))

    def cancel(self, job_id: str) -> Job:
        return Job.of(self._client.send(calls.cancel(job_id)))

    def finish(self, job_id: str) -> Job:
        """Levelling that runs completes with the best schedule that it has found; any other job goes on."""
        return Job.of(self._client.send(calls.finish(job_id)))

    def delete(self, job_id: str) -> None:
        """Removes a job that has ended, and its result; one that has not is cancelled."""
        self._client.send(calls.delete_job(job_id))

    @overload
    def wait(
        self,
        job: Submitted[ResultT],
        on_progress: Callable[[Job], None] | None = None,
        *,
        timeout_seconds: float | None = None,
    ) -> ResultT: ...
    @overload
    def wait(
        self, job: str, on_progress: Callable[[Job], None] | None = None, *, timeout_seconds: float | None = None
    ) -> Result[Any]: ...
    def wait(
        self, job: str, on_progress: Callable[[Job], None] | None = None, *, timeout_seconds: float | None = None
    ) -> Result[Any]:
        """The result, when the job has ended. Raises JobFailed when there is none, and WaitTimeout when the job has not ended in time."""
        ends_at = None if timeout_seconds is None else time.monotonic() + timeout_seconds
        pause = polling.FIRST_PAUSE_SECONDS
        seen: JobStatus | None = None
        while True:
            try:
                state = Job.of(self._client.send(calls.job(job), ends_at))
            except ConnectionFailed:
                if ends_at is None or time.monotonic() < ends_at:
                    raise
                raise WaitTimeout(job, timeout_seconds or 0.0, seen) from None
            seen = state.status
            if on_progress is not None:
                on_progress(state)
            if state.status == "completed":
                return self.result(job)
            if state.status in polling.ENDED:
                error: models.JobError = state.error or {"code": state.status, "detail": f"It is {state.status}."}
                raise JobFailed(job, error["code"], error["detail"])
            if ends_at is not None and time.monotonic() + pause > ends_at:
                raise WaitTimeout(job, timeout_seconds or 0.0, seen)
            time.sleep(pause)
            pause = min(polling.PAUSE_GROWTH * pause, polling.PAUSE_SECONDS_MAX)

    def list(self, status: JobStatus | None = None) -> Iterator[Job]:
        """Every job of the account, newest first; pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            page = self._client.send(calls.jobs(status, cursor))
            for each in page.data["jobs"]:
                yield Job.of(Reply(each, page.response))
            cursor = page.data["next_cursor"]
            if cursor is None:
                return


class Schedules:
    """Schedules that are sent once and named by an id from then on, and schedules from one form into another."""

    def __init__(self, client: ScheduleIntelligence) -> None:
        self._client = client

    def create(
        self,
        schedule: File | models.SchedulesCreateBody,
        *,
        ttl_seconds: int | None = None,
        members: models.SchedulesCreateMembers | None = None,
        idempotency_key: str | None = None,
    ) -> Schedule:
        """A project file by its path, as bytes or a stream, the schedule as an object, or {"source_url": "https://..."}."""
        call = calls.create_schedule(schedule, ttl_seconds, members, idempotency_key)
        return Schedule.of(self._client.send(call))

    def get(self, schedule_id: str) -> Schedule:
        return Schedule.of(self._client.send(calls.schedule(schedule_id)))

    def content(self, schedule_id: str) -> Reply[models.ConvertedSchedule]:
        return self._client.send(calls.schedule_content(schedule_id))

    def list(self) -> Iterator[Schedule]:
        cursor: str | None = None
        while True:
            page = self._client.send(calls.schedules(cursor))
            for each in page.data["schedules"]:
                yield Schedule.of(Reply(each, page.response))
            cursor = page.data["next_cursor"]
            if cursor is None:
                return

    def delete(self, schedule_id: str) -> None:
        self._client.send(calls.delete_schedule(schedule_id))

    def convert(
        self, schedule: File | models.SchedulesConvertBody, members: models.SchedulesConvertMembers | None = None
    ) -> Reply[models.ConvertedSchedule]:
        """A project file as the JSON that every analysis takes."""
        return self._client.send(calls.convert(schedule, members, to="json"))

    def convert_to(
        self,
        form: FileFormat,
        schedule: File | models.SchedulesConvertBody,
        members: models.SchedulesConvertMembers | None = None,
    ) -> BytesReply:
        """A project file. What it says otherwise than what was sent is in response.headers["conversion-warnings"]."""
        return self._client.send_for_bytes(calls.convert(schedule, members, to=form))

    def conversion_report(
        self,
        form: FileFormat,
        schedule: File | models.SchedulesConvertBody,
        members: models.SchedulesConvertMembers | None = None,
    ) -> Reply[models.ConversionReport]:
        """What convert_to changes: of which tasks, and the finish before and after."""
        return self._client.send(calls.convert(schedule, members, report=form))


class Callbacks:
    """Deliveries of completion callbacks, the endpoints that they go to, and the secret that signs them."""

    def __init__(self, client: ScheduleIntelligence) -> None:
        self._client = client

    def deliveries(self) -> Iterator[models.Delivery]:
        """Every delivery, newest first; pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            page = self._client.send(calls.deliveries(cursor))
            yield from page.data["deliveries"]
            cursor = page.data["next_cursor"]
            if cursor is None:
                return

    def replay(self, delivery_id: str) -> Reply[models.Delivery]:
        """Sends one again, at once."""
        return self._client.send(calls.replay(delivery_id))

    def replay_dead(self, since: datetime, until: datetime | None = None) -> int:
        """Sends again what was given up of jobs that ended in a time, all pages of it; how many those are."""
        count, cursor = 0, None
        while True:
            call = calls.replay_dead(_moment(since), None if until is None else _moment(until), cursor)
            page: models.WebhooksReplaysReply = (self._client.send(call)).data
            count += page["replayed"]
            cursor = page["next_cursor"]
            if cursor is None:
                return count

    def endpoints(self) -> Sequence[models.CallbackEndpoint]:
        """Where callbacks went in the last 30 days, and how that went."""
        reply: Reply[models.WebhooksEndpointsReply] = self._client.send(calls.endpoints())
        return reply.data["endpoints"]

    def resume(self, endpoint_id: str) -> Reply[models.CallbackEndpoint]:
        """Sends the callbacks of a paused endpoint at once."""
        return self._client.send(calls.resume(endpoint_id))

    def new_secret(self) -> Reply[models.AccountWebhookSecretReply]:
        """A new signing secret, shown this once. For a day callbacks carry the signatures of both."""
        return self._client.send(calls.new_secret())


def _moment(time: datetime) -> str:
    """A time without a zone is of this machine."""
    return time.astimezone().isoformat()


class Account:
    """What the account may do and has done."""

    def __init__(self, client: ScheduleIntelligence) -> None:
        self._client = client

    def tier(self) -> Reply[models.TierRecord]:
        """Tier, limits and capabilities. Does not count against the month."""
        return self._client.send(calls.tier())

    def usage(
        self, first_day: str | None = None, last_day: str | None = None, *, key_id: str | None = None
    ) -> Reply[models.AccountUsageReply]:
        """Calls per day and endpoint, and per key."""
        return self._client.send(calls.usage(first_day, last_day, key_id))
