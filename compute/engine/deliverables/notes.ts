/** What is found out about a deliverable before it is written: what is missing, what is written otherwise, where values come from. */
import {
  EFFECTS,
  type Effect,
  NAMED_TASKS_MAX,
  VALUE_SOURCES,
  type ValueSource,
} from '../../../shared/contract/deliverables/data.ts'
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { References, type ResultValue } from '../result/result.ts'

export const SEND_BASELINE =
  'Send the baseline as baseline_schedule: before the file on the command line, on the page by "Use as the baseline".'

export const OF_FILE = VALUE_SOURCES.indexOf('file')
export const OF_ENGINE = VALUE_SOURCES.indexOf('computed')
export const OF_MAPPING = VALUE_SOURCES.indexOf('mapping')

/** Rows concerned, by their task: the first few, or all of them. */
export class Tally {
  count = 0
  /** Its rows stand in no table: they are beside those that do. */
  isLeftOut = false
  readonly tasks: number[] = []
  readonly #namedMax: number

  constructor(namedMax: number) {
    this.#namedMax = namedMax
  }

  /** Rows that are no tasks', or not known. */
  addRows(count: number): void {
    this.count += count
  }

  /** task: -1 = none. */
  add(task = -1): void {
    this.count++
    if (task >= 0 && this.tasks.length < this.#namedMax && this.tasks.at(-1) !== task) this.tasks.push(task)
  }
}

interface MissingWords {
  readonly effect: Effect
  readonly reason: string
  readonly receiver: string
  readonly remedy: string
}

interface MissingEntry extends MissingWords {
  readonly table: string
  readonly field: string
  readonly tally: Tally
}

interface ChangeEntry {
  readonly table: string
  readonly field: string
  readonly text: string
  readonly tally: Tally
}

export class Notes {
  readonly #namedMax: number
  readonly #missing = new Map<string, MissingEntry>()
  readonly #changes = new Map<string, ChangeEntry>()
  /** By table and field: rows by the place of their source in VALUE_SOURCES. */
  readonly #sources = new Map<string, Map<string, Uint32Array>>()
  readonly #sourcesInOrder: { readonly table: string; readonly field: string; readonly counts: Uint32Array }[] = []

  constructor(namesAll = false) {
    this.#namedMax = namesAll ? Number.POSITIVE_INFINITY : NAMED_TASKS_MAX
  }

  missing(table: string, field: string, words: MissingWords): Tally {
    return tallyOf(this.#missing, `${table} ${field} ${words.reason}`, { table, field, ...words }, this.#namedMax)
  }

  change(table: string, field: string, text: string): Tally {
    return tallyOf(this.#changes, `${table} ${field} ${text}`, { table, field, text }, this.#namedMax)
  }

  source(table: string, field: string, source: ValueSource, rows = 1): void {
    this.sourceRows(table, field)[VALUE_SOURCES.indexOf(source)] += rows
  }

  /** Rows of a field by the place of their source in VALUE_SOURCES, to be counted up row by row. */
  sourceRows(table: string, field: string): Uint32Array {
    let fields = this.#sources.get(table)
    if (fields === undefined) this.#sources.set(table, (fields = new Map()))
    let counts = fields.get(field)
    if (counts === undefined) {
      fields.set(field, (counts = new Uint32Array(VALUE_SOURCES.length)))
      this.#sourcesInOrder.push({ table, field, counts })
    }
    return counts
  }

  /** The gravest first. */
  get gaps(): readonly MissingEntry[] {
    return [...this.#missing.values()]
      .filter(({ tally }) => tally.count > 0)
      .sort((a, b) => EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect))
  }

  show(rowsOf: (table: string) => number, ids: TextColumn): { readonly [name: string]: ResultValue } {
    const rows = (table: string, { count, isLeftOut, tasks }: Tally) => ({
      rows: count,
      of: isLeftOut ? count + rowsOf(table) : Math.max(count, rowsOf(table)),
      task_ids: new References(Uint32Array.from(tasks), ids),
    })
    return {
      missing: this.gaps.map(({ table, field, tally, effect, reason, receiver, remedy }) => ({
        table,
        field,
        ...rows(table, tally),
        effect,
        reason,
        receiver,
        remedy,
      })),
      changes: [...this.#changes.values()].flatMap(({ table, field, text, tally }) =>
        tally.count === 0 ? [] : [{ table, field, ...rows(table, tally), text }],
      ),
      sources: this.#sourcesInOrder.flatMap(({ table, field, counts }) =>
        VALUE_SOURCES.flatMap((source, n) => (counts[n] === 0 ? [] : [{ table, field, source, rows: counts[n] }])),
      ),
    }
  }
}

function tallyOf<Words>(
  entries: Map<string, Words & { tally: Tally }>,
  key: string,
  words: Words,
  namedMax: number,
): Tally {
  let entry = entries.get(key)
  if (entry === undefined) entries.set(key, (entry = { ...words, tally: new Tally(namedMax) }))
  return entry.tally
}
