/** One event: the schedule before it, and with it. */
import type { EVENT_FLAGS } from '../../../../shared/contract/analysis/time-impact/words.ts'
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { tasksByDate } from '../../cpm/cpm.ts'
import type { AddedAlone } from '../../edits/alone.ts'
import { type EditableSchedule, edited, isEdited } from '../../edits/edited.ts'
import {
  type Finish,
  finishText,
  type Movement,
  movementOf,
  NO_MOVEMENT,
  projectFinishOf,
  showMovement,
  taskFinishOf,
} from '../../edits/finish-moves.ts'
import { daysAdded, daysOfEvent, type Fragnet, fragnetOf } from '../../edits/fragnet.ts'
import { type NamesOfIds, withOwnIds } from '../../edits/own-ids.ts'
import type { PassMeter } from '../../edits/pass-meter.ts'
import { type Computed, isComputed, type Recomputed, recomputed } from '../../edits/recomputed.ts'
import { isTrial, type Trials } from '../../edits/trials.ts'
import { compareIds } from '../../ids/id-order.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { dateOrNull, dayOf } from '../../result/options.ts'
import { References, type ResultValue, Table } from '../../result/result.ts'
import { unknownTaskFaults } from '../delay-analysis/events.ts'

export type EventFlag = (typeof EVENT_FLAGS)[number]

export interface PlacedEvent {
  readonly event: SentEvent
  /** Its place in the request. */
  readonly index: number
  readonly startedDay: number
  readonly flags: readonly EventFlag[]
}

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
}

interface Where {
  /** The base, and the base with the events before this one. */
  readonly base: Computed
  readonly before: Computed
  /** Events that were made of their days, one at a time in the base. */
  readonly alone: AddedAlone
  readonly schedule: string
  /** All schedules of the request. */
  readonly schedules: readonly EditableSchedule[]
  readonly position: number
  readonly milestones: readonly string[]
  readonly meter: PassMeter
  /** Changes of the base alone, one event at a time. */
  readonly trials: Trials
  /** Events lie at their dates. */
  readonly isDated: boolean
}

