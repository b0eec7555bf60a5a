/**
 * Schedules of a few tasks under Microsoft Project's rules. The project starts on Monday 2026-03-02 at 8:00; its calendar works Monday to Friday,
 * 8:00 to 12:00 and 13:00 to 17:00. Moments are written "2 08:00": day of March and time.
 */
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../../../shared/contract/schedule/day.ts'
import { settingOf } from '../../../../../shared/contract/schedule/setting.ts'
import { formatTime } from '../../../../../shared/contract/schedule/time-of-day.ts'
import { chooseCalendar } from '../../../../engine/calendar/choice.ts'
import { type CpmResult, computeCpm } from '../../../../engine/cpm/cpm.ts'
import type { CpmInput } from '../../../../engine/cpm/input.ts'
import { type Preparation, prepare } from '../../../../engine/cpm/prepare.ts'
import { buildNetwork } from '../../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../../engine/graph/order.ts'
import { columnsFromTasks, type TaskObject } from '../../../helpers/columns-from-tasks.ts'

const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const ROUND_THE_CLOCK = [['00:00', '24:00']]
const FIVE_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const ALL_DAYS = [...FIVE_DAYS, 'saturday', 'sunday']
const week = (days: readonly string[], shifts: readonly unknown[]) => Object.fromEntries(days.map(day => [day, shifts]))

const CALENDARS = [
  { id: 'standard', hours_per_day: 8, work_week: week(FIVE_DAYS, SHIFTS) },
  { id: 'always', hours_per_day: 8, work_week: week(ALL_DAYS, ROUND_THE_CLOCK) },
  { id: 'seven days', hours_per_day: 8, work_week: week(ALL_DAYS, SHIFTS) },
]

/** What these schedules say is never wrong. */
export const refused = (place: readonly (string | number)[], words: string): never => {
  throw new Error(`${place.join('.')}: ${words}`)
}

const FIRST_OF_MARCH = parseDay('2026-03-01')!

/** A moment of a request: at(2, 8) = "2026-03-02T08:00". */
export const at = (day: number, hour = 8, minute = 0): string =>
  `2026-03-${String(day).padStart(2, '0')}T${formatTime(60 * hour + minute)}`

/** "FS", "FS+2" and so on, from a predecessor. */
export const link = (id: string, type = 'FS', lagDays = 0) => ({ task_id: id, type, lag_days: lagDays })

export interface MsCase {
  readonly ids: readonly string[]
  readonly prepared: Preparation
  readonly input: CpmInput
  readonly result: CpmResult
}

export function msCase(tasks: readonly TaskObject[], options: object = {}, statusDate?: string): MsCase {
  const columns = columnsFromTasks(tasks.map(task => ({ task_type: 'task', ...task })))
  const container = {
    calendars: CALENDARS,
    project_start: at(2),
    scheduling_options: { rules: 'ms_project', ...options },
  }
  const setting = settingOf(container as never, statusDate, refused, [])!
  const timed = { ...columns, elapsedLags: elapsedLags(tasks), setting }
  const network = buildNetwork(timed, topologicalOrder(timed.taskCount, timed.links)!)
  const prepared = prepare(timed, network, {
    calendar: chooseCalendar(timed, undefined).calendar,
    statusDay: statusDate === undefined ? DAY_ABSENT : parseDay(statusDate)!,
  })
  return { ids: tasks.map(({ id }) => id), prepared, input: prepared.input, result: computeCpm(prepared.input) }
}

/** Beside the links as columnsFromTasks lists them, where none comes twice. */
export function elapsedLags(tasks: readonly TaskObject[]): Uint8Array {
  const links = tasks.flatMap(({ predecessors }) => predecessors ?? []) as readonly { lag_elapsed?: boolean }[]
  return Uint8Array.from(links, ({ lag_elapsed }) => (lag_elapsed === true ? 1 : 0))
}

/** What the columns of a result say of each task that takes part: moments as "2 08:00", floats as they are. */
export function computed({ ids, prepared, result }: MsCase, columns: readonly (keyof CpmResult)[], of = ids) {
  const origin = prepared.timeline!.anchorDay
  const shown = (column: keyof CpmResult, i: number): string | number => {
    const value = (result[column] as Float64Array)[i]!
    if (column === 'totalFloat' || column === 'freeFloat') return value
    const minutes = Math.round((value + origin - FIRST_OF_MARCH) * 1440)
    return `${Math.floor(minutes / 1440) + 1} ${formatTime(((minutes % 1440) + 1440) % 1440)}`
  }
  return Object.fromEntries(of.map(id => [id, columns.map(column => shown(column, ids.indexOf(id)))]))
}

export const early = (schedule: MsCase, of?: readonly string[]) => computed(schedule, ['earlyStart', 'earlyFinish'], of)
export const late = (schedule: MsCase, of?: readonly string[]) =>
  computed(schedule, ['lateStart', 'lateFinish', 'totalFloat'], of)
