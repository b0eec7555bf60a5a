/**
 * Which files share a process, and in which order files run: the longest first, by durations that `npm test -- --record` has written into long-files.json, so that no core is idle
 * at the end while another one runs a long file. A file that is not listed is a short one.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const LIST = new URL('long-files.json', import.meta.url)
const LONG_MS_MIN = 3_000

/** Seconds by the name of the file. */
export type Durations = Readonly<Record<string, number>>

export const recordedDurations = (): Durations => JSON.parse(readFileSync(LIST, 'utf8'))

export const longestFirst = (files: readonly string[], durations: Durations): string[] =>
  files.toSorted((a, b) => (durations[b] ?? 0) - (durations[a] ?? 0))

/** Files of these names wait for leases, deadlines and processes most of their time. One of them runs beside as many others as there are cores, which keeps the cores at work. */
const WAITING = [
  ...['compute/test/node/', 'compute/test/deliverer/', 'deploy/test/', 'shared/test/jobs/', 'shared/test/process/'],
  ...['gateway/test/admin/', 'gateway/test/http/', 'gateway/test/limits/', 'gateway/test/jobs/', 'loadtest/test/'],
  ...[
    'gateway/test/mcp/slow-source',
    'gateway/test/mcp/cancel',
    'gateway/test/endpoint/async-submission/',
    'gateway/test/endpoint/every-row/',
  ],
]
export const isWaiting = (file: string): boolean => WAITING.some(name => file.startsWith(name))

/** What they start ends with them, so a process runs several of one kind, which load the same modules (1.6 s of processor) and run them when they are compiled. */
const SHARING = [
  /^compute\/test\/(engine|agent|methods|cli)\//,
  /^compute\/test\/(node|deliverer)\//,
  /^gateway\/test\/(billing|clients|docs|endpoint|identity|mcp|metrics|openapi|page|pipeline|schedules|store)\//,
  /^gateway\/test\/(admin|hostile|http|jobs|limits)\//,
  /^gateway\/test\/[^/]+$/,
  /^shared\/test\/[^/]+$/,
]
/** What a file measures of its process, or sets for all of it, is not its own in one that others have used: the words that a row writer has room for, and a kernel after a trap, which the thread does without from then on, too. */
const NEEDS_OWN_PROCESS =
  /process\.(memoryUsage|cpuUsage|on\(|env\.\w+ = )|(Date|performance)\.now = |rowsByModule\(|\.RuntimeError\b/
/** Of a process with its files; one that takes longer has a process of its own, and at the end of a run no core waits long for another. */
const SHARED_SECONDS_MAX = 50
const FILES_PER_PROCESS = 16
/** Of a file that is not in the list. */
const SHORT_SECONDS = 1

/** What runs in a process each, the longest first: one file, or several of a kind in their order. read: gives the text of a file. */
export function processes(files: readonly string[], durations: Durations, read: (file: string) => string): string[][] {
  const kindOf = (file: string) => {
    const kind = SHARING.findIndex(kind => kind.test(file))
    return kind < 0 ? undefined : `${kind} ${isWaiting(file)}`
  }
  const secondsOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + (durations[file] ?? SHORT_SECONDS), 0)
  const isAlone = (file: string) =>
    kindOf(file) === undefined || secondsOf([file]) > SHARED_SECONDS_MAX || NEEDS_OWN_PROCESS.test(read(file))
  const kinds = Map.groupBy(
    files.filter(file => !isAlone(file)),
    kindOf,
  )
  const shared = [...kinds.values()].flatMap(each => {
    const count = Math.ceil(Math.max(each.length / FILES_PER_PROCESS, secondsOf(each) / SHARED_SECONDS_MAX))
    return Array.from({ length: count }, (_, at) => each.filter((_, index) => index % count === at))
  })
  return [...shared, ...files.filter(isAlone).map(file => [file])].toSorted((a, b) => secondsOf(b) - secondsOf(a))
}

export function recordDurations(reports: readonly { readonly file: string; readonly durationMs: number }[]): void {
  const long = reports
    .filter(({ durationMs }) => durationMs >= LONG_MS_MIN)
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .map(({ file, durationMs }) => [file, Math.round(durationMs / 1000)])
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
}
