/** All rows, frozen: analyses, service rows, retired paths. Routing, OpenAPI, tools, docs and tests read them here or in the list of their kind. */
import type { TSchema } from 'typebox'
import { allocationRow } from '../allocation/allocation-row.ts'
import { type AnalysisId, type AnalysisRow, analyses } from '../analysis/analyses.ts'
import { deliverableRows } from '../deliverables/rows.ts'
import { validateDeliverableRow } from '../deliverables/validate-row.ts'
import { submissionBody } from '../endpoint/data/job-data.ts'
import { retiredRows } from '../endpoint/retired.ts'
import type { InputKind, RetiredRow, ServiceRow } from '../endpoint/row.ts'
import { isReaderRow, type ReaderId, type ServiceId, serviceRows } from '../endpoint/service.ts'
import { reportRow } from '../report/report-row.ts'

export type EndpointRow = ServiceRow<ServiceId> | AnalysisRow | RetiredRow
export type EndpointId = AnalysisId | ServiceId
/** Id of a row whose body holds a schedule. */
export type WorkId = AnalysisId | ReaderId

/** Rows of endpoints that are no analyses. */
const services: readonly ServiceRow<ServiceId>[] = [
  reportRow,
  allocationRow,
  ...deliverableRows,
  validateDeliverableRow,
  ...serviceRows,
]

export const catalogue: readonly EndpointRow[] = Object.freeze([...analyses, ...services, ...retiredRows])

/** What a worker must know of a row whose body holds a schedule. */
export interface WorkRow {
  readonly id: WorkId
  readonly request: TSchema
  /** Body of the async variant. */
  readonly submission?: TSchema
  readonly columns?: AnalysisRow['columns']
  readonly comparesBaseline?: AnalysisRow['comparesBaseline']
  readonly input: InputKind
  /** The answer is the result envelope; else it is `data` alone. */
  readonly isEnvelope: boolean
}

const workRows: readonly WorkRow[] = [
  ...analyses.map(({ id, request, columns, comparesBaseline, input }) => ({
    id,
    request,
    submission: submissionBody(request),
    ...(columns === undefined ? {} : { columns }),
    ...(comparesBaseline === undefined ? {} : { comparesBaseline }),
    input,
    isEnvelope: true,
  })),
  ...services.filter(isReaderRow).map(({ id, body, reader, comparesBaseline, asyncTier, answersData }) => ({
    id,
    request: body,
    ...(comparesBaseline === undefined ? {} : { comparesBaseline }),
    ...(asyncTier === undefined ? {} : { submission: submissionBody(body) }),
    input: reader,
    // what runs as a job is stored as an envelope
    isEnvelope: asyncTier !== undefined && answersData !== true,
  })),
]
const searchIds: ReadonlySet<EndpointId> = new Set(
  [...analyses, ...services].flatMap(({ id, searches }) => (searches ? [id] : [])),
)
export const isSearch = (id: EndpointId): boolean => searchIds.has(id)

const workRowById = new Map<EndpointId, WorkRow>(workRows.map(row => [row.id, row]))

export function workRow(id: EndpointId): WorkRow {
  const row = workRowById.get(id)
  if (row === undefined) throw new Error(`no row whose body holds a schedule is called ${id}`)
  return row
}

/** Rows that have a method, in the order of their pages. */
export const METHOD_IDS: readonly WorkId[] = [...analyses.map(({ id }) => id), 'resources.allocate']
