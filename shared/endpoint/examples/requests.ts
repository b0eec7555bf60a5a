/** One request per analysis, ready to be sent, by the id of its row. */
import { BASELINE_DATE, plannedTasks, SNAPSHOT_DATE, STATUS_DATE, statusedTasks } from './schedules.ts'

const statused = { tasks: statusedTasks, status_date: STATUS_DATE }
const planned = { tasks: plannedTasks }

const compared = {
  current_schedule: statused,
  baseline_schedule: { tasks: plannedTasks, baseline_date: BASELINE_DATE },
}
const history = [{ snapshot_date: SNAPSHOT_DATE, tasks: plannedTasks }]

export const REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  'health.score': statused,
  'health.logic-audit': { ...planned, options: { include_details: true } },
  'health.progress-audit': { tasks: statusedTasks, options: { status_date: STATUS_DATE } },
  'health.dcma-14-point': { ...statused, options: { include_details: true } },
  'health.dcma-decm': { ...statused, start_task_ids: ['A'], finish_task_ids: ['D'], scope: 'schedule_only' },
  'health.planning-horizon': { ...statused, options: { near_term_days: 60 } },
  'health.schedule-risk-index': { ...statused, options: { sub_metrics: 'auto' } },
  'analysis.validate': planned,
  'analysis.cpm': planned,
  'analysis.resources': {
    ...statused,
    resource_availability: [{ resource: 'Crew 1', capacity_per_day: 1 }],
    options: { period_size_days: 7 },
  },
  'forensics.delay-analysis': { ...compared, options: { method: 'half_step' } },
  'forensics.change-tracking': { current_schedule: statused, schedule_history: history },
  'forensics.baseline-compare': { ...compared, options: { match_strategy: 'id' } },
  'forensics.as-planned-vs-as-built': compared,
}

/** Where the callback of an example would go: a name reserved for examples. */
export const CALLBACK_URL_EXAMPLE = 'https://example.com/schedule-callbacks'
