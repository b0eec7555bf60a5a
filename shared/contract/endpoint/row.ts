/**
 * One row per endpoint. Routing, the async variant, validation, tier refusals, recommended routes, OpenAPI, the agent
 * tools, metering labels, contract tests and load scenarios are read from the row.
 */
import type { TSchema } from 'typebox'
import type { ErrorCode } from '../error-rows.ts'
import type { TierName } from '../tiers.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * How a row reads a schedule (/docs/methods#faulty-input). strict: type, format, enum and range errors are 422.
 * tolerant: types, formats and enums are 422, ranges become findings. open: refused only for malformed JSON, tasks not
 * an array, an item not an object.
 */
export type InputKind = 'strict' | 'tolerant' | 'open'

/**
 * Which meter a call runs against. analysis: window and month. control: the wider window, no month. address: the window
 * of the caller's address, shared through Redis. process: an in-process window of the address, Redis never touched.
 */
type Meter = 'analysis' | 'control' | 'address' | 'process'

/**
 * key: API key or bearer. bearer: bearer only (/auth, /billing). subject: the same of a user who need not have signed up.
 * token: a shared secret in a header of its own, which the handler checks.
 */
export type Identity = 'none' | 'key' | 'bearer' | 'subject' | 'token'

export interface Reply {
  readonly description: string
  readonly schema?: TSchema
  /** Content type when it is not JSON. */
  readonly mediaType?: string
  /** Other forms that the caller may request. */
  readonly otherMediaTypes?: readonly string[]
  /** Additional headers of the reply. */
  readonly headers?: readonly ('Content-Range' | 'Conversion-Warnings')[]
  /** The schema has the refusals of this status too. */
  readonly hasRefusals?: true
}

export interface RowBase {
  /** Stable name: metering label, OpenAPI operationId, test folder. */
  readonly id: string
  readonly method: Method
  /** Path template with {parameters}. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** Lowest tier admitted. */
  readonly tier: TierName
  /**
   * It compares with a baseline; where none is sent, that of the file counts. dates: its dates are enough. schedule: it must be a schedule with links of
   * its own. alone: such a schedule, and no history is sent.
   */
  readonly comparesBaseline?: 'dates' | 'schedule' | 'alone'
  /** It answers with the best that it has found when the time of a call is nearly over. */
  readonly searches?: true
}

/** An endpoint the gateway answers itself, by the handler of the same id. */
export interface ServiceRow<Id extends string = string> extends RowBase {
  readonly kind: 'service'
  readonly id: Id
  readonly identity: Identity
  readonly meter: Meter
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** The body holds a schedule: a worker reads it (by this kind) and answers. Without it a body is small and read by pipeline/stages/receive.ts. */
  readonly reader?: InputKind
  /** For a row with a reader: project files are taken, too, as by every analysis. */
  readonly takesFiles?: true
  /**
   * The body holds a schedule somewhere, and a worker finds it. message: a JSON-RPC message, which may call a tool. tool: the arguments of
   * the tool that the path names; such a call goes to the row of its analysis.
   */
  readonly agent?: 'message' | 'tool'
  /** Scripts of pages that are not trusted are refused (shared/contract/origins.ts). */
  readonly isOriginChecked?: true
  /** No body, and null, are an object without members. */
  readonly isBodyOptional?: true
  /** The handler gets the bytes and checks them itself, since somebody has signed them or must prove first who he is. */
  readonly isBodyRaw?: true
  /** Also for an account that is suspended, since it is how that ends. */
  readonly admitsSuspended?: true
  /** The header Range can request a part of the body. */
  readonly hasRanges?: true
  /** Takes an Idempotency-Key. */
  readonly isIdempotent?: true
  /** For a row with a reader: also served as a job, at `path`/async, from this tier on. */
  readonly asyncTier?: TierName
  /** For such a row: a call is answered with `data` alone, though a job stores it in an envelope. */
  readonly answersData?: true
  /** For a row with a reader: the schedule is kept, and the answer names it. */
  readonly isKept?: true
  readonly replies: Readonly<Record<number, Reply>>
  /** Refusals of this row, in addition to those of its kind. */
  readonly refusals?: readonly ErrorCode[]
  /** Declared but not built: answers 501. The one mark of it. */
  readonly pending?: true
}

/** A path that was served once: 308 to its successor, or 410. */
export interface RetiredRow {
  readonly kind: 'retired'
  readonly path: string
  readonly status: 308 | 410
  readonly successor?: string
  readonly hint?: string
}
