/** Findings of the baseline comparison beside those of its components and of the schedules themselves. */

import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { type Named, withHits } from '../../check/advised-finding.ts'
import type { Advice } from '../../check/check.ts'
import { seek } from '../../check/finding-rows.ts'
import { allHitsWhere, type FindingWords, findingOf, type Hits, hitsOf, NO_HITS } from '../../check/findings.ts'
import { historyFindings } from '../../check/history-findings.ts'
import { bestOrEarlyFinish, type ComputedStatus } from '../../compare/computed-status.ts'
import { computedFindings, joinFindings } from '../../compare/input-findings.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { compareIds } from '../../ids/id-order.ts'
import { inputFindings } from '../../input/input-findings.ts'
import { summariesAreLinked } from '../../population/summary-links.ts'
import type { ResultValue, Severity } from '../../result/result.ts'
import { type DayBasis, dateText, inDays, laterOrEarlier, movementText } from '../../wording/days.ts'
import { figure, plural } from '../../wording/numbers.ts'
import { shareText } from '../../wording/shares.ts'
import { taskText } from '../../wording/tasks.ts'
import type { Comparison } from './context.ts'
import { movedByDates } from './finish.ts'
import type { DriftBlock, OosImpact } from './show-logic.ts'
import type { ForecastStability, VarianceTrend } from './trends.ts'
import { boundsOfBand, MAJOR, SEVERE } from './variance.ts'

const words = (code: string, severity: Severity, title: string, description: string): FindingWords => ({
  code: `BC_${code}`,
  severity,
  title,
  description,
})

/** A finding about tasks of these columns, and what to do about them, the largest first. */
const advised = (
  finding: FindingWords,
  hits: Hits,
  columns: Named,
  advice: Advice,
  sizeOf?: (task: number) => number,
): AdvisedFinding => ({
  finding: findingOf(finding, hits, columns.id),
  advice: withHits(advice, columns, hits, sizeOf),
})

const without = (finding: FindingWords, count: number, evidence?: ResultValue): AdvisedFinding => ({
  finding: findingOf(finding, { ...NO_HITS, count }, NO_IDS, evidence),
})
const NO_IDS = { bytes: new Uint8Array(0), offsets: new Uint32Array(1) }

/** What is wrong with the schedules of the request; the current one speaks last. */
function scheduleFindings({ current, baseline, statuses, choice }: Comparison): AdvisedFinding[] {
  return joinFindings([
    computedFindings('baseline_schedule', baseline, choice),
    ...statuses.earlier.statuses.map(({ columns, index }) => ({
      place: `schedule_history.${index}`,
      findings: inputFindings(columns),
    })),
    computedFindings('current_schedule', current, choice),
  ])
}

/** How late the tasks of a band are, of how many, and the latest of them, the first by id where several are. */
function lateText({ setting, current, pairs, variances }: Comparison, { tasks, count }: Hits, band: number): string {
  const { usual, critical } = boundsOfBand(band)
  const days = (thresholds: number): string => inDays(thresholds * setting.thresholdDays, 'calendar')
  const bounds = ({ above, upTo }: typeof usual): string =>
    upTo === undefined ? `more than ${days(above)}` : `more than ${days(above)}, at most ${days(upTo)}`
  let latest = tasks[0]
  for (let i = 0; i < variances.band.length; i++) {
    if (variances.band[i] !== band) continue
    const more = variances.finish[i] - variances.finish[latest]
    if (more > 0 || (more === 0 && compareIds(current.columns.id, i, latest) < 0)) latest = i
  }
  const late = inDays(variances.finish[latest], 'calendar')
  return `${plural(count, 'task finishes', 'tasks finish')} ${bounds(usual)} later than in the baseline, or where critical in it ${bounds(critical)}. ${shareText(count, pairs.count, 'task')}. Latest: ${taskText(current.columns, latest)}, ${late} late, now ${dateText(bestOrEarlyFinish(current, latest))}.`
}

export const END_CHANGED = lastTaskRow('BC_END_CHANGED')

