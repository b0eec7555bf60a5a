/**
 * The scanner of compute/engine/wasm as one instance per thread, its memory laid out for the fields of a task. The memory is of one size whatever
 * the body: it holds a window of the body and a block of rows.
 */
import { Buffer } from 'node:buffer'
import { DAY_MAX, DAY_MIN } from '../../../shared/contract/schedule/day.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { HASH_SEED } from '../ids/byte-hash.ts'
import { fleetingCall } from '../ids/short-arrays.ts'
import { SCANNER_BASE64 } from '../wasm/scanner.ts'
import { memoryViews, type WasmFunction, type WasmGlobal, type WasmMemory, webAssembly } from '../wasm/web-assembly.ts'
import { MONTH_START, YEAR_MAX, YEAR_MIN } from './day-bytes.ts'
import { FLOAT_REASONS } from './float-rationale.ts'
import type { LinkBlock, UnusualLinks } from './link-records.ts'
import { type TableExports, writeFields, writeLinkMembers, writeReasons } from './scanner-tables.ts'
import { FIELD_WORDS } from './task-words.ts'

/** A task that is longer is read in TypeScript. */
export const WINDOW_BYTES = 128 * 1024
/** Zeros behind the window end every scan; a copy may write as far beyond its end. */
const SLACK_BYTES = 64

// what comes of a block: words of RESULTS in layout.ts
/** Behind the last task that was read whole. */
export const TASK_END = 0
/** Entries of the dictionary, pairs of a row and a resource. */
export const ENTRY_COUNT = 1
export const PAIR_COUNT = 2
export const LINK_COUNT = 3
const LINK_TEXT_BYTES = 4
/** Links that are left to TypeScript, and those whose task comes later. */
export const LEFT_COUNT = 5
export const COMING_COUNT = 6
/** Links of which more is to be known than their task, type and lag. */
const UNUSUAL_COUNT = 7
/** 1 = the list ends behind the block. */
export const IS_LAST = 8

/** What assembly/scanner/index.ts exports; the numbers are those of layout.ts there, and said there. */
interface Exports extends TableExports {
  readonly memory: WasmMemory
  setSeed(high: number, low: number): void
  setKept(at: number): void
  setLinkTexts(at: number): void
  setArena(at: number): void
  setCalendar(at: number, firstYear: number, lastYear: number, firstDay: number, lastDay: number): void
  beginList(bytes: number): void
  addTask(at: number, size: number, task: number): void
  stopTasks(): void
  knowsAllIds(): number
  idBytesMax(): number
  taskKnown(at: number, size: number): number
  isAmbiguous(): number
  readTasks(from: number, firstTask: number, rowsMax: number, isStrict: boolean, offset: number): number
}

/** Bytes of an entry of a column, with those of the column beside it: times of dates, the bytes of texts. */
const ROW_BYTES = {
  id: [4, 0],
  number: [8, 0],
  day: [4, 2],
  enum: [1, 0],
  boolean: [1, 0],
  text: [4, 0],
  code: [4, 0],
  resource: [0, 0],
  resources: [0, 0],
  links: [4, 0],
  assignments: [0, 0],
  codes: [0, 0],
  object: [1, 0],
} as const

/** Where the columns of the links of a block begin; bytes. */
type LinkPlaces = Readonly<Record<Exclude<keyof LinkBlock, 'unusual'> | keyof UnusualLinks, number>>

const latin1 = new TextDecoder('latin1')

/** Who has arrays that lie in the memory of the scanner. */
interface Borrower {
  /** They are about to be overwritten. */
  keep(): void
}

/** Called for each name of a task that no field has. */
export type OnIgnored = (bytes: Uint8Array, start: number, end: number) => void

export class TaskScanner {
  readonly #exports: Exports
  /** Views that are made anew for each block are made of it: subarray() costs half as much again. */
  readonly buffer: ArrayBuffer
  readonly u8: Uint8Array
  readonly u16: Uint16Array
  readonly u32: Uint32Array
  readonly i32: Int32Array
  readonly f64: Float64Array
  /** Where the window begins. */
  readonly windowAt: number
  /** Entry f: where the column of field f begins, and the column beside it; bytes. */
  readonly columnAt: readonly number[]
  readonly besideAt: readonly number[]
  /** Where tables of layout.ts begin; bytes. */
  readonly filledAt: number
  readonly besideFilledAt: number
  readonly entryAt: number
  readonly entrySizeAt: number
  readonly entryGroupAt: number
  readonly pairRowsAt: number
  readonly pairEntriesAt: number
  readonly #links: LinkPlaces
  readonly #arenaAt: number
  readonly #idEntriesAt: number
  readonly #resultsAt: number
  /** Entry e + 1: what entry e of the dictionary means in its column. */
  readonly meanings: Uint32Array
  /** Whose part of a body is in the window. */
  claims = 0
  #onIgnored: OnIgnored | undefined
  /** To whom the columns of a block were lent, and in which call. */
  #borrower: Borrower | undefined
  #borrowedIn = 0

