/**
 * The named changes that the classes of revisions consist of: of a group of added or deleted tasks, a link, a task, a calendar, an option.
 * Those that can matter most come first: near the controlling paths of the half-step or of the later schedule.
 */

import type { ScheduleColumns, TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import type { Parties } from './account.ts'
import { isForAll } from './revised-clock.ts'
import { LINK_NEW, LINK_REMOVED } from './revised-links.ts'
import {
  ADDED,
  CALENDAR,
  type Change,
  CONSTRAINT,
  DATE_OPTIONS,
  DELETED,
  DURATION,
  LOGIC,
  NO_ROW,
  OPTIONS,
  PROJECT_START,
  type Rows,
  SCOPE,
} from './revised-rows.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import type { Status } from './status.ts'

/** All of them, in no order. */
export function changesOf(revised: RevisedSchedule): Change[] {
  const { rows, links, clock, classes } = revised
  const changes: Change[] = []
  const add = (of: number, at: number, to: number = -1): void => void changes.push({ of, at, to })
  const has = (of: number): boolean => ((classes >> of) & 1) === 1
  const eachRow = (of: number, isChanged: (row: number) => boolean): void => {
    for (let row = 0; row < rows.count; row++) if (isChanged(row)) add(of, row)
  }
  if (has(SCOPE)) {
    eachRow(SCOPE, row => (rows.presence[row] === ADDED || rows.presence[row] === DELETED) && links.group[row] === row)
  }
  if (has(LOGIC)) {
    for (let s = 0; s < rows.count; s++) {
      const seen = new Set<number>()
      for (let k = links.start[s]; k < links.start[s + 1]; k++) {
        if (links.fate[k] !== LINK_REMOVED && links.fate[k] !== LINK_NEW) continue
        if (seen.has(links.task[k])) continue
        seen.add(links.task[k])
        add(LOGIC, s, links.task[k])
      }
    }
  }
  if (has(DURATION)) eachRow(DURATION, revised.isDurationRevised)
  if (has(CONSTRAINT)) eachRow(CONSTRAINT, revised.isConstraintRevised)
  if (has(CALENDAR) && clock !== undefined)
    for (const change of calendarChanges(clock.calendars, rows)) changes.push(change)
  if (has(OPTIONS) && clock !== undefined) {
    for (const [n, name] of DATE_OPTIONS.entries())
      if (clock.before.rules[name] !== clock.after.rules[name]) add(OPTIONS, n)
  }
  if (has(PROJECT_START)) add(PROJECT_START, 0)
  return changes
}

/** A calendar that was edited, or another one of the project, is one change for all that work in it; a task that got another one is its own. */
function calendarChanges(calendars: NonNullable<RevisedSchedule['clock']>['calendars'], rows: Rows): Change[] {
  const { ofRow, project, list } = calendars
  const changes: Change[] = []
  const pairs = new Set<number>()
  const addPair = (at: number, to: number): void => {
    const key = at * list.length + to
    if (!pairs.has(key)) changes.push({ of: CALENDAR, at, to })
    pairs.add(key)
  }
  if (project.before !== project.after) addPair(project.before, project.after)
  for (let row = 0; row < rows.count; row++) {
    const [at, to] = [ofRow.before[row], ofRow.after[row]]
    if (at === to) continue
    if (isForAll(calendars, row)) addPair(at, to)
    else changes.push({ of: CALENDAR, at: row, to: -1 })
  }
  return changes
}

/** Whether a change is about a row, and so about a task. */
export const isOfTask = ({ of, to }: Change): boolean =>
  of !== OPTIONS && of !== PROJECT_START && (of !== CALENDAR || to < 0)

/** Tasks of the group of a change of scope, by row; of any other change its one task. */
export function membersOf(revised: RevisedSchedule, change: Change): readonly number[] {
  if (change.of === SCOPE) return revised.membersOf(change.at)
  return isOfTask(change) ? [change.at] : []
}

/** Who answers for a task of the later schedule in the window, and for a category. */
export interface Answers {
  readonly eventsOf: (task: number) => readonly number[]
  readonly partiesOf: (task: number) => Parties
  readonly partiesOfCategory: (code: number) => Parties
}

/** Of work that no event covers; asked for each change of each window, and one of a few. */
export const answerOf = (parties: Parties): string => (ANSWERS[parties] ??= `party ${parties}`)
const ANSWERS: string[] = []

/** Tasks of a group for which the same events or the same category answer. */
export interface GroupPart {
  readonly rows: readonly number[]
  /** One of them. */
  readonly row: number
  readonly category: number
  readonly parties: Parties
  /** The same of all parts that the same events, or one party, answers for. */
  readonly answer: string
}

/** The tasks of a change by those who answer for them: the events that cover them, else their category. */
export function groupParts(
  earlier: Status,
  later: Status,
  revised: RevisedSchedule,
  { eventsOf, partiesOf, partiesOfCategory }: Answers,
): (change: Change) => readonly GroupPart[] {
  const { laterCount, earlierOf } = revised.rows
  const known = new Map<Change, readonly GroupPart[]>()
  // as the later schedule says; of tasks it has no more, as the earlier one did
  const categoryOf = (row: number): number =>
    row < laterCount ? later.columns.delayCategory[row] : earlier.columns.delayCategory[earlierOf[row]]
  const coverOf = (row: number): readonly number[] => (row < laterCount ? eventsOf(row) : NO_EVENTS)
  const partOf = (row: number): GroupPart & { readonly rows: number[] } => {
    const category = categoryOf(row)
    const events = coverOf(row)
    const parties = row < laterCount ? partiesOf(row) : partiesOfCategory(category)
    return { rows: [row], row, category, parties, answer: events.length > 0 ? `events ${events}` : answerOf(parties) }
  }
  const find = (change: Change): readonly GroupPart[] => {
    const members = membersOf(revised, change)
    // most are about one task
    if (members.length === 1) return [partOf(members[0])]
    const parts = new Map<string, GroupPart & { readonly rows: number[] }>()
    for (const row of members) {
      const events = coverOf(row)
      const key = events.length > 0 ? `events ${events}` : `category ${categoryOf(row)}`
      const known = parts.get(key)
      if (known === undefined) parts.set(key, partOf(row))
      else known.rows.push(row)
    }
    if (parts.size === 0)
      return [{ rows: [], row: NO_ROW, category: 0, parties: 0, answer: answerOf(partiesOfCategory(0)) }]
    // no order of rows decides where the last digit goes
    return [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
  }
  return change => {
    const parts = known.get(change) ?? find(change)
    known.set(change, parts)
    return parts
  }
}

const NO_EVENTS: readonly number[] = []

/** The ids of the rows: where each stands. */
export interface RowIds {
  readonly columnOf: (row: number) => TextColumn
  readonly indexOf: (row: number) => number
  /** The task that stands for a change: of a group the first by id. */
  readonly leadOf: (change: Change) => number
  /** Places by id among the tasks that the changes are about: they are compared again and again. */
  readonly ranks: Int32Array
}

export function rowIds(
  earlier: ScheduleColumns,
  later: ScheduleColumns,
  { rows, links }: RevisedSchedule,
  changes: readonly Change[],
): RowIds {
  const { laterCount, earlierOf, count } = rows
  const bytes = {
    columnOf: (row: number) => (row < laterCount ? later : earlier).id,
    indexOf: (row: number) => (row < laterCount ? row : earlierOf[row]),
  }
  const lead = new Map<number, number>()
  for (let row = 0; row < count; row++) {
    const group = links.group[row]
    if (group === NO_MATCH) continue
    const known = lead.get(group)
    if (known === undefined || compareRows(bytes, row, known) < 0) lead.set(group, row)
  }
  const leadOf = ({ of, at }: Change): number => (of === SCOPE ? lead.get(at)! : at)
  const named = new Set<number>()
  for (const change of changes) {
    if (!isOfTask(change)) continue
    named.add(leadOf(change))
    if (change.of === LOGIC) named.add(change.to)
  }
  const ranks = zeros(Int32Array, count)
  for (const [n, row] of [...named].sort((a, b) => compareRows(bytes, a, b)).entries()) ranks[row] = n
  return { ...bytes, leadOf, ranks }
}

/** By their bytes, so that no order of the input decides; the ids of two schedules stand in two columns. */
function compareRows(ids: Pick<RowIds, 'columnOf' | 'indexOf'>, a: number, b: number): number {
  const [one, other] = [ids.columnOf(a), ids.columnOf(b)]
  const [start, otherStart] = [one.offsets[ids.indexOf(a)], other.offsets[ids.indexOf(b)]]
  const length = one.offsets[ids.indexOf(a) + 1] - start
  const otherLength = other.offsets[ids.indexOf(b) + 1] - otherStart
  for (let n = 0; n < Math.min(length, otherLength); n++) {
    const apart = one.bytes[start + n] - other.bytes[otherStart + n]
    if (apart !== 0) return apart
  }
  return length - otherLength
}

/**
 * Least float of each row in the half-step and in the later schedule, NaN = none; of a group of added or deleted tasks the least of all,
 * at its smallest row.
 */
export function nearnessOf(
  { rows, links }: RevisedSchedule,
  floatBefore: Float64Array,
  floatAfter: Float64Array,
): Float64Array {
  const near = zeros(Float64Array, rows.count)
  for (let row = 0; row < rows.count; row++) {
    const before = rows.earlierOf[row] === NO_MATCH ? Number.NaN : floatBefore[rows.earlierOf[row]]
    near[row] = lesser(before, row < rows.laterCount ? floatAfter[row] : Number.NaN)
  }
  for (let row = 0; row < rows.count; row++) {
    const group = links.group[row]
    if (group !== NO_MATCH) near[group] = lesser(near[group], near[row])
  }
  return near
}

const lesser = (a: number, b: number): number => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b))

/** Changes of the whole schedule first, then by float, then by ids. */
export function nearestFirst(changes: Change[], near: Float64Array, ids: RowIds): Change[] {
  const rank = (change: Change): number => {
    if (!isOfTask(change)) return Number.NEGATIVE_INFINITY
    return Number.isNaN(near[change.at]) ? Number.POSITIVE_INFINITY : near[change.at]
  }
  return changes.sort((a, b) => {
    const [one, other] = [rank(a), rank(b)]
    return one === other ? byIds(a, b, ids) : one - other
  })
}

export function byIds(a: Change, b: Change, ids: RowIds): number {
  if (a.of !== b.of) return a.of - b.of
  if (!isOfTask(a) || !isOfTask(b))
    return isOfTask(a) === isOfTask(b) ? a.at - b.at || a.to - b.to : isOfTask(a) ? 1 : -1
  const { ranks, leadOf } = ids
  return ranks[leadOf(a)] - ranks[leadOf(b)] || (a.of === LOGIC ? ranks[a.to] - ranks[b.to] : 0)
}
