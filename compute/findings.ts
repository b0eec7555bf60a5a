/** Findings from hits: the first tasks concerned in input order, and how many there are in all. */
import type { TextColumn } from '../shared/schedule/columns.ts'
import { FINDING_TASKS_MAX, type Finding, References, type ResultValue, type Severity } from './result.ts'

export interface Hits {
  /** Indices of the first FINDING_TASKS_MAX tasks concerned, ascending, each once. */
  readonly tasks: readonly number[]
  /** All occurrences; a task may have several. */
  readonly count: number
  /** Every task concerned, where a result lists them all when asked for details. */
  readonly all?: Uint32Array
}

export const NO_HITS: Hits = { tasks: [], count: 0 }

/** The tasks 0 .. taskCount - 1 for which `test` holds. */
export function hitsWhere(taskCount: number, test: (task: number) => boolean): Hits {
  const tasks: number[] = []
  let count = 0
  for (let i = 0; i < taskCount; i++) {
    if (!test(i)) continue
    if (count++ < FINDING_TASKS_MAX) tasks.push(i)
  }
  return { tasks, count }
}

/** The same, and every one of them is kept. */
export function allHitsWhere(taskCount: number, test: (task: number) => boolean): Hits {
  const all: number[] = []
  for (let i = 0; i < taskCount; i++) if (test(i)) all.push(i)
  return hitsOf(Uint32Array.from(all))
}

/** Hits of these tasks, given in input order; `count` when they were hit more often than once each. */
export const hitsOf = (all: Uint32Array, count: number = all.length): Hits => ({
  tasks: [...all.subarray(0, FINDING_TASKS_MAX)],
  count,
  all,
})

export function joinHits(all: readonly Hits[]): Hits {
  const tasks = new Set(all.flatMap(hits => hits.tasks))
  return {
    tasks: [...tasks].sort((a, b) => a - b).slice(0, FINDING_TASKS_MAX),
    count: all.reduce((sum, hits) => sum + hits.count, 0),
  }
}

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

export const findingOf = (words: FindingWords, hits: Hits, ids: TextColumn, evidence?: ResultValue): Finding => ({
  code: words.code,
  severity: words.severity,
  title: words.title,
  description: words.description,
  task_ids: taskIds(hits, ids),
  count: hits.count,
  ...(evidence === undefined ? {} : { evidence }),
})

/** Indices of the tasks that a finding names. */
export const tasksOf = ({ task_ids }: Finding): ArrayLike<number> =>
  task_ids instanceof References ? task_ids.values : NO_HITS.tasks
