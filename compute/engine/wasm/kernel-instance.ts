/**
 * Instances of the kernel (assembly/kernel): one per thread, of one size, for networks that fit into it; for a larger one an instance of its own, which
 * goes with what came out of it, since memory of WebAssembly never shrinks.
 */
import { Buffer } from 'node:buffer'
import { EFFECTS } from '../kind/constraint-types.ts'
import { KERNEL_BASE64 } from './kernel.ts'
import { memoryViews, type WasmGlobal, type WasmMemory, webAssembly } from './web-assembly.ts'

/**
 * Of the instance of a thread: some 100,000 tasks. What is never written to takes no memory. A fresh instance costs a fault for each page of 4 KB that is
 * written, which at 100,000 tasks is a third of the passes; that is why it is not smaller.
 */
export const THREAD_BYTES = 48 * 1024 * 1024
/** Fewer are computed in TypeScript in the time that the copies take. */
export const KERNEL_TASKS_MIN = 16

/** What assembly/kernel/index.ts exports, beside the numbers of memory.ts there. */
interface Exports {
  readonly memory: WasmMemory
  readonly stepCount: WasmGlobal
  hasShift(): number
  layOut(taskCount: number, linkCount: number): number
  begin(
    tasks: number,
    ranks: number,
    dataDate: number,
    isOverride: boolean,
    hasOwnLags: boolean,
    isListedInOrder: boolean,
    isByClock: boolean,
  ): void
  rankTasks(): void
  renumber(from: number, end: number): void
  forward(from: number, end: number): void
  turn(floor: number, mustFinish: number): number
  reverse(end: number, from: number): void
  spread(from: number, end: number): void
  beginDrag(): void
  dragReverse(end: number, from: number): void
  dragForward(from: number, end: number): void
  endDrag(): void
  beginTrial(dataDate: number, isOverride: boolean): void
  turnTrial(mustFinish: number): number
  reverseTrial(end: number, from: number): void
  endTrial(): void
  beginHolders(): void
  findHolders(end: number, from: number): void
  topologicalOrder(taskCount: number, linkCount: number): number
  layOutClock(...counts: ClockCounts): number
  layCalendar(index: number, from: number, firstDay: number, dayCount: number): void
  setRules(
    lags: number,
    floats: number,
    ofProject: number,
    continuous: number,
    criticalDays: number,
    openEnds: boolean,
  ): void
  setMoments(origin: number, dataDate: number, projectStart: number, mustFinish: number): void
  toMinutes(from: number, end: number): void
  forwardByClock(from: number, end: number): void
  finishByClock(): number
  reverseByClock(end: number, from: number): void
  beginDragByClock(): void
  finishWithout(rank: number, steps: number): number
}

/** `given`: bit c - COLUMN.CALENDAR says that the network has column c. */
type ClockCounts = readonly [
  taskCount: number,
  linkCount: number,
  given: number,
  calendarCount: number,
  numberCount: number,
  tableBytes: number,
]

export class KernelInstance {
  readonly exports: Exports
  readonly #numbers: Readonly<Record<string, unknown>>
  /** Whether it serves one network alone. */
  readonly isOwn: boolean
  /** The turn of the network that it is laid out for, which no other instance has: what was computed in an earlier turn is overwritten. */
  turn = 0
  /** Entry c: where column c begins; bytes. */
  readonly table: Uint32Array
  readonly u8: Uint8Array
  readonly u16: Uint16Array
  readonly u32: Uint32Array
  readonly i32: Int32Array
  readonly f64: Float64Array
  readonly buffer: ArrayBuffer

  constructor(module: object, bytes: number, isOwn: boolean) {
    const { exports } = new webAssembly!.Instance(module, {})
    this.#numbers = exports
    this.exports = exports as unknown as Exports
    this.isOwn = isOwn
    const { u8, u16, u32, i32, f64 } = memoryViews(this.exports.memory, bytes)
    this.u8 = u8
    this.u16 = u16
    this.u32 = u32
    this.i32 = i32
    this.f64 = f64
    this.buffer = u8.buffer as ArrayBuffer
    this.table = this.u32.subarray(this.number('TABLE') / 4)
    this.u8.set(EFFECTS, this.number('EFFECTS'))
  }

