/** The conversion of the service, in this process. */
import { type WorkRow, workRow } from '../../shared/catalogue/catalogue.ts'
import { CONVERT_PATH, type ConvertTarget, type FileTarget } from '../../shared/endpoint/convert.ts'
import type { ConversionReport } from '../../shared/schedule/conversion-report.ts'
import type { AnalysisInput } from '../../shared/schedule/input.ts'
import { analysers } from '../engine/analysers.ts'
import { toProjectFile } from '../engine/analysis/convert/to-project-file.ts'
import { isRefusal } from '../engine/result/result.ts'
import { writeData } from '../engine/write/envelope.ts'
import { AnswerTooLarge, beginOutput, megabytesText } from '../engine/write/output-bound.ts'
import { readInput } from './local-run.ts'
import { RunError, type RunRequest } from './outcome.ts'
import { refusalLines } from './refusal-lines.ts'

const ID = 'schedules.convert'

/** report: of a project file, what it changes. */
export interface Converted {
  readonly bytes: Buffer
  readonly report?: ConversionReport
}

/** Of a file that is written here: more memory than most machines have to spare. */
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

export function convertLocally(request: Omit<RunRequest, 'id'>, to: ConvertTarget): Converted {
  const row = workRow(ID)
  const input = readInput(row, request, CONVERT_PATH)
  if (to !== 'json') return fileOf(to, input, row)
  const result = analysers[ID](input, { today: 0 })
  if (isRefusal(result)) throw new RunError(refusalLines(result))
  return { bytes: Buffer.concat(writeData(result, 'application/json')) }
}
