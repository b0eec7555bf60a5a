/**
 * POST /api/v1/forensics/change-tracking: what changed between statuses of a schedule, which of it matters, what it did
 * to the finish, and the patterns CT01 to CT12 (/docs/methods/change-tracking). The parts are compute/engine/analysis/change-tracking
 * and compute/engine/analysis/change-tracking/checks; this file reads the request and says what came out.
 */

import { ChangeTrackingData } from '../../../../shared/analysis/change-tracking/data.ts'
import type { ChangeTrackingRequest } from '../../../../shared/analysis/change-tracking/request.ts'
import { LISTED_CATEGORIES, type ListedCategory } from '../../../../shared/analysis/change-tracking/words.ts'
import type { ScheduleColumns } from '../../../../shared/schedule/columns.ts'
import { formatDay } from '../../../../shared/schedule/day.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { type CheckResult, findingOfCheck, showCheck } from '../../check/check.ts'
import { coverageText } from '../../check/coverage.ts'
import { NO_HITS } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import { type Gate, gateOf } from '../../check/gates.ts'
import { findingsIn, type Told, withTold } from '../../check/told.ts'
import { verdictOf } from '../../check/verdict.ts'
import { joinFindings } from '../../compare/input-findings.ts'
import { cycleRefusal } from '../../graph/cycle-refusal.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { kindsWhere } from '../../kind/participation.ts'
import { populationOf } from '../../population/populations.ts'
import { taskFacts } from '../../population/task-facts.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, type OptionsOf, optionsOf } from '../../result/options.ts'
import type { Analyser, Finding } from '../../result/result.ts'
import { plural } from '../../wording/plural.ts'
import { roundHalfAway, roundScore } from '../../wording/round.ts'
import { ofAll } from '../../wording/shares.ts'
import { ChangeLog, dispositionsOf, showCounts, sumCounts } from './change-log.ts'
import { changeTable } from './change-table.ts'
import { CHANGE_TRACKING_ROWS } from './checks/rows.ts'
import { identitiesOf } from './identities.ts'
import { EDITS_TESTED_MAX } from './impact.ts'
import {
  deductionsOf,
  foundIn,
  integrityScore,
  recommendationsOf,
  SEVERITY_POINTS,
  sumPattern,
  withExample,
} from './integrity.ts'
import { IMPACT_METHOD } from './show-impact.ts'
import { type ComparisonMode, pairsOf, type Statuses, statusesOf } from './statuses.ts'
import { type Compared, type StatusFigures, walk } from './walk.ts'

const ID = 'forensics.change-tracking'

const MODE_DEFAULT: ComparisonMode = 'sequential'
const DATE_CHANGE_DAYS_DEFAULT = 5
const PROGRESS_CHANGE_PCT_DEFAULT = 5
const ALL = 'all'
/** Supplied floats of two statuses may follow other rules, so both sides are computed. */
const FLOAT_SOURCE = 'computed'

