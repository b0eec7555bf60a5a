/** Faults of a file, each kind with its count and the first few places. */
import { cut, describe } from '../../../../shared/contract/schedule/text.ts'
import { findCycles } from '../../graph/cycles.ts'

export const SEVERITIES = ['error', 'warning'] as const
type FaultSeverity = (typeof SEVERITIES)[number]

/** What no format forbids and every receiver asks about. */
export const NEGATIVE = 'A duration is not below 0.'
export const NEGATIVE_AMOUNT = 'An amount is not below 0.'
export const CONSTRAINT = 'A constraint has a type and a date.'
export const ITSELF = 'A task does not precede itself.'
export const FINISH_FIRST = 'The finish lies before the start.'
export const NOTHING_LEFT = 'Finished work has none left.'

const CYCLE = 'Links lead in a circle: no date of these tasks can be computed.'
const CYCLE_SHOWN_MAX = 5

/** Circles of links, none of a task to itself. The ids are those that stand in the file, `at` the field that has them. */
export class LinkCycles {
  readonly #rows = new Map<string, number>()
  readonly #ids: string[] = []
  readonly #successors: number[] = []
  readonly #predecessors: number[] = []

  /** `group`: what has tasks of its own. */
  add(successor: unknown, predecessor: unknown, group = ''): void {
    if (successor === predecessor) return
    this.#successors.push(this.#row(group, successor))
    this.#predecessors.push(this.#row(group, predecessor))
  }

  tell(faults: FileFaults, table: string, field: string): void {
    const count = this.#ids.length
    const start = new Uint32Array(count + 1)
    for (const s of this.#successors) start[s + 1]++
    for (let i = 0; i < count; i++) start[i + 1] += start[i]
    const next = start.slice()
    const task = new Int32Array(this.#predecessors.length)
    for (const [k, s] of this.#successors.entries()) task[next[s]++] = this.#predecessors[k]!
    for (const cycle of findCycles(count, { start, task }).cycles) {
      const ids = Array.from(cycle, row => this.#ids[row]!)
      const more = ids.length > CYCLE_SHOWN_MAX ? ` and ${ids.length - CYCLE_SHOWN_MAX} others` : ''
      faults.add('error', table, field, 'cycle', CYCLE, null, ids.slice(0, CYCLE_SHOWN_MAX).join(' -> ') + more)
    }
  }

  #row(group: string, id: unknown): number {
    const key = `${group}\n${id}`
    let row = this.#rows.get(key)
    if (row === undefined) {
      this.#rows.set(key, (row = this.#ids.length))
      this.#ids.push(String(id))
    }
    return row
  }
}

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
