/**
 * `npm run bench`: medians of the kernels and of whole calls over HTTP, with their ratio to Buffer-to-string + JSON.parse
 * of the same body in the same run, in a process of its own (measure.ts). Ratios outlast machines; milliseconds do not. Of large bodies also the peak memory of a call (peak-memory.ts).
 * Then each of the fourteen analyses beside the critical path (analyses.ts).
 * --help lists the options; --gate (gate.ts) measures something else instead.
 */
import { commandLineOrExit, flag, number, some, whole, wholeOrNone, wholes } from '../../loadtest/command-line.ts'
import { closedLoopApart, describeOutcome, isClean } from '../../loadtest/driver.ts'
import { machineLine, markdownTable, milliseconds } from '../../loadtest/report.ts'
import { describeDistribution, distributionOf, makeSchedule, requestBytes } from '../../loadtest/schedules.ts'
import { cpmCall, startService } from '../../loadtest/service.ts'
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { NODE_FLAGS } from '../../shared/platform/process/node-flags.ts'
import { ANALYSES_HEAD, measureAnalyses } from './analyses.ts'
import { cases } from './cases.ts'
import { GROWTH_MAX, gate } from './gate.ts'
import { type Budget, measureApart, YARDSTICK } from './measure.ts'
import { measurePeakMemory, PEAK_TASKS_MIN, peakMemoryLine } from './peak-memory.ts'

const TIMEOUT_MS = 60_000
/** The largest synchronous critical-path call. */
const HTTP_TASKS_MAX = 10_000

const caseNames = cases.map(one => one.name)
const { values } = commandLineOrExit({
  name: 'npm run bench',
  about:
    'Kernels and whole calls as a ratio to JSON.parse of the same body, then each analysis beside the critical path.',
  options: {
    sizes: wholes([100, 1_000, 10_000, 100_000], 'task counts'),
    seconds: number(1, 'of each case'),
    seed: whole(1, 'of schedules'),
    only: some(caseNames, `some of ${caseNames.join(', ')}; all without it`),
    'no-http': flag('no calls over HTTP'),
    'analyses-tasks': wholeOrNone(100_000, 'task count of the analyses; 0: none of them'),
    analyses: some(
      analyses.map(({ id }) => id),
      'these analyses alone; all without it',
    ),
    repetitions: whole(5, 'of each analysis'),
    'parse-flags': flag('JSON.parse too runs with the flags of the service'),
    markdown: flag('only the table on standard output'),
    gate: flag(`instead of all that: fails when a call costs over ${100 * GROWTH_MAX} % more than is recorded`),
    record: flag('with --gate: records what a call costs now'),
  },
})
const { sizes, seed, repetitions, 'analyses-tasks': analysesTaskCount } = values
const budget = { warmMs: 1_000 * values.seconds, measureMs: 1_000 * values.seconds }
const chosen = cases.filter(one => values.only.includes(one.name))

/** With --markdown only the table for loadtest/figures.md goes to standard output. */
const say = (line: string): void => void (values.markdown ? process.stderr : process.stdout).write(`${line}\n`)

if (values.gate) process.exit((await gate(seed, values.record, say)) ? 0 : 1)

/** The work as the service runs it, JSON.parse as a process does that does nothing else. */
const parseFlags = values['parse-flags'] ? NODE_FLAGS : []

const cell = (ms: number, yardstickMs: number): string => `${milliseconds(ms)} (${(ms / yardstickMs).toFixed(2)})`

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const machine = machineLine(new Date())
say(`${machine}, seed ${seed}`)
const bytes: Record<number, number> = {}
for (const taskCount of sizes) {
  const distribution = distributionOf(makeSchedule({ seed, taskCount }))
  bytes[taskCount] = distribution.bytes
  say(`\n${describeDistribution(distribution)}`)
}

