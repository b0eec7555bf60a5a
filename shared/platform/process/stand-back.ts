/** The priority of single threads. Linux has one for each, which it inherits from the thread that starts it. */
import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Steps of `nice` below the event loop. They count where more threads want a processor than there are; all get what they want where it is free.
 * Small bodies: 5 steps made a call of 100 tasks take a fifth more processor time (the event loop woke up for each answer), 2 none; with 0 its neighbours wait three times as long beside an attack.
 * A process for suspects stands back itself, so its threads do so most.
 */
const PRIORITY_BELOW = { small: 2, large: 10, job: 10, suspects: 5 }

/** thread: or process. */
function lower(thread: number, work: keyof typeof PRIORITY_BELOW): void {
  try {
    setPriority(thread, Math.min(getPriority() + PRIORITY_BELOW[work], constants.priority.PRIORITY_LOW))
  } catch {
    // it has ended already, or the system refuses it
  }
}

/** The number that the system has for this thread; undefined: threads have none. */
export function threadNumber(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/** This thread gets a processor behind the event loops and the store. It cannot be taken back: only the privileged may raise a priority. */
export function standBack(work: 'small' | 'large' | 'job'): void {
  const thread = threadNumber()
  if (thread !== undefined) lower(thread, work)
}

/** A child that has just started. Its threads, which are not there yet, inherit it. */
export function standBackWithThreads(pid: number): void {
  lower(pid, 'suspects')
}
