/**
 * What the findings of the critical path read, and how they say how many of how many, and which is the worst: of equal ones the first by id, so that no
 * order of the input decides.
 */

import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../../calendar/choice.ts'
import type { FindingRow, RowHit } from '../../check/finding-rows.ts'
import type { CpmResult } from '../../cpm/cpm.ts'
import type { CpmDates } from '../../cpm/dates.ts'
import type { Divergence } from '../../cpm/divergence.ts'
import type { ViolatedLinks } from '../../cpm/float.ts'
import type { EarlyDates } from '../../cpm/forward.ts'
import type { Preparation } from '../../cpm/prepare.ts'
import { compareIds } from '../../ids/id-order.ts'
import type { SuppliedHits } from '../../supplied/supplied-findings.ts'
import { shareText } from '../../wording/shares.ts'
import { taskText } from '../../wording/tasks.ts'
import type { Paths } from './paths.ts'

export interface CpmContext {
  readonly columns: ScheduleColumns
  readonly prepared: Preparation
  readonly result: CpmResult
  readonly days: CpmDates
  readonly drag: Float64Array
  readonly paths: Paths
  readonly choice: CalendarChoice
  /** Day number, DAY_ABSENT = not given. */
  readonly statusDay: number
  /** Tasks on one of the two critical paths only. */
  readonly divergence: Divergence
  /** P under progress override; undefined = the same as under retained logic. */
  readonly overrideFinish: number | undefined
  /** Early dates under progress override, where they were computed. */
  readonly overrideEarly: EarlyDates | undefined
}

/** With what several rows look at, found once. */
export interface FindingContext extends CpmContext {
  readonly violated: ViolatedLinks
  readonly supplied: SuppliedHits
}

export type CpmRow = FindingRow<FindingContext>

const NONE_ALLOWED = { operator: '<=', value: 0 } as const

export const size = (count: number, of: number, noun: string | readonly [string, string]): string =>
  `${shareText(count, of, noun, NONE_ALLOWED)}.`

export const countWhere = (taskCount: number, test: (i: number) => boolean): number => {
  let count = 0
  for (let i = 0; i < taskCount; i++) if (test(i)) count++
  return count
}

/** The task of the least value, -1 where none has one. */
export function least({ columns }: CpmContext, values: Float64Array): number {
  let best = -1
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) continue
    if (best >= 0 && (values[i] > values[best] || (values[i] === values[best] && compareIds(columns.id, i, best) > 0)))
      continue
    best = i
  }
  return best
}

/** The task of the largest figure, -1 where none has one. */
export function largest({ columns }: CpmContext, figure: (i: number) => number): number {
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < columns.taskCount; i++) {
    const own = figure(i)
    if (!(own > Number.NEGATIVE_INFINITY) || own < most) continue
    if (own === most && compareIds(columns.id, i, best) > 0) continue
    best = i
    most = own
  }
  return best
}

const NO_TASKS = new Uint32Array(0)

/** The first by id of those that were hit. */
export function example(
  { columns }: CpmContext,
  { all = NO_TASKS }: RowHit,
  more: (i: number) => string = () => '',
): string {
  let task = -1
  for (let n = 0; n < all.length; n++) if (task < 0 || compareIds(columns.id, all[n], task) < 0) task = all[n]
  return task < 0 ? '' : `Example: ${taskText(columns, task)}${more(task)}.`
}
