/**
 * What the schedules of a series told and took back before it began: work that was added and deleted again, durations and lags that grew and shrank again, links that came and went. It holds nothing
 * (/docs/methods/delay-analysis#revisions), so the account is that of a series without it.
 */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { LinkEdits } from '../../edits/link-edits.ts'
import type { ReadLink } from '../../edits/task-finder.ts'
import { outgoingOf } from '../../graph/links.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { matchIds, NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { fromFinish } from '../../passes/relation.ts'
import { NOT_STARTED, stateOf } from '../../population/progress.ts'
import type { NetworkItem } from './network-mode.ts'
import type { DelayOutcome } from './outcome.ts'
import type { Renumbered } from './pairing.ts'

/** Tasks that went together, one behind the other, that are walked through. */
const CHAIN_MAX = 50
/** Links that are looked at in a series to find what leads to a task in place of a link that went. */
const LED_STEPS_MAX = 200_000

/** A series without what was taken back before it began; and which work that is, by id. */
export interface Kept {
  readonly items: readonly NetworkItem[]
  readonly withdrawn: readonly string[]
}

/**
 * A series in which nothing was revised that a later schedule takes back before the task has begun: work that was added and deleted again, a duration or a lag that grew and shrank again, a link
 * that came and went. The first and the last schedule stay as they are. `told`: by window, work under other ids and what was exchanged; that is no work which went. undefined: nothing was taken back.
 */
