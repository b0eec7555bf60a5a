/** Body of a report: what its analyses take, in one. Which members an analysis reads is said by its own row. */
import Type, { type TSchema } from 'typebox'
import { type AnalysisRow, analyses } from '../analysis/analyses.ts'
import { contractDates } from '../endpoint/contract-dates.ts'
import { BaselineSchedule, CurrentSchedule, ScheduleHistory, statusDate } from '../schedule/containers.ts'
import { Day } from '../schedule/day.ts'
import { taskList } from '../schedule/task.ts'

/** A logo of some hundred kilobytes. */
const LOGO_CHARACTERS_MAX = 400_000

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

/** Member of `options` with what all analyses of a report that take contract dates get. */
export const OF_CONTRACT = 'contract'

const coverText = (description: string, maxLength = 200) => Type.Optional(Type.String({ maxLength, description }))

/** What stands on the cover of a claim or monthly report; nothing of it is computed. */
export const ReportCover = Type.Object(
  {
    title: coverText('Title; absent: that of the kind of report.'),
    project: coverText('Name of the project; absent: as the files have it.'),
    contract: coverText('Number or name of the contract.'),
    owner: coverText('The party called owner.'),
    contractor: coverText('The party called contractor.'),
    prepared_for: coverText('For whom it was made.'),
    author: coverText('Who made it and signs it.'),
    organisation: coverText('Organisation of the author.'),
    reference: coverText('Number of the report.'),
    report_date: Type.Optional(
      Day({ description: 'Date of the report. Absent: none is printed, since equal input gives equal bytes.' }),
    ),
    statement: coverText('What the author states above the signature.', 2_000),
    logo: Type.Optional(
      Type.String({
        maxLength: LOGO_CHARACTERS_MAX,
        description:
          'Logo of the author as a data URL of a PNG or JPEG, such as data:image/png;base64,iVBORw0KGgo... Other pictures are left out, and those of more than 10,000 pixels a side or 16,777,216 in all.',
      }),
    ),
  },
  { description: 'Cover of a claim or monthly report, as given.' },
)

/** How a monthly report is cut. */
export const LOOK_AHEAD_WEEKS = 4
export const GANTT_PAGES = 3
/** Sections of a monthly report, in their order. */
export const MONTHLY_SECTIONS = [
  'finish',
  'scores',
  'longest_path',
  'look_ahead',
  'milestones',
  'changes',
  'patterns',
  'resources',
  'gantt',
  'sources',
  'recompute',
] as const
export type MonthlySection = (typeof MONTHLY_SECTIONS)[number]
export const ReportLayout = Type.Object(
  {
    sections: Type.Optional(
      Type.Array(Type.Unsafe<MonthlySection>({ type: 'string', enum: MONTHLY_SECTIONS }), {
        minItems: 1,
        maxItems: MONTHLY_SECTIONS.length,
        description:
          'Sections of the monthly report, which keep their order. patterns: the patterns that change tracking found, with its score. Absent: all.',
      }),
    ),
    look_ahead_weeks: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 12, default: LOOK_AHEAD_WEEKS, description: 'Weeks of the look-ahead.' }),
    ),
    gantt_pages: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 40,
        default: GANTT_PAGES,
        description:
          'Most pages of the Gantt chart. Fewer than the tasks need: those farthest from the finish are left out, and counted.',
      }),
    ),
  },
  { description: 'How a monthly report is cut.' },
)

export const ReportRequest = Type.Object(
  {
    ...others,
    cover: Type.Optional(ReportCover),
    layout: Type.Optional(ReportLayout),
    tasks: Type.Optional(
      taskList(0, 'The tasks of the schedule; or current_schedule has them, as in the request of a comparison.'),
    ),
    status_date: Type.Optional(statusDate('Several analyses need it.')),
    current_schedule: Type.Optional(loose(CurrentSchedule, 'The schedule, where it does not stand in tasks.')),
    baseline_schedule: Type.Optional(loose(BaselineSchedule)),
    schedule_history: Type.Optional(ScheduleHistory(false)),
    options: Type.Optional(
      Type.Object(
        {
          [OF_CONTRACT]: Type.Optional(
            Type.Object(contractDates, {
              description:
                'Contract dates, once for all analyses of the report that take them. An option of an analysis itself wins.',
            }),
          ),
          ...Object.fromEntries(analyses.flatMap(optionsOf)),
        },
        {
          description:
            'Options of each analysis, by its id. Absent: as in a call without options, but include_curves of analysis.cpm is true.',
        },
      ),
    ),
  },
  { description: 'One schedule, and for comparisons those that it is compared with.' },
)
