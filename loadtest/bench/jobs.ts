/**
 * `npm run loadtest:jobs`: what jobs take of each role of a cluster on this machine, and whether an account that is alone gets all of it.
 * Prints tables; --into keeps the figures, as those from which deploy/capacity.md is made. --tree measures another release from outside.
 * Exit code 1: the first number of accounts gets less than RATIO_MIN of the throughput of the second, or Government waits too long.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Callbacks, Costs, Measured, Shares } from '../../deploy/capacity/measured.ts'
import { commandLineOrExit, text, whole, wholes } from '../command-line.ts'
import { machineLine, markdownTable } from '../report.ts'
import { bodyOf } from './jobs/bodies.ts'
import { measureCallbacks } from './jobs/callbacks.ts'
import { measureCosts } from './jobs/costs.ts'
import { short } from './jobs/figures.ts'
import { measureFsyncs } from './jobs/fsyncs.ts'
import { callbacksRecord, costsRecord, sharesRecord } from './jobs/record.ts'
import { measureShares } from './jobs/shares.ts'

const RATIO_MIN = 0.9
const URGENT_WAIT_P95_MS_MAX = 250
const FSYNC_MS = 1_000
const PARTS = ['shares', 'costs', 'callbacks']

const COMMAND = {
  name: 'npm run loadtest:jobs',
  about:
    'What jobs take of each role of a cluster, whether an account that is alone gets all of it, and callbacks. Without a part: all three.',
  words: { name: 'part', choices: PARTS },
  options: {
    accounts: wholes([1, 6, 30], 'accounts of shares'),
    seconds: whole(8, 'of each number of accounts, and about of each step of a size'),
    rounds: whole(1, 'of shares, one number of accounts after the other in each'),
    nodes: whole(3, 'of the cluster of shares'),
    'idle-threads': whole(8, 'of each of its nodes'),
    'job-ms': whole(100, 'that its jobs take'),
    sizes: wholes([2, 1_000, 10_000, 100_000], 'task counts of costs'),
    threads: whole(2, 'of the node of costs and of callbacks'),
    callbacks: whole(2_000, 'posts of callbacks'),
    tree: text('/path', 'another release, with its packages installed'),
    seed: whole(1, 'of schedules'),
    into: text('file.json', 'where the figures of these parts are kept, beside those of others that are there'),
  },
}

const options = commandLineOrExit(COMMAND, ({ values, words }) => ({
  parts: words.length === 0 ? PARTS : words,
  accountCounts: values.accounts,
  sizes: values.sizes,
  seconds: values.seconds,
  rounds: values.rounds,
  nodeCount: values.nodes,
  idleThreadCount: values['idle-threads'],
  jobMs: values['job-ms'],
  threadCount: values.threads,
  callbackCount: values.callbacks,
  seed: values.seed,
  tree: values.tree === undefined ? undefined : resolve(values.tree),
  into: values.into === undefined ? undefined : resolve(values.into),
}))
const { tree, threadCount, seed, seconds } = options
const say = (line: string): void => void process.stderr.write(`${line}\n`)
const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
  cwd: tree ?? fileURLToPath(new URL('.', import.meta.url)),
  encoding: 'utf8',
}).trim()
const machine = machineLine(new Date())
say(`${machine}, release ${commit}`)

const about = { machine, release: commit }
const has = (part: string): boolean => options.parts.includes(part)
const sharesPlan = {
  ...{ tree, nodeCount: options.nodeCount, threadCount: options.idleThreadCount, jobMs: options.jobMs },
  ...{ accountCounts: options.accountCounts, rounds: options.rounds, seconds, say },
  body: await bodyOf(2, seed),
}
const shares: Shares | undefined = has('shares')
  ? { ...about, ...sharesRecord(await measureShares(sharesPlan), sharesPlan) }
  : undefined
const costs: Costs | undefined = has('costs')
  ? {
      ...about,
      ...costsRecord(
        await measureCosts({ tree, threadCount, sizes: options.sizes, seconds, seed, say }),
        measureFsyncs(FSYNC_MS),
      ),
    }
  : undefined
const callbacks: Callbacks | undefined = has('callbacks')
  ? { ...about, ...callbacksRecord(await measureCallbacks({ tree, threadCount, count: options.callbackCount, say })) }
  : undefined

const sections: string[] = [`${machine}, release ${commit}`]
let isMet = true
if (shares !== undefined) {
  const head = ['accounts', 'jobs/s', 'threads busy %', 'government wait p50 ms', 'p95 ms']
  const rows = shares.byAccounts.map(one => [
    ...[one.accounts, short(one.jobsPerSecond)],
    short((one.jobsPerSecond * shares.jobMs) / 10 / shares.nodes / shares.threads),
    ...[short(one.governmentWaitP50Ms), short(one.governmentWaitP95Ms)],
  ])
  const [first, second] = shares.byAccounts
  const ratio = second === undefined ? 1 : first!.jobsPerSecond / second.jobsPerSecond
  const longestP95Ms = Math.max(...shares.byAccounts.map(({ governmentWaitP95Ms }) => governmentWaitP95Ms))
  isMet = ratio >= RATIO_MIN && longestP95Ms <= URGENT_WAIT_P95_MS_MAX
  sections.push(
    `${shares.nodes} nodes of ${shares.threads} threads, jobs of 2 tasks that take ${shares.jobMs} ms and no processor`,
    markdownTable(head, rows),
    ...(second === undefined
      ? []
      : [
          `${first!.accounts} account alone gets ${ratio.toFixed(2)} of the throughput of ${second.accounts}; wanted ${RATIO_MIN}.`,
        ]),
    `Government waits at most ${short(longestP95Ms)} ms (p95); wanted ${URGENT_WAIT_P95_MS_MAX}.`,
  )
}
if (costs !== undefined) {
  const { sizes } = costs
  const names = Object.keys(sizes[0]!).filter(name => name !== 'tasks') as (keyof (typeof sizes)[number])[]
  sections.push(
    markdownTable(
      ['of one job', ...sizes.map(({ tasks }) => `${tasks} tasks`)],
      names.map(name => [name, ...sizes.map(size => short(size[name]))]),
    ),
    `The disk keeps ${costs.fsyncsPerSecond.toFixed(0)} appends a second; the idle cluster takes ${short(costs.idlePercent)} % of a processor.`,
  )
}
if (callbacks !== undefined) {
  sections.push(
    `One deliverer: ${callbacks.perSecond.toFixed(0)} callbacks/s; of each: deliverer ${short(callbacks.delivererMs)} ms, Redis ${short(callbacks.redisMs)} ms of processor time, ${short(callbacks.redisScripts)} scripts, ${short(callbacks.appendedKilobytes)} KB appended`,
  )
}
process.stdout.write(`${sections.join('\n\n')}\n`)
if (options.into !== undefined) {
  const kept = existsSync(options.into) ? JSON.parse(readFileSync(options.into, 'utf8')) : {}
  const figures: Measured = {
    ...kept,
    ...(shares && { shares }),
    ...(costs && { costs }),
    ...(callbacks && { callbacks }),
  }
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value
  writeFileSync(options.into, `${JSON.stringify(figures, rounded, 2)}\n`)
}
process.exit(isMet ? 0 : 1)
