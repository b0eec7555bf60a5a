/**
 * The gateway's side of the threads for small bodies: fills the slots (slots.ts), fetches the answers, and replaces threads that missed a
 * deadline, ran out of memory or died. Piscina starts and ends the threads; each runs a single Piscina task for its whole life. When a thread
 * ends, only the call that it worked on fails.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { type ByteChunks, bytesOf } from '../../shared/contract/byte-chunks.ts'
import { Chain } from '../../shared/platform/chain.ts'
import type { Deadline } from '../../shared/platform/deadlines.ts'
import { startWhenBusy } from '../../shared/platform/process/start-when-busy.ts'
import { ThreadFailure } from './lanes.ts'
import type { Posted, SlotLoopOrder } from './slot-loop.ts'
import { DONE, HEADER_BYTES_MAX, Slots, slotMemory, TAKEN } from './slots.ts'
import { type NumberedHeader, PackedHeaders, type Slabs } from './small-call-memory.ts'
import { type KeptFrame, packKept, type ThreadReply, type WorkHeader } from './work.ts'

interface Run {
  readonly header: NumberedHeader
  readonly requestId: string
  readonly slabs: ByteChunks
  /** Frames of kept schedules, packed. */
  readonly kept: Uint8Array
  readonly settle: (reply: ThreadReply) => void
  /** workedMs: what a thread had worked on it. */
  readonly fail: (error: unknown, workedMs: number) => void
}

/** An answer that is written from its slot. */
interface Lent {
  readonly slot: number
  readonly chunks: [Uint8Array]
}

interface Thread {
  readonly number: number
  readonly port: MessagePort
  readonly ending: AbortController
  /** Its Piscina task has failed. If the pool aborted it, the thread may still be running. */
  hasFailed: boolean
  isClosed: boolean
}

interface SlotPoolSettings {
  /** Get the memory of the bodies. */
  readonly slabs: Slabs
  readonly threadsMax: number
  /** How many runs normally go on at once. */
  readonly runsMax: number
  readonly bodyBytesMax: number
  /** So many start at once, each of the others with the first run for which no other is free. */
  readonly threadsMin: number
}

/** A thread that is being ended still occupies a slot; with this spare, each call that may run has one. */
const SPARE_SLOTS_PER_THREAD = 1
const START_AGAIN_MS = 1_000
/** Bytes of a packed kept frame besides its chunks: its id, and a few bytes for each chunk. */
const KEPT_BYTES_MORE = 4_096
const NOTHING = new Uint8Array(0)

export class SlotPool {
  readonly #pool: Piscina
  readonly #settings: SlotPoolSettings
  readonly #memory
  readonly #slots: Slots
  readonly #threads = new Map<number, Thread>()
  /** By slot; undefined: the slot is free, or its call has failed and the thread that took it has not ended yet. */
  readonly #runs: (Run | undefined)[]
  readonly #free: number[]
  readonly #headers = new PackedHeaders()
  readonly #slabs: Slabs
  readonly #lent = new Chain<Lent>()
  /** Runs that found no free slot, in order. */
  readonly #waiting: Run[] = []
  #threadNumber = 0
  #turn = 0
  #running = 0
  #isClosing = false

  constructor(pool: Piscina, settings: SlotPoolSettings) {
    const { slabs, threadsMax, runsMax, bodyBytesMax, threadsMin } = settings
    this.#settings = settings
    this.#pool = pool
    this.#slabs = slabs
    const count = runsMax + SPARE_SLOTS_PER_THREAD * threadsMax
    this.#memory = slotMemory(count, bodyBytesMax)
    this.#slots = new Slots(this.#memory)
    this.#runs = new Array<undefined>(count).fill(undefined)
    this.#free = Array.from({ length: count }, (_, slot) => slot)
    for (let i = 0; i < threadsMin; i++) this.#start()
  }

  /** Whether body and frames fit into a slot. */
  takes(slabs: ByteChunks, kept: readonly KeptFrame[]): boolean {
    const keptBytes = kept.reduce((sum, { chunks }) => sum + KEPT_BYTES_MORE + bytesOf(chunks ?? []), 0)
    return bytesOf(slabs) + keptBytes <= this.#memory.bodyBytesMax
  }

  /** Takes the slabs over. Rejects with a ThreadFailure: the error of the thread, or when the deadline is over; a thread that still works on the call is then ended. */
  run(header: WorkHeader, slabs: ByteChunks, kept: readonly KeptFrame[], deadline: Deadline): Promise<ThreadReply> {
    this.#running++
    if (this.#threads.size === 0) this.#start()
    else if (this.#lacksThreads) this.#startSoon()
    const packed = kept.length === 0 ? NOTHING : new Uint8Array(packKept(kept))
    return new Promise<ThreadReply>((resolve, reject) => {
      const end = (): void => {
        this.#running--
        deadline.whenOver = undefined
      }
      const run: Run = {
        header: this.#headers.pack(header),
        requestId: header.requestId,
        slabs,
        kept: packed,
        settle: reply => {
          end()
          resolve(reply)
        },
        fail: (error, workedMs) => {
          end()
          reject(new ThreadFailure(error, workedMs))
        },
      }
      if (run.header.bytes.byteLength + run.requestId.length > HEADER_BYTES_MAX) {
        run.fail(new Error(`a header of ${run.header.bytes.byteLength} bytes`), 0)
        return
      }
      const abort = (): void => this.#abort(run)
      deadline.whenOver = abort
      if (deadline.isOver) this.#abort(run)
      else if (this.#free.length > 0) this.#fill(run)
      else this.#waiting.push(run)
    })
  }

  #fill(run: Run): void {
    const slot = this.#free.pop()!
    this.#runs[slot] = run
    this.#turn = (this.#turn + 1) | 0
    this.#slots.fill(slot, this.#turn, run.header, run.requestId, run.slabs, run.kept)
    for (const slab of run.slabs) this.#slabs.giveBack(slab)
  }

  #release(slot: number): void {
    this.#runs[slot] = undefined
    this.#slots.free(slot)
    this.#free.push(slot)
    const next = this.#waiting.shift()
    if (next !== undefined) this.#fill(next)
  }

  /** More runs than threads. */
  get #lacksThreads(): boolean {
    return this.#threads.size < Math.min(this.#settings.threadsMax, this.#running)
  }

