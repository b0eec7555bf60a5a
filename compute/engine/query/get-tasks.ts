/** Pages of rows of a computed schedule: filtered, sorted, with the requested fields. */
import { codeNames } from '../../../shared/contract/schedule/codes.ts'
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import { cut, textAt } from '../../../shared/contract/schedule/text.ts'
import {
  type GetTasksSent,
  ROWS_DEFAULT,
  SLIP_ROWS_MAX,
  type TaskFilter,
} from '../../../shared/contract/tools/service-tools.ts'
import { TASK_FACTS_DEFAULT, type TaskSortName } from '../../../shared/contract/tools/task-fact-names.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../calendar/snap.ts'
import { compareIds } from '../ids/id-order.ts'
import { isSummary } from '../kind/participation.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../population/progress.ts'
import type { Plain, PlainMap } from '../summary/plain.ts'
import { roundHalfAway } from '../wording/numbers.ts'
import type { ComputedSchedule } from './computed-schedule.ts'
import { canSlip, finishMovesDays } from './slip.ts'
import { factsOf } from './task-facts.ts'

interface TaskPage {
  readonly tasks: readonly PlainMap[]
  readonly total: number
  /** null = the last page. */
  readonly nextCursor: string | null
  /** Tasks of further pages that are sorted like the last row. */
  readonly tied: number
  /** Requested ids that no task has. */
  readonly unknownIds: readonly string[]
}

type Test = (task: number) => boolean

const STATES: Readonly<Record<string, (state: number) => boolean>> = {
  open: state => state !== COMPLETE,
  not_started: state => state === NOT_STARTED,
  in_progress: state => state === IN_PROGRESS,
  complete: state => state === COMPLETE,
}

function openEnd({ network, successors }: ComputedSchedule, missing: string): Test {
  const lacksPredecessor: Test = i => network.start[i] === network.start[i + 1]
  const lacksSuccessor: Test = i => successors.start[i] === successors.start[i + 1]
  const lacks: Test =
    missing === 'predecessor'
      ? lacksPredecessor
      : missing === 'successor'
        ? lacksSuccessor
        : i => lacksPredecessor(i) || lacksSuccessor(i)
  return i => network.takesPart[i] === 1 && lacks(i)
}

/** Which end of a task is open. */
const lackOf = ({ network, successors }: ComputedSchedule, i: number): string =>
  [
    network.start[i] === network.start[i + 1] ? 'predecessor' : '',
    successors.start[i] === successors.start[i + 1] ? 'successor' : '',
  ]
    .filter(end => end !== '')
    .join(' and ')

/** A day of text against the date of a fact, which may have a time: dates of one form sort as texts. */
function byDate(schedule: ComputedSchedule, name: 'start' | 'finish', accepts: (date: string) => boolean): Test {
  const fact = factsOf(schedule, [name])
  return i => {
    const date = fact(i)[name]
    return typeof date === 'string' && accepts(date.slice(0, 10))
  }
}

function tests(schedule: ComputedSchedule, where: TaskFilter): Test[] {
  const { columns, prepared, result } = schedule
  const { state } = prepared.input
  const made: Test[] = []
  const { ids, text, wbs, resource, from, to, float_days_max: floatMax, open_end: missing } = where
  if (ids !== undefined) {
    const wanted = new Set(ids)
    made.push(i => wanted.has(textAt(columns.id, i)))
  }
  if (where.state !== undefined) {
    const accepts = STATES[where.state]!
    made.push(i => !isSummary(columns.taskType[i]) && accepts(state[i]))
  }
  if (floatMax !== undefined) made.push(i => result.totalFloat[i] <= floatMax + EPSILON_DAYS)
  if (where.is_critical !== undefined) made.push(i => (result.critical[i] === 1) === where.is_critical)
  if (where.is_on_longest_path !== undefined)
    made.push(i => (result.onLongestPath[i] === 1) === where.is_on_longest_path)
  if (where.has_constraint !== undefined) made.push(i => (columns.constraintType[i] !== 0) === where.has_constraint)
  if (missing !== undefined) made.push(openEnd(schedule, missing))
  if (wbs !== undefined) {
    const fact = factsOf(schedule, ['wbs_code'])
    made.push(i => String(fact(i).wbs_code ?? '').startsWith(wbs))
  }
  if (text !== undefined) {
    const part = text.toLowerCase()
    made.push(i => `${textAt(columns.id, i)} ${textAt(columns.name, i)}`.toLowerCase().includes(part))
  }
  if (resource !== undefined) {
    const fact = factsOf(schedule, ['resources'])
    made.push(i => (fact(i).resources as string[]).includes(resource))
  }
  if (where.codes !== undefined) {
    const fact = factsOf(schedule, ['codes'])
    const wanted = where.codes
    made.push(i => {
      const own = fact(i).codes as string[]
      return wanted.every(code => own.includes(code))
    })
  }
  if (from !== undefined) made.push(byDate(schedule, 'finish', date => date >= from))
  if (to !== undefined) made.push(byDate(schedule, 'start', date => date <= to))
  return made
}

