/**
 * Messages past the window that are read all the same, since only who reads one can tell an agent in words how long to wait. Reading
 * costs: so many per account and window and process, whoever goes on is refused unread.
 */
import { BoundedMap } from './bounded-map.ts'
import type { WindowState } from './limiter.ts'

const TOLD_MAX = 5
const ACCOUNTS_MAX = 10_000

interface Told {
  readonly untilMs: number
  count: number
}

const toldByAccount = new BoundedMap<string, Told>(ACCOUNTS_MAX)

export function mayBeTold(accountId: string, { retryAfterSeconds }: WindowState, nowMs: number): boolean {
  const known = toldByAccount.get(accountId)
  const told =
    known !== undefined && known.untilMs > nowMs ? known : { untilMs: nowMs + retryAfterSeconds * 1000, count: 0 }
  told.count++
  toldByAccount.set(accountId, told)
  return told.count <= TOLD_MAX
}
