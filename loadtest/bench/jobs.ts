/**
 * `npm run loadtest:jobs`: what jobs take of each role of a cluster on this machine, and whether an account that is alone gets all of it.
 * Prints tables; with --json the figures from which deploy/capacity.md is made. --tree measures another release from outside.
 * Exit code 1: the first number of accounts gets less than RATIO_MIN of the throughput of the second, or Government waits too long.
 */
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { machineLine, markdownTable } from '../report.ts'
import { bodyOf } from './jobs/bodies.ts'
import { measureCallbacks } from './jobs/callbacks.ts'
import { type Cost, measureCosts } from './jobs/costs.ts'
import { median, short } from './jobs/figures.ts'
import { measureFsyncs } from './jobs/fsyncs.ts'
import { measureShares } from './jobs/shares.ts'

const RATIO_MIN = 0.9
const URGENT_WAIT_P95_MS_MAX = 250
const FSYNC_MS = 1_000
const PARTS = ['shares', 'costs', 'callbacks']

const USAGE = `npm run loadtest:jobs -- [shares] [costs] [callbacks] [options]

  --accounts 1,6,30      accounts of shares
  --seconds 8            of each number of accounts, and about of each step of a size
  --rounds 1             of shares, one number of accounts after the other in each
  --nodes 3 --idle-threads 8 --job-ms 100   the cluster of shares, and how long its jobs take
  --sizes 2,1000,10000,100000 --threads 2   task counts of costs, and threads of its node
  --callbacks 2000       posts of callbacks
  --tree /path           another release, with its packages installed
  --seed 1               of schedules
  --json                 the figures as JSON`

function read() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      accounts: { type: 'string', default: '1,6,30' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '1' },
      nodes: { type: 'string', default: '3' },
      'idle-threads': { type: 'string', default: '8' },
      'job-ms': { type: 'string', default: '100' },
      sizes: { type: 'string', default: '2,1000,10000,100000' },
      threads: { type: 'string', default: '2' },
      callbacks: { type: 'string', default: '2000' },
      tree: { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  })
  const whole = (name: keyof typeof values, text = String(values[name])): number => {
    const value = Number(text)
    if (!Number.isSafeInteger(value) || value < 1)
      throw new Error(`--${name} must be a whole number above 0, got ${text}`)
    return value
  }
  const list = (name: 'accounts' | 'sizes'): number[] => values[name].split(',').map(text => whole(name, text))
  const unknown = positionals.find(part => !PARTS.includes(part))
  if (unknown !== undefined) throw new Error(`no part is called ${unknown}; there are ${PARTS.join(', ')}`)
  return {
    parts: positionals.length === 0 ? PARTS : positionals,
    accountCounts: list('accounts'),
    sizes: list('sizes'),
    seconds: whole('seconds'),
    rounds: whole('rounds'),
    nodeCount: whole('nodes'),
    idleThreadCount: whole('idle-threads'),
    jobMs: whole('job-ms'),
    threadCount: whole('threads'),
    callbackCount: whole('callbacks'),
    seed: whole('seed'),
    tree: values.tree === undefined ? undefined : resolve(values.tree),
    json: values.json,
  }
}

