/** A deliverable of a schedule as plain values, for tests. */

import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { DeliverableData } from '../../../../shared/contract/deliverables/data.ts'
import { SPD_CONSTANTS } from '../../../../shared/contract/deliverables/spd-request.ts'
import { type DeliverableName, deliverableId } from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { analysers } from '../../../engine/analysers.ts'
import { readFileRequest } from '../../../engine/read/file/read-file-request.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { writeData } from '../../../engine/write/envelope.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { LIMITS } from '../convert/converted.ts'

/** What each format cannot do without beside a schedule. */
const spd = Object.fromEntries(
  SPD_CONSTANTS.filter(({ kind }) => kind !== 'date').map(({ name, kind, values }) => [
    name,
    kind === 'flag' ? true : name === 'SecurityMarking' ? 'UNCLASSIFIED' : (values?.[0] ?? 'x'),
  ]),
)
export const REQUESTS = {
  'ipmdar-spd': { constants: spd },
  'doe-pars': { constants: { PARSID: '9999' }, mapping: { WBS_ID: 'value:1.1' } },
  'usace-sdef': {
    constants: { project_id: 'RAND', contract_number: 'W1', contractor: 'Nobody', project_name: 'Random' },
  },
} as const

/** data of the reply; what refuses it as `refusal`. */
export function deliveredOf(name: DeliverableName, input: AnalysisInput): Plain {
  const result = analysers[deliverableId(name)](input, { today: 0 })
  if (isRefusal(result)) return { refusal: result }
  const data = JSON.parse(Buffer.concat(writeData(result, 'application/json')).toString())
  const faults = schemaFaults(DeliverableData, data, 3)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return data
}

export function delivered(name: DeliverableName, body: object): Plain {
  const read = readRequest(workRow(deliverableId(name)), Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  return 'code' in read ? { refusal: read } : deliveredOf(name, read)
}

/** Columns with the members that a request has beside them. */
export const inputOf = (columns: ScheduleColumns, params: object): AnalysisInput => ({
  params: { status_date: formatMoment(columns.setting!.dataDate), ...params },
  schedules: new Map([['tasks', columns]]),
  taskCount: columns.taskCount,
  taskCountLargest: columns.taskCount,
  ignoredFields: [],
  meantFields: {},
})

export const bytesOf = ({ file }: Plain): Buffer =>
  Buffer.from(file.content, file.encoding === 'text' ? 'latin1' : 'base64')

/** A file as the schedule of a request. */
export function fileInput(name: DeliverableName, bytes: Uint8Array): AnalysisInput {
  const read = readFileRequest(workRow(deliverableId(name)), bytes, { boundary: null }, LIMITS, '/')
  if ('code' in read) throw new Error(JSON.stringify(read))
  return { ...read, params: { ...read.params, ...REQUESTS[name] } }
}
