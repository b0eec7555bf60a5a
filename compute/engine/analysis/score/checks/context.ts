/**
 * What the components of the health score read, made once per request (/docs/methods/score). None of them needs the network.
 */

import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../../../calendar/choice.ts'
import type { Coded } from '../../../check/check.ts'
import { bySize } from '../../../check/check.ts'
import type { ComponentRow } from '../../../check/components.ts'
import { cite, ofThisService } from '../../../check/source.ts'
import { type Execution, executionOf } from '../../../metrics/execution.ts'
import { type Durations, durationsOf } from '../../../population/durations.ts'
import { type LinkPopulation, type LiveLinks, liveLinks, liveLinksInto } from '../../../population/live-links.ts'
import {
  dcma14Tasks,
  discreteTasks,
  incompleteDiscreteTasks,
  incompleteTasks,
  type Population,
  performanceTasks,
  tasksAndMilestones,
} from '../../../population/populations.ts'
import type { TaskStates } from '../../../population/task-states.ts'
import type { TotalFloats } from '../../../population/total-floats.ts'

export interface HealthContext {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  /** Day number, DAY_ABSENT = not given. */
  readonly statusDay: number
  /** D in days of the calendar. */
  readonly durations: Durations
  readonly live: LiveLinks
  /** E: incomplete, no summaries. */
  readonly incomplete: Population
  /** E': E without level of effort. */
  readonly discrete: Population
  readonly t14: Population
  /** Live links into T14. */
  readonly l14: LinkPopulation
  /** All but summaries, complete ones included. */
  readonly all: Population
  /** `all` without level of effort. */
  readonly allDiscrete: Population
  /** What was due and what was done of the performance tasks. */
  readonly execution: Execution
  /** Tasks without a baseline have none, rather than a format that has no place for it. */
  readonly isBaselineKnown: boolean
  /** TF* of the incomplete tasks. */
  readonly floats: TotalFloats
}

interface HealthFacts {
  readonly statusDay: number
  readonly floats: TotalFloats
  readonly isBaselineKnown?: boolean
}

export function healthContext(
  tasks: TaskStates,
  choice: CalendarChoice,
  { statusDay, floats, isBaselineKnown = true }: HealthFacts,
): HealthContext {
  const { columns } = tasks
  const live = liveLinks(tasks)
  const t14 = dcma14Tasks(tasks)
  return {
    columns,
    tasks,
    choice,
    statusDay,
    durations: durationsOf(columns, choice.calendar),
    live,
    incomplete: incompleteTasks(tasks),
    discrete: incompleteDiscreteTasks(tasks),
    t14,
    l14: liveLinksInto(columns.links, live, t14.marks),
    all: tasksAndMilestones(tasks),
    allDiscrete: discreteTasks(tasks),
    execution: executionOf(tasks, performanceTasks(tasks), statusDay, DAY_ABSENT),
    isBaselineKnown,
    floats,
  }
}

export type HealthRow = ComponentRow<HealthContext>

type Words = Pick<
  HealthRow,
  'component' | 'code' | 'title' | 'weight' | 'threshold' | 'zero' | 'population' | 'formula' | 'advice' | 'run'
> &
  Partial<Pick<HealthRow, 'needs' | 'noun' | 'isSizeless' | 'worst'>>

const SOURCE = ofThisService(
  'No standard turns shares of faults into one score; the shares themselves are those of the DCMA points, their weights and zeros are ours, so that each fault costs in proportion and missing logic costs most.',
  cite('pam', 'section 4'),
  cite('primaveraCloud'),
  cite('ganttScore'),
)

/** A component: a share in percent that should be at most its threshold. */
export const component = <const Code extends string>(words: Coded<Words, Code>): Coded<HealthRow, Code> => ({
  severity: bySize,
  unit: 'percent',
  operator: '<=',
  source: SOURCE,
  needs: [],
  ...words,
})

export const T14 = 'Incomplete tasks without milestones, level of effort and summaries'
export const L14 = 'Links into incomplete tasks, not into milestones, whose two ends are work or milestones'
export { OPEN_WORK as DISCRETE } from '../../../check/needs.ts'
