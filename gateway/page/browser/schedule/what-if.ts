/** What a list of changes does, as the worker makes it of the reply, and the schedule that is drawn of it. */
import type { RelationType } from '../../../../shared/contract/schedule/fields.ts'
import type { Change } from './changes.ts'
import { MINUTES_PER_DAY, minutesOf } from './moment.ts'
import { CRITICAL, type Links, ON_LONGEST_PATH, RELATIONS, type Schedule } from './schedule.ts'

type Texts = readonly (string | null)[]
type Numbers = readonly (number | null)[]

/** The tasks that differ, column by column; what is null of all is left out. */
interface ChangedTasks {
  readonly id?: readonly string[]
  readonly early_start?: Numbers
  readonly early_finish?: Numbers
  readonly late_start?: Numbers
  readonly late_finish?: Numbers
  readonly early_start_date?: Texts
  readonly early_finish_date?: Texts
  readonly late_start_date?: Texts
  readonly late_finish_date?: Texts
  readonly total_float_days?: Numbers
  readonly free_float_days?: Numbers
  readonly is_critical?: readonly boolean[]
  readonly is_on_longest_path?: readonly boolean[]
}

interface Alternative {
  readonly finish_before: string | null
  readonly project_finish: string | null
  readonly moves_working_days: number | null
  readonly moves_calendar_days: number | null
  readonly driven_by: { readonly text: string }
  readonly float_lost: readonly { readonly id: string }[]
  readonly broken_constraints: readonly { readonly id: string | null; readonly was_broken: boolean }[]
  readonly negative_float_count: number
  readonly critical_count: number
  readonly moved_task_count: number
}

export interface WhatIfReply {
  readonly data: {
    readonly alternatives: readonly Alternative[]
    readonly changed_tasks_by_column?: ChangedTasks
  }
}

/** What is said of it, as it is kept with an alternative. */
export interface Told {
  readonly before: string | null
  readonly finish: string | null
  readonly workingDays: number | null
  readonly calendarDays: number | null
  readonly drivenBy: string
  readonly floatLost: readonly string[]
  readonly newlyBroken: readonly string[]
  readonly negativeCount: number
  readonly movedCount: number
}

export interface WhatIfOutcome {
  /** The schedule that the service keeps for the next changes. */
  readonly handle: string
  readonly told: Told
  readonly ids: readonly string[]
  /** By row of ids. */
  readonly start: Float64Array
  readonly finish: Float64Array
  readonly finishDate: Float64Array
  readonly lateStart: Float64Array
  readonly lateFinish: Float64Array
  readonly lateFinishDate: Float64Array
  readonly totalFloatDays: Float64Array
  readonly freeFloatDays: Float64Array
  readonly marks: Uint8Array
}

export function outcomeOf(
  { data }: WhatIfReply,
  handle: string,
  { hasTimes, isUndated }: Pick<Schedule, 'hasTimes' | 'isUndated'>,
): WhatIfOutcome {
  const [of] = data.alternatives
  const t = data.changed_tasks_by_column ?? {}
  const ids = t.id ?? []
  const days = (values: Numbers | undefined) => Float64Array.from(ids, (_, i) => values?.[i] ?? Number.NaN)
  const date = (texts: Texts | undefined, offsets: Numbers | undefined, isFinish: boolean) =>
    isUndated
      ? days(offsets).map(value => value * MINUTES_PER_DAY)
      : Float64Array.from(ids, (_, i) => minutesOf(texts?.[i], isFinish))
  const start = date(t.early_start_date, t.early_start, false)
  const finish = date(t.early_finish_date, t.early_finish, true)
  // a moment without duration lies on one day, as in columns.ts
  if (!hasTimes)
    for (let i = 0; i < ids.length; i++)
      if (t.early_start?.[i] != null && t.early_start[i] === t.early_finish?.[i]) finish[i] = start[i]!
  const told: Told = {
    before: of!.finish_before,
    finish: of!.project_finish,
    workingDays: of!.moves_working_days,
    calendarDays: of!.moves_calendar_days,
    drivenBy: of!.driven_by.text,
    floatLost: of!.float_lost.map(({ id }) => id),
    newlyBroken: of!.broken_constraints.filter(({ was_broken }) => !was_broken).map(({ id }) => id ?? ''),
    negativeCount: of!.negative_float_count,
    movedCount: of!.moved_task_count,
  }
  return {
    handle,
    told,
    ids,
    start,
    finish,
    finishDate: isUndated ? finish : Float64Array.from(ids, (_, i) => minutesOf(t.early_finish_date?.[i])),
    lateStart: date(t.late_start_date, t.late_start, false),
    lateFinish: date(t.late_finish_date, t.late_finish, true),
    lateFinishDate: isUndated
      ? date(undefined, t.late_finish, true)
      : Float64Array.from(ids, (_, i) => minutesOf(t.late_finish_date?.[i])),
    totalFloatDays: days(t.total_float_days),
    freeFloatDays: days(t.free_float_days),
    marks: Uint8Array.from(
      ids,
      (_, i) =>
        (t.is_critical?.[i] === true ? CRITICAL : 0) | (t.is_on_longest_path?.[i] === true ? ON_LONGEST_PATH : 0),
    ),
  }
}

