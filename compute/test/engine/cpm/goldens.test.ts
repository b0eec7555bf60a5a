/** Worked examples of the critical-path method, and the networks of those of other methods, to the digit. */
import t from 'tap'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { anchorDay } from '../../../engine/calendar/anchor.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { computeDivergence, DIVERGES_CONSTRAINT } from '../../../engine/cpm/divergence.ts'
import { withOverride, withRemaining } from '../../../engine/cpm/input.ts'
import { cycleText } from '../../../engine/graph/cycle-text.ts'
import { findCycles } from '../../../engine/graph/cycles.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { MINI, MINI_STATUS_DATE } from '../../helpers/mini.ts'
import {
  criticalPathOf,
  datesOf,
  dragOf,
  figure,
  idsOf,
  linkFloats,
  longestPathOf,
  projectDatesOf,
  rows,
  schedule,
} from '../../helpers/schedule.ts'

const task = (id: string, duration_days: number, predecessors: string[] = [], more: object = {}): TaskObject => ({
  id,
  duration_days,
  predecessors,
  ...more,
})

const OFFSET_0 = '2025-01-01'
/** The date of the day that begins at an offset, and of the last day before an exclusive one. */
const from = (offset: number) => formatDay(parseDay(OFFSET_0)! + offset)
const to = (offset: number) => from(offset - 1)
const planned = { planned_start: OFFSET_0 }
const actual = (start: number, finish: number) => ({ actual_start: from(start), actual_finish: to(finish) })
const constrained = (type: string, date: string) => ({ constraint_type: type, constraint_date: date })

t.test(
  'CPM-1: a diamond has one float of 3, critical path A, B, D, and a hammock hung on it runs from 4 to 11',
  async t => {
    const tasks = [task('A', 3), task('B', 5, ['A']), task('C', 2, ['A']), task('D', 4, ['B', 'C'])]
    const s = schedule(tasks)
    t.equal(s.result.projectFinish, 12)
    t.strictSame(rows(s), {
      A: [0, 3, 0, 3, 0, 0],
      B: [3, 8, 3, 8, 0, 0],
      C: [3, 5, 6, 8, 3, 3],
      D: [8, 12, 8, 12, 0, 0],
    })
    t.strictSame(criticalPathOf(s), ['A', 'B', 'D'])
    t.strictSame(longestPathOf(s), ['A', 'B', 'D'])
    t.strictSame(dragOf(s), { A: 3, B: 3, D: 4 })
    t.strictSame(datesOf(s).A, [null, null, null, null], 'without any date there are offsets only')

    const loe = task('L', 20, ['B SS+1'], { task_type: 'loe' })
    const hung = schedule([...tasks.slice(0, 3), task('D', 4, ['B', 'C', 'L FF+1']), loe])
    t.strictSame(rows(hung).L, [4, 11, null, null, null, null])
    t.strictSame(figure(hung, 'totalFloat'), { A: 0, B: 0, C: 3, D: 0, L: null }, 'it moves nothing')
  },
)

t.test('CPM-2: all four relations with lags and a lead', async t => {
  const s = schedule([
    task('A', 4),
    task('B', 6, ['A SS+2']),
    task('C', 5, ['B FF+1']),
    task('D', 3, ['B FS-1']),
    task('E', 2, ['C SF+4']),
    task('F', 0, ['D FS+2', 'C', 'E']),
  ])
  t.equal(s.result.projectFinish, 12)
  t.strictSame(rows(s), {
    A: [0, 4, 0, 4, 0, 0],
    B: [2, 8, 2, 8, 0, 0],
    C: [4, 9, 7, 12, 3, 0],
    D: [7, 10, 7, 10, 0, 0],
    E: [6, 8, 10, 12, 4, 4],
    F: [12, 12, 12, 12, 0, 0],
  })
  t.strictSame(longestPathOf(s), ['A', 'B', 'D', 'F'])
  t.strictSame(dragOf(s), { A: 0, B: 6, D: 3, F: 0 })
})

