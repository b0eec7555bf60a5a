/** Members of `data` that several health analyses share. */
import Type, { type TSchema } from 'typebox'
import { Day } from '../../schedule/containers.ts'

const CLOSED = { additionalProperties: false }

export const countOf = (description: string): TSchema => Type.Integer({ minimum: 0, description })
export const numberOrNull = (description: string, unit?: string): TSchema =>
  Type.Unsafe({ type: ['number', 'null'], description, ...(unit === undefined ? {} : { 'x-unit': unit }) })
export const dateOrNull = (description: string): TSchema => Day({ description, type: ['string', 'null'] })

/** What compute/population/total-floats.ts found. */
export const FLOAT_SOURCES = ['supplied', 'computed', 'mixed'] as const

export const FloatSourceUsed = Type.Unsafe({
  type: ['string', 'null'],
  enum: [...FLOAT_SOURCES, null],
  description:
    'Where the total floats come from: supplied by the schedule, computed by CPM, or both; null when there are none.',
})

export const PopulationData = (description: string): TSchema =>
  Type.Object(
    {
      count: countOf('Tasks in the population.'),
      excluded_by_type: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
        description: 'Tasks kept out by their type or by options.exclude_task_types, by task type.',
      }),
    },
    { ...CLOSED, description },
  )
