/** The message between the gateway and a worker: a small msgpack header and the body in slabs beside it, both transferred. */
import { Packr } from 'msgpackr'
import type { EndpointId } from '../../shared/catalogue/catalogue.ts'
import type { ConvertTarget } from '../../shared/endpoint/convert.ts'
import type { Refusal } from '../../shared/errors.ts'
import type { MessageHeaders } from '../../shared/mcp/protocol.ts'
import type { TierName } from '../../shared/tiers.ts'
import type { CalledTool } from '../agent/message/reply.ts'
import type { FileBody } from '../engine/read/file/read-file-request.ts'

export type BodyMediaType = 'application/json' | 'application/msgpack'
export type BodyEncoding = 'gzip' | 'br' | 'zstd'

/**
 * inflate: the bytes of an encoded body, which another message brings back. answer: the result as reply bytes. tool: the same for an agent. message: a JSON-RPC message, which may call a tool. frame: the request as
 * columns, for a job. fingerprint: no more than its hash.
 */
export type WorkMode = 'inflate' | 'answer' | 'tool' | 'message' | 'frame' | 'fingerprint'

export type { FileBody } from '../engine/read/file/read-file-request.ts'

/** What a worker must know of a message, since which analysis it asks for stands in the body. */
export interface MessageFacts {
  readonly headers: MessageHeaders
  /** Why no tool is called; messages of the protocol are answered all the same. */
  readonly toolRefusal: Refusal | null
}

export interface WorkHeader {
  readonly mode: WorkMode
  /** Id of the row: the analysis, or that of the message. */
  readonly rowId: EndpointId
  /** Of a message. */
  readonly message?: MessageFacts
  readonly mediaType: BodyMediaType
  /** The body is a project file, told by its first bytes, or a form; mediaType then says nothing. */
  readonly file?: FileBody
  /** null = the body is sent as it is. */
  readonly encoding: BodyEncoding | null
  /** Of a conversion: form of the answer; undefined: as Accept asks. */
  readonly to?: ConvertTarget
  readonly tier: TierName
  /** Limit of the inflated body. */
  readonly payloadBytesMax: number
  readonly taskCountMax: number
  /** Limit of a synchronous call, Infinity for a job; what to do beyond it. */
  readonly syncTaskCountMax: number
  readonly syncHint: string
  /** UTC day number of the request. */
  readonly today: number
  /** Spliced into the answer. */
  readonly endpoint: string
  readonly requestId: string
  /** Accept and Accept-Encoding as sent. */
  readonly accept: string
  readonly acceptEncoding: string
  /** The fingerprint of the body is wanted beside its frame. */
  readonly isKeyed?: boolean
}

interface WorkFacts {
  /** Tasks of all schedules together; 0 when the reader did not get that far. */
  readonly taskCount: number
  /** Time the worker was busy with the call. */
  readonly workerMs: number
}

export interface WorkAnswer extends WorkFacts {
  readonly kind: 'answer'
  readonly contentType: string
  readonly contentEncoding: string | null
  readonly chunks: readonly Uint8Array[]
}

export interface WorkRefusal extends WorkFacts {
  readonly kind: 'refusal'
  readonly refusal: Refusal
}

export interface WorkFrame extends WorkFacts {
  readonly kind: 'frame'
  /** As they are stored (shared/jobs/chunks.ts); the length of the frame they make up. */
  readonly chunks: readonly Uint8Array[]
  readonly frameBytes: number
  /** Links of all schedules together. */
  readonly linkCount: number
  readonly callbackUrl: string | null
  /** null unless it was asked for. */
  readonly fingerprint: string | null
}

export interface WorkFingerprint extends WorkFacts {
  readonly kind: 'fingerprint'
  /** Lower-case hexadecimal SHA-256 of path, media type and inflated body. */
  readonly fingerprint: string
}

export interface WorkInflated extends WorkFacts {
  readonly kind: 'inflated'
  /** The body, in one piece. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

export interface WorkMessageReply extends WorkFacts {
  readonly kind: 'message'
  readonly status: number
  readonly contentEncoding: string | null
  /** JSON; none = no body. */
  readonly chunks: readonly Uint8Array[]
  /** null: a message of the protocol, which costs nothing. */
  readonly called: CalledTool | null
}

export type WorkReply = WorkInflated | WorkAnswer | WorkMessageReply | WorkFrame | WorkFingerprint | WorkRefusal

export interface WorkMessage {
  readonly header: Uint8Array<ArrayBuffer>
  /** The body in order, in slabs as they came. */
  readonly slabs: readonly Uint8Array<ArrayBuffer>[]
}

const packr = new Packr({ useRecords: false })

export const packHeader = (header: WorkHeader): Uint8Array<ArrayBuffer> => new Uint8Array(packr.pack(header))
export const unpackHeader = (bytes: Uint8Array): WorkHeader => packr.unpack(bytes) as WorkHeader
