/** Removes what a dead process left: objects that nothing has named for a while, and drafts. One node at a time. */
import { CHECKS, type ObjectStore } from '../../objects/object-store.ts'
import { jobKey } from '../../redis/keys.ts'
import { areObjectsHeld } from './object-hold.ts'
import { type ObjectNames, OWNER } from './object-names.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

/** Between the keeping of an object and the entry that names it lie seconds. */
const UNNAMED_MS = 3_600_000
const NAMES_AT_ONCE = 500
/** A node that dies in its sweep is followed after so long. */
const SWEEP_LEASE_MS = 600_000

interface Parts {
  readonly client: JobClient
  readonly store: ObjectStore
  readonly names: ObjectNames
}

/** Returns how many objects. Does nothing while another process does. */
export async function sweepObjects({ client, store, names }: Parts, sweeperId: string, nowMs: number): Promise<number> {
  const lease = jobKey(0, 'sweeping')
  if ((await retryOnce(() => client.set(lease, sweeperId, 'PX', SWEEP_LEASE_MS, 'NX'))) === null) return 0
  await store.sweepDrafts(UNNAMED_MS)
  let count = 0
  const removeUnnamed = async (some: readonly string[]): Promise<void> => {
    const left = await unnamed(client, some)
    if (await areObjectsHeld(client)) return
    for (const name of left) {
      await store.remove(name)
      count++
    }
  }
  names.forgetInstallation()
  let some: string[] = []
  for await (const { name, keptAtMs } of store.list(`${await names.installation()}/`)) {
    if (keptAtMs > nowMs - UNNAMED_MS) continue
    some.push(name)
    if (some.length < NAMES_AT_ONCE) continue
    await removeUnnamed(some)
    some = []
  }
  await removeUnnamed(some)
  // of a process that died in its look whether the store is there
  for await (const { name, keptAtMs } of store.list(CHECKS))
    if (keptAtMs <= nowMs - UNNAMED_MS) await store.remove(name)
  return count
}

/** Which of these objects no job and no schedule names. */
async function unnamed(client: JobClient, names: readonly string[]): Promise<string[]> {
  const owners = names.map(name => OWNER.exec(name))
  const isNamed = await Promise.all(
    owners.map(async (owner, i) => {
      if (owner === null) return false
      const [shard, id] = [Number(owner[1]), owner[2]!]
      const named = (kind: 'job' | 'schedule') =>
        retryOnce(() => client.hmget(jobKey(shard, kind, id), 'frameObject', 'resultObject'))
      return [...(await named('job')), ...(await named('schedule'))].includes(names[i]!)
    }),
  )
  return names.filter((_, i) => !isNamed[i])
}
