/** A request that came as a project file, or as a form whose parts are files, to the same columns that a body in JSON gives. */
import { type Refusal, refuse } from '../../../../shared/contract/errors.ts'
import { READ_FORMATS } from '../../../../shared/contract/schedule/file-formats.ts'
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import type { WorkMeter } from '../../../../shared/contract/schedule/work-meter.ts'
import { planOf } from '../body-plan.ts'
import { type KeptSchedules, NONE_KEPT } from '../kept/kept-schedule.ts'
import { meterOf, type ReadLimits, type ReadRow, requestOf } from '../read-request.ts'
import {
  type Container,
  containersOf,
  fillMembers,
  isRoot,
  type Members,
  refuseShort,
  refuseUndated,
} from './containers.ts'
import { refuseFile } from './file-schedule.ts'
import { readFormRequest } from './form-request.ts'
import { BASELINE, ownNetwork } from './own-baseline.ts'
import { type FileReading, readFile } from './read-file.ts'
import { isFileFormat, isForeign, refuseForeign, sniff } from './sniff.ts'

export interface FileBody extends FileReading {
  /** The boundary of a form; null: the body is a file. */
  readonly boundary: string | null
}

/** endpoint: path of the call, for words. */
export function readFileRequest(
  row: ReadRow,
  body: Uint8Array,
  file: FileBody,
  limits: ReadLimits,
  endpoint: string,
  kept: KeptSchedules = NONE_KEPT,
): AnalysisInput | Refusal {
  const { boundary } = file
  if (body.length === 0) return refuse('body_empty', { format: 'project file, a form or a JSON' })
  const meter = meterOf(body, limits)
  return boundary === null
    ? readBareFile(row, body, file, limits, endpoint, meter)
    : readFormRequest(row, body, boundary, file, limits, kept, meter)
}

/** The body is the one schedule of a request that has no other. */
function readBareFile(
  row: ReadRow,
  body: Uint8Array,
  file: FileBody,
  limits: ReadLimits,
  endpoint: string,
  meter: WorkMeter,
): AnalysisInput | Refusal {
  const sent = sniff(body)
  if (isForeign(sent)) return refuseForeign('The body', sent)
  if (!isFileFormat(sent)) return refuse('media_type_unsupported', { value: 'of this body', supported: SUPPORTED })
  const containers = containersOf(planOf(row.request).root)
  const container = containers.find(isRoot)
  if (container === undefined) return refuseBare(containers, endpoint)
  const read = readFile(sent, body, file, meter)
  if ('code' in read) return read
  const params: Members = {}
  const { warnings } = fillMembers(params, container, [], read, false)
  const refusal = refuseShort(container, [], read.columns) ?? refuseUndated(params, [], row.request)
  if (refusal !== undefined) return refusal
  const files = new Map([['tasks', read.columns]])
  const report = { path: 'tasks', ...read.report, warnings: [...read.report.warnings, ...warnings] }
  const imports: ImportReport[] = [report]
  const network = row.comparesBaseline === undefined ? undefined : ownNetwork(read, sent, body, file, meter)
  if (network !== undefined) {
    if ('code' in network) return network
    const into: Members = (params[BASELINE] = {})
    const planned = containers.find(({ name }) => name === BASELINE)!
    fillMembers(into, planned, [BASELINE], network.baseline, true)
    files.set(network.report.path, network.baseline.columns)
    imports.push(network.report)
  }
  const input = requestOf(row, { params, readers: [], files, meter }, limits, NONE_KEPT)
  return 'code' in input ? input : { ...input, imports }
}

const LABELS = READ_FORMATS.map(({ label }) => label).join(', ')
const SUPPORTED = `a project file (${LABELS}), or say of JSON application/json (UTF-8) and of msgpack application/msgpack`

/** A request of several schedules needs a form. */
function refuseBare(containers: readonly Container[], endpoint: string): Refusal {
  const names = containers.map(({ name, isRepeated }) => `${name}${isRepeated ? ' (repeated)' : ''}`)
  const parts = containers.map(({ name }) => `-F ${name}=@${name.replace(/_schedule$|^schedule_/, '')}.xer`)
  const words = `This call reads several schedules: send them as the parts of a form (multipart/form-data) called ${names.join(', ')}, such as by curl ${parts.join(' ')} $URL${endpoint}`
  return refuseFile(['body'], 'missing', words)
}
