/**
 * The row writer of compute/engine/wasm as instances: one per thread with room for ordinary tables, and one of its own for a table that
 * needs more, since memory of WebAssembly never shrinks.
 */
import { Buffer } from 'node:buffer'
import { memoryViews, type WasmGlobal, type WasmMemory, webAssembly } from '../wasm/web-assembly.ts'
import { WRITER_BASE64 } from '../wasm/writer.ts'
import { type ByteSink, CHUNK_BYTES, OVERSHOOT_BYTES, preferScratch } from './byte-sink.ts'

/** Of the instance that each thread keeps. */
const MEMORY_BYTES = 1280 * 1024
/** Names of columns and labels; beyond it they are left to TypeScript. */
const WORDS_BYTES = 48 * 1024
/** Of them: names together with those of null columns before them, which are as many as there are ways to leave columns out. */
const LONG_WORDS_BYTES = 16 * 1024
/** What is written. In the instance of the thread it is the scratch of its sinks, so that nothing is copied. */
const OUT_BYTES = CHUNK_BYTES

/** What assembly/writer/index.ts exports; the numbers are those of its layout.ts, and said there. */
interface Exports {
  readonly memory: WasmMemory
  readonly rowsEnd: WasmGlobal
  readonly isUnusual: WasmGlobal
  setUp(): void
  writeRows(
    columns: number,
    columnCount: number,
    from: number,
    to: number,
    out: number,
    limit: number,
    isFirst: boolean,
    isObject: boolean,
  ): number
}

const LAYOUT = [
  ...['HEAP', 'SLACK_BYTES', 'CELL_BYTES_MAX', 'COLUMN_BYTES', 'KIND', 'BEFORE', 'BEFORE_SIZE', 'VALUES', 'START'],
  ...['TEXTS', 'OFFSETS', 'FIRST', 'NULL_WHEN_EMPTY', 'DECIMALS', 'POWER', 'TIE', 'NUMBER', 'ROUNDED', 'SIGNED'],
  ...['UNSIGNED', 'DAY', 'MOMENT', 'BOOLEAN', 'LABEL', 'TEXT', 'REFERENCE', 'REFERENCES'],
] as const
/** Numbers of layout.ts by their names. */
export type Layout = Readonly<Record<(typeof LAYOUT)[number], number>>

/** A range of columns that stand side by side in each row. */
export interface RowForm {
  readonly firstColumn: number
  readonly columnCount: number
  /** Rows are objects; else each is a cell. */
  readonly isObject: boolean
  /** Most bytes of a row that are no text and no list. */
  readonly rowBytes: number
}

/** Bytes in the memory. */
export interface Place {
  readonly at: number
  readonly size: number
}

/** What stands before a cell: the name of its column, behind columns that are null in every row. */
export interface Key {
  readonly name: string
  /** With the brace or the comma before them, and the names of the columns before it that are null. */
  readonly text: string
  /** undefined: there is no room for it. */
  readonly place: Place | undefined
  /** Keys behind this one where its column is null, by name. */
  readonly behind: Map<string, Key>
}

const encoder = new TextEncoder()

export class TableModule {
  readonly #exports: Exports
  readonly u8: Uint8Array<ArrayBuffer>
  readonly u32: Uint32Array
  readonly i32: Int32Array
  readonly f64: Float64Array
  readonly layout: Layout
  readonly #words = new Map<string, Place>()
  readonly #labels = new Map<string | null, Place | undefined>()
  readonly #firstKeys = new Map<string, Key>()
  readonly #nextKeys = new Map<string, Key>()
  #longWordsBytes = 0
  #wordsEnd: number
  readonly #outAt: number
  /** From here on the memory is that of the table at hand. */
  readonly freeAt: number

