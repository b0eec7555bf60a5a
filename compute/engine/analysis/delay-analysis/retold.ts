/**
 * What the later schedule tells otherwise. Of work that the earlier one had begun or finished: the later report is believed: what it says happened
 * after the earlier data date had not happened by it. So work that is told to begin later has not begun until then and has all of its duration
 * left, and work that is told to end later is not over until then. And work that it has under another id, or in parts: it is the work that it was.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { COLUMNS } from '../../edits/edited.ts'
import { gathered, grown } from '../../edits/gather.ts'
import { LinkEdits } from '../../edits/link-edits.ts'
import { outgoingOf } from '../../graph/links.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { isFinishType } from '../../kind/constraint-types.ts'
import { FS, fromFinish, toStart } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED, PERCENT_MAX } from '../../population/progress.ts'
import { bitOf } from './account.ts'
import type { Reports } from './day-status.ts'
import { EventCover } from './event-cover.ts'
import { tieDays } from './idle.ts'
import { type Pairing, pairTasks, type Renumbered } from './pairing.ts'
import type { Answers } from './revision-changes.ts'
import { type SameWork, sameWorks, type Takers } from './same-works.ts'
import { following, Once, type Status, statusOf } from './status.ts'
import { suspensionsOf } from './suspensions.ts'
import type { DelayRules } from './windows.ts'

/** Bits of a task of the earlier schedule. */
const RETOLD = 1
/** Told to begin, or to end, after the earlier data date. */
export const BEGINS_LATER = 2
export const ENDS_LATER = 4

/** Length: tasks of the earlier schedule. 0 = nothing of it is told otherwise. */
function retoldTasks(earlier: Status, later: Status, { toLater }: Pairing): Uint8Array {
  const told = zeros(Uint8Array, toLater.length)
  const bitsOf = retold(earlier, later)
  for (let i = 0; i < told.length; i++) if (toLater[i] !== NO_MATCH) told[i] = bitsOf(i, toLater[i])
  return told
}

/** What is told otherwise of task i, which is j later. */
function retold(earlier: Status, later: Status): (i: number, j: number) => number {
  const isStartOther = isToldOtherwise(earlier.columns, later.columns, 'actualStart')
  const isFinishOther = isToldOtherwise(earlier.columns, later.columns, 'actualFinish')
  const now = later.prepared.input
  const until = earlier.prepared.input.dataDate
  return (i, j) => {
    const isStart = isStartOther(i, j)
    const isFinish = isFinishOther(i, j)
    if (!isStart && !isFinish) return 0
    return (
      RETOLD |
      (isStart && now.state[j] !== NOT_STARTED && now.reportedStart[j] >= until - EPSILON_DAYS ? BEGINS_LATER : 0) |
      (isFinish && now.state[j] === COMPLETE && now.reportedFinish[j] > until + EPSILON_DAYS ? ENDS_LATER : 0)
    )
  }
}

/** Whether task j of the later schedule begins after the data date of the earlier one, in which it had begun as task i. */
export function beginsLater(earlier: Status, later: Status): (i: number, j: number) => boolean {
  const bitsOf = retold(earlier, later)
  return (i, j) => (bitsOf(i, j) & BEGINS_LATER) !== 0
}

/** Whether the later schedule has another date of its task j than the earlier one had of task i. A date without a time of day is any time of its day. */
export function isToldOtherwise(
  earlier: ScheduleColumns,
  later: ScheduleColumns,
  column: 'actualStart' | 'actualFinish',
): (i: number, j: number) => boolean {
  const [dayBefore, dayAfter] = [earlier[column], later[column]]
  const [timeBefore, timeAfter] = [earlier[`${column}Time`], later[`${column}Time`]]
  return (i, j) => {
    if (dayBefore[i] === DAY_ABSENT) return false
    if (dayBefore[i] !== dayAfter[j]) return true
    const [before, after] = [timeBefore[i] ?? 0, timeAfter[j] ?? 0]
    return before > 0 && after > 0 && before !== after
  }
}

/** What a replay from the earlier to the later schedule is told beside the status at its end. */
export const reportsOf = (earlier: Status, later: Status, pairing: Pairing, half: CpmInput): Reports => ({
  told: retoldTasks(earlier, later, pairing),
  durationDays: earlier.prepared.durationDays,
  suspensions: suspensionsOf(half, later, pairing),
})

type Shared = DelayRules['shared']

export interface ToldAlike {
  readonly earlier: Status
  readonly pairing: Pairing
  /** Task of the schedule as it was sent, by task. */
  readonly sentAs: Int32Array
  /** Where a task of the schedule as it was sent ends. */
  readonly endOf: (i: number) => number
  readonly renumbered: Renumbered
  readonly takenOver: readonly TakenOver[]
}

