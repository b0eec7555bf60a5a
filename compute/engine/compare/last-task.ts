/**
 * Whose finish a comparison follows. Two schedules end with the same task as a rule. Where the task that ended last was deleted or replaced, the
 * movement of the last finish compares two different things; then a milestone is followed that all schedules have: the last common one that work
 * leads to, else the common task that finishes last. Where work was added that ends last, what ended last before is still there: if that was a
 * milestone, it is followed; else the added work is part of the delay, and the whole schedules are compared, unless nothing leads to it: a note of a date is
 * not where the work ends. O(tasks and links of all schedules).
 */
import type { FOLLOWED_BY } from '../../../shared/contract/endpoint/data/followed-finish.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import { OFFSET_DECIMALS } from '../calendar/snap.ts'
import type { PlainRow } from '../check/finding-rows.ts'
import { NO_HITS } from '../check/findings.ts'
import { compareIds } from '../ids/id-order.ts'
import { NO_MATCH } from '../ids/match-ids.ts'
import { isInPasses, kindOf, MILESTONE } from '../kind/participation.ts'
import { liveLinks } from '../population/live-links.ts'
import { taskStates } from '../population/task-states.ts'
import type { AnalysisResult, ResultValue } from '../result/result.ts'
import { roundHalfAway } from '../wording/numbers.ts'
import { taskText, theSchedule } from '../wording/tasks.ts'

/** A schedule of the comparison. */
export interface Ending {
  /** Its place in the request. */
  readonly place: string
  readonly columns: ScheduleColumns
  /** Finish of its task i, in any unit that grows with time; NaN where it has none. Asked of tasks that take part in the passes only. */
  readonly finishOf: (i: number) => number
  /** Row in the schedule before of each task, NO_MATCH = it has no partner there; undefined of the first schedule. */
  readonly partners: Int32Array | undefined
}

export interface LastTask {
  /** last_task: the same task ends last in all, or no other is common; the finish of the whole schedule is compared. */
  readonly followedBy: (typeof FOLLOWED_BY)[number]
  /** By schedule: row of the task that is followed; NO_MATCH where the whole schedule is. */
  readonly rows: Int32Array
  /** The rows of all tasks that end with it in the first and in the last schedule, its own first: none of them is followed before the others. */
  readonly tiedRows: readonly Int32Array[]
  /** By schedule: row of the task that ends last, a milestone before others, then the first by id; NO_MATCH = nothing has a finish. */
  readonly lastRows: Int32Array
  /** Where the task that ends last went or was replaced, else where it came: the first two neighbours; undefined = nowhere. */
  readonly change: EndChange | undefined
  /** What the other choice gives: the common task that finishes last, where it is not the one that is followed. */
  readonly otherRows: Int32Array | undefined
}

interface EndChange {
  readonly kind: 'deleted' | 'added' | 'replaced'
  /** Index of the later of the two schedules. */
  readonly at: number
}

/** `endings` earliest first; two at least. */
export function lastTaskOf(endings: readonly Ending[]): LastTask {
  const ends = endings.map(endsOf)
  const lastRows = Int32Array.from(ends, ([first]) => first ?? NO_MATCH)
  const change = changeOf(endings, ends)
  const none = new Int32Array(endings.length).fill(NO_MATCH)
  const whole: LastTask = { followedBy: 'last_task', rows: none, tiedRows: [], lastRows, change, otherRows: undefined }
  if (change === undefined) return whole
  const common = commonRows(endings)
  const [finish, ...withFinish] = latestOf(endings, common, () => true)
  if (finish === undefined) return whole
  const before = new Set(ends[change.at - 1])
  const able = change.kind === 'added' ? common.filter(rows => before.has(rows[change.at - 1])) : common
  const [milestone, ...withMilestone] = latestOf(endings, able, isEndOfWork)
  if (milestone === undefined && change.kind === 'added' && !isApart(endings[change.at], ends[change.at]))
    return { ...whole, otherRows: finish }
  return milestone === undefined
    ? { ...whole, followedBy: 'last_common_finish', rows: finish, tiedRows: [finish, ...withFinish] }
    : {
        ...whole,
        followedBy: 'last_common_milestone',
        rows: milestone,
        tiedRows: [milestone, ...withMilestone],
        otherRows: finish,
      }
}

/** Whether no link leads to any of these rows, though the schedule has links. */
function isApart({ columns }: Ending, rows: readonly number[]): boolean {
  const { hasPredecessor, count } = liveLinks(taskStates(columns))
  return count > 0 && rows.every(i => hasPredecessor[i] === 0)
}

