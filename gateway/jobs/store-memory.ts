/** The state of Redis that decides whether it takes jobs: its memory, the share of jobs, and whether it would lose them in a crash. */

import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Freed, HeldBytes, JobStore } from '../../shared/platform/jobs/job-store.ts'
import { shardServers } from '../../shared/platform/jobs/redis/durability.ts'
import { nextEviction } from '../../shared/platform/jobs/redis/object-eviction.ts'
import type { JobClient } from '../../shared/platform/jobs/redis-job-store.ts'
import { jobKey } from '../../shared/platform/redis/keys.ts'
import { mastersOf } from '../../shared/platform/redis/masters.ts'
import type { Memory } from './memory-shares.ts'

export interface Master {
  readonly usedBytes: number
  readonly budgetBytes: number
  /** Bytes of results of finished jobs, which may be removed. */
  readonly resultBytes: number
  readonly shards: readonly number[]
  /** Why it would lose jobs in a crash; undefined = it would not. */
  readonly volatileReason: string | undefined
}

export interface StoreMemory {
  /** Those that can be reached: with one master of a cluster dead, the shards of the others go on. */
  readonly masters: readonly Master[]
  /** What jobs hold; null: it could not be read. */
  readonly held: readonly HeldBytes[] | null
}

const BUDGET_SHARE = 0.6

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** All masters together. */
export const memoryOf = (
  masters: readonly Master[],
  held: readonly Pick<HeldBytes, 'reservedBytes' | 'resultBytes'>[],
): Memory => ({
  budgetBytes: sumOf(masters, master => master.budgetBytes),
  usedBytes: sumOf(masters, master => master.usedBytes),
  reservedBytes: sumOf(held, one => one.reservedBytes),
  resultBytes: sumOf(held, one => one.resultBytes),
})

const numberIn = (info: string, name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)

/** Why a server would lose jobs in a crash; undefined = it would not. */
export async function volatileReason(server: Redis): Promise<string | undefined> {
  let reply: unknown
  try {
    reply = await server.config('GET', 'append*')
  } catch (error) {
    if ((error as Error).name === 'ReplyError') return 'its settings cannot be read'
    throw error
  }
  const pairs = Array.isArray(reply) ? (reply as string[]) : Object.entries(reply as object).flat()
  const setting = (name: string): string => String(pairs[pairs.indexOf(name) + 1])
  if (setting('appendonly') !== 'yes') return `its appendonly is ${setting('appendonly')}`
  if (setting('appendfsync') !== 'always') return `its appendfsync is ${setting('appendfsync')}`
  return undefined
}

/** budgetBytes: that each master may use; undefined = BUDGET_SHARE of its maxmemory, or of its machine. */
export function memoryReader(
  client: JobClient,
  store: Pick<JobStore, 'heldBytes'>,
  budgetBytes: number | undefined,
): () => Promise<StoreMemory> {
  const serverOf = shardServers(client)

  async function usageOf(server: Redis): Promise<Omit<Master, 'resultBytes' | 'shards'>> {
    const [info, reason] = await Promise.all([server.info('memory'), volatileReason(server)])
    const share = BUDGET_SHARE * (numberIn(info, 'maxmemory') || numberIn(info, 'total_system_memory'))
    return {
      usedBytes: numberIn(info, 'used_memory'),
      budgetBytes: budgetBytes ?? share,
      volatileReason: reason,
    }
  }

  return async () => {
    const servers = await mastersOf(client)
    const [answers, held] = await Promise.all([
      Promise.allSettled(servers.map(usageOf)),
      store.heldBytes().catch(() => null),
    ])
    const places = await Promise.all(
      (held ?? []).map(async one => ({ ...one, server: await serverOf(one.shard).catch(() => undefined) })),
    )
    const masters = answers.flatMap((answer, i) => {
      if (answer.status === 'rejected') return []
      const here = places.filter(({ server }) => server === servers[i])
      const resultBytes = sumOf(here, one => one.resultBytes)
      return [{ ...answer.value, resultBytes, shards: here.map(({ shard }) => shard) }]
    })
    return { masters, held }
  }
}

// Removes results of finished jobs when room is needed: first the oldest of the account that holds most for its class.

/** One gateway at a time removes; if it dies, another one follows after this time. */
const LEASE_MS = 5_000
/** Accounts of equal size give in so many turns, and at least so much in one. */
const STEPS = 16
const STEP_BYTES_MIN = 64 * 1024

export type EvictionStore = Pick<JobStore, 'resultHolders' | 'freeResults'>

/** shards: absent = all. Nothing is removed while another gateway does. What was removed before the store failed is told all the same; rejects when nothing was. */
export async function evictResults(
  client: JobClient,
  store: EvictionStore,
  wantedBytes: number,
  shards?: readonly number[],
): Promise<Freed> {
  const lease = jobKey(0, 'freeing')
  const holder = randomUUID()
  // without its server two gateways may remove twice as much, which is better than nothing
  const reply = await client.set(lease, holder, 'PX', LEASE_MS, 'NX').catch(() => 'away')
  if (reply === null) return { resultCount: 0, bytes: 0 }
  try {
    return await free(store, wantedBytes, shards)
  } finally {
    // a lease that ended meanwhile may be another's
    if ((await client.get(lease).catch(() => null)) === holder) await client.del(lease).catch(() => {})
  }
}

async function free(store: EvictionStore, wantedBytes: number, shards?: readonly number[]): Promise<Freed> {
  const freed = { resultCount: 0, bytes: 0 }
  const stepBytes = Math.max(STEP_BYTES_MIN, wantedBytes / STEPS)
  try {
    while (freed.bytes < wantedBytes) {
      const giver = nextEviction(await store.resultHolders(2, shards), wantedBytes - freed.bytes, stepBytes)
      if (giver === undefined) break
      const { resultCount, bytes } = await store.freeResults(giver.holder, 'memory', { bytesMax: giver.bytes })
      // its count is there without results: nothing more is to be had
      if (resultCount === 0) break
      freed.resultCount += resultCount
      freed.bytes += bytes
    }
  } catch (error) {
    if (freed.resultCount === 0) throw error
  }
  return freed
}
