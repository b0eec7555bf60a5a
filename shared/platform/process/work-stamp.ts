/**
 * When a thread began a call, in memory that another thread reads: what the call has cost can be said while it goes on, or when it is ended. That is time of the
 * processor: by the clock, a call that stands behind others for its deadline would cost its account what it never got.
 */
import { readFileSync } from 'node:fs'
import { processorMs, processStat } from './processor-time.ts'
import { threadNumber } from './stand-back.ts'

/** Numbers of a stamp: the thread, its processor time, and the clock of the machine, which all threads share. */
const [THREAD, PROCESSOR_MS, CLOCK_MS] = [0, 1, 2]
export const STAMP_NUMBERS = 3
export const STAMP_BYTES = STAMP_NUMBERS * Float64Array.BYTES_PER_ELEMENT

const NOT_BEGUN = Number.POSITIVE_INFINITY
const clockMs = (): number => performance.timeOrigin + performance.now()

let ownNumber: number | undefined

/** By the thread, at the beginning of a call. */
export function begin(stamp: Float64Array): void {
  ownNumber ??= threadNumber() ?? 0
  stamp[THREAD] = ownNumber
  stamp[PROCESSOR_MS] = processorMs()
  stamp[CLOCK_MS] = clockMs()
}

/** Before it is given to a thread. */
export const clear = (stamp: Float64Array): void => void (stamp[CLOCK_MS] = NOT_BEGUN)

/** By another thread: what the call has taken of a processor; 0: no thread has begun it. By the clock where the thread is gone, or the system does not say. */
export function workedMs(stamp: Float64Array): number {
  const byClock = Math.max(0, clockMs() - stamp[CLOCK_MS]!)
  const processor = processorMsOf(stamp[THREAD]!)
  return processor === undefined ? byClock : Math.min(byClock, Math.max(0, processor - stamp[PROCESSOR_MS]!))
}

const TICKS_PER_SECOND = 100
/** Where the times stand in what the system says. */
const [USER, SYSTEM] = [11, 12]

/** What all threads of another process have had of the processors, those that have ended included, in steps of 10 ms; undefined: the system does not say. */
export function processorMsOfProcess(pid: number): number | undefined {
  const stat = processStat(pid)
  return stat && ((Number(stat[USER]) + Number(stat[SYSTEM])) * 1_000) / TICKS_PER_SECOND
}

/** Of any thread of this process, as of its last turn on a processor, which is a few milliseconds ago at most. */
function processorMsOf(thread: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    return undefined
  }
}
