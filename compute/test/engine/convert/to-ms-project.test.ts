/** What P6 computes and Microsoft Project would not: written so that the early dates hold, and said in the report. */
import t from 'tap'
import type { Plain } from '../../helpers/analyse.ts'
import { converted, countsOf, inputOfBody } from './converted.ts'
import { at, msProjectBody, p6Body } from './small-schedules.ts'

const toMsProject = (tasks: readonly object[], members: object = {}) =>
  converted('ms_project_xml', inputOfBody(p6Body(tasks, members)))

/** A member of a task of the file, by the place of the task. */
const ofTask = ({ read }: { readonly read: Plain }, n: number): Plain => read.tasks[n]

t.test('work that P6 holds at the data date is held there by Start No Earlier Than', async t => {
  const file = toMsProject([
    { id: 'A', name: 'Dig', duration_days: 5 },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ])
  t.equal(file.report.changed_count, 0)
  t.equal(file.report.finish_after, file.report.finish_before)
  t.same(file.report.warnings, [
    {
      code: 'held_by_data_date',
      text: file.report.warnings[0]!.text,
      count: 1,
      of: 2,
      examples: [
        {
          task_id: 'A',
          task_name: 'Dig',
          place: 'tasks[0].constraint_type',
          before: null,
          after: 'SNET 2026-03-09T08:00',
        },
      ],
    },
  ])
  t.match(ofTask(file, 0), { constraint_type: 'SNET', constraint_date: at(9) })
  t.notOk(ofTask(file, 1).constraint_type, 'what follows is held by its link')
})

t.test(
  'a date that another project sets is written as Start No Earlier Than, also of Microsoft Project itself',
  async t => {
    for (const body of [p6Body, msProjectBody]) {
      const tasks = [
        { id: 'A', duration_days: 5 },
        { id: 'B', duration_days: 5, predecessors: ['A'], external_early_start: at(25) },
      ]
      const file = converted('ms_project_xml', inputOfBody(body(tasks)))
      t.equal(file.report.changed_count, 0)
      t.match(countsOf(file.report), { held_by_constraint: 1 })
      t.match(ofTask(file, 1), { constraint_type: 'SNET', constraint_date: at(25) })
    }
  },
)

t.test('the rest of work in progress goes on at the data date', async t => {
  const file = toMsProject([
    { id: 'A', duration_days: 4, remaining_duration_days: 3, actual_start: at(3), percent_complete: 25 },
    { id: 'B', duration_days: 2, predecessors: ['A'] },
  ])
  t.equal(file.report.changed_count, 0)
  t.same(countsOf(file.report), { resume_written: 1 })
  t.match(ofTask(file, 0), { resume_date: at(9) })
})

t.test('lags that count in another calendar than that of the successor give the same dates', async t => {
  for (const lagCalendar of ['predecessor', 'project', '24_hour', 'successor']) {
    const file = toMsProject(
      [
        { id: 'A', duration_days: 3, calendar_id: 'seven' },
        { id: 'B', duration_days: 2, calendar_id: 'five', predecessors: [{ task_id: 'A', type: 'FS', lag_days: 6 }] },
        { id: 'C', duration_days: 2, calendar_id: 'five', predecessors: [{ task_id: 'B', type: 'SS', lag_days: -1 }] },
      ],
      { scheduling_options: { rules: 'p6', lag_calendar: lagCalendar } },
    )
    t.equal(file.report.changed_count, 0, lagCalendar)
    t.equal(countsOf(file.report).lag_rewritten, lagCalendar === 'predecessor' ? 1 : undefined, lagCalendar)
  }
})

t.test('soft constraints that the links do not let win are deadlines and not pins', async t => {
  const late = { predecessors: ['A'], duration_days: 2 }
  for (const [type, date] of [
    ['SO', at(10)],
    ['FO', at(11, 17)],
    ['SNLT', at(10)],
    ['FNLT', at(11, 17)],
  ] as const) {
    const file = toMsProject([
      { id: 'A', duration_days: 5, constraint_type: 'SNET', constraint_date: at(9) },
      { id: 'B', ...late, constraint_type: type, constraint_date: date },
    ])
    t.equal(file.report.changed_count, 0, type)
    t.match(countsOf(file.report), { constraint_rewritten: 1, deadline_written: 1 }, type)
    t.notOk(ofTask(file, 1).constraint_type, type)
    t.equal(ofTask(file, 1).deadline, at(11, 17), type)
    t.notOk(countsOf(file.report).floats_differ, type)
  }
})

t.test('a mandatory start before its links stays where it is', async t => {
  const file = toMsProject([
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 2, predecessors: ['A'], constraint_type: 'MSO', constraint_date: at(10) },
    { id: 'C', duration_days: 2, predecessors: ['A'], constraint_type: 'MSO', constraint_date: at(3) },
  ])
  t.equal(file.report.changed_count, 0)
  t.match(ofTask(file, 1), { constraint_type: 'MSO', constraint_date: at(10) })
  t.match(ofTask(file, 2), { constraint_type: 'MSO', constraint_date: at(9) }, 'P6 pins nothing before the data date')
})

