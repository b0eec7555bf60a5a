/** Runs analyses and conversions in this process: nothing is sent anywhere, and no tier bounds the size of a schedule. */
import { type WorkRow, workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { CONVERT_PATH, type ConvertTarget, type FileTarget } from '../../shared/contract/endpoint/convert.ts'
import { commitOf } from '../../shared/contract/envelope.ts'
import type { ConversionReport } from '../../shared/contract/schedule/conversion-report.ts'
import type { ImportReport } from '../../shared/contract/schedule/import-report.ts'
import type { AnalysisInput } from '../../shared/contract/schedule/input.ts'
import { analysers } from '../engine/analysers.ts'
import { toProjectFile } from '../engine/analysis/convert/to-project-file.ts'
import { NO_LIMITS, readRequest } from '../engine/read/read-request.ts'
import { isRefusal } from '../engine/result/result.ts'
import { writeData } from '../engine/write/envelope.ts'
import { AnswerTooLarge, beginOutput, megabytesText } from '../engine/write/output-bound.ts'
import { dayOf, type Request, readInput, runRequest } from '../library/run.ts'
import { type Envelope, RunError, type RunReply, type RunRequest, refusalLines } from './outcome.ts'
import { partsOf } from './request.ts'

const runRequestOf = ({ files, members }: Omit<RunRequest, 'id'>): Request => ({ parts: partsOf(files), members })

export async function runLocally({ id, analyses, kind, paper, ...request }: RunRequest): Promise<RunReply> {
  const choice = { ...(analyses && { analyses }), ...(kind && { kind }), ...(paper && { paper }) }
  const today = dayOf(Date.now())
  const chunks = runRequest({ id, ...choice, ...runRequestOf(request), today, ...commitOf(process.env) })
  if ('code' in chunks) throw new RunError(refusalLines(chunks))
  const json = Buffer.concat(chunks).toString()
  return { envelope: JSON.parse(json) as Envelope, json }
}

function inputOf(row: WorkRow, request: Omit<RunRequest, 'id'>, endpoint: string): AnalysisInput {
  const input = readInput(row, runRequestOf(request), endpoint)
  if ('code' in input) throw new RunError(refusalLines(input))
  return input
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

/** A request body as a file. JSON has no place for the name of a project. */
export function convertBody(body: Buffer, to: FileTarget, projectName?: string): Converted {
  const row = workRow(ID)
  const input = readRequest(row, body, 'application/json', NO_LIMITS)
  if ('code' in input) throw new RunError(refusalLines(input))
  const named =
    projectName === undefined
      ? {}
      : { imports: [{ project_name: projectName, warnings: [] as ImportReport['warnings'] } as ImportReport] }
  return fileOf(to, { ...input, ...named }, row)
}

/** The data of an endpoint that makes a schedule. */
export function runSchedule(id: WorkRow['id'], path: string, request: Omit<RunRequest, 'id'>): Buffer {
  const input = inputOf(workRow(id), request, path)
  const result = analysers[id](input, { today: dayOf(Date.now()) })
  if (isRefusal(result)) throw new RunError(refusalLines(result))
  return Buffer.concat(writeData(result, 'application/json'))
}

export function convertLocally(request: Omit<RunRequest, 'id'>, to: ConvertTarget): Converted {
  const row = workRow(ID)
  if (to !== 'json') return fileOf(to, inputOf(row, request, CONVERT_PATH), row)
  return { bytes: runSchedule(ID, CONVERT_PATH, request) }
}
