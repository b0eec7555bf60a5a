/**
 * What the analyses say of a schedule whose tasks have calendars of their own: every figure by hand. A works Monday to Friday from 08:00 to
 * 16:00, B round the clock, C as A does; all from Monday 2026-03-02 08:00.
 */
import t from 'tap'
import { ChangeTrackingData } from '../../../../shared/contract/analysis/change-tracking/data.ts'
import { CpmData } from '../../../../shared/contract/analysis/cpm/data.ts'
import { Dcma14Data } from '../../../../shared/contract/analysis/dcma-14-point/data.ts'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { ResourceData } from '../../../../shared/contract/analysis/resources/data.ts'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { changeTrackingSummary } from '../../../engine/analysis/change-tracking/method.ts'
import { cpmAnalyser } from '../../../engine/analysis/cpm/analyser.ts'
import { dcma14Analyser } from '../../../engine/analysis/dcma-14-point/analyser.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { resourcesAnalyser } from '../../../engine/analysis/resources/analyser.ts'
import { analyse, byCode } from '../../helpers/analyse.ts'

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const week = (shift: string[], days: number) =>
  Object.fromEntries(NAMES.map((name, d) => [name, d < days ? [shift] : []]))
const CALENDARS = {
  calendars: [
    { id: '5x8', hours_per_day: 8, work_week: week(['08:00', '16:00'], 5) },
    { id: '7x24', hours_per_day: 24, work_week: week(['00:00', '24:00'], 7) },
  ],
  default_calendar_id: '5x8',
}
const TASKS = [
  { id: 'A', duration_days: 5, calendar_id: '5x8', resources: ['Crew'] },
  { id: 'B', duration_days: 3, calendar_id: '7x24', resources: ['Crew'], predecessors: ['A'] },
  { id: 'C', duration_days: 2, calendar_id: '5x8', predecessors: ['B'] },
]
/** A: Mon 2 to Fri 6 16:00; B: to Mon 9 16:00; C: Tue 10 and Wed 11. */
const EARLIER = { ...CALENDARS, status_date: '2026-03-02T08:00', tasks: TASKS }
/** A has begun and takes two days more: to Tue 10 16:00; B: to Fri 13 16:00; C: Mon 16 and Tue 17. */
const LATER = {
  ...CALENDARS,
  status_date: '2026-03-04T08:00',
  tasks: [
    { ...TASKS[0], duration_days: 7, remaining_duration_days: 5, actual_start: '2026-03-02', percent_complete: 29 },
    ...TASKS.slice(1),
  ],
}
const { status_date: _, ...BASELINE } = EARLIER
const SERIES = { current_schedule: LATER, baseline_schedule: { ...BASELINE, baseline_date: '2026-03-02' } }

t.test('delay analysis: calendar days, in text as in figures', async t => {
  const { summary, findings, data } = analyse(t, delayAnalyser, DelayAnalysisData, SERIES)
  t.equal(data.total_delay_days, 6, 'Wednesday 11 to Tuesday 17, with a weekend more')
  t.match(summary, 'The finish moved 6 calendar days later, 2026-03-11 to 2026-03-17')
  t.notMatch(JSON.stringify([summary, findings]), /working day/)
})

t.test('delay analysis: a schedule without calendars counts in those of the current one', async t => {
  const { calendars: _calendars, default_calendar_id: _default, ...plain } = SERIES.baseline_schedule
  const body = { ...SERIES, baseline_schedule: plain }
  const { data } = analyse(t, delayAnalyser, DelayAnalysisData, body)
  t.equal(data.total_delay_days, 6)
  t.equal(data.statuses[0].finish_date, '2026-03-11')
})

t.test('change tracking: so is what an edit does', async t => {
  const body = {
    ...CALENDARS,
    // A: Tue 3 to Mon 23; B: to Thu 26 16:00; C: Fri 27 and Mon 30. With 5 days A ends on Mon 9, B on Thu 12, C on Mon 16
    current_schedule: {
      ...EARLIER,
      status_date: '2026-03-03T08:00',
      tasks: [{ ...TASKS[0], duration_days: 15 }, ...TASKS.slice(1)],
    },
    schedule_history: [{ ...CALENDARS, snapshot_date: '2026-03-02', tasks: TASKS }],
  }
  const { data } = analyse(t, changeTrackingAnalyser, ChangeTrackingData, body)
  const [impact] = data.impact.comparisons
  t.equal(impact.finish_shift_days, 19)
  t.match(impact.edits, [{ id: 'A', edit: 'duration', impact_days: 14 }])
  const [summary] = changeTrackingSummary(data, {})
  t.match(summary, 'the project finish moved +19 calendar days, 2026-03-11 to 2026-03-30')
  t.match(summary, 'duration of A +14 calendar days')
})

