/**
 * The worker thread: request bytes in, response bytes out. Everything that takes time with a schedule happens here:
 * inflate, read, validate, analyse, write, compress. The body and the answer are transferred, never cloned.
 */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { workRow } from '../shared/endpoint/catalogue.ts'
import { type Refusal, refuse } from '../shared/errors.ts'
import { chooseEncoding, chooseMediaType, type MediaType } from '../shared/negotiate.ts'
import { inputSha256 } from '../shared/schedule/frame.ts'
import { TASK_SUM_FACTOR } from '../shared/tiers.ts'
import { analysers } from './analysers.ts'
import { inflate } from './read/inflate.ts'
import { readRequest } from './read/read-request.ts'
import { type AnalysisInput, type AnalysisResult, isRefusal } from './result.ts'
import { unpackHeader, type WorkHeader, type WorkMessage, type WorkReply } from './work.ts'
import { compress } from './write/compress.ts'
import { spliceTail, writeData, writeEnvelope } from './write/envelope.ts'

type Answer =
  | { refusal: Refusal; taskCount: number }
  | { contentType: string; contentEncoding: string | null; chunks: Uint8Array[]; taskCount: number }

function answer(header: WorkHeader, sent: Uint8Array, startedMs: number): Answer {
  const row = workRow(header.rowId)
  const refused = (refusal: Refusal, taskCount = 0) => ({ refusal, taskCount })
  let body = sent
  if (header.encoding !== null) {
    const inflated = inflate(sent, header.encoding, header.payloadBytesMax)
    if (!(inflated instanceof Uint8Array)) return refused(tierFacts(inflated, header))
    body = inflated
  }
  const input = readRequest(row, body, header.mediaType, {
    tier: header.tier,
    taskCountMax: header.taskCountMax,
    taskSumMax: header.taskCountMax * TASK_SUM_FACTOR,
    syncTaskCountMax: header.syncTaskCountMax,
    asyncHint: header.syncHint,
  })
  if (!('schedules' in input)) return refused(input)
  const result = analysers[row.id]!(input, { today: header.today })
  if (isRefusal(result)) return refused(result, input.taskCount)
  const mediaType = chooseMediaType(header.accept)
  const chunks = row.isAnalysis ? envelope(result, input, header, mediaType, startedMs) : writeData(result, mediaType)
  const encoding = chooseEncoding(header.acceptEncoding)
  const packed = compress(chunks, encoding)
  return { contentType: mediaType, contentEncoding: packed.encoding, chunks: packed.chunks, taskCount: input.taskCount }
}

function envelope(
  result: AnalysisResult,
  input: AnalysisInput,
  header: WorkHeader,
  mediaType: MediaType,
  startedMs: number,
): Uint8Array<ArrayBuffer>[] {
  const facts = { taskCount: input.taskCount, inputSha256: inputSha256(input), ignoredFields: input.ignoredFields }
  const { chunks } = writeEnvelope(result, facts, mediaType)
  const tail = spliceTail(mediaType, {
    endpoint: header.endpoint,
    requestId: header.requestId,
    processingTimeMs: Math.round(performance.now() - startedMs),
  })
  return [...chunks, tail]
}

/** The inflater knows bytes, not tiers: its refusal is completed here. */
function tierFacts(refusal: Refusal, header: WorkHeader): Refusal {
  return refuse(refusal.code, { ...refusal.facts, tier: header.tier })
}

/** A body of one slab, as small ones are, is not copied. */
const joined = (slabs: readonly Uint8Array[]): Uint8Array => (slabs.length === 1 ? slabs[0]! : Buffer.concat(slabs))

export default function work(message: WorkMessage): unknown {
  const startedMs = performance.now()
  const made = answer(unpackHeader(message.header), joined(message.slabs), startedMs)
  const workerMs = performance.now() - startedMs
  const reply: WorkReply =
    'refusal' in made ? { kind: 'refusal', workerMs, ...made } : { kind: 'answer', workerMs, ...made }
  if (reply.kind === 'refusal') return reply
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
