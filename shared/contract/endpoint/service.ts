/** The endpoints the gateway answers itself, in the order of the documents. A row marked pending answers 501 until its issue builds it. */
import type { Static, TSchema } from 'typebox'
import type { DeliverableId, ValidateDeliverableId } from './deliverable-formats.ts'
import type { AllocationId, ReportId } from './paths.ts'
import type { Identity, InputKind, ServiceRow } from './row.ts'
import { accountRows, contactRows, signInRows, trialRows } from './service/account-rows.ts'
import { agentRows } from './service/agent-rows.ts'
import { billingRows } from './service/billing-rows.ts'
import { jobRows } from './service/job-rows.ts'
import { keyRows } from './service/key-rows.ts'
import { publicRows } from './service/public-rows.ts'
import { scheduleRows } from './service/schedule-rows.ts'

const rows = [
  ...publicRows,
  ...accountRows,
  ...scheduleRows,
  ...jobRows,
  ...trialRows,
  ...signInRows,
  ...keyRows,
  ...billingRows,
  ...contactRows,
  ...agentRows,
]

type Row = (typeof rows)[number]
/** Rows with a folder of their own (shared/contract/report/, allocation/, deliverables/): those of a report and of an allocation are made of those of the analyses. */
type ElsewhereId = ReportId | AllocationId | DeliverableId | ValidateDeliverableId
export type ServiceId = Row['id'] | ElsewhereId
/** Their body holds a schedule, and a worker answers. */
export type ReaderId = Extract<Row, { readonly reader: InputKind }>['id'] | ElsewhereId
/** Their body may hold a schedule somewhere, and a worker finds it. */
type AgentId = Extract<Row, { readonly agent: string }>['id']
/** Those that a handler of the gateway answers. */
export type HandledId = Exclude<ServiceId, ReaderId | AgentId>
/** Service rows with this kind of identity. */
export type HandledIdOf<Needed extends Identity> = Extract<
  Row,
  { readonly id: HandledId; readonly identity: Needed }
>['id']

type RowOf<Id extends ServiceId> = Extract<Row, { readonly id: Id }>
/** The value of the body that a row takes, as its schema has it. */
export type BodyOf<Id extends ServiceId> =
  RowOf<Id> extends { readonly isBodyRaw: true }
    ? undefined
    : RowOf<Id> extends { readonly body: infer Body extends TSchema }
      ? Static<Body>
      : undefined
/** The values of its query. */
export type QueryOf<Id extends ServiceId> =
  RowOf<Id> extends { readonly query: infer Query extends TSchema } ? Static<Query> : object
/** The parts of a path that its template names, as they were sent. */
export type ParamsOf<Id extends ServiceId> =
  RowOf<Id> extends { readonly params: infer Params extends TSchema }
    ? Readonly<Record<keyof Static<Params>, string>>
    : object

export const serviceRows: readonly ServiceRow<ServiceId>[] = rows

type ReaderRow = ServiceRow<ReaderId> & Required<Pick<ServiceRow, 'body' | 'reader'>>

export const isReaderRow = (row: ServiceRow<ServiceId>): row is ReaderRow =>
  row.body !== undefined && row.reader !== undefined
