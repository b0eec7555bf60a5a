/**
 * Flags of node for the process of the gateway. Bodies, columns and answers lie outside of the heap, which holds some 20 MB; with V8's
 * own bounds each thread marked its whole heap after every 8 MB of them, twice a second under load, and a call that met it
 * was ten milliseconds late. A small nursery gives that memory back first, and a heap that may grow to four times its size
 * is marked seldom (in the same load: 12 times with the nursery alone, 4 times with both).
 */
export const GATEWAY_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=4', '--heap-growing-percent=300']
