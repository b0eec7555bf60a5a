/** Delay analysis of schedules with calendars: nights and weekends between two tasks are neither float nor slip. */
import t from 'tap'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'

const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const calendars = [{ id: 'day', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } }]
const tasks = (first: object) => [
  { id: 'DIG', duration_days: 3, planned_start: '2026-03-02T08:00', ...first },
  { id: 'FORM', duration_days: 2, predecessors: ['DIG'] },
  { id: 'POUR', duration_days: 5, predecessors: ['FORM'] },
  { id: 'STRIP', duration_days: 5, predecessors: ['POUR'] },
]

const delaysOf = (body: object): Plain => analyseSent('forensics.delay-analysis', delayAnalyser, body).data

t.test('a plan of which nothing has begun begins at its first planned start, whenever it was made', async t => {
  for (const baseline_date of ['2026-02-10', '2026-03-01', '2026-03-02']) {
    const data = delaysOf({
      baseline_schedule: { baseline_date, calendars, tasks: tasks({}) },
      current_schedule: { status_date: '2026-03-02T08:00', calendars, tasks: tasks({}) },
    })
    t.equal(data.total_delay_days, 0, baseline_date)
  }
})

t.test('a week that the first task lost is its own, whole, and no night or weekend is charged to the next', async t => {
  const body = {
    schedule_history: [{ snapshot_date: '2026-03-02T08:00', calendars, tasks: tasks({}) }],
    current_schedule: { status_date: '2026-03-09T08:00', calendars, tasks: tasks({}) },
  }
  const data = delaysOf(body)
  const [window] = data.windows
  // five working days, after which the finish lies a weekend further
  t.match(window.attribution, [{ id: 'DIG', contribution_days: 7, slip_days: 5 }])
  t.equal(window.attribution.length, 1)
  t.equal(data.consumed_float_days, 0)
  t.equal(data.unexplained_days, 0)
})

t.test('a start that is withdrawn takes its pauses along: by Microsoft Project’s rules they split nothing', async t => {
  const microsoft = { calendars, project_start: '2026-02-02T08:00', scheduling_options: { rules: 'ms_project' } }
  const dated = (from: string, to: string) => ({
    ...{ planned_start: `${from}T08:00`, planned_finish: `${to}T17:00` },
    ...{ forecast_start: `${from}T08:00`, forecast_finish: `${to}T17:00` },
  })
  const held = { constraint_type: 'SNET', constraint_date: '2026-03-02' }
  const plan = (dig: object) => [
    { id: 'DIG', duration_days: 5, remaining_duration_days: 5, ...held, ...dig },
    { id: 'POUR', duration_days: 5, predecessors: ['DIG'], ...dated('2026-03-09', '2026-03-13') },
  ]
  // begun on 2 February, stopped at once, to go on on 2 March; then it is said that it never began
  const begun = { actual_start: '2026-02-02T08:00', percent_complete: 0, ...dated('2026-02-02', '2026-03-06') }
  const paused = { ...begun, suspend_date: '2026-02-02T08:00', resume_date: '2026-03-02T08:00' }
  const data = delaysOf({
    schedule_history: [{ snapshot_date: '2026-02-09T08:00', ...microsoft, tasks: plan(paused) }],
    current_schedule: {
      status_date: '2026-02-16T08:00',
      ...microsoft,
      tasks: plan({ percent_complete: 0, ...dated('2026-03-02', '2026-03-06') }),
    },
  })
  const [{ progress_delay_days, revision_delay_days, attribution }] = data.windows
  t.strictSame([data.total_delay_days, progress_delay_days, revision_delay_days, attribution], [0, 0, 0, []])
})

