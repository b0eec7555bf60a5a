/** What the schedule-only DECM checks read, made once per request (/docs/methods/dcma-decm). */

import type { DECM_PROFILES } from '../../../../../shared/contract/analysis/dcma-decm/request.ts'
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../../../calendar/choice.ts'
import type { CheckRow, Coded } from '../../../check/check.ts'
import { type NetworkContext, networkContext } from '../../../check/network-context.ts'
import { cite, published, type Source } from '../../../check/source.ts'
import { NO_MATCH, tasksOfIds } from '../../../ids/match-ids.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { kindsWhere } from '../../../kind/participation.ts'
import type { EarlierStatus } from '../../../population/earlier-statuses.ts'
import {
  incompleteDiscreteTasks,
  incompleteTasks,
  type Population,
  populationOf,
  tasksAndMilestones,
} from '../../../population/populations.ts'
import { isComplete, type TaskStates } from '../../../population/task-states.ts'
import { type TotalFloats, totalFloats } from '../../../population/total-floats.ts'

export type DecmProfile = (typeof DECM_PROFILES)[number]

/** A check with the threshold of each profile; `threshold` of the row is that of the default one. */
export interface DecmRow extends CheckRow<DecmContext> {
  readonly profiles: Readonly<Record<DecmProfile, number>>
}

/** Tasks that the request itself exempts on one side of 06A204b. */
export interface ExemptList {
  /** 1 = exempt. Length taskCount. */
  readonly marks: Uint8Array
  /** Ids of the list that no task has. */
  readonly unknown: readonly string[]
}

interface DecmRequest {
  readonly statusDay: number
  readonly mustFinishDay: number
  /** undefined = the end of the project is exempt on that side. */
  readonly exemptStarts: ExemptList | undefined
  readonly exemptFinishes: ExemptList | undefined
  readonly earlier: readonly EarlierStatus[]
  /** earned_value is read (options.include_ev_validation). */
  readonly withEarnedValue: boolean
  /** Tasks without a baseline have none, rather than a format that has no place for it. */
  readonly isBaselineKnown: boolean
}

export interface DecmContext extends DecmRequest {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  /** E: incomplete tasks and milestones, no summaries. */
  readonly incomplete: Population
  /** E': E without level of effort. */
  readonly discrete: Population
  /** E' without the kinds that 06A211a leaves out. */
  readonly floating: Population
  /** All but summaries, complete ones included. */
  readonly all: Population
  readonly network: NetworkContext
  /** TF*; its source is that of `floating`. */
  readonly floats: TotalFloats
}

export function decmContext(tasks: TaskStates, choice: CalendarChoice, request: DecmRequest): DecmContext {
  const { columns } = tasks
  const network = networkContext(tasks, choice, request.statusDay, request.mustFinishDay)
  const floatingKinds = kindsWhere(row => row.decm && !row.decmNotInChecks.includes('06A211a'))
  const floating = populationOf(tasks, floatingKinds, i => !isComplete(tasks, i))
  return {
    ...request,
    columns,
    tasks,
    choice,
    incomplete: incompleteTasks(tasks),
    discrete: incompleteDiscreteTasks(tasks),
    floating,
    all: tasksAndMilestones(tasks),
    network,
    floats: totalFloats(columns, network.cpm?.result.totalFloat, floating.marks),
  }
}

/** The ids of a list of the request; undefined when it is absent. */
export function exemptList(columns: ScheduleColumns, ids: unknown): ExemptList | undefined {
  if (!Array.isArray(ids)) return undefined
  const marks = zeros(Uint8Array, columns.taskCount)
  const found = tasksOfIds(columns, ids as string[])
  for (const task of found) if (task !== NO_MATCH) marks[task] = 1
  return { marks, unknown: (ids as string[]).filter((_, n) => found[n] === NO_MATCH) }
}

type Words = Omit<DecmRow, 'threshold' | 'operator' | 'source'> & { readonly source?: Source }

export const decmRow = <const Code extends string>(words: Coded<Words, Code>): Coded<DecmRow, Code> => ({
  source: published(cite('decm', words.code)),
  ...words,
  threshold: words.profiles['dcma-decm-default'],
  operator: '<=',
})

/** Thresholds of the two profiles. */
export const profiles = (ofDefault: number, ofStrict: number): DecmRow['profiles'] => ({
  'dcma-decm-default': ofDefault,
  'dcma-decm-strict': ofStrict,
})

export const INCOMPLETE = 'Incomplete tasks and milestones, level of effort included, no summaries'
export { OPEN_WORK as DISCRETE } from '../../../check/needs.ts'
