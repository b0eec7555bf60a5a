/**
 * Work that pauses, as tasks: no request and no file of P6 has pauses in work that has not begun. The first part keeps the id, the others have it with their number; each
 * starts no earlier than where levelling has it. What leads to the start of the task leads to its first part, what follows its finish follows the last.
 */
import { ASSIGNMENT_NUMBERS } from '../../../../shared/contract/schedule/assignments.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES, timeColumnOf } from '../../../../shared/contract/schedule/fields.ts'
import { textAt, textColumn } from '../../../../shared/contract/schedule/text.ts'
import { COLUMNS } from '../../edits/edited.ts'
import { assignmentsFrom, gathered } from '../../edits/gather.ts'
import { LinkEdits } from '../../edits/link-edits.ts'
import { withSummaries } from '../../kind/parents.ts'
import type { LevellingModel } from '../../levelling/from-columns.ts'
import type { Parts } from '../../levelling/problem.ts'
import { FS, fromFinish, toStart } from '../../passes/relation.ts'

/** A part as a task: which task it is of, its work in days and as a share of the whole, where it starts, and the days of the pause before it. */
interface Part {
  readonly task: number
  readonly number: number
  readonly of: number
  readonly days: number
  readonly share: number
  readonly pause: number
  readonly start: number
}

/** Amounts of an assignment that are shared out; what is per day or per unit stays. */
const KEPT = ['unitsPerDay', 'remainingUnitsPerDay', 'lagHours', 'pricePerUnit']
const SHARED = ASSIGNMENT_NUMBERS.filter(name => !KEPT.includes(name))
/** Constraints on the end of the work, and its deadline, stay with the last part. */
const OF_FINISH = new Set(['FNET', 'FNLT', 'MFO', 'FO'].map(type => CONSTRAINT_TYPES.indexOf(type as never) + 1))
const OF_LAST = ['deadline', 'externalLateFinish'] as const

/** The columns with a row for each part behind the first; `startNoEarlier` writes where row n starts, if its constraint has room for it. */
export function withParts(
  columns: ScheduleColumns,
  { problem }: LevellingModel,
  parts: Parts,
  startNoEarlier: (columns: ScheduleColumns, row: number, moment: number) => void,
): ScheduleColumns {
  const first: Part[] = []
  const added: Part[] = []
  for (const [a, own] of [...parts].sort(([a], [b]) => a - b)) {
    const time = problem.calendars[problem.calendar[a]]
    for (let n = 0; n < own.length; n += 2) {
      const work = time.workBetween(own[n], own[n + 1])
      const part = {
        ...{ task: problem.task[a], number: n / 2 + 1, of: own.length / 2, start: own[n] },
        ...{ days: work / time.minutesPerDay, share: work / problem.minutes[a] },
        pause: n === 0 ? 0 : time.workBetween(own[n - 1], own[n]) / time.minutesPerDay,
      }
      if (n === 0) first.push(part)
      else added.push(part)
    }
  }
  if (added.length === 0) return columns
  const { taskCount } = columns
  const source = new Int32Array(taskCount + added.length)
  for (let i = 0; i < taskCount; i++) source[i] = i
  for (const [n, { task }] of added.entries()) source[taskCount + n] = task
  const cleared = source.map((i, n) => (n < taskCount ? i : ~i))
  const made: Record<string, unknown> = {}
  for (const name of COLUMNS) {
    const column = columns[name] as Int32Array
    // dates, times, constraints and figures are those of the whole; words are those of each part
    const isFigure =
      name !== 'rowNumber' &&
      ArrayBuffer.isView(column) &&
      (!(column instanceof Uint8Array) || name.endsWith('onstraintType'))
    made[name] = gathered(column, isFigure ? column.subarray(0, 0) : column, isFigure ? cleared : source)
  }
  const rows = {
    ...columns,
    ...made,
    ...texts(columns, added),
    ...linksOf(columns, added, source),
    assignments: assignmentsFrom(columns.assignments, undefined, source, columns.resources, columns.resources),
    taskCount: source.length,
    notes: undefined,
  } as ScheduleColumns
  for (const part of first) {
    shareOut(columns, rows, part, part.task)
    clearDates(rows, part.task)
  }
  for (const [n, part] of added.entries()) {
    shareOut(columns, rows, part, taskCount + n)
    startNoEarlier(rows, taskCount + n, part.start)
    if (part.number === part.of) moveEnd(columns, rows, part.task, taskCount + n)
  }
  // what held the finish of the whole no longer holds the start of its first part
  for (const { task, start } of first) {
    let isHeld = false
    for (let k = columns.links.start[task]; k < columns.links.start[task + 1]; k++)
      isHeld ||= !toStart(columns.links.type[k])
    if (isHeld) startNoEarlier(rows, task, start)
  }
  return withSummaries(rows)
}