t.test('CPM-3: late constraints and a pin never hide negative float', async t => {
  const tasks = (b: object, c: object, d: object) => [
    task('A', 5, [], planned),
    task('B', 4, ['A'], b),
    task('C', 3, ['A'], c),
    task('D', 2, ['B', 'C'], d),
  ]
  t.equal(schedule(tasks({}, {}, {})).result.projectFinish, 11)

  const late = schedule(tasks(constrained('FNLT', to(7)), {}, {}))
  t.strictSame(figure(late, 'totalFloat'), { A: -2, B: -2, C: 1, D: 0 })

  const aside = schedule(tasks({}, constrained('FNLT', to(6)), {}))
  t.strictSame(figure(aside, 'totalFloat'), { A: -2, B: 0, C: -2, D: 0 })
  t.strictSame(criticalPathOf(aside), ['A', 'C', 'B', 'D'])
  t.strictSame(longestPathOf(aside), ['A', 'B', 'D'])
  const divergence = computeDivergence(aside.prepared.input, aside.result)
  t.strictSame(idsOf(aside, divergence.tasks), ['C'])
  t.strictSame([...divergence.reason], [DIVERGES_CONSTRAINT])
  t.strictSame([...divergence.heldBy], [2], 'C is held by its own constraint')

  const pinned = schedule(tasks({}, {}, constrained('MSO', from(8))))
  t.equal(pinned.result.projectFinish, 10)
  t.strictSame(figure(pinned, 'totalFloat'), { A: -1, B: -1, C: 0, D: -1 })
  t.equal(linkFloats(pinned)['B->D FS'], -1)
})

t.test('CPM-4: start no earlier than 5 gives the task before it a float of 2', async t => {
  const s = schedule([
    task('A', 3, [], planned),
    task('B', 4, ['A'], constrained('SNET', from(5))),
    task('C', 2, ['B']),
  ])
  t.equal(s.result.projectFinish, 11)
  t.strictSame(rows(s, ['totalFloat', 'freeFloat']).A, [2, 2])
  t.strictSame(longestPathOf(s), ['B', 'C'])
})

t.test('CPM-5: retained logic ends at 17, progress override at 14', async t => {
  const s = schedule(
    [
      task('A', 5, [], actual(0, 6)),
      task('B', 6, ['A'], { actual_start: from(6), percent_complete: 50 }),
      task('C', 4, ['B'], { actual_start: from(7), percent_complete: 25 }),
      task('D', 3, ['C']),
    ],
    { statusDate: from(8) },
  )
  t.equal(s.prepared.input.dataDate, 8)
  t.strictSame(figure(s, 'earlyFinish'), { A: 6, B: 11, C: 14, D: 17 })
  t.strictSame(figure(s, 'earlyStart'), { A: 0, B: 6, C: 7, D: 14 })
  t.equal(s.result.projectFinish, 17)
  t.strictSame(rows(s).A, [0, 6, null, null, null, null], 'complete work has no float')

  const override = computeCpm(withOverride(s.prepared.input))
  t.strictSame([...override.earlyFinish], [6, 11, 11, 14])
  t.equal(override.earlyStart[3], 11)
  t.equal(override.projectFinish, 14)
  t.equal(override.totalFloat[1], 3)
  t.equal(override.freeFloat[1], 3)
})

t.test('CPM-6: the lag of a started predecessor runs from its actual start', async t => {
  const s = schedule([task('A', 10, [], { actual_start: from(0), percent_complete: 10 }), task('B', 10, ['A SS+2'])], {
    statusDate: from(5),
  })
  t.strictSame(rows(s, ['earlyFinish', 'lateFinish', 'totalFloat', 'freeFloat']).A, [14, 14, 0, 0])
  t.strictSame(rows(s, ['earlyStart', 'earlyFinish', 'totalFloat']).B, [5, 15, 0])
  t.equal(s.result.projectFinish, 15)
  t.strictSame(longestPathOf(s), ['A', 'B'])
})

