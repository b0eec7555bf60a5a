/** What Microsoft Project computes and P6 would not: written so that the early dates hold where P6 has a way, and said in the report. */
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import { converted, countsOf, inputOfBody } from './converted.ts'
import { at, msProjectBody, p6Body } from './small-schedules.ts'

const toXer = (tasks: readonly object[], members: object = {}) =>
  converted('xer', inputOfBody(msProjectBody(tasks, members)))

t.test('open work before the status date cannot stay there: the report says which, and both finishes', async t => {
  const { report } = toXer(
    [
      { id: 'A', name: 'Dig', duration_days: 5 },
      { id: 'B', duration_days: 5, predecessors: ['A'] },
      { id: 'C', duration_days: 1, constraint_type: 'SNET', constraint_date: at(25) },
    ],
    { status_date: at(9) },
  )
  t.equal(report.compared_count, 3)
  t.equal(report.changed_count, 2)
  t.match(countsOf(report), { before_data_date: 1, dates_differ: 2 })
  t.notOk(countsOf(report).finish_differs, 'another task ends last')
  const longer = toXer([{ id: 'A', name: 'Dig', duration_days: 5 }], { status_date: at(9) }).report
  t.equal(longer.finish_before, at(6, 17))
  t.equal(longer.finish_after, at(13, 17))
  t.match(longer.warnings.find(({ code }) => code === 'dates_differ')!.examples, [
    {
      task_id: 'A',
      task_name: 'Dig',
      before: '2026-03-02T08:00 to 2026-03-06T17:00',
      after: '2026-03-09T08:00 to 2026-03-13T17:00',
    },
  ])
  t.equal(countsOf(longer).finish_differs, 1)
})

t.test('without a status date the data date is where open work begins', async t => {
  const file = toXer([
    { id: 'A', duration_days: 5, actual_start: at(2), actual_finish: at(6, 17), remaining_duration_days: 0 },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
    { id: 'C', duration_days: 2, constraint_type: 'SNET', constraint_date: at(4) },
  ])
  t.equal(file.report.changed_count, 0)
  t.equal(file.read.status_date, at(4))
  t.match(countsOf(file.report), { data_date_written: 1 })
})

t.test('a date that another project sets does not move dates by hand', async t => {
  const byHand = { manually_scheduled: true, forecast_start: at(5), forecast_finish: at(6, 17) }
  const task = { id: 'A', duration_days: 2, ...byHand, external_early_start: at(20) }
  const file = toXer([task])
  t.equal(file.report.changed_count, 0)
  t.same(countsOf(file.report), { manual_as_constraint: 1, data_date_written: 1 })
  const same = converted('ms_project_xml', inputOfBody(msProjectBody([task])))
  t.equal(same.report.changed_count, 0)
  t.same(countsOf(same.report), {})
})

t.test('links of summaries are links of what lies under them', async t => {
  const file = toXer([
    { id: 'S', task_type: 'summary' },
    { id: 'A', duration_days: 2, parent_id: 'S' },
    { id: 'B', duration_days: 3, parent_id: 'S', predecessors: ['A'] },
    { id: 'T', name: 'Handover', task_type: 'summary', predecessors: [{ task_id: 'S', type: 'FS', lag_days: 1 }] },
    { id: 'C', duration_days: 2, parent_id: 'T' },
    { id: 'D', duration_days: 2, parent_id: 'T', predecessors: ['C'] },
    { id: 'E', duration_days: 1, predecessors: ['T'] },
  ])
  t.equal(file.report.changed_count, 0)
  t.same(countsOf(file.report), { summary_links_replaced: 2, data_date_written: 1 })
  const linked = file.read.tasks.map(({ id, predecessors = [] }: Plain) => [
    id,
    predecessors.map(({ task_id }: Plain) => task_id).join(),
  ])
  t.same(Object.fromEntries(linked), { S: '', A: '', B: 'A', T: '', C: 'B', D: 'C', E: 'D' })
})

