/** Runs analyses in this process: nothing is sent anywhere, and no tier bounds the size of a schedule. */
import { workRow } from '../../shared/catalogue/catalogue.ts'
import { inputSha256 } from '../../shared/schedule/frame.ts'
import type { AnalysisInput } from '../../shared/schedule/input.ts'
import { TIER_NAMES } from '../../shared/tiers.ts'
import { analysers } from '../engine/analysers.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { type ReadLimits, type ReadRow, readRequest } from '../engine/read/read-request.ts'
import { isRefusal } from '../engine/result/result.ts'
import { withChosen } from '../engine/several-analyses/report-analyser.ts'
import { writeReply } from '../engine/write/envelope.ts'
import { endpointPath } from './endpoint-path.ts'
import { fileBytes, formBytes } from './form-bytes.ts'
import { type Envelope, RunError, type RunReply, type RunRequest } from './outcome.ts'
import { refusalLines } from './refusal-lines.ts'

const UNLIMITED: ReadLimits = {
  tier: TIER_NAMES.at(-1)!,
  taskCountMax: Number.POSITIVE_INFINITY,
  taskSumMax: Number.POSITIVE_INFINITY,
  syncTaskCountMax: Number.POSITIVE_INFINITY,
  asyncHint: '',
}
/** In metadata.request_id of a reply that no service made. */
const REQUEST_ID = 'local'
const DAY_MS = 86_400_000

export async function runLocally(request: RunRequest): Promise<RunReply> {
  const startedMs = performance.now()
  const row = workRow(request.id)
  const endpoint = endpointPath(request.id)
  const read = readInput(row, request, endpoint)
  const input = request.analyses === undefined ? read : withChosen(read, request.analyses)
  const result = analysers[row.id](input, { today: Math.floor(Date.now() / DAY_MS) })
  if (isRefusal(result)) throw new RunError(refusalLines(result))
  const { taskCount, ignoredFields, imports } = input
  const facts = { taskCount, inputSha256: inputSha256(input), ignoredFields, imports }
  const chunks = writeReply(result, facts, 'application/json', () => ({
    endpoint,
    requestId: REQUEST_ID,
    processingTimeMs: Math.round(performance.now() - startedMs),
  }))
  const json = Buffer.concat(chunks).toString()
  return { envelope: JSON.parse(json) as Envelope, json }
}

/** endpoint: path that the same request would be sent to, for words. */
export function readInput(row: ReadRow, request: Omit<RunRequest, 'id'>, endpoint: string): AnalysisInput {
  const [file] = request.files
  const input =
    file?.part === null
      ? readRequest(row, fileBytes(file.path), 'application/json', UNLIMITED)
      : readForm(row, request, endpoint)
  if ('code' in input) throw new RunError(refusalLines(input))
  return input
}

function readForm(row: ReadRow, request: Omit<RunRequest, 'id'>, endpoint: string) {
  const { body, boundary } = formBytes(request)
  return readFileRequest(row, body, { boundary }, UNLIMITED, endpoint)
}
