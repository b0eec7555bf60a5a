/**
 * `npm run bench`: medians of the kernels and of whole calls over HTTP, with their ratio to Buffer-to-string + JSON.parse
 * of the same body in the same run, in a process of its own (apart.ts). Ratios outlast machines; milliseconds do not. Of large bodies also the peak memory of a call (peak-memory.ts).
 * Then each of the fourteen analyses beside the critical path (analyses.ts).
 *   --sizes 100,1000,10000,100000   --seconds 1 (per case)   --seed 1   --only read-json,whole   --no-http   --markdown
 *   --parse-flags (JSON.parse too runs with the flags of the service)
 *   --gate (alone: processor time per call beside the committed figures, see gate.ts)   --record (writes them)
 *   --analyses-tasks 100000 (0: none)   --repetitions 5   --analyses forensics.change-tracking (alone, all without)
 *   --kernel: the passes in TypeScript, WebAssembly and C instead of all that (beside-c.ts)
 *   --mpxj: project files beside MPXJ instead of all that (beside-mpxj.ts)
 */
import { parseArgs } from 'node:util'
import { machineLine, markdownTable, milliseconds } from '../../loadtest/report.ts'
import { describeDistribution, distributionOf, makeSchedule } from '../../loadtest/schedules.ts'
import { NODE_FLAGS } from '../../shared/process/node-flags.ts'
import { ANALYSES_HEAD, measureAnalyses } from './analyses.ts'
import { measureApart } from './apart.ts'
import { cases } from './cases.ts'
import { gate } from './gate.ts'
import { HTTP_TASKS_MAX, measureOverHttp } from './over-http.ts'
import { YARDSTICK } from './parse.ts'
import { measurePeakMemory, PEAK_TASKS_MIN, peakMemoryLine } from './peak-memory.ts'

if (process.argv.includes('--kernel')) {
  const { measureBesideC } = await import('./beside-c.ts')
  await measureBesideC(process.argv.slice(2), line => void process.stdout.write(`${line}\n`))
  process.exit()
}
if (process.argv.includes('--mpxj')) {
  const { measureBesideMpxj } = await import('./beside-mpxj.ts')
  await measureBesideMpxj(process.argv.slice(2), line => void process.stdout.write(`${line}\n`))
  process.exit()
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000,100000' },
    seconds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    'no-http': { type: 'boolean', default: false },
    'analyses-tasks': { type: 'string', default: '100000' },
    analyses: { type: 'string' },
    repetitions: { type: 'string', default: '5' },
    'parse-flags': { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const [analysesTaskCount, repetitions] = [Number(values['analyses-tasks']), Number(values.repetitions)]
const seed = Number(values.seed)
const budget = { warmMs: 1_000 * Number(values.seconds), measureMs: 1_000 * Number(values.seconds) }
const chosen = values.only === undefined ? cases : cases.filter(one => values.only!.split(',').includes(one.name))
const counts = [...sizes, seed, budget.measureMs, repetitions]
if (!counts.every(value => value > 0) || !(analysesTaskCount >= 0) || chosen.length === 0) {
  process.stderr.write(
    `--sizes, --seconds, --seed and --repetitions are numbers above 0, --only some of ${cases.map(one => one.name)}\n`,
  )
  process.exit(2)
}

/** With --markdown only the table for loadtest/README.md goes to standard output. */
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
  const isChosen = ({ id }: { readonly id: string }): boolean =>
    values.analyses === undefined || values.analyses.split(',').includes(id)
  say('')
  const costs = await measureAnalyses(analysesTaskCount, seed, repetitions, say, isChosen)
  process.stdout.write(
    `\nEach analysis beside /analysis/cpm, ${analysesTaskCount} tasks per schedule; ratio per schedule sent\n\n${markdownTable(ANALYSES_HEAD, costs)}\n`,
  )
}
