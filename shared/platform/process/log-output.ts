/**
 * Standard output, or standard error, for lines that nobody may have to wait for: their reader can be slow or stand still (`npm start | less`), and yet calls
 * go on and the process ends in time.
 * - A pipe or a socket takes what it has room for now, and the rest is tried again. A write that waits for the reader would hold a thread, and a
 *   process that ends waits for its threads. Whether writes wait is a property of the pipe, common to all processes that write to it, and Node sets it back in each
 *   one that ends. So it is set before each write.
 * - A file is written by another thread, as a disk may be slow.
 */
import { write, writeSync } from 'node:fs'

/** Kept for a reader that stands still; later lines are dropped and counted. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024
const TRY_AGAIN_MS = 50
/** A reader that has much to catch up with gets so many pieces in one turn of the event loop. */
const WRITES_MAX = 16
/** At the end of the process. */
const LAST_MS_MAX = 1_000
const LAST_PAUSE_MS = 10
/** A write that the other thread has not begun when the process ends is lost. A process that ends by itself waits for it, but not for ever. */
const WRITTEN_MS_MAX = 2_000
/** One that ends without that, by process.exit or an error, has no event loop to hear of it in: the other thread has so long to begin. */
const BEGIN_MS = 100

/** The handle of a pipe or a socket, which tells how much is not written yet; Node tells it nobody else. */
interface Handle {
  setBlocking?(isBlocking: boolean): unknown
}

/** All outputs of this process. */
const outputs = new Set<LogOutput>()

/** To wait for before process.exit: what has been logged is written, or two seconds are over. */
export async function outputWritten(): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const waited = new Promise<void>(resolve => (late = setTimeout(resolve, WRITTEN_MS_MAX)))
  await Promise.race([Promise.all([...outputs].map(output => output.written())), waited])
  clearTimeout(late)
}

export class LogOutput {
  readonly #fd: number
  /** undefined: a file. */
  readonly #handle: Handle | undefined
  readonly #unread: Buffer[] = []
  #unreadBytes = 0
  #droppedLines = 0
  /** A write is under way, or waits for its time. */
  #isBusy = false
  readonly #untilWritten: (() => void)[] = []
  /** Called when lines are written again; gets how many were dropped. */
  whenResumed: (droppedLines: number) => void = () => {}
  /** Called before the last lines are written, maybe more than once: for what was gathered. */
  whenEnding: () => void = () => {}

  constructor(stream: { readonly fd: number }) {
    this.#fd = stream.fd
    this.#handle = (stream as { _handle?: Handle })._handle
    outputs.add(this)
    process.once('exit', () => {
      this.whenEnding()
      this.#writeLast()
    })
  }

  /** Whole lines, which are kept: not to be changed. */
  write(bytes: Buffer): void {
    if (this.#unreadBytes + bytes.length > UNREAD_BYTES_MAX) {
      this.#countDropped(bytes)
      return
    }
    this.#unread.push(bytes)
    this.#unreadBytes += bytes.length
    if (!this.#isBusy) this.#writeOn()
  }

  /** Resolves when a file has what was written: its writes are not begun at once. A pipe takes what it takes at the end of the process. */
  written(): Promise<void> {
    this.whenEnding()
    if (this.#handle !== undefined || !this.#isBusy) return Promise.resolve()
    return new Promise(resolve => void this.#untilWritten.push(resolve))
  }

  #writeOn(): void {
    if (this.#unread.length === 0) return
    if (this.#handle === undefined) this.#writeBeside()
    else if (!this.#writeNow()) this.#writeLater()
  }

  /** False: something is left. */
  #writeNow(): boolean {
    this.#handle?.setBlocking?.(false)
    try {
      for (let i = 0; i < WRITES_MAX && this.#unread.length > 0; i++) this.#took(writeSync(this.#fd, this.#unread[0]!))
    } catch (error) {
      this.#failed(error as NodeJS.ErrnoException)
    }
    return this.#unread.length === 0
  }

  #writeLater(): void {
    this.#isBusy = true
    setTimeout(() => {
      this.#isBusy = false
      this.#writeOn()
    }, TRY_AGAIN_MS).unref()
  }

  #writeBeside(): void {
    this.#isBusy = true
    write(this.#fd, this.#unread[0]!, (error, count) => {
      this.#isBusy = false
      if (error === null) this.#took(count)
      else this.#failed(error)
      this.#writeOn()
      if (!this.#isBusy) for (const resolve of this.#untilWritten.splice(0)) resolve()
    })
  }

  #took(count: number): void {
    const bytes = this.#unread[0]!
    this.#unreadBytes -= count
    if (count < bytes.length) {
      this.#unread[0] = bytes.subarray(count)
      return
    }
    this.#unread.shift()
    const droppedLines = this.#droppedLines
    if (this.#unread.length > 0 || droppedLines === 0) return
    this.#droppedLines = 0
    this.whenResumed(droppedLines)
  }

  /** The pipe is full; or its reader is gone, or the disk is full, and the service goes on without this part of its log. */
  #failed({ code }: NodeJS.ErrnoException): void {
    if (code === 'EAGAIN') return
    for (const bytes of this.#unread) this.#countDropped(bytes)
    this.#unread.length = 0
    this.#unreadBytes = 0
  }

  #countDropped(lines: Buffer): void {
    for (let at = lines.indexOf('\n'); at !== -1; at = lines.indexOf('\n', at + 1)) this.#droppedLines++
  }

  #writeLast(): void {
    // what the other thread has begun with it ends
    if (this.#handle === undefined && this.#isBusy) {
      blockFor(BEGIN_MS)
      this.#unread.shift()
    }
    const untilMs = performance.now() + LAST_MS_MAX
    while (!this.#writeNow() && performance.now() < untilMs) blockFor(LAST_PAUSE_MS)
  }
}

/** Without the event loop, which has ended. */
const blockFor = (ms: number): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
