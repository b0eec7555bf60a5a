/** Which activities a bar or a point of a plot counts, so that it opens them as a filter of their table. */

import { MINUTES_PER_DAY, minutesOf } from './moment.ts'
import { floatBandOf, isCounted } from './plot-data.ts'
import { DONE, type Schedule } from './schedule.ts'

function idsWhere({ ids, taskCount }: Schedule, test: (task: number) => boolean): string[] {
  const found: string[] = []
  for (let task = 0; task < taskCount; task++) if (test(task)) found.push(ids[task]!)
  return found
}

export const idsOfBand = (schedule: Schedule, band: number): string[] =>
  idsWhere(
    schedule,
    task =>
      isCounted(schedule, task) &&
      !Number.isNaN(schedule.totalFloatDays[task]!) &&
      floatBandOf(schedule.totalFloatDays[task]!) === band,
  )

/** Starts or finishes from one month to another: those that happened, or those that are forecast. months: first and the one behind the last, as YYYY-MM. */
export function idsOfMonths(
  schedule: Schedule,
  what: 'starts' | 'finishes',
  kind: 'actual' | 'forecast',
  [from, until]: readonly [string, string],
): string[] {
  const [begin, end] = [minutesOf(`${from}-01`), until === '' ? Number.POSITIVE_INFINITY : minutesOf(`${until}-01`)]
  const { actuals, start, finishDate, state } = schedule
  const least = what === 'starts' ? 1 : DONE
  const date = what === 'starts' ? start : finishDate
  return idsWhere(schedule, task => {
    if (!isCounted(schedule, task) || !(date[task]! >= begin && date[task]! < end)) return false
    const happened = actuals[task]! >= least
    const isOpen = what === 'starts' ? state[task] === 0 : state[task] !== DONE
    return kind === 'actual' ? happened : isOpen
  })
}

/** In work on a day, or in some days from it on. */
export function idsInWork(
  schedule: Schedule,
  day: string,
  dayCount = 1,
  test: (task: number) => boolean = () => true,
): string[] {
  const begin = minutesOf(day)
  const end = begin + dayCount * MINUTES_PER_DAY
  const { start, finish } = schedule
  return idsWhere(
    schedule,
    task => isCounted(schedule, task) && start[task]! < end && finish[task]! > begin && test(task),
  )
}
