/** Patterns in what was reported: CT01, CT02, CT03, CT07, CT08. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { bestStart, scheduledFinish, scheduledStart } from '../../../calendar/best-dates.ts'
import type { Need } from '../../../check/check.ts'
import { counted } from '../../../check/findings.ts'
import { bestOrEarlyFinish } from '../../../compare/computed-status.ts'
import { NO_MATCH } from '../../../ids/match-ids.ts'
import { percentOf } from '../../../population/progress.ts'
import { isRiding } from '../../../population/status-faults.ts'
import { plural } from '../../../wording/numbers.ts'
import { rollsUp } from '../pair.ts'
import {
  hasBaseline,
  hitsOfAfter,
  isOpen,
  matchedWhere,
  type PairContext,
  type PatternRow,
  patternRow,
} from './context.ts'

const MATCHED = 'Tasks of both statuses, no summaries'

const retroactiveActual = patternRow({
  code: 'CT01',
  title: 'Retroactive actuals',
  severity: 'high',
  population: `${MATCHED}, for which the earlier one reports an actual date.`,
  formula: 'Those of which a reported actual date differs in the later status, or is gone.',
  needs: [],
  advice: {
    title: 'Explain the changed actual dates',
    description: 'Restore the dates that were reported, or record who corrected them and on what evidence.',
  },
  run: pair => {
    const [was, is] = [pair.before.columns, pair.after.columns]
    const changes = (then: number, now: number): boolean => then !== DAY_ABSENT && then !== now
    const reported = matchedWhere(
      pair,
      (_, j) => was.actualStart[j] !== DAY_ABSENT || was.actualFinish[j] !== DAY_ABSENT,
    )
    const tasks = reported.filter(i => {
      const j = pair.beforeOf[i]
      return changes(was.actualStart[j], is.actualStart[i]) || changes(was.actualFinish[j], is.actualFinish[i])
    })
    const gone = tasks.filter(i => {
      const j = pair.beforeOf[i]
      const isGone = (then: number, now: number): boolean => then !== DAY_ABSENT && now === DAY_ABSENT
      return isGone(was.actualStart[j], is.actualStart[i]) || isGone(was.actualFinish[j], is.actualFinish[i])
    })
    const message = `${plural(tasks.length, 'task has', 'tasks have')} an actual date that differs from what was reported before${gone.length === 0 ? '' : `; ${plural(gone.length, 'of them has', 'of them have')} lost one`}.`
    return counted(hitsOfAfter(pair, tasks), reported.length, message)
  },
})

/** Calendar days before the earlier status that a first report may still lie. */
const BACKDATING_TOLERANCE_DAYS = 1

const backdatedActual = patternRow({
  code: 'CT02',
  title: 'Backdated actuals',
  severity: 'medium',
  population: 'Tasks of the later status, no summaries, with an actual date that the earlier one does not report.',
  formula: `Those whose first report lies more than ${BACKDATING_TOLERANCE_DAYS} day before the earlier status date.`,
  needs: [],
  advice: {
    title: 'Ask why the progress was not reported',
    description: 'Ask for the record of the day, and report progress in the status in which it happens.',
  },
  run: pair => {
    const { before, after, beforeOf } = pair
    const bound = before.day - BACKDATING_TOLERANCE_DAYS
    const first: number[] = []
    const tasks: number[] = []
    for (let i = 0; i < after.columns.taskCount; i++) {
      if (rollsUp(after, i)) continue
      const j = beforeOf[i]
      let isFirst = false
      let isBackdated = false
      for (const column of ['actualStart', 'actualFinish'] as const) {
        const now = after.columns[column][i]
        if (now === DAY_ABSENT || (j !== NO_MATCH && before.columns[column][j] !== DAY_ABSENT)) continue
        isFirst = true
        isBackdated ||= now < bound
      }
      if (isFirst) first.push(i)
      if (isBackdated) tasks.push(i)
    }
    const message = `${plural(tasks.length, 'task reports', 'tasks report')} progress for the first time on a day before the earlier status.`
    return counted(hitsOfAfter(pair, tasks), first.length, message)
  },
})

