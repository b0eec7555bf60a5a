/**
 * Schedules of 100,000 and 1,000,000 tasks as jobs, sent as gzip beside liveness probes: the job completes, its result
 * is fetched and equals what the engine writes for the same bytes without a service, /health stays quick, memory stays bounded.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { Agent, request } from 'undici'
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { asyncPath } from '../../shared/contract/endpoint/analysis-row.ts'
import { jobPath, resultPath } from '../../shared/contract/endpoint/paths.ts'
import { EnvelopeHash } from '../../shared/contract/envelope-hash.ts'
import { describeOutcome, isClean, type LoadResult, openLoopApart } from '../driver.ts'
import { milliseconds } from '../report.ts'
import { makeSchedule, requestBytes } from '../schedules.ts'
import { cpmCall, HEALTH_CALL } from '../service.ts'
import {
  type Cell,
  GATEWAY_OVER_IDLE_BYTES_MAX,
  HEALTH_BESIDE_JOB_P99_MS,
  judge,
  NODE_BYTES_MAX,
  type Scenario,
  TIMEOUT_MS,
} from './scenario.ts'

const TASK_COUNTS = [100_000, 1_000_000]
const PROBES_PER_SECOND = 50
/** Probes come in spells of so many; the verdict is on the worst spell. */
const SPELL_PROBES = 500
const POLL_MS = 50
const MEBIBYTE = 2 ** 20
/** The whole job, upload and download included. */
const JOB_SECONDS_MAX = 900
const ENGINE = fileURLToPath(new URL('../../compute/bench/envelope-hash.ts', import.meta.url))

const cpm = analyses.find(row => row.id === 'analysis.cpm')!
const gzipped = promisify(gzip)

export const largeJobs: Scenario = {
  name: 'large-jobs',
  summary: 'jobs of 100,000 and 1,000,000 tasks beside /health',
  env: {},
  taskCounts: () => [],
  async run({ service, key, seed, say }) {
    const rows: Cell[][] = []
    let isMet = true
    const agent = new Agent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
    for (const taskCount of TASK_COUNTS) {
      const body = requestBytes(makeSchedule({ seed, taskCount }))
      say(`${taskCount} tasks: ${mebibytes(body.length)} MiB; the engine alone`)
      const expected = await expectedHash(body)
      const sent = await gzipped(body, { level: constants.Z_BEST_SPEED })
      const idle = residentBytes(service.pid)
      const probes = probeUntil(service.origin, seed)
      const startedMs = performance.now()
      const job = await runJob(agent, service.origin, key, sent)
      const seconds = (performance.now() - startedMs) / 1000
      const spells = await probes.stop()
      const peak = peakBytes(service.pid)
      const gatewayOverIdle = peak.gateway - idle.gateway
      const worstP99 = Math.max(...spells.map(spell => spell.latency.p99))
      const verdict = judge(worstP99, HEALTH_BESIDE_JOB_P99_MS)
      const mistakes = [
        ...(job.hash === expected ? [] : ['the result is not that of the engine']),
        ...spells.filter(spell => !isClean(spell)).map(describeOutcome),
        ...(peak.node > NODE_BYTES_MAX ? ['the node took too much memory'] : []),
        ...(gatewayOverIdle > GATEWAY_OVER_IDLE_BYTES_MAX ? ['the gateway took too much memory'] : []),
        ...(verdict.isMet ? [] : [verdict.words]),
      ]
      isMet &&= mistakes.length === 0
      rows.push([
        taskCount,
        mebibytes(body.length),
        mebibytes(sent.length),
        job.acceptedSeconds.toFixed(1),
        job.completedSeconds.toFixed(1),
        seconds.toFixed(1),
        mebibytes(job.resultBytes),
        mebibytes(peak.node),
        mebibytes(gatewayOverIdle),
        milliseconds(worstP99),
        milliseconds(Math.max(...spells.map(spell => spell.latency.max))),
        mistakes.length === 0 ? 'ok' : mistakes.join('; '),
      ])
      say(`${taskCount} tasks: completed after ${job.completedSeconds.toFixed(1)} s, result ${expected.slice(0, 12)}`)
    }
    await agent.close()
    return {
      title: 'Large jobs of /analysis/cpm, sent as gzip beside /health',
      head: [
        'tasks',
        'MiB',
        'MiB sent',
        'accepted s',
        'completed s',
        'fetched s',
        'result MiB',
        'node peak MiB',
        'gateway peak over idle MiB',
        'health p99 ms',
        'health max ms',
        'verdict',
      ],
      rows,
      notes: [
        `Seconds count from the first byte sent. /health at ${PROBES_PER_SECOND}/s, the worst of spells of ${SPELL_PROBES}; memory is the kernel's high-water mark since the start.`,
      ],
      isMet,
    }
  },
}

