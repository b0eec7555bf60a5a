/** The time that a chart covers. */
import type { LoadedFile } from '../loaded.ts'
import { MINUTES_PER_DAY } from '../schedule/moment.ts'

/** Free room at both ends of the project, of its length. */
const MARGIN = 0.03

/** From the first start to the last finish of anything that is drawn, with some room. */
export function spanOf({ schedule }: LoadedFile): { from: number; until: number } {
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const take = (column: Float64Array): void => {
    for (const minutes of column) {
      if (minutes < from) from = minutes
      if (minutes > until) until = minutes
    }
  }
  for (const column of [
    schedule.start,
    schedule.finish,
    schedule.lateFinish,
    schedule.baselineStart,
    schedule.baselineFinish,
  ])
    take(column)
  if (from > until) [from, until] = [0, 30 * MINUTES_PER_DAY]
  const room = Math.max(MINUTES_PER_DAY, (until - from) * MARGIN)
  return { from: from - room, until: until + room }
}