const baselineRewrite = patternRow({
  code: 'CT03',
  title: 'Baseline rewritten on late work',
  severity: 'critical',
  population: `${MATCHED}, whose finish, as forecast, planned or computed, lies after the baseline finish of the earlier one.`,
  formula: 'Those of which a baseline date was moved later, which shrinks the variance.',
  needs: [hasBaseline],
  advice: {
    title: 'Restore the baseline',
    description: 'Put the approved baseline dates back, or name the approved revision that changed them.',
  },
  run: pair => {
    const [was, is] = [pair.before.columns, pair.after.columns]
    const late = matchedWhere(
      pair,
      (i, j) => was.baselineFinish[j] !== DAY_ABSENT && bestOrEarlyFinish(pair.after, i) > was.baselineFinish[j],
    )
    const tasks = late.filter(i => {
      const j = pair.beforeOf[i]
      if (is.baselineFinish[i] > was.baselineFinish[j]) return true
      const start = was.baselineStart[j]
      return start !== DAY_ABSENT && is.baselineStart[i] > start && bestStart(is, i) > start
    })
    const message = `${plural(tasks.length, 'late task has', 'late tasks have')} a later baseline date than before.`
    return counted(hitsOfAfter(pair, tasks), late.length, message)
  },
})

const progressRegression = patternRow({
  code: 'CT07',
  title: 'Progress withdrawn',
  severity: 'high',
  population: `${MATCHED}, with a percent complete above 0 or an actual finish in the earlier one.`,
  formula: 'Those whose percent complete fell by progress_change_pct or more, or whose actual finish is gone.',
  needs: [],
  advice: {
    title: 'Explain the lost progress',
    description: 'Say what was undone or measured anew; else restore the progress that was reported.',
  },
  run: pair => {
    const [was, is] = [pair.before.columns, pair.after.columns]
    const begun = matchedWhere(pair, (_, j) => percentOf(was, j) > 0 || was.actualFinish[j] !== DAY_ABSENT)
    const isWithdrawn = (i: number, j: number): boolean =>
      was.actualFinish[j] !== DAY_ABSENT && is.actualFinish[i] === DAY_ABSENT
    const isLess = (i: number, j: number): boolean => {
      const fall = percentOf(was, j) - percentOf(is, i)
      // an actual finish says 100 percent where the percent is not kept up
      return isOpen(pair, i) && fall > 0 && fall >= pair.thresholds.progressChangePct - 1e-9
    }
    const tasks = begun.filter(i => isWithdrawn(i, pair.beforeOf[i]) || isLess(i, pair.beforeOf[i]))
    const withdrawn = tasks.filter(i => isWithdrawn(i, pair.beforeOf[i])).length
    const message = `${plural(tasks.length, 'task shows', 'tasks show')} less progress than before${withdrawn === 0 ? '' : `; ${plural(withdrawn, 'of them has', 'of them have')} lost the actual finish`}.`
    return counted(hitsOfAfter(pair, tasks), begun.length, message)
  },
})

const hasSchedule: Need<PairContext> = {
  message: 'requires forecast or planned dates in both statuses',
  isMet: ({ before, after }) =>
    [before.columns, after.columns].every(columns =>
      [columns.forecastStart, columns.forecastFinish, columns.plannedStart, columns.plannedFinish].some(days =>
        days.some(day => day !== DAY_ABSENT),
      ),
    ),
}

const riding = patternRow({
  code: 'CT08',
  title: 'Forecasts riding the status date',
  severity: 'medium',
  population: `${MATCHED}, incomplete in the later one.`,
  formula:
    'Those whose forecast (else planned) start, not started, or finish, unfinished, is the status date or the day after it in both statuses, and moved along.',
  needs: [hasSchedule],
  advice: {
    title: 'Forecast the work anew',
    description: 'Ask the owner for the day on which it will really start or finish, and send that.',
  },
  run: pair => {
    const { before, after } = pair
    const open = matchedWhere(pair, i => isOpen(pair, i))
    const moved = (i: number, j: number): boolean =>
      scheduledStart(before.columns, j) !== scheduledStart(after.columns, i) ||
      scheduledFinish(before.columns, j) !== scheduledFinish(after.columns, i)
    const tasks = open.filter(i => {
      const j = pair.beforeOf[i]
      return moved(i, j) && isRiding(before.states, j, before.day) && isRiding(after.states, i, after.day)
    })
    return counted(
      hitsOfAfter(pair, tasks),
      open.length,
      `${plural(tasks.length, 'task rides', 'tasks ride')} the status date.`,
    )
  },
})

export const REPORT_PATTERNS = [
  retroactiveActual,
  backdatedActual,
  baselineRewrite,
  progressRegression,
  riding,
] as const satisfies readonly PatternRow[]
