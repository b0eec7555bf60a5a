/** Puts the setting of each container (calendars, rules, moments) beside its columns. The frame carries them among the parameters. */
import type { ScheduleColumns } from './columns.ts'
import { type ReportFault, settingOf } from './setting.ts'

type Members = Readonly<Record<string, unknown>>

/** What a container calls the date its progress is reported up to. */
const DATA_DATE_NAMES = ['status_date', 'snapshot_date', 'baseline_date']

/** `schedules` by the dotted path of the task list. */
export function withSettings(
  params: Members,
  schedules: ReadonlyMap<string, ScheduleColumns>,
  report: ReportFault,
): ReadonlyMap<string, ScheduleColumns> {
  let settled: Map<string, ScheduleColumns> | undefined
  for (const [path, columns] of schedules) {
    const place = path.split('.').slice(0, -1)
    const container = memberAt(params, place)
    if (container?.calendars === undefined || container.calendars === null) continue
    const dataDate = DATA_DATE_NAMES.map(name => container[name]).find(date => typeof date === 'string')
    const options = container.options as Members | null | undefined
    const setting = settingOf(container, dataDate ?? options?.status_date, report, place)
    if (setting === undefined) continue
    settled ??= new Map(schedules)
    settled.set(path, { ...columns, setting })
  }
  return settled ?? schedules
}

function memberAt(params: Members, place: readonly string[]): Members | undefined {
  let at: unknown = params
  for (const name of place) at = (at as Members | null | undefined)?.[name]
  return at === null || typeof at !== 'object' ? undefined : (at as Members)
}
