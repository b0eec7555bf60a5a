/** Findings of the baseline comparison beside those of its components and of the schedules themselves. */
import { type Named, withHits } from '../../check/advise.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import type { Advice } from '../../check/check.ts'
import { findingsOfRows } from '../../check/finding-rows.ts'
import { allHitsWhere, type FindingWords, findingOf, type Hits, hitsOf, NO_HITS } from '../../check/findings.ts'
import { historyFindings } from '../../check/history-findings.ts'
import { bestOrEarlyFinish, type ComputedStatus } from '../../compare/computed-status.ts'
import { computedFindings, joinFindings } from '../../compare/input-findings.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { compareIds } from '../../ids/id-order.ts'
import { inputFindings } from '../../input/input-findings.ts'
import { summariesAreLinked } from '../../population/summary-links.ts'
import type { ResultValue, Severity } from '../../result/result.ts'
import { type DayBasis, dateText, inDays, laterOrEarlier } from '../../wording/days.ts'
import { figure } from '../../wording/figure.ts'
import { movementText } from '../../wording/finish-movement.ts'
import { taskText } from '../../wording/tasks.ts'
import type { Comparison } from './context.ts'
import { movedByDates } from './finish.ts'
import type { OosImpact } from './oos-impact.ts'
import type { DriftBlock } from './show-logic.ts'
import type { ForecastStability, VarianceTrend } from './trends.ts'
import { boundsOfBand, MAJOR, SEVERE } from './variance.ts'
import { WORDS } from './words.ts'

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
    upTo === undefined ? WORDS.lateText.above(days(above)) : WORDS.lateText.between(days(above), days(upTo))
  let latest = tasks[0]
  for (let i = 0; i < variances.band.length; i++) {
    if (variances.band[i] !== band) continue
    const more = variances.finish[i] - variances.finish[latest]
    if (more > 0 || (more === 0 && compareIds(current.columns.id, i, latest) < 0)) latest = i
  }
  const late = inDays(variances.finish[latest], 'calendar')
  return WORDS.lateText.message(
    count,
    bounds(usual),
    bounds(critical),
    pairs.count,
    taskText(current.columns, latest),
    late,
    dateText(bestOrEarlyFinish(current, latest)),
  )
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
  return text === '' ? [] : findingsOfRows({ end: END_CHANGED }, { end: { count: 1, detail: text } }, columns)
}

/** Why a comparison by dates, such as as-planned-vs-as-built, tells another delay. */
function finishDiffersFindings(comparison: Comparison): AdvisedFinding[] {
  const byDates = movedByDates(comparison)
  const { current, match } = comparison
  if (byDates === undefined || match.pairCount === 0) return []
  const { title, description, adviceTitle, adviceDescription } = WORDS.finishDiffers
  const finding = words('FINISH_DIFFERS', 'low', title, description(movementText(byDates)))
  const advice = { title: adviceTitle, description: adviceDescription }
  return [advised(finding, { ...NO_HITS, count: 1 }, current.columns, advice)]
}

function fuzzyLimitFindings({ current: { columns }, match }: Comparison): AdvisedFinding[] {
  const notCompared = hitsOf(match.notCompared)
  if (notCompared.count === 0) return []
  const finding = words(
    'FUZZY_LIMIT',
    'medium',
    WORDS.fuzzyLimitFindings.findingTitle,
    WORDS.fuzzyLimitFindings.finding(notCompared.count, columns.taskCount),
  )
  return [
    advised(finding, notCompared, columns, {
      title: WORDS.fuzzyLimitFindings.title,
      description: WORDS.fuzzyLimitFindings.description,
    }),
  ]
}

