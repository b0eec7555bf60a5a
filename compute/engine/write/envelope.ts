/**
 * The result envelope as bytes, in two parts. writeEnvelope writes all that belongs to the result and stops inside
 * `metadata`, its last member; spliceTail writes the three members that belong to one reply and closes both. A stored
 * result is the first part, so the same result has the same bytes for every caller, at any time.
 */

import { byColumnKey } from '../../../shared/contract/endpoint/table-form.ts'
import {
  API_VERSION,
  type ReplyContext,
  type ResultContext,
  replyMetadata,
  statusOf,
} from '../../../shared/contract/envelope.ts'
import type { MediaType } from '../../../shared/contract/negotiate.ts'
import { type AnalysisResult, type ResultValue, Table, TableColumns } from '../result/result.ts'
import { ByteSink } from './byte-sink.ts'
import { ENGINE_VERSION } from './engine-version.ts'
import { JsonWriter } from './json-writer.ts'
import { MsgpackWriter } from './msgpack-writer.ts'
import { type TreeWriter, writtenCount } from './tree-writer.ts'

interface WrittenResult {
  /** Everything before the splice, in order; each owns its memory. */
  readonly chunks: Uint8Array<ArrayBuffer>[]
  readonly byteCount: number
}

type Members = Readonly<Record<string, ResultValue | undefined>>

const writerOf = (format: MediaType, sink: ByteSink): TreeWriter =>
  format === 'application/json' ? new JsonWriter(sink) : new MsgpackWriter(sink)

export const resultMetadata = (facts: ResultContext): Members => ({
  task_count: facts.taskCount,
  api_version: API_VERSION,
  engine_version: ENGINE_VERSION,
  input_sha256: facts.inputSha256,
  ignored_fields: facts.ignoredFields,
  import: facts.imports as ResultValue | undefined,
})

const REPLY_MEMBER_COUNT = Object.keys(replyMetadata({ endpoint: '', requestId: '', processingTimeMs: 0 })).length

/** Result members in the order in which they are written. */
export const resultMembers = (result: AnalysisResult, data: Members = result.data): Members => ({
  status: statusOf(
    result.findings.map(finding => finding.severity),
    result.skipped === true,
  ),
  score: result.score,
  grade: result.grade,
  summary: result.summary,
  breakdown: result.breakdown,
  findings: result.findings as unknown as ResultValue,
  recommendations: result.recommendations as unknown as ResultValue,
  data,
})

/** As a reply has them: tables in the requested form. */
export const replyMembers = (result: AnalysisResult): Members => resultMembers(result, inTheirForm(result.data))

/** `data` with the columns of the tables that are given so, each beside its list, which is empty. */
function inTheirForm(data: Members): Members {
  if (!hasTableByColumn(data)) return data
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      isByColumn(value)
        ? [
            [name, []],
            [byColumnKey(name), new TableColumns(value)],
          ]
        : [[name, value]],
    ),
  )
}

function hasTableByColumn(data: Members): boolean {
  for (const name in data) if (isByColumn(data[name])) return true
  return false
}

const isByColumn = (value: ResultValue | undefined): value is Table => value instanceof Table && value.isByColumn

/** Writes members without opening or closing their map. */
function writeInto(writer: TreeWriter, members: Members, isFirst: boolean): void {
  let isNext = isFirst
  for (const name in members) {
    const value = members[name]
    if (value === undefined) continue
    writer.key(name, isNext)
    writer.value(value)
    isNext = false
  }
}

/** send: takes each chunk as it fills, valid only during the call; the chunks returned are none then. */
export function writeEnvelope(
  result: AnalysisResult,
  facts: ResultContext,
  format: MediaType,
  send?: (chunk: Uint8Array) => void,
): WrittenResult {
  const sink = new ByteSink(send)
  writeResult(writerOf(format, sink), result, facts)
  const chunks = sink.finish()
  return { chunks, byteCount: chunks.reduce((sum, chunk) => sum + chunk.length, 0) }
}

/**
 * Both parts at once, for a reply that is made where its result is; `reply` is called when the result is written. isLent: the chunks are
 * valid until anything else is written in this thread.
 */
export function writeReply(
  result: AnalysisResult,
  facts: ResultContext,
  format: MediaType,
  reply: () => ReplyContext,
  isLent = false,
): Uint8Array<ArrayBuffer>[] {
  const sink = new ByteSink(undefined, isLent)
  const writer = writerOf(format, sink)
  writeResult(writer, result, facts)
  writeEnd(writer, reply())
  return isLent ? sink.lend() : sink.finish()
}

function writeResult(writer: TreeWriter, result: AnalysisResult, facts: ResultContext): void {
  const members = replyMembers(result)
  const metadata = resultMetadata(facts)
  writer.beginMap(writtenCount(members) + 1)
  writeInto(writer, members, true)
  writer.key('metadata', false)
  writer.beginMap(writtenCount(metadata) + REPLY_MEMBER_COUNT)
  writeInto(writer, metadata, true)
}

function writeEnd(writer: TreeWriter, facts: ReplyContext): void {
  writeInto(writer, replyMetadata(facts), false)
  writer.endMap()
  writer.endMap()
}

/** The bytes that follow those of writeEnvelope in a reply: the last members of metadata, and the ends of both maps. */
export function spliceTail(format: MediaType, facts: ReplyContext): Uint8Array<ArrayBuffer> {
  const sink = new ByteSink()
  writeEnd(writerOf(format, sink), facts)
  return sink.finish()[0]
}

/** `data` alone, for the endpoints whose answer is no envelope. */
export function writeData(result: AnalysisResult, format: MediaType): Uint8Array<ArrayBuffer>[] {
  const sink = new ByteSink()
  writerOf(format, sink).value(result.data)
  return sink.finish()
}
