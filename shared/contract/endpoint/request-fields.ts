/** Members that the request bodies of several analyses share, and functions that make such members. */
import Type, { type TObject, type TOptional, type TProperties } from 'typebox'
import { calendarMembers } from '../schedule/calendars.ts'
import { CategoryMapping } from '../schedule/category-mapping.ts'
import { Calendar, Day, OneOf, statusDate, TimeZone } from '../schedule/containers.ts'
import { TASK_TYPES } from '../schedule/fields.ts'
import { taskList } from '../schedule/task.ts'

export const flag = (description: string, defaultValue: boolean) =>
  Type.Optional(Type.Boolean({ description, default: defaultValue }))

export const nonNegative = (description: string, defaultValue: number, unit?: string) =>
  Type.Optional(
    Type.Number({ minimum: 0, description, default: defaultValue, ...(unit === undefined ? {} : { 'x-unit': unit }) }),
  )

export const choice = <const Value extends string>(
  values: readonly Value[],
  description: string,
  defaultValue: NoInfer<Value>,
) => Type.Optional(OneOf(values, { description, default: defaultValue }))

/** Sparse fieldset: the top-level members of `data` to return. */
export const fields = Type.Optional(
  Type.Array(Type.String(), { description: 'Top-level members of `data` to return. The envelope is always complete.' }),
)

export const excludeTaskTypes = Type.Optional(
  Type.Array(OneOf(TASK_TYPES, { description: 'Type of a task.' }), {
    description: 'Task types to exclude from all populations. They stay in the network.',
  }),
)

export const includeRecommendations = flag('Add recommendations.', true)
export const maxExamples = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 1000, default: 10, description: 'Largest number of examples per category.' }),
)
export const includeEvValidation = flag('Read earned_value and run its checks.', false)

/** For the analyses that read total floats. */
export const mustFinishBy = {
  must_finish_by: Type.Optional(
    Day({
      description:
        'Required finish of the project (Must Finish By of Primavera P6). Total floats are measured from it, and are negative if it cannot be met. Absent: they are measured from the computed finish.',
    }),
  ),
}

/** A single schedule with its status date and calendar, and the options of the row. */
export const scheduleRequest = <Options extends TProperties, More extends TProperties = Record<never, never>>(
  minTasks: number,
  statusDateEffect: string,
  options: Options,
  more?: More,
): TObject<More & { options: TOptional<TObject<Options>> }> =>
  Type.Object({
    tasks: taskList(minTasks),
    status_date: Type.Optional(statusDate(statusDateEffect)),
    calendar: Type.Optional(Calendar),
    time_zone: Type.Optional(TimeZone),
    category_mapping: Type.Optional(CategoryMapping),
    ...calendarMembers,
    ...(more as More),
    options: Type.Optional(Type.Object(options, { description: 'Options of the analysis.' })),
  })
