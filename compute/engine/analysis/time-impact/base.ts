/** A schedule of the series as methods that model events take it: what decides its dates beside its tasks, and its name by hash. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { inputSha256 } from '../../../../shared/contract/schedule/input-hash.ts'
import { memberAt } from '../../../../shared/contract/schedule/settings-of-input.ts'
import type { SeriesItem } from '../../compare/series.ts'
import type { AnalysisInput } from '../../result/result.ts'

/** What stands beside the tasks of a schedule of the series, as it was sent: the data date may have a time. */
export function membersOf({ params }: AnalysisInput, { place, statusDay }: SeriesItem) {
  const { calendar } = params
  if (statusDay === DAY_ABSENT) return { calendar }
  const container = memberAt(params, place.split('.'))
  const sent = container?.status_date ?? container?.snapshot_date ?? container?.baseline_date
  return { calendar, status_date: typeof sent === 'string' ? sent : formatDay(statusDay) }
}

/** A hash of the schedule as it was read, with all that decides its dates: calendars, moments and options of the project are beside its columns. */
export const hashOf = (columns: ScheduleColumns, members: object): string =>
  inputSha256({
    params: { ...members, setting: columns.setting, resources: columns.resourceSpecs },
    schedules: new Map([['tasks', columns]]),
    ignoredFields: [],
    meantFields: {},
    taskCount: columns.taskCount,
    taskCountLargest: columns.taskCount,
  })
