/** Which document a report of a kind is. */
import type { ReportKind } from '../../../../shared/contract/report/report-query.ts'
import type { Document } from './blocks.ts'
import { claimDocument } from './claim.ts'
import type { Gathered } from './gathered.ts'

const DOCUMENTS: Readonly<Record<ReportKind, (report: Gathered) => Document>> = {
  claim: claimDocument,
  monthly: claimDocument,
}

/** undefined: the report is of no kind. */
export const documentOfKind = (report: Gathered): Document | undefined =>
  DOCUMENTS[report.own.text('data.kind') as ReportKind]?.(report)
