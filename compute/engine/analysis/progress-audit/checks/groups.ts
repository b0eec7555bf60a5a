/**
 * Anomalies by organization_code as a table on columns, the highest affected rate first: rates are ranked, not counts, or
 * the largest organization would always lead. Any number of organizations, O(tasks + organizations log organizations).
 */

import type { CodedColumn, TextColumn } from '../../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { GRADE_LOWEST, GRADES, gradeOf } from '../../../check/grade.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { Table } from '../../../result/result.ts'
import { RATIO_DECIMALS, roundScore, SCORE_DECIMALS } from '../../../wording/round.ts'
import { type Audit, CRITICAL_SCORE_MAX, isCritical, pointsOf, scoreOf, tenthsOf } from './points.ts'

/** Name of the group of tasks without an organization. */
const UNASSIGNED = 'unassigned'
const GRADE_LABELS: readonly (string | null)[] = [...GRADES.map(({ grade }) => grade), GRADE_LOWEST, null]

export function organizationTable({ context, flags }: Audit): Table {
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
