/**
 * The changes between two statuses, task by task in the order of the later one, then the deleted tasks; each judged
 * material, minor or expected (/docs/methods/change-tracking#changes). O(tasks + links). Beside the log it gives the
 * material edits of logic, durations and constraints, which the impact reverts one at a time.
 */

import { DAY_ABSENT, type ScheduleColumns, type TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { LINK_ADDED, LINK_LAG_CHANGED, LINK_REMOVED, LINK_RETYPED, NO_LINK } from '../../compare/link-changes.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { isHardConstraint } from '../../kind/constraint-types.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../population/progress.ts'
import { CELL_GROUPS, cellDifference, isStopOfProgress, movesByHand, toldAs } from './cell-edits.ts'
import { type ChangeSink, EXPECTED, fieldCode, MATERIAL, MINOR } from './change-log.ts'
import {
  CALENDAR,
  CONSTRAINT_DATE,
  CONSTRAINT_TYPE,
  DURATION,
  type Edit,
  isOfCells,
  isOfSummary,
  isOnLongestPath,
  REMAINING,
  TASK_ADDED,
  TASK_DELETED,
} from './edits.ts'
import { COMPARED_DAYS, COMPARED_NUMBERS, COMPARED_PROGRESS, type MaterialityRule } from './fields.ts'
import { dayScale, type Pair, rollsUp } from './pair.ts'
import { ResourceComparer } from './resource-changes.ts'

/** Numbers closer than this are one. */
const TOLERANCE = 1e-9

const RESOURCES = fieldCode('resources')
const ASSIGNMENT_UNITS = fieldCode('assignment_units')
const NAME = fieldCode('name')

/** Field of a changed link by its kind. */
const LINK_FIELDS: Readonly<Record<number, number>> = {
  [LINK_ADDED]: fieldCode('link_added'),
  [LINK_REMOVED]: fieldCode('link_removed'),
  [LINK_RETYPED]: fieldCode('link_type'),
  [LINK_LAG_CHANGED]: fieldCode('link_lag'),
}

interface Options {
  /** earned_value is compared. */
  readonly withEarnedValue: boolean
}

export function findChanges(pair: Pair, log: ChangeSink, { withEarnedValue }: Options): Edit[] {
  const { before, after, beforeOf, afterOf } = pair
  const edits: Edit[] = []
  const progress = COMPARED_PROGRESS.filter(({ field }) => withEarnedValue || field !== 'earned_value')
  const days = COMPARED_DAYS.map(row => ({
    ...row,
    ...sides(pair, row.column),
    other: row.listedAs === undefined ? undefined : sides(pair, row.listedAs),
    code: fieldCode(row.field),
  }))
  const numbers = COMPARED_NUMBERS.map(row => ({ ...row, ...sides(pair, row.column), code: fieldCode(row.field) }))
  const done = progress.map(row => ({ ...row, ...sides(pair, row.column), code: fieldCode(row.field) }))
  const resources = new ResourceComparer(before.columns, after.columns)
  let atLink = 0
  for (let i = 0; i < after.columns.taskCount; i++) {
    const j = beforeOf[i]
    const linksFrom = atLink
    while (pair.links.successor[atLink] === i) atLink++
    if (rollsUp(after, i) && (j === NO_MATCH || rollsUp(before, j))) {
      for (let n = linksFrom; n < atLink; n++) logLink(pair, log, edits, n)
      continue
    }
    if (j === NO_MATCH) {
      const isMaterial = after.result.onLongestPath[i] === 1
      log.add(TASK_ADDED, NO_MATCH, i, isMaterial ? MATERIAL : MINOR, Number.NaN)
      addEdit(pair, edits, { field: TASK_ADDED, before: NO_MATCH, after: i, isMaterial })
      continue
    }
    // the dates and the work of one that became a summary, or was one, are those of what lies under it
    if (rollsUp(after, i) || rollsUp(before, j)) {
      compareCells(pair, log, edits, j, i)
      for (let n = linksFrom; n < atLink; n++) logLink(pair, log, edits, n)
      continue
    }
    for (const { code, column, was, is, rule, other } of days) {
      if (was[j] === is[i]) continue
      if (other !== undefined && other.was[j] === was[j] && other.is[i] === is[i]) continue
      const known = was[j] !== DAY_ABSENT && is[i] !== DAY_ABSENT
      const difference = known
        ? toldAs(column, after.columns, i).day - toldAs(column, before.columns, j).day
        : Number.NaN
      if (difference === 0) continue
      log.add(code, j, i, dayDisposition(pair, rule, was[j], is[i], difference), difference)
    }
    for (const { code, was, is, rule } of numbers) {
      const difference = is[i] - was[j]
      if (Math.abs(difference) <= TOLERANCE || (Number.isNaN(was[j]) && Number.isNaN(is[i]))) continue
      const disposition = rule === 'always' ? MATERIAL : MINOR
      log.add(code, j, i, disposition, difference)
    }
    compareWork(pair, log, edits, j, i)
    for (const { code, was, is, isRelative, isSaidByFinish } of done) {
      if (isSaidByFinish && Number.isNaN(is[i]) && after.states.state[i] === COMPLETE) continue
      const difference = orZero(is[i]) - orZero(was[j])
      if (Math.abs(difference) <= TOLERANCE) continue
      const decrease = isRelative ? (-100 * difference) / Math.abs(orZero(was[j])) : -difference
      const isMaterial = difference < 0 && decrease >= pair.thresholds.progressChangePct - TOLERANCE
      log.add(code, j, i, difference > 0 ? EXPECTED : isMaterial ? MATERIAL : MINOR, difference)
    }
    compareConstraints(pair, log, edits, j, i)
    compareCells(pair, log, edits, j, i)
    if (isRenamed(before.columns.name, j, after.columns.name, i)) log.add(NAME, j, i, MINOR, Number.NaN)
    if (resources.differ(j, i)) log.add(RESOURCES, j, i, MINOR, Number.NaN)
    else if (resources.unitsDiffer(j, i, dayScale(pair, j, i))) log.add(ASSIGNMENT_UNITS, j, i, MINOR, Number.NaN)
    for (let n = linksFrom; n < atLink; n++) logLink(pair, log, edits, n)
  }
  for (let j = 0; j < before.columns.taskCount; j++) {
    if (afterOf[j] !== NO_MATCH || rollsUp(before, j)) continue
    const isMaterial = before.states.state[j] !== COMPLETE
    log.add(TASK_DELETED, j, NO_MATCH, isMaterial ? MATERIAL : MINOR, Number.NaN)
    if (before.network.takesPart[j] === 0) continue
    edits.push({ ...NO_LINKS, field: TASK_DELETED, before: j, after: NO_MATCH, isMaterial })
  }
  return edits
}

/** Another name; one that is not said in a status is none. */
function isRenamed(was: TextColumn, j: number, is: TextColumn, i: number): boolean {
  const [from, at] = [was.offsets[j], is.offsets[i]]
  const [length, wasLength] = [is.offsets[i + 1] - at, was.offsets[j + 1] - from]
  if (length === 0 || wasLength === 0) return false
  if (length !== wasLength) return true
  for (let n = 0; n < length; n++) if (was.bytes[from + n] !== is.bytes[at + n]) return true
  return false
}

const sides = <Name extends keyof ScheduleColumns>({ before, after }: Pair, column: Name) => ({
  was: before.columns[column],
  is: after.columns[column],
})

/**
 * Duration, remaining duration and calendar of a task. A duration of as many hours is the same one, though a day of its calendar has other hours. What
 * remains is a change where progress did not make it: before the start, or where more is left than was left before.
 */
function compareWork(pair: Pair, log: ChangeSink, edits: Edit[], j: number, i: number): void {
  const { before, after } = pair
  const scale = dayScale(pair, j, i)
  const [was, is] = [before.columns, after.columns]
  const duration = is.durationDays[i] - was.durationDays[j] * scale
  const isOther = differs(was.durationDays[j], is.durationDays[i])
  const isDurationChanged = isOther && (scale === 1 || !(Math.abs(duration) <= SCALED_TOLERANCE_DAYS))
  let isMaterial = false
  if (isDurationChanged) {
    const difference = is.durationDays[i] - was.durationDays[j]
    isMaterial = isLarge(pair, difference)
    log.add(DURATION, j, i, isMaterial ? MATERIAL : MINOR, difference)
  }
  const more = after.prepared.input.remainingDays[i] - before.prepared.input.remainingDays[j] * scale
  const [stateBefore, state] = [before.prepared.input.state[j], after.prepared.input.state[i]]
  const isPlanned = state === NOT_STARTED && stateBefore === NOT_STARTED
  const isRaised = state === IN_PROGRESS && more > 0 && !Number.isNaN(is.remainingDurationDays[i])
  const isRemainingChanged = Math.abs(more) > SCALED_TOLERANCE_DAYS && (isPlanned || isRaised) && !isDurationChanged
  if (isRemainingChanged) {
    const isLargeMore = isLarge(pair, more)
    log.add(REMAINING, j, i, isLargeMore ? MATERIAL : MINOR, more)
    isMaterial ||= isLargeMore
  }
  if (isDurationChanged || isRemainingChanged)
    addEdit(pair, edits, { field: DURATION, before: j, after: i, isMaterial })
  if (pair.setting.difference.reassigned[i] === NO_MATCH) return
  const isOnPath = before.result.onLongestPath[j] === 1 || after.result.onLongestPath[i] === 1
  log.add(CALENDAR, j, i, isOnPath ? MATERIAL : MINOR, Number.NaN)
  addEdit(pair, edits, { field: CALENDAR, before: j, after: i, isMaterial: isOnPath })
}

/** Files round hours to days. */
const SCALED_TOLERANCE_DAYS = 1e-3

const differs = (was: number, is: number): boolean =>
  Math.abs(is - was) > TOLERANCE || Number.isNaN(was) !== Number.isNaN(is)

const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value)

