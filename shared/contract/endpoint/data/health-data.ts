/** Members of `data` that several analyses share. */
import Type, { type TSchema } from 'typebox'
import { CLOSED, closed, countOf, dateOrNull, numberOrNull, objectOrNull } from './members.ts'
import { taskIdOrNull } from './named.ts'

/** Sources that compute/engine/population/total-floats.ts can find. */
export const FLOAT_SOURCES = ['supplied', 'computed', 'mixed'] as const

export const FloatSourceUsed = Type.Unsafe({
  type: ['string', 'null'],
  enum: [...FLOAT_SOURCES, null],
  description:
    'Source of the total floats: supplied by the schedule, computed by the critical-path method, or mixed. Null without total floats.',
})

export const PopulationData = (description: string): TSchema =>
  Type.Object(
    {
      count: countOf('Number of tasks in the population.'),
      excluded_by_type: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
        description: 'Number of tasks excluded by their type or by options.exclude_task_types, by task type.',
      }),
    },
    { ...CLOSED, description },
  )

/** Variants of the baseline execution index that other sources define under the same name. */
export const beiVariants = {
  without_deleted: numberOrNull('Variant: without the due tasks that were deleted. Null without a divisor.'),
  deleted_due: countOf(
    'Number of due tasks that were deleted since an earlier schedule of the request. BEI counts them as due.',
  ),
  completed_unbaselined_only: numberOrNull(
    'Variant: of the tasks without a baseline, only complete ones count. Null without a divisor.',
  ),
  due_only: numberOrNull('Variant: complete due tasks / (due + all without baseline). Null without a divisor.'),
  hit_task_pct: numberOrNull(
    'Share of the tasks due in the period that finished on or before their baseline finish; null without such tasks.',
    'percent',
  ),
  period_after: dateOrNull(
    'Date of the previous snapshot, after which the period begins; null: the period has no start.',
  ),
}

/** How much of a method was run, and the score before the caps of the gates. */
export const scoreMembers = {
  checks_evaluated: countOf('Number of checks that could be evaluated.'),
  checks_total: countOf('Number of requested checks. The message of a skipped or inapplicable check says why.'),
  score_before_gates: numberOrNull('Score before the caps of the GATE findings; null if nothing could be scored.'),
}

export const DAY_BASES = ['calendar', 'working'] as const

/** A movement of the project finish: the one figure of how late a job is. */
const FinishMovementData = (description: string): TSchema =>
  objectOrNull(
    closed(
      {
        days: Type.Integer({ description: 'Days by which the finish moved; positive = later.', 'x-unit': 'days' }),
        day_basis: Type.Unsafe({
          type: 'string',
          enum: [...DAY_BASES],
          description: 'Unit of days: calendar days, or working days of the calendar of the schedule.',
        }),
        from_date: dateOrNull('Earlier or baseline finish; null without one.'),
        to_date: dateOrNull('Current finish; null without one.'),
        last_task_id: taskIdOrNull('Task that finishes last; null without one.'),
      },
      description,
    ),
  )

export const reportedFinishMember = {
  project_finish: FinishMovementData(
    'Movement of the last finish against the last baseline finish, from the dates of the request. An unfinished task finishes on the status date at the earliest. (analysis/cpm computes the finish from the logic.) Null if fewer than half of the tasks have a baseline finish.',
  ),
}
