/**
 * What an update exchanges between tasks, so that together it moves nothing: days of a task told as a lag behind it, tasks put into another order, work that another party takes over, all of it or a
 * part. Each half by itself would move the finish, and halves can be of several parties: so the earlier schedule is told with what was exchanged before anything is divided among them.
 */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { LinkEdits } from '../../edits/link-edits.ts'
import type { ReadLink } from '../../edits/task-finder.ts'
import { outgoingOf } from '../../graph/links.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { FS, fromFinish } from '../../passes/relation.ts'
import { COMPLETE, NOT_STARTED } from '../../population/progress.ts'
import { tieDays } from './idle.ts'
import type { Pairing, PairSteps } from './pairing.ts'
import { type Exchange, LINK_NEW, LINK_REMOVED, LINK_REPLACED } from './revised-links.ts'
import { ADDED, type Change, DELETED, IN_BOTH, LOGIC, NO_ROW } from './revised-rows.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import { type Status, statusOf } from './status.ts'

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

interface ExchangeSetting {
  readonly halfFinish: number
  /** Days that a change moves by itself; undefined = not tested, NaN = it forms a cycle. */
  readonly aloneOf: (change: Change) => number | undefined
  /** So many are tried one by one. */
  readonly triedMax: number
  readonly checkpoint: () => void
}

/** What was revised beyond what was exchanged; undefined: nothing was exchanged. */
export function exchangedIn(
  before: RevisedSchedule,
  revisedWith: (exchanges: readonly Exchange[]) => RevisedSchedule,
  { halfFinish, aloneOf, triedMax, checkpoint }: ExchangeSetting,
): RevisedSchedule | undefined {
  const isWhereItWas = (revised: RevisedSchedule): boolean => {
    checkpoint()
    return Math.abs((revised.finishOf(0) ?? Number.NaN) - halfFinish) <= EPSILON_DAYS
  }
  const found = [...daysAsLags(before), ...otherOrders(before, aloneOf)]
  if (found.length === 0) return undefined
  const bare = found.map((each): Exchange => ({ ...each, points: new Set() }))
  const all = revisedWith(bare)
  if (isWhereItWas(all)) return all
  const held: Exchange[] = []
  for (const [n, each] of found.slice(0, triedMax).entries()) {
    // work that was added stands in the links only where these lead nowhere else
    const isHeld = (exchange: Exchange): boolean => isWhereItWas(revisedWith([...held, exchange]))
    if (isHeld(bare[n])) held.push(bare[n])
    else if (each.points.size > 0 && isHeld(each)) held.push(each)
  }
  return held.length === 0 ? undefined : revisedWith(held)
}

/** Work that is shorter by days that the lags behind it are longer by, or the other way round. */
function daysAsLags({ rows, links, remaining, isDurationRevised, hasBegun }: RevisedSchedule): Exchange[] {
  const { before, after } = remaining
  /** By predecessor: what its lags are longer by. */
  const longer = new Map<number, { link: number; days: number }[]>()
  for (let s = 0; s < rows.count; s++)
    for (let k = links.start[s]; k < links.start[s + 1]; k++) {
      const p = links.task[k]
      if (links.fate[k] !== LINK_REMOVED || !fromFinish(links.type[k]) || links.elapsed[k] === 1) continue
      for (let now = links.start[s]; now < links.start[s + 1]; now++) {
        if (links.fate[now] !== LINK_NEW || links.task[now] !== p || links.type[now] !== links.type[k]) continue
        const days = links.lagBefore[now] - links.lagBefore[k]
        if (links.elapsed[now] === 0) {
          const known = longer.get(p)
          if (known === undefined) longer.set(p, [{ link: k, days }])
          else known.push({ link: k, days })
        }
      }
    }
  const exchanges: Exchange[] = []
  for (const [row, lags] of longer) {
    const grown = after[row] - before[row]
    const own = lags.filter(({ days }) => days * grown < 0)
    if (rows.presence[row] !== IN_BOTH || hasBegun(row) || !isDurationRevised(row) || own.length === 0) continue
    const days = Math.min(Math.abs(grown), ...own.map(lag => Math.abs(lag.days))) * Math.sign(grown)
    exchanges.push({ relinked: new Set(), points: new Set(), lags: { row, days, links: own.map(({ link }) => link) } })
  }
  return exchanges
}

