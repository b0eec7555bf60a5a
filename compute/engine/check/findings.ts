/** Findings from hits: the first tasks concerned in input order, and how many there are in all. */
import type { ReadFault, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { worstFirst } from '../ids/id-order.ts'
import {
  FINDING_TASKS_MAX,
  type Finding,
  References,
  type ResultValue,
  type Severity,
  type Worst,
} from '../result/result.ts'
import { NAMED_TASKS_MAX } from '../wording/tasks.ts'
import type { CheckOutcome } from './check.ts'

export interface Hits {
  /** Indices of the first FINDING_TASKS_MAX tasks concerned, ascending, each once. */
  readonly tasks: readonly number[]
  /** All occurrences; a task may have several. */
  readonly count: number
  /** Every task concerned, each once. Absent: there are no others, or only the reader knew them. */
  readonly all?: Uint32Array
  /** Tasks that only the reader knew: those that come first by id, and how many there are (Infinity = more than these). */
  readonly whole?: { readonly first: readonly number[]; readonly taskCount: number }
}

/** Among whom a sentence chooses the tasks it names, and how many there are. */
export const concerned = ({
  tasks,
  all,
  whole,
}: Omit<Hits, 'count'>): { from: ArrayLike<number> & Iterable<number>; total: number } => {
  if (all !== undefined) return { from: all, total: all.length }
  return whole === undefined ? { from: tasks, total: tasks.length } : { from: whole.first, total: whole.taskCount }
}

export const NO_HITS: Hits = { tasks: [], count: 0 }

/** Most rules find nothing in most schedules: they share these. */
const NO_TASKS = new Uint32Array(0)
const NO_HITS_OF_ALL: Hits = { ...NO_HITS, all: NO_TASKS }

/** The tasks 0 .. taskCount - 1 for which `test` holds. */
export function allHitsWhere(taskCount: number, test: (task: number) => boolean): Hits {
  let all: number[] | undefined
  for (let i = 0; i < taskCount; i++) if (test(i)) (all ??= []).push(i)
  return all === undefined ? NO_HITS_OF_ALL : hitsOf(new Uint32Array(all))
}

/** The tasks whose value is less than this. */
export function allHitsBelow(values: Float64Array, limit: number): Hits {
  let all: number[] | undefined
  for (let i = 0; i < values.length; i++) if (values[i] < limit) (all ??= []).push(i)
  return all === undefined ? NO_HITS_OF_ALL : hitsOf(new Uint32Array(all))
}

/** The tasks that have this code. */
export function allHitsOf(codes: Uint8Array, code: number): Hits {
  let all: number[] | undefined
  for (let i = 0; i < codes.length; i++) if (codes[i] === code) (all ??= []).push(i)
  return all === undefined ? NO_HITS_OF_ALL : hitsOf(new Uint32Array(all))
}

/** Hits of these tasks, given in input order; `count` when they were hit more often than once each. */
export const hitsOf = (all: Uint32Array, count: number = all.length): Hits => ({
  tasks: [...all.subarray(0, FINDING_TASKS_MAX)],
  count,
  all,
})

export function joinHits(each: readonly Hits[]): Hits {
  if (each.length === 0) return NO_HITS_OF_ALL
  const tasks = new Set(each.flatMap(({ tasks: first, all = first }) => [...all]))
  const joined = hitsOf(
    Uint32Array.from(tasks).sort(),
    each.reduce((sum, { count }) => sum + count, 0),
  )
  if (each.every(({ whole }) => whole === undefined)) return joined
  const first = [...new Set(each.flatMap(hits => [...concerned(hits).from]))]
  const [only] = each
  const taskCount = each.length === 1 ? only.whole!.taskCount : Number.POSITIVE_INFINITY
  return { tasks: joined.tasks, count: joined.count, whole: { first, taskCount } }
}

/** What the reader saw of a fault. */
export const hitsOfFault = ({ tasks, count, whole }: ReadFault): Hits => ({
  tasks: [...new Set(tasks)].filter(task => task >= 0),
  count,
  ...(whole === undefined ? {} : { whole }),
})

const taskIds = (hits: Hits, ids: TextColumn): References => new References(Uint32Array.from(hits.tasks), ids)

/** Every task concerned where they were kept, else the first ones. */
export const allTaskIds = (hits: Hits, ids: TextColumn): References =>
  hits.all === undefined ? taskIds(hits, ids) : new References(hits.all, ids)

export interface FindingWords {
  readonly code: string
  readonly severity: Severity
  readonly title: string
  readonly description: string
}

/** worst: made only where somebody asks. */
export const findingOf = (
  words: FindingWords,
  hits: Hits,
  ids: TextColumn,
  evidence?: ResultValue,
  worst?: () => Worst,
): Finding => ({
  code: words.code,
  severity: words.severity,
  title: words.title,
  description: words.description,
  task_ids: ranked(taskIds(hits, ids), worst),
  task_names: undefined,
  count: hits.count,
  ...(evidence === undefined ? {} : { evidence }),
})

function ranked(references: References, worst: (() => Worst) | undefined): References {
  if (worst !== undefined) references.worst = worst
  return references
}

/** Those of the hits that a sentence would name first. */
export function worstOf(hits: Hits, ids: TextColumn, sizeOf: ((task: number) => number) | undefined): Worst {
  const { from, total } = concerned(hits)
  const first = worstFirst(ids, from, sizeOf, NAMED_TASKS_MAX)
  const size = first.length === 0 ? 0 : (sizeOf?.(first[0]) ?? 0)
  const alike = (): number => Array.from(from).filter(task => sizeOf?.(task) === size).length
  // a rule by which all have the size 0 says nothing of how bad they are
  const isRanked = sizeOf !== undefined && size !== 0
  return { first, order: isRanked ? 'worst' : 'id', tied: isRanked && total === from.length ? alike() - 1 : 0, total }
}

/** Outcome of a count: its value is the count itself, and there is none over an empty population. */
export const counted = (hits: Hits, denominator: number, message: string, evidence?: ResultValue): CheckOutcome => ({
  numerator: hits.count,
  denominator,
  value: denominator === 0 ? null : hits.count,
  message,
  hits,
  ...(evidence === undefined ? {} : { evidence }),
})

/** Outcome of a share: percent of the denominator; none over an empty population. */
export const shareOf = (hits: Hits, denominator: number, message: string, evidence?: ResultValue): CheckOutcome => ({
  ...counted(hits, denominator, message, evidence),
  value: denominator === 0 ? null : (100 * hits.count) / denominator,
})

/** Outcome of a ratio of two figures; none when the divisor is 0. */
export const ratioOf = (
  hits: Hits,
  numerator: number,
  denominator: number,
  message: string,
  evidence?: ResultValue,
): CheckOutcome => ({
  ...counted(hits, denominator, message, evidence),
  numerator,
  value: denominator === 0 ? null : numerator / denominator,
})
