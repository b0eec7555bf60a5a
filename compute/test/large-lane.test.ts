/** Threads of large bodies get a processor behind all others: the event loop and small bodies do not share theirs with them. */
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import t from 'tap'
import { until } from '../../shared/test/until.ts'
import { ComputePool } from '../worker/pool.ts'

/** The priority of each thread of this process. Field 19 of stat, behind the name in brackets. */
const prioritiesOf = (): number[] =>
  readdirSync('/proc/self/task').flatMap(thread => {
    try {
      return Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')[16])
    } catch {
      return []
    }
  })

t.test('the two threads of the large lane stand back, those of the small one do not', async t => {
  const own = getPriority()
  const pool = new ComputePool({
    ...{ workerThreads: 2, workerStart: 'at-once', workerHeapMegabytesMax: 512, inlineBodyBytesMax: 0 },
    ...{ smallBodyBytesMax: 2 ** 20, laneQueueMax: 10, laneWaitMs: 1_000, syncDeadlineSeconds: 60, onFault: () => {} },
  })
  t.teardown(() => pool.close())
  const behind = () => prioritiesOf().filter(each => each > own).length
  await until('two threads stand back', () => behind() === 2)
  t.same([prioritiesOf().filter(each => each < own), behind()], [[], 2])
})
