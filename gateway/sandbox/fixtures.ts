/** The sample schedules: one ready request body per analysis each. Docs and tests use them. */
import { REQUEST_EXAMPLES } from '../../shared/endpoint/examples/requests.ts'
import { FOOTBRIDGE } from './footbridge.ts'
import { baseline, currentTasks, history, plannedTasks, STATUS_DATE } from './statuses.ts'

export interface Fixture {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly task_count: number
  /** Body by the id of the analysis. */
  readonly requests: Readonly<Record<string, object>>
}

const calendar = 'working_days'
const statused = { tasks: currentTasks, status_date: STATUS_DATE, calendar }
const compared = {
  current_schedule: { tasks: currentTasks, status_date: STATUS_DATE },
  baseline_schedule: baseline,
  schedule_history: history,
  calendar,
}
const { baseline_schedule: _, ...tracked } = compared

const FOOTBRIDGE_REQUESTS: Fixture['requests'] = {
  'health.score': { ...statused, options: { include_details: true } },
  'health.logic-audit': { ...statused, options: { include_details: true } },
  'health.progress-audit': { tasks: currentTasks, calendar, options: { status_date: STATUS_DATE } },
  'health.dcma-14-point': { ...statused, schedule_history: history, options: { include_details: true } },
  'health.dcma-decm': { ...statused, schedule_history: history, options: { include_details: true } },
  'health.planning-horizon': { ...statused, options: { near_term_days: 60 } },
  'health.schedule-risk-index': { ...statused, options: { include_sub_metric_details: true } },
  'analysis.validate': { tasks: currentTasks },
  'analysis.cpm': { tasks: plannedTasks, calendar, options: { include_network_details: true } },
  'analysis.resources': {
    ...statused,
    resource_availability: [{ resource: 'Site crew', capacity_per_day: 2 }],
    options: { include_resource_curves: true },
  },
  'forensics.delay-analysis': compared,
  'forensics.change-tracking': { ...tracked, options: { include_details: true } },
  'forensics.baseline-compare': {
    ...compared,
    options: { include_trends: true, include_evms_trends: true, include_logic_changes: true },
  },
  'forensics.as-planned-vs-as-built': compared,
}

export const FIXTURES: readonly Fixture[] = [
  {
    name: 'four-tasks',
    title: 'Four tasks',
    description: 'The smallest body of each analysis that shows something; those of the interface description.',
    task_count: (REQUEST_EXAMPLES['analysis.cpm'] as { tasks: object[] }).tasks.length,
    requests: REQUEST_EXAMPLES,
  },
  {
    name: 'footbridge',
    title: 'Footbridge',
    description:
      'A footbridge two thirds built, with its baseline and two earlier statuses: late design, rain, late steel, a crew that is asked for at two places at once.',
    task_count: FOOTBRIDGE.length,
    requests: FOOTBRIDGE_REQUESTS,
  },
]
