/**
 * What a call had in a lane and among the deadlines goes with the next collection of the nursery. With a Set in their place all of it stayed until the whole
 * heap was marked, which took a tenth of the time of the gateway.
 */
import { GCProfiler } from 'node:v8'
import t from 'tap'
import { Deadlines } from '../../shared/platform/deadlines.ts'
import { Lane } from '../worker/lane.ts'

const ACCOUNT = 'an account'
const CALLS = 20_000
const CALLS_AT_ONCE = 16
/** In an array of numbers, four or eight bytes each: 80 to 160 MB of all calls. */
const NUMBERS_PER_CALL = 1_000
const BYTES_KEPT_MAX = 16 * 2 ** 20

t.test('calls that come and go leave nothing behind for the marking of the heap', async t => {
  const lane = new Lane({ threads: 2, slots: 4, queueMax: 100, waitMs: 25, now: () => 0 })
  const deadlines = new Deadlines()
  const profiler = new GCProfiler()
  const bytesBefore = process.memoryUsage().heapUsed
  const ends: (() => void)[] = []
  let numbers = 0
  let removed = 0
  profiler.start()
  for (let i = 0; i < CALLS; i++) {
    const body = new Array<number>(NUMBERS_PER_CALL).fill(i)
    const deadline = deadlines.start(10_000)
    const late = (): void => void (removed += body.length)
    deadline.whenOver = late
    const arrived = lane.expect(ACCOUNT)
    if (arrived === undefined) t.fail('the lane is full')
    lane.join(ACCOUNT, {
      start: () => void (numbers += body.length),
      removed: late,
      whenGone: () => {},
    })
    ends.push(() => {
      arrived?.()
      deadlines.end(deadline)
      lane.leave(ACCOUNT, 1, 1)
    })
    if (ends.length === CALLS_AT_ONCE) ends.shift()!()
  }
  for (const end of ends) end()
  const { statistics } = profiler.stop()
  const kept = statistics
    .filter(({ gcType }) => gcType === 'Scavenge')
    .map(({ afterGC }) => afterGC.heapStatistics.usedHeapSize - bytesBefore)
  t.equal(numbers, CALLS * NUMBERS_PER_CALL, 'each call got its turn')
  t.equal(removed, 0)
  t.ok(kept.length > 3, `${kept.length} collections of the nursery`)
  t.ok(Math.max(...kept) < BYTES_KEPT_MAX, `at most ${Math.round(Math.max(...kept) / 2 ** 20)} MB were kept`)
})