/** Work of which others have all or a part: the parts that they have, and the days of these; codes of the delay categories. */
interface TakenOver {
  readonly before: string
  readonly after: readonly string[]
  readonly days: number
  readonly from: number
  readonly to: readonly number[]
}

/**
 * The earlier schedule with the ids and parts that the later one has for its work: a task that a party gave another id, or split, is the task that it was, with its progress. Its finish
 * is the same. undefined: none is told so.
 */
export function toldAlike(
  earlier: Status,
  later: Status,
  pairing: Pairing,
  shared: Shared,
  takers: Takers,
  /** Of the same two schedules, whatever finish of them is followed. */
  once = new Once(),
): ToldAlike | undefined {
  const isTakenOver = ({ i, parts }: SameWork): boolean => parts.some(j => !takers.isOfOneParty(i, j, true))
  const all = once.of(pairing, 'works', () => sameWorks(earlier, later, pairing, takers, shared.pairSteps))
  const ofOneParty = once.of(all, 'of one party', () => all.filter(work => !isTakenOver(work)))
  const renamed = once.of(all, 'renamed', () => ofOneParty.filter(({ parts }) => parts.length === 1))
  for (const works of [all, ofOneParty, renamed].filter(
    (own, n, lists) => n === 0 || own.length < lists[n - 1].length,
  )) {
    if (works.length === 0) return undefined
    const own = once.of(works, 'told', () => toldBy(earlier, later, works, shared, isTakenOver, takers))
    if (own === undefined) continue
    const { finish, daysOff } = earlier
    const status = following(own.status, earlier.followed.map(own.endOf))
    if (Math.abs(status.finish - finish) > tieDays(earlier.prepared.input)) continue
    return { ...own, earlier: { ...status, finish, daysOff } }
  }
  return undefined
}

/** undefined: its links form a cycle. */
function toldBy(
  earlier: Status,
  later: Status,
  works: readonly SameWork[],
  shared: Shared,
  isTakenOver: (work: SameWork) => boolean,
  { isOfOneParty }: Takers,
) {
  const { columns, rowOf, sentAs } = columnsInParts(earlier, later, works)
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return undefined
  const { place, statusDay, isBaseline } = earlier
  const status = statusOf({ place, statusDay, isBaseline, columns }, order, [], shared)
  const pairing = pairTasks(status, later)
  const idsOf = (parts: readonly number[]): string[] => parts.map(j => textAt(later.columns.id, j))
  const renumbered = works
    .filter(work => !isTakenOver(work))
    .map(({ i, parts }) => [textAt(earlier.columns.id, i), idsOf(parts)] as const)
  const takenOver = works.filter(isTakenOver).map(({ i, parts, kept }): TakenOver => {
    const others = parts.filter(j => !isOfOneParty(i, j, true))
    return {
      before: textAt(earlier.columns.id, i),
      after: idsOf(others),
      days: others.reduce((days, j) => days + status.prepared.durationDays[pairing.toEarlier[j]], 0),
      from: kept === NO_MATCH ? earlier.columns.delayCategory[i] : later.columns.delayCategory[kept],
      to: [...new Set(others.map(j => later.columns.delayCategory[j]))],
    }
  })
  const endOf = (i: number): number => rowOf.get(i) ?? i
  return { status, pairing, sentAs, endOf, renumbered, takenOver }
}

/** `rowOf`: where work that was split ends. */
function columnsInParts(
  { columns: plan, prepared: was }: Status,
  { columns: now, prepared: is }: Status,
  works: readonly SameWork[],
): { readonly columns: ScheduleColumns; readonly rowOf: ReadonlyMap<number, number>; readonly sentAs: Int32Array } {
  const { taskCount, assignments } = plan
  const added = works.flatMap(({ i, parts }) => parts.slice(1).map(() => i))
  const sentAs = Int32Array.from([...Array(taskCount).keys(), ...added])
  const named = sentAs.slice()
  const rowsOf = new Map<number, readonly number[]>()
  let next = taskCount
  for (const { i, parts } of works) {
    const rows = parts.map((_, n) => (n === 0 ? i : next++))
    rowsOf.set(i, rows)
    for (const [n, row] of rows.entries()) named[row] = ~parts[n]
  }
  const made: Record<string, unknown> = {}
  for (const name of COLUMNS)
    made[name] = gathered(plan[name] as Int32Array, now[name] as Int32Array, NAMES.has(name) ? named : sentAs)
  for (const work of works)
    if (work.parts.length > 1) tellParts(made as unknown as ScheduleColumns, was, now, is, rowsOf.get(work.i)!, work)
  const edits = new LinkEdits(plan)
  const isSplit = (i: number): boolean => (rowsOf.get(i)?.length ?? 0) > 1
  const from = (i: number, type: number): number => rowsOf.get(i)?.at(fromFinish(type) ? -1 : 0) ?? i
  const out = outgoingOf(plan)
  const split = works.map(({ i }) => i).filter(isSplit)
  for (const s of new Set(split.flatMap(i => [i, ...out.task.subarray(out.start[i], out.start[i + 1])]))) {
    const own = edits.of(s)
    const into = own.map(link => ({ ...link, task: link.task < 0 ? link.task : from(link.task, link.type) }))
    const rows = rowsOf.get(s) ?? [s]
    for (const [n, row] of rows.entries()) {
      const isOf = (type: number): boolean => (toStart(type) ? n === 0 : n === rows.length - 1)
      const chain = n === 0 ? [] : [{ task: rows[n - 1], type: FS, lagDays: 0, isElapsed: false }]
      edits.set(row, [...chain, ...into.filter(({ type }) => isOf(type))])
    }
  }
  const rows = sentAs.map((_, n) => n)
  return {
    columns: {
      ...plan,
      ...made,
      ...edits.columns(undefined, rows),
      taskCount: sentAs.length,
      assignments: assignments && { ...assignments, start: grown(assignments.start, sentAs.length + 1) },
      notes: undefined,
    },
    rowOf: new Map([...rowsOf].map(([i, all]) => [i, all.at(-1)!])),
    sentAs,
  }
}
const NAMES: ReadonlySet<string> = new Set(['id', 'name'])

