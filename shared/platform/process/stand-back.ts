/** The priority of single threads. Linux has one for each, which it inherits from the thread that starts it. */
import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Where more threads want a processor than there are: those that answer small calls get a third of the weight of an event loop, those of large bodies and of jobs a tenth.
 * All get what they want where it is free.
 */
const PRIORITY = { some: 5, much: 10 }

/** This thread gets a processor behind the event loops and the store, if its process does not stand as far back already. It cannot be taken back: only the privileged may raise a priority. */
export function standBack(how: keyof typeof PRIORITY): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.max(getPriority(), PRIORITY[how]))
  } catch {
    // where threads have no numbers, all are alike
  }
}