export const changeTrackingAnalyser: Analyser = (input, { checkpoint }) => {
  const fieldset = fieldsetOf(input, ChangeTrackingData)
  if (!isFieldset(fieldset)) return fieldset
  const statuses = statusesOf(input)
  if ('code' in statuses) return statuses
  const orders = new Map<ScheduleColumns, Uint32Array>()
  for (const columns of input.schedules.values()) {
    const order = topologicalOrder(columns.taskCount, columns.links)
    if (order === undefined) return cycleRefusal(columns)
    orders.set(columns, order)
  }
  checkpoint?.()
  const options = optionsOf<typeof ChangeTrackingRequest>(input)
  const mode = options.comparison_mode ?? MODE_DEFAULT
  const withDetails = options.include_details === true
  const thresholds = {
    dateChangeDays: options.materiality_thresholds?.date_change_days ?? DATE_CHANGE_DAYS_DEFAULT,
    progressChangePct: options.materiality_thresholds?.progress_change_pct ?? PROGRESS_CHANGE_PCT_DEFAULT,
  }
  const { all } = statuses
  const current = all.at(-1)!
  const choice = chooseCalendar(current.columns, input.params.calendar)
  const identities = identitiesOf(all.map(({ columns }) => columns))
  const log = new ChangeLog(categoriesOf(options.change_categories), withDetails)
  const { compared, figures } = walk(all, columns => orders.get(columns)!, log, {
    pairs: pairsOf(mode, all.length),
    identities,
    choice,
    thresholds,
    withEarnedValue: options.include_ev_validation === true,
    withImpact: options.include_impact_analysis !== false,
    withDetails,
    checkpoint,
  })
  const sums = CHANGE_TRACKING_ROWS.map((_, n) => sumPattern(compared, n))
  const counts = sumCounts(log.counts)
  const results = sums.map(({ result }) => withExample(result, identities))
  const ofInput = inputFindingsOf(figures)
  const verdict = verdictOf({
    raw: integrityScore(compared),
    checks: results.map(({ status }) => ({ status, weight: 1 })),
    gates: [...pairGates(compared), ...lostScopeGate(results)],
    findings: [
      ...results.flatMap(result => findingOfCheck(result, identities.ids) ?? []),
      ...supersededFinding(statuses),
      ...findingsIn(ofInput),
    ],
    ids: identities.ids,
  })
  const { score, grade } = verdict
  const data = {
    comparison_mode: mode,
    status_date: formatDay(current.statusDay),
    calendar: showCalendar(choice),
    float_source: FLOAT_SOURCE,
    statuses: all.map((item, k) => ({
      date: formatDay(item.statusDay),
      is_current: item === current,
      task_count: item.columns.taskCount,
      is_compared: figures[k] !== undefined,
      project_duration_days: durationOf(figures[k]),
      project_finish_date: finishOf(figures[k]),
    })),
    comparisons: compared.map((each, n) => ({
      from_date: formatDay(each.fromDay),
      to_date: formatDay(each.toDay),
      matched: each.matched,
      added: each.added,
      deleted: each.deleted,
      changes: dispositionsOf(log.counts[n]),
      logic_drift: showDrift(each),
      integrity_score: integrityScore([each]),
      patterns: foundIn(each).map(({ row }) => row.code),
    })),
    changes_by_category: showCounts(counts),
    changes: changeTable(log, compared, identities.ids),
    changes_matching: log.matching,
    changes_listed: log.pair.length,
    materiality: {
      date_change_days: thresholds.dateChangeDays,
      progress_change_pct: thresholds.progressChangePct,
    },
    checks: sums.map(({ result, points }) => {
      const { code, ...rest } = showCheck(ID, result, identities.ids, withDetails)
      return { code, points_lost: points, ...rest }
    }),
    ...verdict.coverage,
    score_before_gates: verdict.scoreBeforeGates,
    deductions: deductionsOf(compared),
    severity_points: SEVERITY_POINTS,
    excluded_by_type: excludedByType(current.columns),
    impact:
      options.include_impact_analysis === false
        ? undefined
        : {
            method: IMPACT_METHOD,
            edits_tested_max: EDITS_TESTED_MAX,
            comparisons: compared.map(({ impact }) => impact!),
          },
    trends:
      options.include_trends === true
        ? compared.map((each, n) => ({
            from_date: formatDay(each.fromDay),
            to_date: formatDay(each.toDay),
            changes_by_category: showCounts(log.counts[n]),
            project_finish_date: finishOf(figures[each.to]),
            integrity_score: integrityScore([each]),
          }))
        : undefined,
  }
  const total = dispositionsOf(counts)
  const failed = results.filter(({ status }) => status === 'fail').length
  return {
    score,
    grade,
    summary: [
      `${plural(compared.length, 'comparison')}: ${total.material} material, ${total.minor} minor and ${plural(total.expected, 'expected change')}`,
      score === null
        ? (verdict.noScoreNote ?? 'no pattern could be looked for.')
        : `${plural(failed, 'pattern')} found, integrity score ${score}, grade ${grade}${verdict.capNote}. ${coverageText(results, 'pattern')}. Indicators, not verdicts.`,
    ].join('; '),
    findings: verdict.findings,
    recommendations: withTold(recommendationsOf(sums, identities), ofInput, score === null ? null : 0),
    skipped: score === null || sums.some(({ result }) => result.status === 'skipped'),
    data: keepFields(data, fieldset),
    namesOfIds: new Map([[identities.ids, identities.names]]),
  }
}