t.test(
  'a constraint that did not act on finished work acts again from the first day when its dates are withdrawn',
  async t => {
    for (const held of [
      { constraint_type: 'SNET', constraint_date: '2026-03-09' },
      {
        ...{ constraint_type: 'FNLT', constraint_date: '2026-06-01' },
        ...{ secondary_constraint_type: 'SNET', secondary_constraint_date: '2026-03-09' },
      },
    ]) {
      const plan = (dig: object) => [
        { id: 'DIG', duration_days: 5, ...held, ...dig },
        { id: 'POUR', duration_days: 5, predecessors: ['DIG'] },
      ]
      const done = { actual_start: '2026-02-02T08:00', actual_finish: '2026-02-06T17:00', percent_complete: 100 }
      const data = delaysOf({
        schedule_history: [{ snapshot_date: '2026-02-09T08:00', calendars, tasks: plan(done) }],
        current_schedule: { status_date: '2026-02-16T08:00', calendars, tasks: plan({ percent_complete: 0 }) },
      })
      // POUR was to end on Friday the 13th of February, and ends on the 20th of March
      const [window] = data.windows
      t.match(window, { delay_days: 35, progress_delay_days: 35, revision_delay_days: 0, recovery_days: 0 })
      t.match(window.days, [{ movement_days: 35, holders: [{ id: 'DIG' }] }])
      t.equal(window.days.length, 1, 'nothing is gained and lost again')
    }
  },
)

t.test('a second constraint holds work until it begins, on each day of the replay', async t => {
  const second = { secondary_constraint_type: 'SNET', secondary_constraint_date: '2026-02-11' }
  const plan = (dig: object) => [
    { id: 'DIG', duration_days: 5, constraint_type: 'FNLT', constraint_date: '2026-06-01', ...second, ...dig },
    { id: 'POUR', duration_days: 5, predecessors: ['DIG'] },
  ]
  const data = delaysOf({
    schedule_history: [{ snapshot_date: '2026-02-09T08:00', calendars, tasks: plan({}) }],
    current_schedule: {
      status_date: '2026-02-16T08:00',
      calendars,
      tasks: plan({ actual_start: '2026-02-11T08:00', percent_complete: 60, remaining_duration_days: 2 }),
    },
  })
  t.match(data.windows, [{ delay_days: 0, days: [], attribution: [], recovery_days: 0 }])
})

t.test('by Microsoft Project’s rules work that is to begin has the duration of the plan until it begins', async t => {
  const microsoft = { calendars, project_start: '2026-03-02T08:00', scheduling_options: { rules: 'ms_project' } }
  const dated = (from: string, to: string) => ({
    ...{ planned_start: `${from}T08:00`, planned_finish: `${to}T17:00` },
    ...{ forecast_start: `${from}T08:00`, forecast_finish: `${to}T17:00` },
  })
  const plan = (dig: object, order: object) => [
    { id: 'DIG', duration_days: 5, ...dated('2026-03-02', '2026-03-06'), ...dig },
    { id: 'ORDER', duration_days: 20, predecessors: ['DIG'], ...dated('2026-03-09', '2026-04-03'), ...order },
    { id: 'LONG', duration_days: 32, ...dated('2026-03-02', '2026-04-14') },
  ]
  // DIG ends five days late, within the float of seven; ORDER then begins, and is told to take 10 days, half of it done
  const dug = { ...dated('2026-03-02', '2026-03-13'), duration_days: 10, percent_complete: 100 }
  const ordered = { ...dated('2026-03-16', '2026-03-27'), duration_days: 10, percent_complete: 50 }
  const data = delaysOf({
    schedule_history: [{ snapshot_date: '2026-03-02T08:00', ...microsoft, tasks: plan({}, {}) }],
    current_schedule: {
      status_date: '2026-03-21T08:00',
      ...microsoft,
      tasks: plan(
        { ...dug, actual_start: '2026-03-02T08:00', actual_finish: '2026-03-13T17:00' },
        { ...ordered, actual_start: '2026-03-16T08:00', remaining_duration_days: 5 },
      ),
    },
  })
  t.match(data.windows, [{ progress_delay_days: 0, days: [], recovery_days: 0 }])
  t.match(data.windows[0].float_consumption, [{ id: 'DIG', slip_days: 5, consumed_days: 5, total_float_days: 7 }])
})

