/**
 * What an update exchanges between tasks, so that together it moves nothing: days of a task told as a lag behind it, tasks put into another order, work that another party takes over, all of it or a
 * part. Each half by itself would move the finish, and halves can be of several parties: so the earlier schedule is told with what was exchanged before anything is divided among them.
 */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { calendarOf } from '../../clock/input.ts'
import { LinkEdits } from '../../edits/link-edits.ts'
import type { ReadLink } from '../../edits/task-finder.ts'
import { outgoingOf } from '../../graph/links.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { FS, fromFinish } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { type Candidate, ordersFor, type Passed } from './exchanged-order.ts'
import { daysPerLaterDay } from './half-step.ts'
import { tieDays } from './idle.ts'
import { type Pairing, type PairSteps, pairTasks } from './pairing.ts'
import { type AlikeRules, coverOf, toldApart } from './retold.ts'
import { LINK_NEW, LINK_REMOVED, LINK_REPLACED } from './revised-links.ts'
import { ADDED, DELETED, IN_BOTH, NO_ROW } from './revised-rows.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import { following, type Once, type Status, statusOf } from './status.ts'
import { suspensionsOf, WorkedTime } from './suspensions.ts'

/** An exchange as results name it: tasks before and after, whose it was and whose it is; null = nobody's. */
export interface ToldExchange {
  readonly what: 'work' | 'lag' | 'order'
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly days: number
  readonly from: readonly (string | null)[]
  readonly to: readonly (string | null)[]
  /** The task whose days are a lag (positive), or were one. */
  readonly asLag?: readonly [id: string, days: number] | undefined
}

/** The earlier schedule told with what was exchanged before anything else is asked of it. */
export interface Before {
  readonly earlier: Status
  readonly pairing: Pairing
  readonly exchanges: readonly Passed[]
  /** Its rows are those of the exchanges. */
  readonly revised: RevisedSchedule
}

/** So many exchanges of a window are tried one by one. */
const TRIED_MAX = 10

/**
 * The earlier schedule with lags and order as the later one has them, where that is the same plan: no task has another float by it, so no path is longer or shorter. undefined: there is nothing of the kind.
 */
export function withExchanged(
  earlier: Status,
  later: Status,
  pairing: Pairing,
  revised: RevisedSchedule,
  shared: Parameters<typeof statusOf>[3] & { readonly pairSteps: PairSteps; readonly checkpoint: () => void },
): Before | undefined {
  const found = [
    ...lagsFor(later, revised, shared.pairSteps),
    ...tasksAsLags(earlier, later, revised),
    ...ordersFor(earlier, later, revised, shared.pairSteps),
  ]
  if (found.length === 0) return undefined
  const told = (some: readonly Candidate[]): Status | undefined => {
    shared.checkpoint()
    const status = toldWith(earlier, some, shared)
    return status !== undefined && isSamePlan(earlier, status) ? status : undefined
  }
  let [known, status] = [found, told(found)]
  if (status === undefined) {
    known = []
    for (const each of found.slice(0, TRIED_MAX)) {
      const next = told([...known, each])
      if (next === undefined) continue
      known.push(each)
      status = next
    }
  }
  return status && { earlier: status, pairing: { ...pairing }, exchanges: known, revised }
}

/** Whether no task has another float, and the finish is where it was. */
function isSamePlan(plan: Status, { finish, result }: Status): boolean {
  const tie = tieDays(plan.prepared.input)
  if (!(Math.abs(finish - plan.finish) <= tie)) return false
  const { totalFloat } = plan.result.all
  const { totalFloat: floatNow } = result.all
  return plan.network.order.every(
    i => !(Math.abs(floatNow[i] - totalFloat[i]) > tie) || plan.prepared.input.state[i] === COMPLETE,
  )
}

