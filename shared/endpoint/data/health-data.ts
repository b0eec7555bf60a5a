/** Members of `data` that several analyses share. */
import Type, { type TSchema } from 'typebox'
import { CLOSED, countOf, dateOrNull, numberOrNull } from './members.ts'

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

/** Beside the baseline execution index: what other sources call by its name. */
export const beiVariants = {
  completed_unbaselined_only: numberOrNull('Variant: of the tasks without baseline only complete ones count.'),
  due_only: numberOrNull('Variant: complete tasks that were due / (due + all without baseline).'),
  hit_task_pct: numberOrNull('Tasks due in the period that finished on or before their baseline finish.', 'percent'),
  period_after: dateOrNull('Date of the previous snapshot, after which the period begins; null: no beginning.'),
}
