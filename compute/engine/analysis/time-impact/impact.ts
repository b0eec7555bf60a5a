/** The events of one turn: the schedule before them, and with them. */
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { tasksByDate } from '../../cpm/cpm.ts'
import { edited, isEdited } from '../../edits/edited.ts'
import {
  type Finish,
  finishText,
  type Movement,
  NO_MOVEMENT,
  projectFinishOf,
  showMovement,
} from '../../edits/finish-moves.ts'
import { daysOfEvent, type Fragnet, type LongerWork } from '../../edits/fragnet.ts'
import { type NamesOfIds, withOwnIds } from '../../edits/own-ids.ts'
import type { Computed } from '../../edits/recomputed.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { dateOrNull, dayOf } from '../../result/options.ts'
import { References, type ResultValue, Table } from '../../result/result.ts'
import { heldBackBy, passedExpected } from './held-back.ts'
import {
  affectedIds,
  type EventMoves,
  finishesIn,
  type HeldMove,
  insertedIn,
  movesAsLast,
  movesOf,
  noMoves,
} from './moves.ts'
import { type EventFlag, isTooEarly, type PlacedEvent } from './placing.ts'
import { areFaults, type Faults, type ModelledEvent, modelled, putIn, type Where } from './turn.ts'

export interface Impact {
  readonly shown: { readonly [member: string]: ResultValue }
  readonly names: NamesOfIds
  /** Places of milestones that the schedule with the event has a task of. */
  readonly milestonesFound: readonly number[]
  readonly movement: Movement
  readonly flags: readonly EventFlag[]
  readonly placed: PlacedEvent
  /** Working days of the event itself. */
  readonly ownDays: number
  /** Some float above 0 went. */
  readonly usesFloat: boolean
  /** Expected finishes that work of its turn passes, and tasks that hold its turn back. */
  readonly passed: readonly string[]
  readonly heldBack: readonly string[]
  /** Tasks that it names and its base does not have, of an event that went in on others. */
  readonly unknown: readonly string[]
  /** By contract date. */
  readonly held: readonly HeldMove[]
}

const NOTHING_HELD = { passed: [], heldBack: [], usesFloat: false, unknown: [] } as const

/** The events of a turn, and the schedule that the next turn goes into. */
export interface Turn {
  readonly impacts: readonly Impact[]
  /** Those that went in. */
  readonly inserted: readonly PlacedEvent[]
  readonly after: Computed
  readonly longer: LongerWork
}

/** Of the faults of a fragnet those that it has with every schedule; a task that some schedule has is only not in this base. */
function unknownEverywhere(
  changes: readonly SentChange[],
  place: readonly (string | number)[],
  faults: readonly ValidationFault[],
  { schedules, meter }: Where,
): readonly ValidationFault[] {
  if (faults.some(({ type }) => type !== 'unknown')) return faults
  const keyOf = ({ loc, type }: ValidationFault): string => JSON.stringify([loc, type])
  let left = faults
  for (const schedule of schedules) {
    if (left.length === 0 || meter.isSpent) break
    const made = edited(schedule, changes, place, meter)
    const known = new Set(isEdited(made) ? [] : (made.faults ?? []).map(keyOf))
    left = left.filter(fault => known.has(keyOf(fault)))
  }
  return left
}

export function turnOf(turn: readonly PlacedEvent[], where: Where): Turn | Faults {
  const { before, meter } = where
  const missing = new Set<ModelledEvent>()
  const going: ModelledEvent[] = []
  const events = turn.map(placed => modelled(placed, where))
  for (const each of events) {
    const { fragnet, placed } = each
    // a fragnet says itself which tasks it needs; days go to the tasks that are there
    if (!fragnet.isGiven && fragnet.unknown.length > 0 && fragnet.unknown.length === placed.event.task_ids?.length)
      missing.add(each)
    // days that others share are none of their changes, and theirs as the first all the same
    else if (fragnet.changes.length > 0 || fragnet.model === 'longer_work') going.push(each)
  }
  const all = going.length === 0 ? undefined : putIn(going, where)
  if (areFaults(all) && (going.length > 1 || meter.isSpent)) return all
  for (const [each, own] of areFaults(all) ? [[going[0]!, all] as const] : (all?.left ?? [])) {
    const faults = unknownEverywhere(each.fragnet.changes, each.place, own, where)
    if (faults.length > 0) return faults
    missing.add(each)
  }
  const inserted = going.filter(each => !missing.has(each))
  const after = areFaults(all) || all === undefined ? before : all.after
  const passed = after === before ? [] : passedExpected(where.sent, where.lifted, before, after)
  const heldBack = after === before ? [] : heldBackBy(before, after)
  const found = movesOf(inserted, after, where)
  if (areFaults(found)) return found
  const impacts = events.map((each): Impact => {
    if (missing.has(each)) return notInBase(each, where)
    const n = inserted.indexOf(each)
    return n < 0
      ? shownImpact(each, before, noMoves(where), where)
      : shownImpact(each, after, found.moves[n]!, where, { passed, heldBack })
  })
  const longer = areFaults(all) || all === undefined ? where.longer : all.longer
  return { impacts, inserted: inserted.map(({ placed }) => placed), after, longer }
}

