/** Logic that drives nothing, or drives too much: links of summaries, and level of effort before discrete work. */
import type { LinkColumns, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { Advice } from '../check/check.ts'
import { allHitsWhere, type Hits } from '../check/findings.ts'
import { zeros } from '../ids/short-arrays.ts'
import { isLoe, isSummary } from '../kind/participation.ts'
import { isComplete, type TaskStates } from '../population/task-states.ts'
import { plural } from '../wording/numbers.ts'

export interface Counted {
  readonly hits: Hits
  readonly all: number
}

/** 1 = the task is an end of a link. */
function linkedEnds({ start, task }: LinkColumns): Uint8Array {
  const isLinked = zeros(Uint8Array, start.length - 1)
  for (let s = 0; s < isLinked.length; s++) {
    for (let k = start[s]; k < start[s + 1]; k++) {
      isLinked[s] = 1
      if (task[k] >= 0) isLinked[task[k]] = 1
    }
  }
  return isLinked
}

/** Summaries of the kinds given with a predecessor or a successor, and all of them. `leftOut`: 1 = the task is not counted. */
export function linkedSummaries(
  { taskCount, links }: Pick<ScheduleColumns, 'taskCount' | 'links'>,
  kind: Uint8Array,
  leftOut?: Uint8Array,
): Counted {
  const isLinked = linkedEnds(links)
  const isOne = (i: number): boolean => isSummary(kind[i]) && leftOut?.[i] !== 1
  return {
    hits: allHitsWhere(taskCount, i => isOne(i) && isLinked[i] === 1),
    all: allHitsWhere(taskCount, isOne).count,
  }
}

export const SUMMARY_LOGIC = {
  title: 'Logic on summary tasks',
  population: 'Summary tasks.',
  noun: ['summary', 'summaries'],
  message: (count: number): string => `${plural(count, 'summary has', 'summaries have')} logic.`,
} as const

export const SUMMARY_LOGIC_ADVICE: Advice = {
  title: 'Move the logic to the tasks below',
  description:
    'Link the first and the last task of each summary instead; links on the summary drive its tasks in Microsoft Project only.',
}

/** Incomplete level of effort with a successor that is discrete work, and all of it. `isDiscrete`: what counts as such work, by kind. */
export function drivingEfforts(
  { taskCount, links }: ScheduleColumns,
  tasks: TaskStates,
  isDiscrete: (kind: number) => boolean,
): Counted {
  const { kind, leftOut } = tasks
  const drives = zeros(Uint8Array, taskCount)
  for (let s = 0; s < taskCount; s++) {
    if (!isDiscrete(kind[s])) continue
    for (let k = links.start[s]; k < links.start[s + 1]; k++) if (links.task[k] >= 0) drives[links.task[k]] = 1
  }
  const isOne = (i: number): boolean => isLoe(kind[i]) && leftOut[i] === 0 && !isComplete(tasks, i)
  return {
    hits: allHitsWhere(taskCount, i => isOne(i) && drives[i] === 1),
    all: allHitsWhere(taskCount, isOne).count,
  }
}

export const DRIVING_EFFORT = {
  title: 'Level of effort drives discrete work',
  population: 'Incomplete level-of-effort tasks.',
  noun: ['level-of-effort task', 'level-of-effort tasks'],
  message: (count: number): string =>
    `${plural(count, 'level-of-effort task leads', 'level-of-effort tasks lead')} to discrete work.`,
} as const

export const EFFORT_LOGIC_ADVICE: Advice = {
  title: 'Link the work itself',
  description: 'Replace each link from level of effort by one from the work that it supports.',
}
