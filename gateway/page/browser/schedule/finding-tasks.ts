/** A finding names its first tasks; of some the computed schedule has all of them. They are those of the finding where as many are counted and each that it names is among them. */
import type { Finding } from './replies.ts'
import { CRITICAL, isLoe, isSummary, ON_LONGEST_PATH, type Schedule } from './schedule.ts'

interface Counted {
  readonly count: number
  readonly tasks: Iterable<number>
}

const COMPLETE = 2

function tasksWhere({ taskCount }: Schedule, test: (task: number) => boolean): Counted {
  const tasks: number[] = []
  for (let task = 0; task < taskCount; task++) if (test(task)) tasks.push(task)
  return { count: tasks.length, tasks }
}

/** Links that the dates do not keep, counted; and those who follow. */
function brokenLinks({ links, state }: Schedule, areFinished: boolean): Counted {
  const tasks = new Set<number>()
  let count = 0
  for (const [k, float] of links.floatDays.entries()) {
    const [from, to] = [links.predecessor[k]!, links.successor[k]!]
    if (!(float < 0) || (state[from] === COMPLETE && state[to] === COMPLETE) !== areFinished) continue
    tasks.add(to)
    count++
  }
  return { count, tasks }
}

/** By the codes of findings: ways in which they count. */
const COUNTS: Readonly<Record<string, (schedule: Schedule) => readonly Counted[]>> = {
  CPM_NEGATIVE_FLOAT: schedule => [
    tasksWhere(schedule, task => schedule.totalFloatDays[task]! < 0),
    tasksWhere(
      schedule,
      task => schedule.totalFloatDays[task]! < 0 && !isLoe(schedule, task) && !isSummary(schedule, task),
    ),
  ],
  CPM_PATHS_DIVERGE: schedule => [
    tasksWhere(schedule, task => {
      const mark = schedule.marks[task]! & (CRITICAL | ON_LONGEST_PATH)
      return mark === CRITICAL || mark === ON_LONGEST_PATH
    }),
  ],
  CPM_VIOLATED_LINK: schedule => [brokenLinks(schedule, false), brokenLinks(schedule, true)],
  CPM_CONSTRAINT_ON_COMPLETE: schedule => [
    tasksWhere(schedule, task => schedule.constraint[task] !== null && schedule.state[task] === COMPLETE),
  ],
}

/** undefined: the schedule does not tell. */
export function tasksOfFinding({ code, count, task_ids: named }: Finding, schedule: Schedule): string[] | undefined {
  const ways = Object.hasOwn(COUNTS, code) ? COUNTS[code]!(schedule) : []
  for (const way of ways) {
    if (way.count !== count) continue
    const ids = new Set(Array.from(way.tasks, task => schedule.ids[task]!))
    if (named.every(id => ids.has(id))) return [...ids]
  }
  return undefined
}