const rows = new Map<string, string[]>([
  [YARDSTICK.title, []],
  ...chosen.map(one => [one.title, []] as [string, string[]]),
])
for (const taskCount of sizes) {
  const yardsticks: number[] = []
  for (const one of chosen) {
    const [work, parse] = await measureApart(
      [
        { name: one.name, taskCount, seed, flags: NODE_FLAGS },
        { name: YARDSTICK.name, taskCount, seed, flags: parseFlags },
      ],
      budget,
    )
    yardsticks.push(parse!.medianMs)
    rows.get(one.title)!.push(cell(work!.medianMs, parse!.medianMs))
    const { medianMs, meanMs, deviationMs, minMs, sampleCount, checksum } = work!
    say(
      `${taskCount} ${one.name}: median ${milliseconds(medianMs)}, min ${milliseconds(minMs)}, mean ${milliseconds(meanMs)} ± ${milliseconds(deviationMs)} ms of ${sampleCount}, checksum ${checksum}; JSON.parse beside it ${milliseconds(parse!.medianMs)}, min ${milliseconds(parse!.minMs)}`,
    )
  }
  const [middle = Number.NaN] = yardsticks.sort((a, b) => a - b).slice(yardsticks.length >> 1)
  rows.get(YARDSTICK.title)!.push(milliseconds(middle))
}
if (!values['no-http']) {
  const results = await measureOverHttp(
    sizes.filter(size => size <= HTTP_TASKS_MAX),
    seed,
    budget,
  )
  rows.set(
    'whole call over HTTP, one caller',
    sizes.map(size => {
      const result = results.find(one => one.taskCount === size)
      return result === undefined ? '-' : cell(result.medianMs, result.yardstickMs)
    }),
  )
}

const head = [
  'median ms (ratio to JSON.parse)',
  ...sizes.map(size => `${size} tasks, ${(bytes[size]! / 1e6).toFixed(2)} MB`),
]
const table = markdownTable(
  head,
  [...rows].map(([title, cells]) => [title, ...cells]),
)
process.stdout.write(`\n${machine}, seed ${seed}\n\n${table}\n`)
for (const taskCount of sizes.filter(size => size >= PEAK_TASKS_MIN))
  process.stdout.write(`\n${peakMemoryLine(await measurePeakMemory(taskCount, seed))}\n`)

if (analysesTaskCount > 0) {
  const isChosen = ({ id }: { readonly id: string }): boolean => values.analyses.some(each => each === id)
  say('')
  const costs = await measureAnalyses(analysesTaskCount, seed, repetitions, say, isChosen)
  process.stdout.write(
    `\nEach analysis beside /analysis/cpm, ${analysesTaskCount} tasks per schedule; ratio per schedule sent\n\n${markdownTable(ANALYSES_HEAD, costs)}\n`,
  )
}

interface HttpResult {
  readonly taskCount: number
  readonly medianMs: number
  readonly yardstickMs: number
}

/** Medians of whole calls over HTTP: one caller, no queue, on a service started for it; the yardstick in the same minute. */
async function measureOverHttp(sizes: readonly number[], seed: number, budget: Budget): Promise<HttpResult[]> {
  const service = await startService({ env: { CPM_SYNC_TASK_LIMIT: String(HTTP_TASKS_MAX) } })
  try {
    const key = await service.createKey('government')
    const results: HttpResult[] = []
    for (const taskCount of sizes) {
      const body = requestBytes(makeSchedule({ seed, taskCount }))
      const plan = {
        origin: service.origin,
        calls: [cpmCall(key, body)],
        callerCount: 1,
        callCountMin: 30,
        timeoutMs: TIMEOUT_MS,
      }
      await closedLoopApart({ ...plan, durationMsMin: 2 * budget.warmMs })
      const timed = await closedLoopApart({ ...plan, durationMsMin: budget.measureMs })
      if (!isClean(timed)) throw new Error(`calls of ${taskCount} tasks failed: ${describeOutcome(timed)}`)
      const [parsed] = await measureApart([{ name: YARDSTICK.name, taskCount, seed, flags: [] }], budget)
      results.push({
        taskCount,
        medianMs: timed.latency.p50,
        yardstickMs: parsed!.medianMs,
      })
    }
    return results
  } finally {
    await service.stop()
  }
}
