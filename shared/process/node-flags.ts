/**
 * Flags of node for every process of the service, threads included. Bodies, columns, frames and answers lie outside of the heap, which
 * holds some 20 MB; with V8's own bounds each thread marked its whole heap after every 8 MB of them, twice a second under load,
 * and a call that met it was ten milliseconds late.
 * - A small nursery gives that memory back first, and a heap that may grow to four times its size is marked seldom (in the
 *   same load: 12 times with the nursery alone, 4 times with both).
 * - Four background threads, V8's number on every machine, took both of two cores from the loops for 30 ms whenever a heap was
 *   marked or code compiled; one takes longer and is in nobody's way.
 * - A thread with nothing to do would mark its heap for the sake of a few megabytes, beside those that have.
 */
export const NODE_FLAGS: readonly string[] = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=300',
  '--v8-pool-size=1',
  '--no-memory-reducer',
]
