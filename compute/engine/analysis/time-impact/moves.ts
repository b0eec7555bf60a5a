/** What each event of a turn moves: in all orders of the turn, and alone in the base. */
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import {
  type Finish,
  type Movement,
  movementOf,
  NO_MOVEMENT,
  projectFinishOf,
  taskFinishOf,
} from '../../edits/finish-moves.ts'
import { carriedOn, daysAdded, fragnetOf } from '../../edits/fragnet.ts'
import { type Computed, isComputed, type Recomputed, recomputed } from '../../edits/recomputed.ts'
import { NO_TASK, namedBy, TaskFinder } from '../../edits/task-finder.ts'
import { isTrial } from '../../edits/trials.ts'
import { compareIds } from '../../ids/id-order.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { dayOfFinish, type EventMove } from '../delay-analysis/contract-accounts.ts'
import { type Moved, movedBy, type Needed } from '../delay-analysis/event-turns.ts'
import { heldFinishes } from './contract.ts'
import type { PlacedEvent } from './placing.ts'
import { areFaults, type Faults, type ModelledEvent, modelled, putIn, type Where } from './turn.ts'

/** How far the finish that a contract date is held against becomes later, in dates and in days of work; NaN = not known. */
export type HeldMove = Pick<EventMove, 'days' | 'workDays'>

/** What one event of a turn moves. */
export interface EventMoves {
  readonly movement: Movement
  /** Working days over all orders of the turn. */
  readonly least: number | null
  readonly most: number | null
  readonly alone: Movement
  /** Days that its fragnet adds. */
  readonly givenDays: number | null
  readonly held: readonly HeldMove[]
  readonly milestones: readonly Movement[]
  /** Float that it ate, by id of the task; a float below 0 is nobody's. */
  readonly used: ReadonlyMap<string, number>
}

const STANDS: Movement = { workingDays: 0, calendarDays: 0 }

/** Of an event that was not put in, since nothing of it is left to delay. */
export const noMoves = ({ before, dates, milestones }: Where): EventMoves => ({
  ...{ movement: STANDS, least: 0, most: 0, alone: STANDS, givenDays: null, used: new Map() },
  held: dates.map(() => ({ days: 0, workDays: 0 })),
  milestones: finishesIn(before, milestones).map(each => movementBetween(each, each)),
})

const orNull = (days: number): number | null => (Number.isNaN(days) ? null : roundHalfAway(days, OFFSET_DECIMALS))
const moveOf = (working: Moved, calendar: Moved): Movement => ({
  workingDays: orNull(working.mean),
  calendarDays: orNull(calendar.mean),
})

/** Figures of a schedule with some events, measured from the one before them; each set is computed once. */
export function movesOf(
  inserted: readonly ModelledEvent[],
  whole: Computed,
  where: Where,
): { readonly moves: readonly EventMoves[] } | Faults {
  const { before, base, dates, heldWorkdays, milestones, meter } = where
  const ids = [...new Set(inserted.flatMap(each => affectedIds(each, whole)))]
  const were = finishesIn(before, milestones)
  const floatBefore = floatsOf(before, ids)
  const figuresOf = (of: Computed): readonly number[] => [
    ...numbersOf(movementOf(projectFinishOf(before), projectFinishOf(of))),
    ...heldFinishes(of, dates).flatMap((finish, n) => {
      const day = dayOfFinish(finish)
      return [day, heldWorkdays[n]!(day)]
    }),
    ...finishesIn(of, milestones).flatMap((is, m) => numbersOf(movementBetween(were[m], is))),
    ...floatsOf(of, ids).map((float, n) => (Number.isNaN(float) ? floatBefore[n]! : float) || 0),
  ]
  const none = figuresOf(before)
  const known = new Map<string, readonly number[]>([
    ['', none],
    [String([...inserted.keys()]), inserted.length === 0 ? none : figuresOf(whole)],
  ])
  let faults: Faults = []
  const withSet = (set: readonly number[]): readonly number[] => {
    const key = String(set)
    const found = known.get(key)
    if (found !== undefined) return found
    const made = putIn(
      set.map(n => inserted[n]!),
      where,
    )
    // an event that needs another one does nothing without it
    const figures = areFaults(made) ? none : figuresOf(made.after)
    if (areFaults(made) && meter.isSpent) faults = made
    known.set(key, figures)
    return figures
  }
  const alones: Pick<EventMoves, 'alone' | 'givenDays'>[] = []
  for (const [n, each] of inserted.entries()) {
    const made = inserted.length === 1 ? (whole as Recomputed) : putIn([each], where)
    if (areFaults(made) && meter.isSpent) return made
    const after = areFaults(made) ? undefined : 'after' in made ? made.after : made
    if (after !== undefined) known.set(String([n]), figuresOf(after))
    const isFirst = before === base
    const alone = after === undefined ? undefined : isFirst ? projectFinishOf(after) : finishAlone(each, after, where)
    if (areFaults(alone)) return alone
    alones.push({
      alone: alone === undefined ? NO_MOVEMENT : movementOf(projectFinishOf(base), alone),
      givenDays: daysAdded(each.fragnet, before, after ?? whole),
    })
  }
  const moved = movedBy(inserted.length, isIn => withSet([...inserted.keys()].filter(isIn)), neededIn(inserted, before))
  if (faults.length > 0) return faults
  const moves = moved.map((figures, n): EventMoves => {
    const rest = figures.slice(2)
    const ofDates = rest.splice(0, 2 * dates.length)
    const ofMilestones = rest.splice(0, 2 * milestones.length)
    return {
      ...alones[n]!,
      movement: moveOf(figures[0]!, figures[1]!),
      least: orNull(figures[0]!.least),
      most: orNull(figures[0]!.most),
      held: dates.map((_, n) => ({ days: ofDates[2 * n]!.mean, workDays: ofDates[2 * n + 1]!.mean })),
      milestones: milestones.map((_, m) => moveOf(ofMilestones[2 * m]!, ofMilestones[2 * m + 1]!)),
      used: new Map(ids.map((id, f) => [id, Math.max(0, orNull(0 - rest[f]!.mean) ?? 0)])),
    }
  })
  return { moves }
}