function toldWith(
  earlier: Status,
  some: readonly Candidate[],
  shared: Parameters<typeof statusOf>[3],
): Status | undefined {
  const { columns } = earlier
  const [durationDays, remainingDurationDays] = [columns.durationDays.slice(), columns.remainingDurationDays.slice()]
  const edits = new LinkEdits(columns)
  const longer = (i: number, days: number): void => {
    durationDays[i] += days
    remainingDurationDays[i] += days
  }
  for (const { apply } of some) apply(edits, longer)
  const rows = Int32Array.from({ length: columns.taskCount }, (_, n) => n)
  const made = { ...columns, durationDays, remainingDurationDays, ...edits.columns(undefined, rows), notes: undefined }
  if (durationDays.some(days => days < 0)) return undefined
  const order = topologicalOrder(made.taskCount, made.links)
  if (order === undefined) return undefined
  const { place, statusDay, isBaseline, followed } = earlier
  return statusOf({ place, statusDay, isBaseline, columns: made }, order, followed, shared)
}

/** Lags that are on another link, and days of a task that are a lag before or behind it. */
function lagsFor(later: Status, revised: RevisedSchedule, steps: PairSteps): Candidate[] {
  const { rows, links, remaining, isDurationRevised, hasBegun } = revised
  const { before, after } = remaining
  /** Links that both schedules have with another lag. */
  const changed: { readonly p: number; readonly s: number; readonly type: number; left: number }[] = []
  for (let s = 0; s < rows.count; s++)
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const isGone = links.fate[k] === LINK_REMOVED || links.fate[k] === LINK_REPLACED
      if (!isGone || !fromFinish(links.type[k]) || links.elapsed[k] === 1) continue
      const [p, type] = [links.task[k], links.type[k]]
      if (links.fate[k] === LINK_REPLACED) {
        const through = lagThrough(later, rows, p, s, steps)
        if (type === FS && through !== undefined) changed.push({ p, s, type, left: through - links.lagBefore[k] })
        continue
      }
      for (let now = links.start[s]; now < links.start[s + 1]; now++)
        if (
          links.fate[now] === LINK_NEW &&
          links.task[now] === p &&
          links.type[now] === type &&
          links.elapsed[now] === 0
        )
          changed.push({ p, s, type, left: links.lagBefore[now] - links.lagBefore[k] })
    }
  const found: Candidate[] = []
  const add = (row: number, days: number, own: typeof changed, rest: Pick<Candidate, 'before' | 'after'>): void => {
    const moves = own.map(link => ({ ...link, days: Math.sign(link.left) * days }))
    const asLag = row < 0 ? {} : { asLag: [row, moves[0].days] as const }
    for (const link of own) link.left -= Math.sign(link.left) * days
    found.push({
      ...{ what: 'lag', ...rest, days, ...asLag },
      apply: (edits, longer) => {
        if (row >= 0) longer(rows.earlierOf[row], -Math.sign(moves[0].days) * days)
        for (const move of moves) {
          const [p, s] = [rows.earlierOf[move.p], rows.earlierOf[move.s]]
          const isOf = (link: ReadLink): boolean => link.task === p && link.type === move.type
          const lags = edits.of(s).map(link => (isOf(link) ? { ...link, lagDays: link.lagDays + move.days } : link))
          edits.set(s, lags)
        }
      },
    })
  }
  const isLeft = ({ left }: { readonly left: number }): boolean => Math.abs(left) > EPSILON_DAYS
  for (const less of changed.slice(0, LAGS_MAX)) {
    const more = changed.find(({ left }) => left > EPSILON_DAYS && Math.abs(left + less.left) <= EPSILON_DAYS)
    if (less.left < -EPSILON_DAYS && more !== undefined)
      add(NO_ROW, more.left, [less, more], { before: [less.s], after: [more.s] })
  }
  const [byP, byS] = [Map.groupBy(changed, ({ p }) => p), Map.groupBy(changed, ({ s }) => s)]
  for (const row of new Set(changed.flatMap(({ p, s }) => [p, s]))) {
    const grown = after[row] - before[row]
    if (rows.presence[row] !== IN_BOTH || hasBegun(row) || !isDurationRevised(row)) continue
    for (const side of [byP, byS]) {
      const own = (side.get(row) ?? []).filter(link => isLeft(link) && link.left * grown < 0)
      if (own.length === 0) continue
      const others = own.map(({ p, s }) => (p === row ? s : p))
      const days = Math.min(Math.abs(grown), ...own.map(({ left }) => Math.abs(left)))
      // a lag that goes, and one before it, are as long as what came to the day, or two changes
      const isExact = own.every(({ left }) => Math.abs(left + grown) <= EPSILON_DAYS)
      if (!isExact && (grown > 0 || own.some(({ s }) => s === row))) continue
      add(row, days, own, grown < 0 ? { before: [row], after: others } : { before: others, after: [row] })
      break
    }
  }
  return found
}
const LAGS_MAX = 100

