/**
 * The later status with deleted tasks put back as the earlier one has them: their work, dates, constraint and calendar, their links to and from what
 * there is, and under Microsoft Project's rules the summaries they lay under. Progress is what was reported last, and the data date is the later one: what
 * had remained is still to do, finished work is a point (/docs/methods/change-tracking#impact).
 */

import type { EditObstacle } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import { LINK_UNKNOWN, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { DAY_COLUMNS, TASK_FIELDS, timeColumnOf } from '../../../../shared/contract/schedule/fields.ts'
import type { CalendarSpec } from '../../../../shared/contract/schedule/setting.ts'
import { textAt, textColumn } from '../../../../shared/contract/schedule/text.ts'
import { NO_PARENT, outlineOf } from '../../clock/ms-project/outline.ts'
import { withCells } from '../../compare/computed-status.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { assignmentsFrom, gathered } from '../../edits/gather.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { type Edit, TASK_ADDED } from './edits.ts'
import type { Pair } from './pair.ts'

/** Those that no pass reads stay as they are. */
const UNREAD = new Set([
  'links',
  'assignments',
  'calendarId',
  'name',
  'wbsCode',
  'wbsName',
  'organizationCode',
  'codes',
])
const COLUMNS = [...new Set(TASK_FIELDS.map(({ column }) => column)), ...DAY_COLUMNS.map(timeColumnOf)].filter(
  name => !UNREAD.has(name),
) as readonly (keyof ScheduleColumns)[]

interface Restored {
  readonly pair: Pair
  /** The edits with their later links where they stand in the pair. */
  readonly edits: readonly Edit[]
}

/**
 * `tasks`: of the earlier status, the later one has none of them. `edits` are taken back beside them: links and tasks that were added hold nothing, so that
 * they close no cycle with what comes back.
 */
export function withDeletedTasks(
  pair: Pair,
  edits: readonly Edit[],
  tasks: readonly number[],
): Restored | EditObstacle {
  if (tasks.length === 0) return { pair, edits }
  const { before, after, setting } = pair
  const back = withSummariesOf(pair, tasks)
  const [was, is] = [before.columns, after.columns]
  const taskCount = is.taskCount + back.length
  const source = zeros(Int32Array, taskCount)
  for (let row = 0; row < taskCount; row++) source[row] = row < is.taskCount ? row : ~back[row - is.taskCount]
  const afterOf = pair.afterOf.slice()
  for (const [n, j] of back.entries()) afterOf[j] = is.taskCount + n
  const links = linksWith(pair, back, afterOf, edits)
  const order = topologicalOrder(taskCount, links.columns.links)
  if (order === undefined) return 'cycle'
  const known = new Map<unknown, Map<unknown, unknown>>()
  // absent columns of one kind are one
  const gatheredOnce = (a: unknown, b: unknown): unknown => {
    const ofA = known.get(a) ?? new Map<unknown, unknown>()
    if (!ofA.has(b)) known.set(a, ofA.set(b, gathered(a as never, b as never, source)))
    return ofA.get(b)
  }
  const { laterCalendar = setting.difference.laterCalendar, ...calendars } = calendarsWith(pair, back, source)
  const columns = {
    ...is,
    ...Object.fromEntries(COLUMNS.map(name => [name, gatheredOnce(is[name], was[name])])),
    ...links.columns,
    ...calendars,
    assignments: assignmentsFrom(is.assignments, was.assignments, source, is.resources, was.resources),
    taskCount,
    notes: undefined,
  } as ScheduleColumns
  const beforeOf = extended(pair.beforeOf, taskCount)
  for (const [n, j] of back.entries()) beforeOf[is.taskCount + n] = j
  const status = withCells({ ...after, order }, columns)
  const difference = {
    ...setting.difference,
    reassigned: extended(setting.difference.reassigned, taskCount),
    laterCalendar,
  }
  return {
    pair: {
      ...pair,
      after: status,
      afterOf,
      beforeOf,
      setting: { ...setting, after: status, beforeOf, difference },
    },
    edits: edits
      .filter(edit => !isLinkAdded(edit))
      .map(edit =>
        edit.linkAfter === NO_LINK ? edit : { ...edit, linkAfter: edit.linkAfter + links.shift[edit.after] },
      ),
  }
}

const isLinkAdded = ({ linkBefore, linkAfter }: Edit): boolean => linkBefore === NO_LINK && linkAfter !== NO_LINK

function extended(values: Int32Array, length: number): Int32Array {
  const made = zeros(Int32Array, length).fill(NO_MATCH)
  made.set(values)
  return made
}

/** The tasks, and where the outline drives dates the deleted summaries above them, ascending. */
function withSummariesOf({ before, after, afterOf }: Pair, tasks: readonly number[]): number[] {
  const all = new Set(tasks)
  if (after.columns.setting?.rules.rules === 'ms_project') {
    const { parent } = outlineOf(before.columns)
    for (const task of tasks)
      for (let at = parent[task]; at !== NO_PARENT && afterOf[at] === NO_MATCH && !all.has(at); at = parent[at])
        all.add(at)
  }
  return [...all].sort((a, b) => a - b)
}

/** Links by successor: those there are, behind them those from tasks that are back; then those into these. */
function linksWith({ before, after }: Pair, back: readonly number[], afterOf: Int32Array, edits: readonly Edit[]) {
  const [was, is] = [before.columns, after.columns]
  const isBack = new Set(back)
  const firstBack = is.taskCount
  const start = zeros(Uint32Array, firstBack + back.length + 1)
  const shift = zeros(Uint32Array, firstBack)
  const [task, type, lagDays, elapsed]: [number[], number[], number[], number[]] = [[], [], [], []]
  const goneLinks = new Set(edits.filter(isLinkAdded).map(({ linkAfter }) => linkAfter))
  const goneTasks = new Set(edits.filter(({ field }) => field === TASK_ADDED).map(edit => edit.after))
  const isGone = (k: number, s: number): boolean =>
    goneLinks.has(k) || goneTasks.has(s) || goneTasks.has(is.links.task[k])
  const add = (predecessor: number, { links, elapsedLags }: ScheduleColumns, k: number): void => {
    task.push(predecessor)
    type.push(links.type[k])
    lagDays.push(links.lagDays[k])
    elapsed.push(elapsedLags[k] ?? 0)
  }
  const earlierOf = zeros(Int32Array, firstBack).fill(NO_MATCH)
  for (const [j, i] of afterOf.entries()) if (i !== NO_MATCH && i < firstBack) earlierOf[i] = j
  for (let s = 0; s < firstBack; s++) {
    shift[s] = task.length - is.links.start[s]
    for (let k = is.links.start[s]; k < is.links.start[s + 1]; k++)
      add(isGone(k, s) ? LINK_UNKNOWN : is.links.task[k], is, k)
    const j = earlierOf[s]
    if (j !== NO_MATCH)
      for (let k = was.links.start[j]; k < was.links.start[j + 1]; k++)
        if (isBack.has(was.links.task[k])) add(afterOf[was.links.task[k]], was, k)
    start[s + 1] = task.length
  }
  for (const [n, j] of back.entries()) {
    for (let k = was.links.start[j]; k < was.links.start[j + 1]; k++) {
      const predecessor = was.links.task[k] < 0 ? NO_MATCH : afterOf[was.links.task[k]]
      if (predecessor !== NO_MATCH) add(predecessor, was, k)
    }
    start[firstBack + n + 1] = task.length
  }
  return {
    shift,
    columns: {
      links: {
        start,
        task: Int32Array.from(task),
        type: Uint8Array.from(type),
        lagDays: Float64Array.from(lagDays),
      },
      elapsedLags: elapsed.includes(1) ? Uint8Array.from(elapsed) : new Uint8Array(0),
    },
  }
}

/**
 * Each works in its calendar as the later status has it; one that is gone is there again, and what names none follows the project. Nothing of it
 * where neither side has calendars.
 */
function calendarsWith({ before, after, setting: { difference } }: Pair, back: readonly number[], source: Int32Array) {
  const [was, is] = [before.columns, after.columns]
  if (was.setting === undefined || is.setting === undefined) return {}
  const then = was.setting.calendars
  const now = [...is.setting.calendars]
  const indexOf = Int32Array.from(then, (_, n) =>
    difference.laterCalendar.length === 0 ? n : difference.laterCalendar[n],
  )
  const known = new Map(then.map(({ id }, n) => [id, n]))
  const texts: string[] = []
  const codes = zeros(Uint32Array, was.taskCount)
  for (const j of back) {
    const code = was.calendarId.codes[j] ?? 0
    const n = code === 0 ? undefined : known.get(textAt(was.calendarId.values, code - 1))
    if (n === undefined) continue
    if (indexOf[n] === NO_MATCH) indexOf[n] = now.push({ ...then[n], id: freeId(then[n].id, now) }) - 1
    codes[j] = texts.push(now[indexOf[n]].id)
  }
  return {
    calendarId: gathered(is.calendarId, { codes, values: textColumn(texts) }, source),
    setting: now.length === is.setting.calendars.length ? is.setting : { ...is.setting, calendars: now },
    laterCalendar: indexOf,
  }
}

function freeId(id: string, calendars: readonly CalendarSpec[]): string {
  const isTaken = calendars.some(calendar => calendar.id === id)
  return isTaken ? freeId(`${id}'`, calendars) : id
}