export function withoutWithdrawn(
  items: readonly NetworkItem[],
  told: Pick<DelayOutcome, 'renumbered' | 'exchanges'>,
  calendar: Calendar,
): Kept | undefined {
  const all = items.map(({ item }) => item.columns)
  const last = all.length - 1
  if (last < 2) return undefined
  const others = told.exchanges.map(own => own.filter(({ what }) => what === 'work'))
  const { chains, chainOf } = chainsOf(all, told.renumbered, others)
  const passed = passedOf(told.exchanges)
  const idOf = ({ from, rows }: Chain): string => textAt(all[from].id, rows[0])
  const days = all.map(() => new Map<number, number>())
  const links = all.map(() => new Map<number, ReadLink[]>())
  const gone = all.map(() => new Set<number>())
  const withdrawn = new Set<string>()
  const note = (chain: Chain): void => void withdrawn.add(idOf(chain))
  /** Work that somebody could have waited for took time before it was taken out: what follows it began later than what it follows let it, and than it was told. */
  const isWaitedFor = ({ from, rows }: Chain): boolean => {
    const end = from + rows.length
    const [before, now] = [all[end - 1], all[end]]
    const toNow = matchIds(now, before)
    const own = rows.at(-1)!
    const { start, task, lagDays } = before.links
    /** Last day on which what a task follows ended, and the longest lag behind it; undefined = that is not over. What went with it lets it begin when it could have begun itself. */
    const dueOf = (row: number, depth: number): readonly [day: number, lag: number] | undefined => {
      let [day, lag] = [items[from].item.statusDay - 1, 0]
      for (let k = start[row]; k < start[row + 1]; k++) {
        const p = task[k] < 0 ? NO_MATCH : toNow[task[k]]
        const isOver = p !== NO_MATCH && now.actualFinish[p] !== DAY_ABSENT
        const isGone = task[k] >= 0 && p === NO_MATCH && depth < CHAIN_MAX
        const until = isOver ? ([now.actualFinish[p], 0] as const) : isGone ? dueOf(task[k], depth + 1) : undefined
        if (until === undefined) return undefined
        day = Math.max(day, until[0])
        lag = Math.max(lag, until[1] + lagDays[k])
      }
      return [day, lag]
    }
    const known = dueOf(own, 0)
    if (known === undefined) return false
    const [due, lag] = known
    const out = outgoingOf(before)
    return [...out.task.subarray(out.start[own], out.start[own + 1])].some(s => {
      const j = toNow[s]
      if (j === NO_MATCH || stateOf(before, s) !== NOT_STARTED) return false
      const begun = stateOf(now, j) === NOT_STARTED ? items[end].item.statusDay : now.actualStart[j]
      return begun > due + 1 && calendar.daysBetween(due + 1, begun - 1) > lag + EPSILON_DAYS
    })
  }
  for (const chain of chains) {
    const { from, rows, isAdded, openCount } = chain
    // days that are a lag now are the task's all the same
    const asLags = passed.daysTo(() => idOf(chain), from, rows.length + 1)
    const ended = chain.endDays + (chain.endDays === 0 ? asLags[rows.length] : 0)
    const endDays = isAdded && ended === 0 && isWaitedFor(chain) ? Number.NaN : ended
    const told = rows.slice(0, openCount).map((row, n) => all[from + n].durationDays[row] + asLags[n])
    // what was planned from the first and went is a revision that stands
    const kept = settled(told, isAdded ? 0 : Number.NaN, isAdded || endDays > 0 ? endDays : Number.NaN)
    for (const [n, value] of kept.entries()) {
      if (!(Math.abs(value - told[n]) > EPSILON_DAYS)) continue
      note(chain)
      days[from + n].set(rows[n], Math.max(0, value - asLags[n]))
    }
    if (isAdded && endDays === 0) for (const [n, row] of rows.entries()) gone[from + n].add(row)
  }
  const hasSameLinks = ({ from, rows, openCount }: Chain): boolean => {
    for (let n = 1; n < openCount; n++) {
      const [was, is] = [all[from + n - 1].links, all[from + n].links]
      const [since, now] = [was.start[rows[n - 1]], is.start[rows[n]]]
      const count = is.start[rows[n] + 1] - now
      if (was.start[rows[n - 1] + 1] - since !== count) return false
      for (let k = 0; k < count; k++) {
        const [p, q] = [was.task[since + k], is.task[now + k]]
        const isOne = p >= 0 && q >= 0 && chainOf[from + n - 1][p] === chainOf[from + n][q]
        if (!isOne || was.type[since + k] !== is.type[now + k] || was.lagDays[since + k] !== is.lagDays[now + k])
          return false
      }
    }
    return true
  }
  let stepsLeft = LED_STEPS_MAX
  /** Whether a task waits for another one through further tasks: it was put behind them, and still waits. */
  const isStillLed = (k: number, row: number, by: number): boolean => {
    const { start, task, type } = all[k].links
    const seen = new Set([row])
    const open = [row]
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (let m = start[at]; m < start[at + 1]; m++) {
        const p = task[m]
        if (--stepsLeft < 0) return true
        if (p < 0 || !fromFinish(type[m])) continue
        if (p === by && at !== row) return true
        if (p === by || seen.has(p)) continue
        seen.add(p)
        open.push(p)
      }
    return false
  }
  const sent = all.map(columns => new LinkEdits(columns))
  for (const chain of chains) {
    const { from, rows, openCount } = chain
    if (openCount < 3 || gone[from].has(rows[0]) || hasSameLinks(chain)) continue
    const listOf = (k: number, row: number): ReadonlyMap<number, ReadLink> =>
      new Map(sent[k].of(row).flatMap(link => (link.task < 0 ? [] : [[4 * chainOf[k][link.task] + link.type, link]])))
    const isPassed = (n: number): boolean => passed.isIn(idOf(chain), from + n)
    const told = rows.slice(0, openCount).map((row, n) => listOf(from + n, row))
    /** A link of another type that came between the same two tasks. */
    const isOtherType = (n: number, other: number, key: number): boolean =>
      Math.floor(other / 4) === Math.floor(key / 4) && other !== key && !told[n - 1].has(other)
    const keys = new Set(told.flatMap(list => [...list.keys()]))
    /** Where links were taken back, by schedule. */
    const without = new Set<number>()
    for (const key of keys) {
      const lags = told.map(list => list.get(key)?.lagDays ?? Number.NEGATIVE_INFINITY)
      const pred = chains[Math.floor(key / 4)]
      if (gone[pred.from].has(pred.rows[0])) continue
      // a link goes with work that went, and gives way to work that is put in its place
      const isReplaced = (n: number): boolean =>
        n > 0 &&
        told[n - 1].has(key) &&
        !told[n].has(key) &&
        (from + n >= endOf(pred) ||
          [...told[n].keys()].some(
            each => chains[Math.floor(each / 4)].from === from + n || isOtherType(n, each, key),
          ) ||
          isStillLed(from + n, rows[n], pred.rows[from + n - pred.from]))
      // what was exchanged went into something else
      const end = lags.findIndex((lag, n) => isReplaced(n) || (n > 0 && lag !== lags[n - 1] && isPassed(n)))
      const kept = settled(end < 0 ? lags : lags.slice(0, end), Number.NaN, Number.NaN)
      for (const [n, lag] of kept.entries()) {
        if (lag === lags[n]) continue
        note(chain)
        const k = from + n
        if (lag === Number.NEGATIVE_INFINITY) without.add(n)
        const list = links[k].get(rows[n]) ?? [...told[n].values()]
        const p = pred.rows[k - pred.from]
        const others = list.filter(({ task, type }) => task !== p || type !== key % 4)
        const link = told.map(each => each.get(key)).find(each => each !== undefined)!
        const isThere = lag > Number.NEGATIVE_INFINITY && p !== undefined
        links[k].set(rows[n], isThere ? [...others, { ...link, task: p, lagDays: lag }] : others)
      }
    }
    // what had given way to them, and came back when they went, had not gone
    for (const n of without)
      for (const [key, link] of told[n - 1]) {
        const back = told.findIndex((list, m) => m > n && list.has(key))
        const p = chains[Math.floor(key / 4)].rows[from + n - chains[Math.floor(key / 4)].from]
        if (told[n].has(key) || back < 0 || p === undefined) continue
        links[from + n].get(rows[n])!.push({ ...link, task: p })
      }
  }
  if (withdrawn.size === 0) return undefined
  const made: NetworkItem[] = []
  for (const [k, own] of items.entries()) {
    if (days[k].size + links[k].size + gone[k].size === 0) {
      made.push(own)
      continue
    }
    const columns = columnsWithout(all[k], days[k], links[k], gone[k], s => {
      const { from, rows } = chains[chainOf[k][s]]
      const linksIn = (at: number, of: ScheduleColumns): readonly ReadLink[] =>
        new LinkEdits(of).of(rows[at - from]).flatMap(link => {
          const pred = link.task < 0 ? undefined : chains[chainOf[at][link.task]]
          const p = pred?.rows[k - pred.from]
          return p === undefined ? [] : [{ ...link, task: p }]
        })
      const after = Math.max(...Array.from(gone[k], row => endOf(chains[chainOf[k][row]])))
      return [
        ...(k > from ? linksIn(k - 1, made[k - 1].item.columns) : []),
        ...(after < from + rows.length ? linksIn(after, all[after]) : []),
      ]
    })
    const order = topologicalOrder(columns.taskCount, columns.links)
    if (order === undefined) return undefined
    made.push({ item: { ...own.item, columns }, order, followed: own.followed })
  }
  return { items: made, withdrawn: [...withdrawn].sort() }
}

