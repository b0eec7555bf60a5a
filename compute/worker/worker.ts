/**
 * The worker thread: request bytes in, response bytes or the frame of a job out. Everything that takes time with a schedule
 * happens here: inflate, read, validate, analyse, write, compress. What comes and what goes is transferred, never cloned.
 */

import { move, transferableSymbol, valueSymbol } from 'piscina'
import { type WorkRow, workRow } from '../../shared/catalogue/catalogue.ts'
import { syncHint } from '../../shared/endpoint/analysis-row.ts'
import { type FileTarget, fileTarget } from '../../shared/endpoint/convert.ts'
import { type Refusal, refuse } from '../../shared/errors.ts'
import { chooseEncoding, chooseMediaType, MEDIA_TYPES, type MediaType } from '../../shared/negotiate.ts'
import { FILE_MEDIA_TYPES } from '../../shared/schedule/file-media-types.ts'
import { inputSha256 } from '../../shared/schedule/frame.ts'
import { admits, TASK_SUM_FACTOR } from '../../shared/tiers.ts'
import type { AgentTool } from '../../shared/tools/tool.ts'
import { toolOf } from '../../shared/tools/tool-of-row.ts'
import { answerMessage } from '../agent/message/answer-message.ts'
import { runTool, type ToolRun } from '../agent/message/run-tool.ts'
import { analysers } from '../engine/analysers.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { inflate } from '../engine/read/inflate.ts'
import { type ReadLimits, readRequest } from '../engine/read/read-request.ts'
import { type AnalysisInput, type AnalysisResult, isRefusal } from '../engine/result/result.ts'
import { compress } from '../engine/write/compress.ts'
import { writeData, writeReply } from '../engine/write/envelope.ts'
import { writeProjectFile } from '../engine/write/file/project-file.ts'
import { fingerprintOf, frameOf } from './submission.ts'
import { unpackHeader, type WorkAnswer, type WorkHeader, type WorkMessage, type WorkReply } from './work.ts'

/** A reply but for the time it took. */
type Made<Reply = WorkReply> = Reply extends WorkReply ? Omit<Reply, 'workerMs'> : never

const refused = (refusal: Refusal, taskCount = 0): Made => ({ kind: 'refusal', refusal, taskCount })

function make(header: WorkHeader, sent: Uint8Array, startedMs: number): Made {
  if (header.mode === 'inflate') return inflated(header, sent)
  return read(header, sent, startedMs)
}

/** What it is in truth is charged before anything is made of it: see pool.ts. */
function inflated(header: WorkHeader, sent: Uint8Array): Made {
  const body = inflate(sent, header.encoding!, header.payloadBytesMax)
  return body instanceof Uint8Array
    ? { kind: 'inflated', chunks: [body], taskCount: 0 }
    : refused(tierFacts(body, header))
}

function read(header: WorkHeader, body: Uint8Array, startedMs: number): Made {
  if (header.mode === 'fingerprint') {
    return { kind: 'fingerprint', fingerprint: fingerprintOf(header, body), taskCount: 0 }
  }
  if (header.mode === 'message') return messageReply(header, body, startedMs)
  if (header.mode === 'tool') return toolReply(toolOf(header.rowId), header, body, startedMs)
  const row = workRow(header.rowId)
  const isJob = header.mode === 'frame'
  const readAs = isJob ? { ...row, request: row.submission! } : row
  const input =
    header.file === undefined
      ? readRequest(readAs, body, header.mediaType, limitsOf(header))
      : readFileRequest(readAs, body, header.file, limitsOf(header), header.endpoint)
  if (!('schedules' in input)) return refused(input)
  if (!isJob) return answer(row, input, header, startedMs)
  const framed = frameOf(row, input, header)
  if ('code' in framed) return refused(framed, input.taskCount)
  return { kind: 'frame', ...framed, fingerprint: header.isKeyed === true ? fingerprintOf(header, body) : null }
}

const limitsOf = (header: WorkHeader): ReadLimits => ({
  tier: header.tier,
  taskCountMax: header.taskCountMax,
  taskSumMax: header.taskCountMax * TASK_SUM_FACTOR,
  syncTaskCountMax: header.syncTaskCountMax,
  asyncHint: header.syncHint,
})

const JSON_TYPE = MEDIA_TYPES[0]

function run(tool: AgentTool, header: WorkHeader, limits: ReadLimits, body: Uint8Array, startedMs: number): ToolRun {
  const { mediaType, today, requestId } = header
  return runTool(tool, {
    body,
    mediaType,
    limits,
    today,
    // the endpoint of a result is that of its analysis, whichever way it was asked for
    reply: () => ({ endpoint: tool.row.path, requestId, processingTimeMs: Math.round(performance.now() - startedMs) }),
  })
}

