/** Name and path of the report of several analyses, for rows and replies. Its row is shared/contract/report/report-row.ts. */
export const REPORT_ID = 'reports.create'
export type ReportId = typeof REPORT_ID
export const REPORT_PATH = '/api/v1/reports'
