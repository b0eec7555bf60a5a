/** Path of the service for an analysis that this process runs. */
import { type AnalysisId, analysisRow } from '../../shared/analysis/analyses.ts'
import { REPORT_ID, REPORT_PATH, type ReportId } from '../../shared/endpoint/report-path.ts'

export const endpointPath = (id: AnalysisId | ReportId): string =>
  id === REPORT_ID ? REPORT_PATH : analysisRow(id).path
