/** Puts the setting of each container (calendars, rules, moments) and its resources beside its columns. The frame carries them among the parameters. */
import { CalendarPool } from './calendar-pool.ts'
import type { ScheduleColumns } from './columns.ts'
import { resourcesOf } from './resources.ts'
import { momentOf, type ReportFault, type ScheduleSetting, settingOf } from './setting.ts'
import { WorkMeter } from './work-meter.ts'

type Members = Readonly<Record<string, unknown>>

/** What a container calls the date its progress is reported up to. */
const DATA_DATE_NAMES = ['status_date', 'snapshot_date', 'baseline_date']

/**
 * `schedules` by the dotted path of the task list. Schedules that are compared count the same days: one without calendars beside one that has
 * them is reckoned in those of the current schedule, or of the first that has any. `meter`: of the request; none where it was admitted before.
 */
export function withSettings(
  params: Members,
  schedules: ReadonlyMap<string, ScheduleColumns>,
  report: ReportFault,
  meter: WorkMeter = WorkMeter.unbounded(),
): ReadonlyMap<string, ScheduleColumns> {
  const pool = new CalendarPool(meter)
  let settled: Map<string, ScheduleColumns> | undefined
  let shared: ScheduleSetting | undefined
  for (const [path, columns] of schedules) {
    const place = path.split('.').slice(0, -1)
    const container = memberAt(params, place)
    if (container === undefined) continue
    const hasCalendars = container.calendars !== undefined && container.calendars !== null
    const setting = hasCalendars ? settingOf(container, dataDateOf(container), report, place, pool) : undefined
    const resourceSpecs = resourcesOf(container, setting, report, place)
    if (setting === undefined && resourceSpecs === undefined) continue
    settled ??= new Map(schedules)
    settled.set(path, { ...columns, setting, resourceSpecs })
    if (setting !== undefined && (shared === undefined || place[0] === CURRENT)) shared = setting
  }
  if (settled === undefined) return schedules
  if (shared === undefined) return settled
  for (const path of schedules.keys()) {
    const known = settled.get(path)!
    if (known.setting !== undefined) continue
    const dataDate = momentOf(dataDateOf(memberAt(params, path.split('.').slice(0, -1)) ?? {}))
    settled.set(path, {
      ...known,
      setting: { ...shared, dataDate, projectStart: Number.NaN, mustFinishBy: Number.NaN },
    })
  }
  return settled
}

const CURRENT = 'current_schedule'

function dataDateOf(container: Members): unknown {
  const options = container.options as Members | null | undefined
  return DATA_DATE_NAMES.map(name => container[name]).find(date => typeof date === 'string') ?? options?.status_date
}

/** The object at a place of the request, undefined = there is none. */
export function memberAt(params: Members, place: readonly string[]): Members | undefined {
  let at: unknown = params
  for (const name of place) at = (at as Members | null | undefined)?.[name]
  return at === null || typeof at !== 'object' ? undefined : (at as Members)
}