/** What each part had, and what was done of it: the first parts first. */
function tellParts(
  made: ScheduleColumns,
  was: Status['prepared'],
  now: ScheduleColumns,
  is: Status['prepared'],
  rows: readonly number[],
  { i, parts, kept }: SameWork,
): void {
  const { state, remainingDays, dataDate } = was.input
  const whole = was.durationDays[i]
  const [isBegun, isDone] = [state[i] !== NOT_STARTED, state[i] === COMPLETE]
  let done = isDone ? whole : isBegun ? Math.max(0, whole - remainingDays[i]) : 0
  const keptDays = kept === NO_MATCH ? 0 : is.durationDays[kept]
  let rest = whole
  const { constraintType, actualStart, actualStartTime, actualFinish, actualFinishTime } = made
  const type = constraintType[i]
  const begun = [actualStart[i], actualStartTime[i]] as const
  const ended = [actualFinish[i], actualFinishTime[i]] as const
  for (const [n, row] of rows.entries()) {
    const j = parts[n]
    const isLast = n === rows.length - 1
    const keptBehind = parts.indexOf(kept) > n ? keptDays : 0
    const days = isLast ? rest : Math.min(rest - keptBehind, is.durationDays[j])
    rest -= days
    const own = Math.min(done, days)
    done -= own
    const isOn = isBegun && (isDone || n === 0 || own > EPSILON_DAYS)
    const isOver = isDone || (isOn && !isLast && own >= days - EPSILON_DAYS)
    made.durationDays[row] = days
    made.percentComplete[row] = made.physicalPercentComplete[row] = Number.NaN
    const more = isLast ? Math.max(0, remainingDays[i] - whole) : 0
    made.remainingDurationDays[row] = isOn ? days - own + more : Number.NaN
    // a span that was stored is that of the whole
    made.forecastStart[row] = made.forecastFinish[row] = DAY_ABSENT
    if (type > 0 && !(isFinishType(type) ? isLast : n === 0)) constraintType[row] = 0
    // what was told of the whole stays, and what was between is told by the later schedule
    const isTold = n > 0 && is.input.state[j] !== NOT_STARTED && is.input.reportedStart[j] < dataDate
    const start = isTold ? ([now.actualStart[j], now.actualStartTime[j]] as const) : begun
    ;[actualStart[row], actualStartTime[row]] = isOn ? start : ABSENT
    const isToldOver = is.input.state[j] === COMPLETE && is.input.reportedFinish[j] <= dataDate + EPSILON_DAYS
    const finish = isDone && (isLast || !isToldOver) ? ended : ([now.actualFinish[j], now.actualFinishTime[j]] as const)
    const hasFinish = isOver && (isDone || isToldOver)
    ;[actualFinish[row], actualFinishTime[row]] = hasFinish ? finish : ABSENT
    if (hasFinish) made.percentComplete[row] = PERCENT_MAX
  }
}
/** Day and time of what has not happened. */
const ABSENT = [DAY_ABSENT, 0] as const

/** What answers for tasks by events and categories. */
export type AlikeRules = Pick<DelayRules, 'events' | 'sides' | 'timeline' | 'shared'>

/** Who answers for the tasks of the later of two schedules in the days between them. */
export function coverOf(sent: Status, later: Status, { events, sides, timeline }: AlikeRules) {
  const { columns, statusDay } = later
  const laterCover = new EventCover(events, {
    columns,
    category: columns.delayCategory,
    side: columns.delayCategory.map(code => sides[code]),
    timeline,
  })
  const since = dayAfter(sent)
  const answers: Answers = {
    eventsOf: j => laterCover.at(j, statusDay, since),
    partiesOf: j => laterCover.partiesOf(j, statusDay, since),
    partiesOfCategory: code => bitOf(sides[code]),
  }
  return { laterCover, since, answers }
}

