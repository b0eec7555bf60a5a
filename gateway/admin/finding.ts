/**
 * Findings of the doctor, and how it goes through records. A finding about a record is checked twice, since the record may have been created
 * or removed in between.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { mastersOf } from '../../shared/platform/redis/masters.ts'

export interface Finding {
  readonly check: string
  readonly state: 'ok' | 'problem'
  readonly detail: string
}

/** Keys looked at in one round trip. */
const SCAN_COUNT = 1_000
/** Names shown of one kind of finding. */
export const SHOWN_MAX = 5
const SECOND_LOOK_MS = 1_000

export const ok = (check: string, detail: string): Finding => ({ check, state: 'ok', detail })
export const problem = (check: string, detail: string): Finding => ({ check, state: 'problem', detail })

export async function* names(client: RedisClient, pattern: string): AsyncGenerator<string[]> {
  for (const server of await mastersOf(client)) {
    for await (const some of server.scanStream({ match: pattern, count: SCAN_COUNT })) yield some as string[]
  }
}

/** Names that are wrong now and a moment later. */
async function lastingly(found: readonly string[], isWrong: (name: string) => Promise<boolean>): Promise<string[]> {
  if (found.length === 0) return []
  await pause(SECOND_LOOK_MS)
  const still: string[] = []
  for (const name of found) if (await isWrong(name)) still.push(name)
  return still
}

/** All records of a pattern. `isWrong` checks those that it reports once more, a moment later. */
export async function looked(
  client: RedisClient,
  check: string,
  patterns: readonly string[],
  isWrong: (name: string) => Promise<boolean>,
  meaning: string,
): Promise<Finding> {
  const found: string[] = []
  let count = 0
  for (const pattern of patterns) {
    for await (const some of names(client, pattern)) {
      count += some.length
      const wrong = await Promise.all(some.map(isWrong))
      found.push(...some.filter((_, i) => wrong[i]))
    }
  }
  const still = await lastingly(found, isWrong)
  if (still.length === 0) return ok(check, `${count} looked at`)
  const shown = still.slice(0, SHOWN_MAX).join(', ')
  return problem(check, `${still.length} ${meaning}: ${shown}${still.length > SHOWN_MAX ? ', ...' : ''}`)
}
