/** Jobs whose node died with them: they run apart, a few at once, and nobody waits for them (how short: ../reliability/suspects.test.ts). */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { type JobClass, shardOf } from '../../../shared/contract/job-classes.ts'
import { jobShardKey } from '../../../shared/platform/redis/keys.ts'
import { until } from '../../../shared/test/until.ts'
import { JobProcess } from '../../node/job-process.ts'
import type { ProcessPriority } from '../../node/job-runner.ts'
import { Suspects } from '../../node/suspects.ts'
import {
  ended,
  forkNode,
  misbehaviour,
  nodeCrew,
  SHORT_LEASE_MS,
  startJobs,
  startNode,
  submit,
  twoTasks,
} from '../helpers/jobs.ts'
import { ends, times } from '../helpers/node-scenarios.ts'
import { atWork, holdNobodyUp, loseWith } from '../helpers/suspects.ts'

/** What a suspect takes; who waits for one waits for what is left of it at least. */
const LONG_MS = 5_000

t.test('three long suspects hold nobody up: government jobs of two tasks do not wait for them', t =>
  holdNobodyUp(t, { suspectMs: LONG_MS, waitMsMax: LONG_MS / 2 }),
)

t.test('a job that kills its process is failed after three deliveries, and costs one node, once', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const crew = await nodeCrew(t, jobs.url, 1)
  const poison = await submit(jobs.store, misbehaviour('crash'))
  const good = await Promise.all(times(20, () => submit(jobs.store, twoTasks(), { accountId: 'other' })))
  t.same(ends(await ended(jobs.store, [poison])), { 'failed: node_lost': 1 })
  t.equal((await ended(jobs.store, [poison]))[0]!.attempts, 3)
  t.same(ends(await ended(jobs.store, good)), { completed: 20 })
  t.equal(crew.deaths(), 1, 'the second and third delivery killed a process of their own')
})

t.test('a node runs one suspect of a class, however many wait, and one of a higher class beside it', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  // long enough for all four to run at once before their node is killed, however slowly its threads start
  const slow = misbehaviour('idle', { ms: 4_000 })
  const standard = await Promise.all(times(3, i => submit(jobs.store, slow, { accountId: `lost-${i}` })))
  const urgent = await submit(jobs.store, slow, { accountId: 'ministry', jobClass: 'government' })
  await loseWith(t, jobs, [...standard, urgent])
  const { node, registry } = await startNode(t, jobs)
  const done = await ended(jobs.store, [...standard, urgent])
  t.same(ends(done), { completed: 4 })
  const spans = done.slice(0, 3).sort((one, other) => one.startedAtMs! - other.startedAtMs!)
  for (const [i, { startedAtMs }] of spans.entries()) {
    if (i > 0) t.ok(startedAtMs! >= spans[i - 1]!.completedAtMs!, 'one after the other')
  }
  t.ok(done[3]!.startedAtMs! < spans[1]!.startedAtMs!, 'the urgent one did not wait for them')
  t.equal(node.inFlight(), 0)
  await until('no process is left', async () =>
    / 0$/m.test(await registry.getSingleMetricAsString('sis_job_suspect_processes')),
  )
})

t.test('a lost job is noticed where each look at a shard takes long', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const lost = await submit(jobs.store, twoTasks())
  const shard = shardOf(lost.accountId)
  await jobs.store.takeSome(shard, 'standard', 'small', 'node-1', 1)
  // long ago, so that the first look reclaims nothing
  await jobs.client.hset(jobShardKey(shard), 'lookedMs', 1)
  // one shard after the other it were a second, which is more than the half of a lease in which somebody has to look
  const reclaim = async (shard: number): Promise<number> => {
    await pause(SHORT_LEASE_MS / 20)
    return jobs.store.reclaim(shard)
  }
  await startNode(t, { ...jobs, store: { ...jobs.store, reclaim } })
  t.match(await ended(jobs.store, [lost]), [{ state: 'completed', attempts: 2 }])
})