/** The later of two schedules with the tasks of the earlier one that it has merged. */
export interface Merged {
  readonly status: Omit<Status, 'followed' | 'finish' | 'daysOff'>
  /** Where a task of the schedule as it was sent ends. */
  readonly endOf: (j: number) => number
  readonly renumbered: Renumbered
  /** Work of others that is a part of a task now; codes of the delay categories. */
  readonly takenOver: readonly {
    readonly before: readonly string[]
    readonly after: string
    readonly days: number
    readonly from: readonly number[]
    readonly to: number
  }[]
}

/**
 * Tasks one behind the other of which a later schedule makes one, as long as they were together to the day, are what they were: the inverse of work in parts. What an event names is work of its own, and work that was not planned from the first can have been taken back beside work that grew. undefined: none is
 * told so.
 */
export function toldApart(
  earlier: Status,
  later: Status,
  { toLater, toEarlier }: Pairing,
  shared: Shared,
  { eventsOf, partiesOfCategory }: Answers,
): Merged | undefined {
  const [was, is] = [earlier.prepared, later.prepared]
  const isOfOneParty = (j: number, i: number): boolean => {
    const [own, before] = [later.columns.delayCategory[j], earlier.columns.delayCategory[i]]
    return own === 0 || before === 0 || partiesOfCategory(own) === partiesOfCategory(before)
  }
  const takers: Takers = { isOfOneParty, isOwnWork: () => false }
  const planned = shared.plan && matchIds(shared.plan, earlier.columns)
  const isPlanned = (i: number): boolean => planned !== undefined && planned[i] !== NO_MATCH
  const isMerged = ({ i: j, parts }: SameWork): boolean => {
    const days = parts.reduce((sum, i) => sum + was.durationDays[i], 0)
    const isOpen =
      is.input.state[j] === NOT_STARTED && parts.every(i => was.input.state[i] === NOT_STARTED && isPlanned(i))
    return parts.length > 1 && isOpen && Math.abs(days - is.durationDays[j]) <= EPSILON_DAYS && eventsOf(j).length === 0
  }
  const pairing = { toLater: toEarlier, toEarlier: toLater }
  const works = sameWorks(later, earlier, pairing, takers, shared.pairSteps).filter(isMerged)
  if (works.length === 0) return undefined
  const isOfOthers = ({ i, parts }: SameWork): boolean => parts.some(part => !isOfOneParty(i, part))
  const told = toldBy(later, earlier, works, shared, isOfOthers, takers)
  if (told === undefined || Math.abs(told.status.finish - later.finish) > tieDays(is.input)) return undefined
  const { status, endOf, renumbered, takenOver } = told
  return {
    ...{ status, endOf },
    renumbered: renumbered.flatMap(([whole, parts]) => parts.map(part => [part, [whole]] as const)),
    takenOver: takenOver.map(({ before, after, days, from, to }) => ({
      before: after,
      after: before,
      days,
      from: to,
      to: from,
    })),
  }
}

/** The earlier of two schedules as the later one tells its work. */
export const alikeIn = (sent: Status, later: Status, pairs: Pairing, rules: AlikeRules): ToldAlike | undefined =>
  toldAlike(sent, later, pairs, rules.shared, takersOf(sent, later, pairs, coverOf(sent, later, rules).answers))

/** Work of one party, told under two ids or in parts. What an event names is work of its own, but where it is as long as what it stands for, or is named with it. */
export function takersOf(
  { columns: before }: Status,
  { columns: now }: Status,
  { toLater }: Pairing,
  { eventsOf, partiesOfCategory }: Answers,
): Takers {
  const isOwnWork = (i: number, j: number): boolean => {
    const kept = toLater[i]
    const named = kept === NO_MATCH ? [] : eventsOf(kept)
    return eventsOf(j).some(event => !named.includes(event))
  }
  const isOfOneParty: Takers['isOfOneParty'] = (i, j, isAsLong) => {
    const kept = toLater[i]
    const category = kept === NO_MATCH ? before.delayCategory[i] : now.delayCategory[kept]
    const own = now.delayCategory[j]
    // a category that is missing is no other party
    if (own !== 0 && partiesOfCategory(category) !== partiesOfCategory(own)) return false
    return isAsLong || !isOwnWork(i, j)
  }
  return { isOfOneParty, isOwnWork }
}

/** The first day that the later of two schedules reports. */
const dayAfter = ({ statusDay }: Status): number => (statusDay === DAY_ABSENT ? Number.NEGATIVE_INFINITY : statusDay)
