/** What changed since earlier statuses: actual dates rewritten (06A504a, 504b) and work that rides along (06A506c). */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { hasAnyColumn } from '../../../../../shared/contract/schedule/present-columns.ts'
import { scheduledFinish, scheduledStart } from '../../../calendar/best-dates.ts'
import { atLeast, bySize, type CausedAdvice, type CheckOutcome, type Need } from '../../../check/check.ts'
import { allHitsWhere, shareOf } from '../../../check/findings.ts'
import { NOUNS, needsStatusDate } from '../../../check/needs.ts'
import { firstTask, worstTask } from '../../../check/worst.ts'
import { idMatcher, matchIds, NO_MATCH } from '../../../ids/match-ids.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { RIDING } from '../../../metrics/status.ts'
import { IN_PROGRESS, NOT_STARTED } from '../../../population/progress.ts'
import { isRidingPastBaseline, isStartRiding, type Near, withinDays } from '../../../population/status-faults.ts'
import { taskStates } from '../../../population/task-states.ts'
import { dateText, laterOrEarlier } from '../../../wording/days.ts'
import { plural } from '../../../wording/numbers.ts'
import { type DecmContext, type DecmRow, decmRow, INCOMPLETE, profiles } from './context.ts'

const needsHistory: Need<DecmContext> = {
  message: 'requires schedule_history',
  isMet: ({ earlier }) => earlier.length > 0,
}

type Reported = 'actualStart' | 'actualFinish'

interface Reports {
  /** 1 = an earlier status reports the date of task i. */
  readonly reported: Uint8Array
  /** The latest report of task i that is not the date it has now; DAY_ABSENT = none. */
  readonly was: Int32Array
  /** Reports of tasks that are no longer there. */
  readonly gone: number
}

const reportsMade = new WeakMap<DecmContext, Map<Reported, Reports>>()

/** What earlier statuses report of a date; made once per request. */
function reportsOf(context: DecmContext, column: Reported): Reports {
  const made = reportsMade.get(context) ?? new Map<Reported, Reports>()
  reportsMade.set(context, made)
  const reports = made.get(column) ?? readReports(context, column)
  made.set(column, reports)
  return reports
}

function readReports({ columns, all, earlier }: DecmContext, column: Reported): Reports {
  const now = columns[column]
  const reported = zeros(Uint8Array, columns.taskCount)
  const was = zeros(Int32Array, columns.taskCount).fill(DAY_ABSENT)
  let gone = 0
  const find = idMatcher(columns)
  for (const status of earlier) {
    const then: ScheduleColumns[typeof column] = status.columns[column]
    const match = find(status.columns)
    for (let j = 0; j < match.length; j++) {
      if (then[j] === DAY_ABSENT) continue
      const i = match[j]
      if (i === NO_MATCH) gone++
      else if (all.marks[i] === 1) {
        reported[i] = 1
        if (then[j] !== now[i]) was[i] = then[j]
      }
    }
  }
  return { reported, was, gone }
}

/** Tasks of which an earlier status reports another date than the current one. A task may have several reports. */
function changedDates(context: DecmContext, column: Reported, words: readonly [string, string]): CheckOutcome {
  const { columns, all, earlier } = context
  const now = columns[column]
  const { reported, was, gone } = reportsOf(context, column)
  const hits = allHitsWhere(columns.taskCount, i => was[i] !== DAY_ABSENT)
  const withdrawn = allHitsWhere(columns.taskCount, i => was[i] !== DAY_ABSENT && now[i] === DAY_ABSENT)
  const message = `${plural(hits.count, ...words)} from what was reported before.`
  return shareOf(hits, allHitsWhere(columns.taskCount, i => reported[i] === 1).count, message, {
    withdrawn: withdrawn.count,
    reports_of_tasks_now_gone: gone,
    snapshots: earlier.length,
    excluded_by_type: all.excludedByType,
  })
}

/** Days by which a date was moved; a date that was taken back has gone further than any. */
function movedDays(context: DecmContext, column: Reported, i: number): number {
  const now = context.columns[column][i]
  return now === DAY_ABSENT ? Number.POSITIVE_INFINITY : now - reportsOf(context, column).was[i]
}

const worstMove = (column: Reported) =>
  worstTask<DecmContext>(
    (context, i) => Math.abs(movedDays(context, column, i)),
    (context, i) => {
      const was = dateText(reportsOf(context, column).was[i])
      const moved = movedDays(context, column, i)
      return Number.isFinite(moved)
        ? `${was} before, ${dateText(context.columns[column][i])} now, ${laterOrEarlier(moved, 'calendar')}`
        : `${was} before, taken back now`
    },
  )

const changeAdvice = (column: Reported, word: 'start' | 'finish'): CausedAdvice<DecmContext> => ({
  title: `Explain the changed actual ${word === 'start' ? 'starts' : 'finishes'}`,
  causes: [
    {
      found: [`lost its actual ${word}`, `lost their actual ${word}`] as const,
      action: `restore the ${word} that was reported, or record why the report was wrong`,
      holds: ({ columns }, i) => columns[column][i] === DAY_ABSENT,
    },
    {
      found: [`has its actual ${word} moved later`, `have their actual ${word} moved later`] as const,
      action: `check the ${word} against the site diary of the earlier report, and record who corrected it`,
      holds: (context, i) => movedDays(context, column, i) > 0,
    },
    {
      found: [`has its actual ${word} moved earlier`, `have their actual ${word} moved earlier`] as const,
      action: `show the record of the earlier day, or restore the ${word} that was reported`,
    },
  ],
})

const REPORTED = 'Tasks and milestones, no summaries, for which an earlier snapshot reports'

