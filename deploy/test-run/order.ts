/**
 * In which order files run: the longest first, by durations that `npm test -- --record` has written into long-files.json, so that no core is idle
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

export function recordDurations(reports: readonly { readonly file: string; readonly durationMs: number }[]): void {
  const long = reports
    .filter(({ durationMs }) => durationMs >= LONG_MS_MIN)
    .toSorted((a, b) => b.durationMs - a.durationMs)
    .map(({ file, durationMs }) => [file, Math.round(durationMs / 1000)])
  writeFileSync(LIST, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
}
