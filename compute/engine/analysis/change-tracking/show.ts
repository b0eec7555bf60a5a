/** The blocks of the answer, and its summary. */

import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { type CalendarChoice, showCalendar } from '../../calendar/choice.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { type CheckResult, showCheck } from '../../check/check.ts'
import { coverageText } from '../../check/coverage.ts'
import type { Verdict } from '../../check/verdict.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { requiredFinishText } from '../../compare/setting-words.ts'
import { kindsWhere } from '../../kind/participation.ts'
import { populationOf } from '../../population/populations.ts'
import { taskStates } from '../../population/task-states.ts'
import { dateOrNull } from '../../result/options.ts'
import type { Plain } from '../../summary/plain.ts'
import { numberAt, wordAt } from '../../summary/read-plain.ts'
import { laterOrEarlier, offsetBasis, signedDays, spanText } from '../../wording/days.ts'
import { plural, roundHalfAway, roundScore } from '../../wording/numbers.ts'
import { type ChangeLog, dispositionsOf, showCounts, sumCounts } from './change-log.ts'
import { changeTable } from './change-table.ts'
import { EDITS_TESTED_MAX } from './edits.ts'
import type { Identities } from './identities.ts'
import { deductionsOf, foundIn, integrityScore, type PatternSum, SEVERITY_POINTS } from './integrity.ts'
import { IMPACT_METHOD } from './show-impact.ts'
import type { Requested } from './statuses.ts'
import type { Compared, StatusFigures, Walked } from './walk.ts'

const ID = 'forensics.change-tracking'

/** Supplied floats of two statuses may follow other rules, so both sides are computed. */
const FLOAT_SOURCE = 'computed'

/** All that was found. */
export interface Tracking extends Walked {
  readonly requested: Requested
  /** The statuses, the current schedule last. */
  readonly all: readonly SeriesItem[]
  readonly choice: CalendarChoice
  readonly identities: Identities
  readonly log: ChangeLog
  readonly sums: readonly PatternSum[]
  readonly results: readonly CheckResult[]
  readonly verdict: Verdict
}

export function showTracking(tracking: Tracking) {
  const { requested, all, choice, identities, log, compared, sums, verdict } = tracking
  const current = all.at(-1)!
  return {
    comparison_mode: requested.mode,
    status_date: formatDay(current.statusDay),
    calendar: showCalendar(choice),
    float_source: FLOAT_SOURCE,
    statuses: showStatuses(tracking),
    comparisons: showComparisons(tracking),
    changes_by_category: showCounts(sumCounts(log.counts)),
    changes: changeTable(log, compared, identities.ids),
    setting_changes: compared.flatMap(({ settingChanges }) => [...settingChanges]),
    changes_matching: log.matching,
    changes_listed: log.pair.length,
    materiality: {
      date_change_days: requested.thresholds.dateChangeDays,
      progress_change_pct: requested.thresholds.progressChangePct,
    },
    checks: sums.map(({ result, points }) => {
      const { code, ...rest } = showCheck(ID, result, identities.ids, requested.withDetails)
      return { code, points_lost: points, ...rest }
    }),
    ...verdict.coverage,
    score_before_gates: verdict.scoreBeforeGates,
    deductions: deductionsOf(compared),
    severity_points: SEVERITY_POINTS,
    excluded_by_type: excludedByType(current.columns),
    impact: requested.withImpact ? showImpacts(compared) : undefined,
    trends: requested.withTrends ? showTrends(tracking) : undefined,
  }
}

const showStatuses = ({ all, figures }: Tracking) =>
  all.map((item, k) => ({
    date: formatDay(item.statusDay),
    is_current: item === all.at(-1),
    task_count: item.columns.taskCount,
    is_compared: figures[k] !== undefined,
    project_duration_days: durationOf(figures[k]),
    project_finish_date: finishOf(figures[k]),
  }))

