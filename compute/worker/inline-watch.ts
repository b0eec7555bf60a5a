/**
 * Ends the process when a call that its main thread runs (inline-calls.ts) does not end, which only a defect of the engine can cause: no deadline can
 * interrupt the thread that would notice it. The main thread counts on when such a call begins and when it ends, so an odd number that stays means one
 * that runs. Threads of the pool look once a second. Whoever started the gateway starts it again; jobs and units are as after any other end of a process.
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

/** Of another thread; to be called once a second while the thread has nothing to do. whenStuck: a call has run for so many seconds. */
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
