/** The priority of single threads. Linux has one for each, which it inherits from the thread that starts it. */
import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** The share of the others' weight where all want a processor, all of it where none does: of calls that somebody waits for a fifth, of jobs a tenth. */
const PRIORITY_BELOW = { call: 7, job: 10 }

/** The number that the system has for this thread; undefined: threads have none. */
export function threadNumber(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/** This thread gets a processor behind the other threads of its process. It cannot be taken back: only the privileged may raise a priority. */
export function standBack(work: keyof typeof PRIORITY_BELOW): void {
  const thread = threadNumber()
  if (thread === undefined) return
  try {
    setPriority(thread, Math.min(getPriority() + PRIORITY_BELOW[work], constants.priority.PRIORITY_LOW))
  } catch {
    // a system that refuses it treats all alike
  }
}