/** Tasks of the two bands of late finishes. */
const LATE_BANDS = [
  {
    band: SEVERE,
    code: 'SEVERE_VARIANCE',
    severity: 'high',
    title: WORDS.severeBand.title,
    advice: {
      title: WORDS.severeBand.adviceTitle,
      description: WORDS.severeBand.adviceDescription,
    },
  },
  {
    band: MAJOR,
    code: 'MAJOR_VARIANCE',
    severity: 'medium',
    title: WORDS.majorBand.title,
    advice: {
      title: WORDS.majorBand.adviceTitle,
      description: WORDS.majorBand.adviceDescription,
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

function deletedDueFindings({ executions: { deletedDue }, baseline }: Comparison): AdvisedFinding[] {
  if (deletedDue.length === 0) return []
  const finding = words(
    'DELETED_DUE',
    'medium',
    WORDS.deletedDueFindings.findingTitle,
    WORDS.deletedDueFindings.finding(deletedDue.length, deletedDue.length === 1),
  )
  return [
    advised(finding, hitsOf(deletedDue), baseline.columns, {
      title: WORDS.deletedDueFindings.title,
      description: WORDS.deletedDueFindings.description,
    }),
  ]
}

function undatedFindings({ current: { columns }, pairs, variances }: Comparison): AdvisedFinding[] {
  const undated = allHitsWhere(columns.taskCount, i => pairs.marks[i] === 1 && Number.isNaN(variances.finish[i]))
  if (undated.count === 0) return []
  const finding = words(
    'UNDATED_PAIRS',
    'low',
    WORDS.undatedFindings.findingTitle,
    WORDS.undatedFindings.finding(undated.count),
  )
  return [
    advised(finding, undated, columns, {
      title: WORDS.undatedFindings.title,
      description: WORDS.undatedFindings.description,
    }),
  ]
}

function supersededFindings({ statuses: { superseded } }: Comparison): AdvisedFinding[] {
  if (superseded.length === 0) return []
  const finding = words(
    'HISTORY_SUPERSEDED',
    'low',
    WORDS.supersededFindings.findingTitle,
    WORDS.supersededFindings.finding(superseded.length),
  )
  return [without(finding, superseded.length, { positions: superseded })]
}

export function driftFindings({ removed }: DriftBlock, baseline: ComputedStatus): AdvisedFinding[] {
  const count = removed.successor.length
  if (count === 0) return []
  const successors = Uint32Array.from(new Set(removed.successor)).sort()
  const text = WORDS.driftFindings.text(count, count === 1)
  const finding = words('CRITICAL_LOGIC_REMOVED', 'critical', WORDS.driftFindings.findingTitle, text)
  const advice = {
    title: WORDS.driftFindings.adviceTitle,
    description: WORDS.driftFindings.adviceDescription,
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
  const { waitsInProject, waitsRetained } = WORDS.oosFindings
  const waits = summariesAreLinked(current.columns) ? waitsInProject : waitsRetained(tasks.length === 1)
  const text = WORDS.oosFindings.text(tasks.length, waits, moved)
  const finding = words('OUT_OF_SEQUENCE', 'medium', WORDS.oosFindings.findingTitle, text)
  const advice = {
    title: WORDS.oosFindings.adviceTitle,
    description: WORDS.oosFindings.adviceDescription,
  }
  return [advised(finding, hitsOf(Uint32Array.from(tasks)), current.columns, advice)]
}

export function trendFindings({ trend, slope, isAccelerating, acceleration }: VarianceTrend): AdvisedFinding[] {
  const findings: AdvisedFinding[] = []
  if (trend === 'deteriorating') {
    const text = WORDS.trendFindings.growth(inDays(slope!, 'calendar'))
    findings.push(without(words('VARIANCE_DETERIORATES', 'medium', 'Variance deteriorates', text), 1))
  }
  if (isAccelerating) {
    const text = WORDS.trendFindings.acceleration(inDays(acceleration!, 'calendar'))
    findings.push(without(words('VARIANCE_ACCELERATES', 'medium', 'Variance accelerates', text), 1))
  }
  return findings
}

export function stabilityFindings({ stability, variationPct }: ForecastStability): AdvisedFinding[] {
  if (stability !== 'unstable') return []
  const text = WORDS.stabilityFindings.text(figure(variationPct!))
  return [without(words('FORECAST_UNSTABLE', 'medium', 'Unstable forecast', text), 1)]
}
