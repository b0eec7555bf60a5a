/** `data` of a report as JSON. */
import Type from 'typebox'
import { analyses } from '../analysis/analyses.ts'
import { ResultOfAnalysis } from '../endpoint/data/envelope-data.ts'
import { ENVELOPE_STATUSES } from '../envelope.ts'
import { OneOf } from '../schedule/containers.ts'

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
    reasons: Type.Array(Type.String(), {
      description: 'Why it was not run: what is missing or wrong, with its place.',
    }),
  },
  { $id: 'ReportedAnalysis', description: 'An analysis of a report, and how it came out.' },
)

export const ReportData = Type.Object(
  {
    analyses: Type.Array(ReportedAnalysis, { description: 'In the order of the query.' }),
    results: Type.Record(Type.String(), ResultOfAnalysis, {
      description: 'By the id of the analysis: what its own call answers, without what belongs to one reply.',
    }),
  },
  { $id: 'ReportData', description: 'Several analyses of one request.' },
)
