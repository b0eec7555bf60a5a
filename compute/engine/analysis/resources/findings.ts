/** What the resource analysis says beside its four parts, in the order it is listed: what could not be placed, was assumed, or left out. */

import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { type FindingRow, seek } from '../../check/finding-rows.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { LOADED_BY_CPM, LOADED_LATER, NOT_PLACED } from '../../demand/placement.ts'
import { SCHEDULE_VISIBILITY } from '../../kind/participation.ts'
import { plural } from '../../wording/numbers.ts'
import { ofAll } from '../../wording/shares.ts'
import { listed } from '../../wording/tasks.ts'
import { isAssigned, type ResourceContext } from './checks/context.ts'

/** Names listed in a finding. */
const NAMES_MAX = 20
/** Names in its sentence. */
const SHOWN_MAX = 3

interface Assumptions {
  /** The loading begins today, since the request has no status date. */
  readonly isToday: boolean
  /** Resources of resource_availability that no task has. */
  readonly unusedNames: readonly string[]
}

type FindingContext = ResourceContext & Assumptions

const tasksWhere = (
  test: (context: FindingContext, i: number) => boolean,
): Pick<FindingRow<FindingContext>, 'find' | 'detail'> => ({
  find: context => allHitsWhere(context.columns.taskCount, i => test(context, i)),
  detail: ({ columns }, { count }) => `${ofAll(count, columns.taskCount, 'task')}.`,
})

export const RESOURCE_FINDING_ROWS = {
  none: {
    code: 'RESOURCE_NONE',
    severity: 'info',
    title: 'No resources',
    description: () => 'No task has a resource; there is no demand and no score.',
    find: ({ hasResources, columns }) => ({ count: hasResources ? 0 : columns.taskCount }),
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
    ...tasksWhere(({ loads }, i) => loads.fate[i] === NOT_PLACED),
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
    ...tasksWhere(({ tasks, columns }, i) => tasks.kind[i] === SCHEDULE_VISIBILITY && isAssigned(columns, i)),
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
    ...tasksWhere(({ loads }, i) => loads.fate[i] === LOADED_BY_CPM),
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
    ...tasksWhere(({ loads }, i) => loads.fate[i] === LOADED_LATER),
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
    // a limit that nobody stated is worth a word where it makes an over-allocation
    find: ({ columns, resources, profiles, sourceOf }) => {
      const assumed = Array.from(resources)
        .filter(r => sourceOf(r) === 'default' && profiles.overDays[r] > 0)
        .map(r => textAt(columns.resources.values, r)!)
      return {
        count: assumed.length,
        detail: `Assumed for ${listed(assumed.slice(0, SHOWN_MAX), assumed.length)}.`,
        evidence: { resources: assumed.slice(0, NAMES_MAX) },
      }
    },
  },
  anchorToday: {
    code: 'RESOURCE_ANCHOR_TODAY',
    severity: 'info',
    title: 'Loading starts today',
    description: () =>
      'Neither status_date nor any task gives a date, so the loading starts today; on another day all dates will differ.',
    find: ({ isToday }) => ({ count: isToday ? 1 : 0 }),
  },
  notUsed: {
    code: 'RESOURCE_NOT_USED',
    severity: 'info',
    title: 'Capacity of unused resources',
    description: count =>
      `${plural(count, 'resource')} of the request (resource_availability) ${count === 1 ? 'is' : 'are'} named by no task.`,
    find: ({ unusedNames }) => ({
      count: unusedNames.length,
      detail: `Unused: ${listed(unusedNames.slice(0, SHOWN_MAX), unusedNames.length)}. Names are compared letter by letter.`,
      evidence: { resources: unusedNames.slice(0, NAMES_MAX) },
    }),
  },
  tasksNotListed: {
    code: 'RESOURCE_TASKS_NOT_LISTED',
    severity: 'info',
    title: 'Over-allocation periods without their tasks',
    description: count =>
      `${plural(count, 'period is', 'periods are')} given with the number of tasks only, since the lists would have no end.`,
    find: ({ periodTasks }) => ({ count: periodTasks.unlisted }),
  },
} as const satisfies Record<string, FindingRow<FindingContext>>

const ROWS: readonly FindingRow<FindingContext>[] = Object.values(RESOURCE_FINDING_ROWS)

export const resourceFindings = (context: ResourceContext, assumptions: Assumptions): AdvisedFinding[] =>
  seek(ROWS, { ...context, ...assumptions }, context.columns)
