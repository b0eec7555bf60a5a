/**
 * Jobs for compute nodes: a real redis-server in a folder of its own, real frames, nodes in this process or as processes that can be killed.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Registry } from 'prom-client'
import type { Test } from 'tap'
import { makeSchedule, requestBytes } from '../../../loadtest/schedules.ts'
import { type AnalysisId, isAnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { workRow } from '../../../shared/contract/catalogue/catalogue.ts'
import { FINAL_STATES } from '../../../shared/contract/job-states.ts'
import { decodeFrame, encodeFrame, inputSha256 } from '../../../shared/contract/schedule/frame.ts'
import { FRAME_VERSION } from '../../../shared/contract/schedule/frame-versions.ts'
import { readConfig } from '../../../shared/platform/config/config.ts'
import { chunksOfFrame, frameOfChunks, unpackResultChunk } from '../../../shared/platform/jobs/chunks.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import { type JobStore, LEASE_MS, type NewJob } from '../../../shared/platform/jobs/job-store.ts'
import { findJob } from '../../../shared/platform/jobs/redis/failed-jobs.ts'
import { type JobStoreOptions, redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { createLog, type Log } from '../../../shared/platform/process/log.ts'
import { connect, disconnect, type RedisClient } from '../../../shared/platform/redis/connect.ts'
import { StoreUnavailable } from '../../../shared/platform/redis/failure.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { firstMessage } from '../../../shared/test/first-message.ts'
import { objectsOfTest } from '../../../shared/test/objects-of-test.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { analysers } from '../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../engine/read/read-request.ts'
import { type AnalysisInput, isRefusal } from '../../engine/result/result.ts'
import { writeEnvelope } from '../../engine/write/envelope.ts'
import { type ComputeNode, createNode } from '../../node/run-node.ts'

export interface TestJobs {
  readonly store: JobStore
  readonly client: RedisClient
  readonly url: string
  readonly killRedis: () => Promise<void>
  /** Process ids of the servers. */
  readonly pids: () => number[]
  readonly leaseMs: number
}

/**
 * Of nodes and store of tests that kill nodes: a lost one is noticed within two seconds. Where nobody is killed the usual lease stays, so that
 * none is lost to a machine that stands still for a second.
 */
export const SHORT_LEASE_MS = 1_500
/** A command of the test itself may wait for a busy machine. */
export const PATIENT = { commandTimeoutMs: 60_000 } as const

export async function startJobs(t: Test, options: JobStoreOptions = {}): Promise<TestJobs> {
  const redis = await redisOfTest(dataFolder(t))
  const client = connect(redis.url, 'test', PATIENT)
  t.teardown(async () => {
    disconnect(client)
    await redis.stop()
  })
  const store = redisJobStore(client, { objects: objectsOfTest(t), ...options })
  return {
    store,
    client,
    url: redis.url,
    killRedis: redis.killOne,
    pids: redis.pids,
    leaseMs: options.leaseMs ?? LEASE_MS,
  }
}

/** What a gateway's worker makes of a body, ready to be submitted any number of times. */
export interface Work {
  readonly rowId: string
  readonly chunks: readonly Uint8Array[]
  readonly frameBytes: number
  readonly taskCount: number
  readonly linkCount: number
}

/** today: any day, the same each time. */
const TODAY = 20_778

const linkCountOf = (input: AnalysisInput): number =>
  [...input.schedules.values()].reduce((sum, { links }) => sum + links.task.length, 0)

/** rowId: of the catalogue, or of misbehaving-analysers.ts, which take the frame of cpm and params of their own. */
export function workOf(rowId: string, body: Uint8Array, params: Readonly<Record<string, unknown>> = {}): Work {
  const row = isAnalysisId(rowId) ? workRow(rowId) : workRow('analysis.cpm')
  const read = readRequest(row as never, body, 'application/json', NO_LIMITS)
  if (!('schedules' in read)) throw new Error(`${read.code}: ${JSON.stringify(read.details)}`)
  const input = { ...read, params: { ...read.params, ...params } }
  const frame = encodeFrame({ rowId, today: TODAY, inputSha256: inputSha256(input), input })
  return {
    rowId,
    chunks: chunksOfFrame(frame),
    frameBytes: frame.length,
    taskCount: input.taskCount,
    linkCount: linkCountOf(input),
  }
}

export const cpmWork = (taskCount: number, seed: number): Work =>
  workOf('analysis.cpm', requestBytes(makeSchedule({ taskCount, seed })))

/** A job of two tasks. */
export const twoTasks = (): Work =>
  workOf(
    'analysis.cpm',
    new TextEncoder().encode(
      '{"tasks":[{"id":"A","duration_days":1},{"id":"B","duration_days":2,"predecessors":["A"]}]}',
    ),
  )

/** A job of one task for an analyser of misbehaving-analysers.ts. */
export const misbehaviour = (name: string, params: Readonly<Record<string, unknown>> = {}): Work =>
  workOf(`test.${name}`, new TextEncoder().encode('{"tasks":[{"id":"A","duration_days":1}]}'), params)

export async function submit(
  store: JobStore,
  work: Work,
  { accountId = 'account-1', ...changes }: Partial<NewJob> = {},
): Promise<Job> {
  const jobId = randomUUID()
  const frameObject = await store.writeFrame(accountId, jobId, work.chunks)
  const submission = await store.submit({
    jobId,
    ...(frameObject !== undefined && { frameObject }),
    accountId,
    keyId: 'key-1',
    jobClass: 'standard',
    rowId: work.rowId,
    endpoint: '/api/v1/analysis/cpm/async',
    requestId: `request-${jobId}`,
    taskCount: work.taskCount,
    linkCount: work.linkCount,
    today: TODAY,
    frameChunks: work.chunks.length,
    frameBytes: work.frameBytes,
    frameVersion: FRAME_VERSION,
    callbackUrl: null,
    reservedBytes: 1_000,
    queuedCountMax: 20_000,
    idempotency: null,
    ...changes,
  })
  if (submission.state !== 'queued') throw new Error(submission.state)
  return submission.job
}

