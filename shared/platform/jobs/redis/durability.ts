/**
 * When a write counts as durable. With appendfsync always, Redis replies after its disk has the write. A server of 7.2 or later also gets WAITAOF,
 * and WAIT if a number of replicas is set. Both are sent on the connection of the write, since Redis waits for the writes of one connection.
 */
import { Cluster, type Redis } from 'ioredis'
import { StoreUnavailable } from '../../redis/failure.ts'
import { jobShardKey } from '../../redis/keys.ts'
import { firstAnswer } from '../../redis/masters.ts'
import type { JobClient } from '../../redis/retry-once.ts'

// Which server holds a shard: the only one, or in a cluster the master of its slot.

/** Returns the connection that serves a shard. */
export function shardServers(client: JobClient): (shard: number) => Promise<Redis> {
  if (!(client instanceof Cluster)) return async () => client
  const slots = new Map<number, number>()
  return async shard => {
    const slot =
      slots.get(shard) ?? (await firstAnswer(client, server => server.cluster('KEYSLOT', jobShardKey(shard))))
    slots.set(shard, slot)
    const [master] = client.slots[slot] ?? []
    const server = client.nodes('master').find(({ options }) => `${options.host}:${options.port}` === master)
    if (!server) throw new StoreUnavailable(`no master of slot ${slot}`)
    return server
  }
}

interface DurabilityOptions {
  /** Replicas that must have a submission before it is answered; 0 = none. */
  readonly replicaCountMin: number
  /** A server without a disk is good enough (ALLOW_VOLATILE_QUEUE): nothing is waited for but replicas. */
  readonly isVolatileAllowed: boolean
}

export interface Durability {
  /** Returns when the writes of this client to the shard are kept; throws StoreUnavailable when that is not known in time. */
  wait(shard: number): Promise<void>
}

const WAIT_MS = 1_500

export function durability(client: JobClient, { replicaCountMin, isVolatileAllowed }: DurabilityOptions): Durability {
  const serverOf = shardServers(client)
  /** Read again after each reconnect: the server may be another one. */
  const knowsWaitAof = new WeakMap<Redis, Promise<boolean>>()

  async function confirmsDisk(server: Redis): Promise<boolean> {
    if (isVolatileAllowed) return false
    let known = knowsWaitAof.get(server)
    if (!known) {
      known = server.call('COMMAND', 'INFO', 'WAITAOF').then(reply => (reply as unknown[])[0] !== null)
      knowsWaitAof.set(server, known)
      server.once('close', () => knowsWaitAof.delete(server))
      known.catch(() => knowsWaitAof.delete(server))
    }
    return known
  }

  /** Shared by all writes that were answered in the same turn: one check covers every earlier write on its connection. */
  const pending = new WeakMap<Redis, Promise<readonly [number, number]>>()

  function keepers(server: Redis): Promise<readonly [number, number]> {
    let keeping = pending.get(server)
    if (!keeping) {
      // sent at the end of the turn of the event loop; a later caller sends a new one
      keeping = new Promise<void>(resolve => setImmediate(resolve)).then(async () => {
        pending.delete(server)
        return (await confirmsDisk(server))
          ? ((await server.call('WAITAOF', 1, replicaCountMin, WAIT_MS)) as [number, number])
          : [1, replicaCountMin === 0 ? 0 : await server.wait(replicaCountMin, WAIT_MS)]
      })
      pending.set(server, keeping)
    }
    return keeping
  }

  return {
    async wait(shard) {
      try {
        const server = await serverOf(shard)
        if (replicaCountMin === 0 && !(await confirmsDisk(server))) return
        const kept = await keepers(server)
        if (kept[0] < 1 || kept[1] < replicaCountMin)
          throw new StoreUnavailable(`kept by ${kept[0]} disks and ${kept[1]} replicas, not by ${replicaCountMin}`)
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error
        throw new StoreUnavailable((error as Error).message, { cause: error })
      }
    },
  }
}
