/** Whether this machine has processor time to spare, over all processes: a thread beside a busy event loop is of use only then. */
import { cpus } from 'node:os'

/** Ms since the machine began; all: with what is idle. */
interface ProcessorTimes {
  readonly idle: number
  readonly all: number
}

/** It is looked at again after so long. */
const LOOK_MS = 100
/** A look that lies back farther saw the machine before the work came that asks now. */
const OLD_LOOK_MS = 3 * LOOK_MS
/** Of all processors: of two, more than half of one, which an event loop that is busy and a Redis beside it leave. */
const SPARE_SHARE = 0.3

function timesOfMachine(): ProcessorTimes {
  let idle = 0
  let all = 0
  for (const { times } of cpus()) {
    idle += times.idle
    all += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { idle, all }
}

export class SpareProcessor {
  readonly #read: () => ProcessorTimes
  readonly #nowMs: () => number
  #times: ProcessorTimes
  #lookedMs: number
  #isThere = false

  constructor(read = timesOfMachine, nowMs = () => performance.now()) {
    this.#read = read
    this.#nowMs = nowMs
    this.#times = read()
    this.#lookedMs = nowMs()
  }

  /** Since the last look, at least LOOK_MS ago; no after a pause, until there is another look; yes, when the machine does not say. */
  get isThere(): boolean {
    const nowMs = this.#nowMs()
    const sinceMs = nowMs - this.#lookedMs
    if (sinceMs < LOOK_MS) return this.#isThere
    const before = this.#times
    this.#times = this.#read()
    this.#lookedMs = nowMs
    const all = this.#times.all - before.all
    const isSpare = sinceMs < OLD_LOOK_MS && (this.#times.idle - before.idle) / all >= SPARE_SHARE
    this.#isThere = all <= 0 || isSpare
    return this.#isThere
  }
}
