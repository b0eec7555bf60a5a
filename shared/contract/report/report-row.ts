/** The row of POST /api/v1/reports. It is made of the rows of the analyses, so it stands behind them. */

import { Envelope } from '../endpoint/data/envelope-data.ts'
import { REPORT_ID, REPORT_PATH } from '../endpoint/paths.ts'
import { FORM_MEDIA_TYPES, formsOf } from '../endpoint/result-forms.ts'
import { json, service } from '../endpoint/service/service-row.ts'
import { ReportData } from './report-data.ts'
import { ReportQuery } from './report-query.ts'
import { ReportRequest } from './report-request.ts'

export const reportRow = service(REPORT_ID, 'POST', REPORT_PATH, 'Several analyses as one report', {
  identity: 'key',
  meter: 'analysis',
  asyncTier: 'starter',
  query: ReportQuery,
  body: ReportRequest,
  reader: 'tolerant',
  takesFiles: true,
  description:
    'A summary, a table of contents, and each chosen analysis with its charts and tables, as one HTML file that loads nothing, as a Word document or a workbook by `Accept`; with `Accept: application/json` the results by the ids of their analyses. The schedule is read once. An analysis that misses something (a baseline, a status date) says so in its part, and takes no unit of the month in a synchronous call; when none can be made, the call is refused with what each misses. Each analysis counts as one call. `kind=claim` and `kind=monthly` make a report to sign: with a cover, numbered pages and what each figure is computed from.',
  replies: {
    200: {
      ...json(
        'The report as JSON, which `Accept: application/json` asks for; without `Accept` it is HTML.',
        Envelope(ReportData),
      ),
      otherMediaTypes: formsOf(REPORT_ID).map(form => FORM_MEDIA_TYPES[form]),
    },
  },
  refusals: ['quota_too_small'],
})
