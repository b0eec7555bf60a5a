/** Patterns in what was reported: CT01, CT02, CT03, CT07, CT08. */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { bestStart, scheduledFinish, scheduledStart } from '../../../calendar/best-dates.ts'
import type { Need } from '../../../check/check.ts'
import { counted } from '../../../check/outcomes.ts'
import { bestOrEarlyFinish } from '../../../compare/computed-status.ts'
import { NO_MATCH } from '../../../ids/match-ids.ts'
import { percentOf } from '../../../population/progress.ts'
import { isRiding } from '../../../population/riding.ts'
import { rollsUp } from '../pair.ts'
import { WORDS } from '../words.ts'
import {
  hasBaseline,
  hitsOfAfter,
  isOpen,
  matchedWhere,
  type PairContext,
  type PatternRow,
  patternRow,
} from './context.ts'

const MATCHED = WORDS.matched.message

const retroactiveActual = patternRow({
  code: 'CT01',
  title: WORDS.retroactiveActual.title,
  severity: 'high',
  population: WORDS.retroactiveActual.population(MATCHED),
  formula: WORDS.retroactiveActual.formula,
  needs: [],
  advice: {
    title: WORDS.retroactiveActual.adviceTitle,
    description: WORDS.retroactiveActual.adviceDescription,
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
    const message = WORDS.retroactiveActual.message(tasks.length, gone.length)
    return counted(hitsOfAfter(pair, tasks), reported.length, message)
  },
})

/** Calendar days before the earlier status that a first report may still lie. */
const BACKDATING_TOLERANCE_DAYS = 1

const backdatedActual = patternRow({
  code: 'CT02',
  title: WORDS.backdatedActual.title,
  severity: 'medium',
  population: WORDS.backdatedActual.population,
  formula: WORDS.backdatedActual.formula(BACKDATING_TOLERANCE_DAYS),
  needs: [],
  advice: {
    title: WORDS.backdatedActual.adviceTitle,
    description: WORDS.backdatedActual.adviceDescription,
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
    const message = WORDS.backdatedActual.message(tasks.length)
    return counted(hitsOfAfter(pair, tasks), first.length, message)
  },
})

const baselineRewrite = patternRow({
  code: 'CT03',
  title: WORDS.baselineRewrite.title,
  severity: 'critical',
  population: WORDS.baselineRewrite.population(MATCHED),
  formula: WORDS.baselineRewrite.formula,
  needs: [hasBaseline],
  advice: {
    title: WORDS.baselineRewrite.adviceTitle,
    description: WORDS.baselineRewrite.adviceDescription,
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
    const message = WORDS.baselineRewrite.message(tasks.length)
    return counted(hitsOfAfter(pair, tasks), late.length, message)
  },
})

const progressRegression = patternRow({
  code: 'CT07',
  title: WORDS.progressRegression.title,
  severity: 'high',
  population: WORDS.progressRegression.population(MATCHED),
  formula: WORDS.progressRegression.formula,
  needs: [],
  advice: {
    title: WORDS.progressRegression.adviceTitle,
    description: WORDS.progressRegression.adviceDescription,
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
    const message = WORDS.progressRegression.message(tasks.length, withdrawn === 0, withdrawn)
    return counted(hitsOfAfter(pair, tasks), begun.length, message)
  },
})

const hasSchedule: Need<PairContext> = {
  message: WORDS.hasSchedule.message,
  isMet: ({ before, after }) =>
    [before.columns, after.columns].every(columns =>
      [columns.forecastStart, columns.forecastFinish, columns.plannedStart, columns.plannedFinish].some(days =>
        days.some(day => day !== DAY_ABSENT),
      ),
    ),
}

const riding = patternRow({
  code: 'CT08',
  title: WORDS.riding.title,
  severity: 'medium',
  population: WORDS.riding.population(MATCHED),
  formula: WORDS.riding.formula,
  needs: [hasSchedule],
  advice: {
    title: WORDS.riding.adviceTitle,
    description: WORDS.riding.adviceDescription,
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
    return counted(hitsOfAfter(pair, tasks), open.length, WORDS.riding.message(tasks.length))
  },
})

export const REPORT_PATTERNS = [
  retroactiveActual,
  backdatedActual,
  baselineRewrite,
  progressRegression,
  riding,
] as const satisfies readonly PatternRow[]