t.test('many tasks on both sides of a link of summaries meet at milestones, not each with each', async t => {
  const under = (parent: string, count: number, days: (n: number) => number, members: object = {}): object[] =>
    Array.from({ length: count }, (_, n) => ({
      ...{ id: `${parent}${n}`, name: `Work ${n}`, duration_days: days(n), parent_id: parent, ...members },
    }))
  const phases = (members: object) => [
    { id: 'P', name: 'Design', task_type: 'summary' },
    ...under('P', 6, n => 1 + n),
    { id: 'S', name: 'Build', task_type: 'summary', predecessors: [{ task_id: 'P', type: 'FS', lag_days: 2 }] },
    ...under('S', 5, n => 5 - n, members),
    { id: 'T', name: 'Handover', task_type: 'summary', predecessors: ['P', 'S'] },
    ...under('T', 4, () => 3),
  ]
  const file = toXer(phases({}))
  t.equal(file.report.changed_count, 0)
  t.equal(file.report.finish_after, file.report.finish_before)
  t.equal(file.report.task_count, 18, 'of the schedule that was sent')
  t.notOk(countsOf(file.report).floats_differ)
  const named = new Map<string, Plain>(file.read.tasks.map((task: Plain) => [task.id, task]))
  const from = (id: string): string[] => (named.get(id)!.predecessors ?? []).map(({ task_id }: Plain) => task_id)
  t.same(from('P-FINISH').sort(), ['P0', 'P1', 'P2', 'P3', 'P4', 'P5'])
  t.match(named.get('P-FINISH'), { name: 'Finish of Design', task_type: 'finish_milestone' })
  for (const id of ['S0', 'S4'])
    t.match(named.get(id)!.predecessors, [{ task_id: 'P-FINISH', lag_days: 2 }], 'a second milestone would save none')
  t.match(named.get('T-START'), { name: 'Start of Handover', task_type: 'start_milestone' })
  t.same(['T0', 'T3'].map(from), [['T-START'], ['T-START']])
  t.same(from('T-START').sort(), ['P-FINISH', 'S-FINISH'])
  t.equal(file.read.tasks.flatMap(({ predecessors = [] }: Plain) => predecessors).length, 6 + 5 + 5 + 2 + 4)
  // a lag of two working days is another one in the calendar of each
  const mixed = toXer([...phases({}), ...under('S', 1, () => 2, { id: 'S9', calendar_id: 'seven' })])
  t.equal(mixed.report.changed_count, 0)
})

t.test('dates by hand, splits and elapsed lags', async t => {
  const file = toXer([
    { id: 'A', duration_days: 2, manually_scheduled: true, forecast_start: at(5), forecast_finish: at(6, 17) },
    { id: 'B', duration_days: 2, forecast_start: at(2), forecast_finish: at(6, 17) },
    { id: 'C', duration_days: 2, predecessors: [{ task_id: 'B', type: 'FS', lag_days: 4, lag_elapsed: true }] },
  ])
  t.equal(file.report.changed_count, 0)
  t.match(countsOf(file.report), { manual_as_constraint: 1, duration_rewritten: 1, lag_rewritten: 1 })
  t.match(file.read.tasks[0], { constraint_type: 'SNET', constraint_date: at(5) })
  t.equal(file.read.tasks[1].remaining_duration_days, 5)
  // from Friday 17:00 to Tuesday 17:00
  t.equal(file.read.tasks[2].predecessors[0].lag_days, 2)
})

t.test('what a constraint pulls before its links is a mandatory start; a deadline limits the late finish', async t => {
  const file = toXer([
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 2, predecessors: ['A'], constraint_type: 'SNLT', constraint_date: at(4) },
    { id: 'C', duration_days: 2, deadline: at(6, 17) },
  ])
  t.equal(file.report.changed_count, 0)
  t.match(file.read.tasks[1], { constraint_type: 'MSO', constraint_date: at(4) })
  t.match(file.read.tasks[2], { constraint_type: 'FNLT', constraint_date: at(6, 17) })
  t.match(countsOf(file.report), { constraint_rewritten: 1, deadline_as_constraint: 1 })
})

t.test(
  'as late as possible stays so where P6 has the same dates, and is held at its date where it has not',
  async t => {
    const alap = { constraint_type: 'ALAP' }
    const same = toXer([
      { id: 'A', duration_days: 10 },
      { id: 'B', duration_days: 2, ...alap },
    ])
    t.equal(same.report.changed_count, 0)
    t.equal(same.read.tasks[1].constraint_type, 'ALAP')
    const pushing = toXer([
      { id: 'A', duration_days: 10 },
      { id: 'B', duration_days: 2, ...alap },
      { id: 'C', duration_days: 2, predecessors: ['B'] },
    ])
    t.equal(pushing.report.changed_count, 0)
    t.match(pushing.read.tasks[1], { constraint_type: 'SNET', constraint_date: at(10) })
    t.match(pushing.report.warnings[0], {
      code: 'constraint_rewritten',
      examples: [{ task_id: 'B', before: 'ALAP', after: 'SNET 2026-03-10T08:00' }],
    })
  },
)

t.test('work that is done or has started before its predecessors holds nothing: progress override', async t => {
  const done = { actual_start: at(2), actual_finish: at(3, 17), remaining_duration_days: 0, duration_days: 2 }
  const file = toXer(
    [
      { id: 'A', duration_days: 10, constraint_type: 'SNET', constraint_date: at(9) },
      { id: 'B', ...done, predecessors: ['A'] },
      { id: 'C', duration_days: 2, predecessors: ['B'], constraint_type: 'SNET', constraint_date: at(10) },
    ],
    { status_date: at(9) },
  )
  t.equal(file.report.changed_count, 0)
  t.match(countsOf(file.report), { progress_override_written: 1 })
  t.equal(file.read.scheduling_options.progress, 'progress_override')
})

t.test('a P6 schedule that comes back has no constraints that it did not have', async t => {
  const tasks = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ]
  const there = converted('ms_project_xml', inputOfBody(p6Body(tasks)))
  const back = converted('xer', inputOfBody(there.read))
  t.equal(back.report.changed_count, 0)
  t.same(
    back.read.tasks.map(({ constraint_type }: Plain) => constraint_type),
    [undefined, undefined],
  )
})

