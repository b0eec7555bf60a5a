/** Tells a failure of the moment (the server is away, loading, full, moving) from one that another try will meet again. */

const fromRedis = new WeakSet<object>()

/** Told by the client of every error with which a command ends (connect.ts): ioredis has no class for most of them. */
export function noteFailure(error: unknown): void {
  if (typeof error === 'object' && error !== null) fromRedis.add(error)
}

/** True when a command got no reply that helps, and another try may: the store's failure, not a defect of the caller. */
export const isStoreAway = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && fromRedis.has(error) && !isLasting(error)

/** First words of error replies that pass by themselves. */
const PASSING = /^(LOADING|BUSY|OOM|MISCONF|READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|UNBLOCKED)\b/

/** True when the server answered with an error of its own that will come again: a defect of ours, not of the moment. */
export function isLasting(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError' && !PASSING.test(error.message)
}
