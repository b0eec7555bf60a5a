/** The answer of health/checks to a body, or its refusal. */
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import { analysers } from '../../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../../engine/write/envelope.ts'
import { TODAY } from '../../helpers/analyse.ts'

const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }

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