/**
 * Of events that share days with others of their base: what each moves as the first of all and as the last of all. In the order of start a day of several is of
 * that which began first, so the figure alone would not say that another could have it.
 */
export function withRanges(
  impacts: readonly Impact[],
  inserted: readonly PlacedEvent[],
  where: Where,
  end: Computed,
): { readonly ranged: readonly Impact[] } | Faults {
  const made: Impact[] = []
  // of one turn all orders are known
  const isOneTurn = impacts.every(({ shown }) => shown.position === impacts[0]!.shown.position)
  for (const impact of impacts) {
    const last =
      !isOneTurn && impact.flags.includes('same_work_and_time') && inserted.includes(impact.placed)
        ? movesAsLast(impact.placed, inserted, where, end)
        : null
    if (areFaults(last)) return last
    const known = (['min_working_days', 'max_working_days', 'alone_working_days'] as const).map(
      member => impact.shown[member] as number | null,
    )
    if (last === null || known.includes(null)) {
      made.push(impact)
      continue
    }
    const days = [...(known as number[]), last]
    const [min_working_days, max_working_days] = [Math.min(...days), Math.max(...days)]
    made.push({ ...impact, shown: { ...impact.shown, min_working_days, max_working_days } })
  }
  return { ranged: made }
}

function shownImpact(
  each: ModelledEvent,
  after: Computed,
  moves: EventMoves,
  where: Where,
  { passed, heldBack }: Pick<Impact, 'passed' | 'heldBack'> = NOTHING_HELD,
): Impact {
  const { placed, fragnet } = each
  const { before, milestones, request, points } = where
  const { event } = placed
  const { movement, alone, givenDays } = moves
  const { columns } = after.schedule
  const flags: EventFlag[] = [
    ...placed.flags,
    ...(placed.isInBase ? (['in_base'] as const) : []),
    ...(isTooEarly(placed) ? [] : flagsOf(event, fragnet, givenDays, before)),
    ...(fragnet.unknown.length > 0 ? (['some_tasks_not_in_base'] as const) : []),
    ...(passed.length > 0 ? (['expected_finish'] as const) : []),
    ...(heldBack.length > 0 ? (['held_back'] as const) : []),
  ]
  const milestonesFound = Array.from(tasksOfIds(columns, milestones).entries()).flatMap(([n, task]) =>
    task === NO_MATCH ? [] : [n],
  )
  const schedules = [before, after]
    .map(each => each.schedule.columns as ScheduleColumns)
    .filter(({ id }) => id !== request.id)
  const { shown, names } = withOwnIds(
    {
      ...asSent(placed, fragnet, where, givenDays),
      inserted_task_ids: new References(Uint32Array.from(insertedIn(after, each)), columns.id),
      inserted_task_names: undefined as never,
      finish_before: finishText(projectFinishOf(before)),
      finish_after: finishText(projectFinishOf(after)),
      ...showMovement(movement),
      min_working_days: moves.least,
      max_working_days: moves.most,
      alone_working_days: alone.workingDays,
      alone_calendar_days: alone.calendarDays,
      longest_path_before: pathOf(before, points),
      longest_path_before_names: undefined as never,
      longest_path_after: pathOf(after, points),
      longest_path_after_names: undefined as never,
      float_used: floatUsed(affectedIds(each, after), before, after, moves.used),
      milestones: milestonesOf(before, after, milestones).map((row, m) => ({
        ...row,
        ...showMovement(moves.milestones[m]!),
      })),
      flags,
    },
    schedules,
  )
  const ownDays = daysOfEvent(event, before)
  const unknown = fragnet.unknown.map(n => event.task_ids![n]!)
  const usesFloat = affectedIds(each, after).some(id => (moves.used.get(id) ?? 0) > EPSILON_DAYS)
  return {
    shown,
    names,
    milestonesFound,
    movement,
    flags,
    placed,
    ownDays,
    held: moves.held,
    passed,
    heldBack,
    usesFloat,
    unknown,
  }
}