/** What was exchanged by the windows that end with a schedule, by id: whether a task had a part in it, and how many of its days are lags by then. */
function passedOf(exchanges: DelayOutcome['exchanges']) {
  const inWindow = exchanges.map(own => {
    // a lag that goes is taken back, whatever came beside it
    const plan = own.filter(({ what, asLag }) => what === 'order' || (asLag !== undefined && asLag[1] > 0))
    return new Set(plan.flatMap(({ before, after }) => [...before, ...after]))
  })
  /** By id: with which schedule how many days became a lag. */
  const lagsOf = new Map<string, (readonly [k: number, days: number])[]>()
  for (const [n, own] of exchanges.entries())
    for (const { asLag } of own) {
      if (asLag === undefined || !(asLag[1] > 0)) continue
      const known = lagsOf.get(asLag[0]) ?? []
      lagsOf.set(asLag[0], known)
      known.push([n + 1, asLag[1]])
    }
  return {
    isIn: (id: string, k: number): boolean => inWindow[k - 1]?.has(id) === true,
    /** Entry n: how many days of the task are lags by schedule from + n; `count` of them. */
    daysTo: (idOf: () => string, from: number, count: number): number[] => {
      const own = lagsOf.size === 0 ? undefined : lagsOf.get(idOf())
      const days = new Array<number>(count).fill(0)
      for (const [k, lag] of own ?? []) if (k > from) for (let n = k - from; n < count; n++) days[n]! += lag
      return days
    },
  }
}

/** The first schedule that has a task no more. */
const endOf = ({ from, rows }: Chain): number => from + rows.length

/** What a value was before, had nothing been told that is taken back: `end` is what comes behind the last one; NaN = nothing more is known. */
function settled(told: readonly number[], start: number, end: number): readonly number[] {
  if (told.some(Number.isNaN)) return told
  const least = told.slice()
  for (let n = told.length - 1, next = end; n >= 0; n--) {
    if (next < least[n]) least[n] = next
    next = least[n]
  }
  let before = Number.isNaN(start) ? told[0] : start
  return told.map((value, n) => {
    before = Math.min(value, Math.max(before, least[n]))
    return before
  })
}

