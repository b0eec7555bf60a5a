/** Networks whose shape or size breaks recursion, quadratic loops and sums of tenths. */
import t from 'tap'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { cpmAnalyser } from '../../../engine/analysis/cpm/analyser.ts'
import { chooseCalendar } from '../../../engine/calendar/choice.ts'
import { computeCpm, tasksByDate } from '../../../engine/cpm/cpm.ts'
import { computeDivergence } from '../../../engine/cpm/divergence.ts'
import { computeDrag } from '../../../engine/cpm/drag.ts'
import { holdingLinks } from '../../../engine/cpm/out-of-sequence.ts'
import { prepare } from '../../../engine/cpm/prepare.ts'
import { findCycles } from '../../../engine/graph/cycles.ts'
import { buildNetwork } from '../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { isRefusal, type References, type Table } from '../../../engine/result/result.ts'
import { columnsFromLinks } from '../../helpers/columns-from-links.ts'

function computed(columns: ScheduleColumns) {
  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const { calendar } = chooseCalendar(columns, undefined)
  const { input } = prepare(columns, network, { calendar, statusDay: DAY_ABSENT })
  const result = computeCpm(input)
  return { result, drag: computeDrag(input, result) }
}

t.test('a chain of 1,000,000 tasks, listed last first, of a tenth of a day each takes 100,000 days', async t => {
  const count = 1_000_000
  const { result, drag } = computed(
    columnsFromLinks(
      count,
      i => (i + 1 < count ? [i + 1] : []),
      () => 0.1,
    ),
  )
  t.equal(result.projectFinish, 100_000)
  t.ok(
    result.totalFloat.every(float => float === 0),
    'a sum of tenths leaves no float behind',
  )
  const path = tasksByDate(result.critical, result)
  t.equal(path.length, count)
  t.ok(
    path.every((task, n) => task === count - 1 - n),
    'the critical path is the chain, first to last',
  )
  t.ok(drag.every(days => days === 0.1))
})

t.test('the analyser answers for 1,000,000 tasks in a chain with every detail', async t => {
  const count = 1_000_000
  const columns = columnsFromLinks(
    count,
    i => (i > 0 ? [i - 1] : []),
    () => 1,
  )
  const result = cpmAnalyser(
    {
      params: { options: { include_network_details: true } },
      schedules: new Map([['tasks', columns]]),
      ignoredFields: [],
      meantFields: {},
      taskCount: count,
      taskCountLargest: count,
    },
    { today: 0 },
  )
  if (isRefusal(result)) return t.fail('refused')
  t.equal(result.data.project_duration_days, count)
  t.equal((result.data.longest_path as References).values.length, count)
  t.equal((result.data.tasks as Table).rowCount, count)
})

t.test('a star of 300,000 tasks between one start and one end: only the longest ray is critical', async t => {
  const rays = 300_000
  const columns = columnsFromLinks(
    rays + 2,
    i => (i === 0 ? [] : i <= rays ? [0] : Array.from({ length: rays }, (_, n) => n + 1)),
    i => (i === 77 ? 12 : 10),
  )
  const { result, drag } = computed(columns)
  t.equal(result.projectFinish, 10 + 12 + 10)
  t.strictSame([...tasksByDate(result.onLongestPath, result)], [0, 77, rays + 1])
  t.equal(drag[77], 2)
  t.equal(result.totalFloat[78], 2)
})

t.test('a ladder of 2 x 100,000 tasks with a rung at every step has two paths to choose from at each', async t => {
  const steps = 100_000
  // even tasks are one rail, odd tasks the other, a day shorter; every task follows both of the step before
  const columns = columnsFromLinks(
    2 * steps,
    i => (i < 2 ? [] : i % 2 === 0 ? [i - 2, i - 1] : [i - 3, i - 2]),
    i => (i % 2 === 0 ? 3 : 2),
  )
  const { result, drag } = computed(columns)
  t.equal(result.projectFinish, 3 * steps)
  t.equal(tasksByDate(result.onLongestPath, result).length, steps)
  t.ok(result.totalFloat.every((float, i) => float === i % 2))
  t.ok(drag.every((days, i) => (i % 2 === 0 ? days === 1 : Number.isNaN(days))))
})

t.test(
  'unfinished work that reaches through 100,000 finished tasks costs a fixed number of looks at each link',
  async t => {
    /** Looks at the predecessors of links by everything that runs on a network, of a ladder of finished tasks. */
    const looks = (steps: number): number => {
      const count = 2 * steps + 2
      const columns = {
        ...columnsFromLinks(
          count,
          i => (i < 2 ? (i === 0 ? [] : [0]) : [i - 1, i - 2]),
          () => 2,
        ),
        actualStart: Int32Array.from({ length: count }, (_, i) => (i < count - 1 ? 20_000 + i : DAY_ABSENT)),
        actualFinish: Int32Array.from({ length: count }, (_, i) => (i > 0 && i < count - 1 ? 20_001 + i : DAY_ABSENT)),
      }
      const network = buildNetwork(columns, topologicalOrder(count, columns.links)!)
      const { calendar } = chooseCalendar(columns, 'calendar_days')
      const { input } = prepare(columns, network, { calendar, statusDay: 20_002 + count })
      let looked = 0
      const task = new Proxy(network.task, {
        get(target, name) {
          looked++
          return Reflect.get(target, name, target) as unknown
        },
      })
      const watched = { ...input, network: { ...network, task } }
      const result = computeCpm(watched)
      computeDrag(watched, result)
      computeDivergence(watched, result)
      const { links } = holdingLinks(watched, result.early, columns)
      t.equal(links.length, 2, 'the two links out of the unfinished task')
      t.equal(result.early.start[count - 1], result.early.finish[0], 'it reaches to the last task')
      return looked / network.linkCount
    }
    const [few, many] = [looks(500), looks(50_000)]
    t.ok(many < few + 1, `${few} looks at a link in a ladder of 1,000, ${many} in one of 100,000`)
    t.ok(many < 20, `${many} looks at each link`)
  },
)

t.test('a cycle of 1,000,000 tasks is found whole', async t => {
  const count = 1_000_000
  const { links } = columnsFromLinks(
    count,
    i => [(i + count - 1) % count],
    () => 1,
  )
  t.equal(topologicalOrder(count, links), undefined)
  const { cycles, componentCount, taskCount } = findCycles(count, links)
  t.strictSame([cycles.length, componentCount, taskCount], [1, 1, count])
  t.ok(cycles[0]!.every((task, n) => task === n))
})
