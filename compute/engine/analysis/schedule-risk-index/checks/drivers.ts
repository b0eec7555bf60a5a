/** The tasks that make up most of the index: what each adds to it through every sub-metric, with the reasons. */

import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import { sumOf } from '../../../demand/profiles.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { RATIO_DECIMALS, roundHalfAway } from '../../../wording/round.ts'
import type { Measure, SubMetric } from './context.ts'

export const DRIVERS_MAX = 10

/** A sub-metric that was measured, with its share of the weights; risk * share are its points of the index. */
export interface Weighed {
  readonly name: SubMetric
  readonly share: number
  readonly measure: Measure
}

/** Points of the index that one fault of the sub-metric adds. */
const perFault = ({ share, measure }: Weighed): number => {
  const all = sumOf(measure.faults)
  return all === 0 ? 0 : ((measure.risk ?? 0) * share) / all
}

/** Most points first, of equal ones in input order. The points of all tasks sum up to the index before any gate. */
export function driversOf(columns: ScheduleColumns, weighed: readonly Weighed[]) {
  const { taskCount, id, name } = columns
  const points = zeros(Float64Array, taskCount)
  const each = weighed.map(perFault)
  weighed.forEach(({ measure: { faults } }, m) => {
    for (let i = 0; i < taskCount; i++) points[i] += each[m] * faults[i]
  })
  return largest(points).map((i, n) => ({
    rank: n + 1,
    id: textAt(id, i),
    name: textAt(name, i) || null,
    points: roundHalfAway(points[i], RATIO_DECIMALS),
    reasons: weighed.flatMap(({ name: subMetric, measure }, m) =>
      measure.faults[i] === 0
        ? []
        : [
            {
              sub_metric: subMetric,
              points: roundHalfAway(each[m] * measure.faults[i], RATIO_DECIMALS),
              reasons: measure.reasonsOf(i),
            },
          ],
    ),
  }))
}

/** Points this close count as equal: sums of the same shares in another order. */
const TIE = 1e-9

/** The indices of the DRIVERS_MAX largest values above 0. O(n * DRIVERS_MAX). */
function largest(values: Float64Array): number[] {
  const best: number[] = []
  for (let i = 0; i < values.length; i++) {
    if (!(values[i] > TIE)) continue
    let at = best.length
    while (at > 0 && values[i] > values[best[at - 1]] + TIE) at--
    if (at < DRIVERS_MAX) {
      best.splice(at, 0, i)
      if (best.length > DRIVERS_MAX) best.pop()
    }
  }
  return best
}
