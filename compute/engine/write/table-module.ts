/**
 * The row writer of compute/engine/wasm as instances: one per thread with room for ordinary tables, and one of its own for a table that
 * needs more, since memory of WebAssembly never shrinks.
 */
import { Buffer } from 'node:buffer'
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import { memoryViews, type WasmGlobal, type WasmMemory, webAssembly } from '../wasm/web-assembly.ts'
import { WRITER_BASE64 } from '../wasm/writer.ts'
import { type ByteSink, CHUNK_BYTES, preferScratch, SCRATCH_BYTES } from './byte-sink.ts'

/** Memory of the instance that each thread keeps. */
const MEMORY_BYTES = 2 ** 21
/** Names of columns and labels; beyond it they are left to TypeScript. */
const WORDS_BYTES = 48 * 1024
/** How much of it long words get: names together with those of null columns before them, which are as many as there are ways to leave columns out. */
const LONG_WORDS_BYTES = 16 * 1024
/** Columns of a table, block by block. */
export const BLOCKS_BYTES = 256 * 1024
/** What assembly/writer/index.ts exports; the numbers are those of its layout.ts, and said there. */
interface Exports {
  readonly memory: WasmMemory
  setUp(): void
  isPlain(from: number, size: number): number
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
  ...['ROWS_END', 'IS_UNUSUAL', 'HEAP', 'SLACK_BYTES', 'CELL_BYTES_MAX', 'COLUMN_BYTES'],
  ...['KIND', 'BEFORE', 'BEFORE_SIZE', 'VALUES', 'START', 'TEXTS', 'OFFSETS', 'FIRST', 'NULL_WHEN_EMPTY', 'PLAIN'],
  ...['DECIMALS', 'POWER', 'TIE', 'NUMBER', 'ROUNDED', 'SIGNED', 'UNSIGNED', 'DAY', 'MOMENT', 'BOOLEAN', 'LABEL'],
  ...['TEXT', 'REFERENCE', 'REFERENCES'],
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
  /** The key that followed it last, and the one behind its null: mostly the next one too. */
  next: Key | undefined
  nextBehind: Key | undefined
}

/** A column of texts in the memory. */
interface TextPlace {
  readonly of: TextColumn
  /** Where the text with offset 0 would be. */
  readonly bytesAt: number
  readonly offsetsAt: number
  /** 1: none of them needs an escape. */
  readonly plain: number
}

/** Nothing stands there. */
export const NOWHERE: Place = { at: 0, size: 0 }

const encoder = new TextEncoder()

export const align = (at: number): number => (at + 15) & ~15

const textBytesOf = ({ offsets }: TextColumn): number => offsets[offsets.length - 1] - offsets[0]

