/** What producer and workers of BullMQ have in common. */

export const QUEUE = 'analyses'
/** What BullMQ requires of a connection that blocks. */
export const connectionTo = (socketPath: string) => ({ path: socketPath, maxRetriesPerRequest: null })