/** By event the others whose fragnets add tasks that its own names, and the schedule does not have. */
function neededIn(inserted: readonly ModelledEvent[], { schedule: { columns } }: Computed): Needed {
  const finder = new TaskFinder(columns, new Set())
  const adders: number[] = []
  for (const [n, { fragnet }] of inserted.entries())
    for (const { add_task } of fragnet.isGiven ? fragnet.changes : []) {
      const id = add_task?.id
      if (typeof id !== 'string' || finder.taskOf(id) !== NO_TASK) continue
      finder.add(id, columns.taskCount + adders.length)
      adders.push(n)
    }
  if (adders.length === 0) return []
  return inserted.map(({ fragnet }, n) => {
    const named = finder.tasksOf(fragnet.changes.flatMap(namedBy)).filter(i => i >= columns.taskCount)
    return new Set(named.map(i => adders[i - columns.taskCount]!).filter(adder => adder !== n))
  })
}

/** Working days that an event moves when it goes in behind all others of its base, whose finish with all of them is `end`; null: they cannot go in without it. */
export function movesAsLast(
  placed: PlacedEvent,
  inserted: readonly PlacedEvent[],
  { base, ...where }: Where,
  end: Computed,
): number | null | Faults {
  const own = { ...where, base, before: base, longer: where.longerInBase }
  const others = inserted.filter(each => each !== placed).map(each => modelled(each, own))
  const made = putIn(others, own)
  if (areFaults(made)) return where.meter.isSpent ? made : null
  return made.left.size > 0 ? null : movementOf(projectFinishOf(made.after), projectFinishOf(end)).workingDays
}

const numbersOf = ({ workingDays, calendarDays }: Movement): number[] => [
  workingDays ?? Number.NaN,
  calendarDays ?? Number.NaN,
]

/** What is left of the float of tasks above 0. */
function floatsOf({ schedule, result }: Computed, ids: readonly string[]): number[] {
  return Array.from(tasksOfIds(schedule.columns, ids), i =>
    i === NO_MATCH ? Number.NaN : Math.max(0, result.totalFloat[i]),
  )
}

/** The tasks that an event added to a schedule. */
export function insertedIn({ schedule: { columns } }: Computed, { fragnet }: ModelledEvent): number[] {
  const ids = fragnet.changes.flatMap(({ add_task: added }) => (typeof added?.id === 'string' ? [added.id] : []))
  return Array.from(tasksOfIds(columns, ids)).filter(i => i !== NO_MATCH)
}

/** Tasks that the event names and those that its links lead to. */
export function affectedIds(each: ModelledEvent, after: Computed): string[] {
  const { columns } = after.schedule
  const isNew = new Set(insertedIn(after, each))
  const found = new Set<number>()
  const { start, task } = columns.links
  for (let s = 0; s < columns.taskCount && isNew.size > 0; s++)
    for (let k = start[s]; k < start[s + 1]; k++) if (isNew.has(task[k]) && !isNew.has(s)) found.add(s)
  const named = (each.placed.event.task_ids ?? []) as readonly string[]
  for (const i of tasksOfIds(columns, named)) if (i !== NO_MATCH && !isNew.has(i)) found.add(i)
  return [...found].sort((a, b) => compareIds(columns.id, a, b)).map(i => textAt(columns.id, i))
}

/** The finishes of milestones; undefined of those that the schedule does not have. */
export const finishesIn = (of: Computed, ids: readonly string[]): (Finish | undefined)[] =>
  Array.from(tasksOfIds(of.schedule.columns, ids), task => (task === NO_MATCH ? undefined : taskFinishOf(of, task)))

const movementBetween = (start: Finish | undefined, end: Finish | undefined): Movement =>
  start === undefined || end === undefined ? NO_MOVEMENT : movementOf(start, end)

/** The finish of the base with the event alone; undefined: it cannot be inserted there. */
function finishAlone(
  { placed: { event }, place }: ModelledEvent,
  after: Recomputed,
  { base, alone, meter, trials, isDated, longerInBase }: Where,
): Finish | Faults | undefined {
  const { changes, model, links } = fragnetOf(event, base, isDated, carriedOn(longerInBase))
  if (changes.length === 0) return projectFinishOf(base)
  const [added] = changes
  // the place that is held open for it has the project's calendar
  const isPlain = changes.length === 1 && !('calendar_id' in (added!.add_task ?? {}))
  if (model === 'task' && isPlain && after.schedule.taskBefore?.at(-1) === -1) {
    const finish = alone.finishOf(after, links, added!.add_task!.id, meter)
    if (finish !== undefined) return finish
  }
  if (model === 'longer_work') {
    const trial = trials.try(changes, place, { day: true }, meter)
    if (isTrial(trial)) return trial.finish
  }
  const made = recomputed(base.schedule, changes, place, meter)
  if (isComputed(made)) return projectFinishOf(made)
  return meter.isSpent ? (made.faults ?? []) : undefined
}
