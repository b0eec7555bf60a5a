/** The methods that say whose days are, by one name each, through reader and writer as a client has them. */
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { schemaFaults } from '../../../../shared/test/compiled-schema.ts'
import { analysers } from '../../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import type { Plain } from '../../helpers/analyse.ts'
import { materialise } from '../write/materialise.ts'

const IDS = {
  observed: 'forensics.delay-analysis',
  dates: 'forensics.as-planned-vs-as-built',
  impact: 'forensics.time-impact',
  collapsed: 'forensics.collapsed-as-built',
} as const
export type Method = keyof typeof IDS

/** A refusal is an error. */
export function told(method: Method, body: object): Plain {
  const row = analysisRow(IDS[method])
  const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(JSON.stringify(input))
  const result = analysers[IDS[method]](input, { today: 0 })
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  const plain = materialise(result as unknown as ResultValue) as Plain
  const faults = schemaFaults(row.data, plain.data, 3)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return plain
}
