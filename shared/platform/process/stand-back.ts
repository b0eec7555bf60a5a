/** The priority of single threads. Linux has one for each, which it inherits from the thread that starts it. */
import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** A third of the weight of the others where all want a processor; all of it where none does. */
const PRIORITY_BELOW = 5

/** The number that the system has for this thread; undefined: threads have none. */
export function threadNumber(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/** This thread gets a processor behind the other threads of its process. It cannot be taken back: only the privileged may raise a priority. */
export function standBack(): void {
  const thread = threadNumber()
  if (thread === undefined) return
  try {
    setPriority(thread, Math.min(getPriority() + PRIORITY_BELOW, constants.priority.PRIORITY_LOW))
  } catch {
    // a system that refuses it treats all alike
  }
}