/** Rows that end last, in the order of LastTask.lastRows. */
function endsOf({ columns, finishOf }: Ending): number[] {
  let latest = Number.NEGATIVE_INFINITY
  let rows: number[] = []
  for (let i = 0; i < columns.taskCount; i++) {
    if (!isInPasses(columns.taskType[i])) continue
    const finish = finishOf(i)
    if (finish > latest + SAME) rows = []
    if (finish >= latest - SAME) rows.push(i)
    latest = Math.max(latest, Number.isNaN(finish) ? latest : finish)
  }
  const rank = (i: number): number => (isMilestone(columns, i) ? 0 : 1)
  return rows.sort((i, j) => rank(i) - rank(j) || compareIds(columns.id, i, j))
}

/** Finishes of one moment may differ by the rounding of offsets. */
const SAME = 1e-6

const isMilestone = ({ taskType, durationDays }: ScheduleColumns, i: number): boolean =>
  kindOf(taskType[i], durationDays[i]) === MILESTONE

/** A milestone that some work leads to: one without predecessors is a beginning, such as a notice to proceed. */
const isEndOfWork = ({ columns }: Ending, i: number): boolean =>
  isMilestone(columns, i) && columns.links.start[i + 1] > columns.links.start[i]

/** Rows of the tasks that all schedules have and that take part in all: entry k of a task is its row in schedule k. */
function commonRows(endings: readonly Ending[]): Int32Array[] {
  const last = endings.length - 1
  const common: Int32Array[] = []
  for (let i = 0; i < endings[last].columns.taskCount; i++) {
    const rows = new Int32Array(endings.length)
    let row = i
    for (let k = last; k >= 0 && row !== NO_MATCH; k--) {
      const { columns, partners } = endings[k]
      rows[k] = row
      row = !isInPasses(columns.taskType[row]) ? NO_MATCH : (partners?.[row] ?? row)
    }
    if (row !== NO_MATCH) common.push(rows)
  }
  return common
}

/**
 * Chooses among the common tasks that pass in all schedules those that finish last in the first, then in the last schedule; milestones before
 * others, then by id.
 */
function latestOf(
  endings: readonly Ending[],
  common: readonly Int32Array[],
  passes: (ending: Ending, row: number) => boolean,
): Int32Array[] {
  const last = endings.length - 1
  const finishIn = (k: number, rows: Int32Array): number => endings[k].finishOf(rows[k])
  const rankOf = (rows: Int32Array): number => (isMilestone(endings[last].columns, rows[last]) ? 1 : 0)
  const later = (k: number, rows: Int32Array, than: Int32Array): number => {
    const more = finishIn(k, rows) - finishIn(k, than)
    return Math.abs(more) <= SAME ? 0 : more
  }
  let best: Int32Array[] = []
  for (const rows of common) {
    if (endings.some((ending, k) => !passes(ending, rows[k]) || Number.isNaN(ending.finishOf(rows[k])))) continue
    const [one] = best
    const more = one === undefined ? 1 : later(0, rows, one) || later(last, rows, one) || rankOf(rows) - rankOf(one)
    if (more > 0) best = []
    if (more >= 0) best.push(rows)
  }
  const { id } = endings[last].columns
  return best.sort((a, b) => compareIds(id, a[last], b[last]))
}

/** Whether none of these rows of a schedule has a partner in the next one. Most schedules end with one task, many all at once. */
function areGone(rows: readonly number[], partners: Int32Array | undefined): boolean {
  if (partners === undefined) return true
  if (partners.includes(rows[0])) return false
  const staying = new Set(partners)
  return rows.every(row => !staying.has(row))
}

/** The first two neighbours of which all that ends last in the earlier is missing in the later; without any the first where it is new. */
function changeOf(endings: readonly Ending[], ends: readonly (readonly number[])[]): EndChange | undefined {
  let added: EndChange | undefined
  for (let at = 1; at < endings.length; at++) {
    const { partners } = endings[at]
    const isGone = ends[at - 1].length > 0 && areGone(ends[at - 1], partners)
    const isNew = ends[at].length > 0 && ends[at].every(i => partners?.[i] === NO_MATCH)
    if (isGone) return { kind: isNew ? 'replaced' : 'deleted', at }
    if (isNew) added ??= { kind: 'added', at }
  }
  return added
}

const changedText = {
  deleted: (earlier: string, later: string, schedule: string) =>
    `${earlier} ended last and is gone in ${schedule}, where ${later} ends last.`,
  added: (earlier: string, later: string, schedule: string) =>
    `${later} is new in ${schedule} and ends last, where ${earlier} did before.`,
  replaced: (earlier: string, later: string, schedule: string) =>
    `${earlier} ended last and is gone in ${schedule}; ${later} is new and ends last.`,
}

const followedText = {
  last_common_milestone: (task: string, all: string) =>
    `So milestone ${task} is followed, the last one with work before it that ${all} schedules have.`,
  last_common_finish: (task: string, all: string) =>
    `No milestone with work before it is common, so ${task} is followed, the task that finishes last of those that ${all} schedules have.`,
}

