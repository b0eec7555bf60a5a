/** Tasks that an update puts into another order: which links that takes and gives, and what the earlier schedule is with them. */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { LinkEdits } from '../../edits/link-edits.ts'
import type { ReadLink } from '../../edits/task-finder.ts'
import { Groups } from '../../graph/components.ts'
import type { PairSteps } from './pairing.ts'
import { type Exchange, LINK_NEW, LINK_REMOVED } from './revised-links.ts'
import { ADDED, type Change, IN_BOTH, LOGIC } from './revised-rows.ts'
import type { RevisedSchedule } from './revised-schedule.ts'
import type { Status } from './status.ts'

/** What passed, by rows: from which to which tasks, and how many days. */
export interface Passed {
  readonly what: 'lag' | 'order'
  readonly before: readonly number[]
  readonly after: readonly number[]
  readonly days: number
  readonly asLag?: readonly [row: number, days: number]
}

/** Of one exchange: what the earlier schedule has otherwise then. */
export interface Candidate extends Passed {
  readonly apply: (edits: LinkEdits, longer: (i: number, days: number) => void) => void
}

/** Links that were put between other tasks, each with those at its ends; work that was added among them stands there without days. */
export function otherOrders(
  revised: RevisedSchedule,
  aloneOf: ((change: Change) => number | undefined) | undefined,
): (Exchange & { readonly ends: ReadonlySet<number> })[] {
  const { rows, links } = revised
  const groups = new Groups(rows.count)
  /** What stands in one: ends of such links, and added work that leads to them. */
  const joined = new Set<number>()
  const join = (a: number, b: number): void => {
    joined.add(a).add(b)
    groups.join(a, b)
  }
  const isOther = (k: number): boolean => links.fate[k] === LINK_NEW || links.fate[k] === LINK_REMOVED
  const eachLink = (visit: (k: number, s: number) => void): void => {
    for (let s = 0; s < rows.count; s++) for (let k = links.start[s]; k < links.start[s + 1]; k++) visit(k, s)
  }
  eachLink((k, s) => isOther(k) && join(s, links.task[k]))
  const isEnd = new Set(joined)
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
    const root = groups.rootOf(row)
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
  for (const row of joined) if (isPoint(row)) of(row).points.add(row)
  return [...found.values()]
    .filter(({ fates, isMoving }) => fates.size > 1 && isMoving)
    .map(({ links: relinked, ends, points }) => ({ relinked, ends, points, lags: undefined }))
}

/** Tasks that stand in another order: those whose links go elsewhere, with the tasks at their ends. Work that was added stands there without days. */
export function ordersFor(earlier: Status, later: Status, revised: RevisedSchedule, steps: PairSteps): Candidate[] {
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
      const isElapsed = elapsed.length > 0 && elapsed[k] === 1
      const link = { task: rows.earlierOf[p], type: type[k], lagDays: lagDays[k], isElapsed }
      const key = keyOf(link)
      if (!found.has(key)) found.set(key, link)
    }
  }
  return [...found.values()]
}

/** Links of one key lead from one task by one relation. */
const keyOf = ({ task, type }: Pick<ReadLink, 'task' | 'type'>): string => `${task} ${type}`
