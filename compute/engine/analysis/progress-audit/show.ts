/** The blocks of the answer, its breakdown by group and its summary. */

import type { CodedColumn, TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { type ReportedFinish, reportedFinishSentence, showReportedFinish } from '../../check/beyond-dates.ts'
import { showCheck } from '../../check/check.ts'
import { coverageText } from '../../check/coverage.ts'
import { allHitsWhere } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import type { statusCounts } from '../../check/scored-result.ts'
import { GRADE_LOWEST, GRADES, gradeOf, type Verdict, verdictSummary } from '../../check/verdict.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { showPopulation } from '../../population/populations.ts'
import { dateOrNull } from '../../result/options.ts'
import { Table } from '../../result/result.ts'
import { plural, RATIO_DECIMALS, roundHalfAway, roundScore, SCORE_DECIMALS } from '../../wording/numbers.ts'
import { ofAll } from '../../wording/shares.ts'
import { CATEGORY_LABELS, type categoriesOf } from './checks/categories.ts'
import {
  AUDIT_SEVERITIES,
  type Audit,
  CRITICAL_SCORE_MAX,
  isCritical,
  POINTS_FACTOR,
  pointsOf,
  SEVERITY_POINTS,
  scoreOf,
  severityOf,
  type tally,
  tenthsOf,
} from './checks/points.ts'

const ID = 'health.progress-audit'

/** All that was found. */
export interface AuditParts {
  readonly requested: {
    readonly statusDay: number
    readonly examplesMax: number
    readonly excludeMilestones: boolean
    readonly withEarnedValue: boolean
    readonly withDetails: boolean
  }
  readonly audit: Audit
  readonly all: ReturnType<typeof tally>
  readonly counts: ReturnType<typeof statusCounts>
  readonly finish: ReportedFinish | undefined
  readonly verdict: Verdict
  readonly categories: ReturnType<typeof categoriesOf>
}

/** Audited tasks with an anomaly. */
const affectedCount = ({ context: { columns, population }, flags }: Audit): number =>
  allHitsWhere(columns.taskCount, i => flags[i] !== 0 && population.marks[i] === 1).count

const anomaliesOf = ({ categories }: AuditParts): number =>
  categories.reduce((sum, category) => sum + category.anomalies, 0)

export function showAudit(parts: AuditParts) {
  const { requested, audit, all, counts, finish, verdict, categories } = parts
  const { context, results } = audit
  const { columns, population } = context
  const members = affectedCount(audit)
  return {
    population: showPopulation(population),
    ...verdict.coverage,
    score_before_gates: verdict.scoreBeforeGates,
    ...showReportedFinish(context.tasks, finish),
    milestones_excluded: context.pointsExcluded,
    level_of_effort_tested: context.efforts.count,
    affected_tasks: members,
    affected_percent: population.count === 0 ? null : roundScore((100 * members) / population.count),
    affected_level_of_effort: all.tasks - members,
    anomalies: anomaliesOf(parts),
    points: roundHalfAway(pointsOf(all.tenths), RATIO_DECIMALS),
    scoring: {
      severity_points: { ...SEVERITY_POINTS },
      points_factor: POINTS_FACTOR,
      critical_score_max: CRITICAL_SCORE_MAX,
    },
    severities: severitiesOf(audit),
    ...counts,
    checks: results.map(result => ({
      ...showCheck(ID, result, columns.id, requested.withDetails),
      category: result.row.category,
    })),
    categories,
    organizations: organizationTable(audit),
    status_date: dateOrNull(requested.statusDay),
    exclude_milestones: requested.excludeMilestones,
    include_ev_validation: requested.withEarnedValue,
    max_examples: requested.examplesMax,
  }
}

/** Anomalies of each severity, and the tasks of which it is the worst. */
function severitiesOf({ results, flags }: Audit) {
  const worst = AUDIT_SEVERITIES.map(() => 0)
  for (let i = 0; i < flags.length; i++) if (flags[i] !== 0) worst[severityOf(flags[i])]++
  return Object.fromEntries(
    AUDIT_SEVERITIES.map((severity, n) => {
      const own = results.filter(({ row }) => row.severity === severity)
      const anomalies = own.reduce((sum, { outcome }) => sum + (outcome?.numerator ?? 0), 0)
      return [severity, { anomalies, tasks: worst[n] }]
    }),
  )
}

export const breakdownOf = ({ categories }: AuditParts) =>
  Object.fromEntries(
    categories.map(({ category, score }) => [category, { score, weight: 1, label: CATEGORY_LABELS[category] }]),
  )

/** A grade that is held down by a late job must not read as doubt about what was reported. */
function lateSentence({ held, scoreBeforeGates }: Verdict): string {
  const { code, scoreMax } = GATE_ROWS.beyondDates
  const isHeld = scoreBeforeGates !== null && scoreBeforeGates > scoreMax && held.some(gate => gate.code === code)
  return isHeld
    ? `The cap is for a late job, not for what was reported: the reported progress by itself scores ${scoreBeforeGates}, grade ${gradeOf(scoreBeforeGates)}.`
    : ''
}

export function summaryOf(parts: AuditParts): string {
  const { audit, finish, verdict } = parts
  const { score, grade } = verdict
  const { count } = audit.context.population
  const nothing = count === 0 ? 'no task could be audited.' : 'nothing could be scored.'
  return verdictSummary(
    score === null
      ? `Progress audit: ${verdict.noScoreNote ?? nothing}`
      : `Progress audit: ${plural(anomaliesOf(parts), 'anomaly', 'anomalies')} in ${ofAll(affectedCount(audit), count, 'task')}; score ${score}, grade ${grade}${verdict.capNote}.`,
    lateSentence(verdict),
    reportedFinishSentence(finish),
    `${coverageText(audit.results)}.`,
  )
}

/** Name of the group of tasks without an organization. */
const UNASSIGNED = 'unassigned'
const GRADE_LABELS: readonly (string | null)[] = [...GRADES.map(({ grade }) => grade), GRADE_LOWEST, null]

/**
 * Anomalies by organization_code as a table on columns, the highest affected rate first: rates are ranked, not counts, or
 * the largest organization would always lead. Any number of organizations, O(tasks + organizations log organizations).
 */
function organizationTable({ context, flags }: Audit): Table {
  const { columns, population } = context
  const { names, count, groupOf } = groupsOf(columns.organizationCode)
  const integers = () => zeros(Uint32Array, count)
  const tasks = integers()
  const affected = integers()
  const efforts = integers()
  const anomalies = integers()
  const tenths = integers()
  const critical = zeros(Uint8Array, count)
  for (let i = 0; i < columns.taskCount; i++) {
    const group = groupOf(columns.organizationCode.codes[i])
    const isMember = population.marks[i] === 1
    if (isMember) tasks[group]++
    if (flags[i] === 0) continue
    if (isMember) affected[group]++
    else efforts[group]++
    anomalies[group] += bitCount(flags[i])
    tenths[group] += tenthsOf(flags[i])
    if (isCritical(flags[i])) critical[group] = 1
  }
  const rate = Float64Array.from(tasks, (all, group) => (all === 0 ? Number.NaN : (100 * affected[group]) / all))
  const score = Float64Array.from(tasks, (all, group) => {
    const own = scoreOf(tenths[group], all)
    if (own === null) return Number.NaN
    return roundScore(critical[group] === 1 ? Math.min(own, CRITICAL_SCORE_MAX) : own)
  })
  const grade = Uint8Array.from(score, own => GRADE_LABELS.indexOf(Number.isNaN(own) ? null : gradeOf(own)))
  const shown = Uint32Array.from({ length: count }, (_, group) => group).filter(
    group => tasks[group] > 0 || efforts[group] > 0,
  )
  const spelled = new Map(Array.from(shown, group => [group, textAt(names, group)]))
  const worst = (values: Float64Array, group: number, otherwise: number): number =>
    Number.isNaN(values[group]) ? otherwise : values[group]
  shown.sort(
    (a, b) =>
      worst(rate, b, -1) - worst(rate, a, -1) ||
      worst(score, a, 101) - worst(score, b, 101) ||
      (spelled.get(a)! < spelled.get(b)! ? -1 : 1),
  )
  return new Table(
    count,
    {
      organization_code: { kind: 'text', values: names },
      tasks: { kind: 'number', values: tasks },
      affected_tasks: { kind: 'number', values: affected },
      affected_percent: { kind: 'number', values: rate, decimals: SCORE_DECIMALS },
      affected_level_of_effort: { kind: 'number', values: efforts },
      anomalies: { kind: 'number', values: anomalies },
      points: { kind: 'number', values: Float64Array.from(tenths, pointsOf), decimals: RATIO_DECIMALS },
      score: { kind: 'number', values: score, decimals: SCORE_DECIMALS },
      grade: { kind: 'label', values: grade, labels: GRADE_LABELS },
    },
    shown,
  )
}

interface Groups {
  /** Entry 0 = UNASSIGNED, then the codes in the order of the dictionary. */
  readonly names: TextColumn
  readonly count: number
  /** Group of a code of the column. */
  readonly groupOf: (code: number) => number
}

function groupsOf({ values }: CodedColumn): Groups {
  const first = new TextEncoder().encode(UNASSIGNED)
  const bytes = zeros(Uint8Array, first.length + values.bytes.length)
  bytes.set(first)
  bytes.set(values.bytes, first.length)
  const offsets = zeros(Uint32Array, values.offsets.length + 1)
  values.offsets.forEach((offset, at) => {
    offsets[at + 1] = offset + first.length
  })
  const count = values.offsets.length
  // an organization of that very name is the same group
  let namesake = 0
  for (let code = 1; code < count; code++) {
    if (values.offsets[code] - values.offsets[code - 1] !== first.length) continue
    if (textAt(values, code - 1) === UNASSIGNED) namesake = code
  }
  return { names: { bytes, offsets }, count, groupOf: code => (code === namesake ? 0 : code) }
}

function bitCount(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
