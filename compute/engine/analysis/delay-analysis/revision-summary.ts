/** What the windows tell of revisions, summed up: the widest range that their order leaves, those without a category, and reported history that was changed. */

import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import type { FindingRow } from '../../check/finding-rows.ts'
import type { MovedId } from '../../compare/same-work.ts'
import { compareIds } from '../../ids/id-order.ts'
import { matchIds, NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { isInPasses } from '../../kind/participation.ts'
import { type DayBasis, inDays, signedDays } from '../../wording/days.ts'
import { plural, roundHalfAway } from '../../wording/numbers.ts'
import { listed, scheduleName } from '../../wording/tasks.ts'
import type { DelayOutcome } from './outcome.ts'
import type { Renumbered } from './pairing.ts'
import { isToldOtherwise } from './retold.ts'
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
  { earlier, later, revisions, bookings, changedHistory }: Window,
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
  for (const i of changedHistory) history.add(textAt(earlier.columns.id, i))
  return { orderWindows: summary.orderWindows + (isOrdered ? 1 : 0), widest, laterDays, ownerless, history }
}

/**
 * Actual dates that the earlier schedule had and the later one reports otherwise. The later report counts, as progress of the window: a
 * half-step has one record of what was done. How many there are is told beside it.
 */
const LISTED_MAX = 20

/** Tasks of the earlier schedule, by id. */
export function tasksOfChangedHistory(earlier: ScheduleColumns, later: ScheduleColumns): number[] {
  const found: number[] = []
  const isStart = isToldOtherwise(earlier, later, 'actualStart')
  const isFinish = isToldOtherwise(earlier, later, 'actualFinish')
  matchIds(later, earlier).forEach((j, i) => {
    if (j === NO_MATCH || !isInPasses(earlier.taskType[i])) return
    if (isStart(i, j) || isFinish(i, j)) found.push(i)
  })
  return found.sort((a, b) => compareIds(earlier.id, a, b))
}

export const showHistory = ({ earlier, changedHistory }: Pick<Window, 'earlier' | 'changedHistory'>) => ({
  retroactive_change_count: changedHistory.length,
  retroactive_change_ids: changedHistory.slice(0, LISTED_MAX).map(i => textAt(earlier.columns.id, i)),
})

/** How many tasks, or works, the text of a finding names. */
const NAMED_MAX = 3

/** What these findings look at. */
export interface RevisionsFound {
  readonly outcome: Pick<DelayOutcome, 'revisions' | 'renumbered' | 'exchanges' | 'withdrawn'>
  readonly columns: ScheduleColumns
  readonly basis: DayBasis
}

/** Tasks by id; those that the schedule has no more are named all the same. */
const hitsByIds = (columns: ScheduleColumns, ids: readonly string[]) => ({
  count: ids.length,
  tasks: [...tasksOfIds(columns, [...ids])].filter(i => i !== NO_MATCH),
  isRanked: true as const,
  detail: `By id: ${listed(ids.slice(0, NAMED_MAX), ids.length)}.`,
})

export const HISTORY_CHANGED = {
  code: 'DELAY_HISTORY_CHANGED',
  severity: 'medium',
  title: 'Reported history was changed',
  description: count =>
    `Of ${plural(count, 'task')} a later schedule reports another actual date than an earlier one. The later report was taken.`,
  advice: {
    title: 'Explain the changed actual dates',
    description: 'A corrected record moves days between windows: say why it was corrected, and which record holds.',
  },
  find: ({ outcome, columns }) => hitsByIds(columns, [...outcome.revisions.history].sort()),
} as const satisfies FindingRow<RevisionsFound>

export const RENUMBERED = {
  code: 'DELAY_WORK_RENUMBERED',
  severity: 'info',
  title: 'Work under other ids, or in parts',
  description: count =>
    `${plural(count, 'task')} of an earlier schedule ${count === 1 ? 'stands' : 'stand'} in a later one under another id, or in parts one behind the other: they were taken for the work of the same party that they replace, not for work that was deleted and added.`,
  find: ({ outcome }) => ({
    count: outcome.renumbered.flat().length,
    evidence: {
      work: outcome.renumbered
        .flat()
        .slice(0, LISTED_MAX)
        .map(([before, after]) => ({ before, after: [...after] })),
    },
  }),
  detail: ({ outcome: { renumbered } }) => {
    const all = renumbered.flat()
    const named = all.slice(0, NAMED_MAX).map(([before, after]) => `${after.join(' and ')} for ${before}`)
    return `${listed(named, all.length)}.`
  },
} as const satisfies FindingRow<RevisionsFound>

const whose = (party: string | null): string =>
  (party === null ? 'nobody' : `the ${party}`).replace('the neutral', 'neutral')
/** What an exchange is about, in words. */
const EXCHANGED = { work: 'work', lag: 'a lag', order: 'order' } as const

export const EXCHANGES = {
  code: 'DELAY_EXCHANGE',
  severity: 'info',
  title: 'Work that passed to others and moved nothing',
  description: count =>
    `${plural(count, 'exchange')} between tasks or parties moved nothing together: neither who gave nor who took gained or lost a day by ${count === 1 ? 'it' : 'them'}. The windows are told with the exchange made before; what is longer beyond it is a revision of who has it.`,
  find: ({ outcome }) => ({
    count: outcome.exchanges.flat().length,
    evidence: {
      exchanges: outcome.exchanges
        .flat()
        .slice(0, LISTED_MAX)
        .map(({ what, before, after, days, from, to }) => ({
          ...{ what, before: [...before], after: [...after], from: [...from], to: [...to] },
          days: roundHalfAway(days, OFFSET_DECIMALS),
        })),
    },
  }),
  detail: ({ outcome: { exchanges }, basis }) => {
    const all = exchanges.flat()
    const named = all
      .slice(0, NAMED_MAX)
      .map(
        ({ what, before, after, days, from, to }) =>
          `${EXCHANGED[what]} ${before.join(' and ')} to ${after.join(' and ')}, ${inDays(days, basis)}, from ${from.map(whose).join(' and ')} to ${to.map(whose).join(' and ')}`,
      )
    return `${listed(named, all.length)}.`
  },
} as const satisfies FindingRow<RevisionsFound>

/** Work that went on under an id that the earlier schedule had not. */
export const renamedIn = (moved: readonly MovedId[]): Renumbered =>
  moved.flatMap(({ before, after, isReused }) => (isReused || after === undefined ? [] : [[before, [after]] as const]))

export const WITHDRAWN = {
  code: 'DELAY_REVISION_TAKEN_BACK',
  severity: 'info',
  title: 'Revisions that were taken back',
  description: count =>
    `Of ${plural(count, 'task')} something was revised that a later schedule took back before the work began: ${count === 1 ? 'it' : 'each'} was added, made longer or linked otherwise. The windows show it; in the account it holds no day, as if it had never been told.`,
  find: ({ outcome, columns }) => hitsByIds(columns, outcome.withdrawn),
} as const satisfies FindingRow<RevisionsFound>