t.test(
  'CPM-7: work follows a task finished on the status date on that very day; late starts count from it',
  async t => {
    const [a, b] = [task('A', 5, [], actual(0, 6)), task('B', 5, ['A'])]
    const on = schedule([a, b], { statusDate: from(5) })
    t.strictSame(rows(on, ['earlyStart', 'earlyFinish']), { A: [0, 6], B: [5, 10] })
    t.equal(on.result.projectFinish, 10)
    const beside = schedule([a, b, task('C', 5, [], actual(0, 30))], { statusDate: from(5) })
    t.equal(beside.result.projectFinish, 10, 'finished work does not set the project finish')
    const late = schedule([task('A', 5, [], planned), task('B', 5, ['A'])], { statusDate: from(12) })
    t.equal(late.result.projectFinish, 22)
  },
)

t.test('a milestone prints the day that closes, one at the start of a day the day that opens', async t => {
  const s = schedule([
    task('A', 10, [], planned),
    task('M', 0, ['A'], { task_type: 'milestone' }),
    task('K', 0, ['A'], { task_type: 'milestone', ...constrained('MSO', '2025-01-11') }),
  ])
  t.strictSame(figure(s, 'earlyStart'), { A: 0, M: 10, K: 10 })
  t.match(datesOf(s), { M: ['2025-01-10'], K: ['2025-01-11'] })
  t.strictSame(datesOf(s).A, ['2025-01-01', '2025-01-10', '2025-01-01', '2025-01-10'])
  t.strictSame(projectDatesOf(s), ['2025-01-01', '2025-01-10'], 'the work ends the day before the pin')

  const late = schedule(
    [task('A', 10, [], { actual_start: OFFSET_0, actual_finish: '2025-01-20' }), task('M', 0, ['A'])],
    { statusDate: '2025-01-21' },
  )
  t.equal(late.result.earlyStart[1], 20)
  t.match(datesOf(late), { M: ['2025-01-21'] })
  t.strictSame(projectDatesOf(late), ['2025-01-01', '2025-01-21'])
  t.strictSame(datesOf(late).A, ['2025-01-01', '2025-01-20', null, null], 'complete work prints its actual dates')
})

t.test('retained logic reaches through finished work: C waits for A behind the finished B', async t => {
  // Monday to Friday, data date Monday 2026-01-12; P6 and MPXJ start C on the 19th
  const tasks = [
    task('A', 10, [], { actual_start: '2026-01-05', percent_complete: 50 }),
    task('B', 2, ['A'], { actual_start: '2026-01-07', actual_finish: '2026-01-08' }),
    task('C', 5, ['B']),
  ]
  const setting = { statusDate: '2026-01-12', calendar: 'working_days' }
  const s = schedule(tasks, setting)
  t.strictSame(datesOf(s), {
    A: ['2026-01-05', '2026-01-16', '2026-01-12', '2026-01-16'],
    B: ['2026-01-07', '2026-01-08', null, null],
    C: ['2026-01-19', '2026-01-23', '2026-01-19', '2026-01-23'],
  })
  t.strictSame(rows(s, ['totalFloat', 'freeFloat']), { A: [0, 0], B: [null, null], C: [0, 0] })
  t.strictSame(longestPathOf(s), ['A', 'B', 'C'])
  t.strictSame(dragOf(s), { A: 5, C: 5 })
  t.match(datesOf(schedule(tasks, { ...setting, override: true })), { C: ['2026-01-12', '2026-01-16'] })

  const alone = schedule([task('A', 10, [], { actual_start: '2026-01-05', percent_complete: 50 }), tasks[1]!], setting)
  t.strictSame(rows(alone, ['totalFloat', 'freeFloat']).A, [0, 0], 'finished work that nothing follows holds nothing')
})

