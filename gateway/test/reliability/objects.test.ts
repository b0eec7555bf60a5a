/** Submissions over HTTP while an S3 server, redis-server and nodes are killed in turn: every 202 ends, and its result can be read. */

import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { request } from 'undici'
import { nodeCrew } from '../../../compute/test/helpers/jobs.ts'
import { between, random } from '../../../compute/test/helpers/random.ts'
import { s3Server } from '../../../shared/test/objects/s3-server.ts'
import { until } from '../../../shared/test/until.ts'
import { checkAnswers, startSubmitter } from '../helpers/job-scenarios.ts'
import { FOUR_TASKS } from '../helpers/networks.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'

t.setTimeout(900_000)

const KILLS = 20
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const idOf = (i: number): string => createHash('sha256').update(String(i)).digest('hex')
/** Its frame and its result are objects. */
const LARGE = Array.from({ length: 3_000 }, (_, i) => ({
  id: idOf(i),
  duration_days: 1,
  predecessors: i === 0 ? [] : [idOf(i - 1)],
}))

t.test('an S3 server killed 20 times, Redis and nodes in between: 0 of the accepted jobs are lost', async t => {
  t.comment(`seed ${SEED}`)
  const rnd = random(SEED)
  const server = await s3Server(t)
  const processes = await gatewayProcesses(t)
  const gateway = await processes.start({ LOG_LEVEL: 'silent', ...server.settings })
  const crew = await nodeCrew(t, processes.redisUrl, 2, server.settings, 5_000)
  const key = await processes.key('government')
  const bodies = [FOUR_TASKS, FOUR_TASKS, LARGE].map(tasks => JSON.stringify({ tasks }))
  const submitter = startSubmitter(gateway.url, key, 6, bodies)
  for (let kill = 0; kill < KILLS; kill++) {
    await pause(between(rnd, 300, 1_500))
    await server.kill()
    if (kill % 5 === 1) await processes.killRedis()
    if (kill % 5 === 3) crew.nodes()[0]?.child.kill('SIGKILL')
    await pause(between(rnd, 100, 1_500))
    await server.start()
  }
  const target = submitter.accepted.length + 6
  await until('more are accepted', () => submitter.accepted.length >= target)
  await submitter.stop()
  checkAnswers(t, submitter)
  t.ok((submitter.answers['503 store_unavailable'] ?? 0) > 0, 'some were told to wait')
  const { accepted } = submitter
  t.same(await submitter.ends(), { completed: accepted.length }, 'every 202 is there and ends')
  const results = new Map<string, number>()
  for (const jobId of accepted) {
    const answer = await request(`${gateway.url}/api/v1/jobs/${jobId}/result`, { headers: { 'x-api-key': key } })
    const { metadata: _, ...result } = (await answer.body.json()) as Record<string, unknown>
    const name = createHash('sha256').update(JSON.stringify(result)).digest('hex').slice(0, 8)
    results.set(`${answer.statusCode} ${name}`, (results.get(`${answer.statusCode} ${name}`) ?? 0) + 1)
  }
  t.comment(`${accepted.length} accepted, ${crew.deaths()} nodes killed; results ${JSON.stringify([...results])}`)
  t.equal(results.size, 2, 'one result of each of the two bodies')
  t.ok([...results.keys()].every(name => name.startsWith('200 ')))
  t.equal(gateway.child.exitCode, null)
})
