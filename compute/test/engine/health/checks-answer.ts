/** The answer of health/checks to a body, or its refusal; and what the random schedules of its two oracles have in common. */
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { analysers } from '../../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { TODAY } from '../../helpers/analyse.ts'

const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }

/** The first day of the random schedules. */
export const DAY0 = Date.UTC(2026, 0, 1) / 86_400_000
export const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
export const CONSTRAINTS = ['ASAP', 'ALAP', 'SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO', 'SO', 'FO']

export function answerOf(body: object): unknown {
  const row = workRow('health.checks')
  const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  const result = 'schedules' in input ? analysers[row.id](input, { today: TODAY }) : input
  if (isRefusal(result as never)) return result
  const chunks = [
    ...writeEnvelope(result as never, FACTS, 'application/json').chunks,
    spliceTail('application/json', REPLY),
  ]
  return JSON.parse(Buffer.concat(chunks).toString())
}