  constructor() {
    const exported = instantiate({
      numberOf: (at, size) => Number(latin1.decode(this.u8.subarray(at, at + size))),
      wordOf: (field, at, size) => FIELD_WORDS[field].find(this.u8, at, at + size),
      ignore: (at, size) => {
        this.#onIgnored?.(this.u8, at, at + size)
      },
    })
    const exports = exported as unknown as Exports
    this.#exports = exports
    const place = (name: string): number => (exported[name] as WasmGlobal).value
    const rowsMax = place('ROWS_MAX')
    if (TASK_FIELDS.length > place('FIELDS_MAX')) throw new RangeError('more fields than the scanner has bits for')

    let end = place('HEAP')
    const taken = (bytes: number): number => {
      const at = end
      end = Math.ceil((end + bytes + SLACK_BYTES) / 16) * 16
      return at
    }
    this.windowAt = taken(WINDOW_BYTES)
    this.#arenaAt = taken(WINDOW_BYTES)
    const keptAt = taken(WINDOW_BYTES)
    const linkTextsAt = taken(WINDOW_BYTES)
    const calendarAt = taken(MONTH_START.byteLength)
    const reasonsAt = taken(FLOAT_REASONS.length * place('NAME_BYTES_MAX'))
    this.columnAt = TASK_FIELDS.map(({ kind }) => taken((rowsMax + 1) * ROW_BYTES[kind][0]))
    this.besideAt = TASK_FIELDS.map(({ kind }) =>
      taken(kind === 'id' || kind === 'text' ? WINDOW_BYTES : rowsMax * ROW_BYTES[kind][1]),
    )
    const { u8, u16, u32, i32, f64 } = memoryViews(exports.memory, end)
    this.buffer = u8.buffer
    this.u8 = u8
    this.u16 = u16
    this.u32 = u32
    this.i32 = i32
    this.f64 = f64
    this.filledAt = place('FILLED')
    this.besideFilledAt = place('BESIDE_FILLED')
    this.entryAt = place('ENTRY_AT')
    this.entrySizeAt = place('ENTRY_SIZE')
    this.entryGroupAt = place('ENTRY_GROUP')
    this.pairRowsAt = place('PAIR_ROWS')
    this.pairEntriesAt = place('PAIR_ENTRIES')
    this.#links = {
      tasks: place('LINK_TASKS'),
      types: place('LINK_KINDS'),
      lags: place('LINK_LAGS'),
      starts: place('ROW_LINK_STARTS'),
      at: place('LINK_AT'),
      codes: place('LINK_CODES'),
      textEnds: place('LINK_TEXT_ENDS'),
      texts: linkTextsAt,
    }
    this.#idEntriesAt = place('ID_ENTRIES')
    this.#resultsAt = place('RESULTS')
    this.meanings = new Uint32Array(place('ENTRIES_MAX') + 1)
    exports.setSeed(HASH_SEED, ~HASH_SEED)
    exports.setArena(this.#arenaAt)
    exports.setKept(keptAt)
    exports.setLinkTexts(linkTextsAt)
    this.i32.set(MONTH_START, calendarAt / 4)
    exports.setCalendar(calendarAt, YEAR_MIN, YEAR_MAX, DAY_MIN, DAY_MAX)
    writeFields(this, exports, place)
    writeLinkMembers(u8, exports, place)
    writeReasons(u8, exports, reasonsAt, place('NAME_BYTES_MAX'))
  }

