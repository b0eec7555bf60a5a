/** Changes in words: each with its task, what it was and what it becomes. */
import type { ConstraintType } from '../../../../shared/contract/schedule/fields.ts'
import { numberText } from '../activities/columns.ts'
import type { LoadedFile } from '../loaded.ts'
import type { Change } from '../schedule/changes.ts'
import { labelOf } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'

const T = TEXT.whatIf

/** Constraints in the words of the tool that made the file. */
export const constraintWords = ({ analysed }: LoadedFile): Readonly<Record<ConstraintType, string>> =>
  TEXT.task.constraints[
    /^(?:ms_project|mpp)/.test(analysed.cpm.metadata.import?.[0]?.format ?? '') ? 'ms_project' : 'p6'
  ]

const LABEL_LENGTH_MAX = 60

export const wordsOf = {
  constraint(change: Change, loaded: LoadedFile): string | null {
    if (!('task_id' in change) || change.constraint_type === undefined) return null
    const type = constraintWords(loaded)[change.constraint_type as ConstraintType]
    return [type, change.constraint_date ?? ''].filter(text => text !== '').join(' ')
  },

  /** calendarName: of a calendar by its id. */
  change(change: Change, loaded: LoadedFile, calendarName: (id: string) => string): string {
    const { schedule } = loaded
    const C = T.change
    const label = (id: string): string => {
      const task = schedule.ids.indexOf(id)
      return (task < 0 ? id : labelOf(schedule, task)).slice(0, LABEL_LENGTH_MAX)
    }
    if ('add_task' in change) return C.add(change.add_task.name, change.add_task.duration_days)
    if ('link' in change) {
      const { predecessor, successor, type, lag_days: lag = 0 } = change.link
      return C.link(predecessor, successor, type, lag)
    }
    if ('unlink' in change) return C.unlink(change.unlink.predecessor, change.unlink.successor, change.unlink.type)
    const { task_id: id, duration_days: days, remaining_duration_days: left, calendar_id: calendar } = change
    const task = schedule.ids.indexOf(id)
    const was = (column: Float64Array): string => (task < 0 ? '–' : numberText(column[task]!))
    if (days !== undefined) return C.duration(label(id), was(schedule.durationDays), days)
    if (left !== undefined) return C.remaining(label(id), was(schedule.remainingDays), left)
    if (calendar !== undefined) return C.calendar(label(id), calendarName(calendar))
    const words = wordsOf.constraint(change, loaded)
    return words === null ? C.noConstraint(label(id)) : C.constraint(label(id), words)
  },
}