t.test('a suspect does not wait while a process for another class starts', async t => {
  const jobs = await startJobs(t)
  for (const jobClass of ['government', 'standard'] as const) {
    const { accountId } = await submit(jobs.store, twoTasks(), { accountId: 'lost', jobClass })
    const { leases } = await jobs.store.takeSome(shardOf(accountId), jobClass, 'small', 'node-1', 1)
    t.equal(await jobs.store.requeue(leases[0]!.job, leases[0]!.fence, 'worker_lost'), 'queued')
  }
  let startedCount = 0
  const held: JobClass[] = []
  const suspects = new Suspects({
    store: jobs.store,
    nodeId: 'node-2',
    memoryMegabytesMax: 512,
    // the first one never gets ready
    startProcess: () =>
      new JobProcess({
        heapMegabytesMax: 64,
        analysersModule: startedCount++ === 0 ? NEVER_READY : undefined,
        onFault: fault => t.fail(fault),
      }),
    hold({ job: { jobClass } }) {
      held.push(jobClass)
      return { jobClass, isInline: false, run: async () => {}, returnUnrun: async () => {} }
    },
    onFault: error => t.error(error),
  })
  t.teardown(() => suspects.close())
  suspects.wait()
  await until('the other one runs', () => held.length === 1)
})

t.test('a suspect that ended its worker stands back; the next one that lost its node does not', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const poison = await submit(jobs.store, twoTasks())
  const take = async () =>
    (await jobs.store.takeSome(shardOf(poison.accountId), 'standard', 'small', 'node-1', 1)).leases[0]!
  const lost = await take()
  t.equal(await jobs.store.requeue(lost.job, lost.fence, 'worker_lost'), 'queued')
  const started: ProcessPriority[] = []
  const runs: [jobId: string, ProcessPriority][] = []
  const suspects = new Suspects({
    store: jobs.store,
    nodeId: 'node-2',
    memoryMegabytesMax: 512,
    startProcess(priority) {
      started.push(priority)
      return new JobProcess({
        heapMegabytesMax: 64,
        analysersModule: undefined,
        priority,
        onFault: fault => t.fail(fault),
      })
    },
    hold: ({ job }) => ({
      jobClass: job.jobClass,
      isInline: false,
      async run() {
        runs.push([job.jobId, started.at(-1)!])
        if (runs.length > 1) return
        // it ends, and another one loses its node
        await jobs.store.cancel(job.accountId, job.jobId)
        const innocent = await submit(jobs.store, twoTasks())
        t.equal((await take()).job.jobId, innocent.jobId)
        await until('its lease has ended', async () => (await jobs.store.reclaim(shardOf(poison.accountId))) > 0)
        suspects.wait()
      },
      returnUnrun: async () => {},
    }),
    onFault: error => t.error(error),
  })
  t.teardown(() => suspects.close())
  suspects.wait()
  await until('both have run', () => runs.length >= 2)
  t.equal(runs[0]![0], poison.jobId)
  t.not(runs[1]![0], poison.jobId)
  t.same(started, ['low', 'usual'], 'the process that stands back ends')
})

t.test('a node that is killed takes the process of its suspect along; a drain gives the suspect back', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const suspect = await submit(jobs.store, misbehaviour('slow', { ms: 600_000 }))
  await loseWith(t, jobs, [suspect])
  // a lease that ends on a busy machine is no job that a drain could give back
  const second = await forkNode(t, jobs.url, { DRAIN_SECONDS: '0' }, LONG_LEASE_MS)
  await until('it runs again', async () => (await atWork(jobs, [suspect], 2)) === 1)
  await until('in a process of its own', () => childrenOf(second.child.pid!).length === 1)
  const children = childrenOf(second.child.pid!)
  second.child.kill('SIGTERM')
  await until(
    'it is given back',
    async () => (await jobs.store.read(suspect.accountId, suspect.jobId))!.state === 'queued',
  )
  const third = await forkNode(t, jobs.url)
  await until('it runs again', async () => (await atWork(jobs, [suspect], 3)) === 1)
  await until('in a process of its own', () => childrenOf(third.child.pid!).length === 1)
  children.push(...childrenOf(third.child.pid!))
  third.child.kill('SIGKILL')
  await until('no process is left', () => children.every(pid => !existsSync(`/proc/${pid}`)))
  await jobs.store.cancel(suspect.accountId, suspect.jobId)
})

/** Longer than any wait of a test. */
const LONG_LEASE_MS = 120_000

/** A module of analysers whose import does not end. */
const NEVER_READY = 'data:text/javascript,setInterval(()=>{},1000);await new Promise(()=>{})'

const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(child => child !== '')
