/** Threads get a processor behind the event loop, those of large bodies behind those of small ones. */
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

t.test('the threads of both lanes stand back behind the event loop, those of the large lane further', async t => {
  const own = getPriority()
  const pool = new ComputePool({
    ...{ workerThreads: 2, workerStart: 'at-once', workerHeapMegabytesMax: 512, inlineBodyBytesMax: 0 },
    ...{ smallBodyBytesMax: 2 ** 20, laneQueueMax: 10, laneWaitMs: 1_000, syncDeadlineSeconds: 60, onFault: () => {} },
  })
  t.teardown(() => pool.close())
  const behind = () =>
    prioritiesOf()
      .filter(each => each > own)
      .sort((a, b) => a - b)
  await until('four threads stand back', () => behind().length === 4)
  const [small, , large] = behind()
  t.same(behind(), [small, small, large, large])
  t.same([small, large], [Math.min(own + 2, 19), Math.min(own + 10, 19)])
})
