/** What a list of changes does, and the schedule that is drawn of it. */
import type { Tried } from '../../../../shared/contract/local-engine.ts'
import type { RelationType } from '../../../../shared/contract/schedule/fields.ts'
import type { Change } from './changes.ts'
import { MINUTES_PER_DAY } from './moment.ts'
import { CRITICAL, type Links, ON_LONGEST_PATH, positions, RELATIONS, type Schedule } from './schedule.ts'

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

export const toldOf = (tried: Tried, { ids }: Schedule): Told => ({
  before: tried.finishBefore,
  finish: tried.finish,
  workingDays: tried.workingDays,
  calendarDays: tried.calendarDays,
  drivenBy: tried.drivenBy,
  floatLost: Array.from(tried.floatLost, task => ids[task]!),
  newlyBroken: tried.newlyBroken,
  negativeCount: tried.negativeCount,
  movedCount: tried.movedCount,
})

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
  readonly #indexOf: IndexOf
  readonly structure: string
  readonly #constraint: (string | null)[]
  readonly #calendar: (string | null)[]
  readonly #constraintOf: (change: Change) => string | null

  constructor(base: Schedule, changes: readonly Change[], constraintOf: (change: Change) => string | null) {
    this.#base = base
    this.structure = structureOf(changes)
    const added = changes.flatMap(each => ('add_task' in each ? [each] : []))
    this.#indexOf = indexWith(
      base,
      added.map(({ add_task }) => add_task.id),
    )
    const drawn = drawnOf(base, changes, added, this.#indexOf)
    this.#constraint = [...drawn.constraint]
    this.#calendar = [...drawn.calendar]
    this.schedule = { ...drawn, constraint: this.#constraint, calendar: this.#calendar }
    this.#constraintOf = constraintOf
  }

  indexOf(id: string): number {
    return this.#indexOf(id)
  }

  show(changes: readonly Change[], tried: Tried | undefined): void {
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
    if (tried === undefined) own.dragDays.set(base.dragDays)
    else own.dragDays.fill(Number.NaN)
    if (tried !== undefined) this.#move(tried)
  }

  /** As columns.ts makes columns of a reply. */
  #move(tried: Tried): void {
    const own = this.schedule
    const { isUndated, hasTimes } = own
    const { tasks, offsets, start, finishes, lateStart, lateFinish } = tried
    // a whole day ends a day later than it begins
    const day = tried.areDays ? MINUTES_PER_DAY : 0
    for (let n = 0; n < tasks.length; n++) {
      const task = tasks[n]!
      const [from, until] = [offsets.start[n]!, offsets.finish[n]!]
      if (isUndated) {
        own.start[task] = from * MINUTES_PER_DAY
        own.finish[task] = own.finishDate[task] = until * MINUTES_PER_DAY
        own.lateStart[task] = offsets.lateStart[n]! * MINUTES_PER_DAY
        own.lateFinish[task] = own.lateFinishDate[task] = offsets.lateFinish[n]! * MINUTES_PER_DAY
      } else {
        own.start[task] = start[n]!
        // a moment without duration lies on one day
        own.finish[task] = !hasTimes && from === until ? start[n]! : finishes[n]! + day
        own.finishDate[task] = finishes[n]!
        own.lateStart[task] = lateStart[n]!
        own.lateFinish[task] = lateFinish[n]! + day
        own.lateFinishDate[task] = lateFinish[n]!
      }
      own.totalFloatDays[task] = tried.totalFloatDays[n]!
      own.freeFloatDays[task] = tried.freeFloatDays[n]!
      own.marks[task] =
        (tried.isCritical[n] === 1 ? CRITICAL : 0) | (tried.isOnLongestPath[n] === 1 ? ON_LONGEST_PATH : 0)
    }
  }
}

type IndexOf = (id: string) => number

const indices = new WeakMap<Schedule, ReadonlyMap<string, number>>()

