/** What the findings say of revisions: where their order matters, whose days nobody owns, and what history they changed. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { RowHit } from '../../check/finding-rows.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { type DayBasis, inDays, signedDays } from '../../wording/days.ts'
import { scheduleName } from '../../wording/places.ts'
import { listed } from '../../wording/tasks.ts'
import { tasksOfChangedHistory } from './changed-history.ts'
import { REVISION_STEPS } from './revision-split.ts'
import type { Window } from './windows.ts'

interface WidestStep {
  readonly text: (basis: DayBasis) => string
  readonly days: number
}

export interface RevisionSummary {
  /** Windows in which the order of the classes matters, and the class of the widest range. */
  readonly orderWindows: number
  readonly widest: WidestStep | undefined
  /** Days that revisions made the finish later, and those of them that no category has; by the first task of each change. */
  readonly laterDays: number
  readonly ownerless: ReadonlyMap<string, number>
  /** Ids of tasks whose history was changed. */
  readonly history: ReadonlySet<string>
}

export const NO_REVISIONS: RevisionSummary = {
  orderWindows: 0,
  widest: undefined,
  laterDays: 0,
  ownerless: new Map(),
  history: new Set(),
}

const STEPS = {
  scope: 'tasks added and deleted',
  logic: 'links',
  duration: 'durations',
  constraint: 'constraints',
  calendar: 'calendars',
  options: 'scheduling options',
  project_start: 'planned start of the project',
  other: 'what no change explains',
} as const

/** `summary` with one more window. */
export function withRevisions(
  summary: RevisionSummary,
  { earlier, later, revisions, bookings }: Window,
): RevisionSummary {
  let { widest } = summary
  let isOrdered = false
  for (const step of REVISION_STEPS) {
    const { days, minDays, maxDays } = revisions.steps[step]
    const range = maxDays - minDays
    if (range <= EPSILON_DAYS) continue
    isOrdered = true
    if (widest !== undefined && range <= widest.days + EPSILON_DAYS) continue
    const place = scheduleName(later.place)
    const text = (basis: DayBasis): string =>
      `Widest: ${STEPS[step]} up to the ${place}, ${signedDays(minDays, basis)} to ${signedDays(maxDays, basis)}, told as ${signedDays(days, basis)}.`
    widest = { text, days: range }
  }
  const ownerless = new Map(summary.ownerless)
  let { laterDays } = summary
  for (const { taskIndex, class: step, days, category } of bookings) {
    if (days <= 0) continue
    laterDays += days
    if (category !== 0) continue
    const of = taskIndex < 0 ? STEPS[step] : textAt(later.columns.id, taskIndex)
    ownerless.set(of, (ownerless.get(of) ?? 0) + days)
  }
  const history = new Set(summary.history)
  for (const i of tasksOfChangedHistory(earlier.columns, later.columns)) history.add(textAt(earlier.columns.id, i))
  return { orderWindows: summary.orderWindows + (isOrdered ? 1 : 0), widest, laterDays, ownerless, history }
}

const NAMED_MAX = 3

export function revisionHits(
  { orderWindows, widest, laterDays, ownerless, history }: RevisionSummary,
  columns: ScheduleColumns,
  hasCategories: boolean,
  basis: DayBasis,
): { readonly revisionOrder: RowHit; readonly revisionOwnerless: RowHit; readonly historyChanged: RowHit } {
  const parts = [...ownerless].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const sum = parts.reduce((total, [, days]) => total + days, 0)
  const most = parts.slice(0, NAMED_MAX).map(([of, days]) => `${of} ${signedDays(days, basis)}`)
  const changed = [...history].sort()
  const tasks = [...tasksOfIds(columns, changed)].filter(i => i !== NO_MATCH)
  return {
    revisionOrder: { count: orderWindows, ...(widest === undefined ? {} : { detail: widest.text(basis) }) },
    revisionOwnerless: {
      count: hasCategories ? parts.length : 0,
      detail: `${inDays(sum, basis)} of ${inDays(laterDays, basis)} by which revisions made the finish later; most by ${most.join(', ')}.`,
    },
    historyChanged: {
      count: changed.length,
      tasks,
      isRanked: true,
      detail: `By id: ${listed(changed.slice(0, NAMED_MAX), changed.length)}.`,
    },
  }
}
