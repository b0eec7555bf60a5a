/** Faults of a file, each kind with its count and the first few places. */
import { cut, describe } from '../../../../shared/contract/schedule/text.ts'

export const SEVERITIES = ['error', 'warning'] as const
export type FaultSeverity = (typeof SEVERITIES)[number]

/** What no format forbids and every receiver asks about. */
export const NEGATIVE = 'A duration is not below 0.'
export const FINISH_FIRST = 'The finish lies before the start.'
export const NOTHING_LEFT = 'Finished work has none left.'

const EXAMPLES_MAX = 10
const VALUE_CHARACTERS_MAX = 100
/** Kinds of faults of one file: fields and rules are few; what a file calls its members is its own. */
const KINDS_MAX = 1_000
/** Places that are counted: a file of some kilobytes may unpack to millions of records, each with a dozen faults. */
const PLACES_MAX = 1_000_000

/** The rest of the file is not looked at. */
export class TooManyFaults extends Error {}

interface Kind {
  readonly severity: FaultSeverity
  readonly table: string
  readonly field: string | null
  readonly rule: string
  readonly text: string
  count: number
  readonly examples: { readonly row: number | null; readonly value: string | null }[]
}

export class FileFaults {
  readonly #kinds = new Map<string, Kind>()
  #left = 0
  #places = 0

  /** row: counted from 1, null = the table as a whole. */
  add(
    severity: FaultSeverity,
    table: string,
    field: string | null,
    rule: string,
    text: string,
    row: number | null = null,
    value: unknown = undefined,
    places = 1,
  ): void {
    if (this.#places++ >= PLACES_MAX) throw new TooManyFaults()
    const key = `${table}\n${field}\n${rule}\n${text}`
    let kind = this.#kinds.get(key)
    if (kind === undefined) {
      if (this.#kinds.size === KINDS_MAX) {
        this.#left += places
        return
      }
      kind = { severity, table, field, rule, text, count: 0, examples: [] }
      this.#kinds.set(key, kind)
    }
    kind.count += places
    if (kind.examples.length < EXAMPLES_MAX) kind.examples.push({ row, value: shown(value) })
  }

  /** Says that there may be more than was counted. */
  stop(): void {
    this.#places = 0
    const text = `The file breaks rules in more than ${PLACES_MAX} places; what stands behind them was not looked at.`
    this.add('error', 'file', null, 'stopped', text)
  }

  /** Errors first, otherwise as they were found. */
  get list(): readonly Kind[] {
    return [...this.#kinds.values()].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
  }

  count(severity: FaultSeverity): number {
    const left = severity === 'error' ? this.#left : 0
    return this.list.reduce((sum, kind) => (kind.severity === severity ? sum + kind.count : sum), left)
  }
}

const shown = (value: unknown): string | null =>
  value === undefined ? null : cut(typeof value === 'string' ? value : describe(value), VALUE_CHARACTERS_MAX)
