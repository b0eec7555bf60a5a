/** Whether there is room for jobs, and who holds most of it. */
import type { ConfigOutcome } from '../../shared/config/config.ts'
import { JOB_CLASSES } from '../../shared/jobs/classes.ts'
import { redisJobStore } from '../../shared/jobs/redis-job-store.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { largestHolders, memorySentence } from '../jobs/memory-report.ts'
import { roomBytes } from '../jobs/memory-shares.ts'
import { memoryOf, memoryReader } from '../jobs/store-memory.ts'
import { type Finding, ok, problem } from './finding.ts'

const CHECK = 'memory'

export async function diagnoseMemory(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const store = redisJobStore(client)
  const { masters, held } = await memoryReader(client, store, outcome.config.redisMemoryBudgetBytes)()
  const memory = memoryOf(masters, held ?? [])
  const sentence = memorySentence(memory, await largestHolders(store))
  const shut = JOB_CLASSES.filter(jobClass => roomBytes(memory, jobClass) <= 0)
  return [
    shut.length === 0
      ? ok(CHECK, sentence)
      : problem(CHECK, `no memory for jobs of the class ${shut.join(', ')}; they are refused with 503; ${sentence}`),
  ]
}
