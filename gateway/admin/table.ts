/** Rows for a person: columns as wide as their widest word; or for a program: one JSON object per line. */

import type { Input } from './command.ts'

export type Row = Readonly<Record<string, string | number | boolean | null>>

export const jsonLines = (rows: readonly Row[]): string => rows.map(row => JSON.stringify(row)).join('\n')

/** As the option --json of the command says. */
export const printed = (rows: readonly Row[], { json }: Input['options']): string =>
  json === undefined ? table(rows) : jsonLines(rows)

export function table(rows: readonly Row[]): string {
  if (rows.length === 0) return 'none'
  const names = Object.keys(rows[0]!)
  const lines = [names, ...rows.map(row => names.map(column => String(row[column] ?? '-') || '-'))]
  const widths = names.map((_, i) => Math.max(...lines.map(line => line[i]!.length)))
  return lines
    .map(line =>
      line
        .map((word, i) => word.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const timeText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
