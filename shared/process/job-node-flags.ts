/**
 * Flags of node for a compute node, threads included: what those of the gateway are for (gateway-flags.ts). Frames, columns and results
 * lie outside of the heap, and with V8's own bounds each thread marked its heap after every hundred small jobs: a quarter of a
 * millisecond of processor per job, most of it on V8's helper threads.
 */
export const JOB_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=4', '--heap-growing-percent=300']
