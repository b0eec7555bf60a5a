/** The data date: the offset before which no unfinished work lies (/docs/methods/cpm#data-date). */
import type { DATA_DATE_SOURCES } from '../../../shared/contract/analysis/cpm/data.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { Timeline } from '../calendar/timeline.ts'
import { type ClockInput, momentAt } from '../clock/input.ts'
import { latestActualDay } from '../kind/states.ts'
import { dateOrNull } from '../result/options.ts'

/** status_date: given. inferred: the day after the latest actual date. none: unknown, the floor stands for it. */
type DataDateSource = (typeof DATA_DATE_SOURCES)[number]

export interface DataDate {
  /** Offset; never before the floor. */
  readonly offset: number
  readonly source: DataDateSource
}

/** `floor` is the offset of the network's first start, 0 unless networks are compared. */
export function dataDateOf(
  columns: ScheduleColumns,
  timeline: Timeline | undefined,
  statusDay: number,
  floor: number,
): DataDate {
  const latest = statusDay === DAY_ABSENT ? latestActualDay(columns) : DAY_ABSENT
  const day = latest === DAY_ABSENT ? statusDay : latest + 1
  if (day === DAY_ABSENT || timeline === undefined) return { offset: floor, source: 'none' }
  return {
    offset: Math.max(floor, timeline.startOffset(day)),
    source: latest === DAY_ABSENT ? 'status_date' : 'inferred',
  }
}

/**
 * Status day of a plan that others are compared with. Its date is a label where nothing of it has begun. A plan whose work has begun is a status:
 * a date after that work is the day up to which it reports, any other says nothing (DAY_ABSENT: inferred).
 */
export function statusDayOfPlan(columns: ScheduleColumns, labelDay: number): number {
  const latest = latestActualDay(columns)
  return latest !== DAY_ABSENT && labelDay > latest ? labelDay : DAY_ABSENT
}

interface Dated {
  readonly dataDate: DataDate
  readonly timeline: Timeline | undefined
  readonly input?: { readonly clock?: ClockInput | undefined }
}

const dateOf = (offset: number, timeline: Timeline, clock: ClockInput | undefined): string | null =>
  clock === undefined ? dateOrNull(timeline.startDay(offset)) : formatMoment(momentAt(clock, offset))

/** The data date in minutes since 1970, from the status day of the request where it is in whole days; NaN = there is none. */
export function dataMomentOf({ dataDate, timeline, input }: Dated, statusDay: number): number {
  if (dataDate.source === 'none' || timeline === undefined) return Number.NaN
  const clock = input?.clock
  if (clock !== undefined) return momentAt(clock, dataDate.offset)
  // an offset lies no earlier than the first start of the network
  return (dataDate.source === 'status_date' ? statusDay : timeline.startDay(dataDate.offset)) * MINUTES_PER_DAY
}

/** How a result states its data date (DataDateUsed of shared/contract/analysis/cpm/data.ts). */
export const showDataDate = ({ dataDate, timeline, input }: Dated) => ({
  date: timeline === undefined ? null : dateOf(dataDate.offset, timeline, input?.clock),
  offset: dataDate.offset,
  source: dataDate.source,
})
