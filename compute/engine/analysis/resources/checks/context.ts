/** What the four parts of the resource risk read, made once per request (/docs/methods/resources#method). */

import type { LimitSource } from '../../../../../shared/contract/analysis/resources/words.ts'
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { ComponentRow } from '../../../check/components.ts'
import type { Loads } from '../../../demand/loads.ts'
import type { PeriodTasks, Profiles } from '../../../demand/profiles.ts'
import { kindsWhere } from '../../../kind/participation.ts'
import { type Population, populationOf } from '../../../population/populations.ts'
import type { TaskStates } from '../../../population/task-states.ts'
import type { DayBasis } from '../../../wording/days.ts'

export interface ResourceContext {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  /** What the days of demand are. */
  readonly basis: DayBasis
  /** Multiple of the capacity beyond which a day is over-allocated. */
  readonly threshold: number
  readonly loads: Loads
  readonly profiles: Profiles
  readonly periodTasks: PeriodTasks
  /** Codes of the resources that are loaded, in the order of their names. */
  readonly resources: Uint32Array
  readonly sourceOf: (resource: number) => LimitSource
  /** Some task names a resource, complete ones included. */
  readonly hasResources: boolean
  /** Critical, incomplete, D above 0, no level of effort. */
  readonly critical: Population
  readonly t14: Population
}

export type ResourceRow = ComponentRow<ResourceContext>

const DISCRETE = kindsWhere((row, type) => row.passes && type !== 'milestone')

/** `critical` are the marks of CPM, `days` are D. */
export const criticalTasks = (tasks: TaskStates, critical: Uint8Array, days: Float64Array): Population =>
  populationOf(tasks, DISCRETE, i => critical[i] === 1 && days[i] > 0)

export const isAssigned = ({ resources }: ScheduleColumns, i: number): boolean =>
  resources.start[i] < resources.start[i + 1]
