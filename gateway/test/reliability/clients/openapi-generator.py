# A program of a user of openapi-generator's Python client: what it prints is compared by clients.test.ts.
import json
import sys
import time

import schedules
from schedules import (
    BaselineCompareOptions,
    BaselineCompareRequest,
    BaselineSchedule,
    CPMJobRequest,
    CPMRequest,
    Calendar,
    CurrentSchedule,
    DependencyLink,
    Predecessor,
    Task,
    WorkCalendar,
)

url, key, file = sys.argv[1:]
client = schedules.ApiClient(schedules.Configuration(host=url, api_key={"x-api-key": key}))
analysis = schedules.AnalysisApi(client)
jobs = schedules.JobsApi(client)
tasks = [
    Task(id="A", duration_days=3),
    Task(id="B", duration_days=5, predecessors=[Predecessor("A")]),
    Task(id="C", duration_days=4, predecessors=[Predecessor(DependencyLink(task_id="A", type="SS", lag_days=2))]),
]

called = analysis.analysis_cpm(
    CPMRequest(tasks=tasks, calendar=Calendar(WorkCalendar(work_days=[1, 2, 3, 4, 5, 6, 7])))
)
accepted = analysis.analysis_cpm_async(CPMJobRequest(tasks=tasks))
job = jobs.jobs_read(accepted.job_id)
while job.status in ("queued", "processing"):
    time.sleep(0.1)
    job = jobs.jobs_read(accepted.job_id)
refused = []
try:
    analysis.analysis_cpm(CPMRequest(tasks=tasks, status_date="soon"))
except schedules.ApiException as error:
    refused = [error.status, error.data.code, [part.actual_instance for part in error.data.detail[0].loc]]
compared = schedules.ForensicsApi(client).forensics_baseline_compare(
    BaselineCompareRequest(
        current_schedule=CurrentSchedule(tasks=tasks, status_date="2026-03-09"),
        baseline_schedule=BaselineSchedule(tasks=tasks, baseline_date="2026-03-02"),
        options=BaselineCompareOptions(match_strategy="id"),
    )
)
# of the forms of a body this client would choose JSON by itself
kept = analysis.schedules_create(schedule=file, _content_type="multipart/form-data")
same = schedules.ForensicsApi(client).forensics_baseline_compare(
    BaselineCompareRequest(
        current_schedule=CurrentSchedule(schedule_id=kept.schedule_id),
        baseline_schedule=BaselineSchedule(schedule_id=kept.schedule_id),
    )
)
table = analysis.analysis_cpm_without_preload_content(
    CPMRequest(schedule_id=kept.schedule_id), table="tasks", _headers={"Accept": "text/csv"}
)
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
            "csv": table.read().decode("utf-8-sig").split(",")[0],
        }
    )
)
