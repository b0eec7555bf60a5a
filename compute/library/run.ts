/** One request to the engine in this process, from files in memory to the bytes of the reply: what the command line, the library and a page without a service share. */
import { type AnalysisId, analysisRow } from '../../shared/contract/analysis/analyses.ts'
import { type WorkRow, workRow } from '../../shared/contract/catalogue/catalogue.ts'
import {
  type DeliverableId,
  deliverableOf,
  deliverablePath,
} from '../../shared/contract/endpoint/deliverable-formats.ts'
import { REPORT_ID, REPORT_PATH, type ReportId } from '../../shared/contract/endpoint/paths.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import type { ReportChoice } from '../../shared/contract/report/report-query.ts'
import { inputSha256 } from '../../shared/contract/schedule/frame.ts'
import type { AnalysisInput } from '../../shared/contract/schedule/input.ts'
import { analysers } from '../engine/analysers.ts'
import { planOf } from '../engine/read/body-plan.ts'
import { containersOf } from '../engine/read/file/containers.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { NO_LIMITS, readRequest } from '../engine/read/read-request.ts'
import { isRefusal } from '../engine/result/result.ts'
import { withChosen } from '../engine/several-analyses/report-analyser.ts'
import { writeReply } from '../engine/write/envelope.ts'

/** A schedule for one place of the request: "tasks", "baseline_schedule" and so on; null: it is the whole body, as JSON. */
export interface Part {
  readonly name: string | null
  readonly bytes: Uint8Array
}

/** Other members by dotted name, as text: "current_schedule.status_date", "project"; options as one text of JSON. */
export type Members = Readonly<Record<string, string>>

export interface Request {
  readonly parts: readonly Part[]
  readonly members: Members
}

/** Days since 1970-01-01, UTC. */
export type Day = number
const DAY_MS = 86_400_000
export const dayOf = (ms: number): Day => Math.floor(ms / DAY_MS)

/** In metadata.request_id of a reply that no service made. */
export const REQUEST_ID = 'local'

/** What can be run here. */
export type RunId = AnalysisId | ReportId | DeliverableId

/** Path of the service for what is run here. */
export function endpointPath(id: RunId): string {
  const deliverable = deliverableOf(id)
  if (deliverable !== undefined) return deliverablePath(deliverable.name)
  return id === REPORT_ID ? REPORT_PATH : analysisRow(id as AnalysisId).path
}

/** Why files cannot be placed in a request. */
export class WrongCount extends Error {}

const containerNames = (id: RunId): string[] => containersOf(planOf(workRow(id).request).root).map(({ name }) => name)

/** Whether one file may be the whole request of a comparison: JSON with all its schedules. */
export const comparesOnly = (id: RunId): boolean => !containerNames(id).includes('tasks')

/** Name of the place of each file in the request of an analysis, by their order, the oldest first. */
export function placesOf(id: RunId, fileCount: number): string[] {
  const names = containerNames(id)
  if (fileCount === 0) throw new WrongCount(`${id} needs a file.`)
  const takesBaseline = names.includes('baseline_schedule')
  const isOfOne = names.includes('tasks')
  const older = Array.from({ length: fileCount - 1 }, () => 'schedule_history')
  if (isOfOne && !takesBaseline) {
    if (older.length > 0 && !names.includes('schedule_history'))
      throw new WrongCount(`${id} takes one file, not ${fileCount}.`)
    return [...older, 'tasks']
  }
  if (fileCount === 1 && !isOfOne)
    throw new WrongCount(`${id} compares schedules: give at least two files, the oldest first.`)
  if (takesBaseline && older.length > 0) older[0] = 'baseline_schedule'
  // a report of several takes both names: the one that clients of the API send, for one fingerprint of the same files
  const isAlone = isOfOne && (older.length === 0 || !names.includes('current_schedule'))
  return [...older, isAlone ? 'tasks' : 'current_schedule']
}

/** Whether bytes begin as an object of JSON. */
export const isJsonObject = (bytes: Uint8Array): boolean =>
  /^(?:\ufeff)?\s*\{/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, HEAD_BYTES)))
const HEAD_BYTES = 64

/** The files and members of a request as multipart/form-data (RFC 7578) in memory: the same body that a service would be sent. */
interface FormBytes {
  readonly body: Uint8Array
  readonly boundary: string
}

function formBytes({ parts, members }: Request): FormBytes {
  const boundary = Array.from(crypto.getRandomValues(new Uint32Array(8)), word => word.toString(36)).join('')
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  const part = (disposition: string, bytes: Uint8Array): void => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
    pieces.push(encoder.encode(head), bytes, encoder.encode('\r\n'))
  }
  for (const [name, value] of Object.entries(members)) part(`name="${name}"`, encoder.encode(value))
  for (const { name, bytes } of parts) part(`name="${name}"; filename="schedule"`, bytes)
  pieces.push(encoder.encode(`--${boundary}--\r\n`))
  return { body: joined(pieces), boundary }
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
}

/** endpoint: path that the same request would be sent to, for words. */
export function readInput(row: WorkRow, request: Request, endpoint: string): AnalysisInput | Refusal {
  const [first] = request.parts
  if (first?.name === null) return readRequest(row, first.bytes, 'application/json', NO_LIMITS)
  const { body, boundary } = formBytes(request)
  return readFileRequest(row, body, { boundary }, NO_LIMITS, endpoint)
}

export interface Run extends Request, ReportChoice {
  readonly id: RunId
  readonly today: Day
  /** Commit that a report names. */
  readonly commit?: string
}

/** The reply as JSON, byte for byte what the service sends, but for the three members of metadata that belong to one call. */
export function runRequest(run: Run): Uint8Array<ArrayBuffer>[] | Refusal {
  const startedMs = performance.now()
  const endpoint = endpointPath(run.id)
  const read = readInput(workRow(run.id), run, endpoint)
  if ('code' in read) return read
  const input = run.analyses === undefined ? read : withChosen(read, run)
  const result = analysers[run.id](input, { today: run.today, ...(run.commit && { commit: run.commit }) })
  if (isRefusal(result)) return result
  const { taskCount, ignoredFields, imports } = input
  const facts = { taskCount, inputSha256: inputSha256(input), ignoredFields, imports }
  return writeReply(result, facts, 'application/json', () => ({
    endpoint,
    requestId: REQUEST_ID,
    processingTimeMs: Math.round(performance.now() - startedMs),
  }))
}
