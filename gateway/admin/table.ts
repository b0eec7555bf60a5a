/** Rows for a person: columns as wide as their widest word; or for a program: one JSON object per line. */

export type Row = Readonly<Record<string, string | number | boolean | null>>

export function printed(rows: readonly Row[], asJson: boolean): string {
  if (asJson) return rows.map(row => JSON.stringify(row)).join('\n')
  if (rows.length === 0) return 'none'
  const columns = Object.keys(rows[0]!)
  const lines = [columns, ...rows.map(row => columns.map(column => String(row[column] ?? '-') || '-'))]
  const widths = columns.map((_, i) => Math.max(...lines.map(line => line[i]!.length)))
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