/** NaN (one side has no value) is not large. */
const isLarge = ({ thresholds }: Pair, days: number): boolean => Math.abs(days) >= thresholds.dateChangeDays - TOLERANCE

function dayDisposition(pair: Pair, rule: MaterialityRule, was: number, is: number, difference: number): number {
  if (rule === 'always' || (rule === 'reported' && was !== DAY_ABSENT)) return MATERIAL
  if (rule !== 'reported') return isLarge(pair, difference) ? MATERIAL : MINOR
  // reported for the first time: expected within the period, else as far as it lies outside
  const late = is - pair.after.day
  const early = pair.before.day + 1 - is
  if (late <= 0 && early <= 0) return EXPECTED
  return isLarge(pair, Math.max(late, early)) ? MATERIAL : MINOR
}

/** A hard constraint that can act: it has its date. */
export const isHeld = ({ constraintType, constraintDate }: ScheduleColumns, i: number): boolean =>
  isHardConstraint(constraintType[i]) && constraintDate[i] !== DAY_ABSENT

/** Constraints that come, go or move; a new hard one is always material, and the loss of one that held float below 0. */
function compareConstraints(pair: Pair, log: ChangeSink, edits: Edit[], j: number, i: number): void {
  const { before, after } = pair
  const [was, is] = [before.columns, after.columns]
  const sameType = was.constraintType[j] === is.constraintType[i]
  const sameDate = was.constraintDate[j] === is.constraintDate[i]
  if (sameType && sameDate) return
  const held = isHeld(was, j)
  const isNew = !held && isHeld(is, i)
  const isRelief = held && !isHeld(is, i) && before.result.totalFloat[j] < -TOLERANCE
  let isMaterial = isNew || isRelief
  if (!sameType) log.add(CONSTRAINT_TYPE, j, i, isMaterial ? MATERIAL : MINOR, Number.NaN)
  if (!sameDate) {
    const known = was.constraintDate[j] !== DAY_ABSENT && is.constraintDate[i] !== DAY_ABSENT
    const difference = known ? is.constraintDate[i] - was.constraintDate[j] : Number.NaN
    const isDateMaterial = isLarge(pair, difference) || (sameType && isMaterial)
    log.add(CONSTRAINT_DATE, j, i, isDateMaterial ? MATERIAL : MINOR, difference)
    isMaterial ||= isDateMaterial
  }
  addEdit(pair, edits, { field: CONSTRAINT_TYPE, before: j, after: i, isMaterial })
}