t.test(
  'by Microsoft Project’s rules work that is reported to begin after the data date goes on from there',
  async t => {
    const microsoft = { calendars, project_start: '2026-03-02T08:00', scheduling_options: { rules: 'ms_project' } }
    const dated = (from: string, to: string) => ({ forecast_start: `${from}T08:00`, forecast_finish: `${to}T17:00` })
    const plan = (progress: object) => [
      {
        id: 'DIG',
        duration_days: 5,
        actual_start: '2026-03-09T08:00',
        ...dated('2026-03-09', '2026-03-13'),
        ...progress,
      },
      { id: 'POUR', duration_days: 5, predecessors: ['DIG'], ...dated('2026-03-16', '2026-03-20') },
    ]
    const data = delaysOf({
      schedule_history: [
        {
          snapshot_date: '2026-03-02T08:00',
          ...microsoft,
          tasks: plan({ percent_complete: 20, remaining_duration_days: 4 }),
        },
      ],
      current_schedule: {
        status_date: '2026-03-12T08:00',
        ...microsoft,
        tasks: plan({ percent_complete: 60, remaining_duration_days: 2 }),
      },
    })
    t.match(data.windows, [{ progress_delay_days: 0, days: [], recovery_days: 0 }])
  },
)

t.test(
  'by Microsoft Project’s rules finished work can end after all that is open: the finish and its date are of the same',
  async t => {
    const microsoft = { calendars, project_start: '2026-03-02T08:00', scheduling_options: { rules: 'ms_project' } }
    const plan = (dig: object, fence: object) => [
      { id: 'DIG', duration_days: 5, planned_start: '2026-03-02T08:00', delay_category: 'owner', ...dig },
      { id: 'FENCE', duration_days: 2, planned_start: '2026-03-02T08:00', ...fence },
      { id: 'GATE', duration_days: 1, predecessors: ['FENCE'] },
    ]
    const data = delaysOf({
      schedule_history: [{ snapshot_date: '2026-03-02T08:00', ...microsoft, tasks: plan({}, {}) }],
      current_schedule: {
        status_date: '2026-03-12T08:00',
        ...microsoft,
        tasks: plan({ actual_start: '2026-03-02T08:00', actual_finish: '2026-03-11T17:00', percent_complete: 100 }, {}),
      },
    })
    t.match(data.statuses, [{ finish_date: '2026-03-06' }, { finish_date: '2026-03-11', finish: 9.708333 }])
    t.match(data, {
      total_delay_days: 5,
      windows: [{ attribution: [{ id: 'DIG', contribution_days: 5, slip_days: 3 }] }],
    })
  },
)

t.test(
  'by Microsoft Project’s rules work that waits for another does not hold the end that a late start moves',
  async t => {
    const microsoft = { calendars, project_start: '2026-03-02T08:00', scheduling_options: { rules: 'ms_project' } }
    const plan = (dig: object) => [
      { id: 'DIG', duration_days: 4, planned_start: '2026-03-02T08:00', delay_category: 'owner', ...dig },
      { id: 'FENCE', duration_days: 4, predecessors: ['DIG FF'], delay_category: 'contractor' },
      { id: 'GATE', duration_days: 1, predecessors: ['FENCE'] },
    ]
    const data = delaysOf({
      schedule_history: [{ snapshot_date: '2026-03-02T08:00', ...microsoft, tasks: plan({}) }],
      current_schedule: {
        status_date: '2026-03-05T17:00',
        ...microsoft,
        tasks: plan({ actual_start: '2026-03-05T08:00', percent_complete: 25, remaining_duration_days: 3 }),
      },
    })
    t.match(data.windows[0].attribution, [{ id: 'DIG', contribution_days: 5 }])
    t.equal(data.windows[0].attribution.length, 1)
  },
)
