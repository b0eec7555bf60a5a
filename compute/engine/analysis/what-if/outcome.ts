/** What comes out of one computed schedule, and what of it differs from the schedule as sent. */
import { DRIVERS } from '../../../../shared/contract/analysis/cpm/words.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { tasksByDate } from '../../cpm/cpm.ts'
import { driversOf } from '../../cpm/drivers.ts'
import { finishingTasks } from '../../cpm/longest-path.ts'
import { type Finish, finishText, haveOneCalendar } from '../../edits/finish-moves.ts'
import type { Computed, Recomputed } from '../../edits/recomputed.ts'
import { compareIds } from '../../ids/id-order.ts'
import { References, Table } from '../../result/result.ts'
import { tasksText, taskText } from '../../wording/tasks.ts'
import { type Broken, brokenIn, showBroken, wasBroken } from './broken.ts'

/** A computed schedule with what is asked of it again and again. */
export interface Outcome {
  readonly computed: Computed
  readonly broken: Broken
  readonly path: Uint32Array
}

export const outcomeOf = (computed: Computed): Outcome => ({
  computed,
  broken: brokenIn(computed),
  path: tasksByDate(computed.passes.onLongestPath.slice(), computed.passes),
})

const countOf = (values: ArrayLike<number>, test: (value: number) => boolean): number => {
  let count = 0
  for (let i = 0; i < values.length; i++) if (test(values[i])) count++
  return count
}

export const negativeCount = ({ result }: Computed): number =>
  countOf(result.totalFloat, float => float < -EPSILON_DAYS)

export function showOutcome({ computed, path }: Outcome, finish: Finish, limitDays: number, broken: unknown) {
  const { result, schedule } = computed
  return {
    project_finish: finishText(finish),
    longest_path: new References(path, schedule.columns.id),
    longest_path_names: undefined,
    critical_count: countOf(result.critical, mark => mark === 1),
    negative_float_count: negativeCount(computed),
    below_limit_count: countOf(result.totalFloat, float => float < limitDays - EPSILON_DAYS),
    broken_constraints: broken as never,
  }
}

export const showOwnBroken = ({ computed, broken }: Outcome) =>
  showBroken(computed, broken, wasBroken(broken), task => task)

/** Index of each task before the changes, -1 of an added one. */
export const beforeOf =
  ({ schedule: { taskBefore } }: Recomputed) =>
  (task: number): number =>
    taskBefore === undefined ? task : taskBefore[task]

/** Where the tasks went, by their index before: their index now, -1 = the task is gone. */
export function afterOf({ schedule: { taskBefore } }: Recomputed, taskCount: number): Int32Array | undefined {
  if (taskBefore === undefined) return undefined
  const after = new Int32Array(taskCount).fill(-1)
  for (let n = 0; n < taskBefore.length; n++) if (taskBefore[n] >= 0) after[taskBefore[n]] = n
  return after
}

/** Tasks whose total float falls below the limit by the changes: by float, then id. */
export function floatLost(base: Computed, after: Recomputed, limitDays: number): Table {
  const before = beforeOf(after)
  const { id } = after.schedule.columns
  const isBelow = (float: number): boolean => float < limitDays - EPSILON_DAYS
  const floats = after.result.totalFloat
  const tasks: number[] = []
  for (let i = 0; i < floats.length; i++) {
    if (!isBelow(floats[i])) continue
    const was = before(i)
    if (was < 0 || !isBelow(base.result.totalFloat[was])) tasks.push(i)
  }
  tasks.sort((a, b) => floats[a] - floats[b] || compareIds(id, a, b))
  return new Table(tasks.length, {
    id: { kind: 'reference', values: Uint32Array.from(tasks), into: id },
    total_float_before: {
      kind: 'number',
      values: Float64Array.from(tasks, i => (before(i) < 0 ? Number.NaN : base.result.totalFloat[before(i)])),
      decimals: OFFSET_DECIMALS,
    },
    total_float_after: {
      kind: 'number',
      values: Float64Array.from(tasks, i => floats[i]),
      decimals: OFFSET_DECIMALS,
    },
  })
}

/** Tasks in both whose computed early dates differ. */
export function movedCount(base: Computed, after: Recomputed): number {
  const before = beforeOf(after)
  const differs = differenceOf(base, after)
  let count = 0
  for (let i = 0; i < after.result.earlyStart.length; i++) if (before(i) >= 0 && differs(before(i), i)) count++
  return count
}

function differenceOf(base: Computed, after: Computed): (was: number, is: number) => boolean {
  const [a, b] = [base.days, after.days]
  const apart = (x: number, y: number): boolean => x !== y && !(Number.isNaN(x) && Number.isNaN(y))
  if (a.moments !== undefined && b.moments !== undefined) {
    const [m, n] = [a.moments, b.moments]
    return (was, is) => apart(m.earlyStart[was], n.earlyStart[is]) || apart(m.earlyFinish[was], n.earlyFinish[is])
  }
  const byDay = (was: number, is: number): boolean =>
    a.earlyStart[was] !== b.earlyStart[is] || a.earlyFinish[was] !== b.earlyFinish[is]
  if (a.projectFinish !== DAY_ABSENT && !haveOneCalendar(base, after)) return byDay
  const shift = (of: Computed): number => {
    const { timeline } = of.prepared
    return timeline === undefined ? 0 : of.choice.calendar.indexOf(timeline.anchorDay)
  }
  const moved = shift(after) - shift(base)
  const [r, s] = [base.result, after.result]
  const far = (x: number, y: number): boolean =>
    Number.isNaN(x) || Number.isNaN(y) ? apart(x, y) : Math.abs(y + moved - x) > EPSILON_DAYS
  return (was, is) => far(r.earlyStart[was], s.earlyStart[is]) || far(r.earlyFinish[was], s.earlyFinish[is])
}

/** What sets the dates of the task that ends the project, behind its name. */
const DRIVEN = {
  constraint: 'its own constraint sets its dates',
  data_date: 'it can start on the data date',
  project_start: 'it can start with the project',
} as const

/** What ends the project, and what drives that. */
export function drivenBy({ passes, prepared, schedule }: Computed) {
  const { columns } = schedule
  const ending = Array.from(finishingTasks(prepared.input, passes.projectFinish, passes.early)).sort((a, b) =>
    compareIds(columns.id, a, b),
  )
  const [task] = ending
  if (task === undefined) return { id: null, driver: null, text: 'No unfinished task ends the project.' }
  const { driver, drivenBy: by } = driversOf(prepared.input, passes)
  const name = DRIVERS[driver[task]] ?? null
  const [start, end] = [by.start[task], by.start[task + 1]]
  const from = start === end ? '' : `, from ${tasksText(columns, by.tasks.subarray(start, end))}`
  const why = name === null ? '' : `; ${name === 'link' ? `links drive it${from}` : DRIVEN[name]}`
  return { id: textAt(columns.id, task), driver: name, text: `${taskText(columns, task)} ends the project${why}.` }
}
