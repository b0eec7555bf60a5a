/** Change tracking of calendars and scheduling options: each kind a change with its days, and the patterns CT13 to CT15. */
import t from 'tap'
import { changeTrackingAnalyser } from '../../../engine/analysis/change-tracking/analyser.ts'
import { analyseSent, byCode, type Plain } from '../../helpers/analyse.ts'

const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const FIVE = { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY }
const SITE = { id: 'S', name: 'Site', work_week: FIVE }
const NIGHT = { id: 'N', name: 'Night', work_week: { ...FIVE, saturday: DAY } }
const BEFORE = '2026-03-02T08:00'
const NOW = '2026-03-09T08:00'
/** A week done, B and C to do, D beside them with float; ends on Friday 03-20. */
const TASKS = [
  { id: 'A', duration_days: 5, planned_start: BEFORE, actual_start: BEFORE, actual_finish: '2026-03-06T17:00' },
  { id: 'B', duration_days: 5, predecessors: ['A'], calendar_id: 'S' },
  { id: 'C', duration_days: 5, predecessors: ['B'], calendar_id: 'S' },
  { id: 'D', duration_days: 1, predecessors: ['A'], calendar_id: 'N' },
]

interface Side {
  readonly calendars?: readonly object[]
  readonly tasks?: readonly object[]
  readonly [option: string]: unknown
}
function track(before: Side, after: Side): Plain {
  const side = (each: Side) => ({ tasks: TASKS, calendars: [SITE, NIGHT], ...each })
  const body = {
    schedule_history: [{ snapshot_date: NOW, ...side(before) }],
    current_schedule: { status_date: NOW, ...side(after) },
    options: { include_details: true },
  }
  return analyseSent('forensics.change-tracking', changeTrackingAnalyser, body)
}
const site = (more: object): Side => ({ calendars: [{ ...SITE, ...more }, NIGHT] })
const off = (date: string, until = date) => site({ exceptions: [{ date, until }] })
const changes = (plain: Plain) => plain.data.setting_changes
const failed = (plain: Plain): string[] =>
  plain.data.checks.filter(({ status }: Plain) => status === 'fail').map(({ code }: Plain) => code)

t.test('a schedule against itself has no change of its setting', async t => {
  const plain = track({}, {})
  t.strictSame([changes(plain), failed(plain), plain.score], [[], [], 100])
  t.match(plain.data.impact.comparisons[0], { changes_together: 0, changes_together_days: 0, rest_days: 0 })
})

t.test('as many hours in days of other hours are no change of work, floats or materials', async t => {
  const all = (hours: number): Side => {
    const days = (n: number) => ({ duration_days: (8 * n) / hours, calendar_id: 'S' })
    const concrete = { assignments: [{ resource: 'Concrete', units_per_day: (82 * hours) / 8 }] }
    return {
      calendars: [{ ...SITE, hours_per_day: hours }],
      default_calendar_id: 'S',
      resources: [{ id: 'Concrete', type: 'material' }],
      tasks: [
        { id: 'A', ...days(40), planned_start: NOW, ...concrete },
        { id: 'B', ...days(2), planned_start: NOW, ...concrete },
        { id: 'C', ...days(2), predecessors: ['B'] },
        { id: 'D', ...days(1), predecessors: ['A', 'C'] },
      ],
    }
  }
  for (const [before, after] of [
    [8, 4],
    [4, 8],
  ] as const) {
    const plain = track(all(before), all(after))
    t.strictSame(plain.data.changes, [], `${before} hours, then ${after}`)
    t.notOk(failed(plain).includes('CT09'))
  }
})

t.test('golden: a week of holidays is a change of five days, and costs points', async t => {
  const plain = track({}, off('2026-03-16', '2026-03-20'))
  t.strictSame(changes(plain), [
    {
      from_date: '2026-03-09',
      to_date: '2026-03-09',
      from_status: 0,
      to_status: 1,
      category: 'calendar',
      kind: 'days_off_added',
      subject: 'Site',
      before: null,
      after: '2026-03-16 to 2026-03-20 (5 calendar days)',
      days_changed: 5,
      days_changed_in_past: 0,
      working_hours_difference: -40,
      tasks_reached: 2,
      task_ids: ['B', 'C'],
      tasks_moved: 2,
      impact_days: 7,
      disposition: 'material',
    },
  ])
  t.match(plain.data.changes_by_category.calendar, { material: 1, minor: 0, expected: 0 })
  t.match(plain.data.impact.comparisons, [
    { finish_shift_days: 7, rest_days: 0, settings: { calendar_days: 7, option_days: 0, together_days: 7 } },
  ])
  t.match(byCode(plain.data.checks, 'CT13'), { status: 'fail', severity: 'medium', points_lost: 4 })
  t.strictSame([failed(plain), plain.score], [['CT13'], 96])
})

