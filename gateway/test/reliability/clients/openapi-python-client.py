# A program of a user of openapi-python-client: what it prints is compared by clients.test.ts.
import json
import sys
import time

from schedules import AuthenticatedClient
from schedules.api.analysis import analysis_cpm, analysis_cpm_async, schedules_create
from schedules.api.forensics import forensics_baseline_compare
from schedules.api.jobs import jobs_read
from schedules.models import (
    BaselineCompareOptions,
    BaselineCompareOptionsMatchStrategy,
    BaselineCompareRequest,
    BaselineSchedule,
    CPMJobRequest,
    CPMRequest,
    CurrentSchedule,
    DependencyLink,
    DependencyLinkType,
    SchedulesCreateForm,
    Task,
    WorkCalendar,
)
from schedules.types import File

url, key, file = sys.argv[1:]
client = AuthenticatedClient(base_url=url, token=key, prefix="", auth_header_name="x-api-key")
tasks = [
    Task(id="A", duration_days=3),
    Task(id="B", duration_days=5, predecessors=["A"]),
    Task(id="C", duration_days=4, predecessors=[DependencyLink(task_id="A", type_=DependencyLinkType.SS, lag_days=2)]),
]

called = analysis_cpm.sync(
    client=client, body=CPMRequest(tasks=tasks, calendar=WorkCalendar(work_days=[1, 2, 3, 4, 5, 6, 7]))
)
accepted = analysis_cpm_async.sync(client=client, body=CPMJobRequest(tasks=tasks))
job = jobs_read.sync(accepted.job_id, client=client)
while job.status in ("queued", "processing"):
    time.sleep(0.1)
    job = jobs_read.sync(accepted.job_id, client=client)
answer = analysis_cpm.sync_detailed(client=client, body=CPMRequest(tasks=tasks, status_date="soon"))
refused = [answer.status_code.value, answer.parsed.code, answer.parsed.detail[0].loc]
compared = forensics_baseline_compare.sync(
    client=client,
    body=BaselineCompareRequest(
        current_schedule=CurrentSchedule(tasks=tasks, status_date="2026-03-09"),
        baseline_schedule=BaselineSchedule(tasks=tasks, baseline_date="2026-03-02"),
        options=BaselineCompareOptions(match_strategy=BaselineCompareOptionsMatchStrategy.ID),
    ),
)
with open(file, "rb") as content:
    kept = schedules_create.sync(client=client, body=SchedulesCreateForm(schedule=File(content, "update.xer")))
same = forensics_baseline_compare.sync(
    client=client,
    body=BaselineCompareRequest(
        current_schedule=CurrentSchedule(schedule_id=kept.schedule_id),
        baseline_schedule=BaselineSchedule(schedule_id=kept.schedule_id),
    ),
)
call = analysis_cpm._get_kwargs(body=CPMRequest(schedule_id=kept.schedule_id), table="tasks")
call["headers"]["Accept"] = "text/csv"
table = client.get_httpx_client().request(**call)
print(
    json.dumps(
        {
            "days": called.data.project_duration_days,
            "path": called.data.critical_path,
            "late": [task.late_finish for task in called.data.tasks],
            "job": [job.status, job.result.data["project_duration_days"]],
            "refused": refused,
            "pairs": compared.data.matching.pair_count,
            "endpoint": compared.metadata.endpoint,
            "kept": [kept.counts.tasks, same.data.matching.pair_count],
            "csv": table.content.decode("utf-8-sig").split(",")[0],
        }
    )
)
