/** Numbers and tables of a run, as markdown that also reads well in a terminal, and the facts of the machine above them. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import type { Cell, Section } from './scenarios/scenario.ts'

export const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

/** The number that a share of them does not exceed; NaN of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const milliseconds = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1))

/** "2 x Some CPU, 24 GB, Node v22.1.0, 2026-11-21, load 0.1": the load is what others did in the minute before. */
export function machineLine(now: Date): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  return `${availableParallelism()} x ${model}, ${gigabytes} GB, Node ${process.version}, ${now.toISOString().slice(0, 10)}, load ${loadavg()[0]!.toFixed(1)}`
}

/** Columns of numbers flush right, the last one of words flush left. */
export function markdownTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const columns = head.map((title, i) => ({
    width: Math.max(3, title.length, ...rows.map(row => String(row[i]).length)),
    isWord: rows.some(row => Number.isNaN(Number(row[i]))),
  }))
  const line = (row: readonly Cell[]): string => {
    const cells = columns.map(({ width, isWord }, i) => {
      const text = String(row[i])
      return isWord ? text.padEnd(width) : text.padStart(width)
    })
    return `| ${cells.join(' | ')} |`
  }
  const rule = columns.map(({ width, isWord }) => (isWord ? `-${'-'.repeat(width)}-` : `-${'-'.repeat(width)}:`))
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n')
}

export const describeSection = (section: Section): string =>
  [`## ${section.title}`, '', markdownTable(section.head, section.rows), '', ...section.notes].join('\n')