/** What a tool answers over HTTP: JSON, whatever is accepted. */
function toolReply(tool: AgentTool, header: WorkHeader, body: Uint8Array, startedMs: number): Made {
  const { outcome, taskCount } = run(tool, header, limitsOf(header), body, startedMs)
  if ('code' in outcome) return refused(outcome, taskCount)
  const packed = compress(outcome.structured, chooseEncoding(header.acceptEncoding))
  const { encoding, chunks } = packed
  const made: Made<WorkAnswer> = {
    kind: 'answer',
    contentType: JSON_TYPE,
    contentEncoding: encoding,
    chunks,
    taskCount,
  }
  return made
}

/** The gates that admission could not know of, in the order of the contract: window, tier, month, then what the reader sees. */
function gateOf(tool: AgentTool, { tier, message }: WorkHeader): Refusal | null {
  const { row } = tool
  const refusal = message!.toolRefusal
  // who may not call at all is not told of tiers
  if (refusal !== null && refusal.code !== 'month_exceeded') return refusal
  if (!admits(row.tier, tier)) return refuse('tier_forbidden', { what: row.path, needed: row.tier, tier })
  return refusal
}

function messageReply(header: WorkHeader, body: Uint8Array, startedMs: number): Made {
  const { headers } = header.message!
  const { tier } = header
  const reply = answerMessage(body, headers, {
    tier,
    run: (tool, args) => {
      const refusal = gateOf(tool, header)
      if (refusal !== null) return { outcome: refusal, taskCount: 0 }
      return run(tool, header, { ...limitsOf(header), asyncHint: syncHint(tool.row, tier) }, args, startedMs)
    },
  })
  const packed = compress(reply.chunks, chooseEncoding(header.acceptEncoding))
  return { kind: 'message', ...reply, contentEncoding: packed.encoding, chunks: packed.chunks }
}

function answer(row: WorkRow, input: AnalysisInput, header: WorkHeader, startedMs: number): Made {
  const target = row.id === 'schedules.convert' ? fileTarget(header.to, header.accept) : undefined
  if (target !== undefined) return fileAnswer(target, input, header)
  const result = analysers[row.id](input, { today: header.today })
  if (isRefusal(result)) return refused(result, input.taskCount)
  const mediaType = chooseMediaType(header.accept)
  const chunks = row.isAnalysis ? envelope(result, input, header, mediaType, startedMs) : writeData(result, mediaType)
  const packed = compress(chunks, chooseEncoding(header.acceptEncoding))
  const made: Made<WorkAnswer> = {
    kind: 'answer',
    contentType: mediaType,
    contentEncoding: packed.encoding,
    chunks: packed.chunks,
    taskCount: input.taskCount,
  }
  return made
}

/** A conversion to a project file. */
function fileAnswer(target: FileTarget, input: AnalysisInput, header: WorkHeader): Made {
  const { encoding, chunks } = compress(writeProjectFile(target, input), chooseEncoding(header.acceptEncoding))
  const made: Made<WorkAnswer> = {
    kind: 'answer',
    contentType: FILE_MEDIA_TYPES[target],
    contentEncoding: encoding,
    chunks,
    taskCount: input.taskCount,
  }
  return made
}

function envelope(
  result: AnalysisResult,
  input: AnalysisInput,
  header: WorkHeader,
  mediaType: MediaType,
  startedMs: number,
): Uint8Array<ArrayBuffer>[] {
  const { taskCount, ignoredFields, imports } = input
  const facts = { taskCount, inputSha256: inputSha256(input), ignoredFields, imports }
  return writeReply(result, facts, mediaType, () => ({
    endpoint: header.endpoint,
    requestId: header.requestId,
    processingTimeMs: Math.round(performance.now() - startedMs),
  }))
}

/** The inflater knows bytes, not tiers: its refusal is completed here. */
function tierFacts(refusal: Refusal, header: WorkHeader): Refusal {
  return refuse(refusal.code, { ...refusal.facts, tier: header.tier })
}

/** A body of one slab, as small ones are, is not copied. */
const joined = (slabs: readonly Uint8Array[]): Uint8Array => (slabs.length === 1 ? slabs[0]! : Buffer.concat(slabs))

export default function work(message: WorkMessage): unknown {
  const startedMs = performance.now()
  const made = make(unpackHeader(message.header), joined(message.slabs), startedMs)
  const reply: WorkReply = { ...made, workerMs: performance.now() - startedMs }
  if (!('chunks' in reply)) return reply
  // without move() piscina would hand over undefined for these fields
  return move({
    get [transferableSymbol]() {
      return reply.chunks.map(chunk => chunk.buffer as ArrayBuffer)
    },
    get [valueSymbol]() {
      return reply
    },
  })
}
