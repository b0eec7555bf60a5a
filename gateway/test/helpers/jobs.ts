/** Jobs in tests: a real compute node beside the service, submissions, and waiting for their end. */
import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { createNode } from '../../../compute/node/run-node.ts'
import { FINAL_STATES } from '../../../shared/contract/job-states.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { openObjects } from '../../../shared/platform/objects/open-objects.ts'
import { createLog } from '../../../shared/platform/process/log.ts'
import { createRegistry } from '../../../shared/platform/process/metrics.ts'
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import { until } from '../../../shared/test/until.ts'
import type { Answer, CallOptions, TestService } from './service.ts'

/** A node on the service's Redis, until the end of the test. */
export async function startNode(t: Test, service: TestService): Promise<void> {
  const { config } = service.app.gateway
  const client = connect(service.redisUrl, 'test-node')
  const objects = openObjects(config)
  const node = createNode({
    config: { ...config, jobThreads: 2 },
    store: redisJobStore(client, { objects }),
    nodeId: randomUUID(),
    log: createLog('silent', 'test'),
    registry: createRegistry('node'),
  })
  await node.start()
  t.teardown(async () => {
    await node.close()
    disconnect(client)
    objects?.close()
  })
}

export const jobPath = (answer: Answer): string => String(answer.headers.location)

/** Submits, and throws unless it is accepted. */
export async function submitted(service: TestService, path: string, options: CallOptions): Promise<Answer> {
  const answer = await service.call(`${path}/async`, { method: 'POST', ...options })
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.bytes.toString()}`)
  return answer
}

/** The job when it has ended, or an answer that is none; asks again while the store is away, as 503 says. */
export async function ended(service: TestService, key: string, path: string): Promise<Answer> {
  let answer: Answer | undefined
  await until(`${path} ends`, async () => {
    answer = await service.call(path, { key })
    if (answer.status === 503) return false
    return answer.status !== 200 || (FINAL_STATES as readonly string[]).includes(answer.json.status)
  })
  return answer!
}

/** The body as a job and as a call, with one key: the job, and the two results without what belongs to the reply. */
export async function bothWays(
  service: TestService,
  path: string,
  options: { readonly key: string; readonly body: object },
) {
  const { json: job } = await ended(service, options.key, jobPath(await submitted(service, path, options)))
  const { metadata: _, ...result } = job.result
  const { metadata: __, ...direct } = (await service.call(path, options)).json
  return { job, result, direct }
}