const MOVED = [
  'start',
  'finish',
  'finishDate',
  'lateStart',
  'lateFinish',
  'lateFinishDate',
  'totalFloatDays',
  'freeFloatDays',
  'marks',
] as const

/**
 * A schedule to draw alternatives in: what moves is written into its columns in place, so that the tree, the columns of the table and the chart stay as they
 * are. It has another one where tasks or links come or go.
 */
export class Desk {
  readonly schedule: Schedule
  readonly #base: Schedule
  readonly #indexOf: ReadonlyMap<string, number>
  readonly structure: string
  readonly #constraint: (string | null)[]
  readonly #calendar: (string | null)[]
  readonly #constraintOf: (change: Change) => string | null

  constructor(base: Schedule, changes: readonly Change[], constraintOf: (change: Change) => string | null) {
    this.#base = base
    this.structure = structureOf(changes)
    const drawn = drawnOf(base, changes)
    this.#constraint = [...drawn.constraint]
    this.#calendar = [...drawn.calendar]
    this.schedule = { ...drawn, constraint: this.#constraint, calendar: this.#calendar }
    this.#indexOf = new Map(this.schedule.ids.map((id, i) => [id, i]))
    this.#constraintOf = constraintOf
  }

  indexOf(id: string): number {
    return this.#indexOf.get(id) ?? -1
  }

  show(changes: readonly Change[], outcome: WhatIfOutcome | undefined): void {
    const [own, base] = [this.schedule, this.#base]
    for (const name of MOVED) own[name].set(base[name])
    for (const name of ['durationDays', 'remainingDays'] as const) own[name].set(base[name])
    const [constraint, calendars] = [this.#constraint, this.#calendar]
    for (let i = 0; i < base.taskCount; i++) {
      constraint[i] = base.constraint[i]!
      calendars[i] = base.calendar[i]!
    }
    for (const change of changes) {
      if ('add_task' in change) {
        const task = this.indexOf(change.add_task.id)
        own.durationDays[task] = own.remainingDays[task] = change.add_task.duration_days
      }
      if (!('task_id' in change)) continue
      const task = this.indexOf(change.task_id)
      const {
        duration_days: days,
        remaining_duration_days: left,
        calendar_id: calendar,
        constraint_type,
        clear,
      } = change
      if (days !== undefined) {
        own.durationDays[task] = days
        if (own.state[task] === 0) own.remainingDays[task] = days
      }
      if (left !== undefined) own.remainingDays[task] = left
      if (calendar !== undefined) calendars[task] = calendar
      if (constraint_type !== undefined || clear?.includes('constraint_type') === true)
        constraint[task] = this.#constraintOf(change)
    }
    // a drag is of the schedule as it is
    if (outcome === undefined) own.dragDays.set(base.dragDays)
    else own.dragDays.fill(Number.NaN)
    if (outcome === undefined) return
    for (const [row, id] of outcome.ids.entries()) {
      const task = this.#indexOf.get(id)
      if (task === undefined) continue
      for (const name of MOVED) own[name][task] = outcome[name][row]!
    }
  }
}

/** What of the changes gives the schedule other rows or links. */
export const structureOf = (changes: readonly Change[]): string =>
  JSON.stringify(changes.filter(each => !('task_id' in each)))

function drawnOf(base: Schedule, changes: readonly Change[]): Schedule {
  const added = changes.flatMap(each => ('add_task' in each ? [each] : []))
  const count = base.taskCount + added.length
  const indexOf = new Map(base.ids.map((id, i) => [id, i]))
  for (const [n, { add_task }] of added.entries()) indexOf.set(add_task.id, base.taskCount + n)
  const beside = added.map(
    ({ add_task: { predecessors }, successors }) => indexOf.get(predecessors[0] ?? successors[0] ?? '') ?? -1,
  )
  const grown = <Of extends Float64Array | Int32Array | Uint8Array>(
    column: Of,
    rest: (beside: number) => number,
  ): Of => {
    const made = new (column.constructor as new (length: number) => Of)(count)
    made.set(column)
    beside.forEach((task, n) => {
      made[base.taskCount + n] = rest(task)
    })
    return made
  }
  const none = (): number => Number.NaN
  const like = (column: Int32Array) => grown(column, task => (task < 0 ? -1 : column[task]!))
  const zero = (): number => 0
  return {
    ...base,
    taskCount: count,
    ids: [...base.ids, ...added.map(({ add_task: { id } }) => id)],
    names: [...base.names, ...added.map(({ add_task: { name } }) => name)],
    kind: grown(base.kind, zero),
    wbs: like(base.wbs),
    parent: like(base.parent),
    start: grown(base.start, none),
    finish: grown(base.finish, none),
    lateStart: grown(base.lateStart, none),
    lateFinish: grown(base.lateFinish, none),
    finishDate: grown(base.finishDate, none),
    lateFinishDate: grown(base.lateFinishDate, none),
    baselineStart: grown(base.baselineStart, none),
    baselineFinish: grown(base.baselineFinish, none),
    durationDays: grown(base.durationDays, none),
    remainingDays: grown(base.remainingDays, none),
    totalFloatDays: grown(base.totalFloatDays, none),
    freeFloatDays: grown(base.freeFloatDays, none),
    dragDays: grown(base.dragDays, none),
    percent: grown(base.percent, none),
    state: grown(base.state, zero),
    actuals: grown(base.actuals, zero),
    marks: grown(base.marks, zero),
    driver: [...base.driver, ...added.map(() => null)],
    constraint: [...base.constraint, ...added.map(() => null)],
    calendar: [...base.calendar, ...added.map(({ add_task }) => add_task.calendar_id ?? null)],
    links: linksWith(base, changes, indexOf, count),
  }
}

/** The links with those that come and without those that go; what is new drives nothing that is known. */
function linksWith(
  base: Schedule,
  changes: readonly Change[],
  indexOf: ReadonlyMap<string, number>,
  count: number,
): Links {
  const old = base.links
  interface Row {
    readonly from: number
    readonly to: number
    readonly type: number
    readonly lag: number
    readonly float: number
    readonly drives: number
  }
  if (structureOf(changes) === '[]') return old
  let rows = Array.from(
    old.predecessor,
    (from, k): Row => ({
      from,
      to: old.successor[k]!,
      type: old.type[k]!,
      lag: old.lagDays[k]!,
      float: old.floatDays[k]!,
      drives: old.isDriving[k]!,
    }),
  )
  const add = (predecessor: string, successor: string, type: RelationType, lag: number): void => {
    const [from, to] = [indexOf.get(predecessor) ?? -1, indexOf.get(successor) ?? -1]
    if (from < 0 || to < 0) return
    const at = RELATIONS.indexOf(type)
    rows = rows.filter(row => row.from !== from || row.to !== to || row.type !== at)
    rows.push({ from, to, type: at, lag, float: Number.NaN, drives: 0 })
  }
  for (const change of changes) {
    if ('add_task' in change) {
      for (const id of change.add_task.predecessors) add(id, change.add_task.id, 'FS', 0)
      for (const id of change.successors) add(change.add_task.id, id, 'FS', 0)
    } else if ('link' in change) {
      const { predecessor, successor, type, lag_days: lag = 0 } = change.link
      add(predecessor, successor, type, lag)
    } else if ('unlink' in change) {
      const { predecessor, successor, type } = change.unlink
      const [from, to, at] = [indexOf.get(predecessor), indexOf.get(successor), RELATIONS.indexOf(type)]
      rows = rows.filter(row => row.from !== from || row.to !== to || row.type !== at)
    }
  }
  const positions = (of: (row: Row) => number): { start: Int32Array; at: Int32Array } => {
    const start = new Int32Array(count + 1)
    for (const row of rows) start[of(row) + 1]!++
    for (let i = 0; i < count; i++) start[i + 1]! += start[i]!
    const next = start.slice()
    const at = new Int32Array(rows.length)
    for (const [k, row] of rows.entries()) at[next[of(row)]!++] = k
    return { start, at }
  }
  const into = positions(({ to }) => to)
  const out = positions(({ from }) => from)
  return {
    predecessor: Int32Array.from(rows, ({ from }) => from),
    successor: Int32Array.from(rows, ({ to }) => to),
    type: Uint8Array.from(rows, ({ type }) => type),
    lagDays: Float64Array.from(rows, ({ lag }) => lag),
    floatDays: Float64Array.from(rows, ({ float }) => float),
    isDriving: Uint8Array.from(rows, ({ drives }) => drives),
    intoStart: into.start,
    into: into.at,
    outStart: out.start,
    out: out.at,
  }
}
