import t from 'tap'
import { reservedBytesOf } from '../../jobs/memory-shares.ts'

const frame = (byteCount: number, taskCount: number) => ({
  chunks: [new Uint8Array(byteCount)],
  taskCount,
  linkCount: taskCount,
})

t.test(
  'a job is reckoned with its frame and 120 bytes of result for each task, or with what of it Redis keeps',
  async t => {
    const small = frame(10_000, 100)
    t.equal(reservedBytesOf(small, false), 10_000 + 4_096 + 12_000)
    t.equal(reservedBytesOf(small, true), reservedBytesOf(small, false), 'small ones lie in Redis either way')
    const large = frame(4_000_000, 100_000)
    t.equal(reservedBytesOf(large, false), 4_000_000 + 4_096 + 12_000_000)
    t.ok(reservedBytesOf(large, true) < 20_000)
    const between = frame(70_000, 2_000)
    t.equal(reservedBytesOf(between, true), 65_536, 'its result may be just small enough for Redis')
  },
)
