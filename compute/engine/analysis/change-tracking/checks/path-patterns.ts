/** Patterns in durations, floats, scope and the longest path: CT05, CT09, CT10, CT12. */

import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../../calendar/snap.ts'
import { counted, NO_HITS, shareOf } from '../../../check/findings.ts'
import { earlyDates, finishOf } from '../../../cpm/forward.ts'
import { withRemaining } from '../../../cpm/input.ts'
import { NO_MATCH } from '../../../ids/match-ids.ts'
import { COMPLETE, percentOf } from '../../../population/progress.ts'
import { inDays } from '../../../wording/days.ts'
import { plural, roundHalfAway, roundScore } from '../../../wording/numbers.ts'
import { shareText } from '../../../wording/shares.ts'
import { NEAR_CRITICAL_FLOAT_DAYS, oldRemaining } from '../edits.ts'
import { dayScale } from '../pair.ts'
import { withOldWork } from '../revert.ts'
import {
  durationChange,
  hasDurations,
  hasLinks,
  hitsOfAfter,
  hitsOfIdentities,
  isOpen,
  matchedWhere,
  type PairContext,
  type PatternRow,
  patternRow,
} from './context.ts'
import { daysOfGroups, goneTasks, replacementOf } from './gone-tasks.ts'

/** Least cut of a duration that squeezes, as a share of it. */
const SQUEEZE_SHARE_MIN = 0.2
/** Least rise of float that harvests, and least share of the tasks that it takes. */
const HARVEST_DAYS_MIN = 10
const HARVEST_PERCENT_MIN = 10
/** Share of the longest path that may be replaced. */
const SWAP_PERCENT_MAX = 50
const OPEN_ON_PATH = ['open task of the earlier longest path', 'open tasks of the earlier longest path'] as const

const notChanged = (what: string): string => `Nothing was changed; ${what} moved with the status date alone.`

const resourceCount = ({ resources }: { resources: { start: Uint32Array } }, i: number): number =>
  resources.start[i + 1] - resources.start[i]

const durationSqueeze = patternRow({
  code: 'CT05',
  title: 'Durations squeezed on or near the critical path',
  severity: 'high',
  population: `Tasks of both statuses, incomplete in the later one, with a total float up to ${NEAR_CRITICAL_FLOAT_DAYS} days and a duration in the earlier one.`,
  formula: `Those whose duration was cut by ${100 * SQUEEZE_SHARE_MIN} % or more without more percent complete and without another resource, where the cuts together bring the project finish forward.`,
  needs: [hasDurations],
  advice: {
    title: 'Justify the shorter durations',
    description: 'Name the resources or methods that make them possible.',
  },
  run: pair => {
    const { before, after, beforeOf } = pair
    const was = (i: number): number => before.prepared.durationDays[beforeOf[i]]
    const near = matchedWhere(
      pair,
      (i, j) => isOpen(pair, i) && was(i) > 0 && before.result.totalFloat[j] <= NEAR_CRITICAL_FLOAT_DAYS + EPSILON_DAYS,
    )
    const cut = near.filter(
      i =>
        -durationChange(pair, i) >= SQUEEZE_SHARE_MIN * was(i) - EPSILON_DAYS &&
        percentOf(after.columns, i) <= percentOf(before.columns, beforeOf[i]) &&
        resourceCount(after.columns, i) <= resourceCount(before.columns, beforeOf[i]),
    )
    const finish = after.result.projectFinish
    const uncut = cut.length === 0 ? finish : finishWithout(pair, cut)
    const gained = roundHalfAway(uncut - finish, OFFSET_DECIMALS)
    const evidence = { cut: cut.length, finish_brought_forward_days: gained }
    if (!(gained > EPSILON_DAYS)) {
      const message =
        cut.length === 0
          ? 'No duration was cut.'
          : `${plural(cut.length, 'cut duration does', 'cut durations do')} not bring the finish forward.`
      return counted(NO_HITS, near.length, message, evidence)
    }
    const message = `${plural(cut.length, 'cut duration brings', 'cut durations together bring')} the finish ${inDays(gained, pair.offsetBasis)} forward.`
    return counted(hitsOfAfter(pair, cut), near.length, message, evidence)
  },
})

/** P of the later network with the earlier durations of those tasks. */
function finishWithout(pair: PairContext, cut: readonly number[]): number {
  const { after, beforeOf } = pair
  const rows = cut.map(i => ({ before: beforeOf[i], after: i }))
  const remaining = rows.map(row => [row.after, oldRemaining(pair, row, after.prepared.input)] as const)
  const { input } = withOldWork(pair, rows).after.prepared
  return finishOf(withRemaining(input, remaining), earlyDates(after.columns.taskCount))
}