/** An event, and the schedule that the next one goes into. undefined: the event was not inserted, since its base does not have its tasks. */
export interface Inserted {
  readonly impact: Impact
  readonly after: Recomputed | undefined
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

export function impactOf(placed: PlacedEvent, where: Where): Inserted | readonly ValidationFault[] {
  const { event, index } = placed
  const { base, before, schedules: sent, position, milestones, meter } = where
  const fragnet = fragnetOf(event, before, where.isDated)
  if (fragnet.unknown.length > 0) {
    const faults = unknownTaskFaults(event, index, sent)
    return faults.length > 0 ? faults : notInBase(placed, where)
  }
  const place = fragnet.isGiven ? ['delay_events', index, 'fragnet'] : ['delay_events', index]
  const after = recomputed(before.schedule, fragnet.changes, place, meter)
  if (!isComputed(after)) {
    const faults = unknownEverywhere(fragnet.changes, place, after.faults ?? [], where)
    return faults.length > 0 ? faults : notInBase(placed, where)
  }
  const [start, end] = [projectFinishOf(before), projectFinishOf(after)]
  const movement = movementOf(start, end)
  const alone = position === 1 ? end : finishAlone(event, after, place, where)
  if (Array.isArray(alone)) return alone as readonly ValidationFault[]
  const aloneMoves = alone === undefined ? NO_MOVEMENT : movementOf(projectFinishOf(base), alone as Finish)
  const { taskBefore } = after.schedule
  const inserted = taskBefore === undefined ? [] : Array.from(taskBefore.keys()).filter(i => taskBefore[i] === -1)
  const { id } = after.schedule.columns
  const givenDays = daysAdded(fragnet, before, after)
  const flags: EventFlag[] = [
    ...placed.flags,
    ...flagsOf(event, fragnet, givenDays, before),
    ...(fragnet.model === 'task' && (movement.workingDays ?? 0) > fragnet.days! + EPSILON_DAYS
      ? (['waits_for_date'] as const)
      : []),
  ]
  const milestonesFound = Array.from(tasksOfIds(after.schedule.columns, milestones).entries()).flatMap(([n, task]) =>
    task === NO_MATCH ? [] : [n],
  )
  const schedules = [before, after].map(each => each.schedule.columns).filter(each => each !== base.schedule.columns)
  const { shown, names } = withOwnIds(
    {
      ...asSent(placed, fragnet, where, givenDays),
      inserted_task_ids: new References(Uint32Array.from(inserted), id),
      inserted_task_names: undefined as never,
      finish_before: finishText(start),
      finish_after: finishText(end),
      ...showMovement(movement),
      alone_working_days: aloneMoves.workingDays,
      alone_calendar_days: aloneMoves.calendarDays,
      longest_path_before: pathOf(before),
      longest_path_before_names: undefined as never,
      longest_path_after: pathOf(after),
      longest_path_after_names: undefined as never,
      float_used: floatUsed(event, before, after, inserted),
      milestones: milestonesOf(before, after, milestones),
      flags,
    },
    schedules.filter(({ id: own }) => own !== base.schedule.columns.id),
  )
  const ownDays = daysOfEvent(event, before)
  return { after, impact: { shown, names, milestonesFound, movement, flags, placed, ownDays } }
}

/** What its fragnet says of an event. */
function flagsOf(event: SentEvent, fragnet: Fragnet, givenDays: number | null, before: Computed): EventFlag[] {
  const { model, isGiven, hasFinished, isAfterFinish, started } = fragnet
  const hasTasks = isGiven || (event.task_ids?.length ?? 0) > 0
  const days = daysOfEvent(event, before)
  const isModelless = isGiven ? fragnet.changes.length === 0 && !hasFinished : days === 0
  return [
    ...(hasTasks ? [] : (['no_tasks'] as const)),
    ...(isModelless ? (['no_days'] as const) : []),
    ...(hasFinished ? (['finished_tasks'] as const) : []),
    ...(isAfterFinish ? (['after_finish'] as const) : []),
    ...(started.length > 0 && model === 'task' ? (['started_tasks'] as const) : []),
    ...(givenDays !== null && days > 0 && Math.abs(givenDays - days) > EPSILON_DAYS
      ? (['fragnet_days_differ'] as const)
      : []),
  ]
}

/** The finish of the base with the event alone; undefined: it cannot be inserted there. */
function finishAlone(
  event: SentEvent,
  after: Recomputed,
  place: readonly (string | number)[],
  { base, alone, meter, trials, isDated }: Where,
): Finish | readonly ValidationFault[] | undefined {
  const { changes, model, links } = fragnetOf(event, base, isDated)
  if (changes.length === 0) return projectFinishOf(base)
  if (model === 'task' && after.schedule.taskBefore?.at(-1) === -1) {
    const finish = alone.finishOf(after, links, changes[0]!.add_task!.id, meter)
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

/** What is known of an event without inserting it. */
const asSent = (
  { event, startedDay }: PlacedEvent,
  { days, model }: Fragnet,
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
  schedule,
  position,
  modelled_as: model,
  fragnet_days: givenDays,
  fragnet_given: event.fragnet !== null && event.fragnet !== undefined,
})

/** The row of an event whose base does not have all of its tasks. */
function notInBase(placed: PlacedEvent, where: Where): Inserted {
  const { before, base, milestones } = where
  const flags: EventFlag[] = [...placed.flags, 'task_not_in_base']
  const path = pathOf(before)
  const none = new References(new Uint32Array(0), before.schedule.columns.id)
  const { shown, names } = withOwnIds(
    {
      ...asSent(placed, { ...fragnetOf(placed.event, before, where.isDated), model: 'none' }, where),
      inserted_task_ids: none,
      inserted_task_names: undefined as never,
      finish_before: finishText(projectFinishOf(before)),
      finish_after: null,
      ...showMovement(NO_MOVEMENT),
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
    [before.schedule.columns].filter(({ id }) => id !== base.schedule.columns.id),
  )
  const ownDays = daysOfEvent(placed.event, before)
  return {
    after: undefined,
    impact: { shown, names, milestonesFound: [], movement: NO_MOVEMENT, flags, placed, ownDays },
  }
}

const pathOf = ({ passes, schedule }: Computed): References =>
  new References(tasksByDate(passes.onLongestPath.slice(), passes), schedule.columns.id)

/** Tasks that the event names and those that its links lead to, by id. */
function floatUsed(event: SentEvent, before: Computed, after: Recomputed, inserted: readonly number[]): Table {
  const { columns } = after.schedule
  const { taskBefore } = after.schedule
  const isNew = new Set(inserted)
  const found = new Set<number>()
  const { start, task } = columns.links
  for (let s = 0; s < columns.taskCount; s++)
    for (let k = start[s]; k < start[s + 1] && isNew.size > 0; k++)
      if (isNew.has(task[k]) && !isNew.has(s)) found.add(s)
  for (const i of tasksOfIds(columns, (event.task_ids ?? []) as readonly string[])) if (i !== NO_MATCH) found.add(i)
  const tasks = [...found].sort((a, b) => compareIds(columns.id, a, b))
  const was = (i: number): number => before.result.totalFloat[taskBefore === undefined ? i : taskBefore[i]]
  const is = (i: number): number => after.result.totalFloat[i]
  const numbers = (of: (i: number) => number) => ({
    kind: 'number' as const,
    values: Float64Array.from(tasks, of),
    decimals: OFFSET_DECIMALS,
  })
  return new Table(tasks.length, {
    id: { kind: 'reference', values: Uint32Array.from(tasks), into: columns.id },
    total_float_before: numbers(was),
    total_float_after: numbers(is),
    used_days: numbers(i => {
      const used = Math.max(0, was(i)) - Math.max(0, is(i))
      return Number.isNaN(used) ? 0 : Math.max(0, used)
    }),
  })
}

export function milestonesOf(before: Computed, after: Computed, ids: readonly string[]) {
  const finishIn = (of: Computed, task: number): Finish | undefined =>
    task === NO_MATCH ? undefined : taskFinishOf(of, task)
  const [was, is] = [before, after].map(each => tasksOfIds(each.schedule.columns, ids))
  return ids.map((id, n) => {
    const [start, end] = [finishIn(before, was![n]!), finishIn(after, is![n]!)]
    return {
      id,
      finish_before: start === undefined ? null : finishText(start),
      finish_after: end === undefined ? null : finishText(end),
      ...showMovement(start === undefined || end === undefined ? NO_MOVEMENT : movementOf(start, end)),
    }
  })
}
