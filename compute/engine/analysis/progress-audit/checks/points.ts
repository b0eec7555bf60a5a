/**
 * From anomalies to points and scores (/docs/methods/progress-audit). Per task only its worst anomaly counts, so a fault that
 * trips several codes costs once. Points are kept in tenths: sums of integers do not depend on the order of the tasks.
 * schedule-risk-index takes its progress_integrity from the same points.
 */

import type { CheckResult } from '../../../check/check.ts'
import { runCheck } from '../../../check/check.ts'
import type { Weighted } from '../../../check/coverage.ts'
import { GATE_ROWS } from '../../../check/gate-rows.ts'
import { SCORE_MAX } from '../../../check/verdict.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import type { AuditCategory, AuditContext, AuditRow, AuditSeverity } from './context.ts'
import { AUDIT_ROWS } from './rows.ts'

/** Points of a task whose worst anomaly is of that severity, worst first. */
export const SEVERITY_POINTS: Readonly<Record<AuditSeverity, number>> = {
  critical: 1,
  high: 0.6,
  medium: 0.3,
  low: 0.1,
}
export const AUDIT_SEVERITIES = Object.keys(SEVERITY_POINTS) as readonly AuditSeverity[]
/** score = 100 - factor * points / population: half of the tasks at their worst leave nothing. */
export const POINTS_FACTOR = 200
/** No score above this while any anomaly is critical. */
export const CRITICAL_SCORE_MAX = GATE_ROWS.criticalAnomaly.scoreMax
const TENTHS = 10

type AuditResult = CheckResult<AuditRow>

export interface Audit {
  readonly context: AuditContext
  readonly results: readonly AuditResult[]
  /** Bit r of entry i: task i breaks AUDIT_ROWS[r]. Length taskCount. */
  readonly flags: Uint32Array
}

/** What the coverage of the audit is made of: its codes weigh the same. */
export const auditChecks = ({ results }: Pick<Audit, 'results'>): readonly Weighted[] =>
  results.map(({ status }) => ({ status, weight: 1 }))

/** Codes of a kind as bits of Audit.flags. */
const maskWhere = (test: (row: AuditRow) => boolean): number =>
  AUDIT_ROWS.reduce((mask, row, r) => (test(row) ? mask | (1 << r) : mask), 0)

export const ALL_CODES = maskWhere(() => true)
export const codesOf = (category: AuditCategory): number => maskWhere(row => row.category === category)
const BY_SEVERITY = AUDIT_SEVERITIES.map(severity => ({
  severity,
  mask: maskWhere(row => row.severity === severity),
  tenths: Math.round(SEVERITY_POINTS[severity] * TENTHS),
}))

export function auditProgress(context: AuditContext): Audit {
  const results = AUDIT_ROWS.map(row => runCheck<AuditContext, AuditRow>(row, context))
  const flags = zeros(Uint32Array, context.columns.taskCount)
  results.forEach(({ outcome }, r) => {
    const hits = outcome?.hits.all ?? new Uint32Array()
    for (let n = 0; n < hits.length; n++) flags[hits[n]] |= 1 << r
  })
  return { context, results, flags }
}

/** Tenths of a point that the worst of these anomalies costs. */
export function tenthsOf(flags: number): number {
  for (let n = 0; n < BY_SEVERITY.length; n++) if ((flags & BY_SEVERITY[n].mask) !== 0) return BY_SEVERITY[n].tenths
  return 0
}

/** The code, as an index of AUDIT_ROWS, that a task's points are put down to: the first of its worst ones; -1 without any. */
export function worstCode(flags: number): number {
  for (let n = 0; n < BY_SEVERITY.length; n++) {
    const worst = flags & BY_SEVERITY[n].mask
    // the lowest bit that is set
    if (worst !== 0) return 31 - Math.clz32(worst & -worst)
  }
  return -1
}

export const isCritical = (flags: number): boolean => (flags & BY_SEVERITY[0].mask) !== 0
export const severityOf = (flags: number): number => BY_SEVERITY.findIndex(({ mask }) => (flags & mask) !== 0)

export interface Tally {
  /** Tasks with an anomaly, level of effort included. */
  readonly tasks: number
  readonly tenths: number
  /** One of the anomalies is critical. */
  readonly critical: boolean
}

/** Anomalies of these codes alone. */
export function tally({ flags }: Audit, codes: number = ALL_CODES): Tally {
  let tasks = 0
  let tenths = 0
  let critical = false
  for (let i = 0; i < flags.length; i++) {
    const own = flags[i] & codes
    if (own === 0) continue
    tasks++
    tenths += tenthsOf(own)
    critical ||= isCritical(own)
  }
  return { tasks, tenths, critical }
}

export const pointsOf = (tenths: number): number => tenths / TENTHS

/** Points of score that so many tenths cost; no floor, no cap. */
export const lossOf = (tenths: number, population: number): number => (POINTS_FACTOR * tenths) / TENTHS / population

/** Unrounded, before the cap; null over nothing. */
export const scoreOf = (tenths: number, population: number): number | null =>
  population === 0 ? null : Math.max(0, SCORE_MAX - lossOf(tenths, population))
