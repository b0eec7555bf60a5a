/**
 * Ends the process when work on a schedule that its main thread runs (a call of a gateway, a job of a node) does not end, which only a defect of the engine can
 * cause: no deadline can interrupt the thread that would notice it. The main thread counts on when such work begins and when it ends, so an odd number that
 * stays means some that runs. The other threads look once a second. Whoever started the process starts it again; jobs and units are as after any other end of it.
 */
import { writeSync } from 'node:fs'

const STDERR = 2

export const watchMemory = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)

/** What the main thread does: it tells when inline work begins and ends. */
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

/** What a thread needs to know to watch: the work may take so many seconds. */
export interface InlineWatching {
  readonly memory: SharedArrayBuffer
  readonly secondsMax: number
}

const LOOK_EVERY_MS = 1_000

/** What another thread does whenever its event loop runs: it ends the process when inline work takes too long. */
export const watchInlineWork = ({ memory, secondsMax }: InlineWatching): void =>
  void setInterval(inlineWatcher(memory, secondsMax), LOOK_EVERY_MS).unref()

/** Looks when it is called, once a second. whenStuck: something has run for more than so many seconds. */
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
  writeSync(STDERR, 'work in the main thread does not end: the process ends\n')
  process.kill(process.pid, 'SIGKILL')
}
