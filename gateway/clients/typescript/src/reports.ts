/** Reports: several analyses of one schedule. */
import type { Analysis } from './analyses.ts'
import type { paths } from './api.ts'
import type { Call } from './transport.ts'

const PATH = '/api/v1/reports'
type Post = paths[typeof PATH]['post']

export type ReportBody = NonNullable<Post['requestBody']>['content']['application/json']
export type Report = Post['responses'][200]['content']['application/json']

export interface ReportOptions {
  /** In the order of the report. Absent: score, DCMA 14 points, critical path, logic and progress. */
  readonly analyses?: readonly Analysis[]
  readonly signal?: AbortSignal
}

export const reportCall = (body: NonNullable<Call['body']>, { analyses, signal }: ReportOptions = {}): Call => ({
  method: 'POST',
  path: PATH,
  query: { analyses: analyses?.join() },
  body,
  signal,
})
