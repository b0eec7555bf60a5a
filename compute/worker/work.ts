/** The message from the gateway to a worker: a small msgpack header and the body in slabs, both transferred. */
import { Packr } from 'msgpackr'
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import type { EndpointId } from '../../shared/contract/catalogue/catalogue.ts'
import type { ConvertTarget, FileTarget } from '../../shared/contract/endpoint/convert.ts'
import type { CatalogueId } from '../../shared/contract/endpoint/data/catalogue-words.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import type { MessageHeaders } from '../../shared/contract/mcp/protocol.ts'
import type { Paper, ReportKind } from '../../shared/contract/report/report-query.ts'
import { bodyBytesOf } from '../../shared/contract/schedule/frame.ts'
import { TASK_SUM_FACTOR, type TierName } from '../../shared/contract/tiers.ts'
import type { ScheduleDescription } from '../../shared/platform/jobs/schedule-store.ts'
import type { InlineWatching } from '../../shared/platform/process/inline-watch.ts'
import type { CalledTool } from '../agent/message/reply.ts'
import type { FileBody } from '../engine/read/file/read-file-request.ts'
import type { ReadLimits } from '../engine/read/read-request.ts'
import type { ToolOrder, ToolResume } from './tool-order.ts'

export type BodyMediaType = 'application/json' | 'application/msgpack'
export type BodyEncoding = 'gzip' | 'br' | 'zstd'

/**
 * inflate: decompress a body; a second message then sends it back. answer: analyse and return reply bytes. tool: the same for an agent tool.
 * message: answer a JSON-RPC message, which may call a tool. frame: convert the request to columns, for a job. load: convert a schedule to all its
 * columns, to keep it. fingerprint: only hash the request. render: write the stored result of a job, whose chunks are the slabs, in the form that
 * Accept requests. resume: write the answer of a tool whose order the gateway has carried out. The first slab is the outcome as JSON, the
 * others are chunks of a result.
 */
export type WorkMode =
  | 'inflate'
  | 'answer'
  | 'tool'
  | 'message'
  | 'resume'
  | 'frame'
  | 'load'
  | 'fingerprint'
  | 'render'

/** Modes whose reply is bytes, so that no part of the body is used after the call. */
export const isBytesOut = ({ mode }: Pick<WorkHeader, 'mode'>): boolean => mode === 'answer' || mode === 'tool'

export type { FileBody } from '../engine/read/file/read-file-request.ts'

/** What a worker needs to answer a message. Which analysis the message requests is known only from its body. */
export interface MessageContext {
  readonly headers: MessageHeaders
  /** Why tools may not be called; protocol messages are still answered. null: tools may be called. */
  readonly toolRefusal: Refusal | null
}

export interface WorkHeader {
  readonly mode: WorkMode
  /** Id of the row: that of the analysis, or that of the endpoint for messages. */
  readonly rowId: EndpointId
  /** In mode message. */
  readonly message?: MessageContext
  /** In mode tool: its name. */
  readonly tool?: string
  /** Place of a message on the board (call-board.ts). */
  readonly board?: number
  /** In mode resume. */
  readonly resume?: ToolResume
  readonly mediaType: BodyMediaType
  /** The body is a project file (the format is detected from its first bytes) or a form; mediaType is then ignored. */
  readonly file?: FileBody
  /** In mode load: the body was fetched from an address, so its own first bytes alone say what it is. */
  readonly isFetched?: true
  /** null: the body is not compressed. */
  readonly encoding: BodyEncoding | null
  /** Of a body that came compressed and has been inflated. */
  readonly sentBytes?: number
  /** Target format of a conversion. undefined: as Accept requests. */
  readonly to?: ConvertTarget
  /** Set for a conversion: the answer is what the file of this format would change. */
  readonly report?: FileTarget
  /** The table that an answer as CSV holds; undefined: the main one. */
  readonly table?: string
  /** Of a report: its analyses, and what else it is. */
  readonly analyses?: readonly AnalysisId[]
  readonly kind?: ReportKind
  readonly paper?: Paper
  /** The catalogue that the query of a call of checks names. */
  readonly catalogue?: CatalogueId
  readonly tier: TierName
  /** Limit of the inflated body. */
  readonly payloadBytesMax: number
  readonly taskCountMax: number
  /** Limit of a synchronous call, Infinity for a job; and the advice for larger ones. */
  readonly syncTaskCountMax: number
  readonly syncHint: string
  /** UTC day number of the request. */
  readonly today: number
  /** Copied into the answer. */
  readonly endpoint: string
  readonly requestId: string
  /** Accept and Accept-Encoding as sent. */
  readonly accept: string
  readonly acceptEncoding: string
  /** Of a call that searches: when its deadline is nearly over, a time of performance.timeOrigin + performance.now(). */
  readonly endsAtMs?: number
  /** Mode frame also returns the fingerprint of the body. */
  readonly isKeyed?: boolean
}

interface WorkUsage {
  /** Tasks of all schedules together; 0 when the request was refused before they were counted. */
  readonly taskCount: number
  /** Time the worker spent on the call. */
  readonly workerMs: number
}

export interface WorkAnswer extends WorkUsage {
  readonly kind: 'answer'
  readonly contentType: string
  readonly contentEncoding: string | null
  /** Units of the month that the answer takes; absent: 1. */
  readonly unitCount?: number
  /** Others that the form of the answer has. */
  readonly headers?: Readonly<Record<string, string>>
  readonly chunks: readonly Uint8Array[]
  /**
   * The chunks are lent by memory that threads write to: they hold until this is called, or else until the event loop turns; it then puts copies in
   * their place.
   */
  readonly giveBack?: (() => void) | undefined
  /** The tool that is metered as something else than its path says. */
  readonly called?: CalledTool
}