t.test('a required finish that moved stands first, though it moves no early date', async t => {
  const plain = track(
    { must_finish_by: '2026-03-20T17:00' },
    { ...off('2026-03-16'), must_finish_by: '2026-04-30T17:00' },
  )
  t.match(changes(plain), [
    { kind: 'must_finish_by', before: '2026-03-20T17:00', after: '2026-04-30T17:00', impact_days: 0 },
    { kind: 'days_off_added' },
  ])
  t.match(
    plain.summary,
    /^The required finish of the project changed: 2026-03-20T17:00 to 2026-04-30T17:00\. The finish/,
  )
})

t.test('days off that are taken out hide delay: the reverse of the days, high', async t => {
  const plain = track(off('2026-03-16', '2026-03-20'), {})
  t.match(changes(plain), [{ kind: 'days_off_removed', impact_days: -7, working_hours_difference: 40 }])
  t.match(byCode(plain.data.checks, 'CT13'), { severity: 'high', points_lost: 10, task_ids: ['B', 'C'] })
})

t.test('a holiday that reaches no open task is listed and moves nothing', async t => {
  const spare = { id: 'X', name: 'Spare', work_week: FIVE }
  const holiday = { ...spare, exceptions: [{ date: '2026-03-16' }] }
  const plain = track({ calendars: [SITE, NIGHT, spare] }, { calendars: [SITE, NIGHT, holiday] })
  t.match(changes(plain), [{ subject: 'Spare', tasks_reached: 0, impact_days: 0, disposition: 'minor' }])
  t.strictSame([failed(plain), plain.data.impact.comparisons[0].finish_shift_days], [[], 0])
})

t.test('working days of the past that are rewritten are told, though they move no open task', async t => {
  const plain = track({}, off('2026-03-04'))
  t.match(changes(plain), [{ days_changed: 1, days_changed_in_past: 1, impact_days: 0 }])
  t.match(byCode(plain.data.checks, 'CT14'), { status: 'fail', severity: 'medium', task_ids: ['A'] })
})

t.test('week, hours of a day, single days of work, default calendar: each in words, with its days', async t => {
  const six = track({}, site({ work_week: { ...FIVE, saturday: DAY } }))
  t.match(changes(six), [
    {
      kind: 'work_week',
      before: 'Mon-Fri 08:00-12:00, 13:00-17:00; Sat, Sun day off',
      after: 'Mon-Sat 08:00-12:00, 13:00-17:00; Sun day off',
      impact_days: -1,
    },
  ])
  const hours = track({}, site({ hours_per_day: 4 }))
  t.match(changes(hours), [{ kind: 'hours_per_day', before: '8 hours', after: '4 hours', disposition: 'material' }])
  t.equal(changes(hours)[0].impact_days, hours.data.impact.comparisons[0].finish_shift_days)
  const saturday = track({}, site({ exceptions: [{ date: '2026-03-14', shifts: DAY }] }))
  t.match(changes(saturday), [
    {
      kind: 'working_days_changed',
      before: 'as in the week: 2026-03-14 (1 calendar day)',
      after: /^08:00-12:00/,
      working_hours_difference: 8,
      impact_days: -1,
    },
  ])
  const open = TASKS.map(({ calendar_id: _, ...task }) => task)
  const project = track({ tasks: open }, { tasks: open, default_calendar_id: 'N' })
  t.match(changes(project), [{ kind: 'default_calendar', before: 'Site', after: 'Night', impact_days: -1 }])
})

t.test('a task in another calendar is a change of the task, tested alone and together', async t => {
  const tasks = TASKS.map(task => (task.id === 'D' || task.id === 'A' ? task : { ...task, calendar_id: 'N' }))
  const plain = track({}, { tasks })
  t.match(plain.data.changes, [
    { id: 'B', category: 'calendar', field: 'calendar', before: 'Site', after: 'Night', disposition: 'material' },
    { id: 'C', category: 'calendar', field: 'calendar', before: 'Site', after: 'Night', disposition: 'material' },
  ])
  t.match(plain.data.impact.comparisons, [{ settings: { tasks_reassigned: 2 }, rest_days: 0 }])
  t.equal(plain.data.impact.comparisons[0].changes_together_days, plain.data.impact.comparisons[0].finish_shift_days)
  t.match(byCode(plain.data.checks, 'CT13'), { status: 'fail', task_ids: ['B', 'C'] })
})

