/**
 * Edits of a schedule, from columns to columns: what was sent with some changes is what a request would be with the same changes made by hand. Nothing is
 * made per task; a column that no change touches is shared with the schedule as it was.
 */
import type { Refusal } from '../../../shared/contract/errors.ts'
import type { SentChange } from '../../../shared/contract/schedule/changes.ts'
import type { ReadFault, ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { DAY_COLUMNS, TASK_FIELDS, timeColumnOf } from '../../../shared/contract/schedule/fields.ts'
import { momentOf } from '../../../shared/contract/schedule/setting.ts'
import { textColumn } from '../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { momentIn, taskCalendars, workCalendars } from '../clock/calendars.ts'
import { minutesOf, shortestGap, storedGap } from '../clock/ms-project/spans.ts'
import { zeros } from '../ids/short-arrays.ts'
import { withSummaries } from '../kind/parents.ts'
import { remainingOf } from '../population/durations.ts'
import { IN_PROGRESS, NOT_STARTED, stateOf } from '../population/progress.ts'
import { refuseInvalid } from '../result/options.ts'
import { Applied, type ScheduleMembers } from './apply-changes.ts'
import { readRows } from './change-rows.ts'
import { assignmentsFrom, gathered } from './gather.ts'
import type { PassMeter } from './pass-meter.ts'
import { WORDS } from './words.ts'

export type { ScheduleMembers } from './apply-changes.ts'

/** A schedule as an analysis has it: its tasks, and what stands beside them. */
export interface EditableSchedule {
  readonly columns: ScheduleColumns
  readonly members: ScheduleMembers
}

export interface EditedSchedule extends EditableSchedule {
  /** Entry n: the task of the schedule before that task n is, -1 of an added one. undefined: the tasks are the same. */
  readonly taskBefore: Int32Array | undefined
  readonly addedCount: number
  readonly removedCount: number
  readonly touched: Touched
}

/** What the changes are made to. */
interface Touched {
  /** By column the tasks that have another entry, by their index before. */
  readonly entries: ReadonlyMap<string, readonly number[]>
  /** Tasks whose links into them are others, by their index before. */
  readonly relinked: readonly number[]
  /** A member beside the tasks is another one. */
  readonly hasOtherMembers: boolean
}

/** Columns of tasks that are gathered one by one; links, assignments and what follows from them apart. */
export const COLUMNS = [...new Set(TASK_FIELDS.map(({ column }) => column)), ...DAY_COLUMNS.map(timeColumnOf)].filter(
  name => name !== 'links' && name !== 'assignments',
) as readonly (keyof ScheduleColumns)[]

export const isEdited = (value: EditedSchedule | Refusal): value is EditedSchedule => 'columns' in value

/** `place` is that of the list of changes in the request. */
export function edited(
  { columns, members }: EditableSchedule,
  changes: readonly SentChange[],
  place: readonly (string | number)[],
  meter?: PassMeter,
): EditedSchedule | Refusal {
  const applied = new Applied(columns, members)
  applied.applyAll(changes, place)
  meter?.countLinks(applied.links.steps)
  if (applied.faults.length > 0) return refuseInvalid(applied.faults)
  const rows = readRows(applied.rows)
  if (!('taskCount' in rows)) return refuseInvalid(rows)
  const sources = sourcesOf(applied)
  if (sources.length === 0) return refuseInvalid([{ loc: ['body', ...place], msg: WORDS.noTasks, type: 'value' }])
  const isSame = applied.removed.size === 0 && applied.addedRows.length === 0
  const made = withSetting(editedColumns(columns, rows, applied, sources, isSame), applied.members)
  return {
    columns: made.setting?.rules.rules === 'ms_project' ? withDatesAlong(columns, made, applied, sources) : made,
    members: applied.members,
    taskBefore: isSame ? undefined : sources.map(i => (i < columns.taskCount ? i : -1)),
    addedCount: applied.addedRows.length - countFrom(applied.removed, columns.taskCount),
    removedCount: applied.removed.size - countFrom(applied.removed, columns.taskCount),
    touched: {
      entries: new Map(Array.from(applied.rowOf, ([name, rows]) => [name, [...rows.keys()]] as const)),
      relinked: applied.links.changedTasks(),
      hasOtherMembers: applied.members !== members,
    },
  }
}

const countFrom = (tasks: ReadonlySet<number>, first: number): number => {
  let count = 0
  for (const task of tasks) if (task >= first) count++
  return count
}

/** The tasks that are left, in order: indices among those before and, behind them, those that were added. */
function sourcesOf({ removed, taskCountWithAdded }: Applied): Int32Array {
  const sources = zeros(Int32Array, taskCountWithAdded - removed.size)
  let to = 0
  for (let i = 0; i < taskCountWithAdded; i++) if (!removed.has(i)) sources[to++] = i
  return sources
}

function editedColumns(
  columns: ScheduleColumns,
  rows: ScheduleColumns,
  { rowOf, addedRows, links, removed, addedIds, taskCountWithAdded }: Applied,
  tasks: Int32Array,
  isSame: boolean,
): ScheduleColumns {
  const { taskCount } = columns
  const made: Record<string, unknown> = {}
  /** From here on entry n is a task before, or ~row. */
  const plain = tasks.map(i => (i < taskCount ? i : ~addedRows[i - taskCount]))
  const placeOf = isSame ? undefined : placesOf(tasks, taskCountWithAdded)
  const sourceOf = (name: string): Int32Array | undefined => {
    const own = rowOf.get(name)
    if (own === undefined) return isSame ? undefined : plain
    const source = plain.slice()
    for (const [task, row] of own) {
      const at = placeOf === undefined ? task : placeOf[task]
      if (at >= 0) source[at] = ~row
    }
    return source
  }
  // columns that hold nothing share their arrays, before and after
  const shared = new Map<unknown, { readonly row: unknown; readonly column: unknown }>()
  for (const name of COLUMNS) {
    const source = sourceOf(name)
    if (source === undefined) continue
    const known = source === plain ? shared.get(columns[name]) : undefined
    if (known !== undefined && known.row === rows[name]) {
      made[name] = known.column
      continue
    }
    made[name] = gathered(columns[name] as never, rows[name] as never, source)
    if (source === plain) shared.set(columns[name], { row: rows[name], column: made[name] })
  }
  if (!isSame) made.id = idsOf(columns.id, addedIds, tasks, taskCount)
  const ofAssignments = sourceOf('assignments')
  if (ofAssignments !== undefined)
    made.assignments = assignmentsFrom(
      columns.assignments,
      rows.assignments,
      ofAssignments,
      columns.resources,
      rows.resources,
    )
  const linked = links.columns(placeOf, tasks)
  if (linked !== undefined) Object.assign(made, linked)
  const all = {
    ...columns,
    ...made,
    taskCount: tasks.length,
    faults: removed.size === 0 ? columns.faults : columns.faults.map(fault => faultAfter(fault, placeOf!)),
    notes: undefined,
  } as ScheduleColumns
  const mayMakeSummaries = !isSame || rowOf.has('parentId') || rowOf.has('taskType')
  return mayMakeSummaries ? withSummaries(all) : all
}

/** By task before, added ones behind: its index now, -1 = it went. */
function placesOf(tasks: Int32Array, count: number): Int32Array {
  const places = zeros<Int32Array>(Int32Array, count).fill(-1)
  for (let n = 0; n < tasks.length; n++) places[tasks[n]] = n
  return places
}

function idsOf(id: TextColumn, added: readonly string[], tasks: Int32Array, taskCount: number): TextColumn {
  return gathered(
    id,
    textColumn(added),
    tasks.map(i => (i < taskCount ? i : ~(i - taskCount))),
  )
}

/** A fault of the reader names tasks by index; one that went is none of the file's any more. */
const faultAfter = (fault: ReadFault, placeOf: Int32Array): ReadFault => {
  const { whole } = fault
  const moved = (tasks: readonly number[]): number[] => tasks.map(i => (i < 0 ? i : placeOf[i]))
  return {
    ...fault,
    tasks: moved(fault.tasks),
    ...(whole === undefined ? {} : { whole: { ...whole, first: moved(whole.first).filter(i => i >= 0) } }),
  }
}

/** Calendars and rules with the data date of the request. */
function withSetting(columns: ScheduleColumns, { status_date }: ScheduleMembers): ScheduleColumns {
  const { setting } = columns
  const dataDate = momentOf(status_date)
  if (setting === undefined || Number.isNaN(dataDate) || setting.dataDate === dataDate) return columns
  return { ...columns, setting: { ...setting, dataDate }, notes: undefined }
}

/** Members whose change moves the finish that Microsoft Project keeps of a task. */
const OF_SPAN = ['durationDays', 'remainingDurationDays', 'calendarId', 'forecastStart']

/**
 * Under the rules of Microsoft Project the dates of a task say how it is split, so a change of its work changes them as that tool does: what was between start and finish beyond the
 * duration stays, and no more. Of work under way the duration is what was done and what is left.
 */
function withDatesAlong(
  before: ScheduleColumns,
  after: ScheduleColumns,
  { rowOf, removed, taskCountWithAdded }: Applied,
  tasks: Int32Array,
): ScheduleColumns {
  const changed = new Set(OF_SPAN.flatMap(name => [...(rowOf.get(name)?.keys() ?? [])]))
  for (const i of changed) if (i >= before.taskCount || removed.has(i)) changed.delete(i)
  if (changed.size === 0) return after
  const isGiven = (name: string, i: number): boolean => rowOf.get(name)?.has(i) === true
  const places = placesOf(tasks, taskCountWithAdded)
  const [calendars, made] = [workCalendars(before.setting!), workCalendars(after.setting!)]
  const [calendarBefore, calendarAfter] = [taskCalendars(before, before.setting!), taskCalendars(after, after.setting!)]
  const copy = <Name extends (typeof ALONG)[number]>(name: Name): ScheduleColumns[Name] =>
    after[name].slice() as ScheduleColumns[Name]
  const along = Object.fromEntries(ALONG.map(name => [name, copy(name)])) as Pick<
    ScheduleColumns,
    (typeof ALONG)[number]
  >
  const { durationDays, remainingDurationDays, forecastFinish, forecastFinishTime } = along
  for (const i of changed) {
    const n = places[i]
    const calendar = made[calendarAfter[n]]
    const state = stateOf(before, i)
    if (state === IN_PROGRESS && stateOf(after, n) === IN_PROGRESS && !isGiven('percentComplete', i)) {
      const [isWhole, isRest] = [isGiven('durationDays', i), isGiven('remainingDurationDays', i)]
      const longer = durationDays[n] - before.durationDays[i]
      const left = remainingOf(before, i, before.durationDays[i])
      if (isWhole && !isRest && !Number.isNaN(longer) && !Number.isNaN(remainingDurationDays[n]))
        remainingDurationDays[n] = Math.max(0, left + longer)
      else if (isRest && !isWhole && remainingDurationDays[n] >= 0 && durationDays[n] > 0)
        durationDays[n] = Math.max(remainingDurationDays[n], durationDays[n] + remainingDurationDays[n] - left)
    }
    const start = momentIn(after, 'forecastStart', n, 'start')
    const finish = momentIn(after, 'forecastFinish', n, 'finish')
    if (
      isGiven('forecastFinish', i) ||
      !(start <= finish || isGiven('forecastStart', i)) ||
      !(forecastFinishTime[n] > 0)
    )
      continue
    const own = calendars[calendarBefore[i]]
    let ends: number
    if (state === NOT_STARTED) {
      const minutes = minutesOf(durationDays[n], calendar)
      const gap = storedGap(before, i, own)
      const kept = gap >= 0 || gap >= shortestGap(before, i, own, calendars) ? gap : 0
      if (minutes === 0) continue
      ends = calendar.finishAfter(start, Math.max(1, minutes + kept))
    } else {
      const left = minutesOf(remainingOf(before, i, before.durationDays[i]), own)
      ends = calendar.moved(finish, minutesOf(remainingOf({ ...after, ...along }, n, durationDays[n]), calendar) - left)
    }
    if (Number.isNaN(ends)) continue
    forecastFinish[n] = Math.floor(ends / MINUTES_PER_DAY)
    forecastFinishTime[n] = ends - forecastFinish[n] * MINUTES_PER_DAY + 1
  }
  return { ...after, ...along }
}

const ALONG = ['durationDays', 'remainingDurationDays', 'forecastFinish', 'forecastFinishTime'] as const