export interface WorkRefusal extends WorkUsage {
  readonly kind: 'refusal'
  readonly refusal: Refusal
}

export interface WorkFrame extends WorkUsage {
  readonly kind: 'frame'
  /** The frame as chunksOrWhole made it (shared/platform/jobs/chunks.ts), and its length. */
  readonly chunks: readonly Uint8Array[]
  readonly frameBytes: number
  /** Links of all schedules together. */
  readonly linkCount: number
  readonly callbackUrl: string | null
  /** Units of the month that the job takes; absent: 1. */
  readonly unitCount?: number
  /** null unless isKeyed. */
  readonly fingerprint: string | null
}

export interface WorkLoaded extends WorkUsage, ScheduleDescription {
  readonly kind: 'loaded'
  /** The frame as chunksOrWhole made it (shared/platform/jobs/chunks.ts), and its length. */
  readonly chunks: readonly Uint8Array[]
  readonly frameBytes: number
  /** null unless it was requested. */
  readonly fingerprint: string | null
}

/** The request says where its schedule is: that is to be fetched, and comes as another call. */
export interface WorkSource extends WorkUsage {
  readonly kind: 'source'
  readonly sourceUrl: string
  /** The fingerprint of the request; null unless it was asked for. */
  readonly fingerprint: string | null
}

/** The request names kept schedules: it is to come again with their frames. */
export interface WorkWants extends WorkUsage {
  readonly kind: 'wants'
  readonly scheduleIds: readonly string[]
  /** The body, in one piece. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

/** A tool needs the gateway: the order, and its frame in chunks. Its outcome goes to a thread again (mode resume). */
export interface WorkOrder extends WorkUsage {
  readonly kind: 'order'
  readonly order: ToolOrder
  readonly resume: ToolResume
  readonly chunks: readonly Uint8Array[]
}

export interface WorkFingerprint extends WorkUsage {
  readonly kind: 'fingerprint'
  /** Lower-case hexadecimal SHA-256 of path, media type and inflated body. */
  readonly fingerprint: string
}

interface WorkInflated extends WorkUsage {
  readonly kind: 'inflated'
  /** The inflated body, as one chunk. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

export interface WorkMessageReply extends WorkUsage {
  readonly kind: 'message'
  readonly status: number
  readonly contentEncoding: string | null
  /** JSON. Empty: the reply has no body. */
  readonly chunks: readonly Uint8Array[]
  /** null: a protocol message, which is free. */
  readonly called: CalledTool | null
  /** JSON text of the id of a request that its client does not want any more. */
  readonly cancels?: string
}

/** What a thread answers. */
export type ThreadReply =
  | WorkInflated
  | WorkWants
  | WorkOrder
  | WorkAnswer
  | WorkMessageReply
  | WorkFrame
  | WorkLoaded
  | WorkSource
  | WorkFingerprint
  | WorkRefusal
/** What a call comes to. */
export type WorkReply = Exclude<ThreadReply, WorkInflated | WorkWants | WorkOrder>

export interface WorkMessage {
  readonly header: Uint8Array<ArrayBuffer>
  /** The body in slabs, in the order of their arrival. */
  readonly slabs: readonly Uint8Array<ArrayBuffer>[]
  /** Kept schedules that the body names. */
  readonly kept: readonly KeptFrame[]
  /** The thread says here that it has begun (shared/platform/process/work-stamp.ts); shared memory. */
  readonly stamp: Float64Array
}

const packr = new Packr({ useRecords: false })

export const packHeader = (header: WorkHeader): Uint8Array<ArrayBuffer> => new Uint8Array(packr.pack(header))
export const unpackHeader = (bytes: Uint8Array): WorkHeader => packr.unpack(bytes) as WorkHeader

export const packKept = (kept: readonly KeptFrame[]): Uint8Array => packr.pack(kept)
/** In memory of its own: bytes may be those of shared memory. */
export const unpackKept = (bytes: Uint8Array): readonly KeptFrame[] =>
  packr.unpack(new Uint8Array(bytes)) as KeptFrame[]

// Frames of kept schedules that come with a call; the reader uses them in place of their ids.

/** A kept schedule as it is stored. chunks: null = the account keeps no such schedule. */
export interface KeptFrame {
  readonly scheduleId: string
  readonly chunks: readonly Uint8Array<ArrayBuffer>[] | null
  readonly frameBytes: number
}

/** What they would be as JSON. */
export const sentBytesOf = (frames: readonly KeptFrame[]): number =>
  bodyBytesOf(frames.reduce((sum, { frameBytes }) => sum + frameBytes, 0))

/** What the pool gives to each of its threads (workerData). */
export interface ThreadData {
  /** The memory of call-board.ts. */
  readonly boardMemory: SharedArrayBuffer
  /** Calls in the gateway's own thread. */
  readonly inlineCalls: InlineWatching
  readonly lane: 'small' | 'large'
}

// Replies of a thread before its time is known.

/** A reply without its workerMs. */
export type UntimedReply<Reply = ThreadReply> = Reply extends ThreadReply ? Omit<Reply, 'workerMs'> : never

export const refusalReply = (refusal: Refusal, taskCount = 0): UntimedReply => ({ kind: 'refusal', refusal, taskCount })

/** Limits of the reader from the header of a call. */
export const limitsOf = (header: WorkHeader): ReadLimits => ({
  tier: header.tier,
  taskCountMax: header.taskCountMax,
  taskSumMax: header.taskCountMax * TASK_SUM_FACTOR,
  syncTaskCountMax: header.syncTaskCountMax,
  asyncHint: header.syncHint,
  sentBytes: header.sentBytes,
})
