/** The resources of a task, each once, with what its assignments have together. */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'

/** NaN = no assignment says it. */
export interface Assigned {
  budgetedUnits: number
  actualUnits: number
  remainingUnits: number
  budgetedCost: number
  actualCost: number
  remainingCost: number
  lagHours: number
  /** Moments. */
  begin: number
  end: number
}

const SUMMED = [
  'budgetedUnits',
  'actualUnits',
  'remainingUnits',
  'budgetedCost',
  'actualCost',
  'remainingCost',
] as const

export const isUnassigned = ({ resources, assignments }: ScheduleColumns, task: number): boolean =>
  (assignments === undefined || assignments.start[task] === assignments.start[task + 1]) &&
  (resources.start[task] ?? 0) === (resources.start[task + 1] ?? 0)

/** By the code of the resource, in the order of the assignments. */
export function assignedOf({ resources, assignments }: ScheduleColumns, task: number): Map<number, Assigned> {
  const found = new Map<number, Assigned>()
  const of = (resource: number): Assigned => {
    let own = found.get(resource)
    if (own === undefined) {
      const { NaN: none } = Number
      own = {
        budgetedUnits: none,
        actualUnits: none,
        remainingUnits: none,
        budgetedCost: none,
        actualCost: none,
        remainingCost: none,
        lagHours: none,
        begin: none,
        end: none,
      }
      found.set(resource, own)
    }
    return own
  }
  if (assignments !== undefined)
    for (let a = assignments.start[task]; a < assignments.start[task + 1]; a++) {
      const own = of(assignments.resource[a])
      for (const name of SUMMED) {
        const value = assignments[name][a] ?? Number.NaN
        if (!Number.isNaN(value)) own[name] = (Number.isNaN(own[name]) ? 0 : own[name]) + value
      }
      own.lagHours = least(own.lagHours, assignments.lagHours[a])
      own.begin = least(own.begin, assignments.begin[a])
      own.end = -least(-own.end, -(assignments.end[a] ?? Number.NaN))
    }
  for (let k = resources.start[task] ?? 0; k < (resources.start[task + 1] ?? 0); k++) of(resources.codes[k])
  return found
}

const least = (a: number, b: number | undefined = Number.NaN): number =>
  Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b)
