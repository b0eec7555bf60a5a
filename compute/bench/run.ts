/**
 * `npm run bench`: medians of the kernels and of whole calls over HTTP, with their ratio to Buffer-to-string + JSON.parse
 * of the same body in the same run. Ratios outlast machines; milliseconds do not. Of large bodies also the peak memory of a call (peak-memory.ts).
 * Then each of the fourteen analyses beside the critical path (analyses.ts).
 * --help lists the options; --gate (gate.ts), --kernel (beside-c.ts) and --mpxj (beside-mpxj.ts) measure something else instead.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { commandLineOrExit, flag, number, some, whole, wholeOrNone, wholes } from '../../loadtest/command-line.ts'
import { machineLine, markdownTable, milliseconds } from '../../loadtest/report.ts'
import { describeDistribution, distributionOf, makeSchedule } from '../../loadtest/schedules.ts'
import { analyses } from '../../shared/analysis/analyses.ts'
import { ANALYSES_HEAD, measureAnalyses } from './analyses.ts'
import type { CaseJob, CaseResult } from './case-process.ts'
import { cases, yardstick } from './cases.ts'
import { GROWTH_MAX, gate } from './gate.ts'
import { HTTP_TASKS_MAX, measureOverHttp } from './over-http.ts'
import { measurePeakMemory, PEAK_TASKS_MIN, peakMemoryLine } from './peak-memory.ts'

if (process.argv.includes('--kernel')) {
  const { measureBesideC } = await import('./beside-c.ts')
  await measureBesideC(line => void process.stdout.write(`${line}\n`))
  process.exit()
}
if (process.argv.includes('--mpxj')) {
  const { measureBesideMpxj } = await import('./beside-mpxj.ts')
  await measureBesideMpxj(line => void process.stdout.write(`${line}\n`))
  process.exit()
}

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
    markdown: flag('only the table on standard output'),
    gate: flag(`instead of all that: fails when a call costs over ${100 * GROWTH_MAX} % more than is recorded`),
    record: flag('with --gate: records what a call costs now'),
    kernel: flag('instead of all that: the passes beside C (--kernel --help)'),
    mpxj: flag('instead of all that: project files beside MPXJ (--mpxj --help)'),
  },
})
const { sizes, seed, repetitions, 'analyses-tasks': analysesTaskCount } = values
const budget = { warmMs: 1_000 * values.seconds, measureMs: 1_000 * values.seconds }
const chosen = cases.filter(one => values.only.includes(one.name))

/** With --markdown only the table for loadtest/README.md goes to standard output. */
const say = (line: string): void => void (values.markdown ? process.stderr : process.stdout).write(`${line}\n`)

if (values.gate) process.exit((await gate(seed, values.record, say)) ? 0 : 1)

async function runCase(job: CaseJob): Promise<CaseResult> {
  const child = fork(fileURLToPath(new URL('./case-process.ts', import.meta.url)), [], {
    execArgv: ['--max-old-space-size=4096'],
  })
  child.send(job)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${job.name} at ${job.taskCount} tasks ended with code ${code}`)
  })
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [CaseResult]
  ended.catch(() => {})
  return result
}

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
  [yardstick.title, []],
  ...chosen.map(one => [one.title, []] as [string, string[]]),
])
for (const taskCount of sizes) {
  const yardsticks: number[] = []
  for (const one of chosen) {
    const result = await runCase({ name: one.name, taskCount, seed, ...budget })
    yardsticks.push(result.yardstick.medianMs)
    rows.get(one.title)!.push(cell(result.work.medianMs, result.yardstick.medianMs))
    const { medianMs, meanMs, deviationMs, minMs, sampleCount, checksum } = result.work
    say(
      `${taskCount} ${one.name}: median ${milliseconds(medianMs)}, min ${milliseconds(minMs)}, mean ${milliseconds(meanMs)} ± ${milliseconds(deviationMs)} ms of ${sampleCount}, checksum ${checksum}; JSON.parse beside it ${milliseconds(result.yardstick.medianMs)}`,
    )
  }
  const [middle = Number.NaN] = yardsticks.sort((a, b) => a - b).slice(yardsticks.length >> 1)
  rows.get(yardstick.title)!.push(milliseconds(middle))
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