const floatHarvest = patternRow({
  code: 'CT09',
  title: 'Float harvested',
  isSizeless: true,
  severity: 'medium',
  population: 'Tasks of both statuses, incomplete in the later one, with a computed total float in both.',
  formula: `Those without progress whose total float rose by ${HARVEST_DAYS_MIN} days or more, counted when they are ${HARVEST_PERCENT_MIN} % of all or more and something was changed.`,
  needs: [hasLinks],
  advice: {
    title: 'Trace the new float',
    description:
      'Compare links and dates of these tasks with the earlier status, and undo the edits that no change explains.',
  },
  run: pair => {
    const { before, after, beforeOf } = pair
    const floating = matchedWhere(
      pair,
      (i, j) => !Number.isNaN(after.result.totalFloat[i]) && !Number.isNaN(before.result.totalFloat[j]),
    )
    const rose = floating.filter(i => {
      const j = beforeOf[i]
      const rise = after.result.totalFloat[i] - before.result.totalFloat[j] * dayScale(pair, j, i)
      const idle =
        percentOf(after.columns, i) <= percentOf(before.columns, j) && after.states.state[i] === before.states.state[j]
      return idle && rise >= HARVEST_DAYS_MIN - EPSILON_DAYS
    })
    const percent = floating.length === 0 ? 0 : (100 * rose.length) / floating.length
    const evidence = { rose: rose.length, share_pct: roundScore(percent) }
    const message = pair.isChanged
      ? `The total float of ${shareText(rose.length, floating.length, 'task')}, rose by ${inDays(HARVEST_DAYS_MIN, pair.basis)} or more without progress; it counts as a pattern from ${HARVEST_PERCENT_MIN} % of the tasks.`
      : notChanged('floats')
    const isHarvest = pair.isChanged && rose.length > 0 && percent >= HARVEST_PERCENT_MIN - 1e-9
    return counted(isHarvest ? hitsOfAfter(pair, rose) : NO_HITS, floating.length, message, evidence)
  },
})

const scopeRemoval = patternRow({
  code: 'CT10',
  title: 'Critical scope removed or replaced by longer work',
  severity: 'high',
  population: 'Critical incomplete tasks of the earlier status (total float 0 or less).',
  noun: ['critical task', 'critical tasks'],
  formula:
    'Those that were deleted while no added task stands between the neighbours they had, or where the added tasks that do take more days together.',
  needs: [hasLinks],
  advice: {
    title: 'Account for the removed scope',
    description:
      'Name the change that took it out, or put it back; where other work replaced it, keep the id, so that its slip can be followed.',
  },
  run: pair => {
    const { before, after, afterOf, beforeIds } = pair
    const gone = goneTasks(pair)
    const deletedDays = daysOfGroups(gone.deleted, before.prepared.input.remainingDays)
    const addedDays = daysOfGroups(gone.added, after.prepared.input.remainingDays)
    let critical = 0
    let longer = 0
    let moreDays = 0
    const removed: number[] = []
    for (let j = 0; j < before.columns.taskCount; j++) {
      if (before.result.critical[j] === 0) continue
      critical++
      if (afterOf[j] !== NO_MATCH) continue
      const replacement = replacementOf(gone, j)
      const more = replacement === undefined ? 0 : addedDays[replacement] - deletedDays[gone.deleted.group[j]]
      if (replacement !== undefined && more <= EPSILON_DAYS) continue
      removed.push(beforeIds[j])
      if (replacement === undefined) continue
      longer++
      moreDays = Math.max(moreDays, more)
    }
    const missing = removed.length - longer
    const deleted = `${plural(missing, 'critical task was', 'critical tasks were')} deleted without a replacement`
    const replaced = `${plural(longer, 'critical task was', 'critical tasks were')} replaced by work that takes up to ${inDays(moreDays, pair.basis)} longer`
    const what = longer === 0 ? deleted : missing === 0 ? replaced : `${deleted}, ${replaced}`
    const message = `${what}.`
    const evidence = {
      without_replacement: missing,
      replaced_by_longer: longer,
      longer_days_max: roundHalfAway(moreDays, OFFSET_DECIMALS),
    }
    return counted(hitsOfIdentities(removed), critical, message, evidence)
  },
})

const pathSwap = patternRow({
  code: 'CT12',
  title: 'Longest path replaced',
  isSizeless: true,
  severity: 'medium',
  unit: 'percent',
  threshold: SWAP_PERCENT_MAX,
  population: 'Tasks of the longest path of the earlier status that are not complete in the later one.',
  formula:
    'Those that are not on its longest path / all such, while some of them are still to be done and something was changed.',
  needs: [hasLinks],
  advice: {
    title: 'Explain the new longest path',
    description:
      'Show which edit took the finish off this work, and restore its links where the work was not done faster.',
  },
  run: pair => {
    const { before, after, afterOf, beforeIds } = pair
    let remaining = 0
    let isOpenOffPath = false
    const replaced: number[] = []
    for (let j = 0; j < before.columns.taskCount; j++) {
      const i = afterOf[j]
      if (before.result.onLongestPath[j] === 0) continue
      const status = i === NO_MATCH ? before.states.state[j] : after.states.state[i]
      if (status === COMPLETE) continue
      remaining++
      if (i !== NO_MATCH && after.result.onLongestPath[i] === 1) continue
      replaced.push(beforeIds[j])
      isOpenOffPath ||= i !== NO_MATCH
    }
    const isSwap = pair.isChanged && isOpenOffPath
    const message = pair.isChanged
      ? `${shareText(replaced.length, remaining, OPEN_ON_PATH)}, ${replaced.length === 1 ? 'is' : 'are'} not on the later one; limit ${SWAP_PERCENT_MAX} %.`
      : notChanged('the longest path')
    return shareOf(isSwap ? hitsOfIdentities(replaced) : NO_HITS, remaining, message, { replaced: replaced.length })
  },
})

export const PATH_PATTERNS = [
  durationSqueeze,
  floatHarvest,
  scopeRemoval,
  pathSwap,
] as const satisfies readonly PatternRow[]
