/** The conversion of the service, in this process. */
import { workRow } from '../../shared/catalogue/catalogue.ts'
import { CONVERT_PATH, type ConvertTarget } from '../../shared/endpoint/convert.ts'
import { analysers } from '../engine/analysers.ts'
import { isRefusal } from '../engine/result/result.ts'
import { writeData } from '../engine/write/envelope.ts'
import { writeProjectFile } from '../engine/write/file/project-file.ts'
import { readInput } from './local-run.ts'
import { RunError, type RunRequest } from './outcome.ts'
import { refusalLines } from './refusal-lines.ts'

const ID = 'schedules.convert'

export function convertLocally(request: Omit<RunRequest, 'id'>, to: ConvertTarget): Buffer {
  const input = readInput(workRow(ID), request, CONVERT_PATH)
  if (to !== 'json') return Buffer.concat([...writeProjectFile(to, input)])
  const result = analysers[ID](input, { today: 0 })
  if (isRefusal(result)) throw new RunError(refusalLines(result))
  return Buffer.concat(writeData(result, 'application/json'))
}