const apartText = (task: string, all: string) =>
  `Nothing leads to it, so it is not where the work ends, and ${task} is followed, the task that finishes last of those that ${all} schedules have.`

const tiedText = (count: number) =>
  count === 1 ? 'Another one ends with it and counts alike.' : `${count} others end with it and count alike.`

/**
 * How a comparison says it, before all else: one sentence per fact. `whole` and `other` are movements in words, empty = unknown; so is `own`, that of
 * the finish that is followed, where the comparison does not say it itself.
 */
export function lastTaskText(
  last: LastTask,
  endings: readonly Ending[],
  whole: string,
  other: string,
  own = '',
): string {
  const { change, followedBy, rows, otherRows, lastRows } = last
  if (change === undefined) return ''
  const { at, kind } = change
  const named = (k: number, row: number): string => (row === NO_MATCH ? 'no task' : taskText(endings[k].columns, row))
  const end = endings.length - 1
  const changed = changedText[kind](
    named(at - 1, lastRows[at - 1]),
    named(at, lastRows[at]),
    theSchedule(endings[at].place),
  )
  const isOther = otherRows !== undefined && otherRows[end] !== rows[end] && other !== ''
  const isWhole = followedBy === 'last_task'
  return [
    changed,
    isWhole
      ? otherRows === undefined
        ? 'No task with a finish is in all schedules, so the last finish of each is compared.'
        : 'What ended last before is no milestone, so the added work counts and the last finish of each is compared.'
      : (followedBy === 'last_common_finish' && kind === 'added' ? apartText : followedText[followedBy])(
          named(end, rows[end]),
          endings.length === 2 ? 'both' : 'all',
        ),
    ...(last.tiedRows.length > 1 ? [tiedText(last.tiedRows.length - 1)] : []),
    ...(isWhole || own === '' ? [] : [`It is ${own}.`]),
    ...(isWhole || whole === '' ? [] : [`From last task to last task the finish is ${whole}.`]),
    ...(isOther ? [`${named(end, otherRows[end])}, the common task that finishes last, is ${other}.`] : []),
  ].join(' ')
}

/** The finding that stands first; `code` by analysis. It looks at the sentences of lastTaskText, one of each comparison; an empty one says nothing. */
export const lastTaskRow = (code: string): PlainRow<readonly string[]> => ({
  code,
  severity: 'medium',
  title: 'Another task ends last',
  description: () => 'The task that ends last is not the same in the schedules that are compared.',
  advice: {
    title: 'Follow one finish through all schedules',
    description: 'Keep the completion milestone and its id in every update, and let all work lead to it.',
  },
  find: texts => {
    const [detail, ...others] = texts.filter(text => text !== '')
    return detail === undefined ? NO_HITS : { count: 1 + others.length, detail }
  },
})

/** The result with what lastTaskText says before all else: its sentence, and the finding of that row. */
export function saidFirst(result: AnalysisResult, code: string, text: string): AnalysisResult {
  if (text === '') return result
  const isFirst = (finding: { readonly code: string }): boolean => finding.code === code
  const { findings } = result
  return {
    ...result,
    summary: `${text} ${result.summary}`,
    findings: [...findings.filter(isFirst), ...findings.filter(finding => !isFirst(finding))],
  }
}

/** Movements in the unit of the analysis; NaN = unknown. */
export interface MovedDays {
  /** Movements of the finish that is followed, of the whole schedules, and of the other choice. */
  readonly followed: number
  readonly whole: number
  readonly other: number
}

export function showLastTask(
  last: LastTask,
  endings: readonly Ending[],
  reason: string,
  movedDays: MovedDays,
): ResultValue {
  const { change, followedBy, rows, otherRows, lastRows } = last
  if (change === undefined) return null
  const end = endings.length - 1
  const idOf = (k: number, row: number): string | null => (row === NO_MATCH ? null : textAt(endings[k].columns.id, row))
  return {
    by: followedBy,
    id: idOf(end, rows[end]),
    tied_task_ids: last.tiedRows.slice(1, 1 + TIED_SHOWN_MAX).map(tied => idOf(end, tied[end])!),
    days: daysOrNull(movedDays.followed),
    change: change.kind,
    reason,
    last_tasks: endings.map(({ place }, k) => ({ schedule: place, id: idOf(k, lastRows[k]) })),
    whole_days: daysOrNull(movedDays.whole),
    other_task_id: otherRows === undefined ? null : idOf(end, otherRows[end]),
    other_days: otherRows === undefined ? null : daysOrNull(movedDays.other),
  }
}

const TIED_SHOWN_MAX = 20

const daysOrNull = (days: number): number | null => (Number.isNaN(days) ? null : roundHalfAway(days, OFFSET_DECIMALS))