  readonly #startSoon = startWhenBusy(
    () => !this.#isClosing && this.#lacksThreads,
    () => {
      while (this.#lacksThreads) this.#start()
    },
  )

  #start(): void {
    const { port1: port, port2 } = new MessageChannel()
    const number = this.#threadNumber++
    const thread: Thread = { number, port, ending: new AbortController(), hasFailed: false, isClosed: false }
    this.#threads.set(number, thread)
    const order: SlotLoopOrder = { memory: this.#memory, port: port2, thread: number }
    port.on('message', (posted: Posted) => this.#take(posted))
    port.once('close', () => {
      thread.isClosed = true
      this.#tidy(thread)
    })
    // the task of Piscina keeps the process alive
    port.unref()
    const startedMs = performance.now()
    const { signal } = thread.ending
    this.#pool.run(order, { name: 'runSlotLoop', transferList: [port2], signal }).catch((error: unknown) => {
      thread.hasFailed = true
      if (!signal.aborted) this.#fail(thread, error)
      this.#threads.delete(number)
      this.#tidy(thread)
      if (this.#isClosing) return
      // a thread that could not even start would fail again at once
      if (signal.aborted || performance.now() - startedMs > START_AGAIN_MS) this.#start()
      else setTimeout(() => this.#isClosing || this.#start(), START_AGAIN_MS).unref()
    })
  }

  #take(posted: Posted): void {
    if (posted === null) this.#fetch()
    else {
      const run = this.#runs[posted.slot]
      const workedMs = this.#slots.workedMsOf(posted.slot)
      this.#release(posted.slot)
      if ('error' in posted) run?.fail(posted.error, workedMs)
      else run?.settle(posted.reply)
    }
  }

  #fetch(): void {
    this.#slots.rearmNotification()
    for (let slot = 0; slot < this.#runs.length; slot++) {
      if (this.#slots.stateOf(slot) !== DONE) continue
      const run = this.#runs[slot]
      if (run === undefined) this.#release(slot)
      else {
        this.#runs[slot] = undefined
        run.settle(this.#lend(slot))
      }
    }
  }

  /** The answer where it lies, for the turn of the event loop in which most answers are written. */
  #lend(slot: number): ThreadReply {
    const answer = this.#slots.lend(slot)
    if (this.#lent.size === 0) setImmediate(() => this.#endLoans())
    const lent = this.#lent.add({ slot, chunks: answer.chunks })
    const giveBack = (): void => {
      if (this.#lent.leave(lent)) this.#release(slot)
    }
    answer.giveBack = giveBack
    return answer
  }

  #endLoans(): void {
    for (let lent = this.#lent.first; lent !== undefined; lent = this.#lent.first) {
      this.#lent.leave(lent)
      const { slot, chunks } = lent.value
      chunks[0] = new Uint8Array(chunks[0])
      this.#release(slot)
    }
  }

  #abort(run: Run): void {
    const late = new Error('the deadline is over')
    let workedMs = 0
    const waiting = this.#waiting.indexOf(run)
    if (waiting !== -1) this.#waiting.splice(waiting, 1)
    const slot = this.#runs.indexOf(run)
    if (slot !== -1) {
      if (this.#slots.takeBack(slot)) this.#release(slot)
      else {
        const state = this.#slots.stateOf(slot)
        // the answer has just arrived: its notification fetches it
        if (state === DONE) return
        workedMs = this.#slots.workedMsOf(slot)
        // the slot is free again when the thread is gone
        this.#runs[slot] = undefined
        this.#threads.get(state - TAKEN)?.ending.abort()
      }
    }
    run.fail(late, workedMs)
  }

  /** The thread has ended. The call it worked on fails; replies that it had posted still count. */
  #fail(thread: Thread, error: unknown): void {
    for (;;) {
      const posted = receiveMessageOnPort(thread.port) as { message: Posted } | undefined
      if (posted === undefined) break
      this.#take(posted.message)
    }
    // the thread may have ended after an answer but before its notification
    this.#fetch()
    for (const slot of this.#slotsOf(thread)) {
      const run = this.#runs[slot]
      this.#runs[slot] = undefined
      run?.fail(error, this.#slots.workedMsOf(slot))
    }
  }

  /** Frees the slots of a thread once it is certain that it has ended. A call that it took while it was being ended goes to another thread. */
  #tidy(thread: Thread): void {
    if (!thread.hasFailed || !thread.isClosed) return
    for (const slot of this.#slotsOf(thread)) {
      if (this.#runs[slot] === undefined) this.#release(slot)
      else this.#slots.makeReady(slot)
    }
    this.#fetch()
  }

  #slotsOf({ number }: Thread): number[] {
    return this.#runs.flatMap((_, slot) => (this.#slots.stateOf(slot) === TAKEN + number ? [slot] : []))
  }

  /** Before Piscina ends the threads. */
  close(): void {
    this.#isClosing = true
    for (const { port } of this.#threads.values()) port.close()
  }
}
