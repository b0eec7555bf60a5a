/** Columns of many tasks without a task object each: for tests and measurements of size. */
import { DAY_ABSENT, type LinkColumns, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { columnsFromTasks } from './columns-from-tasks.ts'

/** `predecessorsOf(i)` gives the FS-0 predecessors of task i; ids are decimal numbers. */
export function columnsFromLinks(
  taskCount: number,
  predecessorsOf: (i: number) => readonly number[],
  durationOf: (i: number) => number,
): ScheduleColumns {
  const start = new Uint32Array(taskCount + 1)
  const task: number[] = []
  for (let i = 0; i < taskCount; i++) {
    for (const p of predecessorsOf(i)) task.push(p)
    start[i + 1] = task.length
  }
  return withLinks(
    { start, task: Int32Array.from(task), type: new Uint8Array(task.length), lagDays: new Float64Array(task.length) },
    Float64Array.from({ length: taskCount }, (_, i) => durationOf(i)),
  )
}

function withLinks(links: LinkColumns, durationDays: Float64Array): ScheduleColumns {
  const taskCount = durationDays.length
  const absent = () => new Int32Array(taskCount).fill(DAY_ABSENT)
  const bytes = new TextEncoder().encode(Array.from({ length: taskCount }, (_, i) => i).join(''))
  const offsets = new Uint32Array(taskCount + 1)
  for (let i = 0; i < taskCount; i++) offsets[i + 1] = offsets[i]! + String(i).length
  return {
    ...columnsFromTasks([{ id: 'only its columns that no test of size reads' }]),
    taskCount,
    id: { bytes, offsets },
    links,
    durationDays,
    percentComplete: new Float64Array(taskCount).fill(Number.NaN),
    plannedStart: absent().fill(20_002, 0, 1),
    plannedFinish: absent(),
    actualStart: absent(),
    actualFinish: absent(),
    baselineStart: absent(),
    baselineFinish: absent(),
    forecastStart: absent(),
    forecastFinish: absent(),
    constraintDate: absent(),
    constraintType: new Uint8Array(taskCount),
    taskType: new Uint8Array(taskCount),
  }
}
