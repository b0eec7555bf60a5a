/**
 * Ends the process when a call that its main thread runs (inline-calls.ts) does not end, which only a defect of the engine can cause: no deadline can
 * interrupt the thread that would notice it. The main thread counts on when such a call begins and when it ends, so an odd number that stays means one
 * that runs. Threads of the pool look once a second, those of large bodies too when all others are stuck in the like. Whoever started the gateway starts it again; jobs and units are as after any other end of a process.
 */
import { writeSync } from 'node:fs'

const STDERR = 2

export const watchMemory = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** Of the main thread. */
export class InlineWatch {
  readonly #count: Int32Array

  constructor(memory: SharedArrayBuffer) {
    this.#count = new Int32Array(memory)
  }

  begin(): void {
    Atomics.add(this.#count, 0, 1)
  }

  end(): void {
    Atomics.add(this.#count, 0, 1)
  }
}

/** What a thread needs to know to watch: a call may run for so many seconds. */
export interface InlineWatching {
  readonly memory: SharedArrayBuffer
  readonly secondsMax: number
}

const LOOK_EVERY_MS = 1_000

/** Of another thread, whenever its event loop runs. */
export const watchInlineCalls = ({ memory, secondsMax }: InlineWatching): void =>
  void setInterval(inlineWatcher(memory, secondsMax), LOOK_EVERY_MS).unref()

/** Looks when it is called, once a second. whenStuck: a call has run for more than so many seconds. */
export function inlineWatcher(memory: SharedArrayBuffer, seconds: number, whenStuck = endProcess): () => void {
  const count = new Int32Array(memory)
  let seen = 0
  let stuckSeconds = 0
  return () => {
    const now = Atomics.load(count, 0)
    stuckSeconds = now === seen && (now & 1) === 1 ? stuckSeconds + 1 : 0
    seen = now
    if (stuckSeconds > seconds) whenStuck()
  }
}

function endProcess(): void {
  writeSync(STDERR, "a call in the gateway's own thread does not end: the gateway ends\n")
  process.kill(process.pid, 'SIGKILL')
}