const changedStarts = decmRow({
  code: '06A504a',
  title: 'Changed actual starts',
  severity: atLeast('high'),
  population: `${REPORTED} an actual start; matched by id.`,
  formula: 'Those whose actual start differs now, or is gone / all such.',
  unit: 'percent',
  noun: ['reported start', 'reported starts'],
  profiles: profiles(10, 5),
  needs: [needsHistory],
  advice: changeAdvice('actualStart', 'start'),
  worst: worstMove('actualStart'),
  run: context => changedDates(context, 'actualStart', ['actual start differs', 'actual starts differ']),
})

const changedFinishes = decmRow({
  code: '06A504b',
  title: 'Changed actual finishes',
  severity: atLeast('high'),
  population: `${REPORTED} an actual finish; matched by id.`,
  formula: 'Those whose actual finish differs now, or is gone / all such.',
  unit: 'percent',
  noun: ['reported finish', 'reported finishes'],
  profiles: profiles(10, 5),
  needs: [needsHistory],
  advice: changeAdvice('actualFinish', 'finish'),
  worst: worstMove('actualFinish'),
  run: context => changedDates(context, 'actualFinish', ['actual finish differs', 'actual finishes differ']),
})

const RIDING_DAYS_MAX = 6
const REMAINING_CHANGE_DAYS_MAX = 2

const isNear = withinDays(RIDING_DAYS_MAX)

/** The status date, or the next day of work: one status alone tells no more. */
const byNextWorkDay =
  ({ choice }: DecmContext): Near =>
  (day, statusDay) =>
    withinDays(DAYS_OFF_MAX)(day, statusDay) && choice.calendar.daysBetween(statusDay + 1, day) <= 1

/** Days off on end are never as many. */
const DAYS_OFF_MAX = 60

/** Whether a task rides from the status before this one to this one; undefined without a dated one. */
function ridingSince({ columns, tasks, earlier, statusDay }: DecmContext): Uint8Array | undefined {
  const before = datedBefore(earlier)
  if (before === undefined) return undefined
  const match = matchIds(columns, before.columns)
  const then = taskStates(before.columns)
  const rides = zeros(Uint8Array, columns.taskCount)
  // a remaining duration that is not known is near to none
  const isStuck = (i: number, j: number): boolean =>
    tasks.state[i] === IN_PROGRESS &&
    then.state[j] === IN_PROGRESS &&
    Math.abs(columns.remainingDurationDays[i] - before.columns.remainingDurationDays[j]) <= REMAINING_CHANGE_DAYS_MAX
  const isAhead = (i: number, j: number): boolean =>
    isStartRiding(then, j, before.day, isNear) && isStartRiding(tasks, i, statusDay, isNear)
  for (const [j, i] of match.entries()) if (i !== NO_MATCH && (isAhead(i, j) || isStuck(i, j))) rides[i] = 1
  return rides
}

const datedBefore = (earlier: DecmContext['earlier']) => {
  const before = earlier.at(-1)
  return before === undefined || before.day === DAY_ABSENT ? undefined : before
}

/** What rides along is told by the status before, else by baseline dates that have passed. */
const needsHistoryOrBaseline: Need<DecmContext> = {
  message: 'requires schedule_history, or baseline dates of tasks',
  isMet: ({ columns, earlier }) =>
    datedBefore(earlier) !== undefined || hasAnyColumn(columns, ['baselineStart', 'baselineFinish']),
}

const riding = decmRow({
  code: '06A506c',
  title: 'Forecasts riding the status date',
  severity: bySize,
  population: `${INCOMPLETE}.`,
  formula: `Not started: those whose forecast (else planned) start is the status date or up to ${RIDING_DAYS_MAX} calendar days after it, now and in the status before. In progress in both: those whose remaining duration changed by at most ${REMAINING_CHANGE_DAYS_MAX} days / all such. Without a dated snapshot: those whose start, not started, or finish, unfinished, is on it or on the next work day, with its baseline date before the status date.`,
  unit: 'percent',
  noun: NOUNS.openWork,
  profiles: profiles(1, 0),
  needs: [needsStatusDate, needsHistoryOrBaseline],
  advice: {
    title: 'Forecast the work anew',
    causes: [
      {
        found: ['has not started', 'have not started'],
        action: RIDING.notStarted,
        holds: ({ tasks }, i) => tasks.state[i] === NOT_STARTED,
      },
      {
        found: ['is in progress', 'are in progress'],
        action: RIDING.inProgress,
      },
    ],
  },
  worst: firstTask<DecmContext>(({ columns, tasks }, i) =>
    tasks.state[i] === NOT_STARTED
      ? `start ${dateText(scheduledStart(columns, i))}`
      : `finish ${dateText(scheduledFinish(columns, i))}`,
  ),
  run: context => {
    const { columns, tasks, incomplete, statusDay } = context
    const since = ridingSince(context)
    const isNext = byNextWorkDay(context)
    const rides = (i: number): boolean =>
      since === undefined ? isRidingPastBaseline(tasks, i, statusDay, isNext) : since[i] === 1
    const hits = allHitsWhere(columns.taskCount, i => incomplete.marks[i] === 1 && rides(i))
    const message = `${plural(hits.count, 'task rides', 'tasks ride')} the status date${since === undefined ? ', by their baseline dates' : ''}.`
    return shareOf(hits, incomplete.count, message, {
      method: since === undefined ? 'single_period' : 'two_periods',
      excluded_by_type: incomplete.excludedByType,
    })
  },
})

export const DECM_HISTORY_CHECKS = [changedStarts, changedFinishes, riding] as const satisfies readonly DecmRow[]
