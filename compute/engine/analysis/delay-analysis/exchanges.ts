/**
 * What an update exchanges between tasks, so that together it moves nothing: days of a task told as a lag behind it, tasks put into another order, work that another party takes over, all of it or a
 * part. Each half by itself would move the finish, and halves can be of several parties: so the earlier schedule is told with what was exchanged before anything is divided among them.
 */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { fromFinish } from '../../passes/relation.ts'
import { type Exchange, LINK_NEW, LINK_REMOVED } from './revised-links.ts'
import { ADDED, type Change, IN_BOTH, LOGIC } from './revised-rows.ts'
import type { RevisedSchedule } from './revised-schedule.ts'

/** An exchange as results name it: tasks before and after, whose it was and whose it is; null = nobody's. */
export interface ToldExchange {
  readonly what: 'work' | 'lag' | 'order'
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly days: number
  readonly from: string | null
  readonly to: readonly (string | null)[]
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
        if (links.elapsed[now] === 0) longer.set(p, [...(longer.get(p) ?? []), { link: k, days }])
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
function otherOrders(revised: RevisedSchedule, aloneOf: (change: Change) => number | undefined): Exchange[] {
  const { rows, links } = revised
  const rootOf = new Map<number, number>()
  const find = (row: number): number => {
    let at = row
    while (rootOf.get(at)! !== at) at = rootOf.get(at)!
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
  const found = new Map<number, { links: Set<number>; points: Set<number>; fates: Set<number>; isMoving: boolean }>()
  const of = (row: number) => {
    const root = find(row)
    const known = found.get(root) ?? { links: new Set(), points: new Set(), fates: new Set(), isMoving: false }
    found.set(root, known)
    return known
  }
  eachLink((k, s) => {
    if (!isOther(k)) return
    const own = of(s)
    own.links.add(k)
    own.fates.add(links.fate[k])
    const alone = aloneOf({ of: LOGIC, at: s, to: links.task[k] })
    if (alone !== undefined && !(Math.abs(alone) <= EPSILON_DAYS)) own.isMoving = true
  })
  for (const row of rootOf.keys()) if (isPoint(row)) of(row).points.add(row)
  return [...found.values()]
    .filter(({ fates, isMoving }) => fates.size > 1 && isMoving)
    .map(({ links: relinked, points }) => ({ relinked, points, lags: undefined }))
}