/** What the engine writes for the body without a service: a process of its own, as large as that takes. */
function expectedHash(body: Uint8Array): Promise<string> {
  const engine = spawn(process.execPath, ['--max-old-space-size=8192', ENGINE], { stdio: ['pipe', 'pipe', 'inherit'] })
  engine.stdin.end(body)
  return text(engine.stdout).then(printed => {
    if (!/^[0-9a-f]{64}\n$/.test(printed)) throw new Error('the engine alone fails')
    return printed.trim()
  })
}

interface FetchedJob {
  readonly acceptedSeconds: number
  readonly completedSeconds: number
  readonly resultBytes: number
  readonly hash: string
}

async function runJob(dispatcher: Agent, origin: string, key: string, sent: Buffer): Promise<FetchedJob> {
  const startedMs = performance.now()
  const elapsed = () => (performance.now() - startedMs) / 1000
  const { headers } = cpmCall(key, sent, 'gzip')
  const submission = await request(origin + asyncPath(cpm), { method: 'POST', headers, body: sent, dispatcher })
  const answer = await submission.body.text()
  if (submission.statusCode !== 202) throw new Error(`not accepted: ${submission.statusCode} ${answer}`)
  const { job_id: jobId } = JSON.parse(answer) as { job_id: string }
  const acceptedSeconds = elapsed()
  const read = { headers: { 'x-api-key': key }, dispatcher }
  for (;;) {
    const { body } = await request(`${origin}${jobPath(jobId)}?include_result=false`, read)
    const job = (await body.json()) as { status: string }
    if (job.status === 'completed') break
    if (job.status === 'failed' || elapsed() > JOB_SECONDS_MAX) throw new Error(`no result: ${JSON.stringify(job)}`)
    await sleep(POLL_MS)
  }
  const completedSeconds = elapsed()
  const result = await request(origin + resultPath(jobId), read)
  if (result.statusCode !== 200) throw new Error(`no result: ${result.statusCode} ${await result.body.text()}`)
  const hash = new EnvelopeHash()
  for await (const chunk of result.body) hash.update(chunk as Uint8Array)
  return { acceptedSeconds, completedSeconds, resultBytes: hash.bytes, hash: hash.digest() }
}

function probeUntil(origin: string, seed: number): { stop: () => Promise<LoadResult[]> } {
  let isOver = false
  const spells: LoadResult[] = []
  const probing = (async () => {
    while (!isOver)
      spells.push(
        await openLoopApart({
          origin,
          calls: [HEALTH_CALL],
          ratePerSecond: PROBES_PER_SECOND,
          callCount: SPELL_PROBES,
          arrivals: 'constant',
          seed: seed + spells.length,
          connectionCount: 8,
          outstandingMax: SPELL_PROBES,
          timeoutMs: TIMEOUT_MS,
        }),
      )
    return spells
  })()
  return {
    stop: () => {
      isOver = true
      return probing
    },
  }
}

interface Memory {
  readonly gateway: number
  readonly node: number
}

const residentBytes = (startPid: number | undefined): Memory => memory(startPid, 'VmRSS')
const peakBytes = (startPid: number | undefined): Memory => memory(startPid, 'VmHWM')

/** Memory of the children of the start process, as Linux counts; NaN where it is not known. */
function memory(startPid: number | undefined, field: 'VmRSS' | 'VmHWM'): Memory {
  const found: { gateway: number; node: number } = { gateway: Number.NaN, node: Number.NaN }
  if (startPid === undefined) return found
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) !== startPid) continue
      const bytes = 1024 * Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1])
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (words.includes('gateway/main.ts')) found.gateway = bytes
      if (words.includes('compute/node/main.ts')) found.node = bytes
    } catch {} // it has ended meanwhile
  }
  return found
}

const mebibytes = (bytes: number): string => (bytes / MEBIBYTE).toFixed(0)