/** A task between two others that are linked by as long a lag instead. */
function tasksAsLags(earlier: Status, later: Status, { rows }: RevisedSchedule): Candidate[] {
  const { network, prepared } = earlier
  const out = outgoingOf(earlier.columns)
  const found: Candidate[] = []
  for (let row = rows.laterCount; row < rows.count; row++) {
    const i = rows.earlierOf[row]
    const [into, from] = [network.start[i], out.start[i]]
    const isBetween = network.start[i + 1] - into === 1 && out.start[i + 1] - from === 1
    if (rows.presence[row] !== DELETED || prepared.input.state[i] !== NOT_STARTED || !isBetween) continue
    const [p, s] = [network.task[into], out.task[from]]
    const behind = lagOf(earlier, i, s, FS)
    const now = lagOf(later, rows.rowOfEarlier[p], rows.rowOfEarlier[s], FS)
    const days = prepared.durationDays[i]
    if (behind === undefined || now === undefined || network.type[into] !== FS) continue
    if (Math.abs(network.lagDays[into] + days + behind - now) > EPSILON_DAYS || !(days > EPSILON_DAYS)) continue
    found.push({
      ...{ what: 'lag', before: [row], after: [rows.rowOfEarlier[s]], days, asLag: [row, days] },
      apply: (edits, longer) => {
        longer(i, -days)
        // the point that is left of it stands where it ended
        const led = edits.of(i).map(link => ({ ...link, lagDays: link.lagDays + days }))
        edits.set(i, led)
        edits.set(s, [...edits.of(s), { task: p, type: FS, lagDays: now, isElapsed: false }])
      },
    })
  }
  return found
}

/** The lags of a chain of added tasks from the finish of one task to the start of another. */
function lagThrough(
  later: Status,
  rows: RevisedSchedule['rows'],
  p: number,
  s: number,
  steps: PairSteps,
): number | undefined {
  const { start, task, type, lagDays } = later.network
  let lags = 0
  for (let at = s; ; ) {
    steps.take(1 + 2 * (start[at + 1] - start[at]))
    if (steps.isSpent) return undefined
    let k = start[at]
    while (k < start[at + 1] && (rows.presence[task[k]] !== ADDED || type[k] !== FS)) k++
    const direct = at === s ? undefined : lagOf(later, p, at, FS)
    if (direct !== undefined) return lags + direct
    if (k === start[at + 1]) return undefined
    lags += lagDays[k]
    at = task[k]
  }
}

/** The later schedule told with what was left of begun work as the earlier one has it. */
interface Rest {
  readonly later: Status
  readonly pairing: Pairing
  /** By rows of the later schedule. */
  readonly exchanges: readonly Passed[]
}

/**
 * The later schedule where what is left of begun work, and would be left of it had it gone on day by day, is told as a lag behind it, or such a lag as work: that is no progress and no revision.
 * Only where both say the same to the day, or what is missing is less than either: then the work stood still. No task has another float by it. And begun work of which an added task has what is left is no longer than
 * what is left of it under its id, whether its duration says so or not.
 */