t.test('critical path: spans in calendar days, floats in working days', async t => {
  const body = { ...EARLIER, must_finish_by: '2026-03-09T16:00' }
  const { summary, findings } = analyse(t, cpmAnalyser, CpmData, body)
  t.match(summary, 'The project takes 9.7 calendar days, 2026-03-02 to 2026-03-11')
  const late = byCode(findings, 'CPM_MUST_FINISH_BY')
  t.match(late.description, 'It is 2 calendar days late, 2026-03-09 to 2026-03-11, with C.')
  t.match(late.evidence, { late_days: 2, day_basis: 'calendar' })
  t.match(byCode(findings, 'CPM_NEGATIVE_FLOAT').description, 'Least: A, total float -4 working days.')
})

t.test('14 points: path, float and delay in working days of one calendar', async t => {
  const supplied = TASKS.map(task => (task.id === 'C' ? { ...task, total_float_days: 2 } : task))
  const { data } = analyse(t, dcma14Analyser, Dcma14Data, { ...EARLIER, tasks: supplied })
  t.match(
    data.cpli,
    { critical_path_length_days: 8, total_float_days: 2, cpli: 1.25 },
    'Mon 2 to Wed 11: 8 days of work of C',
  )
  t.match(byCode(data.checks, 'DCMA-12'), { status: 'pass', value: 0 }, '600 days of A are as many of the end')
  const body = { ...EARLIER, target_finish_date: '2026-03-16' }
  const late = analyse(t, dcma14Analyser, Dcma14Data, body)
  t.match(
    late.data.cpli,
    { critical_path_length_days: 8, total_float_days: 3, cpli: 1.375 },
    'Thu 12, Fri 13 and Mon 16',
  )
})

t.test('resources: work round the clock loads the weekend', async t => {
  const tasks = TASKS.map(task => ({ ...task, resources: task.id === 'B' ? ['Crew'] : [] }))
  const { data } = analyse(t, resourcesAnalyser, ResourceData, { ...EARLIER, tasks })
  const [crew] = data.resources
  t.equal(crew.demand_days, 3, 'three days of work, from Fri 6 over Sat 7 and Sun 8 to Mon 9')
})

t.test('supplied dates that differ: no calendar is requested where calendars were given', async t => {
  const tasks = TASKS.map((task, n) => ({ ...task, forecast_finish: ['2026-03-09', '2026-03-14', '2026-03-18'][n] }))
  const { findings } = analyse(t, cpmAnalyser, CpmData, { ...EARLIER, tasks })
  const differing = byCode(findings, 'CPM_DIFFERS_FROM_SUPPLIED')
  t.match(differing.description, '2026-03-18 as supplied and 2026-03-11 as computed, 7 calendar days earlier')
  t.match(differing.description, 'by more than 1 calendar day of a finish')
  t.notMatch(differing.description, /Send calendar|guessed|was guessed/)
  const alone = analyse(t, cpmAnalyser, CpmData, EARLIER)
  t.notOk(byCode(alone.findings, 'CPM_DIFFERS_FROM_SUPPLIED'))
})

t.test('the rule actual_dates is computed as retained logic, and reported where it may differ', async t => {
  const [a, b, c] = [TASKS[0]!, TASKS[1]!, TASKS[2]!]
  const started = { actual_start: '2026-03-02T08:00', percent_complete: 50, remaining_duration_days: 2 }
  const of = (progress: string, tasks: readonly object[]) =>
    byCode(
      analyse(t, cpmAnalyser, CpmData, { ...EARLIER, scheduling_options: { progress }, tasks }).findings,
      'INPUT_ACTUAL_DATES',
    )
  const outOfSequence = of('actual_dates', [a, { ...b, ...started, actual_start: '2026-03-01T08:00' }, c])
  t.match(outOfSequence?.description, 'at 1 task that was started out of sequence or has an actual date after')
  t.same(outOfSequence?.task_ids, ['B'])
  const late = of('actual_dates', [{ ...a, actual_start: '2026-03-03T08:00' }, b, c])
  t.same(late?.task_ids, ['A'], 'started after the data date')
  t.notOk(of('actual_dates', [{ ...a, ...started, actual_start: '2026-03-01T08:00' }, b, c]), 'nothing can differ')
  t.notOk(of('retained_logic', [a, { ...b, ...started }, c]))
})