/** What its fragnet says of an event. */
function flagsOf(event: SentEvent, fragnet: Fragnet, givenDays: number | null, before: Computed): EventFlag[] {
  const { isGiven, hasFinished, isAfterFinish, hasDoneByPlan, hasStandstill, started } = fragnet
  const hasTasks = isGiven || (event.task_ids?.length ?? 0) > 0
  const days = daysOfEvent(event, before)
  const isModelless = fragnet.changes.length === 0 && (isGiven ? !hasFinished : days === 0)
  return [
    ...(hasTasks ? [] : (['no_tasks'] as const)),
    ...(isModelless ? (['no_days'] as const) : []),
    ...(hasFinished ? (['finished_tasks'] as const) : []),
    ...(isAfterFinish ? (['after_finish'] as const) : []),
    ...(hasDoneByPlan ? (['done_by_plan'] as const) : []),
    ...(hasStandstill ? (['stands_still'] as const) : []),
    ...(started.length > 0 ? (['started_tasks'] as const) : []),
    ...(givenDays !== null && days > 0 && Math.abs(givenDays - days) > EPSILON_DAYS
      ? (['fragnet_days_differ'] as const)
      : []),
  ]
}

/** What is known of an event without inserting it. */
const asSent = (
  { event, startedDay, isInBase }: PlacedEvent,
  { days, model, unknown }: Fragnet,
  { schedule, position }: Where,
  givenDays: number | null = null,
) => ({
  id: event.id ?? '',
  name: event.name ?? null,
  party: event.party ?? '',
  category: event.category ?? null,
  started: dateOrNull(startedDay),
  ended: dateOrNull(dayOf(event.ended)),
  days,
  references: (event.references ?? []) as readonly string[],
  task_ids_not_in_base: unknown.map(n => event.task_ids![n]!) as readonly string[],
  schedule,
  position,
  modelled_as: model,
  fragnet_days: givenDays,
  fragnet_given: event.fragnet !== null && event.fragnet !== undefined && isInBase !== true,
})

/** The row of an event whose base does not have all of its tasks. */
function notInBase({ placed, fragnet }: ModelledEvent, where: Where): Impact {
  const { before, dates, milestones, request, points } = where
  const flags: EventFlag[] = [...placed.flags, 'task_not_in_base']
  const path = pathOf(before, points)
  const none = new References(new Uint32Array(0), before.schedule.columns.id)
  const { shown, names } = withOwnIds(
    {
      ...asSent(placed, { ...fragnet, model: 'none' }, where),
      inserted_task_ids: none,
      inserted_task_names: undefined as never,
      finish_before: finishText(projectFinishOf(before)),
      finish_after: null,
      ...showMovement(NO_MOVEMENT),
      min_working_days: null,
      max_working_days: null,
      alone_working_days: null,
      alone_calendar_days: null,
      longest_path_before: path,
      longest_path_before_names: undefined as never,
      longest_path_after: none,
      longest_path_after_names: undefined as never,
      float_used: [],
      milestones: milestonesOf(before, before, milestones).map(each => ({
        ...each,
        finish_after: null,
        ...showMovement(NO_MOVEMENT),
      })),
      flags,
    },
    [before.schedule.columns as ScheduleColumns].filter(({ id }) => id !== request.id),
  )
  const ownDays = daysOfEvent(placed.event, before)
  const held = dates.map(() => ({ days: 0, workDays: 0 }))
  return { shown, names, milestonesFound: [], movement: NO_MOVEMENT, flags, placed, ownDays, held, ...NOTHING_HELD }
}

function pathOf({ passes, schedule }: Computed, points: Where['points']): References {
  const { id } = schedule.columns
  const path = tasksByDate(passes.onLongestPath.slice(), passes)
  return new References(points.size === 0 ? path : path.filter(i => !points.has(textAt(id, i))), id)
}

function floatUsed(
  ids: readonly string[],
  before: Computed,
  after: Computed,
  used: ReadonlyMap<string, number>,
): Table {
  const { columns } = after.schedule
  const column = (values: readonly number[]) => ({
    kind: 'number' as const,
    values: Float64Array.from(values),
    decimals: OFFSET_DECIMALS,
  })
  const floats = ({ schedule, result }: Computed): number[] =>
    Array.from(tasksOfIds(schedule.columns, ids), i => (i === NO_MATCH ? Number.NaN : result.totalFloat[i]))
  return new Table(ids.length, {
    id: { kind: 'reference', values: Uint32Array.from(tasksOfIds(columns, ids)), into: columns.id },
    total_float_before: column(floats(before)),
    total_float_after: column(floats(after)),
    used_days: column(ids.map(id => used.get(id) ?? 0)),
  })
}

/** Without the events of a turn, and with all of them. */
function milestonesOf(before: Computed, after: Computed, ids: readonly string[]) {
  const [was, is] = [finishesIn(before, ids), finishesIn(after, ids)]
  const textOf = (finish: Finish | undefined): string | null => (finish === undefined ? null : finishText(finish))
  return ids.map((id, m) => ({ id, finish_before: textOf(was[m]), finish_after: textOf(is[m]) }))
}