t.test('golden: retained logic to progress override is a change by name, of the days it brought', async t => {
  const tasks = [
    { id: 'A', duration_days: 10, planned_start: BEFORE, actual_start: BEFORE, remaining_duration_days: 5 },
    { id: 'B', duration_days: 10, predecessors: ['A'], actual_start: BEFORE, remaining_duration_days: 5 },
  ]
  const by = (progress: string) => ({ tasks, scheduling_options: { progress } })
  const plain = track(by('retained_logic'), by('progress_override'))
  t.match(changes(plain), [
    {
      category: 'options',
      kind: 'option',
      subject: 'progress',
      before: 'retained logic',
      after: 'progress override',
      impact_days: -7,
      disposition: 'material',
    },
  ])
  t.match(byCode(plain.data.checks, 'CT15'), { status: 'fail', severity: 'high', points_lost: 10 })
  t.match(changes(track(by('progress_override'), by('retained_logic'))), [{ impact_days: 7 }])
})

t.test('a status without calendars is reckoned in those of the current one: nothing changed', async t => {
  t.strictSame(changes(track({ calendars: null as never }, { project_start: BEFORE })), [])
})

t.test('several changes: each alone, and all together as far as the finish moved', async t => {
  const after = {
    calendars: [{ ...NIGHT, id: 'S', name: 'Site', exceptions: [{ date: '2026-03-17', until: '2026-03-19' }] }, NIGHT],
  }
  const plain = track({}, after)
  t.strictSame(
    changes(plain)
      .map(({ kind }: Plain) => kind)
      .sort(),
    ['days_off_added', 'work_week'],
  )
  const [{ finish_shift_days: shift, settings, rest_days }] = plain.data.impact.comparisons
  t.strictSame([settings.together_days, rest_days], [shift, 0])
})

t.test('resources: calendar, limits and units are changes that move no date by themselves', async t => {
  const tasks = (units: number) =>
    TASKS.map(task => (task.id === 'B' ? { ...task, assignments: [{ resource: 'R', units_per_day: units }] } : task))
  const side = (units: number, limit: number, calendar_id: string): Side => ({
    tasks: tasks(units),
    resources: [{ id: 'R', name: 'Crew', calendar_id, limits: [{ units_per_day: limit }] }],
  })
  t.strictSame(changes(track(side(2, 4, 'S'), side(2, 4, 'S'))), [])
  const plain = track(side(2, 4, 'S'), side(3, 6, 'N'))
  t.match(changes(plain), [
    {
      category: 'resource',
      kind: 'resource_calendar',
      subject: 'Crew',
      before: 'Site',
      after: 'Night',
      task_ids: ['B'],
    },
    { category: 'resource', kind: 'resource_limits', before: '4 a day', after: '6 a day', impact_days: null },
  ])
  t.match(plain.data.changes, [
    { id: 'B', category: 'resource', field: 'assignment_units', before: 'R 2 a day', after: 'R 3 a day' },
  ])
})

t.test('an exception that says what the week says counts beside another week', async t => {
  const saturday = { exceptions: [{ date: '2026-03-14', shifts: DAY }] }
  const plain = track({}, site({ work_week: { ...FIVE, saturday: DAY }, ...saturday }))
  const [{ finish_shift_days: shift, settings, rest_days }] = plain.data.impact.comparisons
  t.strictSame([changes(plain)[0].impact_days, settings.together_days, rest_days], [shift, shift, 0])
})

t.test('by the rules of Microsoft Project the dates of a task show no split when a holiday is taken back', async t => {
  const of = (days: number, forecast_finish: string): object[] => [
    { id: 'A', duration_days: days, planned_start: BEFORE, forecast_start: NOW, forecast_finish, calendar_id: 'S' },
  ]
  const rules = { scheduling_options: { rules: 'ms_project' } }
  const plain = track(
    { ...rules, tasks: of(5, '2026-03-13T17:00') },
    { ...rules, ...off('2026-03-11'), tasks: of(5, '2026-03-16T17:00') },
  )
  const [{ finish_shift_days: shift, settings }] = plain.data.impact.comparisons
  t.strictSame([shift, changes(plain)[0].impact_days, settings.together_days], [3, 3, 3])
})
