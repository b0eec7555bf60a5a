/** Body of a report: what its analyses take, in one. Which members an analysis reads is said by its own row. */
import Type, { type TSchema } from 'typebox'
import { type AnalysisRow, analyses } from '../analysis/analyses.ts'
import { BaselineSchedule, CurrentSchedule, ScheduleHistory, statusDate } from '../schedule/containers.ts'
import { taskList } from '../schedule/task.ts'

type Members = Readonly<Record<string, TSchema>>

const membersOf = (schema: TSchema): Members => (schema as { readonly properties?: Members }).properties ?? {}

/** What an analysis misses is said in its part of the report. */
function loose(schema: TSchema, description?: string): TSchema {
  const { required: _, ...rest } = schema as TSchema & { readonly required?: unknown }
  return Type.Unsafe({ ...rest, ...(description !== undefined && { description }) })
}

/** Members of the request of any analysis other than its schedules. */
const others: Members = Object.assign(
  {},
  ...analyses.map(({ request }) => {
    const { options: _, tasks: __, ...rest } = membersOf(request)
    return rest
  }),
)

const optionsOf = ({ id, request, summary }: AnalysisRow): [string, TSchema][] => {
  const { options } = membersOf(request)
  return options === undefined ? [] : [[id, Type.Optional(loose(options, `Options of ${id}: ${summary}.`))]]
}

export const ReportRequest = Type.Object(
  {
    ...others,
    tasks: Type.Optional(
      taskList(0, 'The tasks of the schedule; or current_schedule has them, as in the request of a comparison.'),
    ),
    status_date: Type.Optional(statusDate('Several analyses need it.')),
    current_schedule: Type.Optional(loose(CurrentSchedule, 'The schedule, where it does not stand in tasks.')),
    baseline_schedule: Type.Optional(loose(BaselineSchedule)),
    schedule_history: Type.Optional(ScheduleHistory(false)),
    options: Type.Optional(
      Type.Object(Object.fromEntries(analyses.flatMap(optionsOf)), {
        description:
          'Options of each analysis, by its id. Absent: as in a call without options, but include_curves of analysis.cpm is true.',
      }),
    ),
  },
  { description: 'One schedule, and for comparisons those that it is compared with.' },
)
