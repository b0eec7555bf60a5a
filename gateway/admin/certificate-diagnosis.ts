/** Whether a certificate between the service and Redis expires soon. */
import type { ConfigOutcome } from '../../shared/config/config.ts'
import { certificateEnds } from '../../shared/redis/certificate-ends.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { type Finding, ok, problem } from './finding.ts'

const CHECK = 'certificates'

/** Nothing where Redis is reached without TLS. */
export async function certificates(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const { first, soon } = await certificateEnds(client, outcome.config, Date.now())
  if (first === null) return []
  if (soon.length > 0) return soon.map(sentence => problem(CHECK, sentence))
  return [ok(CHECK, `the first to expire is ${first.what}, on ${new Date(first.endMs).toISOString()}`)]
}
