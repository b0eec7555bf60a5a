/** Bodies up to this size are copied to a buffer that is reused for the next body (slot-loop.ts). */
export const KEPT_BYTES = 2 ** 16
