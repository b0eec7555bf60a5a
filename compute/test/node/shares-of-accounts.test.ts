/** Accounts of a class are served alike, whichever shards they lie in. */
import t from 'tap'
import { JOB_SHARD_COUNT, shardOf } from '../../../shared/contract/job-classes.ts'
import { FAILURE, startStore, submitted } from '../../../shared/test/jobs/helpers.ts'
import { FairQueue } from '../../node/fair-queue.ts'

const { store } = await startStore(t)

const accountsOf = (shard: number, count: number): string[] => {
  const found: string[] = []
  for (let i = 0; found.length < count; i++) if (shardOf(`account-${i}`) === shard) found.push(`account-${i}`)
  return found
}

/** Jobs served of each account, of the first so many, by a node that asks for so many at a time. */
async function servedOf(accounts: readonly string[], jobsOfEach: number, count: number, atOnce: number) {
  for (let i = 0; i < jobsOfEach; i++) await Promise.all(accounts.map(account => submitted(store, account)))
  const queue = new FairQueue()
  for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) queue.mark('standard', shard)
  const served = new Map(accounts.map(account => [account, 0]))
  let left = jobsOfEach * accounts.length
  for (let total = 0; left > 0; ) {
    const pick = queue.pick(atOnce)!
    const { leases, waitingCount } = await store.takeSome(pick.shard, 'standard', 'small', 'node', atOnce)
    queue.served(
      pick,
      leases.map(() => 1),
      waitingCount,
    )
    if (leases.length < atOnce) queue.empty(pick)
    for (const { job, fence } of leases) {
      if (total++ < count) served.set(job.accountId, served.get(job.accountId)! + 1)
      left--
      await store.finish(job, fence, FAILURE)
    }
  }
  return [...served.values()]
}

for (const atOnce of [1, 4]) {
  t.test(`one account of a shard and nine of another get equal service, ${atOnce} at a time`, async t => {
    const accounts = [...accountsOf(1, 1), ...accountsOf(2, 9)]
    const [alone = 0, ...others] = await servedOf(accounts, 30, 200, atOnce)
    t.ok(alone >= 16 && alone <= 28, `${alone} of 200 for the one that is alone in its shard: a tenth is 20`)
    t.ok(Math.min(...others) >= 16 && Math.max(...others) <= 24, `${others} for the others`)
  })
}

t.test('a job of an account that comes late does not wait for those of a shard with many accounts', async t => {
  const queue = new FairQueue()
  queue.mark('standard', 2)
  for (let i = 0; i < 50; i++) queue.served(queue.pick()!, [1], 36)
  queue.mark('standard', 1)
  const next = [queue.pick()!, queue.pick()!].map(({ shard }) => shard)
  t.ok(next.includes(1), `shards ${next}`)
})