t.test('by its own rules nothing is carried over and nothing said', async t => {
  const tasks = [
    { id: 'A', duration_days: 5, constraint_type: 'FNLT', constraint_date: at(4, 17) },
    { id: 'B', duration_days: 5, predecessors: [{ task_id: 'A', type: 'SS', lag_days: 2 }] },
  ]
  t.same(converted('xer', inputOfBody(p6Body(tasks))).report.warnings, [])
  t.same(converted('ms_project_xml', inputOfBody(msProjectBody(tasks))).report.warnings, [])
})

t.test('elapsed lags, for which an XER has no place, are as long in working time', async t => {
  const file = converted(
    'xer',
    inputOfBody(
      p6Body([
        { id: 'A', duration_days: 5 },
        { id: 'B', duration_days: 2, predecessors: [{ task_id: 'A', type: 'FS', lag_days: 4, lag_elapsed: true }] },
      ]),
    ),
  )
  t.equal(file.report.changed_count, 0)
  t.same(countsOf(file.report), { lag_rewritten: 1 })
  const third = converted(
    'xer',
    inputOfBody(
      p6Body([
        { id: 'A', duration_days: 5 },
        {
          id: 'B',
          duration_days: 2,
          predecessors: [{ task_id: 'A', type: 'FS', lag_days: 2.7777777777, lag_elapsed: true }],
        },
      ]),
    ),
  )
  t.match(third.report.warnings[0]!.examples, [{ before: '2.7778 elapsed', after: '0.4583' }], 'as a person reads it')
})

t.test('a circle is said to be one that was not compared, and examples are ten at most', async t => {
  const circle = toXer([
    { id: 'A', duration_days: 5, predecessors: ['B'] },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ]).report
  t.same(countsOf(circle), { not_compared: 1 })
  t.match(circle, { finish_before: null, finish_after: null, compared_count: 0 })
  const many = Array.from({ length: 30 }, (_, n) => ({ id: `T${n}`, duration_days: 1 }))
  const { warnings } = toXer(many, { status_date: at(9) }).report
  t.match(
    warnings.map(({ code, count, of, examples }) => [code, count, of, examples.length]),
    [
      ['finish_differs', 1, 1, 0],
      ['dates_differ', 30, 30, 10],
      ['before_data_date', 30, 30, 10],
    ],
  )
})

t.test('what begins at the status date is held there by P6 itself: the text says so', async t => {
  const { report } = toXer([{ id: 'A', duration_days: 5, constraint_type: 'SNET', constraint_date: at(9) }], {
    status_date: at(9),
  })
  t.equal(report.changed_count, 0)
  t.match(report.warnings, [
    { code: 'held_by_data_date', text: /left out for P6/, examples: [{ before: `SNET ${at(9)}`, after: null }] },
  ])
})

t.test('links of summaries: examples name the summary and how many links of tasks stand for it', async t => {
  const { warnings } = toXer([
    { id: 'S', duration_days: 5, task_type: 'summary' },
    { id: 'A', duration_days: 5, parent_id: 'S' },
    { id: 'B', duration_days: 3, parent_id: 'S' },
    { id: 'C', duration_days: 1, predecessors: ['S'] },
    { id: 'Z', duration_days: 5, task_type: 'summary', predecessors: ['C'] },
    { id: 'D', duration_days: 5, parent_id: 'Z' },
  ]).report
  t.match(warnings.find(({ code }) => code === 'summary_links_replaced')!.examples, [
    { task_id: 'C', before: 'S', after: '2 links of tasks' },
    { task_id: 'Z', before: 'C', after: '1 link of tasks' },
  ])
})

t.test('a schedule that has no date to begin at is said to be one that was not compared', async t => {
  const tasks = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 5, predecessors: ['A'], constraint_type: 'MSO' },
  ]
  for (const body of [
    { tasks },
    { tasks, project_start: '2026-03-02' },
    { ...msProjectBody(tasks), project_start: null },
  ]) {
    for (const target of ['xer', 'p6_xml', 'ms_project_xml'] as const) {
      const { report } = converted(target, inputOfBody(body))
      const what = `${JSON.stringify(body)} to ${target}`
      t.same(countsOf(report), { not_compared: 1 }, what)
      t.match(report, { finish_before: null, compared_count: 0, changed_count: 0 }, what)
    }
  }
})

t.test('a baseline, which P6 keeps as a project of its own, is not lost without a word', async t => {
  const tasks = [
    { id: 'A', duration_days: 2, baseline_start: '2026-03-02', baseline_finish: '2026-03-03' },
    { id: 'B', duration_days: 2, baseline_duration_days: 2 },
    { id: 'C', duration_days: 2 },
  ]
  for (const target of ['xer', 'p6_xml'] as const) {
    const { report } = converted(target, inputOfBody(msProjectBody(tasks)))
    t.match(
      report.warnings.find(({ code }) => code === 'baseline_left_out'),
      { count: 2, of: 3, examples: [] },
      target,
    )
  }
  t.notOk(countsOf(converted('ms_project_xml', inputOfBody(msProjectBody(tasks))).report).baseline_left_out)
})
