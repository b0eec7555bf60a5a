/**
 * One window between two schedules: how far the finish moved, what progress and what revisions did to it, and whose the
 * delay is. method windows (MIP 3.3) explains the whole movement along the later schedule's path; half_step (MIP 3.4) the
 * progress along that of the half-step, and splits the revisions.
 */

import type { ScheduleColumns } from '../../../../shared/schedule/columns.ts'
import { earlyDates } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { kindOf } from '../../kind/participation.ts'
import { type Attribution, attribute } from './attribution.ts'
import { type Concurrency, concurrentDelays } from './concurrency.ts'
import { halfStep } from './half-step.ts'
import { type OffPath, slipsBesidePath } from './off-path.ts'
import type { Pairing } from './pairing.ts'
import { bookingsByClass, type RevisionBooking } from './revision-bookings.ts'
import { type RevisionOrder, type RevisionSplit, splitRevisions } from './revision-split.ts'
import { movement, type Status } from './status.ts'

export interface DelayRules {
  readonly method: 'half_step' | 'windows'
  /** Entry c = side of delay category c. */
  readonly sides: Uint8Array
  readonly nearCriticalDays: number
  readonly order: RevisionOrder
  readonly checkpoint: () => void
}

export interface Window {
  readonly earlier: Status
  readonly later: Status
  readonly delayDays: number
  /** C(H) and the revisions; undefined with method windows. */
  readonly half:
    | { readonly finish: number; readonly revisions: RevisionSplit; readonly bookings: readonly RevisionBooking[] }
    | undefined
  /** Of the progress delay, with method windows of the whole delay; its arrays belong to `columns`. */
  readonly attribution: Attribution
  readonly columns: ScheduleColumns
  /** Code of the delay category, and side, of every task of `columns`. */
  readonly category: Uint8Array
  readonly side: Uint8Array
  /** Side by code of the delay category. */
  readonly sides: Uint8Array
  readonly concurrent: Concurrency
  readonly offPath: OffPath
}

export function windowBetween(earlier: Status, later: Status, pairing: Pairing, rules: DelayRules): Window {
  const half = rules.method === 'half_step' ? halfStep(earlier, later, pairing) : undefined
  const explained = half === undefined ? later : earlier
  const { columns, followed } = explained
  const input: CpmInput = half ?? later.prepared.input
  const { taskType, durationDays } = columns
  const kind = taskType.map((code, i) => kindOf(code, durationDays[i]))
  const toEarlier = half === undefined ? pairing.toEarlier : undefined
  const early = earlyDates(columns.taskCount)
  const attribution = attribute(earlier, { input, early, followed, kind, toEarlier })
  const revisions =
    half === undefined
      ? undefined
      : splitRevisions(earlier, later, pairing, half, attribution.finish, { ...rules, movement })
  const category = half === undefined ? later.columns.delayCategory : categoriesOf(earlier, later, pairing)
  const side = category.map(code => rules.sides[code])
  return {
    earlier,
    later,
    delayDays: later.finish - earlier.finish,
    half:
      revisions === undefined
        ? undefined
        : {
            finish: attribution.finish,
            revisions,
            bookings: revisions.bookings ?? bookingsByClass(revisions),
          },
    attribution,
    columns,
    category,
    side,
    sides: rules.sides,
    concurrent: concurrentDelays(input, attribution, side, followed, rules.nearCriticalDays),
    offPath: slipsBesidePath(attribution, side),
  }
}

/** As the later schedule says; of tasks it has no more, as the earlier one did. */
function categoriesOf(earlier: Status, later: Status, { toLater }: Pairing): Uint8Array {
  const { delayCategory } = earlier.columns
  return delayCategory.map((code, i) => (toLater[i] === NO_MATCH ? code : later.columns.delayCategory[toLater[i]]))
}
