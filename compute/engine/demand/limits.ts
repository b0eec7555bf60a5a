/** The limits of resources that a request declares beside its tasks, and which limit of all that are stated counts for whom. */

import type { ResourceAvailability } from '../../../shared/contract/analysis/resources/request.ts'
import type { Refusal, ValidationFault } from '../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { specsByCode } from '../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../shared/contract/schedule/text.ts'
import type { Timeline } from '../calendar/timeline.ts'
import type { BodyOf } from '../result/options.ts'
import { dayOf, refuseInvalid } from '../result/options.ts'
import type { AnalysisInput } from '../result/result.ts'
import { CAPACITY_DEFAULT, type Declared, type Limit, limitOf } from './capacity.ts'

type SentAvailability = BodyOf<typeof ResourceAvailability>

/** Declarations by the name of the resource, in the order of the request. */
export type Availability = ReadonlyMap<string, readonly Declared[]>

const dayOrUndefined = (value: unknown): number | undefined => {
  const day = dayOf(value)
  return day === DAY_ABSENT ? undefined : day
}

/** A declaration without a name, or one that ends before it begins, is refused. */
export function availabilityOf({ params }: AnalysisInput): Availability | Refusal {
  const items =
    (params as { readonly resource_availability?: readonly SentAvailability[] | null }).resource_availability ?? []
  const declared = new Map<string, Declared[]>()
  const faults: ValidationFault[] = []
  items.forEach((item, i) => {
    const loc = ['body', 'resource_availability', i]
    const name = (item.resource ?? item.name ?? item.id ?? '').trim()
    const capacity = item.capacity_per_day ?? item.capacity ?? item.units ?? CAPACITY_DEFAULT
    const from = dayOrUndefined(item.from)
    const to = dayOrUndefined(item.to)
    if (name === '') faults.push({ loc: [...loc, 'resource'], msg: 'is required', type: 'missing' })
    if (from !== undefined && to !== undefined && to < from) {
      faults.push({ loc: [...loc, 'to'], msg: `must not be before from, which is ${item.from}`, type: 'conflict' })
    }
    const of = declared.get(name)
    if (of === undefined) declared.set(name, [{ capacity, from, to }])
    else of.push({ capacity, from, to })
  })
  return faults.length > 0 ? refuseInvalid(faults) : declared
}

export interface Limits {
  readonly of: (resource: number) => Limit
  /** Names declared that no task has. */
  readonly unused: readonly string[]
}

/** By code of the resources of the tasks: what the request declares, over what the schedule says, over the default. */
export function limitsOf(availability: Availability, columns: ScheduleColumns, timeline: Timeline): Limits {
  const specs = specsByCode(columns)
  const unused = new Set(availability.keys())
  const limits = specs.map((spec, r) => {
    const name = textAt(columns.resources.values, r)
    const called = [name, spec?.id ?? name, spec?.name ?? name].find(each => availability.has(each))
    if (called !== undefined) unused.delete(called)
    return limitOf(timeline, called === undefined ? undefined : availability.get(called), spec)
  })
  return { of: resource => limits[resource], unused: [...unused] }
}
