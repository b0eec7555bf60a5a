/**
 * `npm test`: the check, and every test file, or the files and folders named on the command line (of a folder no slow suite). The check takes the place of a test file at the start; when it
 * fails, the run ends. `--record` keeps how long the files took, for the order of the next runs. `--reliability` runs the slow suites instead (<room>/test/reliability). A file that fails beside others runs once more with
 * the machine to itself, since CI machines stand still for seconds; both runs are printed, and the second one counts. If it passes then, the last
 * lines list it as FLAKY: a defect of the code or of the test, to be found.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { longestFirst, recordDurations, recordedDurations } from './test-run/order.ts'
import { type FileReport, runFile } from './test-run/run-file.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const ROOMS = '{shared,gateway,compute,loadtest,deploy}'
const JOBS_MAX = 4
/** Files of these names wait for leases, deadlines and processes most of their time. One of them runs beside as many others as there are cores, which keeps the cores at work. */
const WAITING = [
  ...['compute/test/node/', 'compute/test/deliverer/', 'deploy/test/', 'shared/test/jobs/', 'shared/test/process/'],
  ...['gateway/test/admin/', 'gateway/test/http/', 'gateway/test/limits/', 'gateway/test/jobs/', 'loadtest/test/'],
  ...['gateway/test/mcp/slow-source', 'gateway/test/endpoint/async-submission/', 'gateway/test/endpoint/every-row/'],
]
const JOBS_BEYOND_CORES = 1
const TIMEOUT_SECONDS = 300
/** T48 takes two hours, and then audits what it submitted; the suites of places.test.ts, one after the other in three places, take more. */
const RELIABILITY_TIMEOUT_SECONDS = 21_600

const OPTIONS = ['--reliability', '--record']
const named = process.argv.slice(2).filter(argument => !OPTIONS.includes(argument))
const isReliability = process.argv.includes('--reliability')
const isRecord = process.argv.includes('--record')
const filesBelow = (folder: string): string[] =>
  globSync(`${folder}/**/*.test.ts`, { cwd: root })
    .filter(file => !file.includes('node_modules/') && file.includes('/reliability/') === isReliability)
    .sort()
const files = named.length > 0 ? named.flatMap(filesOf) : filesBelow(`${ROOMS}/test`)

if (files.length === 0) {
  console.error(`There is no test file ${isReliability ? 'of a slow suite' : 'but slow suites (--reliability)'} there.`)
  process.exit(1)
}

/** The test files that a word of the command line names: a file, or a folder with all of the kind below it. */
function filesOf(name: string): string[] {
  const found = statSync(resolve(root, name), { throwIfNoEntry: false })
  if (found === undefined) {
    console.error(`There is no test file or folder ${name}.`)
    process.exit(1)
  }
  return found.isDirectory() ? filesBelow(name.replace(/\/+$/, '')) : [name]
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

async function check(): Promise<void> {
  const path = fileURLToPath(new URL('check.ts', import.meta.url))
  const [status] = await once(spawn(process.execPath, [path], { cwd: root, stdio: 'inherit' }), 'exit')
  if (status !== 0) process.exit(1)
}

/** before: done by the last of the jobs before its first file. */
async function run(queue: readonly string[], jobs: number, before?: () => Promise<void>): Promise<FileReport[]> {
  const isWaiting = (file: string) => jobs > 1 && WAITING.some(name => file.startsWith(name))
  const waiting = queue.filter(isWaiting)
  const busy = queue.filter(file => !isWaiting(file))
  const reports: FileReport[] = []
  const worker = async (_: unknown, lane: number) => {
    const [own, other] = lane === 0 ? [waiting, busy] : [busy, waiting]
    const next = () => own.shift() ?? other.shift()
    if (lane === jobs - 1) await before?.()
    for (let file = next(); file !== undefined; file = next()) {
      const report = await runFile(file, root, isReliability ? RELIABILITY_TIMEOUT_SECONDS : TIMEOUT_SECONDS)
      reports.push(report)
      const failed = report.failed > 0 ? `, ${report.failed} failed` : ''
      console.log(
        `${failed ? 'FAIL' : 'ok  '} ${file}  ${report.passed} passed${failed}  ${Math.round(report.durationMs)} ms`,
      )
      if (isReliability || failed) for (const line of report.comments) console.log(line)
      for (const line of report.lines) console.log(line)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return reports
}

// a slow suite has the machine to itself
const jobs = isReliability ? 1 : Math.min(availableParallelism() + JOBS_BEYOND_CORES, JOBS_MAX)
const isWhole = !isReliability && named.length === 0
const first = await run(longestFirst(files, recordedDurations()), jobs, isWhole ? check : undefined)
if (isWhole && isRecord) recordDurations(first)
const unsteady = isReliability ? [] : first.filter(report => report.failed > 0)
if (unsteady.length > 0) console.log(`\n${unsteady.length} failed and run once more, one after the other:`)
const second = await run(
  unsteady.map(report => report.file),
  1,
)
const reports = [...first.filter(report => !unsteady.includes(report)), ...second]
const flaky = second.filter(report => report.failed === 0).map(report => report.file)
if (flaky.length > 0) console.log('')
for (const file of flaky) console.log(`FLAKY ${file}: failed beside others, passed alone`)
const sum = (of: (report: FileReport) => number): number => reports.reduce((total, report) => total + of(report), 0)
const failed = sum(report => report.failed)
console.log(
  `${sum(report => report.passed)} passed, ${failed} failed, ${sum(report => report.skipped)} skipped (${files.length} test files)`,
)
process.exit(failed === 0 ? 0 : 1)
