/**
 * The library: analyses of schedule files in the process of the caller, in Node and in a browser. Nothing is sent anywhere, no file is read or written, and
 * no tier bounds the size of a schedule. Its types for callers are in schedule-intelligence.d.ts.
 */
import { type AnalysisId, analyses } from '../../shared/contract/analysis/analyses.ts'
import { workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { CONVERT_PATH, FILE_TARGETS, type FileTarget } from '../../shared/contract/endpoint/convert.ts'
import { REPORT_ID, type ReportId } from '../../shared/contract/endpoint/paths.ts'
import type { ResultForm } from '../../shared/contract/endpoint/result-forms.ts'
import { EnvelopeHash } from '../../shared/contract/envelope-hash.ts'
import { detailOf, type Refusal, type ValidationFault } from '../../shared/contract/errors.ts'
import type { ConversionReport } from '../../shared/contract/schedule/conversion-report.ts'
import { toProjectFile } from '../engine/analysis/convert/to-project-file.ts'
import { writeForm } from '../engine/forms/result-form.ts'
import { ENGINE_VERSION } from '../engine/write/engine-version.ts'
import { beginOutput } from '../engine/write/output-bound.ts'
import { checkBytes, checkFiles, checkName } from './arguments.ts'
import { comparesOnly, dayOf, isJsonObject, joined, type Members, placesOf, readInput, runRequest } from './run.ts'

export const engineVersion: string = ENGINE_VERSION
/** Ids of the analyses that are built. */
export const analysisIds: readonly AnalysisId[] = analyses.filter(row => !row.pending).map(({ id }) => id)

/** Why there is no result: the refusal that the service would answer with. */
export class ScheduleRefused extends Error {
  override readonly name = 'ScheduleRefused'
  readonly code: string
  /** Place and sentence of each fault; empty where the message says all. */
  readonly faults: readonly ValidationFault[]

  constructor(refusal: Refusal) {
    const faults = refusal.faults ?? []
    super(faults.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('\n') || detailOf(refusal))
    this.code = refusal.code
    this.faults = faults
  }
}

export interface AnalyseOptions {
  readonly analysis?: AnalysisId | ReportId
  /** Earlier files of the same project, the oldest first: of a comparison the first is the baseline. */
  readonly earlier?: readonly Uint8Array[]
  /** Of a report: which analyses; absent: the usual ones. */
  readonly analyses?: readonly AnalysisId[]
  /** Other members of the request by name, such as options, status_date, project, encoding. */
  readonly members?: Readonly<Record<string, unknown>>
  /** The day of the request, which age checks compare with; absent: today, UTC. */
  readonly today?: Date
}

const textsOf = (members: Readonly<Record<string, unknown>>): Members =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

/** The reply as JSON: the bytes that the service sends, but for the last three members of metadata. */
export function analyseText(bytes: Uint8Array, options: AnalyseOptions = {}): string {
  const { analysis: id = 'health.dcma-14-point', earlier = [], analyses, members = {}, today = new Date() } = options
  checkBytes(bytes, 'bytes')
  checkFiles(earlier, 'earlier')
  checkName(id, 'analysis', [...analysisIds, REPORT_ID])
  for (const each of analyses ?? []) checkName(each, 'analyses', analysisIds)
  const files = [...earlier, bytes]
  const isWhole = files.length === 1 && comparesOnly(id) && isJsonObject(bytes)
  const places = isWhole ? [null] : placesOf(id, files.length)
  const parts = files.map((file, i) => ({ name: places[i]!, bytes: file }))
  const chunks = runRequest({
    id,
    ...(analyses && { analyses }),
    parts,
    members: textsOf(members),
    today: dayOf(today.getTime()),
  })
  if ('code' in chunks) throw new ScheduleRefused(chunks)
  return new TextDecoder().decode(joined(chunks))
}

export const analyse = (bytes: Uint8Array, options?: AnalyseOptions): unknown => JSON.parse(analyseText(bytes, options))

/** SHA-256 of a reply without its metadata: equal for the same schedule wherever it is computed; the service gives it as result_sha256 of a job. */
export function resultSha256(text: string): string {
  const hash = new EnvelopeHash()
  hash.update(new TextEncoder().encode(text))
  return hash.digest()
}

export interface FormOptions {
  readonly analysis: AnalysisId | ReportId
  readonly form: ResultForm
  /** The table of a CSV; absent: the main one. */
  readonly table?: string
}

/** A reply of analyseText as a page, a workbook, a table or a chart. */
export function formOf(text: string, { analysis: id, form, table }: FormOptions): Uint8Array {
  const made = writeForm([new TextEncoder().encode(text)], { form, id, table })
  if ('code' in made) throw new ScheduleRefused(made)
  return joined(made.chunks)
}

export interface ConvertOptions {
  readonly to: FileTarget
  readonly members?: Readonly<Record<string, unknown>>
}

/** More memory than most machines have to spare. */
const FILE_BYTES_MAX = 2 ** 30

/** A schedule as the file of another tool, and what that changes. */
export function convert(
  bytes: Uint8Array,
  { to, members = {} }: ConvertOptions,
): { readonly bytes: Uint8Array; readonly report: ConversionReport } {
  checkBytes(bytes, 'bytes')
  checkName(to, 'to', FILE_TARGETS)
  const row = workRow('schedules.convert')
  const input = readInput(row, { parts: [{ name: 'tasks', bytes }], members: textsOf(members) }, CONVERT_PATH)
  if ('code' in input) throw new ScheduleRefused(input)
  beginOutput(FILE_BYTES_MAX)
  const { chunks, report } = toProjectFile(to, input, row)
  return { bytes: joined([...chunks]), report }
}