/** Cells that stand beside durations and constraints, each group one edit. */
function compareCells(pair: Pair, log: ChangeSink, edits: Edit[], j: number, i: number): void {
  const [was, is] = [pair.before.columns, pair.after.columns]
  for (const { field, cells } of CELL_GROUPS) {
    if (field === 'suspend_date' && isStopOfProgress(pair.before, j) && isStopOfProgress(pair.after, i)) continue
    let isChanged = field === 'manually_scheduled' && movesByHand(was, j, is, i)
    let isMaterial = false
    for (const cell of cells) {
      const difference = cellDifference(cell, was, j, is, i)
      if (difference === 0) continue
      const isLargeMove = isLarge(pair, difference)
      log.add(fieldCode(cell.field), j, i, isLargeMove ? MATERIAL : MINOR, difference)
      isChanged = true
      isMaterial ||= isLargeMove
    }
    if (isChanged) addEdit(pair, edits, { field: fieldCode(field), before: j, after: i, isMaterial })
  }
}

function logLink(pair: Pair, log: ChangeSink, edits: Edit[], n: number): void {
  const { before, after, beforeOf, links } = pair
  const kind = links.kind[n]
  const i = links.successor[n]
  const j = beforeOf[i]
  const [linkBefore, linkAfter] = [links.before[n], links.after[n]]
  const onPathBefore = isOnLongestPath(before, linkBefore, j)
  const difference =
    kind === LINK_LAG_CHANGED
      ? after.columns.links.lagDays[linkAfter] - before.columns.links.lagDays[linkBefore]
      : Number.NaN
  const isMaterial =
    kind === LINK_LAG_CHANGED
      ? isLarge(pair, difference) || (onPathBefore && difference < 0)
      : onPathBefore || isOnLongestPath(after, linkAfter, i)
  log.addLink(LINK_FIELDS[kind], j, i, isMaterial ? MATERIAL : MINOR, difference, linkBefore, linkAfter)
  const ends =
    linkAfter === NO_LINK ? pair.afterOf[before.columns.links.task[linkBefore]] : after.columns.links.task[linkAfter]
  if (ends === NO_MATCH) return
  const edit = { field: LINK_FIELDS[kind], before: j, after: i, linkBefore, linkAfter, isMaterial }
  if (!isOfSummary(pair, edit)) addEdit(pair, edits, edit)
  else if (after.columns.setting?.rules.rules === 'ms_project') edits.push(edit)
}

const NO_LINKS = { linkBefore: NO_LINK, linkAfter: NO_LINK }

/**
 * Edits of work that is in no pass can move nothing, nor can those of the work of a complete task. But unfinished work reaches through it by its links, and
 * the lags of these count in its calendar.
 */
function addEdit(
  { before, after }: Pair,
  edits: Edit[],
  edit: Omit<Edit, 'linkBefore' | 'linkAfter'> & Partial<Pick<Edit, 'linkBefore' | 'linkAfter'>>,
): void {
  const isInPass =
    after.network.takesPart[edit.after] === 1 || (isOfCells(edit) && before.network.takesPart[edit.before] === 1)
  const isOfLinks =
    (edit.linkBefore ?? edit.linkAfter) !== undefined || edit.field === CALENDAR || edit.field === TASK_ADDED
  if (!isInPass || (after.prepared.input.state[edit.after] === COMPLETE && !isOfLinks)) return
  edits.push({ ...NO_LINKS, ...edit })
}