t.test('the second constraint, external dates and expected finishes', async t => {
  const file = toMsProject(
    [
      {
        id: 'A',
        duration_days: 2,
        constraint_type: 'SNET',
        constraint_date: at(10),
        secondary_constraint_type: 'FNLT',
        secondary_constraint_date: at(12, 17),
      },
      { id: 'B', duration_days: 2, external_early_start: at(11), external_late_finish: at(18, 17) },
      { id: 'C', duration_days: 2, expected_finish: at(13, 17) },
    ],
    { scheduling_options: { rules: 'p6', use_expected_finish: true } },
  )
  t.equal(file.report.changed_count, 0)
  t.match(countsOf(file.report), {
    held_by_data_date: 1,
    held_by_constraint: 1,
    deadline_written: 2,
    duration_rewritten: 1,
  })
  t.match(ofTask(file, 0), { constraint_type: 'SNET', deadline: at(12, 17) })
  t.match(ofTask(file, 1), { constraint_type: 'SNET', constraint_date: at(11), deadline: at(18, 17) })
  t.equal(ofTask(file, 2).duration_days, 5)
})

t.test('level of effort keeps its dates and drives nothing', async t => {
  const file = toMsProject([
    { id: 'A', duration_days: 5 },
    {
      id: 'L',
      task_type: 'loe',
      predecessors: [
        { task_id: 'A', type: 'SS' },
        { task_id: 'B', type: 'FF' },
      ],
    },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ])
  t.equal(file.report.changed_count, 0)
  t.equal(countsOf(file.report).level_of_effort, 1)
  t.same(
    file.read.tasks.map(({ predecessors = [] }: Plain) => predecessors.length),
    [0, 2, 1],
  )
})

t.test('links of summaries, which hold nothing in P6, hold nothing in the file', async t => {
  const file = toMsProject([
    { id: 'S', task_type: 'summary' },
    { id: 'A', duration_days: 5, parent_id: 'S' },
    { id: 'B', duration_days: 5, predecessors: ['S'] },
  ])
  t.equal(file.report.changed_count, 0)
  t.match(file.report.warnings, [
    { code: 'held_by_data_date' },
    { code: 'summary_links_lost', count: 1, of: 1, examples: [{ task_id: 'B', before: 'S', after: null }] },
  ])
})

t.test('progress override: what has started does not wait', async t => {
  const file = toMsProject(
    [
      { id: 'A', duration_days: 5 },
      { id: 'B', duration_days: 4, remaining_duration_days: 3, actual_start: at(4), predecessors: ['A'] },
    ],
    { scheduling_options: { rules: 'p6', progress: 'progress_override' } },
  )
  t.equal(file.report.changed_count, 0)
  t.match(countsOf(file.report), { lag_rewritten: 1 })
})

t.test('a date that the project must finish by is a deadline where it is missed, and else said to be lost', async t => {
  const tasks = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ]
  const missed = toMsProject(tasks, { must_finish_by: at(13, 17) })
  t.equal(ofTask(missed, 1).deadline, at(13, 17))
  t.notOk(countsOf(missed.report).floats_differ)
  const met = toMsProject(tasks, { must_finish_by: at(27, 17) })
  t.match(countsOf(met.report), { must_finish_by_lost: 1, floats_differ: 2 })
  t.match(
    met.report.warnings.find(({ code }) => code === 'must_finish_by_lost')!.text,
    /it was left out: 2026-03-27T17:00\.$/,
  )
})

t.test('days of one calendar become a calendar, so that they end on the same day', async t => {
  const tasks = [
    { id: 'A', duration_days: 3, planned_start: '2026-03-04' },
    { id: 'B', duration_days: 9, predecessors: ['A'] },
  ]
  for (const calendar of ['calendar_days', 'working_days', { work_days: [1, 2, 3, 4], holidays: ['2026-03-10'] }]) {
    for (const target of ['xer', 'p6_xml', 'ms_project_xml'] as const) {
      const { report } = converted(target, inputOfBody({ tasks, calendar, status_date: '2026-03-04' }))
      const what = `${JSON.stringify(calendar)} ${target}`
      t.equal(report.changed_count, 0, what)
      t.equal(report.finish_after, report.finish_before, what)
      t.notOk(countsOf(report).dates_differ, what)
    }
  }
})

t.test(
  'work in progress that goes on before what is reported as done would end: stop and resume, and said',
  async t => {
    // 8 of 10 days done in the 5 from 2 to 9 March
    const file = toMsProject([
      { id: 'A', duration_days: 10, remaining_duration_days: 2, actual_start: at(2), percent_complete: 80 },
    ])
    t.equal(file.report.changed_count, 0)
    t.match(ofTask(file, 0), { suspend_date: at(9), resume_date: at(9) })
    t.same(countsOf(file.report), { resume_written: 1 })
    t.match(file.report.warnings[0]!.examples, [{ task_id: 'A', before: null, after: at(9) }])
  },
)

t.test(
  'a leveling delay of Microsoft Project goes back to it, unless it is not respected; to P6 go its dates',
  async t => {
    const tasks = [
      { id: 'A', duration_days: 5 },
      { id: 'B', duration_days: 5, predecessors: ['A'], leveling_delay_days: 3 },
    ]
    const body = (respects: boolean) =>
      inputOfBody(
        msProjectBody(tasks, { scheduling_options: { rules: 'ms_project', respect_leveling_delay: respects } }),
      )
    const [kept, dropped] = [converted('ms_project_xml', body(true)), converted('ms_project_xml', body(false))]
    t.equal(ofTask(kept, 1).leveling_delay_days, 3)
    t.equal(ofTask(dropped, 1).leveling_delay_days, undefined)
    for (const file of [kept, dropped, converted('xer', body(true))]) {
      t.equal(file.report.changed_count, 0)
      t.equal(file.report.finish_after, file.report.finish_before)
    }
    t.not(kept.report.finish_after, dropped.report.finish_after)
  },
)
