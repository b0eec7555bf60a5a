/** data.agreement: what it counts, where it says that differences begin, and when it says nothing. */
import t from 'tap'
import { cpmRow } from '../../../../shared/contract/analysis/cpm/row.ts'
import { type Body, faultOf, reply } from '../../helpers/every-analysis.ts'

const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const WEEK = { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY }
const CALENDARS = [{ id: 'five', hours_per_day: 8, work_week: WEEK }]

/** Monday 2026-03-02: A 2 days, B 3 days after it, C 1 day beside B, D 1 day after both. Stored by hand, as P6 would have them. */
const TASKS = [
  { id: 'A', name: 'Dig', duration_days: 2, ...stored('2026-03-02T08:00', '2026-03-03T17:00', 0) },
  {
    id: 'B',
    name: 'Form',
    duration_days: 3,
    predecessors: ['A'],
    ...stored('2026-03-04T08:00', '2026-03-06T17:00', 0),
  },
  { id: 'C', name: 'Fix', duration_days: 1, predecessors: ['A'], ...stored('2026-03-04T08:00', '2026-03-04T17:00', 2) },
  {
    id: 'D',
    name: 'Pour',
    duration_days: 1,
    predecessors: ['B', 'C'],
    ...stored('2026-03-09T08:00', '2026-03-09T17:00', 0),
  },
]

function stored(early_start: string, early_finish: string, total_float_days: number) {
  return { early_start, early_finish, total_float_days }
}

const answerTo = (body: Body): Body => {
  const answer = reply(cpmRow, { status_date: '2026-03-02T08:00', calendars: CALENDARS, ...body })
  t.equal(faultOf(cpmRow, answer), undefined)
  return answer.data.agreement
}

t.test('everything agrees; a finish on Friday evening and on Monday morning are one moment', async t => {
  const tasks = TASKS.map(task => (task.id === 'B' ? { ...task, early_finish: '2026-03-09T08:00' } : task))
  const agreement = answerTo({ tasks })
  t.equal(agreement.open_task_count, 4)
  t.same(
    agreement.fields.map((each: Body) => [each.field, each.equal_count, each.compared_count]),
    [
      ['total_float_days', 4, 4],
      ['early_start', 4, 4],
      ['early_finish', 4, 4],
      ['late_start', 0, 0],
      ['late_finish', 0, 0],
    ],
  )
  t.equal(agreement.stored_finish, '2026-03-09T17:00')
  t.equal(agreement.computed_finish, '2026-03-09T17:00')
  t.same(agreement.differences_begin_at, [])
})

t.test('the longest path of the file is compared where it has one: open tasks, and who has which alone', async t => {
  const flagged = (flags: Record<string, boolean>): Body[] =>
    TASKS.map(task => (task.id in flags ? { ...task, on_longest_path: flags[task.id] } : task))
  const path = (flags: Record<string, boolean>): Body => answerTo({ tasks: flagged(flags) }).longest_path
  t.equal(path({}), null)
  t.equal(path({ A: false, B: false }), null, 'a tool that computed no path says no of every task')
  const figures = ({ compared_count, equal_count, only_computed_ids, only_stored_ids }: Body) => [
    ...[compared_count, equal_count, only_computed_ids, only_stored_ids],
  ]
  t.same(figures(path({ A: true, B: true, C: false, D: true })), [4, 4, [], []])
  t.same(figures(path({ A: true, B: false, C: true })), [3, 1, ['B'], ['C']])
  const done = { actual_start: '2026-02-26T08:00', actual_finish: '2026-02-27T17:00', on_longest_path: false }
  const tasks = flagged({ B: true }).map(task => (task.id === 'A' ? { ...task, ...done } : task))
  t.equal(answerTo({ tasks }).longest_path.compared_count, 1, 'finished work is not compared')
})

t.test('a difference begins at the task that no other explains, with its name', async t => {
  const later: Record<string, object> = {
    B: stored('2026-03-05T08:00', '2026-03-09T17:00', 0),
    D: stored('2026-03-10T08:00', '2026-03-10T17:00', 0),
  }
  const agreement = answerTo({ tasks: TASKS.map(task => ({ ...task, ...later[task.id] })) })
  t.same(agreement.differences_begin_at, [
    { id: 'B', name: 'Form', field: 'early_start', difference_days: -1, driver: 'link', constraint_type: null },
  ])
  t.equal(agreement.differences_begin_count, 1, 'D follows from B')
  const early = agreement.fields.find((each: Body) => each.field === 'early_start')
  t.match(early, { equal_count: 2, compared_count: 4, largest_difference_days: -1, largest_difference_id: 'B' })
  t.equal(early.largest_difference_name, 'Form')
  t.equal(agreement.stored_finish, '2026-03-10T17:00')
})

t.test('a stored day without a time agrees with any moment of it', async t => {
  const agreement = answerTo({
    tasks: [{ id: 'A', duration_days: 1, early_start: '2026-03-02', early_finish: '2026-03-02' }],
  })
  t.same(
    agreement.fields.filter((each: Body) => each.compared_count > 0).map((each: Body) => each.equal_count),
    [1, 1],
  )
})

t.test('nothing stored: null; no calendars: no member', async t => {
  t.equal(answerTo({ tasks: [{ id: 'A', duration_days: 1 }] }), null)
  const plain = reply(cpmRow, { tasks: TASKS })
  t.notOk('agreement' in plain.data)
})

t.test('every value that differs is in a class that says why', async t => {
  const classes = (change: (task: Body) => Body, over: Body = {}): Body =>
    answerTo({ ...over, tasks: TASKS.map(change) }).classes.map((each: Body) => [
      each.class,
      each.value_count,
      each.ids,
    ])
  t.same(
    classes(task => task),
    [],
  )
  const onlyFloat = (task: Body): Body => (task.id === 'C' ? { ...task, total_float_days: 7 } : task)
  t.same(classes(onlyFloat), [['contradicts_file_logic', 1, ['C']]])
  const held = (task: Body): Body =>
    task.id === 'C'
      ? { ...task, early_start: '2026-03-05T08:00', early_finish: '2026-03-05T17:00', total_float_days: 2 }
      : task
  t.same(classes(held), [['held_in_file', 2, ['C']]])
  const early = (task: Body): Body =>
    task.id === 'B' ? { ...task, early_start: '2026-03-03T08:00', early_finish: '2026-03-05T17:00' } : task
  t.same(classes(early), [['contradicts_file_logic', 2, ['B']]])
  const moved = (task: Body): Body =>
    task.id === 'B'
      ? { ...task, early_start: '2026-03-05T08:00', early_finish: '2026-03-09T17:00' }
      : task.id === 'D'
        ? { ...task, early_start: '2026-03-10T08:00', early_finish: '2026-03-10T17:00' }
        : task
  t.same(classes(moved), [
    ['held_in_file', 2, ['B']],
    ['follows_from_another', 2, ['D']],
  ])
  const late = (task: Body): Body => ({
    ...task,
    ...(task.id === 'C' ? { late_start: '2026-03-12T08:00', late_finish: '2026-03-12T17:00' } : {}),
    ...(task.id === 'D' ? { late_start: '2026-03-09T08:00', late_finish: '2026-03-09T17:00' } : {}),
  })
  t.same(classes(late), [['contradicts_file_logic', 2, ['C']]], 'later than its successor lets it')
})
