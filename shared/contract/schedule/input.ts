/** A request after the reader: what the frame carries and what every analyser is given. */
import type { ScheduleColumns } from './columns.ts'
import type { ImportReport } from './import-report.ts'

/** Its schedules are columns, everything else plain values that passed the row's schema. */
export interface AnalysisInput {
  /** The body with every task list emptied; defaults are not filled in. */
  readonly params: Readonly<Record<string, unknown>>
  /** Columns by the dotted path of the task list: "tasks", "current_schedule.tasks", "schedule_history.0.tasks". */
  readonly schedules: ReadonlyMap<string, ScheduleColumns>
  /** Dotted paths, with * for an index, of members no schema names; at most IGNORED_FIELDS_MAX. */
  readonly ignoredFields: readonly string[]
  /** By such a path, the name of the member that was probably meant. */
  readonly meantFields: Readonly<Record<string, string>>
  /** Tasks of all schedules together, and of the largest one. */
  readonly taskCount: number
  readonly taskCountLargest: number
  /** What was read from project files; absent where none was sent. Of what is computed only the order of tasks by Microsoft Project's ID follows from it. */
  readonly imports?: readonly ImportReport[]
}

export const IGNORED_FIELDS_MAX = 50