export const comparisonFindings = (comparison: Comparison): AdvisedFinding[] => [
  ...endChangedFindings(comparison),
  ...finishDiffersFindings(comparison),
  ...fuzzyLimitFindings(comparison),
  ...lateFindings(comparison),
  ...deletedDueFindings(comparison),
  ...undatedFindings(comparison),
  ...supersededFindings(comparison),
  ...historyFindings(comparison.statuses.earlier, comparison.current.columns.id),
  ...scheduleFindings(comparison),
]

function endChangedFindings({ finishes: { text }, current: { columns } }: Comparison): AdvisedFinding[] {
  return seek([END_CHANGED], [text], columns)
}

/** Why a comparison by dates, such as as-planned-vs-as-built, tells another delay. */
function finishDiffersFindings(comparison: Comparison): AdvisedFinding[] {
  const byDates = movedByDates(comparison)
  const { current, match } = comparison
  if (byDates === undefined || match.pairCount === 0) return []
  const finding = words(
    'FINISH_DIFFERS',
    'low',
    'Computed and reported finish differ',
    `The finish is compared as the critical-path method computes it in both schedules. By the dates of the tasks it is ${movementText(byDates)}, which is what as-planned-vs-as-built compares: in one of the schedules the dates are not those that its logic and its data date give.`,
  )
  const advice = {
    title: 'Schedule both before they are compared',
    description: 'Recalculate the schedule whose dates do not follow from its logic, or name what holds them.',
  }
  return [advised(finding, { ...NO_HITS, count: 1 }, current.columns, advice)]
}

function fuzzyLimitFindings({ current: { columns }, match }: Comparison): AdvisedFinding[] {
  const notCompared = hitsOf(match.notCompared)
  if (notCompared.count === 0) return []
  const finding = words(
    'FUZZY_LIMIT',
    'medium',
    'Too many ids to compare',
    `${notCompared.count} of ${plural(columns.taskCount, 'current task')} may resemble more ids of the baseline than can be compared in the time of a call; of these only equal and normalised ids were paired. Pair by match_strategy id, or send the parts of the schedules apart.`,
  )
  return [
    advised(finding, notCompared, columns, {
      title: 'Pair the tasks by id',
      description:
        'Send match_strategy id with the ids of the baseline kept, or compare one part of the work per call.',
    }),
  ]
}

/** Tasks of the two bands of late finishes. */
const LATE_BANDS = [
  {
    band: SEVERE,
    code: 'SEVERE_VARIANCE',
    severity: 'high',
    title: 'Severe variance',
    advice: {
      title: 'Replan the severely late tasks',
      description:
        'Find what holds each, put it to the change control, and agree the recovery or the new date of each.',
    },
  },
  {
    band: MAJOR,
    code: 'MAJOR_VARIANCE',
    severity: 'medium',
    title: 'Major variance',
    advice: {
      title: 'Bring the tasks of major variance back',
      description: 'Ask each owner for the finish that can be kept, and shorten or overlap the work before it drives.',
    },
  },
] as const

function lateFindings(comparison: Comparison): AdvisedFinding[] {
  const { current, variances } = comparison
  const { columns } = current
  return LATE_BANDS.flatMap(({ band, code, severity, title, advice }) => {
    const late = allHitsWhere(columns.taskCount, i => variances.band[i] === band)
    if (late.count === 0) return []
    const finding = words(code, severity, title, lateText(comparison, late, band))
    return [advised(finding, late, columns, advice, i => variances.finish[i])]
  })
}

const deletedDueText = (deletedDueCount: number, isOneDeletedDueCount: boolean) =>
  `${plural(deletedDueCount, 'task')} of the baseline, due by the status date, ${isOneDeletedDueCount ? 'is' : 'are'} gone; BEI and tasks on track count ${isOneDeletedDueCount ? 'it' : 'them'} as due.`

function deletedDueFindings({ executions: { deletedDue }, baseline }: Comparison): AdvisedFinding[] {
  if (deletedDue.length === 0) return []
  const finding = words(
    'DELETED_DUE',
    'medium',
    'Due work was deleted',
    deletedDueText(deletedDue.length, deletedDue.length === 1),
  )
  return [
    advised(finding, hitsOf(deletedDue), baseline.columns, {
      title: 'Account for the due work that was deleted',
      description: 'Name the approved change that took each out of scope, or put the task back with its progress.',
    }),
  ]
}

