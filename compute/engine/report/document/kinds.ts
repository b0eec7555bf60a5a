/** Which document a report of a kind is. */
import type { ReportKind } from '../../../../shared/contract/report/report-query.ts'
import { visitResult } from '../../write/stored/visit-result.ts'
import type { Document } from './blocks.ts'
import { claimDocument } from './claim.ts'
import { Gathered } from './gathered.ts'
import { monthlyDocument } from './monthly.ts'
import { plainDocument } from './plain.ts'

const DOCUMENTS: Readonly<Record<ReportKind, (report: Gathered) => Document>> = {
  claim: claimDocument,
  monthly: monthlyDocument,
}

const documentOf = (report: Gathered) => DOCUMENTS[report.own.text('data.kind') as ReportKind]

/** undefined: the report is of no kind, so its page is made of the pages of its analyses. */
export const documentOfKind = (report: Gathered): Document | undefined => documentOf(report)?.(report)

/** chunks: a report as JSON. hasAll: with all rows, as a workbook has them. */
export function reportDocument(chunks: Iterable<Uint8Array>, hasAll: boolean): Document {
  const report = hasAll ? new Gathered(Number.POSITIVE_INFINITY) : new Gathered()
  visitResult(chunks, report)
  return (documentOf(report) ?? plainDocument)(report)
}
