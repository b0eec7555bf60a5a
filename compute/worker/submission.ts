/**
 * A submission in a worker: converts the body to the frame that waits for a node. It refuses whatever a synchronous call would
 * refuse, including cycles for strict rows, so that an accepted job does not fail because of its input.
 */
import { createHash } from 'node:crypto'
import { isAnalysisId } from '../../shared/contract/analysis/analyses.ts'
import type { WorkRow } from '../../shared/contract/catalogue/catalogue.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import { encodeFrame, inputSha256 } from '../../shared/contract/schedule/frame.ts'
import type { AnalysisInput } from '../../shared/contract/schedule/input.ts'
import { chunksOrWhole } from '../../shared/platform/jobs/chunks.ts'
import { refusalOfJob, unitsOfReport } from '../engine/analysers.ts'
import { cycleIn } from '../engine/graph/cycle-text.ts'
import { formPieces } from '../engine/read/file/multipart.ts'
import type { WorkFrame, WorkHeader, WorkLoaded } from './work.ts'

/** The fingerprint of a request: reports of different analyses differ. For a form it covers the parts, because clients choose a new boundary for each request. */
export function fingerprintOf(header: WorkHeader, body: Uint8Array): string {
  const hash = createHash('sha256')
  const { file, analyses, kind, paper, catalogue } = header
  if (analyses !== undefined)
    hash.update(`${[...analyses, kind, paper]}
`)
  if (catalogue !== undefined)
    hash.update(`${catalogue}
`)
  if (file === undefined) return hash.update(`${header.endpoint}\n${header.mediaType}\n`).update(body).digest('hex')
  const { boundary, ...options } = file
  hash.update(`${header.endpoint}\n${JSON.stringify(options)}\n`)
  for (const piece of boundary === null ? [body] : formPieces(body, boundary)) {
    hash.update(`${piece.length}\n`).update(piece)
  }
  return hash.digest('hex')
}

/** Removes the members that only submissions have, so that the job equals the synchronous call. */
function withoutSubmission(input: AnalysisInput): { input: AnalysisInput; callbackUrl: string | null } {
  const { callback_url: callbackUrl, ...params } = input.params
  return { input: { ...input, params }, callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : null }
}

export function frameOf(
  row: WorkRow,
  sent: AnalysisInput,
  header: WorkHeader,
): Omit<WorkFrame, 'kind' | 'workerMs' | 'fingerprint'> | Refusal {
  const { input, callbackUrl } = withoutSubmission(sent)
  const { today, tier } = header
  const cycle = row.input === 'strict' ? cycleIn(input.schedules.values()) : undefined
  if (cycle !== undefined) return cycle
  const refusal = isAnalysisId(row.id) ? refusalOfJob(row.id, input, today) : undefined
  if (refusal !== undefined) return refusal
  const units = header.analyses === undefined ? undefined : unitsOfReport(input, today)
  if (units !== undefined && 'code' in units) return units
  const frame = encodeFrame({ rowId: row.id, today, inputSha256: inputSha256(input), tier, input }, row.columns)
  let linkCount = 0
  for (const { links } of input.schedules.values()) linkCount += links.task.length
  return {
    chunks: owned(chunksOrWhole(frame)),
    frameBytes: frame.length,
    linkCount,
    callbackUrl,
    taskCount: input.taskCount,
    ...units,
  }
}

/** A schedule with all its columns, and what is reported of it. */
export function scheduleToKeep(
  row: WorkRow,
  input: AnalysisInput,
  { today }: WorkHeader,
): Omit<WorkLoaded, 'kind' | 'workerMs' | 'fingerprint'> {
  const sha256 = inputSha256(input)
  const frame = encodeFrame({ rowId: row.id, today, inputSha256: sha256, input })
  const { calendars, status_date: statusDate } = input.params
  return {
    chunks: owned(chunksOrWhole(frame)),
    frameBytes: frame.length,
    taskCount: input.taskCount,
    linkCount: input.schedules.get('tasks')!.links.task.length,
    calendarCount: Array.isArray(calendars) ? calendars.length : 0,
    statusDate: typeof statusDate === 'string' ? statusDate : null,
    sha256,
    imports: input.imports ?? [],
  }
}

/** Transferable chunks: each owns a buffer of exactly its length. */
const owned = (chunks: readonly Uint8Array[]): Uint8Array[] =>
  chunks.map(chunk => (chunk.byteLength === chunk.buffer.byteLength ? chunk : new Uint8Array(chunk)))
