"""An engine for `npm run agreement -- FOLDER --engines ours,example='python3 compute/agreement/example-engine.py'`.

It goes forward over the links by calendar days from the status date on, and knows neither calendars nor constraints: a place to begin from.
"""

import json
import sys
from datetime import datetime, timedelta


def compute(schedule):
    tasks = {task["id"]: task for task in schedule["tasks"]}
    begin = datetime.fromisoformat(schedule.get("status_date") or schedule.get("project_start_date") or "2026-01-05")
    starts, finishes = {}, {}
    for name in order(tasks):
        task = tasks[name]
        before = [finishes[link["id"]] + timedelta(days=link["lag"]) for link in links(task) if link["id"] in finishes]
        starts[name] = max([begin, *before])
        finishes[name] = starts[name] + timedelta(days=task.get("remaining_duration_days", task.get("duration_days")) or 0)
    stamp = lambda moment: moment.isoformat(timespec="minutes")
    return [{"id": name, "early_start": stamp(starts[name]), "early_finish": stamp(finishes[name])} for name in starts]


def links(task):
    plain = [link if isinstance(link, dict) else {"id": link} for link in task.get("predecessors") or []]
    return [{"id": link.get("id"), "lag": link.get("lag_days") or 0} for link in plain]


def order(tasks):
    waiting, done = dict(tasks), set()
    while waiting:
        ready = [name for name in waiting if all(l["id"] in done or l["id"] not in tasks for l in links(waiting[name]))]
        for name in ready or list(waiting):
            done.add(name)
            yield name
            del waiting[name]


for line in sys.stdin:
    sent = json.loads(line)
    print(json.dumps({"file": sent["file"], "tasks": compute(sent["schedule"])}), flush=True)
