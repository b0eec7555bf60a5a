/**
 * The schedules of a comparison over time, in order: the baseline, the snapshots by date, the current schedule
 * (/docs/methods/delay-analysis#input). Schedules of one date (a draft and the final one, before and after an event was put in) keep the order of
 * the request, the current schedule last: nothing else says which came first.
 */
import type { Refusal, ValidationFault } from '../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { statusDayOfPlan } from '../cpm/data-date.ts'
import { nothingHasBegun } from '../kind/states.ts'
import { dayOf, refuseInvalid } from '../result/options.ts'
import type { AnalysisInput } from '../result/result.ts'

/** Place of an update that nobody sent: "recreated.2026-03-01". */
export const RECREATED = 'recreated.'
export const isRecreated = ({ place }: Pick<SeriesItem, 'place'>): boolean => place.startsWith(RECREATED)

export interface SeriesItem {
  /** Its place in the request: "baseline_schedule", "schedule_history.0", "current_schedule". */
  readonly place: string
  readonly columns: ScheduleColumns
  /** For a baseline statusDayOfPlan: its date is only a label where nothing of it has begun, then DAY_ABSENT. */
  readonly statusDay: number
  readonly isBaseline: boolean
}

/** A schedule that says what was planned, not how late work in progress is. */
export const isPlan = ({ isBaseline, columns }: SeriesItem): boolean => isBaseline || nothingHasBegun(columns)

export interface Series {
  /** Earliest first. */
  readonly items: readonly SeriesItem[]
  /** Places of those that share their date with another, in the order used. */
  readonly ofOneDate: readonly string[]
}

interface Dated {
  readonly snapshot_date?: string | null
}

/** Refuses snapshots dated after the current schedule. Snapshots without a date are left out; the schema requires one. */
export function seriesOf({ params, schedules }: AnalysisInput): Series | Refusal {
  const current = params.current_schedule as { readonly status_date: string }
  const currentDay = dayOf(current.status_date)
  const history = (params.schedule_history ?? []) as readonly Dated[]
  const faults: ValidationFault[] = []
  const snapshots: SeriesItem[] = []
  history.forEach(({ snapshot_date }, index) => {
    const statusDay = dayOf(snapshot_date)
    const place = `schedule_history.${index}`
    if (statusDay > currentDay) {
      const msg = `must not be later than the current status date ${current.status_date}, is ${snapshot_date}`
      faults.push({ loc: ['body', 'schedule_history', index, 'snapshot_date'], msg, type: 'conflict' })
      return
    }
    snapshots.push({ place, columns: schedules.get(`${place}.tasks`)!, statusDay, isBaseline: false })
  })
  if (faults.length > 0) return refuseInvalid(faults)
  const item = (place: string, statusDay: number): SeriesItem[] => {
    const columns = schedules.get(`${place}.tasks`)
    return columns === undefined ? [] : [{ place, columns, statusDay, isBaseline: place === 'baseline_schedule' }]
  }
  const baseline = schedules.get('baseline_schedule.tasks')
  const labelDay = dayOf(
    (params.baseline_schedule as { readonly baseline_date?: string | null } | undefined)?.baseline_date,
  )
  const items = [
    ...item('baseline_schedule', baseline === undefined ? DAY_ABSENT : statusDayOfPlan(baseline, labelDay)),
    // the sort is stable
    ...snapshots.sort((a, b) => a.statusDay - b.statusDay),
    ...item('current_schedule', currentDay),
  ]
  return { items, ofOneDate: placesOfOneDate(items) }
}

/** Places of the updates whose date a neighbour has, too. A baseline is the first by its role, whatever its date. */
export function placesOfOneDate(items: readonly SeriesItem[]): string[] {
  const updates = items.filter(({ isBaseline }) => !isBaseline)
  return updates.flatMap(({ statusDay, place }, n) =>
    statusDay === updates[n - 1]?.statusDay || statusDay === updates[n + 1]?.statusDay ? [place] : [],
  )
}
