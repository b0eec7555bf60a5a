/** Shards that do not answer are left out alone, and come back by themselves. */
import t from 'tap'
import { JOB_SHARD_COUNT } from '../../contract/job-classes.ts'
import { ShardWatch } from '../../platform/jobs/shard-watch.ts'
import { ObjectsUnavailable } from '../../platform/objects/object-store.ts'
import { StoreUnavailable } from '../../platform/redis/failure.ts'
import { until } from '../until.ts'

/** A watch of shards of which some are dead (they refuse) and some stand still (they say nothing). */
function watchOf(dead: Set<number>, still: Set<number>) {
  const reached: number[] = []
  const watch = new ShardWatch({
    isOver: () => false,
    async reach(shard) {
      reached.push(shard)
      if (dead.has(shard)) throw new Error('refused')
      if (still.has(shard)) await until('it goes on', () => !still.has(shard))
    },
  })
  return { watch, reached }
}

t.test('a failing shard is left out until it shows a sign of life, and is probed less and less often', async t => {
  const dead = new Set([3])
  const { watch, reached } = watchOf(dead, new Set())
  const back: number[] = []
  watch.onBack(shard => back.push(shard))
  const attempts: number[] = []
  const work = async (shard: number): Promise<void> => {
    attempts.push(shard)
    if (dead.has(shard)) throw new StoreUnavailable('away')
  }
  const fromMs = performance.now()
  await watch.each(work)
  t.equal(attempts.length, JOB_SHARD_COUNT, 'those behind it are read, too')
  t.ok(watch.isAway(3))
  t.equal(watch.present.length, JOB_SHARD_COUNT - 1)
  await watch.each(work)
  t.equal(attempts.length, 2 * JOB_SHARD_COUNT - 1)
  t.equal(await watch.attempt(3, async () => 'asked'), undefined)
  t.equal(await watch.attempt(4, async () => 'asked'), 'asked')
  await until('it was probed four times', () => reached.length >= 4)
  t.ok(performance.now() - fromMs >= 600, '50, 100, 200, 400 ms')
  t.ok(reached.every(shard => shard === 3))
  dead.clear()
  await until('it is back', () => !watch.isAway(3))
  t.same(back, [3])
})

t.test('when no shard is there, all are read; a defect is thrown', async t => {
  const { watch } = watchOf(new Set(Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => shard)), new Set())
  for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) watch.failed(shard)
  t.equal(watch.present.length, JOB_SHARD_COUNT)
  const other = watchOf(new Set(), new Set()).watch
  await t.rejects(
    other.attempt(1, async () => {
      throw new TypeError('a defect')
    }),
    TypeError,
  )
  t.notOk(other.isAway(1))
})

t.test('those that say nothing while another answers are left out; a store that is slow as a whole is not', async t => {
  const still = new Set([5, 7])
  const { watch } = watchOf(new Set(), still)
  const away: number[] = []
  watch.onAway(shard => away.push(shard))
  t.equal(await watch.suspect(6), false)
  t.equal(await watch.suspect(5), true)
  t.same(away, [5, 7], 'with the one that was read for all shards of its server')
  still.clear()
  await until('they are back', () => !watch.isAway(5) && !watch.isAway(7))
  for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) still.add(shard)
  const asking = watch.suspect(5)
  await new Promise(resolve => setTimeout(resolve, 200))
  still.clear()
  t.equal(await asking, false)
})

t.test('a store of objects that is away takes no shard along', async t => {
  const watch = new ShardWatch({ reach: async () => {}, isOver: () => false })
  const work = () => Promise.reject(new ObjectsUnavailable('the bucket is away'))
  await t.rejects(watch.each(work), ObjectsUnavailable)
  t.equal(watch.present.filter(shard => watch.isAway(shard)).length, 0)
  t.equal(watch.present.length, JOB_SHARD_COUNT)
})
