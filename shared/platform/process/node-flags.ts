/**
 * Node flags for every process and thread of the service. Bodies, columns, frames and answers are outside the heap, which has about 20
 * MB. With V8's defaults each thread marked its whole heap after every 8 MB of external memory, twice a second under load, and calls in
 * progress were ten milliseconds late.
 * - A heap that may double before it is marked is marked rarely. If it could grow to four times its size, it would be marked half as often
 * under load, but the memory of a gateway that does little would rise for half an hour.
 * - A nursery costs what is alive when it is emptied, some calls in progress. With 16 MB a call of 100 tasks takes 12 % less processor time than with
 * 4 MB; with 32 MB it takes 2 % less again, but one call in a hundred takes 7 ms instead of 5. Its price: each thread with much to do holds up to 36 MB more,
 * a busy gateway with two threads some 70 to 100 MB.
 * - V8 uses four background threads on every machine. On two cores they blocked the event loops for 30 ms whenever a heap was marked or
 * code compiled. One thread takes longer but blocks nobody.
 * - Each thread collects its own garbage. A nursery with little alive in it is emptied by one thread in less time than it takes to wake another one and wait for
 * it: 5 % of the processor time of a call of 100 tasks. And V8's background thread, which has the priority of the event loop, marked the heaps of the threads that
 * stand back from it (stand-back.ts): of accounts that do their worst it took a quarter of a processor from the small calls of others.
 * - The memory reducer would make an idle thread mark its heap, for a few megabytes, while other threads are busy.
 * - gc() is called after the start, and by threads with nothing to do (give-back-memory.ts).
 */
export const NODE_FLAGS: readonly string[] = [
  '--max-semi-space-size=16',
  '--single-threaded-gc',
  '--heap-growing-percent=100',
  '--v8-pool-size=1',
  '--no-memory-reducer',
  '--expose-gc',
]
