/**
 * The claim of the footbridge: the same plan with a course of its own, told by four updates. The owner approves the design 5 days late (E1), a storm stops the
 * piling for 4 days (E2), the contractor's steel comes 4 days late (E3); railings in 8 days instead of 10 win 2 back. The opening moves from day 91 to day 98:
 * +5 by the approval, +2 by the storm beyond the float of its path, +2 by the steel, which had 2 days behind the storm, -2 by the railings.
 */

import { FOOTBRIDGE, type PlannedTask } from './footbridge.ts'
import type { SandboxSchedules } from './sandbox-schedules.ts'
import { baseline, dateOf, plannedTasks, statusedAs } from './statuses.ts'

/** Days that a task took, and the day on which that was known. */
const TOOK: Readonly<Record<string, { readonly days: number; readonly knownOn: number }>> = {
  D4: { days: 10, knownOn: 25 },
  C2: { days: 14, knownOn: 34 },
  P1: { days: 34, knownOn: 60 },
  C8: { days: 8, knownOn: 60 },
}

/** First day without the approval, and that on which it came; first day without piling, and the first with piling again. */
const WAIT = [24, 29] as const
const STORM = [34, 38] as const
const PAUSES: Readonly<Record<string, readonly [from: number, to: number]>> = { D4: WAIT, C2: STORM }

/** What a status knows of the pause of a task. */
function pauseOn(id: string, day: number): object | undefined {
  const pause = PAUSES[id]
  return pause === undefined || day < pause[1]
    ? undefined
    : { suspend_date: dateOf(pause[0]), resume_date: dateOf(pause[1]) }
}

const CATEGORIES: Readonly<Record<string, string>> = { D4: 'owner', C2: 'weather', P1: 'procurement' }
const LAST_DAY = 98
/** Each but the last is from the day before an event. */
const UPDATES = [24, 33, 59, LAST_DAY] as const

/** Lags of links between ends; the level of effort hangs on others and drives nothing. */
const LAG = /^(\w+) FS\+(\d+) ?d$/

function heldBy(predecessor: string | object): readonly [id: string, lag: number] {
  if (typeof predecessor !== 'string') {
    const { task_id, lag_days } = predecessor as { readonly task_id: string; readonly lag_days: number }
    return [task_id, lag_days]
  }
  const [, id = predecessor, lag = '0'] = LAG.exec(predecessor) ?? []
  return [id, Number(lag)]
}

/** Where each task lies as a status of that day sees it: each when what holds it has ended, in the days that were known. */
function spansOn(day: number): ReadonlyMap<string, readonly [start: number, finish: number]> {
  const spans = new Map<string, readonly [number, number]>()
  const place = (task: PlannedTask): readonly [number, number] => {
    const known = spans.get(task.id)
    if (known !== undefined) return known
    const isDriven = task.type !== 'loe' && task.type !== 'summary'
    const ends = isDriven
      ? task.predecessors.map(each => {
          const [id, lag] = heldBy(each)
          return place(FOOTBRIDGE.find(other => other.id === id)!)[1] + lag
        })
      : []
    const took = TOOK[task.id]
    const days = took !== undefined && took.knownOn <= day ? took.days : task.plan[1] - task.plan[0]
    const start = Math.max(isDriven ? 0 : task.plan[0], ...ends)
    const span = [start, start + days] as const
    spans.set(task.id, span)
    return span
  }
  for (const task of FOOTBRIDGE) place(task)
  return spans
}

function tasksOn(day: number): object[] {
  const spans = spansOn(day)
  return FOOTBRIDGE.map(task => {
    const { delay: _, ...own } = task
    const pause = pauseOn(task.id, day)
    const more = pause === undefined ? task.more : { ...task.more, ...pause }
    const category = CATEGORIES[task.id]
    const came = spans.get(task.id)!
    const [start, finish] = came
    // whole percent alone would leave a part of a day too few
    const isOpen = start < day && day < finish && task.type !== 'loe' && task.type !== 'summary'
    const status = statusedAs(
      { ...own, came, ...(more !== undefined && { more }), ...(category !== undefined && { delay: category }) },
      { day, forecastShift: undefined },
    )
    return isOpen ? { ...status, remaining_duration_days: finish - day } : status
  })
}

const updates = UPDATES.map(day => ({ day, date: dateOf(day), tasks: tasksOn(day) }))
const current = updates.at(-1)!
const calendar = 'working_days'
const history = updates.slice(0, -1).map(({ date, tasks }) => ({ snapshot_date: date, tasks }))
const compared = {
  current_schedule: { tasks: current.tasks, status_date: current.date },
  baseline_schedule: baseline,
  schedule_history: history,
  calendar,
}
const { baseline_schedule: _, ...tracked } = compared

/** In a project file a milestone is the beginning or the end of its day. */
const POINTS: Readonly<Record<string, string>> = { M0: 'start_milestone', M9: 'finish_milestone' }
const asInFile = (task: object): object => {
  const point = POINTS[(task as PlannedTask).id]
  return point === undefined ? task : { ...task, task_type: point }
}

/** The updates as bodies of one schedule, under the names of their files. The first is from the day before the first event, with all work as planned. */
export const CLAIM_UPDATES = updates.map(({ date, tasks }, n) => ({
  name: `footbridge-claim-${n + 1}.xer`,
  day: date,
  body: { tasks: tasks.map(asInFile), status_date: date, calendar },
}))

/** Analyses of one schedule get the update before the last, which has work left. */
const open = updates.at(-2)!

export const CLAIM_SCHEDULES: SandboxSchedules = {
  plannedTasks,
  statusedTasks: open.tasks,
  statusDate: open.date,
  calendar,
  statused: { tasks: open.tasks, status_date: open.date, calendar },
  history: history.slice(0, -1),
  compared,
  tracked,
}

export const CLAIM_EVENTS: readonly object[] = [
  {
    id: 'E1',
    name: 'Late approval of the design',
    party: 'owner',
    category: 'owner',
    started: dateOf(WAIT[0]),
    ended: dateOf(WAIT[1] - 1),
    days: 5,
    task_ids: ['D4'],
    // what was left of the approval on the day before, and what was left to come
    fragnet: [{ task_id: 'D4', remaining_duration_days: 6 }],
    description: 'The approval was due after 5 working days and came after 10.',
    references: ['Letter 14 of the contractor, request for approval', 'Letter 21 of the owner, approval'],
  },
  {
    id: 'E2',
    name: 'Storm during the piling',
    party: 'neutral',
    category: 'weather',
    started: dateOf(STORM[0]),
    ended: dateOf(STORM[1] - 1),
    days: 4,
    task_ids: ['C2'],
    fragnet: [{ task_id: 'C2', remaining_duration_days: 11 }],
    description: 'Wind above the limit of the rig on 4 working days.',
    references: ['Site diary, sheets 35 to 38', 'Record of the weather station'],
  },
  {
    id: 'E3',
    name: 'Late steel of the deck',
    party: 'contractor',
    category: 'procurement',
    started: dateOf(60),
    ended: dateOf(63),
    days: 4,
    task_ids: ['P1'],
    description: 'The works delivered 4 working days late.',
    references: ['Delivery note 7'],
  },
]