/** Of the tasks with those that are added behind them; -1 = there is none. */
function indexWith(base: Schedule, added: readonly string[]): IndexOf {
  let known = indices.get(base)
  if (known === undefined) {
    known = new Map(base.ids.map((id, i) => [id, i]))
    indices.set(base, known)
  }
  const of = known
  return id => {
    const n = added.indexOf(id)
    return n < 0 ? (of.get(id) ?? -1) : base.taskCount + n
  }
}

/** What of the changes gives the schedule other rows or links. */
export const structureOf = (changes: readonly Change[]): string =>
  JSON.stringify(changes.filter(each => !('task_id' in each)))

type Addition = Extract<Change, { readonly add_task: unknown }>

function drawnOf(base: Schedule, changes: readonly Change[], added: readonly Addition[], indexOf: IndexOf): Schedule {
  const count = base.taskCount + added.length
  const beside = added.map(({ add_task: { predecessors }, successors }) =>
    indexOf(predecessors[0] ?? successors[0] ?? ''),
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

interface NewLink {
  readonly from: number
  readonly to: number
  readonly type: number
  readonly lag: number
}

/** The links with those that come and without those that go; what is new drives nothing that is known. */
function linksWith(base: Schedule, changes: readonly Change[], indexOf: IndexOf, count: number): Links {
  const old = base.links
  if (structureOf(changes) === '[]') return old
  const isGone = new Uint8Array(old.predecessor.length)
  let added: NewLink[] = []
  const remove = (from: number, to: number, type: number): void => {
    if (to < base.taskCount)
      for (const k of old.into.subarray(old.intoStart[to]!, old.intoStart[to + 1]!))
        if (old.predecessor[k] === from && old.type[k] === type) isGone[k] = 1
    added = added.filter(each => each.from !== from || each.to !== to || each.type !== type)
  }
  const ends = (predecessor: string, successor: string, type: RelationType) =>
    [indexOf(predecessor), indexOf(successor), RELATIONS.indexOf(type)] as const
  const add = (predecessor: string, successor: string, type: RelationType, lag: number): void => {
    const [from, to, at] = ends(predecessor, successor, type)
    if (from < 0 || to < 0) return
    remove(from, to, at)
    added.push({ from, to, type: at, lag })
  }
  for (const change of changes) {
    if ('add_task' in change) {
      for (const id of change.add_task.predecessors) add(id, change.add_task.id, 'FS', 0)
      for (const id of change.successors) add(change.add_task.id, id, 'FS', 0)
    } else if ('link' in change) {
      const { predecessor, successor, type, lag_days: lag = 0 } = change.link
      add(predecessor, successor, type, lag)
    } else if ('unlink' in change) {
      const [from, to, at] = ends(change.unlink.predecessor, change.unlink.successor, change.unlink.type)
      if (to >= 0) remove(from, to, at)
    }
  }
  const kept = Uint32Array.from(isGone.keys()).filter(k => isGone[k] === 0)
  const column = <Of extends Int32Array | Float64Array | Uint8Array>(
    given: Of,
    rest: (link: NewLink) => number,
  ): Of => {
    const made = new (given.constructor as new (length: number) => Of)(kept.length + added.length)
    for (let n = 0; n < kept.length; n++) made[n] = given[kept[n]!]!
    for (const [n, link] of added.entries()) made[kept.length + n] = rest(link)
    return made
  }
  const predecessor = column(old.predecessor, ({ from }) => from)
  const successor = column(old.successor, ({ to }) => to)
  const into = positions(successor, count)
  const out = positions(predecessor, count)
  return {
    predecessor,
    successor,
    type: column(old.type, ({ type }) => type),
    lagDays: column(old.lagDays, ({ lag }) => lag),
    floatDays: column(old.floatDays, () => Number.NaN),
    isDriving: column(old.isDriving, () => 0),
    intoStart: into.start,
    into: into.at,
    outStart: out.start,
    out: out.at,
  }
}