/** Links that were put between other tasks, each with those at its ends; work that was added among them stands there without days. */
function otherOrders(
  revised: RevisedSchedule,
  aloneOf: ((change: Change) => number | undefined) | undefined,
): (Exchange & { readonly ends: ReadonlySet<number> })[] {
  const { rows, links } = revised
  const rootOf = new Map<number, number>()
  const find = (row: number): number => {
    let at = row
    for (let up = rootOf.get(at)!; up !== at; up = rootOf.get(at)!) {
      rootOf.set(at, rootOf.get(up)!)
      at = up
    }
    return at
  }
  const join = (a: number, b: number): void => {
    for (const row of [a, b]) if (!rootOf.has(row)) rootOf.set(row, row)
    rootOf.set(find(a), find(b))
  }
  const isOther = (k: number): boolean => links.fate[k] === LINK_NEW || links.fate[k] === LINK_REMOVED
  const eachLink = (visit: (k: number, s: number) => void): void => {
    for (let s = 0; s < rows.count; s++) for (let k = links.start[s]; k < links.start[s + 1]; k++) visit(k, s)
  }
  eachLink((k, s) => isOther(k) && join(s, links.task[k]))
  const isEnd = new Set(rootOf.keys())
  const isPoint = (row: number): boolean => rows.presence[row] === ADDED
  eachLink((k, s) => {
    const p = links.task[k]
    if (isPoint(s) && isEnd.has(p)) join(links.group[s], p)
    if (isPoint(p) && isEnd.has(s)) join(links.group[p], s)
  })
  const found = new Map<
    number,
    { links: Set<number>; ends: Set<number>; points: Set<number>; fates: Set<number>; isMoving: boolean }
  >()
  const of = (row: number) => {
    const root = find(row)
    const known = found.get(root) ?? {
      links: new Set(),
      ends: new Set(),
      points: new Set(),
      fates: new Set(),
      isMoving: aloneOf === undefined,
    }
    found.set(root, known)
    return known
  }
  eachLink((k, s) => {
    if (!isOther(k)) return
    const own = of(s)
    own.links.add(k)
    for (const end of [s, links.task[k]]) own.ends.add(end)
    own.fates.add(links.fate[k])
    const alone = aloneOf?.({ of: LOGIC, at: s, to: links.task[k] })
    if (alone !== undefined && !(Math.abs(alone) <= EPSILON_DAYS)) own.isMoving = true
  })
  for (const row of rootOf.keys()) if (isPoint(row)) of(row).points.add(row)
  return [...found.values()]
    .filter(({ fates, isMoving }) => fates.size > 1 && isMoving)
    .map(({ links: relinked, ends, points }) => ({ relinked, ends, points, lags: undefined }))
}

/** The earlier schedule told with what was exchanged before anything else is asked of it. */
export interface Before {
  readonly earlier: Status
  readonly pairing: Pairing
  readonly exchanges: readonly Passed[]
  /** Its rows are those of the exchanges. */
  readonly revised: RevisedSchedule
}

/** What passed, by rows: from which to which tasks, and how many days. */
interface Passed {
  readonly what: 'lag' | 'order'
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly days: number
  readonly asLag?: readonly [row: number, days: number]
}

