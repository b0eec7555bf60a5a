/** Reports: several analyses of one schedule. */
import type { Analysis, AnalysisResult, BodyAt, FormAt, ReplyAt } from './analyses.ts'
import type { Call } from './transport.ts'

export const REPORT_PATH = '/api/v1/reports'

export type ReportBody = BodyAt<typeof REPORT_PATH>
export type ReportForm = FormAt<typeof REPORT_PATH>
export type ReportJobBody = BodyAt<`${typeof REPORT_PATH}/async`>
export type ReportJobForm = FormAt<`${typeof REPORT_PATH}/async`>
type Whole = ReplyAt<typeof REPORT_PATH>

/** The results by the ids of their analyses: those that were made, each as its own call answers it but for the metadata of a reply. */
type Results = { readonly [Id in Analysis]?: Omit<AnalysisResult<Id>, 'metadata'> & ResultMetadata }
type ResultMetadata = Pick<Whole['data']['results'][string], 'metadata'>
export type Report = Omit<Whole, 'data'> & { data: Omit<Whole['data'], 'results'> & { results: Results } }

export interface ReportOptions {
  /** In the order of the report. Absent: score, DCMA 14 points, critical path, logic and progress. */
  readonly analyses?: readonly Analysis[]
  readonly signal?: AbortSignal
}

export const reportCall = (body: NonNullable<Call['body']>, { analyses, signal }: ReportOptions = {}): Call => ({
  method: 'POST',
  path: REPORT_PATH,
  query: { analyses: analyses?.join() },
  body,
  signal,
})
