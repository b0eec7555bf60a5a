/**
 * T48: the whole service under a mixed load for as long as SOAK_MINUTES says (120): calls of several kinds, agents, jobs with callbacks and their
 * results, listings. Memory and open files of each process stay from the tenth minute on (told below 25 minutes, asserted above), no call fails and no
 * job is lost.
 */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { CPM, chain, VALIDATE } from '../../../gateway/test/helpers/networks.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { watchProcesses } from '../../../shared/test/watched-processes.ts'
import { JOBS_SETTINGS, submitJobs } from './helpers/accepted-jobs.ts'
import { startCalls } from './helpers/steady-calls.ts'
import { startWholeService } from './helpers/whole-service.ts'

const SOAK_MINUTES = Number(process.env.SOAK_MINUTES ?? 120)
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const JOB_EVERY_MS = 400
/** Time for the jobs to end when the soak is over. */
const AUDIT_SECONDS_MAX = 1_200

t.test(`T48: ${SOAK_MINUTES} minutes of a mixed load`, async t => {
  t.comment(`seed ${SEED}`)
  // told at once, not after two hours
  const limitSeconds = Number(process.env.TAP_TIMEOUT ?? Infinity)
  if (limitSeconds < SOAK_MINUTES * 60 + AUDIT_SECONDS_MAX)
    throw new Error(`the runner ends it after ${limitSeconds} s`)
  const redis = await redisOfTest(dataFolder(t))
  t.teardown(() => redis.stop())
  const service = await startWholeService(t, redis.url, { gateways: 1, nodes: 1, deliverers: 1 }, JOBS_SETTINGS)
  const jobCount = Math.round((SOAK_MINUTES * 60_000) / JOB_EVERY_MS)
  const watched = watchProcesses(t, Object.fromEntries(service.members.map(({ name, child }) => [name, child.pid!])))
  const calls = await startCalls(t, service.gatewayUrls[0]!, service, [
    [CPM, { tasks: chain(100) }],
    ['/api/v1/health/score', { tasks: chain(200) }],
    [VALIDATE, { tasks: chain(50) }],
    ['/mcp/tools/analysis_cpm', { tasks: chain(50) }],
    ['/api/v1/account/usage'],
    ['/api/v1/jobs?limit=20'],
    ['/openapi.json'],
    ['/health'],
  ])
  await calls.enter('all')
  const jobs = await submitJobs(t, service, { jobCount, seed: SEED, everyMs: JOB_EVERY_MS })
  await pause(SOAK_MINUTES * 60_000)
  await calls.stop()
  t.comment(JSON.stringify(calls.answers))
  t.same(Object.keys(calls.answers.all!), ['200'], 'no call failed')
  watched.assertSteady(t)
  await jobs.submitted
  await jobs.audit(t)
})
