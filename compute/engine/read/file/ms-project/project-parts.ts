/** What a reader of a file of Microsoft Project leaves, whatever the format: all that a schedule is made of. */
import type { FileCalendar } from './file-calendar.ts'
import type { AssignmentRows, MsResource } from './project-resources.ts'
import type { TaskKeeper } from './task-keeper.ts'

export const MINUTES_DEFAULT = 480

export class ProjectProperties {
  saveVersion = ''
  uid = ''
  name = ''
  title = ''
  /** Moments, NaN = not said. */
  startDate = Number.NaN
  finishDate = Number.NaN
  statusDate = Number.NaN
  /** When Microsoft Project saved it last. */
  savedAt = Number.NaN
  isFromStart = true
  /** Days. */
  criticalSlackLimit = Number.NaN
  calendarUid = Number.NaN
  minutesPerDay = MINUTES_DEFAULT
  honorsConstraints = true
  hasSeveralCriticalPaths = false
}

export interface ProjectParts {
  readonly properties: ProjectProperties
  readonly calendars: readonly FileCalendar[]
  readonly resources: ReadonlyMap<number, MsResource>
  readonly tasks: TaskKeeper
  readonly assignments: AssignmentRows
}
