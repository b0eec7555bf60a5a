/**
 * What a thread does with a call: request bytes in, response bytes or the frame of a job out. All expensive work on a schedule happens here:
 * inflate, read, validate, analyse, write, compress.
 */
import { bytesOf } from '../../shared/contract/bytes/bytes.ts'
import { type WorkRow, workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { type FileTarget, fileTarget, WARNINGS_HEADER } from '../../shared/contract/endpoint/convert.ts'
import { VALIDATE_DELIVERABLE_ID } from '../../shared/contract/endpoint/deliverable-formats.ts'
import { commitOf, type ReplyContext } from '../../shared/contract/envelope.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { chooseEncoding, chooseMediaType, type MediaType } from '../../shared/contract/negotiate.ts'
import { FILE_MEDIA_TYPES } from '../../shared/contract/schedule/file-formats.ts'
import { decodeFrame, inputSha256 } from '../../shared/contract/schedule/frame.ts'
import { answerBytesMax } from '../../shared/contract/tiers.ts'
import { frameOfChunks } from '../../shared/platform/jobs/chunks.ts'
import { CallTime } from '../../shared/platform/process/processor-time.ts'
import { analysers } from '../engine/analysers.ts'
import { withCatalogue } from '../engine/analysis/checks/own.ts'
import { conversionResult, toProjectFile } from '../engine/analysis/convert/to-project-file.ts'
import { warningsHeader } from '../engine/analysis/convert/warnings-header.ts'
import { type FormId, formRefusal } from '../engine/forms/result-form.ts'
import { beginCall, endCall } from '../engine/ids/short-arrays.ts'
import { formPieces } from '../engine/read/file/multipart.ts'
import { readFetched } from '../engine/read/file/read-fetched.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { inflate } from '../engine/read/inflate.ts'
import { type KeptSchedules, keptSchedule, SchedulesWanted } from '../engine/read/kept/kept-schedule.ts'
import { SourceWanted } from '../engine/read/kept/take-source.ts'
import { type ReadRow, readPlainRequest, readRequest } from '../engine/read/read-request.ts'
import { taskScanner } from '../engine/read/task-scanner.ts'
import { type AnalysisContext, type AnalysisInput, type AnalysisResult, isRefusal } from '../engine/result/result.ts'
import { unitCountOf, withChosen } from '../engine/several-analyses/report-analyser.ts'
import { threadKernel } from '../engine/wasm/kernel-instance.ts'
import { recoverScratch } from '../engine/write/byte-sink.ts'
import { compress } from '../engine/write/compress.ts'
import { writeData, writeReply } from '../engine/write/envelope.ts'
import { AnswerTooLarge, answerTooLarge, beginOutput } from '../engine/write/output-bound.ts'
import { giveBackUnshown } from '../engine/write/shown-buffers.ts'
import { tableModule } from '../engine/write/table-module.ts'
import { messageReply, orderedReply, toolCallReply } from './agent-replies.ts'
import { CallCancelled } from './call-board.ts'
import { formRequestOf, render, renderStored } from './render.ts'
import { fingerprintOf, frameOf, scheduleToKeep } from './submission.ts'
import {
  type FileBody,
  isBytesOut,
  type KeptFrame,
  limitsOf,
  refusalReply,
  sentBytesOf,
  type ThreadReply,
  type UntimedReply,
  type WorkAnswer,
  type WorkHeader,
} from './work.ts'

function replyTo(
  header: WorkHeader,
  slabs: readonly Uint8Array<ArrayBuffer>[],
  kept: KeptSchedules,
  startedMs: number,
  isOwned: boolean,
): UntimedReply {
  if (header.mode === 'render') return renderStored(slabs, header)
  if (header.mode === 'resume') return orderedReply(header, slabs, startedMs)
  const sent = slabs.length === 1 ? slabs[0]! : joined(slabs, isOwned)
  if (header.mode === 'inflate') return inflated(header, sent)
  try {
    return readBody(header, sent, kept, startedMs, isOwned || slabs.length > 1)
  } catch (error) {
    if (error instanceof SourceWanted) {
      const { sourceUrl } = error
      return { kind: 'source', sourceUrl, fingerprint: keyedFingerprint(header, sent), taskCount: 0 }
    }
    // nobody reads it: the gateway has ended the call
    if (error instanceof CallCancelled) return refusalReply(refuse('internal'))
    if (!(error instanceof SchedulesWanted)) throw error
    return { kind: 'wants', scheduleIds: error.scheduleIds, chunks: [sent], taskCount: 0 }
  }
}

/** A separate message, because the inflated size is charged before the body is read: see pool.ts. */
function inflated(header: WorkHeader, sent: Uint8Array): UntimedReply {
  const body = inflate(sent, header.encoding!, header.payloadBytesMax)
  return body instanceof Uint8Array
    ? { kind: 'inflated', chunks: [body], taskCount: 0 }
    : refusalReply(withTier(body, header))
}

function readBody(
  header: WorkHeader,
  body: Uint8Array<ArrayBuffer>,
  kept: KeptSchedules,
  startedMs: number,
  isOwned: boolean,
): UntimedReply {
  if (header.mode === 'fingerprint') {
    return { kind: 'fingerprint', fingerprint: fingerprintOf(header, body), taskCount: 0 }
  }
  if (header.mode === 'message') return messageReply(header, body, kept, startedMs)
  if (header.mode === 'tool') return toolCallReply(header, body, kept, startedMs)
  const row = workRow(header.rowId)
  const isJob = header.mode === 'frame'
  const readAs = isJob ? { ...row, request: row.submission! } : row
  const read = readInput(readAs, header, body, kept)
  if (!('schedules' in read)) return refusalReply(read)
  const input = withCatalogue(header.analyses === undefined ? read : withChosen(read, header), header.catalogue)
  if (header.mode === 'load') {
    const fingerprint = keyedFingerprint(header, body)
    return { kind: 'loaded', ...scheduleToKeep(row, input, header), fingerprint, taskCount: input.taskCount }
  }
  const fingerprint = isJob ? keyedFingerprint(header, body) : null
  // analysis and frame need as much memory again, and nothing of the body; what readers of files keep of it is theirs to say
  if (isOwned && header.file === undefined) giveBack(body)
  if (!isJob) return answer(row, input, header, startedMs)
  const framed = frameOf(row, input, header)
  if ('code' in framed) return refusalReply(framed, input.taskCount)
  return { kind: 'frame', ...framed, fingerprint }
}

function readInput(row: ReadRow, header: WorkHeader, body: Uint8Array, kept: KeptSchedules): AnalysisInput | Refusal {
  const { rowId, file, mediaType, endpoint } = header
  const limits = limitsOf(header)
  if (rowId === VALIDATE_DELIVERABLE_ID && file !== undefined) return inputOfDelivered(body, file, header.mode)
  if (file === undefined) return readRequest(row, body, mediaType, limits, kept)
  // what was fetched does not say where it is in turn
  if (header.isFetched) return readFetched(workRow('schedules.convert'), body, file, limits, endpoint)
  return readFileRequest(row, body, file, limits, endpoint, kept)
}

/** A file for an authority is no schedule, and is looked at as it is; a job has it as text. */
function inputOfDelivered(body: Uint8Array, { boundary }: FileBody, mode: WorkHeader['mode']): AnalysisInput {
  const parts = boundary === null ? [body] : formPieces(body, boundary)
  const file = parts.at(-1) ?? new Uint8Array()
  const params = mode === 'frame' ? { content: Buffer.from(file).toString('base64'), encoding: 'base64' } : { file }
  return { params, schedules: new Map(), ignoredFields: [], meantFields: {}, taskCount: 0, taskCountLargest: 0 }
}

const keyedFingerprint = (header: WorkHeader, body: Uint8Array): string | null =>
  header.isKeyed === true ? fingerprintOf(header, body) : null

function answer(row: WorkRow, input: AnalysisInput, header: WorkHeader, startedMs: number): UntimedReply {
  if (row.id === 'schedules.convert') {
    const target = header.report === undefined ? fileTarget(header.to, header.accept) : undefined
    if (target !== undefined) return fileAnswer(target, input, header, row)
  }
  const form = row.isEnvelope ? formRequestOf(row.id as FormId, header) : undefined
  const formRefused = form === undefined ? undefined : formRefusal(form)
  if (formRefused !== undefined) return refusalReply(formRefused, input.taskCount)
  const result =
    header.report === undefined
      ? analysers[row.id](input, { today: header.today, ...commitOf(process.env), ...timeOf(header) })
      : conversionResult(header.report, input, row)
  if (isRefusal(result)) return refusalReply(result, input.taskCount)
  const units = header.analyses === undefined ? {} : { unitCount: unitCountOf(result) }
  if (form !== undefined)
    return {
      ...render(envelope(result, input, header, 'application/json', startedMs), form, header, input.taskCount),
      ...units,
    }
  const mediaType = chooseMediaType(header.accept)
  const chunks = row.isEnvelope
    ? envelope(result, input, header, mediaType, startedMs, true)
    : writeData(result, mediaType)
  const packed = compress(chunks, chooseEncoding(header.acceptEncoding))
  const made: UntimedReply<WorkAnswer> = {
    kind: 'answer',
    contentType: mediaType,
    contentEncoding: packed.encoding,
    chunks: packed.chunks,
    taskCount: input.taskCount,
    ...units,
  }
  return made
}

const timeOf = ({ endsAtMs }: WorkHeader): Pick<AnalysisContext, 'isTimeUp'> =>
  endsAtMs === undefined ? {} : { isTimeUp: () => performance.timeOrigin + performance.now() > endsAtMs }

/** A conversion to a project file. */
function fileAnswer(target: FileTarget, input: AnalysisInput, header: WorkHeader, row: WorkRow): UntimedReply {
  const file = toProjectFile(target, input, row)
  const warnings = warningsHeader(file.report)
  const { encoding, chunks } = compress(file.chunks, chooseEncoding(header.acceptEncoding))
  const made: UntimedReply<WorkAnswer> = {
    kind: 'answer',
    contentType: FILE_MEDIA_TYPES[target],
    contentEncoding: encoding,
    ...(warnings === undefined ? {} : { headers: { [WARNINGS_HEADER]: warnings } }),
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
  isLent = false,
): Uint8Array<ArrayBuffer>[] {
  const { taskCount, ignoredFields, imports } = input
  const facts = { taskCount, inputSha256: inputSha256(input), ignoredFields, imports }
  // the reply takes as much memory as the body
  giveBackUnshown(result)
  const reply = (): ReplyContext => ({
    endpoint: header.endpoint,
    requestId: header.requestId,
    processingTimeMs: Math.round(performance.now() - startedMs),
  })
  return writeReply(result, facts, mediaType, reply, isLent)
}

/** The inflater does not know the tier; it is added to its refusal here. */
function withTier(refusal: Refusal, header: WorkHeader): Refusal {
  return refuse(refusal.code, { ...refusal.details, tier: header.tier })
}

/** Gives an owned slab back once it is copied: else the body would lie here twice. */
function joined(slabs: readonly Uint8Array<ArrayBuffer>[], isOwned: boolean): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(bytesOf(slabs))
  let at = 0
  for (const slab of slabs) {
    body.set(slab, at)
    at += slab.length
    if (isOwned) giveBack(slab)
  }
  return body
}

/** The memory of bytes that nobody looks at any more: at once, where a collection may come late. */
const giveBack = ({ buffer }: Uint8Array<ArrayBuffer>): void => void buffer.transfer(0)

/** Compiles the modules in WebAssembly, which takes longer than many small calls: while the thread starts. */
export function prepareThread(): void {
  taskScanner()
  threadKernel()
  tableModule()
}

type Answer = (
  header: WorkHeader,
  slabs: readonly Uint8Array<ArrayBuffer>[],
  kept: readonly KeptFrame[],
  startedMs: number,
) => ThreadReply

/** What is lent of the reply holds until the next call of this thread. The slabs stay the caller's. */
export const answerCall: Answer = (header, slabs, kept, startedMs) => answered(header, slabs, kept, startedMs, false)

/** Answers with slabs that are taken over: their memory is given back as soon as they are read. */
export const answerOwnedCall: Answer = (header, slabs, kept, startedMs) =>
  answered(header, slabs, kept, startedMs, true)

function answered(
  header: WorkHeader,
  slabs: readonly Uint8Array<ArrayBuffer>[],
  kept: readonly KeptFrame[],
  startedMs: number,
  isOwned: boolean,
): ThreadReply {
  beginCall(isBytesOut(header))
  const reply = withinBound(header, bytesOf(slabs), kept, () =>
    replyTo(header, slabs, keptOf(kept), startedMs, isOwned),
  )
  endCall()
  return { ...reply, workerMs: callTime.of(performance.now() - startedMs) }
}

/** A call that would write more than it may is refused. A stored result was bounded when it was made, so its bytes are not asked for. */
function withinBound<Reply extends UntimedReply | undefined>(
  { mode, tier, sentBytes: compressedBytes = Number.POSITIVE_INFINITY }: WorkHeader,
  sentBytes: number,
  kept: readonly KeptFrame[],
  work: () => Reply,
): Reply | UntimedReply {
  const bodyBytes =
    mode === 'render' || mode === 'resume' ? undefined : Math.min(sentBytes, compressedBytes) + sentBytesOf(kept)
  beginOutput(answerBytesMax(tier, bodyBytes))
  try {
    return work()
  } catch (error) {
    recoverScratch()
    if (error instanceof AnswerTooLarge) return refusalReply(answerTooLarge(error, tier, bodyBytes))
    throw error
  } finally {
    beginOutput(Number.POSITIVE_INFINITY)
  }
}

const keptOf = (frames: readonly KeptFrame[]): KeptSchedules =>
  new Map(
    frames.map(({ scheduleId, chunks, frameBytes }) => [
      scheduleId,
      chunks === null ? null : keptSchedule(decodeFrame(frameOfChunks(chunks, frameBytes)).input),
    ]),
  )

/** Processor time of the calls of this thread. */
const callTime = new CallTime()

/** Answers a call with a plain body in the thread of a gateway (inline-calls.ts); undefined: what it asks for could take long, or needs a kept schedule. */
export function answerPlainCall(
  header: WorkHeader,
  body: Uint8Array<ArrayBuffer>,
  startedMs: number,
): ThreadReply | undefined {
  beginCall(isBytesOut(header))
  const row = workRow(header.rowId)
  try {
    const read = readPlainRequest(row, body, header.mediaType, limitsOf(header), keptOf([]))
    if (read === undefined) return undefined
    const reply =
      'schedules' in read
        ? withinBound(header, body.byteLength, [], () => answer(row, read, header, startedMs))
        : refusalReply(read)
    return { ...reply, workerMs: performance.now() - startedMs }
  } catch (error) {
    if (error instanceof SchedulesWanted) return undefined
    throw error
  }
}
