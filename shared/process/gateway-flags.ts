/**
 * Flags of node for the process of the gateway: a thread collects its own garbage. Else every collection of every thread wakes
 * helper threads for some ten milliseconds, and on a machine of few cores these take the processor from calls that are answered
 * in one. The heaps are small, since schedules are columns outside of them.
 */
export const GATEWAY_NODE_FLAGS: readonly string[] = ['--single-threaded-gc']