/** Of one exchange: what the earlier schedule has otherwise then. */
interface Candidate extends Passed {
  readonly apply: (edits: LinkEdits, longer: (i: number, days: number) => void) => void
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
function isSamePlan(earlier: Status, { finish, result }: Status): boolean {
  const tie = tieDays(earlier.prepared.input)
  if (!(Math.abs(finish - earlier.finish) <= tie)) return false
  const { totalFloat } = earlier.result.all
  const { totalFloat: floatNow } = result.all
  return earlier.network.order.every(
    i => !(Math.abs(floatNow[i] - totalFloat[i]) > tie) || earlier.prepared.input.state[i] === COMPLETE,
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
    const behind = linkBetween(earlier, i, s)
    const now = linkBetween(later, rows.rowOfEarlier[p], rows.rowOfEarlier[s])
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
    const direct = at === s ? undefined : linkBetween(later, p, at)
    if (direct !== undefined) return lags + direct
    if (k === start[at + 1]) return undefined
    lags += lagDays[k]
    at = task[k]
  }
}

/** The lag of the link from the finish of a task to the start of another, undefined = there is none. */
function linkBetween({ network: { start, task, type, lagDays } }: Status, p: number, s: number): number | undefined {
  if (p === NO_MATCH || s === NO_MATCH) return undefined
  for (let k = start[s]; k < start[s + 1]; k++) if (task[k] === p && type[k] === FS) return lagDays[k]
  return undefined
}

/** Tasks that stand in another order: those whose links go elsewhere, with the tasks at their ends. Work that was added stands there without days. */
function ordersFor(earlier: Status, later: Status, revised: RevisedSchedule, steps: PairSteps): Candidate[] {
  const { rows } = revised
  return otherOrders(revised, undefined).flatMap((group): Candidate[] => {
    const moved = [...group.ends]
    const sent = new LinkEdits(earlier.columns)
    const led = moved.map(s => [rows.earlierOf[s], ledTo(later, revised, s, steps)] as const)
    if (steps.isSpent) return []
    const others = led.filter(([i, now]) => {
      const was = sent.of(i).filter(({ task }) => isOfBoth(rows, task))
      const known = new Set(was.map(keyOf))
      return was.length !== now.length || now.some(link => !known.has(keyOf(link)))
    })
    if (others.length === 0) return []
    const inOrder = (of: Status, rowOf: (row: number) => number): number[] => {
      const startOf = (row: number): number => of.dates.start[rowOf(row)]
      return [...moved].sort((a, b) => startOf(a) - startOf(b) || a - b)
    }
    const before = inOrder(earlier, row => rows.earlierOf[row])
    const after = inOrder(later, row => row)
    const placeBefore = new Map(before.map((row, n) => [row, n]))
    const placeAfter = new Map(after.map((row, n) => [row, n]))
    const isOut = (row: number): boolean => placeBefore.get(row) !== placeAfter.get(row)
    // a link of another kind between the same tasks, or past them, is a change of its own
    if (!before.some(isOut)) return []
    return [
      {
        ...{ what: 'order', before: before.filter(isOut), after: after.filter(isOut), days: 0 },
        apply: edits => {
          for (const [i, now] of others) {
            const was = edits.of(i)
            const kept = was.filter(({ task }) => !isOfBoth(rows, task))
            // of several links of one key the first one
            const known = new Map(was.toReversed().map(own => [keyOf(own), own]))
            edits.set(i, [...kept, ...now.map(link => known.get(keyOf(link)) ?? link)])
          }
        },
      },
    ]
  })
}

/** Whether task i of the earlier schedule, -1 = one that it does not have, is one of both. */
const isOfBoth = (rows: RevisedSchedule['rows'], i: number): boolean =>
  i >= 0 && rows.presence[rows.rowOfEarlier[i]] === IN_BOTH

/** Links into a task of both schedules from others of both, as the later one has them: through work that was added as if it were not there. */
function ledTo(later: Status, { rows }: RevisedSchedule, s: number, steps: PairSteps): ReadLink[] {
  const { start, task, type, lagDays, elapsed } = later.network
  const found = new Map<string, ReadLink>()
  const seen = new Set<number>()
  // where each task on the way is looked into goes on: a chain of added work is as long as a schedule
  const way = [{ at: s, k: start[s] }]
  for (let step = way.at(-1); step !== undefined && !steps.isSpent; step = way.at(-1)) {
    steps.take(1)
    if (step.k === start[step.at + 1]) {
      way.pop()
      continue
    }
    const k = step.k++
    const p = task[k]
    if (rows.presence[p] === ADDED) {
      if (seen.has(p)) continue
      seen.add(p)
      way.push({ at: p, k: start[p] })
    } else if (rows.presence[p] === IN_BOTH) {
      const link = { task: rows.earlierOf[p], type: type[k], lagDays: lagDays[k] }
      const key = keyOf(link)
      if (!found.has(key)) found.set(key, { ...link, isElapsed: elapsed.length > 0 && elapsed[k] === 1 })
    }
  }
  return [...found.values()]
}

/** Links of one key lead from one task by one relation. */
const keyOf = ({ task, type }: Pick<ReadLink, 'task' | 'type'>): string => `${task} ${type}`
