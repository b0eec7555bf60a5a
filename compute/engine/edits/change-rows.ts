/**
 * Members of tasks in changes as columns: they go through the reader of requests, so that a change means what the same members of a task would. Links
 * apart, whose ids are those of the whole schedule.
 */
import Type from 'typebox'
import type { ValidationFault } from '../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { taskList } from '../../../shared/contract/schedule/task.ts'
import { lasting } from '../ids/short-arrays.ts'
import { NO_LIMITS, readRequest } from '../read/read-request.ts'

/** A task of some members, and where they stand in the request. */
export interface ChangeRow {
  readonly place: readonly (string | number)[]
  readonly members: Readonly<Record<string, unknown>>
}

const ROW = lasting(() => ({ request: Type.Object({ tasks: taskList(0) }), input: 'strict' as const }))

const encoder = new TextEncoder()

/** Row n of the columns has the members of rows[n]. */
export function readRows(rows: readonly ChangeRow[]): ScheduleColumns | readonly ValidationFault[] {
  const tasks = rows.map(({ members }, n) => ({ ...members, id: String(n), predecessors: undefined }))
  const read = readRequest(ROW, encoder.encode(JSON.stringify({ tasks })), 'application/json', NO_LIMITS)
  if ('schedules' in read) return read.schedules.get('tasks')!
  return (read.faults ?? []).map(({ loc, msg, type }) => {
    // body, tasks, n, member
    const row = rows[Number(loc[2])]
    return { loc: ['body', ...(row?.place ?? []), ...loc.slice(3)], msg, type }
  })
}