  /** freeBytes: for the table; absent: what an ordinary one needs. */
  constructor(freeBytes?: number) {
    const exported = new webAssembly!.Instance(compiled(), {}).exports
    this.#exports = exported as unknown as Exports
    // through JSON it has a shape, as an object that is filled member by member has not
    const numbers = Object.fromEntries(LAYOUT.map(name => [name, (exported[name] as WasmGlobal).value]))
    this.layout = JSON.parse(JSON.stringify(numbers)) as Layout
    this.#wordsEnd = this.layout.HEAP
    this.#outAt = this.#wordsEnd + WORDS_BYTES
    this.freeAt = this.#outAt + OUT_BYTES + this.layout.SLACK_BYTES
    const bytes = freeBytes === undefined ? MEMORY_BYTES : this.freeAt + freeBytes
    const { u8, u32, i32, f64 } = memoryViews(this.#exports.memory, bytes)
    this.u8 = u8
    this.u32 = u32
    this.i32 = i32
    this.f64 = f64
    this.#exports.setUp()
  }

  get freeBytes(): number {
    return this.u8.length - this.freeAt
  }

  /** A text that comes again and again, as it is; undefined: there is no room for more of them. */
  word(text: string): Place | undefined {
    const known = this.#words.get(text)
    if (known !== undefined) return known
    const bytes = encoder.encode(text)
    const at = this.#wordsEnd
    const end = at + bytes.length + this.layout.SLACK_BYTES
    if (end > this.#outAt) return undefined
    this.u8.set(bytes, at)
    this.#wordsEnd = end
    const made = { at, size: bytes.length }
    this.#words.set(text, made)
    return made
  }

  /** The key of a column; isFirst: of the first one of an object. */
  key(name: string, isFirst: boolean): Key {
    const known = isFirst ? this.#firstKeys : this.#nextKeys
    return known.get(name) ?? this.#newKey(known, name, `${isFirst ? '{' : ','}${JSON.stringify(name)}:`)
  }

  /** The key of a column behind one that is null in every row; undefined: the null is written row by row. */
  keyBehind(before: Key, name: string): Key | undefined {
    const known = before.behind.get(name)
    if (known !== undefined) return known
    const text = `${before.text}null,${JSON.stringify(name)}:`
    // an escape or a character beyond ASCII takes more; names of columns have none
    if (this.#longWordsBytes + text.length + this.layout.SLACK_BYTES > LONG_WORDS_BYTES) return undefined
    this.#longWordsBytes += text.length + this.layout.SLACK_BYTES
    return this.#newKey(before.behind, name, text)
  }

  #newKey(known: Map<string, Key>, name: string, text: string): Key {
    const made: Key = { name, text, place: this.word(text), behind: new Map() }
    if (made.place !== undefined) known.set(name, made)
    return made
  }

  /** A label as JSON. */
  label(label: string | null): Place | undefined {
    const known = this.#labels.get(label)
    if (known !== undefined) return known
    const made = this.word(JSON.stringify(label))
    this.#labels.set(label, made)
    return made
  }

  /** The part of the memory that sinks may have as their scratch. */
  get scratch(): Uint8Array<ArrayBuffer> {
    return this.u8.subarray(this.#outAt, this.#outAt + CHUNK_BYTES + OVERSHOOT_BYTES)
  }

  /** Rows from .. to of the block into the sink, as many as there is room for before it has to be emptied; gives how many. */
  writeRows(sink: ByteSink, columns: number, from: number, to: number, isFirst: boolean, form: RowForm): number {
    const { columnCount, rowBytes, isObject } = form
    const isInPlace = sink.bytes.buffer === this.u8.buffer
    const limit = this.#outAt + OUT_BYTES - rowBytes
    for (;;) {
      const out = this.#outAt + (isInPlace ? sink.position : 0)
      if (out <= limit) {
        const count = this.#exports.writeRows(columns, columnCount, from, to, out, limit, isFirst, isObject)
        if (count > 0) {
          const end = this.#exports.rowsEnd.value
          if (isInPlace) sink.position = end - this.#outAt
          else sink.copy(this.u8, out, end)
          return count
        }
        if (this.isUnusual) return 0
      }
      if (!isInPlace || sink.position === 0) return 0
      sink.flush()
    }
  }

  /** The row behind those that were written has a cell that is left to TypeScript. */
  get isUnusual(): boolean {
    return this.#exports.isUnusual.value !== 0
  }
}

let module: object | undefined

function compiled(): object {
  module ??= new webAssembly!.Module(Buffer.from(WRITER_BASE64, 'base64'))
  return module
}

export const isTrap = (error: unknown): boolean => error instanceof webAssembly!.RuntimeError

let kept: TableModule | undefined
/** The last one with more room, while it is there: the tables of a large reply have much the same texts. */
let large: WeakRef<TableModule> | undefined
let isBroken = webAssembly === undefined
let isOff = false

/** An instance with so much room; undefined where there is none: everything is then written in TypeScript. */
export function tableModule(freeBytes: number): TableModule | undefined {
  if (isOff || isBroken) return undefined
  try {
    if (kept === undefined) {
      kept = new TableModule()
      preferScratch(kept.scratch)
    }
    return freeBytes <= kept.freeBytes ? kept : largeModule(freeBytes)
  } catch {
    // no memory for a large one says nothing of the others
    isBroken = kept === undefined
    return undefined
  }
}

function largeModule(freeBytes: number): TableModule {
  const last = large?.deref()
  if (last !== undefined && freeBytes <= last.freeBytes) return last
  // what is never written to takes no memory
  const made = new TableModule(1.5 * freeBytes)
  large = new WeakRef(made)
  return made
}

/** After a trap nothing of the instance can be trusted. */
export function discardTableModule(): void {
  kept = undefined
  large = undefined
  isBroken = true
  preferScratch(undefined)
}

/** What a test compares with, and a bench: `run` writes in TypeScript alone. */
export function withoutTableModule<T>(run: () => T): T {
  isOff = true
  try {
    return run()
  } finally {
    isOff = false
  }
}
