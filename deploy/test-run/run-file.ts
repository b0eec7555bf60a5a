/** Test files in a process: one by itself, plain `node file`, so that no loader of a runner slows it or the processes it starts; or several that start nothing, one after the other. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Parser } from 'tap-parser'

export interface FileReport {
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly durationMs: number
  /** A line for each assertion that failed or was skipped, with its reason. */
  readonly lines: readonly string[]
  /** What the tests said of themselves: seeds, figures. */
  readonly comments: readonly string[]
}

interface Assertion {
  readonly fullname: string
  readonly ok: boolean
  readonly skip: boolean | string
  readonly todo: boolean | string
  readonly diag: { diff?: string; error?: string; stack?: string; at?: { fileName: string; lineNumber: number } } | null
}

/** Comments of tap itself, and of several-files.ts. */
const TAP_COMMENT = /^# (?:Subtest:|time=|\{ total: |failed |skip|todo|its end after )/

/** The first lines of a file that fails throughout are enough. */
const LINES_MAX = 100
/** What a process may print beside its assertions that still fits into a report. */
const STDERR_CHARACTERS_MAX = 4_000
/** Before its limit a file that is still at work is made to report. */
const REPORT_SECONDS = 5

/** What several-files.ts says before and after a file. */
export const beginOf = (file: string): string => `file: ${file}`
export const endAfter = (ms: number): string => `its end after ${Math.round(ms)} ms`
const BEGIN = /^# file: (.*)\n/m
const END = /^# its end after (\d+) ms\n/m
const SEVERAL_FILES = fileURLToPath(new URL('several-files.ts', import.meta.url))

/** What Node has stripped and compiled, for the processes after: a fifth of the time in which one loads the engine. */
const COMPILED = 'node_modules/.cache/compiled'

/** Never rejects: a file that cannot run is a failure. One that runs for longer than `timeoutSeconds` is killed with what it started. */
export async function runFile(file: string, cwd: string, timeoutSeconds: number): Promise<FileReport> {
  const startedMs = performance.now()
  const { output, errors, end } = await runProcess([file], cwd, timeoutSeconds)
  return report(file, output, errors, end, performance.now() - startedMs)
}

/** All in one process. Those that it did not come to, since it ended in an earlier one, are not among the reports. */
export async function runFiles(files: readonly string[], cwd: string, timeoutSeconds: number): Promise<FileReport[]> {
  const { output, errors, end } = await runProcess([SEVERAL_FILES, ...files], cwd, timeoutSeconds)
  // what stands before the first file, then the name and the lines of each
  const [, ...parts] = output.split(BEGIN)
  const reports: FileReport[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const [file, lines] = [parts[at]!, parts[at + 1]!]
    const ms = END.exec(lines)?.[1]
    reports.push(report(file, lines, errors, ms === undefined ? end || 'it did not end' : '', Number(ms ?? 0)))
  }
  const last = reports.at(-1)
  if (last !== undefined && end !== '' && reports.every(({ failed }) => failed === 0)) {
    const line = `  not ok: the process of these ${reports.length} files  (${end})`
    reports.push({ ...reports.pop()!, failed: 1, lines: [...last.lines, line, ...indented(errors)] })
  }
  return reports
}

async function runProcess(args: readonly string[], cwd: string, timeoutSeconds: number) {
  const reports = mkdtempSync(join(tmpdir(), 'sis-reports-'))
  const flags = [
    '--report-on-signal',
    `--report-directory=${reports}`,
    '--report-exclude-env',
    '--report-exclude-network',
  ]
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd,
    // a process group of its own, so that nothing outlives the file
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // tap's own limit for one test is 30 s otherwise
    env: { NODE_COMPILE_CACHE: join(cwd, COMPILED), ...process.env, TAP: '1', TAP_TIMEOUT: String(timeoutSeconds) },
  })
  const output: Buffer[] = []
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-STDERR_CHARACTERS_MAX)
  })
  const killAll = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {} // nothing of it is left
  }
  process.once('exit', killAll)
  const timer = setTimeout(killAll, (timeoutSeconds + 10) * 1000)
  // the file reports what keeps it alive before tap ends it
  const late = setTimeout(() => child.kill('SIGUSR2'), Math.max(1, timeoutSeconds - REPORT_SECONDS) * 1000)
  const end = await new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message))
    // what it leaves behind would hold its output open
    child.once('exit', killAll)
    child.once('close', (code, signal) => resolve(signal ?? (code === 0 ? '' : `exit code ${code}`)))
  })
  clearTimeout(timer)
  clearTimeout(late)
  process.off('exit', killAll)
  const keptAliveBy = handlesIn(reports)
  rmSync(reports, { recursive: true, force: true })
  return { output: Buffer.concat(output).toString(), errors: errors + keptAliveBy, end }
}

interface Handle {
  readonly type: string
  readonly is_active: boolean
  readonly is_referenced: boolean
}

/** What kept a process alive when it was late, by the diagnostic reports of Node; empty when there is none. */
function handlesIn(directory: string): string {
  return readdirSync(directory)
    .flatMap(name => {
      const { libuv, javascriptStack } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as {
        libuv: Handle[]
        javascriptStack?: { stack?: readonly string[] }
      }
      const handles = libuv.filter(({ is_active, is_referenced }) => is_active && is_referenced)
      return [
        'it was kept alive by',
        ...handles.map(handle => JSON.stringify(handle)),
        ...(javascriptStack?.stack ?? []),
      ]
    })
    .map(line => `${line}\n`)
    .join('')
}

function report(file: string, output: string, errors: string, end: string, durationMs: number): FileReport {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const lines: string[] = []
  for (const [kind, event] of Parser.parse(output, { flat: true }) as [string, unknown][]) {
    if (kind !== 'assert') continue
    const { fullname, ok, skip, todo, diag } = event as Assertion
    if (skip || todo) {
      count.skipped++
      lines.push(`  skipped: ${fullname}  (${skip || todo})`)
    } else if (ok) count.passed++
    else {
      count.failed++
      const at = diag?.at ? `  (${diag.at.fileName}:${diag.at.lineNumber})` : ''
      lines.push(`  not ok: ${fullname}${at}`, ...indented(diag?.diff ?? diag?.error ?? diag?.stack ?? ''))
    }
  }
  const isSilent = count.passed + count.failed + count.skipped === 0
  if (count.failed === 0 && (end !== '' || isSilent)) {
    count.failed = 1
    lines.push(`  not ok: ${file}  (${end === '' ? 'it ran no test' : end})`)
  }
  if (count.failed > 0) lines.push(...indented(errors))
  const left = lines.length - LINES_MAX
  return {
    file,
    ...count,
    durationMs,
    lines: left > 0 ? [...lines.slice(0, LINES_MAX), `  and ${left} lines more`] : lines,
    comments: commentsIn(output),
  }
}

/** At any depth, which the parser does not report; what looks like one within a diagnostic block is none. */
function commentsIn(output: string): string[] {
  const comments: string[] = []
  let isDiagnostic = false
  for (const line of output.split('\n').map(text => text.trim())) {
    if (line === '---') isDiagnostic = true
    else if (line === '...') isDiagnostic = false
    else if (!isDiagnostic && line.startsWith('# ') && !TAP_COMMENT.test(line)) comments.push(`  ${line.slice(2)}`)
  }
  return comments
}

const indented = (text: string): string[] => {
  const trimmed = text.trimEnd()
  return trimmed === '' ? [] : trimmed.split('\n').map(line => `      ${line}`)
}
