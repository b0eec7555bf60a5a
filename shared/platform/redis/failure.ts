/** Distinguishes temporary failures (the server is unavailable, loading, full, moving) from those that would happen again. */

const fromRedis = new WeakSet<object>()

/** The client calls this for every error of a command (connect.ts), because ioredis has no class for most of them. */
export function noteFailure(error: unknown): void {
  if (typeof error === 'object' && error !== null) fromRedis.add(error)
}

/** True when a command got no useful reply and a retry may succeed: a failure of the store, not of the caller. */
export const isStoreAway = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && fromRedis.has(error) && !isLasting(error)

/** First words of temporary error replies. */
const PASSING = /^(LOADING|BUSY|OOM|MISCONF|READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|UNBLOCKED)\b/

/** True when the server answered with an error that a retry would get again: a defect of the service. */
export function isLasting(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError' && !PASSING.test(error.message)
}

/** A store (Redis or the object store) did not answer. The requested change may or may not have happened. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}
