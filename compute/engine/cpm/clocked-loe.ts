/**
 * Level of effort by the clock: it extends from the earliest start to the latest finish of the tasks that it is linked with, with lags in
 * their calendars, and moves none of them. Its completed part follows from the actual dates of those tasks.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { boundedDays } from '../calendar/bounds.ts'
import { type ClockedInput, calendarOf, momentAt, offsetAt } from '../clock/input.ts'
import type { WorkCalendar } from '../clock/work-calendar.ts'
import { isLoe } from '../kind/participation.ts'
import { fromFinish, toStart } from '../passes/relation.ts'

/** Writes the offsets of every LOE task into earlyStart and earlyFinish, where those of the other tasks stand already. */
export function spanLoeByClock(
  columns: ScheduleColumns,
  input: ClockedInput,
  durationDays: Float64Array,
  earlyStart: Float64Array,
  earlyFinish: Float64Array,
): void {
  const { taskCount, taskType, links } = columns
  if (!taskType.some(isLoe)) return
  const { clock, network } = input
  const { takesPart, relationTypes } = network
  const keepsType = RELATION_TYPES.map(type => relationTypes?.includes(type) ?? true)
  const from = new Float64Array(taskCount).fill(Number.POSITIVE_INFINITY)
  const to = new Float64Array(taskCount).fill(Number.NEGATIVE_INFINITY)
  const dateOf = (offsets: Float64Array, i: number): number => momentAt(clock, offsets[i])
  for (let s = 0; s < taskCount; s++) {
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      const type = links.type[k]
      if (p < 0 || !keepsType[type]) continue
      if (isLoe(taskType[s]) && takesPart[p] === 1) {
        const lag = lagOf(columns, input, k, p, s)
        const offered = lag.of.moved(dateOf(fromFinish(type) ? earlyFinish : earlyStart, p), lag.minutes)
        if (toStart(type)) from[s] = Math.min(from[s], offered)
        else to[s] = Math.max(to[s], offered)
      } else if (isLoe(taskType[p]) && takesPart[s] === 1) {
        const lag = lagOf(columns, input, k, p, s)
        const needed = lag.of.moved(dateOf(toStart(type) ? earlyStart : earlyFinish, s), -lag.minutes)
        if (fromFinish(type)) to[p] = Math.max(to[p], needed)
        else from[p] = Math.min(from[p], needed)
      }
    }
  }
  for (let i = 0; i < taskCount; i++) {
    if (!isLoe(taskType[i])) continue
    const span = settled(input, durationDays[i], from[i], to[i], i)
    earlyStart[i] = offsetAt(clock, span.start)
    earlyFinish[i] = offsetAt(clock, span.finish)
  }
}

function lagOf(
  { links, elapsedLags }: ScheduleColumns,
  { clock }: ClockedInput,
  k: number,
  p: number,
  s: number,
): { minutes: number; of: WorkCalendar } {
  const { calendars, rules } = clock
  const days = boundedDays(links.lagDays[k])
  if (elapsedLags[k] === 1) return { minutes: Math.round(days * MINUTES_PER_DAY), of: calendars[clock.roundTheClock] }
  const minutes = Math.round(days * calendarOf(clock, p).minutesPerDay)
  if (rules.lagCalendar === '24_hour') return { minutes, of: calendars[clock.roundTheClock] }
  if (rules.lagCalendar === 'project') return { minutes, of: calendars[clock.projectCalendar] }
  return { minutes, of: calendarOf(clock, rules.lagCalendar === 'successor' ? s : p) }
}

/** Actual dates win; a side that no link defines comes from the other one and the duration. */
function settled(
  input: ClockedInput,
  durationDays: number,
  from: number,
  to: number,
  i: number,
): { start: number; finish: number } {
  const { clock, reportedStart, reportedFinish, dataDate } = input
  const calendar = calendarOf(clock, i)
  const minutes = Math.round(durationDays * calendar.minutesPerDay)
  const now = momentAt(clock, dataDate)
  let start = Number.isNaN(reportedStart[i]) ? from : momentAt(clock, reportedStart[i])
  let finish = Number.isNaN(reportedFinish[i]) ? to : momentAt(clock, reportedFinish[i])
  if (start === Number.POSITIVE_INFINITY) {
    start = finish === Number.NEGATIVE_INFINITY ? now : calendar.startBefore(finish, minutes)
    if (start < now && finish !== Number.NEGATIVE_INFINITY) start = Math.min(now, finish)
  }
  if (Number.isNaN(reportedStart[i])) start = calendar.nextWork(start)
  if (finish === Number.NEGATIVE_INFINITY) finish = calendar.finishAfter(start, minutes)
  if (Number.isNaN(reportedFinish[i])) finish = calendar.previousWork(finish)
  return { start, finish: Math.max(start, finish) }
}
