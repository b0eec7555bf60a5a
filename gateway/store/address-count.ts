/** Counters of an address over a time span, shared by all gateways (address-count-1.lua). Errors of Redis are thrown. */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { run, script } from '../../shared/platform/redis/script.ts'

const COUNT = script('address-count-1')

/** Counts one more. counter: its key; the span starts with the first. */
export async function countOfAddress(
  client: RedisClient,
  counter: string,
  spanMs: number,
): Promise<{ readonly count: number; readonly leftMs: number }> {
  const [count, leftMs] = (await run(client, COUNT, [counter], [spanMs])) as [number, number]
  return { count, leftMs }
}