  /** A number that the module declares. */
  number(name: string): number {
    return (this.#numbers[name] as WasmGlobal).value
  }

  layOut(taskCount: number, linkCount: number): number {
    this.turn = ++turns
    return this.exports.layOut(taskCount, linkCount) >>> 0
  }

  layOutClock(...counts: ClockCounts): number {
    this.turn = ++turns
    return this.exports.layOutClock(...counts) >>> 0
  }
}

/** The number of each column. A test compares it with memory.ts, whose exports are too many to be asked for by every instance. */
export const COLUMN = {
  START: 1,
  TASK: 11,
  TYPE: 2,
  LAG: 9,
  GIVEN_LAG: 10,
  ORDER: 0,
  STATE: 3,
  REMAINING: 5,
  CONSTRAINT: 4,
  CONSTRAINT_OFFSET: 6,
  REPORTED_START: 7,
  REPORTED_FINISH: 8,
  RANK_EARLY_START: 23,
  RANK_EARLY_FINISH: 24,
  RANK_FREE_FLOAT: 26,
  RANK: 28,
  PASSED_START: 29,
  PASSED_FINISH: 30,
  EARLY_START: 31,
  EARLY_FINISH: 32,
  LATE_START: 33,
  LATE_FINISH: 34,
  TOTAL_FLOAT: 35,
  FREE_FLOAT: 36,
  LINK_FLOAT: 37,
  LINK_MARKS: 38,
  ON_PATH: 39,
  CRITICAL: 40,
  ALAP_SHIFT: 41,
  DRAG: 42,
  PATH_TASKS: 45,
  CALENDAR: 55,
  POINT: 56,
  ELAPSED: 57,
  SECOND_CONSTRAINT: 58,
  SECOND_MOMENT: 59,
  EXPECTED_FINISH: 60,
  SUSPEND: 61,
  RESUME: 62,
  EXTERNAL_START: 63,
  EXTERNAL_FINISH: 64,
  CALENDAR_NUMBERS: 66,
} as const

let module: object | undefined
let ofThread: KernelInstance | undefined
let isBroken = webAssembly === undefined
let turns = 0
/** Those that serve one network alone, by their memory. */
const owners = new WeakMap<ArrayBufferLike, KernelInstance>()
let isOff = false

/** That of this thread, whatever it was laid out for; undefined where there is none. */
export function threadKernel(): KernelInstance | undefined {
  if (isOff || isBroken) return undefined
  if (ofThread === undefined) {
    try {
      // V8 keeps the code of equal bytes once per process: a second thread compiles nothing
      module = new webAssembly!.Module(Buffer.from(KERNEL_BASE64, 'base64'))
      ofThread = new KernelInstance(module, THREAD_BYTES, false)
    } catch {
      isBroken = true
    }
  }
  return ofThread
}

/** An instance that is laid out for such a network; undefined where there is none, or no memory for it. */
export const kernelFor = (taskCount: number, linkCount: number): KernelInstance | undefined =>
  instanceLaidOut(instance => instance.layOut(taskCount, linkCount))

/** An instance for a network by the clock. `ofThread`: that of the thread or none, for what is done again and again. */
export const clockKernelFor = (ofThread: boolean, ...counts: ClockCounts): KernelInstance | undefined =>
  instanceLaidOut(instance => instance.layOutClock(...counts), ofThread)

/** `layOut` returns where the columns end, 0 where no memory holds them. */
function instanceLaidOut(layOut: (instance: KernelInstance) => number, isOfThread = false): KernelInstance | undefined {
  const shared = threadKernel()
  if (shared === undefined) return undefined
  const bytes = layOut(shared)
  if (bytes === 0) return undefined
  if (bytes <= THREAD_BYTES) return shared
  if (isOfThread) return undefined
  try {
    const own = new KernelInstance(module!, bytes, true)
    layOut(own)
    owners.set(own.buffer, own)
    return own
  } catch {
    return undefined
  }
}

/** That in which the columns of a result still lie: those of an instance that serves it alone are views of its memory, like this one. */
export function instanceInTurn(turn: number | undefined, { buffer }: Float64Array): KernelInstance | undefined {
  if (turn === undefined) return undefined
  const instance = owners.get(buffer) ?? threadKernel()
  return instance?.turn === turn ? instance : undefined
}

/** Runs `work` on an instance; undefined after a trap, and from then on this thread has none: nothing of it can be trusted. */
export function unlessTrapped<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof webAssembly!.RuntimeError)) throw error
    ofThread = undefined
    isBroken = true
    return undefined
  }
}

/** What a test compares with, and a bench: `run` computes in TypeScript alone. */
export function withoutKernel<T>(run: () => T): T {
  const was = isOff
  isOff = true
  try {
    return run()
  } finally {
    isOff = was
  }
}