t.test('an expected finish before what is left can start leaves no remaining duration, which is reported', async t => {
  const scheduling_options = { use_expected_finish: true }
  const of = (expected: readonly (string | null)[], options: object = scheduling_options) => {
    const tasks = TASKS.map((task, i) => ({ ...task, expected_finish: expected[i] }))
    const { data, findings } = analyse(t, cpmAnalyser, CpmData, { ...EARLIER, tasks, scheduling_options: options })
    const finding = byCode(findings, 'CPM_EXPECTED_FINISH_PASSED')
    return { finding, finish: data.project_finish_date, ids: finding?.task_ids }
  }
  const level = {
    id: 'L',
    task_type: 'loe',
    duration_days: 3,
    expected_finish: '2026-02-27T16:00',
    predecessors: ['A SS'],
  }
  const summary = { id: 'S', task_type: 'summary', duration_days: 3, expected_finish: '2026-02-27T16:00' }
  const beside = analyse(t, cpmAnalyser, CpmData, { ...EARLIER, tasks: [...TASKS, level, summary], scheduling_options })
  t.notOk(byCode(beside.findings, 'CPM_EXPECTED_FINISH_PASSED'), 'level of effort and summaries follow other tasks')
  const before = of(['2026-02-27T16:00', null, null])
  t.same([before.ids, before.finish], [['A'], '2026-03-06T16:00'], 'before the data date: nothing is left of A')
  t.match(before.finding?.description, '1 unfinished task has an expected finish before what is left of it can start')
  const held = of([null, '2026-03-05T16:00', null])
  t.same([held.ids, held.finish], [['B'], '2026-03-10T16:00'], 'before its predecessor ends: nothing is left of B')
  t.same(of(['2026-03-04T16:00', null, null]).ids, undefined, 'a date that can be kept')
  t.same(of(['2026-02-27T16:00', null, null], {}).ids, undefined, 'a date that is not read')
  t.same(of(['2026-02-27T16:00', null, null], { rules: 'ms_project', ...scheduling_options }).ids, undefined)
})

t.test('a calendar_id without its calendar is reported, and taken as the default one', async t => {
  const tasks = TASKS.map(task => (task.id === 'C' ? { ...task, calendar_id: 'night' } : task))
  for (const [analyser, schema] of [
    [cpmAnalyser, CpmData],
    [dcma14Analyser, Dcma14Data],
  ] as const) {
    const { findings } = analyse(t, analyser, schema, { ...EARLIER, tasks })
    const unknown = byCode(findings, 'INPUT_CALENDAR_UNKNOWN')
    t.match(
      unknown?.description,
      '1 task names a calendar that the schedule does not have; taken in its default calendar. Example: calendar_id "night" of C.',
    )
    t.same(unknown?.task_ids, ['C'])
    t.same(unknown?.evidence, { calendar_ids: ['night'] })
  }
})

t.test('critical path: what is left of a lag holds work that has begun alike in days and by the clock', async t => {
  // A was done on the evening of Tuesday the 3rd, B has begun on Monday and has a day left on the morning of Wednesday
  const tasks = (type: string, lag_days: number, finished: object) => [
    { id: 'A', duration_days: 2, planned_start: '2026-03-02', actual_start: '2026-03-02', ...finished },
    {
      ...{ id: 'B', duration_days: 3, predecessors: [{ task_id: 'A', type, lag_days }] },
      ...{ actual_start: '2026-03-02', remaining_duration_days: 1 },
    },
  ]
  const finishOf = (body: object): number =>
    analyse(t, cpmAnalyser, CpmData, { status_date: '2026-03-04', ...body }).data.tasks.find(
      ({ id }: { id: string }) => id === 'B',
    ).early_finish
  const round = { calendars: [CALENDARS.calendars[1]], default_calendar_id: '7x24' }
  const [done, open] = [{ actual_finish: '2026-03-03' }, { remaining_duration_days: 1 }]
  for (const [type, lag, finished, finish] of [
    ['FS', 3, done, 3],
    ['FF', 3, done, 5],
    ['FF', 1, done, 3],
    ['SS', 5, done, 6],
    ['SF', 5, done, 5],
    ['FF', 3, open, 6],
    ['FS', 1, open, 5],
  ] as const) {
    const sent = tasks(type, lag, finished)
    const found = [finishOf({ tasks: sent, calendar: 'calendar_days' }), finishOf({ tasks: sent, ...round })]
    t.strictSame(found, [finish, finish], `${type}+${lag} of work that is ${finished === done ? 'done' : 'open'}`)
  }
})
