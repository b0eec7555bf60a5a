/** Tables of a run as markdown that also reads well in a terminal, and the facts of the machine above them. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import type { Cell, Section } from './scenarios/scenario.ts'

export const milliseconds = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1))

/** "2 x Some CPU, 24 GB, Node v22.1.0, 2026-11-21, load 0.1": the load is what others did in the minute before. */
export function machineLine(now: Date): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return `${availableParallelism()} x ${model}, ${gigabytes} GB, Node ${process.version}, ${now.toISOString().slice(0, 10)}, load ${loadavg()[0].toFixed(1)}`
}

/** Columns of numbers flush right, the last one of words flush left. */
export function markdownTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const text = [head, ...rows].map(row => row.map(cell => String(cell)))
  const widths = head.map((_, column) => Math.max(...text.map(row => row[column].length), 3))
  const isWord = head.map((_, column) => rows.some(row => Number.isNaN(Number(row[column]))))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, i) => (isWord[i] ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (isWord[i] ? `-${'-'.repeat(width)}-` : `-${'-'.repeat(width)}:`)).join('|')}|`
  return [line(text[0]), rule, ...text.slice(1).map(line)].join('\n')
}

export const describeSection = (section: Section): string =>
  [`## ${section.title}`, '', markdownTable(section.head, section.rows), '', ...section.notes].join('\n')