/** The gate when a comparison had no task of both statuses: what is left of the score would speak for the others alone. */
function pairGates(compared: readonly Compared[]): Gate[] {
  const apart = compared.filter(({ matched }) => matched === 0)
  if (apart.length === 0) return []
  const { fromDay, toDay, before, after } = apart[0]
  const description = `${ofAll(apart.length, compared.length, 'comparison')} ${apart.length === 1 ? 'has' : 'have'} no task of both statuses: of ${plural(before.columns.taskCount, 'task')} on ${formatDay(fromDay)} and ${plural(after.columns.taskCount, 'task')} on ${formatDay(toDay)} none has the id of another.`
  return [gateOf(GATE_ROWS.noPairs, { description, hits: { ...NO_HITS, count: apart.length } })]
}

const LOST_SCOPE = 'CT10' satisfies (typeof CHANGE_TRACKING_ROWS)[number]['code']

function lostScopeGate(results: readonly CheckResult[]): Gate[] {
  const lost = results.find(({ row, status }) => row.code === LOST_SCOPE && status === 'fail')
  if (lost === undefined) return []
  const { outcome } = lost
  const count = outcome!.hits.count
  const description = `${plural(count, 'critical task', 'critical tasks')} cannot be followed from one status to the next (${LOST_SCOPE}).`
  return [gateOf(GATE_ROWS.lostScope, { description, hits: outcome!.hits, earnedBy: [LOST_SCOPE] })]
}

/** Absent, empty or with `all`: every category, scope among them. */
function categoriesOf(
  asked: OptionsOf<typeof ChangeTrackingRequest>['change_categories'] | undefined,
): readonly ListedCategory[] {
  if (asked === undefined || asked === null || asked.length === 0 || asked.includes(ALL)) return LISTED_CATEGORIES
  return LISTED_CATEGORIES.filter(category => (asked as readonly string[]).includes(category))
}

const durationOf = (figures: StatusFigures | undefined): number | null =>
  figures === undefined ? null : roundHalfAway(figures.projectFinish, OFFSET_DECIMALS)
const finishOf = (figures: StatusFigures | undefined): string | null =>
  figures === undefined ? null : dateOrNull(figures.finishDay)

const showDrift = ({ drift: { percent, ...counts } }: Compared) => ({ ...counts, drift_pct: roundScore(percent) })

const ROLLED_UP = kindsWhere((_, type) => type !== 'summary')

const excludedByType = (columns: ScheduleColumns) =>
  populationOf(taskFacts(columns), ROLLED_UP, () => true).excludedByType

/** About the statuses compared. */
const inputFindingsOf = (figures: readonly (StatusFigures | undefined)[]): Told[] =>
  joinFindings(figures.flatMap(each => (each === undefined ? [] : [each.found])))

function supersededFinding({ superseded }: Statuses): Finding[] {
  const count = superseded.length
  if (count === 0) return []
  return [
    {
      code: 'HISTORY_SUPERSEDED',
      severity: 'low',
      title: 'Snapshots of the same date',
      description: `${plural(count, 'snapshot is', 'snapshots are')} left out: a later one in the request has the same date.`,
      task_ids: [],
      count,
      evidence: { positions: superseded },
    },
  ]
}
