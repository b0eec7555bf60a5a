/** Processor time of a process: shows in a bench where a job's time goes. Nothing where the system has no /proc. */
import { readFileSync } from 'node:fs'

/** Linux counts in this unit on every architecture that Node runs on (USER_HZ). */
const TICK_MS = 10

/** User and system time so far, ms, all threads; null when the system does not say. */
export function processorMs(pid: number): number | null {
  try {
    // the name of the program may hold spaces: fields are counted after its closing bracket, utime and stime are 12th and 13th
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}
