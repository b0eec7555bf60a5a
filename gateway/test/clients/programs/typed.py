# What a user with types writes. mypy --strict takes it, and misses each "type: ignore" that it would not need; what it prints is compared.
import io
import json
import logging
import os
from datetime import datetime, timezone
from typing import Any

from schedule_intelligence import (
    ApiError,
    ConflictError,
    InputError,
    PaymentRequiredError,
    RateLimitError,
    Retry,
    ScheduleIntelligence,
    WaitTimeout,
    verify_callback,
)
from schedule_intelligence.models import AccountUsageReply, CPMData, JobCallback, Task


def tell(retry: Retry) -> None:
    logging.info("%s %s", retry.wait_seconds, retry.reason)


def receive(body: bytes, headers: dict[str, str], secret: str) -> JobCallback:
    return verify_callback(body, headers, secret)


printed: dict[str, Any] = {}
with ScheduleIntelligence(wait_seconds_max=5.0, on_retry=tell) as sis:
    # data is of the analysis
    cpm = sis.analyse("analysis.cpm", {"tasks": [{"id": "A", "duration_days": 3}]})
    days: float | None = cpm.data["project_duration_days"]
    printed["days"] = days
    data: CPMData = cpm.data
    if len(printed) > 99:
        cpm.data["passed"]  # type: ignore[typeddict-item]
        sis.analyse("analysis.cpm", {"tasks": [{"id": "A", "duration_days": "three"}]})  # type: ignore[call-overload]
        sis.analyse("analysis.cpn", {"tasks": []})  # type: ignore[call-overload]
        sis.analyse_files("forensics.baseline-compare", {"schedule": "update.xer"})  # type: ignore[call-overload]
        sis.jobs.submit_files("analysis.cpm", {"schedule": "a.xer"}, {"callback_url": "https://example.com/done"})

    # files by path, as bytes and as streams, beside options and members of the request
    content = open("update.xer", "rb").read()
    dcma = sis.analyse_files("health.dcma-14-point", {"schedule": content}, {"options": {"include_recommendations": False}})
    printed["passed"] = dcma.data["passed"]
    with open("update.xer", "rb") as current:
        compared = sis.analyse_files(
            "forensics.baseline-compare",
            {"current_schedule": current, "baseline_schedule": io.BytesIO(content)},
            {"current_schedule.status_date": "2026-05-19"},
        )
    matching = compared.data["matching"]
    printed["pairs"] = matching["pair_count"]
    table = sis.analyse_files_as("csv", "analysis.cpm", {"schedule": "update.xer"}, table="tasks")
    printed["csv"] = table.decode("utf-8-sig").split(",")[0]

    # a kept schedule in the place of every schedule
    kept = sis.schedules.create("update.xer", ttl_seconds=600)
    info = kept.response
    printed["created"] = [info.status, info.request_id is not None, "x-ratelimit-limit" in info.headers]
    progress = sis.analyse("health.progress-audit", {"schedule_id": kept.schedule_id})
    printed["progress"] = progress.data["status_date"]
    same = sis.analyse(
        "forensics.baseline-compare",
        {"current_schedule": {"schedule_id": kept.schedule_id}, "baseline_schedule": {"schedule_id": kept.schedule_id}},
    )
    printed["sameId"] = same.data["matching"]["pair_count"]
    scored = sis.analyse("health.score", {"schedule_id": kept.schedule_id}).response
    printed["compute"] = ["number" for each in (scored.compute_ms, scored.compute_remaining_ms) if each is not None]

    # from one form into another
    converted = sis.schedules.convert(content)
    first: Task = converted.data["tasks"][0]
    printed["first"] = first["id"]
    printed["xer"] = sis.schedules.convert_to("xer", {"schedule_id": kept.schedule_id})[:6].decode()
    changes = sis.schedules.conversion_report("ms_project_xml", {"schedule_id": kept.schedule_id})
    printed["changes"] = changes.data["changed_count"]

    # jobs know their results
    submitted = sis.jobs.submit_files("analysis.cpm", {"schedule": "update.xer"})
    states: list[str] = []
    result = sis.jobs.wait(submitted, lambda job: states.append(job.status), timeout_seconds=60)
    printed["finish"] = result.data["project_finish_date"]
    printed["ended"] = states[-1]
    printed["page"] = sis.jobs.result_as("html", submitted)[:15].decode()
    chosen = sis.jobs.submit_report({"schedule_id": kept.schedule_id}, analyses=["health.score", "analysis.cpm"])
    report = sis.jobs.wait(chosen)
    printed["report"] = report.results["analysis.cpm"].data["project_finish_date"]
    sis.jobs.delete(submitted)

    # refusals, each of its class
    with ScheduleIntelligence(api_key=os.environ["DEMO_KEY"]) as demo:
        try:
            demo.analyse("health.score", {"tasks": [{"id": f"T{i}"} for i in range(101)]})
        except PaymentRequiredError as error:
            printed["payment"] = error.code
    waiting = sis.jobs.submit("analysis.cpm", {"tasks": [{"id": "A"}]})
    sis.jobs.wait(waiting)
    try:
        sis.jobs.cancel(waiting)
    except ConflictError as error:
        same_id = error.headers["x-request-id"] == error.request_id
        printed["conflict"] = [error.code, error.retry_after, same_id]
        printed["isApi"] = isinstance(error, ApiError) and not isinstance(error, InputError)
    try:
        sis.jobs.wait(waiting, timeout_seconds=0)
    except WaitTimeout as late:
        printed["late"] = late.job_id == waiting
    printed["rate"] = RateLimitError(429, {}, {"retry-after": "7"}).retry_after

    # the account and its callbacks
    usage: AccountUsageReply = sis.account.usage().data
    printed["usage"] = isinstance(usage["days"], list)
    printed["tier"] = sis.account.tier().data["tier"]
    for delivery in sis.callbacks.deliveries():
        printed["delivery"] = delivery["status"]
    printed["endpoints"] = len(sis.callbacks.endpoints())
    printed["replayed"] = sis.callbacks.replay_dead(datetime.fromtimestamp(0, timezone.utc))

print(json.dumps(printed))