/** Bytes that a column of texts takes in the memory. */
export const textRoomOf = (texts: TextColumn): number => textBytesOf(texts) + 4 * texts.offsets.length + 96

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
  #first: Key | undefined
  #longWordsBytes = 0
  #wordsEnd: number
  readonly #outAt: number
  /** What is written. In the instance of the thread it is the scratch of its sinks, so that nothing is copied. */
  readonly scratch: Uint8Array<ArrayBuffer>
  /** The table or list that is being written: BLOCKS_BYTES for its columns. */
  readonly blocksAt: number
  /** Behind it the texts of the reply at hand. */
  readonly #textsAt: number
  readonly #texts: TextPlace[] = []
  #textsEnd: number

  /** textBytes: room for texts; absent: what those of ordinary tables need. */
  constructor(textBytes?: number) {
    const exported = new webAssembly!.Instance(compiled(), {}).exports
    this.#exports = exported as unknown as Exports
    // through JSON it has a shape, as an object that is filled member by member has not
    const numbers = Object.fromEntries(LAYOUT.map(name => [name, (exported[name] as WasmGlobal).value]))
    this.layout = JSON.parse(JSON.stringify(numbers)) as Layout
    this.#wordsEnd = this.layout.HEAP
    this.#outAt = this.#wordsEnd + WORDS_BYTES
    this.blocksAt = align(this.#outAt + SCRATCH_BYTES + this.layout.SLACK_BYTES)
    this.#textsAt = this.blocksAt + BLOCKS_BYTES
    this.#textsEnd = this.#textsAt
    const bytes = textBytes === undefined ? MEMORY_BYTES : this.#textsAt + textBytes
    const { u8, u32, i32, f64 } = memoryViews(this.#exports.memory, bytes)
    this.u8 = u8
    this.u32 = u32
    this.i32 = i32
    this.f64 = f64
    this.scratch = u8.subarray(this.#outAt, this.#outAt + SCRATCH_BYTES)
    this.#exports.setUp()
  }

  /** Texts of a reply lie there until the next one begins, since several tables and lists have them. */
  forgetTexts(): void {
    this.#texts.length = 0
    this.#textsEnd = this.#textsAt
  }

  get textRoom(): number {
    return this.u8.length - this.#textsEnd
  }

  holds(of: TextColumn): boolean {
    return this.#placeOf(of) !== undefined
  }

  #placeOf(of: TextColumn): TextPlace | undefined {
    for (let i = 0; i < this.#texts.length; i++) if (this.#texts[i].of === of) return this.#texts[i]
    return undefined
  }

  /** undefined: there is no room for them. */
  layTexts(of: TextColumn): TextPlace | undefined {
    const known = this.#placeOf(of)
    if (known !== undefined) return known
    const { bytes, offsets } = of
    const at = this.#textsEnd
    if (textRoomOf(of) > this.textRoom) return undefined
    const size = textBytesOf(of)
    const offsetsAt = align(at + size + this.layout.SLACK_BYTES)
    this.u8.set(size === bytes.length ? bytes : bytes.subarray(offsets[0], offsets[0] + size), at)
    this.u32.set(offsets, offsetsAt / 4)
    this.#textsEnd = align(offsetsAt + 4 * offsets.length)
    const made = { of, bytesAt: at - offsets[0], offsetsAt, plain: this.#exports.isPlain(at, size) }
    this.#texts.push(made)
    return made
  }

  /** Describes a column from word `at` on: what it is, where its values lie, and what stands before its cells. */
  describeColumn(at: number, kind: number, valuesAt: number, before: Place): void {
    const { u32, layout } = this
    u32[at + (layout.KIND >> 2)] = kind
    u32[at + (layout.VALUES >> 2)] = valuesAt
    u32[at + (layout.BEFORE >> 2)] = before.at
    u32[at + (layout.BEFORE_SIZE >> 2)] = before.size
  }

  /** Describes the texts of a column. firstText: the value that names the first of them. */
  describeTexts(
    at: number,
    { bytesAt, offsetsAt, plain }: TextPlace,
    firstText: number,
    isNullWhenEmpty: boolean,
  ): void {
    const { u32, layout } = this
    u32[at + (layout.TEXTS >> 2)] = bytesAt
    u32[at + (layout.OFFSETS >> 2)] = offsetsAt
    u32[at + (layout.PLAIN >> 2)] = plain
    u32[at + (layout.FIRST >> 2)] = firstText
    u32[at + (layout.NULL_WHEN_EMPTY >> 2)] = isNullWhenEmpty ? 1 : 0
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

  /** The key of a column; before: of the column before it, undefined: it is the first one of an object. */
  key(before: Key | undefined, name: string): Key {
    const likely = before === undefined ? this.#first : before.next
    if (likely?.name === name) return likely
    const known = before === undefined ? this.#firstKeys : this.#nextKeys
    const start = before === undefined ? '{' : ','
    const key = known.get(name) ?? this.#newKey(known, name, `${start}${JSON.stringify(name)}:`)
    if (before === undefined) this.#first = key
    else before.next = key
    return key
  }

  /** The key of a column behind one that is null in every row; undefined: the null is written row by row. */
  keyBehind(before: Key, name: string): Key | undefined {
    if (before.nextBehind?.name === name) return before.nextBehind
    before.nextBehind = before.behind.get(name)
    if (before.nextBehind !== undefined) return before.nextBehind
    const text = `${before.text}null,${JSON.stringify(name)}:`
    // an escape or a character beyond ASCII takes more; names of columns have none
    if (this.#longWordsBytes + text.length + this.layout.SLACK_BYTES > LONG_WORDS_BYTES) return undefined
    this.#longWordsBytes += text.length + this.layout.SLACK_BYTES
    return this.#newKey(before.behind, name, text)
  }

  #newKey(known: Map<string, Key>, name: string, text: string): Key {
    const place = this.word(text)
    const made: Key = { name, text, place, behind: new Map(), next: undefined, nextBehind: undefined }
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

  /** Rows from .. to of the block into the sink, as many as there is room for before it has to be emptied; gives how many. */
  writeRows(sink: ByteSink, columns: number, from: number, to: number, isFirst: boolean, form: RowForm): number {
    const { columnCount, rowBytes, isObject } = form
    const isInPlace = sink.bytes === this.scratch
    const limit = this.#outAt + (isInPlace ? sink.bytesMax : CHUNK_BYTES) - rowBytes
    for (;;) {
      const out = this.#outAt + (isInPlace ? sink.position : 0)
      if (out <= limit) {
        const count = this.#exports.writeRows(columns, columnCount, from, to, out, limit, isFirst, isObject)
        if (count > 0) {
          const end = this.u32[this.layout.ROWS_END >> 2]
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

  /** Rows 0 .. count - 1 of the block; writeRow writes those that are left to TypeScript. false: it trapped, and is of no use any more. */
  writeBlock(
    sink: ByteSink,
    columns: number,
    count: number,
    isFirst: boolean,
    form: RowForm,
    writeRow: (row: number) => void,
  ): boolean {
    let row = 0
    try {
      while (row < count) {
        const written = this.writeRows(sink, columns, row, count, isFirst && row === 0, form)
        row += written
        if (row < count && (written === 0 || this.isUnusual)) writeRow(row++)
      }
      return true
    } catch (error) {
      if (!isTrap(error)) throw error
      discardTableModule()
      while (row < count) writeRow(row++)
      return false
    }
  }

  /** The row behind those that were written has a cell that is left to TypeScript. */
  get isUnusual(): boolean {
    return this.u32[this.layout.IS_UNUSUAL >> 2] !== 0
  }
}

let module: object | undefined

function compiled(): object {
  module ??= new webAssembly!.Module(Buffer.from(WRITER_BASE64, 'base64'))
  return module
}

const isTrap = (error: unknown): boolean => error instanceof webAssembly!.RuntimeError

let kept: TableModule | undefined
/** The last one with more room, while it is there: the tables of a large reply have much the same texts. */
let large: WeakRef<TableModule> | undefined
let isBroken = webAssembly === undefined
let isOff = false

/** The instance of the thread; undefined where there is none: everything is then written in TypeScript. */
export function tableModule(): TableModule | undefined {
  if (isOff || isBroken) return undefined
  if (kept !== undefined) return kept
  try {
    kept = new TableModule()
    preferScratch(kept.scratch)
  } catch {
    isBroken = true
  }
  return kept
}

/** More text than this would lie in memory twice. */
const TEXT_BYTES_MAX = 128 * 1024 * 1024

/** What is never written to takes no memory. */
const SPARE_ROOM = 1.5

/** An instance with room for so many bytes of texts, without those that lie there: that of the thread, else a larger one. */
export function moduleWithRoom(textBytes: number): TableModule | undefined {
  for (const module of [kept, large?.deref()]) {
    module?.forgetTexts()
    if (module !== undefined && textBytes <= module.textRoom) return module
  }
  if (textBytes > TEXT_BYTES_MAX) return undefined
  try {
    const made = new TableModule(SPARE_ROOM * textBytes)
    large = new WeakRef(made)
    return made
  } catch {
    // no memory for a large one says nothing of the others
    return undefined
  }
}

/** Before a reply is written: texts of the one before it may be others by now. */
export const beginTables = (): void => kept?.forgetTexts()

/** After a trap nothing of the instance can be trusted. */
function discardTableModule(): void {
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
