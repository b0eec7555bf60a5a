/** Tells a failure of the moment (the server is away, loading, full, moving) from one that another try will meet again. */

/** First words of error replies that pass by themselves. */
const PASSING = /^(LOADING|BUSY|OOM|MISCONF|READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|UNBLOCKED)\b/

/** True when the server answered with an error of its own that will come again: a defect of ours, not of the moment. */
export function isLasting(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError' && !PASSING.test(error.message)
}
