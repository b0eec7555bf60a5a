/**
 * An agent's message beyond the window is still read, a few times, because only a tool result can say to the agent how long to wait.
 * Reading costs time, so each account gets a fixed number of such reads per window and process. Further messages are refused unread.
 */
import { BoundedMap } from './bounded-map.ts'
import type { WindowState } from './limiter.ts'

const READS_MAX = 5
const ACCOUNTS_MAX = 10_000

interface ReadCount {
  readonly untilMs: number
  count: number
}

const readsByAccount = new BoundedMap<string, ReadCount>(ACCOUNTS_MAX)

export function mayReadRefusedMessage(accountId: string, { retryAfterSeconds }: WindowState, nowMs: number): boolean {
  const known = readsByAccount.get(accountId)
  const reads =
    known !== undefined && known.untilMs > nowMs ? known : { untilMs: nowMs + retryAfterSeconds * 1000, count: 0 }
  reads.count++
  readsByAccount.set(accountId, reads)
  return reads.count <= READS_MAX
}