const showComparisons = ({ compared, log }: Tracking) =>
  compared.map((each, n) => ({
    from_date: formatDay(each.fromDay),
    to_date: formatDay(each.toDay),
    from_status: each.from,
    to_status: each.to,
    matched: each.matched,
    added: each.added,
    deleted: each.deleted,
    followed_finish: each.followed.shown,
    changes: dispositionsOf(log.counts[n]),
    logic_drift: showDrift(each),
    integrity_score: integrityScore([each]),
    patterns: foundIn(each).map(({ row }) => row.code),
  }))

const showImpacts = (compared: readonly Compared[]) => ({
  method: IMPACT_METHOD,
  edits_tested_max: EDITS_TESTED_MAX,
  comparisons: compared.map(({ impact }) => impact!),
})

const showTrends = ({ compared, log, figures }: Tracking) =>
  compared.map((each, n) => ({
    from_date: formatDay(each.fromDay),
    to_date: formatDay(each.toDay),
    changes_by_category: showCounts(log.counts[n]),
    project_finish_date: finishOf(figures[each.to]),
    integrity_score: integrityScore([each]),
  }))

const durationOf = (figures: StatusFigures | undefined): number | null =>
  figures === undefined ? null : roundHalfAway(figures.projectFinish, OFFSET_DECIMALS)
const finishOf = (figures: StatusFigures | undefined): string | null =>
  figures === undefined ? null : dateOrNull(figures.finishDay)

const showDrift = ({ drift: { percent, ...counts } }: Compared) => ({ ...counts, drift_pct: roundScore(percent) })

const ROLLED_UP = kindsWhere((_, type) => type !== 'summary')

const excludedByType = (columns: ScheduleColumns) =>
  populationOf(taskStates(columns), ROLLED_UP, () => true).excludedByType

const finishText = (movedCount: number, comparedCount: number, moved: string, span: string, parts: string) =>
  comparedCount === 1
    ? `The finish moved ${moved}, ${span}${parts}.`
    : `The finish moved in ${movedCount} of ${plural(comparedCount, 'comparison')}, furthest ${moved}, ${span}${parts}.`

/** What the finish did in the comparison where it moved furthest, and how much of it the edits did; '' = it moved in none. */
function finishSentence({ compared, choice }: Tracking): string {
  const basis = offsetBasis(choice.mode)
  const size = ({ impact }: Compared): number => Math.abs(numberAt(impact as Plain, 'finish_shift_days') ?? 0)
  const moved = compared.filter(each => size(each) > EPSILON_DAYS)
  const furthest = moved.toSorted((a, b) => size(b) - size(a))[0]
  if (furthest === undefined) return ''
  const impact = furthest.impact as Plain
  const [together, rest] = [numberAt(impact, 'changes_together_days'), numberAt(impact, 'rest_days')]
  return finishText(
    moved.length,
    compared.length,
    laterOrEarlier(numberAt(impact, 'finish_shift_days')!, basis),
    spanText(wordAt(impact, 'finish_before'), wordAt(impact, 'finish_after')),
    together === undefined || rest === undefined
      ? ''
      : `: ${signedDays(together, basis)} by the edits together, ${signedDays(rest, basis)} by progress and the rest`,
  )
}

export function summaryOf(tracking: Tracking): string {
  const { compared, log, results, verdict } = tracking
  const { score, grade } = verdict
  const total = dispositionsOf(sumCounts(log.counts))
  const failed = results.filter(({ status }) => status === 'fail').length
  const counts = [
    `${plural(compared.length, 'comparison')}: ${total.material} material, ${total.minor} minor and ${plural(total.expected, 'expected change')}`,
    score === null
      ? (verdict.noScoreNote ?? 'no pattern could be looked for.')
      : `${plural(failed, 'pattern')} found, integrity score ${score}, grade ${grade}${verdict.capNote}. ${coverageText(results, 'pattern')}. Indicators, not verdicts.`,
  ].join('; ')
  const required = requiredFinishText(compared.flatMap(({ settingChanges }) => settingChanges as readonly object[]))
  return [required, finishSentence(tracking), counts].filter(text => text !== '').join(' ')
}
