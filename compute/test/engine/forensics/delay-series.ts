/** Series of schedules for tests of the delay analysis: a baseline, earlier versions, the current one. */
import type { Test } from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random } from '../../helpers/random.ts'
import { date } from './delay-dates.ts'

export const task = (
  id: string,
  duration_days: number,
  predecessors: string[] = [],
  more: object = {},
): TaskObject => ({
  id,
  duration_days,
  predecessors,
  ...more,
})

export interface Series {
  readonly baseline?: TaskObject[]
  /** By data date. */
  readonly snapshots?: readonly (readonly [dataDate: number, tasks: TaskObject[]])[]
  readonly current: readonly [dataDate: number, tasks: TaskObject[]]
}

export const body = ({ baseline, snapshots = [], current }: Series, options: object = {}) => ({
  current_schedule: { status_date: date(current[0]), tasks: current[1] },
  ...(baseline && { baseline_schedule: { baseline_date: date(0), tasks: baseline } }),
  schedule_history: snapshots.map(([dataDate, tasks]) => ({ snapshot_date: date(dataDate), tasks })),
  calendar: 'calendar_days',
  options,
})

export const reply = (t: Test, series: Series, options: object = {}): Plain =>
  analyse(t, delayAnalyser, DelayAnalysisData, body(series, options))

/** The same by calendars in which every day is a working day of 8 hours. */
function byCalendars({ calendar: _, ...request }: ReturnType<typeof body>) {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const work_week = Object.fromEntries(days.map(day => [day, [['08:00', '16:00']]]))
  const setting = { calendars: [{ id: 'C', hours_per_day: 8, work_week }], default_calendar_id: 'C' }
  const { current_schedule, baseline_schedule, schedule_history } = request
  return {
    ...request,
    current_schedule: { ...current_schedule, ...setting },
    ...(baseline_schedule && { baseline_schedule: { ...baseline_schedule, ...setting } }),
    schedule_history: schedule_history.map(each => ({ ...each, ...setting })),
  }
}

export type Update = readonly [day: number, tasks: TaskObject[]]
/** A plan and its updates by day. */
export interface ProjectRecord {
  readonly plan: TaskObject[]
  readonly updates: readonly Update[]
}

/** `more`: other members of the request. */
export function dataOf(t: Test, record: ProjectRecord, options: object, isByCalendars = false, more = {}): Plain {
  const { plan, updates } = record
  const request = body({ baseline: plan, snapshots: updates.slice(0, -1), current: updates.at(-1)! }, options)
  const sent = { ...(isByCalendars ? byCalendars(request) : request), ...more }
  return analyse(t, delayAnalyser, DelayAnalysisData, sent).data
}

export const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-4

export const row = (
  id: string,
  durationDays: number,
  from: readonly string[],
  party: string | null,
  more: object = {},
): TaskObject => task(id, durationDays, [...from], { delay_category: party, ...more })

export interface Link {
  readonly task_id: string
  readonly type: 'FS' | 'SS'
  lag_days: number
}

/** Work of such length may overlap with what it is put before, or be followed by it only later. */
export function linkFrom(rnd: Random, { id, days }: { readonly id: string; readonly days: number }): Link {
  const type = pick(rnd, ['FS', 'SS'] as const)
  return { task_id: id, type, lag_days: between(rnd, type === 'FS' ? -Math.min(2, days - 1) : 0, 4) }
}

/** Days of each task that delayed the finish, by its id. */
export const parts = (window: Plain): Record<string, number> =>
  Object.fromEntries(window.attribution.map((row: Plain) => [row.id, row.contribution_days]))

/** What every slip that float absorbed keeps to: all that was lost is float or went beyond it, and no float was used that was not there. */
export function floatFaults({ float_consumption, attribution, revision }: Plain): string[] {
  return float_consumption.flatMap((row: Plain) => {
    const { id, slip_days, consumed_days, beyond_float_days, gained_days, total_float_days, made_float_days } = row
    const faults: string[] = []
    const check = (name: string, holds: boolean): void => void (holds || faults.push(`float of ${id}: ${name}`))
    check('sum', Math.abs(consumed_days + beyond_float_days - gained_days - slip_days) < 2e-6)
    check('parts below 0', Math.min(consumed_days, beyond_float_days, gained_days, made_float_days) >= 0)
    check(
      'used more than there was',
      total_float_days === null || consumed_days <= total_float_days + made_float_days + 2e-6,
    )
    const moved = attribution.find((other: Plain) => other.id === id)
    // with method windows tasks stand there for revisions as well
    check('another slip', moved === undefined || revision === null || Math.abs(moved.slip_days - slip_days) < 2e-6)
    return faults
  })
}