/** Work that went is a point without links and dates; what it stood in the place of is linked as it was. */
function columnsWithout(
  columns: ScheduleColumns,
  days: ReadonlyMap<number, number>,
  links: ReadonlyMap<number, readonly ReadLink[]>,
  gone: ReadonlySet<number>,
  linksOf: (s: number) => readonly ReadLink[],
): ScheduleColumns {
  const durationDays = columns.durationDays.slice()
  for (const [j, value] of days) durationDays[j] = value
  const constraintType = columns.constraintType.slice()
  const secondaryConstraintType = columns.secondaryConstraintType.slice()
  const edits = new LinkEdits(columns)
  for (const [j, own] of links) edits.set(j, own)
  const before = new Map([...gone].map(j => [j, edits.of(j)] as const))
  const led = [...before.values()].flat().filter(({ task }) => task >= 0 && !gone.has(task))
  const out = outgoingOf(columns)
  const behind = new Set([...gone].flatMap(j => [...out.task.subarray(out.start[j], out.start[j + 1])]))
  for (const s of behind) {
    if (gone.has(s)) continue
    const own = edits.of(s).filter(({ task }) => !gone.has(task))
    const add = (link: ReadLink): void => {
      if (!own.some(({ task, type }) => task === link.task && type === link.type)) own.push(link)
    }
    const known = linksOf(s).filter(({ task }) => led.some(link => link.task === task))
    // without a schedule that says how they were linked, what it followed leads on
    for (const link of known.length > 0 ? known : led) add(link)
    edits.set(s, own)
  }
  for (const j of gone) {
    durationDays[j] = 0
    if (constraintType.length > 0) constraintType[j] = 0
    if (secondaryConstraintType.length > 0) secondaryConstraintType[j] = 0
    edits.set(j, [])
  }
  const rows = Int32Array.from({ length: columns.taskCount }, (_, n) => n)
  const made = { durationDays, constraintType, secondaryConstraintType, ...edits.columns(undefined, rows) }
  return { ...columns, ...made, notes: undefined }
}

/** A task as one schedule after another has it, from the first one on. */
interface Chain {
  readonly from: number
  readonly rows: readonly number[]
  /** Added, and no work that another schedule has under another id. */
  readonly isAdded: boolean
  /** How many schedules tell of it until it has begun. */
  readonly openCount: number
  /** Days that are left of it where it went before it began: those that it has under other ids. NaN = it did not. */
  readonly endDays: number
}

/** Every task of a series, and by schedule which one each of its tasks is. By window, `renumbered` and `others`: work that its party and work that others have under other ids. */
function chainsOf(
  all: readonly ScheduleColumns[],
  renumbered: readonly Renumbered[],
  others: DelayOutcome['exchanges'],
): { readonly chains: readonly Chain[]; readonly chainOf: readonly Int32Array[] } {
  const chains: { from: number; rows: number[]; isAdded: boolean; openCount: number; endDays: number }[] = []
  const chainOf = all.map(({ taskCount }) => zeros(Int32Array, taskCount))
  for (const [k, columns] of all.entries()) {
    const before = k === 0 ? undefined : matchIds(all[k - 1], columns)
    const told = k === 0 ? [] : (renumbered[k - 1] ?? [])
    const taken = k === 0 ? [] : (others[k - 1] ?? [])
    const parts = [...told.map(([, own]) => own), ...taken.map(({ after }) => after)]
    const isOther = new Set(tasksOfIds(columns, parts.flat()))
    for (let j = 0; j < columns.taskCount; j++) {
      const isKnown = before !== undefined && before[j] !== NO_MATCH
      chainOf[k][j] = isKnown ? chainOf[k - 1][before[j]] : chains.length
      if (!isKnown)
        chains.push({ from: k, rows: [], isAdded: k > 0 && !isOther.has(j), openCount: 0, endDays: Number.NaN })
      const chain = chains[chainOf[k][j]]
      const n = chain.rows.push(j) - 1
      const isOpen = n === 0 || stateOf(all[k - 1], chain.rows[n - 1]) === NOT_STARTED
      if (chain.openCount === n && isOpen) chain.openCount++
    }
    const partsOf = new Map(told)
    const passed = new Set(taken.map(({ before: [id] }) => id))
    for (let i = 0; k > 0 && i < all[k - 1].taskCount; i++) {
      const chain = chains[chainOf[k - 1][i]]
      const count = k - chain.from
      const id = partsOf.size + passed.size === 0 ? '' : textAt(all[k - 1].id, i)
      const own = partsOf.get(id)
      // what began is what it was, what goes on in parts has their days from there on, and what others have of it is no less
      const isPassed = passed.has(id)
      const isEnd = own !== undefined || isPassed || chain.rows.length === count
      if (!isEnd || chain.openCount < count || stateOf(all[k - 1], i) !== NOT_STARTED) continue
      chain.openCount = count
      const days = tasksOfIds(columns, [...(own ?? [])]).reduce((sum, j) => sum + columns.durationDays[j], 0)
      chain.endDays = isPassed ? all[k - 1].durationDays[i] : days
    }
  }
  return { chains, chainOf }
}
