/** The findings of POST /api/v1/forensics/time-impact about its events, one row each, in the order they are listed. */
import type { AdvisedFinding, Named } from '../../check/advised-finding.ts'
import { type FindingRow, seek } from '../../check/finding-rows.ts'
import { plural } from '../../wording/numbers.ts'
import { listed } from '../../wording/tasks.ts'
import type { EventFlag, Impact } from './impact.ts'

interface FindingContext {
  readonly impacts: readonly Impact[]
}

const NAMED_MAX = 3

const idsOf = (impacts: readonly Impact[]): string =>
  listed(
    impacts.slice(0, NAMED_MAX).map(({ placed }) => String(placed.event.id)),
    impacts.length,
  )

/** Events with that flag. */
const flagged = (flag: EventFlag) => ({
  find: ({ impacts }: FindingContext) => ({ count: impacts.filter(({ flags }) => flags.includes(flag)).length }),
  detail: ({ impacts }: FindingContext) => `Events: ${idsOf(impacts.filter(({ flags }) => flags.includes(flag)))}.`,
})

export const IMPACT_FINDING_ROWS = {
  none: {
    code: 'IMPACT_NO_EVENTS',
    severity: 'info',
    title: 'No events',
    description: () => 'The request has no delay_events, so nothing was inserted and nothing moves.',
    advice: {
      title: 'Send the events',
      description: 'Send delay_events with party, started and a fragnet, or days and task_ids.',
    },
    find: ({ impacts }) => ({ count: impacts.length === 0 ? 1 : 0 }),
  },
  late: {
    code: 'IMPACT_BASE_AFTER_EVENT',
    severity: 'high',
    title: 'Bases that are later than their events',
    description: count =>
      `${plural(count, 'event began', 'events began')} before the data date of the schedule it was inserted into, which may hold its effect already.`,
    advice: {
      title: 'Send the update before each event',
      description: 'Add to schedule_history the last accepted update before the event, or a baseline.',
    },
    ...flagged('before_data_date'),
  },
  twice: {
    code: 'IMPACT_SAME_WORK_AND_TIME',
    severity: 'medium',
    title: 'Events on the same work at the same time',
    description: count =>
      `${plural(count, 'event shares', 'events share')} tasks and days with another: what the later one adds is told, but the days may be one delay.`,
    advice: { title: 'Join or part the events', description: 'Give each event its own days, or make them one.' },
    ...flagged('same_work_and_time'),
  },
  modelless: {
    code: 'IMPACT_NO_MODEL',
    severity: 'medium',
    title: 'Events that nothing models',
    description: count =>
      `${plural(count, 'event has', 'events have')} neither a fragnet nor days, so nothing was inserted.`,
    advice: { title: 'Model the events', description: 'Give a fragnet, or days (or ended) and task_ids.' },
    ...flagged('no_days'),
  },
  elsewhere: {
    code: 'IMPACT_TASK_NOT_IN_BASE',
    severity: 'high',
    title: 'Events on tasks that their base does not have',
    description: count =>
      `${plural(count, 'event names', 'events name')} tasks that another schedule has and its base has not, so ${count === 1 ? 'it was' : 'they were'} not inserted.`,
    advice: {
      title: 'Send a base with these tasks',
      description: 'Add to schedule_history an update from before the event that has them, or name tasks of the base.',
    },
    ...flagged('task_not_in_base'),
  },
  without: {
    code: 'IMPACT_NO_EFFECT',
    severity: 'info',
    title: 'Events that do not move the finish',
    description: count =>
      `${plural(count, 'event moves', 'events move')} the project finish by 0 days: float took it up.`,
    find: ({ impacts }) => ({ count: impacts.filter(({ movement }) => movement.workingDays === 0).length }),
    detail: ({ impacts }) => `Events: ${idsOf(impacts.filter(({ movement }) => movement.workingDays === 0))}.`,
  },
} as const satisfies Record<string, FindingRow<FindingContext>>

const ROWS: readonly FindingRow<FindingContext>[] = Object.values(IMPACT_FINDING_ROWS)

export const impactFindings = (impacts: readonly Impact[], columns: Named): AdvisedFinding[] =>
  seek(ROWS, { impacts }, columns)
