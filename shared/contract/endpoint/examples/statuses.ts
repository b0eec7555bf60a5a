/** The statuses of a sample project as requests write them: its baseline, its snapshots, its current tasks. */
import { formatDay, parseDay } from '../../schedule/day.ts'
import { BASELINE_DATE, COST_FACTOR, FOOTBRIDGE, type PlannedTask, START_DATE, STATUSES } from './footbridge.ts'

export interface Status {
  readonly day: number
  readonly forecastShift: number | undefined
}
type Span = readonly [start: number, finish: number]

const WORK_DAYS = 5
/** A Monday. */
const FIRST_DAY = parseDay(START_DATE)!

export const dateOf = (offset: number): string =>
  formatDay(FIRST_DAY + Math.floor(offset / WORK_DAYS) * 7 + (offset % WORK_DAYS))
/** Last day of work; a milestone prints one day for both. */
const lastDateOf = ([start, finish]: Span): string => dateOf(finish > start || start > 0 ? finish - 1 : finish)
const firstDateOf = ([start, finish]: Span): string => (finish > start ? dateOf(start) : lastDateOf([start, finish]))

const dates = (name: string, span: Span): object => ({
  [`${name}_start`]: firstDateOf(span),
  [`${name}_finish`]: lastDateOf(span),
})

const constant = ({ id, name, wbs, type, resources, organization, cost, predecessors }: PlannedTask): object => ({
  id,
  name,
  wbs_code: wbs,
  task_type: type ?? 'task',
  predecessors,
  ...(resources === undefined ? {} : { resources }),
  ...(organization === undefined ? {} : { organization_code: organization }),
  ...(cost === 0 ? {} : { budgeted_cost: cost }),
})

const lengthOf = ([start, finish]: Span): number => finish - start

const plannedTask = (task: PlannedTask): object => ({
  ...constant(task),
  ...task.more,
  duration_days: lengthOf(task.plan),
  ...dates('planned', task.plan),
})

/** Where the status sees the task end up. */
function seen({ plan, came }: PlannedTask, { day, forecastShift: shift }: Status): Span {
  if (shift === undefined || came[1] <= day) return came
  return [came[0] <= day ? came[0] : plan[0] + shift, plan[1] + shift]
}

const hasStarted = ({ came }: PlannedTask, { day }: Status): boolean =>
  came[0] < day || (came[1] === came[0] && came[0] <= day)

function percentOf(task: PlannedTask, status: Status): number {
  const [start, finish] = seen(task, status)
  if (!hasStarted(task, status)) return 0
  return finish <= status.day ? 100 : Math.ceil((100 * (status.day - start)) / (finish - start))
}

export function statusedAs(task: PlannedTask, status: Status): object {
  const span = seen(task, status)
  const percent = percentOf(task, status)
  const started = hasStarted(task, status)
  return {
    ...plannedTask(task),
    duration_days: lengthOf(span),
    ...dates('planned', span),
    ...dates('baseline', task.plan),
    percent_complete: percent,
    ...(started ? { actual_start: firstDateOf(span) } : { forecast_start: firstDateOf(span) }),
    ...(percent === 100 ? { actual_finish: lastDateOf(span) } : { forecast_finish: lastDateOf(span) }),
    ...(task.cost === 0 ? {} : { earned_value: Math.round((task.cost * percent) / 100) }),
    ...(task.delay === undefined ? {} : { delay_category: task.delay }),
  }
}

const sumOf = (each: (task: PlannedTask) => number): number =>
  Math.round(FOOTBRIDGE.reduce((sum, task) => sum + each(task), 0))

function totals(status: Status): object {
  const isDue = ({ plan: [start, finish] }: PlannedTask): number =>
    finish <= status.day ? 1 : Math.max(0, (status.day - start) / (finish - start))
  const earned = sumOf(task => (task.cost * percentOf(task, status)) / 100)
  return {
    planned_value_total: sumOf(task => task.cost * isDue(task)),
    earned_value_total: earned,
    actual_cost_total: Math.round(earned * COST_FACTOR),
    budget_at_completion: sumOf(task => task.cost),
  }
}

const [first, second, last] = STATUSES
const tasksAt = (status: Status): object[] => FOOTBRIDGE.map(task => statusedAs(task, status))
const snapshot = (status: Status): object => ({
  snapshot_date: dateOf(status.day),
  tasks: tasksAt(status),
  ...totals(status),
})

export const plannedTasks: readonly object[] = FOOTBRIDGE.map(plannedTask)
export const currentTasks: readonly object[] = tasksAt(last)
export const STATUS_DATE = dateOf(last.day)
export const history: readonly object[] = [snapshot(first), snapshot(second)]
export const baseline: object = { tasks: plannedTasks, baseline_date: BASELINE_DATE }
