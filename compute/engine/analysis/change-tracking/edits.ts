/**
 * Edits: changes that somebody made to the plan and that can be taken back one at a time, and which of them are worth it
 * (/docs/methods/change-tracking#impact).
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { dataDateHoldsNothing } from '../../clock/rules.ts'
import { type ComputedStatus, liveIndex } from '../../compare/computed-status.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { LINK_DRIVING } from '../../cpm/float.ts'
import { type CpmInput, isReachedThrough } from '../../cpm/input.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { remainingOf } from '../../population/durations.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../../population/progress.ts'
import { CELL_GROUPS } from './cell-edits.ts'
import { fieldCode } from './change-log.ts'
import type { Pair } from './pair.ts'

export const DURATION = fieldCode('duration_days')
export const REMAINING = fieldCode('remaining_duration_days')
export const CONSTRAINT_TYPE = fieldCode('constraint_type')
export const CONSTRAINT_DATE = fieldCode('constraint_date')
export const CALENDAR = fieldCode('calendar')
export const TASK_ADDED = fieldCode('task_added')
export const TASK_DELETED = fieldCode('task_deleted')

/** Duration and remaining duration are one edit, so are type and date of a constraint, and suspension and resumption. Indices as in the change log. */
export interface Edit {
  readonly field: number
  /** NO_MATCH where the task was added. */
  readonly before: number
  /** NO_MATCH where the task was deleted. */
  readonly after: number
  readonly linkBefore: number
  readonly linkAfter: number
  readonly isMaterial: boolean
}

const FIELD_OF_EDIT = new Map([
  [CONSTRAINT_DATE, CONSTRAINT_TYPE],
  [REMAINING, DURATION],
  ...CELL_GROUPS.flatMap(({ field, cells }) => cells.map(cell => [fieldCode(cell.field), fieldCode(field)] as const)),
])
/** Fields that stand for the edits of cells. */
const CELL_FIELDS = new Set(CELL_GROUPS.map(({ field }) => fieldCode(field)))

/** The field that stands for the edit a change of that field belongs to. */
const editField = (field: number): number => FIELD_OF_EDIT.get(field) ?? field
/** See cell-edits.ts. */
export const isOfCells = ({ field }: Pick<Edit, 'field'>): boolean => CELL_FIELDS.has(field)

/** A link of which one end takes no part in the passes: it holds what lies under that summary, by the rules of Microsoft Project. */
export function isOfSummary({ before, after, afterOf }: Pair, { after: task, linkBefore, linkAfter }: Edit): boolean {
  if (linkBefore === NO_LINK && linkAfter === NO_LINK) return false
  const predecessor =
    linkAfter === NO_LINK ? afterOf[before.columns.links.task[linkBefore]] : after.columns.links.task[linkAfter]
  const { takesPart } = after.network
  return takesPart[task] === 0 || takesPart[predecessor] === 0
}

/** A key that two edits share when they are one. */
export const editKey = ({ field, before, after, linkBefore, linkAfter }: Omit<Edit, 'isMaterial'>): string =>
  `${editField(field)} ${before} ${after} ${linkBefore} ${linkAfter}`

/** Passes are counted in tasks and links: so many in a request, shared by its comparisons. A step to the minute counts as four. */
const STEPS_MAX = 20_000_000
const STEPS_BY_CLOCK = 4
const TESTED_MIN = 20
/** Edits reverted one at a time per comparison, whatever the size of its network. */
export const EDITS_TESTED_MAX = 100

/** How many edits of a comparison are tested one at a time. */
export function testedMax({ after, before }: Pair, comparisonCount: number): number {
  const size = ({ columns, network, prepared }: ComputedStatus): number =>
    (columns.taskCount + network.linkCount) * (prepared.input.clock === undefined ? 1 : STEPS_BY_CLOCK)
  const passes = STEPS_MAX / (comparisonCount * (1 + Math.max(size(after), size(before))))
  return Math.max(TESTED_MIN, Math.min(EDITS_TESTED_MAX, Math.floor(passes)))
}

/** Tasks with more float than this are not near-critical (/docs/methods/cpm#thresholds-and-weights). */
export const NEAR_CRITICAL_FLOAT_DAYS = 10

const ON_PATH = 0
const NEAR_PATH = 1
const FAR = 2

/**
 * Those worth a pass: on a longest path of either status, then within 10 days of float of it, then the material ones elsewhere; within each by the
 * days they could move.
 */
export function candidates(pair: Pair, edits: readonly Edit[]): Edit[] {
  const ranked = edits.map(edit => ({ edit, nearness: nearnessOf(pair, edit), days: reachOf(pair, edit) }))
  return ranked
    .filter(({ edit, nearness }) => nearness < FAR || edit.isMaterial)
    .sort((a, b) => a.nearness - b.nearness || b.days - a.days || byIds(pair, a.edit, b.edit))
    .map(({ edit }) => edit)
}

