/**
 * `npm test`: the check, and every test file, or the files and folders named on the command line (of a folder no slow suite). The check takes the place of a test file at the start; when it
 * fails, the run ends. `--record` keeps how long the files took, for the order of the next runs. `--reliability` runs the slow suites instead (<room>/test/reliability). A file that fails beside others runs once more with
 * the machine to itself, since CI machines stand still for seconds; both runs are printed, and the second one counts. If it passes then, the last
 * lines list it as FLAKY: a defect of the code or of the test, to be found. Short files of one kind share a process (test-run/order.ts).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWaiting, longestFirst, processes, recordDurations, recordedDurations } from './test-run/order.ts'
import { type FileReport, runFile, runFiles } from './test-run/run-file.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const ROOMS = '{shared,gateway,compute,loadtest,deploy}'
const JOBS_MAX = 4
const JOBS_BEYOND_CORES = 1
const TIMEOUT_SECONDS = 300
/** Of all files of a process together. */
const SHARED_TIMEOUT_SECONDS = 600
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
async function run(
  queue: readonly (readonly string[])[],
  jobs: number,
  before?: () => Promise<void>,
): Promise<FileReport[]> {
  const waiting = queue.filter(([file]) => jobs > 1 && isWaiting(file!))
  const busy = queue.filter(files => !waiting.includes(files))
  const reports: FileReport[] = []
  const worker = async (_: unknown, lane: number) => {
    const [own, other] = lane === 0 ? [waiting, busy] : [busy, waiting]
    const next = () => own.shift() ?? other.shift()
    if (lane === jobs - 1) await before?.()
    for (let files = next(); files !== undefined; files = next()) {
      for (const report of await runTogether(files)) {
        reports.push(report)
        tell(report)
      }
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return reports
}

async function runTogether(files: readonly string[]): Promise<FileReport[]> {
  const reports = files.length > 1 ? await runFiles(files, root, SHARED_TIMEOUT_SECONDS) : []
  // one by itself, or what a process that ended early did not come to
  for (const file of files) {
    if (reports.some(report => report.file === file)) continue
    reports.push(await runFile(file, root, isReliability ? RELIABILITY_TIMEOUT_SECONDS : TIMEOUT_SECONDS))
  }
  return reports
}

function tell(report: FileReport): void {
  const failed = report.failed > 0 ? `, ${report.failed} failed` : ''
  console.log(
    `${failed ? 'FAIL' : 'ok  '} ${report.file}  ${report.passed} passed${failed}  ${Math.round(report.durationMs)} ms`,
  )
  if (isReliability || failed) for (const line of report.comments) console.log(line)
  for (const line of report.lines) console.log(line)
}

// a slow suite has the machine to itself
const jobs = isReliability ? 1 : Math.min(availableParallelism() + JOBS_BEYOND_CORES, JOBS_MAX)
const isWhole = !isReliability && named.length === 0
const durations = recordedDurations()
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8')
const queue = isReliability ? files.map(file => [file]) : processes(longestFirst(files, durations), durations, textOf)
const first = await run(queue, jobs, isWhole ? check : undefined)
if (isWhole && isRecord) recordDurations(first)
const unsteady = isReliability ? [] : first.filter(report => report.failed > 0)
if (unsteady.length > 0) console.log(`\n${unsteady.length} failed and run once more, one after the other:`)
const second = await run(
  unsteady.map(report => [report.file]),
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