function texts({ id, name, taskCount }: ScheduleColumns, added: readonly Part[]) {
  const ids = Array.from({ length: taskCount }, (_, i) => textAt(id, i))
  const known = new Set(ids)
  const names = Array.from({ length: taskCount }, (_, i) => textAt(name, i))
  for (const { task, number, of } of added) {
    let own = `${ids[task]}.${number}`
    while (known.has(own)) own = `${own}'`
    known.add(own)
    ids.push(own)
    names.push(names[task] === '' ? '' : `${names[task]} (part ${number} of ${of})`)
  }
  return { id: textColumn(ids), ...(name.offsets.length > 1 ? { name: textColumn(names) } : {}) }
}

function linksOf(columns: ScheduleColumns, added: readonly Part[], source: Int32Array) {
  const { taskCount, links } = columns
  const edits = new LinkEdits(columns)
  const lastOf = new Map<number, number>()
  for (const [n, { task }] of added.entries()) lastOf.set(task, taskCount + n)
  for (let i = 0; i < taskCount; i++) {
    let isTouched = lastOf.has(i)
    for (let k = links.start[i]; k < links.start[i + 1]; k++) isTouched ||= lastOf.has(links.task[k])
    if (!isTouched) continue
    const into = edits.of(i).map(link => {
      const last = fromFinish(link.type) ? lastOf.get(link.task) : undefined
      return last === undefined ? link : { ...link, task: last }
    })
    const last = lastOf.get(i)
    const isFirst = ({ type }: { readonly type: number }): boolean => last === undefined || toStart(type)
    edits.set(i, into.filter(isFirst))
    if (last !== undefined)
      edits.set(
        last,
        into.filter(link => !isFirst(link)),
      )
  }
  for (const [n, { task, number, of, pause }] of added.entries()) {
    const before = number === 2 ? task : taskCount + n - 1
    const own = taskCount + n
    const lagDays = number === of && takesPlaceOfStart(columns, task) ? pause : 0
    edits.set(own, [...edits.of(own), { task: before, type: FS, lagDays, isElapsed: false }])
  }
  const places = source.map((_, n) => n)
  return edits.columns(places, places)!
}

/** A schedule without calendars has one constraint per task: where that is one on the finish, a lag is what holds the last part. */
const takesPlaceOfStart = ({ setting, constraintType }: ScheduleColumns, task: number): boolean =>
  setting === undefined && OF_FINISH.has(constraintType[task])

/** Duration, cost and work of one part of a task. */
function shareOut(whole: ScheduleColumns, rows: ScheduleColumns, { task, days, share }: Part, row: number): void {
  const { durationDays, remainingDurationDays, budgetedCost, assignments } = rows
  durationDays[row] = days
  if (whole.remainingDurationDays[task] >= 0) remainingDurationDays[row] = days
  if (whole.budgetedCost[task] >= 0) budgetedCost[row] = whole.budgetedCost[task] * share
  if (assignments === undefined) return
  for (let k = assignments.start[row]; k < assignments.start[row + 1]; k++) {
    for (const name of SHARED) if (assignments[name].length > 0) assignments[name][k] *= share
    if (row >= whole.taskCount && assignments.lagHours.length > 0) assignments.lagHours[k] = Number.NaN
    for (const name of ['begin', 'end'] as const) if (assignments[name].length > 0) assignments[name][k] = Number.NaN
  }
}

/** The span of the whole is none of its first part. */
function clearDates(rows: ScheduleColumns, row: number): void {
  for (const name of ['forecastStart', 'forecastFinish', 'earlyStart', 'earlyFinish'] as const) {
    if (rows[name].length > 0) rows[name][row] = DAY_ABSENT
    const times = rows[timeColumnOf(name)]
    if (times.length > 0) times[row] = 0
  }
}

function moveEnd(whole: ScheduleColumns, rows: ScheduleColumns, from: number, to: number): void {
  const move = (name: string, absent: number): void => {
    const values = (rows as unknown as Record<string, Int32Array>)[name]
    if (values.length === 0) return
    values[to] = (whole as unknown as Record<string, Int32Array>)[name][from]
    values[from] = absent
  }
  for (const name of OF_LAST) {
    move(name, DAY_ABSENT)
    move(`${name}Time`, 0)
  }
  if (!OF_FINISH.has(whole.constraintType[from])) return
  // where calendars are, the first place holds where the part starts
  const [type, date, time] = takesPlaceOfStart(whole, from)
    ? [rows.constraintType, rows.constraintDate, rows.constraintDateTime]
    : [rows.secondaryConstraintType, rows.secondaryConstraintDate, rows.secondaryConstraintDateTime]
  type[to] = whole.constraintType[from]
  date[to] = whole.constraintDate[from]
  time[to] = whole.constraintDateTime[from]
  rows.constraintType[from] = 0
  rows.constraintDate[from] = DAY_ABSENT
  rows.constraintDateTime[from] = 0
}
