/** What the resource analysis says beside its four parts, one row each, in the order they are listed. */

import type { FindingRow } from '../../check/finding-rows.ts'
import { plural } from '../../wording/plural.ts'

export const RESOURCE_FINDING_ROWS = {
  none: {
    code: 'RESOURCE_NONE',
    severity: 'info',
    title: 'No resources',
    description: () => 'No task has a resource; there is no demand and no score.',
  },
  notPlaced: {
    code: 'RESOURCE_NOT_PLACED',
    severity: 'medium',
    title: 'Demand without a place in time',
    description: count =>
      `${plural(count, 'task with a resource has', 'tasks with a resource have')} no dates or duration that would tell when they load it; the demand is too low.`,
    advice: {
      title: 'Place the demand in time',
      description: 'Send planned or forecast dates, or duration_days with predecessors, of each.',
    },
  },
  onVisibilityTask: {
    code: 'RESOURCE_ON_VISIBILITY_TASK',
    severity: 'low',
    title: 'Visibility tasks with resources',
    description: count =>
      `${plural(count, 'visibility task carries', 'visibility tasks carry')} a resource; such tasks hold no work and were left out of the demand.`,
    advice: {
      title: 'Move the resources off the visibility tasks',
      description: 'Assign them to the task that does the work, or give the task its true type.',
    },
  },
  datesComputed: {
    code: 'RESOURCE_DATES_COMPUTED',
    severity: 'info',
    title: 'Dates from the critical path',
    description: count =>
      `${plural(count, 'task has', 'tasks have')} no start of their own; the computed early dates were taken.`,
    advice: {
      title: 'Confirm the computed dates',
      description: 'Send planned_start or forecast_start where the work is not meant to begin as early as it can.',
    },
  },
  datesMoved: {
    code: 'RESOURCE_DATES_MOVED',
    severity: 'info',
    title: 'Work later than its dates',
    description: count =>
      `${plural(count, 'task is', 'tasks are')} loaded on the computed dates, since the dates of the schedule lie before the data date or before work that must come first.`,
    advice: {
      title: 'Bring the dates up to date',
      description: 'Reschedule the open work from the data date on, so that demand and dates agree.',
    },
  },
  limitsAssumed: {
    code: 'RESOURCE_LIMIT_ASSUMED',
    severity: 'info',
    title: 'Limits that nobody stated',
    description: count =>
      `${plural(count, 'over-allocated resource states', 'over-allocated resources state')} no limit; 1 unit per day was assumed.`,
    advice: {
      title: 'State the limits',
      description: 'Send resource_availability, or resources with limits: a crew of four has 4 units per day.',
    },
  },
  anchorToday: {
    code: 'RESOURCE_ANCHOR_TODAY',
    severity: 'info',
    title: 'Loading starts today',
    description: () =>
      'Neither status_date nor any task gives a date, so the loading starts today; on another day all dates will differ.',
  },
  notUsed: {
    code: 'RESOURCE_NOT_USED',
    severity: 'info',
    title: 'Capacity of unused resources',
    description: count =>
      `${plural(count, 'resource')} of the request (resource_availability) ${count === 1 ? 'is' : 'are'} named by no task.`,
  },
  tasksNotListed: {
    code: 'RESOURCE_TASKS_NOT_LISTED',
    severity: 'info',
    title: 'Over-allocation periods without their tasks',
    description: count =>
      `${plural(count, 'period is', 'periods are')} given with the number of tasks only, since the lists would have no end.`,
  },
} as const satisfies Record<string, FindingRow>
