/** Threads get a processor behind the event loop, those of large bodies behind those of small ones. */
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import t from 'tap'
import { until } from '../../shared/test/until.ts'
import { ComputePool, type LaneName } from '../worker/pool.ts'
import { workHeader } from './helpers/work-header.ts'

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

t.test(
  'small bodies of heavy accounts have the threads that stand back further, as long as light accounts call',
  async t => {
    const pool = new ComputePool({
      ...{ workerThreads: 2, workerStart: 'on-demand', workerHeapMegabytesMax: 512, inlineBodyBytesMax: 2 ** 14 },
      ...{
        smallBodyBytesMax: 2 ** 20,
        laneQueueMax: 10,
        laneWaitMs: 60_000,
        syncDeadlineSeconds: 60,
        onFault: () => {},
      },
    })
    t.teardown(() => pool.close())
    await pool.warmUp([])
    const schedule = { tasks: [{ id: 'A', duration_days: 1 }] }
    const withCalendar = { ...schedule, calendars: [{ id: 'c', work_week: { monday: [['08:00', '12:00']] } }] }
    /** Where it was done at last: the gateway's own thread looks at some of them first. */
    const laneOf = async (accountId: string, value: object): Promise<LaneName | undefined> => {
      const lanes: LaneName[] = []
      const body = new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>
      const calls = { onThread: (lane: LaneName) => lanes.push(lane) }
      const { kind } = await pool.run('small', accountId, workHeader('r'), [body], () => {}, calls)
      t.equal(kind, 'answer')
      return lanes.at(-1)
    }
    const worked = (budgetId: string, workMs: number) =>
      pool.threadTime.charge({ budgetId, tier: 'government' }, { endpoint: '', workMs, bodyBytes: 0 })
    worked('light', 5)
    worked('heavy', 1_000)
    for (let n = 0; n < 1_000; n++) worked('often', 1)
    t.equal(await laneOf('heavy', withCalendar), 'small', 'nobody else calls')
    t.equal(await laneOf('light', withCalendar), 'small')
    t.equal(await laneOf('heavy', withCalendar), 'large')
    t.equal(await laneOf('often', withCalendar), 'small', 'its calls are short')
    t.equal(await laneOf('new', withCalendar), 'small', 'nothing says yet how long its calls are')
    t.equal(await laneOf('light', withCalendar), 'small')
  },
)