/** The order of two edits by task, predecessor and field, so that no order of rows decides. */
export function byIds(pair: Pair, a: Edit, b: Edit): number {
  const [x, y] = [idsOf(pair, a), idsOf(pair, b)]
  return compare(x[0], y[0]) || compare(x[1], y[1]) || a.field - b.field
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Ids of the task of an edit, and of the predecessor where it is of a link. */
export function idsOf({ before, after }: Pair, edit: Edit): readonly [task: string, predecessor: string] {
  const { columns } = edit.linkAfter === NO_LINK && edit.linkBefore !== NO_LINK ? before : after
  const link = edit.linkAfter === NO_LINK ? edit.linkBefore : edit.linkAfter
  const task = edit.after === NO_MATCH ? textAt(before.columns.id, edit.before) : textAt(after.columns.id, edit.after)
  return [task, link === NO_LINK ? '' : textAt(columns.id, columns.links.task[link])]
}

/** The passes give no path through links of summaries: they count as near it. */
function nearnessOf(pair: Pair, edit: Edit): number {
  if (isOfSummary(pair, edit)) return NEAR_PATH
  const { before, after } = pair
  const isLink = edit.linkBefore !== NO_LINK || edit.linkAfter !== NO_LINK
  const onPath = isLink
    ? isOnLongestPath(before, edit.linkBefore, edit.before) || isOnLongestPath(after, edit.linkAfter, edit.after)
    : isOnPath(before, edit.before) || isOnPath(after, edit.after)
  if (onPath) return ON_PATH
  if (isReached(before, edit.before) || isReached(after, edit.after)) return NEAR_PATH
  const float = Math.min(orFar(before, edit.before), orFar(after, edit.after))
  return float <= NEAR_CRITICAL_FLOAT_DAYS + EPSILON_DAYS ? NEAR_PATH : FAR
}

const isOnPath = ({ result }: ComputedStatus, i: number): boolean => i !== NO_MATCH && result.onLongestPath[i] === 1

/** Finished work has no float, but unfinished work may reach through it. */
const isReached = ({ prepared, result }: ComputedStatus, i: number): boolean =>
  i !== NO_MATCH && isReachedThrough(prepared.input, result.early, i)

const orFar = ({ result }: ComputedStatus, i: number): number =>
  i === NO_MATCH || Number.isNaN(result.totalFloat[i]) ? Number.POSITIVE_INFINITY : result.totalFloat[i]

/** Whether a link of the columns drives its successor on the longest path of the status. */
export function isOnLongestPath(status: ComputedStatus, link: number, successor: number): boolean {
  const live = link === NO_LINK ? -1 : liveIndex(status, link)
  if (live < 0 || status.result.onLongestPath[successor] === 0) return false
  return (status.result.linkMarks[live] & LINK_DRIVING) !== 0
}

/** Rough bound of the days the edit can move its task. */
function reachOf(pair: Pair, edit: Edit): number {
  const { before, after } = pair
  const { input } = after.prepared
  const { remainingDays } = input
  if (edit.field === TASK_DELETED) return before.prepared.input.remainingDays[edit.before]
  if (edit.field === TASK_ADDED || edit.field === CALENDAR || isOfCells(edit)) return remainingDays[edit.after]
  if (edit.field === DURATION) return Math.abs(remainingDays[edit.after] - oldRemaining(pair, edit, input))
  if (edit.field === CONSTRAINT_TYPE) {
    const moved = after.columns.constraintDate[edit.after] - before.columns.constraintDate[edit.before]
    const isDated =
      after.columns.constraintDate[edit.after] !== DAY_ABSENT &&
      before.columns.constraintDate[edit.before] !== DAY_ABSENT
    return isDated ? Math.abs(moved) : remainingDays[edit.after]
  }
  const lag = (links: { lagDays: Float64Array }, k: number): number => (k === NO_LINK ? 0 : links.lagDays[k])
  const lagChange = Math.abs(lag(after.columns.links, edit.linkAfter) - lag(before.columns.links, edit.linkBefore))
  if (edit.linkBefore !== NO_LINK && edit.linkAfter !== NO_LINK) return lagChange
  return lagChange + (remainingDays[edit.after] || 0)
}

/**
 * Days still to do at the progress of the later status, had nobody changed the duration: no more than was left before, since progress adds no work.
 * Days of the calendar that the task works in by `input`.
 */
export function oldRemaining({ before, after }: Pair, edit: Pick<Edit, 'before' | 'after'>, input: CpmInput): number {
  const { state } = after.prepared.input
  const was = before.prepared.input
  const [j, i] = [edit.before, edit.after]
  if (state[i] === COMPLETE) return 0
  const scale = minutesPerDay(was, j) / minutesPerDay(input, i)
  const duration = before.prepared.durationDays[j]
  if (state[i] !== IN_PROGRESS) return (was.state[j] === NOT_STARTED ? was.remainingDays[j] : duration) * scale
  const byProgress = dataDateHoldsNothing(input)
    ? Math.max(0, input.remainingDays[i] - (after.prepared.durationDays[i] - duration * scale))
    : remainingOf(after.columns, i, duration * scale)
  return was.state[j] === COMPLETE ? byProgress : Math.min(byProgress, was.remainingDays[j] * scale)
}

/** 1 where a schedule has no calendars of its own. */
export const minutesPerDay = ({ clock }: CpmInput, i: number): number =>
  clock === undefined ? 1 : clock.calendars[clock.tasks.calendar[i]].minutesPerDay
