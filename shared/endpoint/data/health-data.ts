/** Members of `data` that several analyses share. */
import Type, { type TSchema } from 'typebox'
import { CLOSED, closed, countOf, dateOrNull, numberOrNull, objectOrNull } from './members.ts'
import { taskIdOrNull } from './named.ts'

/** What compute/engine/population/total-floats.ts found. */
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

/** How much of a method was run, and the score before the gates among the findings capped it. */
export const scoreMembers = {
  checks_evaluated: countOf('Checks that could be evaluated.'),
  checks_total: countOf('Checks that were asked for; those skipped or not applicable say why in their message.'),
  score_before_gates: numberOrNull(
    'Score before the caps that the GATE findings set; null when nothing could be scored.',
  ),
}

export const DAY_BASES = ['calendar', 'working'] as const

/** A movement of the project finish: the one figure of how late a job is. */
const FinishMovementData = (description: string): TSchema =>
  objectOrNull(
    closed(
      {
        days: Type.Integer({ description: 'Days that the finish moved, later is positive.', 'x-unit': 'days' }),
        day_basis: Type.Unsafe({
          type: 'string',
          enum: [...DAY_BASES],
          description: 'Which days those are: every day, or the working days of the calendar of the schedule.',
        }),
        from_date: dateOrNull('Where the finish was to be.'),
        to_date: dateOrNull('Where it is now.'),
        last_task_id: taskIdOrNull('The task that finishes last now.'),
      },
      description,
    ),
  )

export const reportedFinishMember = {
  project_finish: FinishMovementData(
    'Last finish of the tasks with a baseline finish, against the last baseline finish; by the dates of the request, an unfinished task not before the status date (analysis/cpm computes the finish from the logic). null where fewer than half of the tasks have a baseline finish.',
  ),
}
