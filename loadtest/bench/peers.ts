/**
 * `npm run loadtest:peers`: calls of one gateway and of two beside naive services on Fastify and Express (peers/calls.ts), then throughput of small jobs beside BullMQ, from
 * the first one put in to the last result stored. Jobs have the same inputs, analyser, redis-server with the same fsync, number of jobs at once and
 * of submissions under way; runs alternate, each after rounds of --warm jobs until the processor time of a job in the worker falls no longer: V8 compiles for
 * some thousand jobs. What the second half of a run took by the first is told with each run. Exit code
 * 1: less than FACTOR_MIN times BullMQ in the median, which guards against regressions; the goal is FACTOR_GOAL, and is printed beside the figure.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLineOrExit, numberOrNone, text, whole, wholeOrNone } from '../command-line.ts'
import { machineLine, median } from '../report.ts'
import { processorMs } from './call-cost.ts'
import { line, measureCalls, sharesOf } from './peers/calls.ts'
import { bullSide, inputOf, ourSide, type Side, type SideSettings } from './peers/jobs.ts'

/** Times the jobs of BullMQ per second. */
const FACTOR_GOAL = 2.5
const FACTOR_MIN = 1.75
const SCHEDULE_COUNT = 20
const LOOK_MS = 20

const {
  jobs: jobCount,
  runs: runCount,
  tasks: taskCount,
  threads: concurrency,
  warm: warmCount,
  outstanding,
  seed,
  calls: callSeconds,
  callers,
  'only-tasks': onlyTasks,
  tree,
} = commandLineOrExit({
  name: 'npm run loadtest:peers',
  about: `Calls beside naive services, then small jobs beside BullMQ. Runs alternate. The goal is ${FACTOR_GOAL} times the jobs of BullMQ; fails below ${FACTOR_MIN} times.`,
  options: {
    calls: numberOrNone(5, 'seconds of each run of calls; 0: no calls'),
    callers: whole(16, 'calls at once'),
    'only-tasks': wholeOrNone(0, 'calls of so many tasks alone; 0: of 100 and of 1000'),
    tree: text('/path', 'another checkout of the service answers calls beside this one, instead of the naive services'),
    runs: whole(5, 'of each side; their median counts'),
    jobs: wholeOrNone(3_000, 'jobs of each run; 0: no jobs'),
    tasks: whole(100, 'of each job'),
    threads: whole(2, 'jobs at once in the worker'),
    warm: whole(1_500, 'jobs of a round before the runs'),
    outstanding: whole(64, 'submissions under way'),
    seed: whole(1, 'of schedules'),
  },
}).values

const inputs = Array.from({ length: SCHEDULE_COUNT }, (_, i) => inputOf(taskCount, seed + i))

const SIDES: Readonly<Record<string, (settings: SideSettings) => Promise<Side>>> = {
  ours: ourSide,
  BullMQ: settings => bullSide(settings, 'inline'),
  'BullMQ, threads': settings => bullSide(settings, 'threads'),
}

async function put(side: Side, from: number, to: number): Promise<void> {
  let next = from
  const lane = async (): Promise<void> => {
    while (next < to) await side.enqueue(next++)
  }
  await Promise.all(Array.from({ length: outstanding }, lane))
}

async function done(side: Side, count: number): Promise<void> {
  while ((await side.doneCount()) < count) await sleep(LOOK_MS)
}

interface Run {
  readonly jobsPerSecond: number
  /** Processor time of a job, ms, by process; null where the system does not say. */
  readonly producerMs: number | null
  readonly redisMs: number | null
  readonly workerMs: number | null
  /** What a job of the second half took of the worker's processor, by one of the first half: near 1 when the compilers have done their work. */
  readonly steadiness: number | null
}

/** Processor time so far of all three. */
const spent = ({ pids }: Side): (number | null)[] => [process.pid, pids.redis, pids.worker].map(processorMs)

const WARM_ROUNDS_MAX = 10
/** A worker is steady when two rounds cost no less than the two before them, but for this share. */
const STEADY = 0.02

