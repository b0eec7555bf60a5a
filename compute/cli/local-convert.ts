/** The conversion of the service, in this process. */
import { workRow } from '../../shared/catalogue/catalogue.ts'
import { CONVERT_PATH, type ConvertTarget } from '../../shared/endpoint/convert.ts'
import type { ConversionReport } from '../../shared/schedule/conversion-report.ts'
import { analysers } from '../engine/analysers.ts'
import { toProjectFile } from '../engine/analysis/convert/to-project-file.ts'
import { isRefusal } from '../engine/result/result.ts'
import { writeData } from '../engine/write/envelope.ts'
import { readInput } from './local-run.ts'
import { RunError, type RunRequest } from './outcome.ts'
import { refusalLines } from './refusal-lines.ts'

const ID = 'schedules.convert'

/** report: of a project file, what it changes. */
export interface Converted {
  readonly bytes: Buffer
  readonly report?: ConversionReport
}

export function convertLocally(request: Omit<RunRequest, 'id'>, to: ConvertTarget): Converted {
  const row = workRow(ID)
  const input = readInput(row, request, CONVERT_PATH)
  if (to !== 'json') {
    const { chunks, report } = toProjectFile(to, input, row)
    return { bytes: Buffer.concat([...chunks]), report }
  }
  const result = analysers[ID](input, { today: 0 })
  if (isRefusal(result)) throw new RunError(refusalLines(result))
  return { bytes: Buffer.concat(writeData(result, 'application/json')) }
}
