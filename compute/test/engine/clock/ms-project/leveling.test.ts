/** Leveling delays, and what slack counts from and in: rules of Microsoft Project (compute/engine/clock/ms-project/README.md), each in a few tasks. */
import t from 'tap'
import { at, computed, early, late, link, msCase } from './ms-schedule.ts'

const task = (id: string, days: number, rest: object = {}) => ({ id, duration_days: days, ...rest })
const delayed = (id: string, days: number, delay: number, rest: object = {}) =>
  task(id, days, { leveling_delay_days: delay, ...rest })

t.test('a leveling delay runs round the clock from where work could begin', async t => {
  const tasks = [task('a', 5), delayed('b', 1, 1, { predecessors: [link('a')] }), delayed('c', 1, 5), task('d', 1)]
  const s = msCase(tasks)
  t.strictSame(early(s), {
    a: ['2 08:00', '6 17:00'],
    // Friday 17:00 is Monday 8:00, and a day more
    b: ['10 08:00', '10 17:00'],
    // Saturday 8:00
    c: ['9 08:00', '9 17:00'],
    d: ['2 08:00', '2 17:00'],
  })
  t.strictSame(late(s), {
    // the delay of what follows it is time that it has not
    a: ['2 08:00', '6 17:00', 0],
    b: ['10 08:00', '10 17:00', 0],
    c: ['10 08:00', '10 17:00', 1],
    d: ['10 08:00', '10 17:00', 6],
  })
  t.strictSame(computed(s, ['freeFloat'], ['a', 'd']), { a: [0], d: [6] })
  t.strictSame(Array.from(s.result.onLongestPath), [1, 1, 0, 0], 'the link drives, though the delay holds')
  t.strictSame(early(msCase(tasks, { respect_leveling_delay: false }), ['b', 'c']), {
    b: ['9 08:00', '9 17:00'],
    c: ['2 08:00', '2 17:00'],
  })
  t.strictSame(early(msCase(tasks, { rules: 'p6' }), ['c']).c, ['2 08:00', '2 17:00'], 'a rule of Microsoft Project')
})

t.test('a leveling delay comes behind a constraint, and moves no date that stands', async t => {
  const start = (rest: object, options: object = {}): unknown =>
    early(msCase([delayed('a', 1, 2, rest)], options)).a![0]
  t.equal(start({}), '4 08:00')
  t.equal(start({ constraint_type: 'SNET', constraint_date: at(9) }), '11 08:00')
  t.equal(start({ constraint_type: 'FNET', constraint_date: at(9, 17) }), '11 08:00')
  t.equal(start({ constraint_type: 'SNLT', constraint_date: at(3) }), '3 08:00', 'honored')
  t.equal(start({ constraint_type: 'MSO', constraint_date: at(9) }), '9 08:00', 'honored')
  t.equal(start({ constraint_type: 'MSO', constraint_date: at(9) }, { honor_constraints: false }), '11 08:00')
  const byHand = { manually_scheduled: true, forecast_start: at(5), forecast_finish: at(5, 17) }
  t.equal(start(byHand), '5 08:00')
  const begun = msCase([delayed('a', 2, 2, { actual_start: at(2), remaining_duration_days: 1 })], {}, '2026-03-03')
  t.strictSame(early(begun).a, ['2 08:00', '3 17:00'], 'what has started is not delayed')
})

t.test('a milestone in progress leaves what precedes it the time that it has itself', async t => {
  const s = msCase(
    [
      task('a', 2, { actual_start: at(2), remaining_duration_days: 1 }),
      task('m', 0, { actual_start: at(3, 17), percent_complete: 30, predecessors: [link('a')] }),
      task('z', 5),
    ],
    {},
    '2026-03-02',
  )
  t.strictSame(late(s, ['a', 'm']), { a: ['2 08:00', '6 17:00', 3], m: ['3 17:00', '6 17:00', 3] })
})

t.test('nothing under a summary that stands by hand starts before it', async t => {
  const s = msCase([
    {
      id: 'S',
      task_type: 'summary',
      duration_days: 2,
      manually_scheduled: true,
      forecast_start: at(9),
      forecast_finish: at(10, 17),
    },
    task('x', 1, { parent_id: 'S' }),
    task('y', 1),
  ])
  t.strictSame(early(s, ['x', 'y']), { x: ['9 08:00', '9 17:00'], y: ['2 08:00', '2 17:00'] })
})

t.test('a date that is honored against the links has the slack from where they ask for it', async t => {
  const s = msCase([
    task('a', 5),
    task('m', 0, { constraint_type: 'MFO', constraint_date: at(5, 17), predecessors: [link('a')] }),
    task('n', 0, { constraint_type: 'MFO', constraint_date: at(9, 17), predecessors: [link('a')] }),
  ])
  t.strictSame(early(s, ['m', 'n']), { m: ['5 17:00', '5 17:00'], n: ['9 17:00', '9 17:00'] })
  t.strictSame(late(s), { a: ['-1 08:00', '5 17:00', -1], m: ['5 17:00', '5 17:00', -1], n: ['9 17:00', '9 17:00', 0] })
})