function withRest(
  earlier: Status,
  later: Status,
  pairing: Pairing,
  shared: Parameters<typeof statusOf>[3] & { readonly pairSteps: PairSteps; readonly checkpoint: () => void },
): Rest | undefined {
  const { input, durationDays: lengths } = later.prepared
  const { network, state, remainingDays } = input
  const { order, start, task, type, lagDays } = network
  const changed = new Map<number, { readonly s: number; readonly type: number; readonly days: number }[]>()
  /** Begun work, and days of it that an added task behind it can have. */
  const cut: (readonly [p: number, days: number])[] = []
  const out = outgoingOf(later.columns)
  /** Whether an added task leads to what begun work led to. */
  const isBetween = (i: number, s: number): boolean => {
    for (let k = out.start[s]; k < out.start[s + 1]; k++) {
      const next = pairing.toEarlier[out.task[k]]
      shared.pairSteps.take(1 + (next === NO_MATCH ? 0 : earlier.network.start[next + 1] - earlier.network.start[next]))
      if (lagOf(earlier, i, next, FS) !== undefined) return true
    }
    return false
  }
  for (const s of order)
    for (let k = start[s]; k < start[s + 1]; k++) {
      const [p, i] = [task[k], pairing.toEarlier[task[k]]]
      if (state[p] === NOT_STARTED || i === NO_MATCH || !fromFinish(type[k]) || network.elapsed[k] === 1) continue
      shared.pairSteps.take(start[s + 1] - start[s])
      if (shared.pairSteps.isSpent) return undefined
      const isCut =
        pairing.toEarlier[s] === NO_MATCH && Math.abs(lengths[p] - earlier.prepared.durationDays[i]) <= EPSILON_DAYS
      if (isCut && isBetween(i, s)) cut.push([p, lengths[s] + lagDays[k]])
      if (state[p] === COMPLETE) continue
      const was = lagOf(earlier, i, pairing.toEarlier[s], type[k])
      const days = was === undefined ? 0 : lagDays[k] - was
      if (Math.abs(days) <= EPSILON_DAYS) continue
      const known = changed.get(p) ?? []
      changed.set(p, known)
      known.push({ s, type: type[k], days })
    }
  if (changed.size + cut.length === 0) return undefined
  const worked = new WorkedTime(
    input.clock,
    suspensionsOf(input, later, { ...pairing, toLater: Int32Array.from(state.keys()) }),
  )
  const { columns } = later
  const made = {
    durationDays: columns.durationDays.slice(),
    remainingDurationDays: columns.remainingDurationDays.slice(),
  }
  const percents = [columns.percentComplete.slice(), columns.physicalPercentComplete.slice()] as const
  const edits = new LinkEdits(columns)
  const exchanges: Passed[] = []
  for (const [p, links] of changed) {
    const i = pairing.toEarlier[p]
    const [{ days }] = links
    if (links.some(link => Math.abs(link.days - days) > EPSILON_DAYS)) continue
    const left = leftOf(earlier, later, worked, i, p)
    const gain = left - remainingDays[p]
    const isIdle = days > 0 && isAbout(gain, days)
    if (!(Math.abs(gain - days) <= tieDays(input) || isIdle) || !(left > EPSILON_DAYS)) continue
    made.remainingDurationDays[p] = isIdle ? remainingDays[p] + days : left
    const length = lengths[p] + days
    if (Math.abs(length - earlier.prepared.durationDays[i]) <= EPSILON_DAYS) made.durationDays[p] = length
    for (const percent of percents) percent[p] = Number.NaN
    for (const { s, type: of } of links)
      edits.set(
        s,
        edits
          .of(s)
          .map(link => (link.task === p && link.type === of ? { ...link, lagDays: link.lagDays - days } : link)),
      )
    const waiting = [...new Set(links.map(({ s }) => s))]
    const [before, after] = days > 0 ? [[p], waiting] : [waiting, [p]]
    exchanges.push({ what: 'lag', before, after, days: Math.abs(days), asLag: [p, days] })
  }
  let isToldCut = false
  for (const [p, days] of cut) {
    const gain = leftOf(earlier, later, worked, pairing.toEarlier[p], p) - remainingDays[p]
    // of work that is over its actual dates say how long it was
    const isRest = state[p] === COMPLETE ? Math.abs(gain - days) <= tieDays(input) : isAbout(gain, days)
    if (!isRest || made.durationDays[p] !== columns.durationDays[p] || !(days < lengths[p])) continue
    isToldCut = true
    made.durationDays[p] = lengths[p] - days
    made.remainingDurationDays[p] = remainingDays[p]
    for (const percent of percents) percent[p] = Number.NaN
  }
  if (exchanges.length === 0 && !isToldCut) return undefined
  shared.checkpoint()
  const rows = Int32Array.from({ length: columns.taskCount }, (_, n) => n)
  const [percentComplete, physicalPercentComplete] = percents
  const told = {
    ...{ ...columns, ...made, percentComplete, physicalPercentComplete, notes: undefined },
    ...edits.columns(undefined, rows),
  }
  const { place, statusDay, isBaseline, followed } = later
  const status = statusOf({ place, statusDay, isBaseline, columns: told }, order, followed, shared)
  if (!isSamePlan(later, status)) return undefined
  return { later: status, pairing: { ...pairing }, exchanges }
}