t.test('the cycle of three is named A -> B -> C -> A', async t => {
  const columns = columnsFromTasks([task('A', 1, ['C']), task('B', 1, ['A']), task('C', 1, ['B'])])
  t.equal(topologicalOrder(columns.taskCount, columns.links), undefined)
  t.equal(cycleText(findCycles(columns.taskCount, columns.links), columns.id), 'A -> B -> C -> A')
})

t.test('MINI: P = 60, finish 2025-05-01, longest path T2, T3, T5, M9', async t => {
  const s = schedule(MINI, { statusDate: MINI_STATUS_DATE })
  t.equal(formatDay(anchorDay(s.columns, parseDay(MINI_STATUS_DATE)!)), '2025-03-03')
  t.equal(s.result.projectFinish, 60)
  t.strictSame(projectDatesOf(s), ['2025-03-03', '2025-05-01'])
  t.strictSame(rows(s, ['earlyStart', 'earlyFinish']), {
    M0: [0, 0],
    T1: [0, 6],
    T2: [6, 10],
    T3: [10, 60],
    T4: [8, 12],
    T5: [58, 60],
    M9: [60, 60],
  })
  t.equal(figure(s, 'totalFloat').T4, 48)
  t.match(datesOf(s), { M9: ['2025-05-01'] })
  t.strictSame(longestPathOf(s), ['T2', 'T3', 'T5', 'M9'])

  // check 12 of section 2: 600 days more on the first incomplete task of the longest path move the terminal by 600
  const longer = computeCpm(withRemaining(s.prepared.input, [[2, s.prepared.input.remainingDays[2]! + 600]]))
  t.equal(longer.earlyFinish[6]! - s.result.earlyFinish[6]!, 600)
})

t.test('section 2, pin: of 600 days the project moves 599 and the terminal C none', async t => {
  const s = schedule([
    task('A', 100, [], planned),
    task('B', 1, ['A'], constrained('MSO', from(100))),
    task('C', 0, ['B']),
  ])
  const longer = computeCpm(withRemaining(s.prepared.input, [[0, 700]]))
  t.equal(longer.projectFinish - s.result.projectFinish, 599)
  t.equal(longer.earlyFinish[2], s.result.earlyFinish[2])
})

t.test('section 10: milestones behind an SNET and behind a lag print the 18th and the 20th', async t => {
  const s = schedule(
    [
      task('X', 5, [], { planned_start: '2025-03-10' }),
      task('Y', 5, [], constrained('SNET', '2025-03-12')),
      task('M', 0, ['Y'], constrained('SNET', '2025-03-18')),
      task('E', 0, ['X FS+6', 'M']),
    ],
    { statusDate: '2025-03-10' },
  )
  t.equal(s.result.projectFinish, 11)
  t.equal(figure(s, 'totalFloat').X, 0)
  t.strictSame(rows(s, ['totalFloat', 'freeFloat']).Y, [4, 1])
  t.match(datesOf(s), { Y: ['2025-03-12', '2025-03-16'], M: ['2025-03-18'], E: ['2025-03-20'] })
})

t.test('section 13: finishes of the half-step networks, with one anchor, at 25, 27, 26, 29 and 30', async t => {
  const finish = (c: number, a: object, b: object, dataDate?: number) =>
    schedule(
      [task('A', 10, [], { ...planned, ...a }), task('B', 10, ['A'], b), task('C', c, ['B'])],
      dataDate === undefined ? { anchorDate: OFFSET_0 } : { anchorDate: OFFSET_0, statusDate: from(dataDate) },
    ).result.projectFinish
  const half = { actual_start: from(12), percent_complete: 50 }
  t.equal(finish(5, {}, {}), 25)
  t.equal(finish(5, actual(0, 12), {}, 12), 27)
  t.equal(finish(4, actual(0, 12), {}, 12), 26)
  t.equal(finish(4, actual(0, 12), half, 20), 29)
  t.equal(finish(5, actual(0, 12), actual(12, 24), 25), 30)
})