function valuesOf({ result, drag, prepared, columns }: ComputedSchedule, sort: TaskSortName): Float64Array {
  switch (sort) {
    case 'total_float_days':
      return result.totalFloat
    case 'free_float_days':
      return result.freeFloat
    case 'drag_days':
      return drag
    case 'start':
      return result.earlyStart
    case 'finish':
      return result.earlyFinish
    case 'remaining_days':
      return prepared.input.remainingDays
    case 'duration_days':
      return prepared.durationDays
    case 'percent_complete':
      return columns.percentComplete
  }
}

/** As a row shows it: what is equal there is equal. */
const printed = (value: number): number => roundHalfAway(value, OFFSET_DECIMALS)

/** Tasks without the value come last, whichever way they are sorted; equal ones by id, so that no order of input decides. */
function sorted(tasks: number[], values: Float64Array, isDescending: boolean, ids: TextColumn): number[] {
  const sign = isDescending ? -1 : 1
  return tasks.sort((a, b) => {
    const [first, second] = [values[a], values[b]]
    if (Number.isNaN(first) || Number.isNaN(second))
      return Number(Number.isNaN(first)) - Number(Number.isNaN(second)) || compareIds(ids, a, b)
    return sign * (printed(first) - printed(second)) || compareIds(ids, a, b)
  })
}

/** How many tasks behind a page have the value of its last row. */
const tiesBehind = (tasks: readonly number[], values: Float64Array, next: number): number =>
  next === 0 ? 0 : tasks.slice(next).filter(i => printed(values[i]) === printed(values[tasks[next - 1]])).length

/** What of the arguments cannot be served: its member, and why. */
export function faultOf(
  sent: GetTasksSent,
  { columns }: Pick<ComputedSchedule, 'columns'>,
): { readonly member: string; readonly reason: string } | undefined {
  const { where = {}, cursor, slip_days: slip, limit = ROWS_DEFAULT } = sent
  for (const name of ['from', 'to'] as const)
    if (where[name] !== undefined && parseDay(where[name]) === undefined)
      return { member: `where.${name}`, reason: `must be a day such as 2026-05-18, is ${JSON.stringify(where[name])}` }
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    return { member: 'cursor', reason: 'must be the next_cursor of a page of the same schedule, filter and order' }
  if (slip !== undefined && limit > SLIP_ROWS_MAX)
    return { member: 'limit', reason: `must be at most ${SLIP_ROWS_MAX} with slip_days, is ${limit}` }
  const names = where.codes === undefined ? [] : codeNames(columns.codes)
  for (const [n, code] of (where.codes ?? []).entries())
    if (!names.some(name => code.startsWith(`${name}=`)))
      return {
        member: `where.codes.${n}`,
        reason: `must be Name=Value of a code that there is, is ${JSON.stringify(cut(code))}; the codes are ${names.slice(0, CODES_NAMED_MAX).join(', ') || 'none'}`,
      }
  return undefined
}

/** Codes that a refusal names. */
const CODES_NAMED_MAX = 30

function unknownOf({ id, taskCount }: ComputedSchedule['columns'], asked: readonly string[]): readonly string[] {
  const unknown = new Set(asked)
  for (let i = 0; i < taskCount && unknown.size > 0; i++) unknown.delete(textAt(id, i))
  return [...unknown]
}

export function taskPage(schedule: ComputedSchedule, sent: GetTasksSent): TaskPage {
  const {
    where = {},
    sort,
    descending = false,
    fields = TASK_FACTS_DEFAULT,
    limit = ROWS_DEFAULT,
    slip_days: slip,
  } = sent
  const accepted = tests(schedule, where)
  let tasks: number[] = []
  for (let i = 0; i < schedule.columns.taskCount; i++) if (accepted.every(test => test(i))) tasks.push(i)
  const values = sort === undefined ? undefined : valuesOf(schedule, sort)
  if (values !== undefined) tasks = sorted(tasks, values, descending, schedule.columns.id)
  const first = Number(sent.cursor ?? 0)
  const names = [...new Set(['id', 'name', ...fields] as const)]
  const facts = factsOf(schedule, names)
  const rows = tasks.slice(first, first + limit).map((i): PlainMap => {
    const lacks = where.open_end === undefined ? {} : { lacks: lackOf(schedule, i) }
    if (slip === undefined) return { ...facts(i), ...lacks }
    const moves: Plain = canSlip(schedule, i) ? finishMovesDays(schedule, i, slip) : null
    return { ...facts(i), ...lacks, finish_moves_days: moves }
  })
  const next = first + rows.length
  return {
    tasks: rows,
    total: tasks.length,
    nextCursor: next < tasks.length ? String(next) : null,
    tied: values === undefined ? 0 : tiesBehind(tasks, values, next),
    unknownIds: unknownOf(schedule.columns, where.ids ?? []),
  }
}
