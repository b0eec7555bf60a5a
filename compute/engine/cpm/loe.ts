/**
 * The pass of the level-of-effort tasks: each extends between the dates of the tasks it is linked with and moves none of them
 * (/docs/methods/cpm#level-of-effort). Links among LOE tasks, and with summaries, have no effect.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { boundedDays } from '../calendar/bounds.ts'
import { snap } from '../calendar/snap.ts'
import { isByClock } from '../clock/input.ts'
import { isLoe } from '../kind/participation.ts'
import { fromFinish, toStart } from '../passes/relation.ts'
import { spanLoeByClock } from './clocked-loe.ts'
import type { CpmInput } from './input.ts'

/** Writes the dates of every LOE task into earlyStart and earlyFinish, where those of the other tasks stand already. */
export function spanLoe(
  columns: ScheduleColumns,
  input: CpmInput,
  durationDays: Float64Array,
  earlyStart: Float64Array,
  earlyFinish: Float64Array,
): void {
  if (!hasColumn(columns, 'taskType')) return
  if (isByClock(input)) {
    spanLoeByClock(columns, input, durationDays, earlyStart, earlyFinish)
    return
  }
  const { taskCount, taskType, links } = columns
  const { takesPart, relationTypes, outside } = input.network
  const keepsType = RELATION_TYPES.map(type => relationTypes?.includes(type) ?? true)
  let loeCount = 0
  for (let i = 0; i < taskCount; i++) {
    if (!isLoe(taskType[i])) continue
    loeCount++
    earlyStart[i] = Number.POSITIVE_INFINITY
    earlyFinish[i] = Number.NEGATIVE_INFINITY
  }
  if (loeCount === 0) return
  const startsAt = (i: number, offset: number): void => {
    if (offset < earlyStart[i]) earlyStart[i] = offset
  }
  const endsAt = (i: number, offset: number): void => {
    if (offset > earlyFinish[i]) earlyFinish[i] = offset
  }
  for (let n = 0; n < outside.links.length; n++) {
    const k = outside.links[n]
    const s = outside.successors[n]
    const p = links.task[k]
    const type = links.type[k]
    if (!keepsType[type]) continue
    const lag = boundedDays(links.lagDays[k])
    if (isLoe(taskType[s]) && takesPart[p] === 1) {
      const offered = (fromFinish(type) ? earlyFinish : earlyStart)[p] + lag
      if (toStart(type)) startsAt(s, offered)
      else endsAt(s, offered)
    } else if (isLoe(taskType[p]) && takesPart[s] === 1) {
      const needed = (toStart(type) ? earlyStart : earlyFinish)[s] - lag
      if (fromFinish(type)) endsAt(p, needed)
      else startsAt(p, needed)
    }
  }
  for (let i = 0; i < taskCount; i++) if (isLoe(taskType[i])) settle(input, durationDays[i], earlyStart, earlyFinish, i)
}

/** Actual dates win; a side that no link defines comes from the other one and the duration. */
function settle(
  input: CpmInput,
  duration: number,
  earlyStart: Float64Array,
  earlyFinish: Float64Array,
  i: number,
): void {
  let start = earlyStart[i]
  let finish = earlyFinish[i]
  if (!Number.isNaN(input.reportedStart[i])) start = input.reportedStart[i]
  if (!Number.isNaN(input.reportedFinish[i])) finish = input.reportedFinish[i]
  if (start === Number.POSITIVE_INFINITY) {
    start = finish === Number.NEGATIVE_INFINITY ? input.dataDate : Math.max(input.floor, finish - duration)
  }
  if (finish === Number.NEGATIVE_INFINITY) finish = start + duration
  earlyStart[i] = snap(start)
  earlyFinish[i] = Math.max(earlyStart[i], snap(finish))
}
