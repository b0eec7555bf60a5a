/** What the fourteen points read, made once per request (/docs/methods/dcma-14-point). */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../../shared/contract/schedule/text.ts'
import type { CalendarChoice } from '../../../calendar/choice.ts'
import type { CheckRow } from '../../../check/check.ts'
import { type NetworkContext, networkContext } from '../../../check/network-context.ts'
import { idMatcher, NO_MATCH } from '../../../ids/match-ids.ts'
import { deletedDueOf, type Execution, executionOf, type Gone } from '../../../metrics/execution.ts'
import { baselineDurationsOf, type Durations, durationsOf } from '../../../population/durations.ts'
import type { EarlierStatus } from '../../../population/earlier-statuses.ts'
import { type LinkPopulation, liveLinksInto } from '../../../population/live-links.ts'
import { dcma14Tasks, type Population, performanceTasks } from '../../../population/populations.ts'
import { type TaskStates, taskStates } from '../../../population/task-states.ts'
import { type TotalFloats, totalFloats } from '../../../population/total-floats.ts'

export interface Dcma14Context {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  /** Day numbers, DAY_ABSENT = not given. */
  readonly statusDay: number
  readonly targetDay: number
  /** D and BD in days of the calendar. */
  readonly durations: Durations
  readonly baselineDurations: Float64Array
  readonly t14: Population
  /** Live links into T14. */
  readonly l14: LinkPopulation
  readonly network: NetworkContext
  /** TF*; its source is that of T14. */
  readonly floats: TotalFloats
  readonly execution: Execution
}

interface Dcma14Request {
  readonly statusDay: number
  readonly targetDay: number
  readonly mustFinishDay: number
  readonly earlier: readonly EarlierStatus[]
  /** options.exclude_task_types, as taskStates takes it. */
  readonly excluded: Parameters<typeof taskStates>[1]
}

/** Performance tasks of the snapshots that the schedule does not have, each in the latest snapshot that has it. Pairs are by id. */
function goneSince(
  earlier: readonly EarlierStatus[],
  current: ScheduleColumns,
  excluded: Dcma14Request['excluded'],
): Gone[] {
  const partnersIn = idMatcher(current)
  const seen = new Set<string>()
  return earlier.toReversed().map(({ columns }) => {
    const tasks = taskStates(columns, excluded)
    const { marks } = performanceTasks(tasks)
    const rows: number[] = []
    partnersIn(columns).forEach((i, j) => {
      const id = i === NO_MATCH ? textAt(columns.id, j)! : ''
      if (i !== NO_MATCH || seen.has(id)) return
      seen.add(id)
      if (marks[j] === 1) rows.push(j)
    })
    return { tasks, rows: Uint32Array.from(rows) }
  })
}

export function dcma14Context(tasks: TaskStates, choice: CalendarChoice, request: Dcma14Request): Dcma14Context {
  const { columns } = tasks
  const { statusDay, targetDay, mustFinishDay, earlier, excluded } = request
  const network = networkContext(tasks, choice, statusDay, mustFinishDay)
  const t14 = dcma14Tasks(tasks)
  const periodAfterDay = earlier.at(-1)?.day ?? DAY_ABSENT
  return {
    columns,
    tasks,
    choice,
    statusDay,
    targetDay,
    durations: durationsOf(columns, choice.calendar),
    baselineDurations: baselineDurationsOf(columns, choice.calendar),
    t14,
    l14: liveLinksInto(columns.links, network.live, t14.marks),
    network,
    floats: totalFloats(columns, network.cpm?.result.totalFloat, t14.marks),
    execution: executionOf(
      tasks,
      performanceTasks(tasks),
      statusDay,
      periodAfterDay,
      deletedDueOf(goneSince(earlier, columns, excluded), statusDay, periodAfterDay),
    ),
  }
}

export type Dcma14Row = CheckRow<Dcma14Context>

/** Point n of the assessment is DCMA-0n. */
type Point = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14
type PointCode<Of extends Point> = Of extends 10 | 11 | 12 | 13 | 14 ? `DCMA-${Of}` : `DCMA-0${Of}`

export const pointCode = <const Of extends Point>(point: Of) =>
  `DCMA-${String(point).padStart(2, '0')}` as PointCode<Of>