function readOrExit() {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`)
    process.exit(2)
  }
}

const options = readOrExit()
const { tree, threadCount, seed, seconds } = options
const say = (line: string): void => void process.stderr.write(`${line}\n`)
const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
  cwd: tree ?? fileURLToPath(new URL('.', import.meta.url)),
  encoding: 'utf8',
}).trim()
const machine = machineLine(new Date())
say(`${machine}, release ${commit}`)

const fsyncsPerSecond = measureFsyncs(FSYNC_MS)
const shares = options.parts.includes('shares')
  ? await measureShares({
      ...{ tree, nodeCount: options.nodeCount, threadCount: options.idleThreadCount, jobMs: options.jobMs },
      ...{ accountCounts: options.accountCounts, rounds: options.rounds, seconds, say },
      body: await bodyOf(2, seed),
    })
  : []
const costs = options.parts.includes('costs')
  ? await measureCosts({ tree, threadCount, sizes: options.sizes, seconds, seed, say })
  : undefined
const callbacks = options.parts.includes('callbacks')
  ? await measureCallbacks({ tree, threadCount, count: options.callbackCount, say })
  : undefined

/** Of rounds in which jobs always waited: else it is the submissions that were measured. */
const rateOf = (accounts: number): number =>
  median(
    shares
      .filter(share => share.accounts === accounts && share.waitP50Ms >= options.jobMs)
      .map(({ jobsPerSecond }) => jobsPerSecond),
  )
const [first, second] = options.accountCounts
const ratio = first === undefined || second === undefined ? Number.NaN : rateOf(first) / rateOf(second)
const longestP95 = Math.max(0, ...shares.map(({ governmentWaitP95Ms }) => governmentWaitP95Ms))
const isMet = shares.length === 0 || (ratio >= RATIO_MIN && longestP95 <= URGENT_WAIT_P95_MS_MAX)

function verdict(): string {
  if (Number.isNaN(ratio))
    return `Not known: the queue ran empty (a wait below ${options.jobMs} ms), since submissions were slower than the nodes; repeat it on a quiet machine, on a quicker disk (TMPDIR), or with a longer --job-ms.`
  return `${first} account alone gets ${ratio.toFixed(2)} of the throughput of ${second}; wanted ${RATIO_MIN}.`
}

function tables(): string[] {
  const told = [`${machine}, release ${commit}; the disk keeps ${fsyncsPerSecond.toFixed(0)} appends a second`]
  if (shares.length > 0) {
    const head = [
      'accounts',
      'jobs/s',
      'threads busy %',
      'wait p50 ms',
      'government jobs',
      'their wait p50 ms',
      'p95 ms',
    ]
    const rows = shares.map(one => [
      ...[one.accounts, short(one.jobsPerSecond), short(100 * one.busyShare), short(one.waitP50Ms)],
      ...[one.governmentJobs, short(one.governmentWaitP50Ms), short(one.governmentWaitP95Ms)],
    ])
    told.push(
      `${options.nodeCount} nodes of ${options.idleThreadCount} threads, jobs of 2 tasks that take ${options.jobMs} ms and no processor`,
      markdownTable(head, rows),
      `${verdict()} Government waits at most ${short(longestP95)} ms (p95); wanted ${URGENT_WAIT_P95_MS_MAX}.`,
    )
  }
  if (costs !== undefined) {
    const head = ['per job', ...costs.costs.map(({ tasks }) => `${tasks} tasks`)]
    const row = (name: string, of: (cost: Cost) => number) => [name, ...costs.costs.map(cost => short(of(cost)))]
    told.push(
      markdownTable(head, [
        row('jobs measured', ({ jobs }) => jobs),
        row('body KB', ({ sentBytes }) => sentBytes / 1024),
        row('answer KB', ({ resultBytes }) => resultBytes / 1024),
        row('submit: gateway, main thread ms', ({ submit }) => submit.gatewayMainMs),
        row('submit: gateway, workers ms', ({ submit }) => submit.gatewayWorkerMs),
        row('submit: Redis ms', ({ submit }) => submit.redisMs),
        row('run: node, main thread ms', ({ run }) => run.nodeMainMs),
        row('run: node, workers ms', ({ run }) => run.nodeWorkerMs),
        row('run: Redis ms', ({ run }) => run.redisMs),
        row('run: jobs/s', ({ run }) => run.jobsPerSecond),
        row('read: gateway ms', ({ read }) => read.gatewayMainMs + read.gatewayWorkerMs),
        row('read: Redis ms', ({ read }) => read.redisMs),
        row('Redis commands', ({ submit, run, read }) => submit.redisCommands + run.redisCommands + read.redisCommands),
        row('Redis scripts', ({ submit, run, read }) => submit.redisScripts + run.redisScripts + read.redisScripts),
        row('Redis memory queued KB', ({ submit }) => submit.redisMemoryBytes / 1024),
        row('Redis memory done KB', ({ submit, run }) => (submit.redisMemoryBytes + run.redisMemoryBytes) / 1024),
        row('appended KB', ({ submit, run }) => (submit.appendedBytes + run.appendedBytes) / 1024),
        row('objects', ({ frameObjects, resultObjects }) => frameObjects.count + resultObjects.count),
        row('frame object KB', ({ frameObjects }) => frameObjects.bytes / 1024),
        row('result object KB', ({ resultObjects }) => resultObjects.bytes / 1024),
        row('log KB', ({ submit, run, read }) => (submit.logBytes + run.logBytes + read.logBytes) / 1024),
      ]),
    )
  }
  if (callbacks !== undefined) {
    const { perSecond, use } = callbacks
    told.push(
      `One deliverer: ${perSecond.toFixed(0)} callbacks/s; processor ms of each: deliverer ${short(use.delivererMs)}, Redis ${short(use.redisMs)}; ${short(use.redisCommands)} commands, ${short(use.appendedBytes / 1024)} KB appended`,
    )
  }
  return told
}

const figures = { machine, commit, fsyncsPerSecond, ratio, isMet, shares, ...costs, callbacks }
process.stdout.write(options.json ? `${JSON.stringify(figures, null, 2)}\n` : `${tables().join('\n\n')}\n`)
process.exit(isMet ? 0 : 1)