/** What a call of this work would be answered, up to the members of the reply: analysed and written here, without a node. */
export function envelopeOf({ rowId, chunks, frameBytes }: Work): string {
  const { input, inputSha256, today } = decodeFrame(frameOfChunks(chunks, frameBytes))
  const result = analysers[rowId as AnalysisId](input, { today })
  if (isRefusal(result)) throw new Error(result.code)
  const facts = { taskCount: input.taskCount, inputSha256, ignoredFields: input.ignoredFields }
  return Buffer.concat(writeEnvelope(result, facts, 'application/json').chunks).toString()
}

/** How often it was run; a node may take a job and return it unrun, which counts in its attempts. */
export const triesOf = async ({ client }: Pick<TestJobs, 'client'>, { jobId }: Job): Promise<number> =>
  (await findJob(client, jobId))!.tries

/** The jobs as they ended, in their order. */
export async function ended(store: JobStore, jobs: readonly Job[], msMax?: number): Promise<Job[]> {
  const found: Job[] = []
  for (const { accountId, jobId } of jobs) {
    let state = 'gone'
    const isEnded = async () => {
      const job = await store.read(accountId, jobId).catch(nothingWhenAway)
      if (job === null) throw new Error(`job ${jobId} is gone`)
      state = job?.state ?? 'unknown'
      if (job === undefined || !FINAL_STATES.includes(job.state)) return false
      found.push(job)
      return true
    }
    await until(`job ${jobId} ends`, isEnded, msMax).catch(error => {
      throw new Error(`${error.message}; it is ${state}`)
    })
  }
  return found
}

/** A store that is killed in a test is away for a moment. */
function nothingWhenAway(error: Error): undefined {
  if (!(error instanceof StoreUnavailable)) throw error
}

/** The envelope of a completed job up to the members of the reply, and its hash. */
export async function resultOf(store: JobStore, job: Job): Promise<{ text: string; sha256: string }> {
  const hash = createHash('sha256')
  const parts: Buffer[] = []
  for await (const stored of store.readResult(job)) {
    const chunk = Buffer.from(unpackResultChunk(stored))
    hash.update(chunk)
    parts.push(chunk)
  }
  return { text: Buffer.concat(parts).toString(), sha256: hash.digest('hex') }
}

/** One for all nodes of a test: each log waits for the end of the process. */
const SILENT_LOG = createLog('silent', 'test')

const MACHINE = { coreCount: 2, memoryBytes: 8 * 2 ** 30 }

/** A node in this process. settings: environment variables over the defaults. */
export async function startNode(
  t: Test,
  { store, leaseMs }: TestJobs,
  settings: Record<string, string> = {},
  log: Log = SILENT_LOG,
): Promise<{ node: ComputeNode; registry: Registry; log: Log }> {
  const outcome = readConfig({ LOG_LEVEL: 'silent', JOB_THREADS: '2', ...settings }, MACHINE)
  if (!outcome.ok) throw new Error(outcome.mistakes.join('\n'))
  const registry = new Registry()
  const node = createNode({
    config: outcome.config,
    store,
    nodeId: randomUUID(),
    log,
    logMetering: fields => log.info(JSON.parse(`{${fields}}`), 'metering'),
    registry,
    analysersModule: new URL('../node/misbehaving-analysers.ts', import.meta.url).href,
    leaseMs,
  })
  t.teardown(() => node.close())
  await node.start()
  return { node, registry, log }
}

interface NodeProcess {
  readonly child: ChildProcess
  readonly metricsPort: number
}

/** A node as a process. */
export async function forkNode(
  t: Test,
  url: string,
  settings: Record<string, string> = {},
  leaseMs = SHORT_LEASE_MS,
): Promise<NodeProcess> {
  const child = fork(fileURLToPath(new URL('./node-process.ts', import.meta.url)), [String(leaseMs)], {
    env: { ...process.env, REDIS_URL: url, LOG_LEVEL: 'silent', JOB_THREADS: '2', ...settings },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const { metricsPort } = await firstMessage<{ metricsPort: number }>(child)
  return { child, metricsPort }
}

/** Nodes of which each one that is killed, or dies, is followed by another. */
export async function nodeCrew(
  t: Test,
  url: string,
  nodeCount: number,
  settings: Record<string, string> = {},
  leaseMs = SHORT_LEASE_MS,
): Promise<{ nodes: () => readonly NodeProcess[]; deaths: () => number; dismiss: () => void }> {
  const nodes: NodeProcess[] = []
  let deaths = 0
  let isDismissed = false
  const add = async (): Promise<void> => {
    // the test may be over before it has started
    const node = await forkNode(t, url, settings, leaseMs).catch(error => {
      if (!isDismissed) throw error
    })
    if (node === undefined) return
    if (isDismissed) return void node.child.kill('SIGKILL')
    nodes.push(node)
    node.child.once('exit', () => {
      nodes.splice(nodes.indexOf(node), 1)
      if (isDismissed) return
      deaths++
      void add()
    })
  }
  const dismiss = (): void => {
    isDismissed = true
    for (const { child } of nodes) child.kill('SIGKILL')
  }
  t.teardown(dismiss)
  await Promise.all(Array.from({ length: nodeCount }, add))
  return { nodes: () => nodes, deaths: () => deaths, dismiss }
}
