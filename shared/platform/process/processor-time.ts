/**
 * Time that this thread had of a processor. While others have it (two gateways, Redis and their callers on two cores) no time of a call passes: by the
 * clock, a call on a busy machine costs its account many times what it takes.
 */
import { readFileSync } from 'node:fs'

/** Asking takes 1 us. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** A shorter call is counted by the clock: to ask would take a noticeable part of it. */
const ASKED_MS_MIN = 5

/** Processor time of the calls of a thread, one after the other. */
export class CallTime {
  #askedAt = processorMs()
  /** Time of the calls since it was asked for. */
  #countedMs = 0

  /** clockMs: of the call that has just ended. Gives its processor time, as far as that is less. */
  of(clockMs: number): number {
    if (clockMs < ASKED_MS_MIN) {
      this.#countedMs += clockMs
      return clockMs
    }
    const nowAt = processorMs()
    const sinceMs = nowAt - this.#askedAt - this.#countedMs
    this.#askedAt = nowAt
    this.#countedMs = 0
    return Math.min(clockMs, Math.max(ASKED_MS_MIN, sinceMs))
  }
}

/** What the system says of a process behind its name, which may have blanks and brackets in it: its state first. undefined: there is no such process, or the system does not say. */
export function processStat(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
