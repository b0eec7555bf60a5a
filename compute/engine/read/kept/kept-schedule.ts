/** Schedules that were sent before and are named by `schedule_id` in the place of their tasks. Who fetches them knows the store; here are columns alone. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'

/** A schedule as it was read when it was sent. */
export interface KeptSchedule {
  /** Without a setting: withSettings() makes it of the members, as for a body. */
  readonly columns: ScheduleColumns
  /** Members beside its tasks: status_date, calendar, calendars and what goes with them. */
  readonly members: Readonly<Record<string, unknown>>
  readonly ignoredFields: readonly string[]
  readonly meantFields: Readonly<Record<string, string>>
  /** Where it came as a project file. */
  readonly imports: readonly ImportReport[]
}

/** By id; null: the account keeps no such schedule. One that is not in the map has not been fetched. */
export type KeptSchedules = ReadonlyMap<string, KeptSchedule | null>

export const NONE_KEPT: KeptSchedules = new Map()

/** A request names schedules that must be fetched before it can be read. */
export class SchedulesWanted extends Error {
  override readonly name = 'SchedulesWanted'
  /** One for each place that names a schedule: as often as it would have been sent. */
  readonly scheduleIds: readonly string[]
  constructor(scheduleIds: readonly string[]) {
    super(`${scheduleIds.length} kept schedules are wanted`)
    this.scheduleIds = scheduleIds
  }
}

/** Makes a kept schedule out of the request that brought it. */
export function keptSchedule({
  params,
  schedules,
  ignoredFields,
  meantFields,
  imports = [],
}: AnalysisInput): KeptSchedule {
  const { tasks: _, ...members } = params
  return { columns: { ...schedules.get('tasks')!, setting: undefined }, members, ignoredFields, meantFields, imports }
}
