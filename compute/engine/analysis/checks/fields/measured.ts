/** A schedule as its catalogue of checks reads it: named values of its tasks, links, assignments and calendars, each made when a check asks for it. */
import type { Counted } from '../../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../../../calendar/choice.ts'
import { type NetworkContext, networkContext } from '../../../check/network-context.ts'
import { type CpmDates, computeDates } from '../../../cpm/dates.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { type Durations, durationsOf } from '../../../population/durations.ts'
import { incompleteTasks } from '../../../population/populations.ts'
import { type TaskStates, taskStates } from '../../../population/task-states.ts'
import { type TotalFloats, totalFloats } from '../../../population/total-floats.ts'
import type { Mapping } from './mapping.ts'

/** A value by row: a number, a day (its number), a flag (1 or 0), NaN where there is none; or a text, empty where there is none. */
export type Values =
  | { readonly kind: 'number' | 'day' | 'flag'; readonly at: (row: number) => number }
  | { readonly kind: 'text'; readonly at: (row: number) => string }

/** Why a value is not known of this schedule: what it needs, behind "requires". */
export class Missing {
  readonly needs: string
  constructor(needs: string) {
    this.needs = needs
  }
}

export interface Measured {
  readonly which: 'current' | 'baseline'
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  readonly statusDay: number
  readonly mapping: Mapping
  readonly network: NetworkContext
  readonly durations: Durations
  /** TF*: supplied, else computed. */
  readonly floats: TotalFloats
  /** Tasks without a baseline have none, rather than a format that has no place for it. */
  readonly isBaselineKnown: boolean
  /** The schedule beside it: the baseline of the current one, and the other way round. */
  other: Measured | undefined
  /** Values made so far, by table and name. */
  readonly made: Map<string, Values | Missing>
}

export interface MeasuredRequest {
  readonly which: Measured['which']
  readonly statusDay: number
  readonly mustFinishDay: number
  readonly mapping: Mapping
  readonly isBaselineKnown: boolean
}

export function measured(columns: ScheduleColumns, choice: CalendarChoice, request: MeasuredRequest): Measured {
  const tasks = taskStates(columns)
  const network = networkContext(tasks, choice, request.statusDay, request.mustFinishDay)
  return {
    which: request.which,
    statusDay: request.statusDay,
    mapping: request.mapping,
    isBaselineKnown: request.isBaselineKnown,
    columns,
    tasks,
    choice,
    network,
    durations: durationsOf(columns, choice.calendar),
    floats: totalFloats(columns, network.cpm?.result.totalFloat, incompleteTasks(tasks).marks),
    other: undefined,
    made: new Map(),
  }
}

const datesMade = new WeakMap<Measured, CpmDates | undefined>()

/** Dates that the critical-path method gives; undefined where the links form a cycle. */
export function computedDates(of: Measured): CpmDates | undefined {
  if (!datesMade.has(of)) {
    const { cpm } = of.network
    datesMade.set(of, cpm === undefined ? undefined : computeDates(of.columns, cpm.prepared, cpm.result))
  }
  return datesMade.get(of)
}

export const dayAt = (day: number): number => (day === DAY_ABSENT ? Number.NaN : day)

/** Rows of a table of the schedule, and the task that each is about (-1 = none). */
export interface Rows {
  readonly count: number
  readonly taskOf: (row: number) => number
}

const rowsMade = new WeakMap<Measured, Map<Counted, Rows>>()

export function rowsOf(of: Measured, table: Counted): Rows {
  const made = rowsMade.get(of) ?? new Map<Counted, Rows>()
  rowsMade.set(of, made)
  const rows = made.get(table) ?? makeRows(of, table)
  made.set(table, rows)
  return rows
}

function makeRows({ columns }: Measured, table: Counted): Rows {
  if (table === 'tasks') return { count: columns.taskCount, taskOf: row => row }
  if (table === 'links') return byTask(columns.links.start)
  if (table === 'assignments') return byTask((columns.assignments ?? columns.resources).start)
  const calendars = columns.setting?.calendars ?? []
  const count =
    table === 'calendars' ? calendars.length : calendars.reduce((sum, { exceptions }) => sum + exceptions.length, 0)
  return { count, taskOf: () => -1 }
}

/** Rows that tasks have by CSR. */
function byTask(start: Uint32Array): Rows {
  const count = start.length === 0 ? 0 : start[start.length - 1]
  const taskOf = zeros(Int32Array, count)
  for (let i = 0; i + 1 < start.length; i++) taskOf.fill(i, start[i], start[i + 1])
  return { count, taskOf: row => taskOf[row] }
}
