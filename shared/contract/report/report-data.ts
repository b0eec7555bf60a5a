/** `data` of a report as JSON. */
import Type from 'typebox'
import { analyses } from '../analysis/analyses.ts'
import { ValidationPoint } from '../analysis/time-impact/data.ts'
import { ResultOfAnalysis } from '../endpoint/data/envelope-data.ts'
import { countOf } from '../endpoint/data/members.ts'
import { ENVELOPE_STATUSES } from '../envelope.ts'
import { OneOf } from '../schedule/containers.ts'
import { PAPERS, REPORT_KINDS, type ReportKind } from './report-query.ts'
import { ReportCover, ReportLayout } from './report-request.ts'

export const NOT_RUN = 'not_run'

const ReportedAnalysis = Type.Object(
  {
    analysis: OneOf(
      analyses.map(({ id }) => id),
      { description: 'Id of the analysis.' },
    ),
    title: Type.String({ description: 'What it is called.' }),
    status: OneOf([...ENVELOPE_STATUSES, NOT_RUN], {
      description: 'As in its result; not_run: it could not be made of this request, and reasons say why.',
    }),
    score: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'As in its result.' }),
    grade: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'As in its result.' }),
    summary: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'As in its result.' }),
    code: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Of an analysis that was not run: the code that its own call is refused with. Else null.',
    }),
    path: Type.String({ description: 'Path of its own call, which answers the same with the same input.' }),
    options: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The options that it was run with, as JSON, null where the request has none or it was not run.',
    }),
    input_sha256: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Hash of its part of the input, as in its result; null where it was not run.',
    }),
    baseline_dates: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'baseline_schedule where the tasks have no baseline dates of their own and were given those of the baseline beside them, by id; else null. Its own call answers the same with these dates as baseline_start and baseline_finish of the tasks.',
    }),
    schedules: Type.Array(Type.String(), {
      description:
        'Places of the schedules in its own call, in the order of the request; those of the report that it does not read are left out.',
    }),
    takes_events: Type.Boolean({ description: 'Whether its own call takes the delay events of the request.' }),
    reasons: Type.Array(Type.String(), {
      description: 'Why it was not run: what is missing or wrong, with its place.',
    }),
  },
  { $id: 'ReportedAnalysis', description: 'An analysis of a report, and how it came out.' },
)

const orNull = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description })

const ReportSource = Type.Object(
  {
    exhibit: Type.String({ description: 'Number under which the report names it: S1, S2 and so on.' }),
    schedule: Type.String({ description: 'Place of the schedule in the request.' }),
    role: OneOf(['baseline', 'update', 'current'], {
      description: 'baseline, update: compared with. current: the schedule that the report is about.',
    }),
    format: orNull('Format of the file; null: the schedule came as JSON or msgpack.'),
    project_name: orNull('Name of the project in the file; null if there is none.'),
    data_date: orNull('Data date that it was read with; null if there is none.'),
    task_count: countOf('Number of tasks.'),
    link_count: countOf('Number of links.'),
    file_sha256: orNull('SHA-256 of the bytes of the file, as sha256sum prints it; null: it came in a body.'),
    schedule_sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description:
        'SHA-256 of its tasks, links and their fields, its calendars and scheduling options as they were read: the same schedule in another file has the same one.',
    }),
    warning_count: countOf('Warnings of the reader, which metadata.import has.'),
    source_validation: Type.Array(ValidationPoint, {
      description:
        'Source validation of AACE 29R-03, as far as the schedule by itself shows it. Of a claim report; else empty, as for a schedule whose links form a cycle.',
    }),
  },
  { additionalProperties: false },
)

export const ReportData = Type.Object(
  {
    kind: Type.Unsafe<ReportKind | null>({
      type: ['string', 'null'],
      enum: [...REPORT_KINDS, null],
      description: 'As asked for; null: several analyses as they are.',
    }),
    paper: OneOf(PAPERS, { description: 'Paper that the pages are cut for.' }),
    commit: orNull('Commit of the service that computed it; null where the service was not told.'),
    cover: Type.Unsafe({
      ...ReportCover,
      type: ['object', 'null'],
      description: 'As sent; null without one.',
    }),
    layout: Type.Unsafe({
      ...ReportLayout,
      type: ['object', 'null'],
      description: 'As sent; null without one.',
    }),
    options: orNull('Options of the request, as JSON; null without any.'),
    delay_events: orNull('Delay events of the request as they were sent, as JSON; null without any.'),
    sources: Type.Array(ReportSource, {
      description:
        'The schedules that were read, earliest first; in the order of the request where they cannot be compared over time.',
    }),
    analyses: Type.Array(ReportedAnalysis, { description: 'In the order of the query.' }),
    results: Type.Record(Type.String(), ResultOfAnalysis, {
      description: 'By the id of the analysis: what its own call answers, without what belongs to one reply.',
    }),
  },
  { $id: 'ReportData', description: 'Several analyses of one request.' },
)