function undatedFindings({ current: { columns }, pairs, variances }: Comparison): AdvisedFinding[] {
  const undated = allHitsWhere(columns.taskCount, i => pairs.marks[i] === 1 && Number.isNaN(variances.finish[i]))
  if (undated.count === 0) return []
  const finding = words(
    'UNDATED_PAIRS',
    'low',
    'Pairs without dates',
    `${plural(undated.count, 'pair has', 'pairs have')} no finish on one side and no finish variance.`,
  )
  return [
    advised(finding, undated, columns, {
      title: 'Date the pairs without a finish',
      description: 'Send a finish of each in both schedules: baseline or planned there, actual or forecast here.',
    }),
  ]
}

function supersededFindings({ statuses: { superseded } }: Comparison): AdvisedFinding[] {
  if (superseded.length === 0) return []
  const finding = words(
    'HISTORY_SUPERSEDED',
    'low',
    'Snapshots of the same date',
    `${plural(superseded.length, 'snapshot was', 'snapshots were')} replaced by a later one of the same date.`,
  )
  return [without(finding, superseded.length, { positions: superseded })]
}

export function driftFindings({ removed }: DriftBlock, baseline: ComputedStatus): AdvisedFinding[] {
  const count = removed.successor.length
  if (count === 0) return []
  const successors = Uint32Array.from(new Set(removed.successor)).sort()
  const text = `${plural(count, 'driving link')} of the longest path of the baseline ${count === 1 ? 'is' : 'are'} gone.`
  const finding = words('CRITICAL_LOGIC_REMOVED', 'critical', 'Critical logic removed', text)
  const advice = {
    title: 'Restore the critical logic',
    description: 'Put back the driving link into each, or name the approved change that replaced it.',
  }
  return [advised(finding, hitsOf(successors, count), baseline.columns, advice)]
}

export function oosFindings(
  { tasks, retained, override }: OosImpact,
  current: ComputedStatus,
  basis: DayBasis,
): AdvisedFinding[] {
  if (tasks.length === 0) return []
  const moved = laterOrEarlier(override - retained, basis)
  const waits = summariesAreLinked(current.columns)
    ? 'what is left of started work waits for the finish of its predecessors, not for their start, as Microsoft Project has it'
    : `what is left behind ${tasks.length === 1 ? 'it' : 'them'} waits (retained logic)`
  const text = `${plural(tasks.length, 'started or finished task has', 'started or finished tasks have')} unfinished predecessors, and ${waits}. Under progress override the project would finish ${moved}.`
  const finding = words('OUT_OF_SEQUENCE', 'medium', 'Progress out of sequence', text)
  const advice = {
    title: 'Settle the progress out of sequence',
    description:
      'Report the predecessors that are done; where the work did not wait for them, replace the link by the one it kept.',
  }
  return [advised(finding, hitsOf(Uint32Array.from(tasks)), current.columns, advice)]
}

export function trendFindings({ trend, slope, isAccelerating, acceleration }: VarianceTrend): AdvisedFinding[] {
  const findings: AdvisedFinding[] = []
  if (trend === 'deteriorating') {
    const text = `The mean finish variance grows by ${inDays(slope!, 'calendar')} per period.`
    findings.push(without(words('VARIANCE_DETERIORATES', 'medium', 'Variance deteriorates', text), 1))
  }
  if (isAccelerating) {
    const text = `The growth of the mean finish variance rose by ${inDays(acceleration!, 'calendar')} in the last period.`
    findings.push(without(words('VARIANCE_ACCELERATES', 'medium', 'Variance accelerates', text), 1))
  }
  return findings
}

export function stabilityFindings({ stability, variationPct }: ForecastStability): AdvisedFinding[] {
  if (stability !== 'unstable') return []
  const text = `The estimates at completion of the window vary by ${figure(variationPct!)} %.`
  return [without(words('FORECAST_UNSTABLE', 'medium', 'Unstable forecast', text), 1)]
}
