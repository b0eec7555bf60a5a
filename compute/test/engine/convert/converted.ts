/** A schedule as a project file, what the report says of it, and what a reader makes of the file: plain values, for tests of conversions. */
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import type { FileTarget } from '../../../../shared/contract/endpoint/convert.ts'
import type { ConversionReport } from '../../../../shared/contract/schedule/conversion-report.ts'
import { ConversionReport as ReportSchema } from '../../../../shared/contract/schedule/conversion-report.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { analysers } from '../../../engine/analysers.ts'
import { convert } from '../../../engine/analysis/convert/analyser.ts'
import { toProjectFile } from '../../../engine/analysis/convert/to-project-file.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { writeData } from '../../../engine/write/envelope.ts'
import type { Plain } from '../../helpers/analyse.ts'

export const LIMITS = {
  tier: 'government',
  taskCountMax: 1e6,
  taskSumMax: 1e6,
  syncTaskCountMax: 1e6,
  asyncHint: '',
} as const
export const ROW = workRow('schedules.convert')

export interface Converted {
  readonly bytes: Buffer
  readonly report: ConversionReport
  /** The file as JSON. */
  readonly read: Plain
}

/** A body as JSON would carry it. */
export function inputOfBody(body: object): AnalysisInput {
  const read = readRequest(ROW, Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  if ('code' in read) throw new Error(JSON.stringify(read))
  return read
}

export function inputOfFile(bytes: Uint8Array): AnalysisInput {
  const read = readFileRequest(ROW, bytes, { boundary: null }, LIMITS, '/')
  if ('code' in read) throw new Error(JSON.stringify(read))
  return read
}

export function plainOf(input: AnalysisInput): Plain {
  const result = convert(input, { today: 0 })
  if (isRefusal(result)) throw new Error(result.code)
  return JSON.parse(Buffer.concat(writeData(result, 'application/json')).toString())
}

export function converted(target: FileTarget, input: AnalysisInput): Converted {
  const { chunks, report } = toProjectFile(target, input, ROW)
  const faults = schemaFaults(ReportSchema, report, 3)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  const bytes = Buffer.concat(chunks)
  return {
    bytes,
    report,
    get read() {
      return plainOf(inputOfFile(bytes))
    },
  }
}

/** What the analysis of the critical path says of an input: its data, tables as rows. */
export function pathOf(input: AnalysisInput): Plain {
  const result = analysers['analysis.cpm'](input, { today: 0 })
  if (isRefusal(result)) throw new Error(result.code)
  return JSON.parse(Buffer.concat(writeData(result, 'application/json')).toString())
}

/** Code to count of the warnings of a report. */
export const countsOf = ({ warnings }: ConversionReport): Readonly<Record<string, number>> =>
  Object.fromEntries(warnings.map(({ code, count }) => [code, count]))