/** Whether days that work gained, and days that stand elsewhere for it, are one to the day, or more one than two. */
const isAbout = (gain: number, days: number): boolean =>
  gain > EPSILON_DAYS && Math.abs(days - gain) <= Math.min(days, gain) + EPSILON_DAYS

/** Days that are left of begun work by the earlier schedule had it gone on since; NaN where the length of its days changed. */
function leftOf(earlier: Status, later: Status, worked: WorkedTime, i: number, j: number): number {
  const was = earlier.prepared.input
  const { clock, dataDate, reportedStart, reportedFinish, state } = later.prepared.input
  if (was.state[i] === COMPLETE || daysPerLaterDay(earlier, later, i, j) !== 1) return Number.NaN
  const isBegun = was.state[i] !== NOT_STARTED
  const from = isBegun ? Math.max(was.dataDate, reportedStart[j]) : reportedStart[j]
  const work = worked.between(j, from, state[j] === COMPLETE ? reportedFinish[j] : dataDate)
  return was.remainingDays[i] - (clock === undefined ? work : work / calendarOf(clock, j).minutesPerDay)
}

/** The lag of a link of two tasks, undefined = there is none. */
function lagOf({ network }: Status, p: number, s: number, of: number): number | undefined {
  if (p === NO_MATCH || s === NO_MATCH) return undefined
  const { start, task, type, lagDays } = network
  for (let k = start[s]; k < start[s + 1]; k++) if (task[k] === p && type[k] === of) return lagDays[k]
  return undefined
}

type LaterRules = AlikeRules & { readonly checkpoint: () => void }

/** The later schedule with what is left of begun work and with tasks that it merged as the plan has them, if the finish that is followed stays. */
export function laterAsTold(earlier: Status, sent: Status, pairs: Pairing, rules: LaterRules, once: Once) {
  const { checkpoint } = rules
  const shared = { ...rules.shared, checkpoint }
  const stays = ({ followed, finish, daysOff, prepared }: Status, status: Status): Status | undefined =>
    Math.abs(status.finish - finish) > tieDays(prepared.input) ? undefined : { ...status, followed, finish, daysOff }
  const found = once.of(pairs, 'rest', () => withRest(earlier, sent, pairs, shared))
  const known = found && stays(sent, following(found.later, sent.followed))
  const rest = known && { later: known, pairing: found.pairing, exchanges: found.exchanges }
  const { later, pairing } = rest ?? { later: sent, pairing: pairs }
  const merged = once.of(pairing, 'apart', () => {
    const { answers } = coverOf(earlier, later, rules)
    const own = toldApart(earlier, later, pairing, shared, answers)
    return own && { ...own, pairing: pairTasks(earlier, following(own.status, [])) }
  })
  const followed = merged && later.followed.map(merged.endOf)
  const status = followed && stays({ ...later, followed }, following(merged.status, followed))
  if (status === undefined) return { later, pairing, rest: rest?.exchanges ?? [], merged: undefined }
  return { later: status, pairing: merged!.pairing, rest: rest?.exchanges ?? [], merged }
}