/** Puts rounds of jobs until the worker is steady; returns their number. */
async function warmUp(side: Side): Promise<number> {
  const costs: number[] = []
  const isSteady = (): boolean => {
    if (costs.length < 4) return false
    const [first, second, third, fourth] = costs.slice(-4) as [number, number, number, number]
    return third + fourth >= (first + second) * (1 - STEADY)
  }
  let count = 0
  while (costs.length < WARM_ROUNDS_MAX && !isSteady()) {
    const before = processorMs(side.pids.worker)
    await put(side, count, (count += warmCount))
    await done(side, count)
    costs.push((processorMs(side.pids.worker) ?? 0) - (before ?? 0))
  }
  return count
}

/** A run on servers and workers of its own. */
async function measure(start: (settings: SideSettings) => Promise<Side>): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sis-peers-'))
  const side = await start({ dataDir, inputs, concurrency })
  try {
    const warmedCount = await warmUp(side)
    const [before, startMs] = [spent(side), performance.now()]
    const half = done(side, warmedCount + (jobCount >> 1)).then(() => processorMs(side.pids.worker))
    await put(side, warmedCount, warmedCount + jobCount)
    await done(side, warmedCount + jobCount)
    const jobsPerSecond = jobCount / ((performance.now() - startMs) / 1000)
    const after = spent(side)
    const [producerMs, redisMs, workerMs] = after.map((ms, i) =>
      ms === null ? null : (ms - before[i]!) / jobCount,
    ) as [number | null, number | null, number | null]
    const [first, middle, last] = [before[2], await half, after[2]]
    const steadiness =
      first == null || middle === null || last == null ? null : (last - middle) / Math.max(middle - first, 1)
    return { jobsPerSecond, producerMs, redisMs, workerMs, steadiness }
  } finally {
    await side.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

process.stdout.write(`${machineLine(new Date())}, seed ${seed}\n`)
const CALL_SIZES = onlyTasks > 0 ? [onlyTasks] : [100, 1_000]
for (const size of callSeconds > 0 ? CALL_SIZES : []) {
  const settings = {
    taskCount: size,
    runs: runCount,
    seconds: callSeconds,
    callers,
    seed,
    tree,
    hasPeers: tree === undefined,
  }
  const medians = await measureCalls(settings, text => void process.stdout.write(`${text}\n`))
  for (const [name, cost] of Object.entries(medians)) {
    const times = medians.ours!.callsPerSecond / cost.callsPerSecond
    process.stdout.write(
      `median ${line(name, cost)}${sharesOf(cost)}; ours has ${times.toFixed(2)} times its calls, ${(medians.ours!.usPerCall / cost.usPerCall).toFixed(2)} times its processor time\n`,
    )
  }
}
if (jobCount === 0) process.exit(0)
process.stdout.write(
  `${jobCount} jobs of ${taskCount} tasks (${inputs[0]!.frame.length} bytes of frame), ${concurrency} at once, ${outstanding} submissions under way\n`,
)
const rates: Record<string, number[]> = {}
for (let run = 0; run < runCount; run++) {
  for (const [name, start] of Object.entries(SIDES)) {
    const { jobsPerSecond, producerMs, redisMs, workerMs, steadiness } = await measure(start)
    rates[name] = [...(rates[name] ?? []), jobsPerSecond]
    const of = (ms: number | null): string => ms?.toFixed(2) ?? '?'
    process.stdout.write(
      `run ${run + 1}  ${name.padEnd(15)} ${jobsPerSecond.toFixed(0).padStart(5)} jobs/s; processor ms of a job: ` +
        `producer ${of(producerMs)}, Redis ${of(redisMs)}, worker ${of(workerMs)} (second half ${of(steadiness)} of the first)\n`,
    )
  }
}
const medians = Object.fromEntries(Object.entries(rates).map(([name, all]) => [name, median(all)]))
for (const [name, rate] of Object.entries(medians))
  process.stdout.write(`median ${name.padEnd(15)} ${rate.toFixed(0)}\n`)
const factor = medians.ours! / Math.max(medians.BullMQ!, medians['BullMQ, threads']!)
process.stdout.write(
  `${factor.toFixed(2)} times the better one of BullMQ; goal ${FACTOR_GOAL}, at least ${FACTOR_MIN}\n`,
)
process.exit(factor >= FACTOR_MIN ? 0 : 1)
