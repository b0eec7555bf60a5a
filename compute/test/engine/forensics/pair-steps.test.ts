/** Tasks that went beside tasks that came are as many questions as their product: what is asked is bounded for all windows together. */
import t from 'tap'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { PairSteps, pairTasks } from '../../../engine/analysis/delay-analysis/pairing.ts'
import { sameWorks } from '../../../engine/analysis/delay-analysis/same-works.ts'
import { statusOf } from '../../../engine/analysis/delay-analysis/status.ts'
import { everyDay } from '../../../engine/calendar/calendar.ts'
import { pairsInOrder } from '../../../engine/compare/in-order.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { NO_MATCH } from '../../../engine/ids/match-ids.ts'
import { inputOf } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'

const ANCHOR_DAY = 20_514

const columnsOf = (tasks: TaskObject[]): ScheduleColumns => inputOf({ tasks }).schedules.get('tasks') as ScheduleColumns

function status(tasks: TaskObject[], statusDay: number) {
  const columns = columnsOf(tasks)
  const order = topologicalOrder(columns.taskCount, columns.links)!
  const item = { place: `schedule_history.${statusDay}`, columns, statusDay, isBaseline: false }
  return statusOf(item, order, [], { calendar: everyDay(), anchorDay: ANCHOR_DAY })
}

type Kind = 'loose' | 'star' | 'chain'
const tasksOf = (count: number, prefix: string, kind: Kind): TaskObject[] => [
  { id: 'S', duration_days: 1 },
  ...Array.from({ length: count }, (_, i) => ({
    ...{ id: `${prefix}${i}`, duration_days: 5 },
    ...(kind === 'loose' ? {} : { predecessors: [kind === 'chain' && i > 0 ? `${prefix}${i - 1}` : 'S'] }),
  })),
]

/** How often it was asked whose work a task is, all of one party or all of another one, and the work that was found. */
function askedFor(count: number, kind: Kind, steps: PairSteps, isOfOneParty = true) {
  const [earlier, later] = [
    status(tasksOf(count, 'a', kind), ANCHOR_DAY),
    status(tasksOf(count, 'b', kind), ANCHOR_DAY),
  ]
  let asked = 0
  const answer = (is: boolean) => () => {
    asked++
    return is
  }
  const takers = { isOfOneParty: answer(isOfOneParty), isOwnWork: answer(false) }
  const works = sameWorks(earlier, later, pairTasks(earlier, later), takers, steps)
  return { asked, works }
}

t.test('all tasks of a schedule under other ids: no more is asked than a request may', async t => {
  for (const kind of ['loose', 'star', 'chain'] as const)
    for (const isOfOneParty of [true, false]) {
      const { asked } = askedFor(3_000, kind, new PairSteps(6_000), isOfOneParty)
      t.ok(asked < 2_500_000, `${kind}: ${asked} questions`)
    }
})

t.test('what the windows before took is not there for the next one', async t => {
  const steps = new PairSteps(200)
  t.equal(askedFor(100, 'star', steps).works.length, 100)
  t.equal(askedFor(100, 'star', steps, false).works.length, 100, 'taken over by another party')
  let windows = 1
  while (!steps.isSpent && windows < 1_000) {
    askedFor(100, 'star', steps)
    windows++
  }
  t.ok(windows > 10 && windows < 1_000, `${windows} windows`)
  const after = askedFor(100, 'star', steps)
  t.same([after.asked, after.works.length], [0, 0], 'then ids decide alone')
})

t.test('tasks without a partner are weighed pair by pair up to a bound that grows with the schedules', async t => {
  const side = (tasks: TaskObject[]) => {
    const columns = columnsOf(tasks)
    return { columns, partner: new Int32Array(columns.taskCount).fill(NO_MATCH) }
  }
  let weighed = 0
  const cost = (): number => {
    weighed++
    return 0
  }
  const pairs = (count: number): number =>
    pairsInOrder(side(tasksOf(count, 'a', 'chain')), side(tasksOf(count, 'b', 'chain')), cost, 1.5).length
  t.equal(pairs(60), 61)
  weighed = 0
  t.equal(pairs(1_500), 0)
  t.ok(weighed < 100_000, `${weighed} pairs weighed`)
})
