/** What each resource is asked for from the anchor on, in hours or in its own quantity, and what it costs. */
import type { AssignmentNumber } from '../../../shared/contract/schedule/assignments.ts'
import { RESOURCE_TYPES, specsByCode } from '../../../shared/contract/schedule/resources.ts'
import { zeros } from '../ids/short-arrays.ts'
import type { Loads } from './loads.ts'
import { typeOf } from './units.ts'

/** Entry r belongs to resource r; NaN = not of that kind, or nothing says. */
interface ResourceAmounts {
  /** Index into RESOURCE_TYPES. */
  readonly type: Uint8Array
  /** Hours of work of people and machines. */
  readonly hours: Float64Array
  /** How much of a material is assigned. */
  readonly quantity: Float64Array
  /** Budget of all assignments, those of complete tasks included. */
  readonly budgetedCost: Float64Array
  readonly actualCost: Float64Array
  readonly remainingCost: Float64Array
}

export function resourceAmounts(loads: Loads): ResourceAmounts {
  const { columns, units, workDays, hours: pairHours } = loads
  const { taskCount, resources } = columns
  const specs = specsByCode(columns)
  const type = Uint8Array.from(specs, spec => RESOURCE_TYPES.indexOf(typeOf(spec)))
  const hours = Float64Array.from(specs, spec => (typeOf(spec) === 'material' ? Number.NaN : 0))
  const quantity = Float64Array.from(specs, spec => (typeOf(spec) === 'material' ? 0 : Number.NaN))
  for (let i = 0; i < taskCount; i++) {
    for (let k = resources.start[i]; k < resources.start[i + 1]; k++) {
      hours[resources.codes[k]] += units[k] * pairHours[k]
      quantity[resources.codes[k]] += units[k] * workDays[i]
    }
  }
  const cost = (name: AssignmentNumber): Float64Array => costs(loads, name)
  return {
    ...{ type, hours, quantity },
    ...{ budgetedCost: cost('budgetedCost'), actualCost: cost('actualCost'), remainingCost: cost('remainingCost') },
  }
}

function costs({ columns: { resources, assignments } }: Loads, name: AssignmentNumber): Float64Array {
  const sums = zeros(Float64Array, resources.values.offsets.length - 1).fill(Number.NaN)
  const values = assignments?.[name]
  if (assignments === undefined || values === undefined) return sums
  for (let k = 0; k < values.length; k++) {
    const r = assignments.resource[k]
    if (!Number.isNaN(values[k])) sums[r] = (Number.isNaN(sums[r]) ? 0 : sums[r]) + values[k]
  }
  return sums
}
