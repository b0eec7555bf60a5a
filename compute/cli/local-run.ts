/** Runs analyses and conversions in this process: nothing is sent anywhere, and no tier bounds the size of a schedule. */
import { type WorkRow, workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { CONVERT_PATH, type ConvertTarget, type FileTarget } from '../../shared/contract/endpoint/convert.ts'
import { commitOf } from '../../shared/contract/envelope.ts'
import type { ConversionReport } from '../../shared/contract/schedule/conversion-report.ts'
import { inputSha256 } from '../../shared/contract/schedule/frame.ts'
import type { AnalysisInput } from '../../shared/contract/schedule/input.ts'
import { analysers } from '../engine/analysers.ts'
import { toProjectFile } from '../engine/analysis/convert/to-project-file.ts'
import { readFileRequest } from '../engine/read/file/read-file-request.ts'
import { NO_LIMITS, type ReadRow, readRequest } from '../engine/read/read-request.ts'
import { isRefusal } from '../engine/result/result.ts'
import { withChosen } from '../engine/several-analyses/report-analyser.ts'
import { writeData, writeReply } from '../engine/write/envelope.ts'
import { AnswerTooLarge, beginOutput, megabytesText } from '../engine/write/output-bound.ts'
import { type Envelope, RunError, type RunReply, type RunRequest, refusalLines } from './outcome.ts'
import { endpointPath, fileBytes, formBytes } from './request.ts'

/** In metadata.request_id of a reply that no service made. */
const REQUEST_ID = 'local'
const DAY_MS = 86_400_000

export async function runLocally(request: RunRequest): Promise<RunReply> {
  const startedMs = performance.now()
  const row = workRow(request.id)
  const endpoint = endpointPath(request.id)
  const read = readInput(row, request, endpoint)
  const input = request.analyses === undefined ? read : withChosen(read, request)
  const result = analysers[row.id](input, { today: Math.floor(Date.now() / DAY_MS), ...commitOf(process.env) })
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
      ? readRequest(row, fileBytes(file.path), 'application/json', NO_LIMITS)
      : readForm(row, request, endpoint)
  if ('code' in input) throw new RunError(refusalLines(input))
  return input
}

function readForm(row: ReadRow, request: Omit<RunRequest, 'id'>, endpoint: string) {
  const { body, boundary } = formBytes(request)
  return readFileRequest(row, body, { boundary }, NO_LIMITS, endpoint)
}

/** The conversion of the service, in this process. */
const ID = 'schedules.convert'

/** report: of a project file, what it changes. */
export interface Converted {
  readonly bytes: Buffer
  readonly report?: ConversionReport
}

/** A file that is written here may have so many: more memory than most machines have to spare. */
const FILE_BYTES_MAX = 2 ** 30

function fileOf(to: FileTarget, input: AnalysisInput, row: WorkRow): Converted {
  beginOutput(FILE_BYTES_MAX)
  try {
    const { chunks, report } = toProjectFile(to, input, row)
    return { bytes: Buffer.concat([...chunks]), report }
  } catch (error) {
    if (error instanceof AnswerTooLarge)
      throw new RunError([`The file would be larger than ${megabytesText(FILE_BYTES_MAX)}.${error.words}`])
    throw error
  }
}

/** A request body as a file. */
export function convertBody(body: Buffer, to: FileTarget): Converted {
  const row = workRow(ID)
  const input = readRequest(row, body, 'application/json', NO_LIMITS)
  if ('code' in input) throw new RunError(refusalLines(input))
  return fileOf(to, input, row)
}

/** The data of an endpoint that makes a schedule. */
export function runSchedule(id: WorkRow['id'], path: string, request: Omit<RunRequest, 'id'>): Buffer {
  const input = readInput(workRow(id), request, path)
  const result = analysers[id](input, { today: Math.floor(Date.now() / DAY_MS) })
  if (isRefusal(result)) throw new RunError(refusalLines(result))
  return Buffer.concat(writeData(result, 'application/json'))
}

export function convertLocally(request: Omit<RunRequest, 'id'>, to: ConvertTarget): Converted {
  const row = workRow(ID)
  if (to !== 'json') return fileOf(to, readInput(row, request, CONVERT_PATH), row)
  return { bytes: runSchedule(ID, CONVERT_PATH, request) }
}