  /** What came of the block that was read last. */
  result(of: number): number {
    return this.u32[this.#resultsAt / 4 + of]
  }
  /** Every task of the list so far has an id of its own, and the scanner knows it. */
  get knowsAllIds(): boolean {
    return this.#exports.knowsAllIds() !== 0
  }
  /** Bytes of the longest id of the list. */
  get idBytesMax(): number {
    return this.#exports.idBytesMax()
  }
  /** A link of the list that was read as an id with a type and a lag may be an id as a whole. */
  get isAmbiguous(): boolean {
    return this.#exports.isAmbiguous() !== 0
  }

  /** The columns of the block stay as they are until another list of the call is begun: then the borrower is told. */
  lend(borrower: Borrower): void {
    this.#borrower = borrower
    this.#borrowedIn = fleetingCall()
  }

  /** A list of at most so many bytes. */
  beginList(bytes: number): void {
    if (this.#borrower !== undefined) {
      // after its call nobody looks at what was lent
      if (this.#borrowedIn === fleetingCall()) this.#borrower.keep()
      this.#borrower = undefined
    }
    this.#exports.beginList(bytes)
  }

  /** The id of a task that was read in TypeScript; it is shorter than a window. */
  addTask(bytes: Uint8Array, start: number, end: number, task: number): void {
    this.u8.set(bytes.subarray(start, end), this.#arenaAt)
    this.#exports.addTask(this.#arenaAt, end - start, task)
  }

  /** Index in the list of the task whose id is bytes[start, end), which is shorter than a window; -1 = none. */
  taskOf(bytes: Uint8Array, start: number, end: number): number {
    if (start === end) return -1
    this.u8.set(bytes.subarray(start, end), this.#arenaAt)
    return this.#exports.taskKnown(this.#arenaAt, end - start)
  }

  /** There are tasks that are not told. */
  stopTasks(): void {
    this.#exports.stopTasks()
  }

  /** Index in the list of the task that an id belongs to which a link named before it came, -1 = none came. */
  taskOfEntry(entry: number): number {
    return this.i32[this.#idEntriesAt / 4 + 8 * entry + 7]
  }

  /** Tasks read from `from` on: see assembly/scanner/tasks.ts. */
  readTasks(
    from: number,
    firstTask: number,
    rowsMax: number,
    isStrict: boolean,
    offset: number,
    onIgnored: OnIgnored,
  ): number {
    this.#onIgnored = onIgnored
    try {
      return this.#exports.readTasks(from, firstTask, rowsMax, isStrict, offset)
    } finally {
      this.#onIgnored = undefined
    }
  }

  /** Links of the block of so many rows: views, good until the next block. */
  linksOf(rows: number): LinkBlock {
    const { buffer } = this
    const { tasks, types, lags, starts } = this.#links
    const count = this.result(LINK_COUNT)
    return {
      tasks: new Int32Array(buffer, tasks, count),
      types: new Uint8Array(buffer, types, count),
      lags: new Float64Array(buffer, lags, count),
      starts: new Uint32Array(buffer, starts, rows + 1),
      unusual: this.result(UNUSUAL_COUNT) === 0 ? undefined : this.#unusualLinks(count),
    }
  }

  #unusualLinks(count: number): UnusualLinks {
    const { buffer } = this
    const { at, codes, textEnds, texts } = this.#links
    return {
      at: new Uint32Array(buffer, at, count),
      codes: new Uint8Array(buffer, codes, count),
      textEnds: new Uint32Array(buffer, textEnds, count),
      texts: new Uint8Array(buffer, texts, this.result(LINK_TEXT_BYTES)),
    }
  }

  /** bytes[from, from + size) as the window, with zeros behind it. */
  fillWindow(bytes: Uint8Array, from: number, size: number): void {
    this.u8.set(bytes.subarray(from, from + size), this.windowAt)
    this.u8.fill(0, this.windowAt + size, this.windowAt + size + SLACK_BYTES)
  }
}

interface Imports {
  numberOf(at: number, size: number): number
  wordOf(field: number, at: number, size: number): number
  ignore(at: number, size: number): undefined
}

/** V8 keeps the code of equal bytes once per process: a second thread compiles nothing. */
function instantiate({ numberOf, wordOf, ignore }: Imports): Readonly<Record<string, unknown>> {
  const { Module, Instance } = webAssembly!
  const imports: Record<string, Record<string, WasmFunction>> = {
    numbers: { numberOf },
    values: { wordOf },
    tasks: { ignore },
  }
  return new Instance(new Module(Buffer.from(SCANNER_BASE64, 'base64')), imports).exports
}

export const isTrap = (error: unknown): boolean => error instanceof webAssembly!.RuntimeError

let scanner: TaskScanner | undefined
let isBroken = webAssembly === undefined
let isOff = false

/** That of this thread; undefined where there is none: everything is then read in TypeScript. */
export function taskScanner(): TaskScanner | undefined {
  if (isOff) return undefined
  if (scanner === undefined && !isBroken) {
    try {
      scanner = new TaskScanner()
    } catch {
      isBroken = true
    }
  }
  return scanner
}

/** After a trap nothing of the instance can be trusted. */
export function discardScanner(): void {
  scanner = undefined
  isBroken = true
}

/** What a test compares with, and a bench: `run` reads in TypeScript alone. */
export function withoutScanner<T>(run: () => T): T {
  isOff = true
  try {
    return run()
  } finally {
    isOff = false
  }
}
