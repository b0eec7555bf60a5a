import t from 'tap'
import { readMsProjectXml } from '../../../../../engine/read/file/ms-project-xml/read-ms-project-xml.ts'
import { bytesOf, readable, refusalOf, tasksOf, warningsOf, type XmlValue, xmlOf } from './plain-schedule.ts'

type Values = { readonly [name: string]: XmlValue }

const DAY = {
  WorkingTime: [
    { FromTime: '08:00:00', ToTime: '12:00:00' },
    { FromTime: '13:00:00', ToTime: '17:00:00' },
  ],
}
const weekDays = (working: readonly number[], times: Values = DAY): Values => ({
  WeekDay: [1, 2, 3, 4, 5, 6, 7].map(type =>
    working.includes(type) ? { DayType: type, DayWorking: 1, WorkingTimes: times } : { DayType: type, DayWorking: 0 },
  ),
})
const STANDARD: Values = {
  UID: 1,
  Name: 'Standard',
  IsBaseCalendar: 1,
  BaseCalendarUID: -1,
  WeekDays: weekDays([2, 3, 4, 5, 6]),
}
const PROPERTIES: Values = {
  SaveVersion: 14,
  Name: 'bridge.xml',
  Title: 'Bridge',
  ScheduleFromStart: 1,
  StartDate: '2026-03-02T08:00:00',
  FinishDate: '2026-03-31T17:00:00',
  CriticalSlackLimit: 2,
  CalendarUID: 1,
  MinutesPerDay: 480,
  HonorConstraints: 0,
  StatusDate: '2026-03-06T17:00:00',
}
const fileOf = (tasks: readonly Values[], over: Values = {}): Uint8Array =>
  bytesOf(
    `<?xml version="1.0" encoding="UTF-8"?><Project xmlns="http://schemas.microsoft.com/project">${xmlOf({
      ...PROPERTIES,
      Calendars: { Calendar: [STANDARD] },
      Tasks: { Task: tasks },
      ...over,
    })}</Project>`,
  )
const task = (UID: number, over: Values = {}): Values => ({
  UID,
  ID: UID,
  OutlineLevel: 1,
  Duration: 'PT8H0M0S',
  DurationFormat: 7,
  ...over,
})
const read = (tasks: readonly Values[], over: Values = {}) => readable(readMsProjectXml(fileOf(tasks, over)))
const tasks = (...args: Parameters<typeof read>) => tasksOf(read(...args).columns)
const first = (...args: Parameters<typeof read>) => tasks(...args)[0]!
const warnings = (rows: readonly Values[], over: Values = {}) => warningsOf(readMsProjectXml(fileOf(rows, over)))
const calendars = (list: readonly Values[], rows: readonly Values[] = [task(1)], over: Values = {}) =>
  read(rows, { Calendars: { Calendar: list }, ...over }).members.calendars as Record<string, unknown>[]

const WEEK = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((name, d) => [
    name,
    d < 5
      ? [
          ['08:00', '12:00'],
          ['13:00', '17:00'],
        ]
      : [],
  ]),
)

t.test('the project, its calendar and its options', async t => {
  const { members, report } = read([task(1)])
  t.same(members, {
    status_date: '2026-03-06T17:00',
    calendars: [{ id: '1', name: 'Standard', hours_per_day: 8, work_week: WEEK }],
    default_calendar_id: '1',
    project_start: '2026-03-02T08:00',
    scheduling_options: {
      rules: 'ms_project',
      critical_float_days_max: 2,
      honor_constraints: false,
      open_ends_critical: false,
    },
  })
  t.same(report, {
    format: 'ms_project_xml',
    format_version: '14',
    encoding: 'utf-8',
    project_id: null,
    project_name: 'Bridge',
    data_date: '2026-03-06T17:00',
    scheduling_options: {
      rules: 'ms_project',
      critical_float_days_max: 2,
      schedule_from_finish: false,
      honor_constraints: false,
      open_ends_critical: false,
    },
    counts: { tasks: 1, links: 0, calendars: 1, resources: 0, rows_left_out: 0 },
    warnings: [],
  })
  const several = read([task(1)], { MultipleCriticalPaths: 1 })
  t.match(several.members.scheduling_options, { open_ends_critical: true })
  const fromFinish = read([task(1, { ConstraintType: 0 })], { ScheduleFromStart: 0, StatusDate: null })
  t.match(fromFinish.members, {
    must_finish_by: '2026-03-31T17:00',
    scheduling_options: { schedule_from_finish: true },
  })
  t.notOk('status_date' in fromFinish.members)
  t.equal(fromFinish.report.data_date, null)
  t.equal(tasksOf(fromFinish.columns)[0]!.constraint_type, 'ASAP', 'where late is the rule, soon is a constraint')
  t.equal(first([task(1, { ConstraintType: 0 })]).constraint_type, undefined)
  t.same(warnings([task(1)], { StatusDate: null }), { no_status_date: 1 })
})

t.test('everything that a task says', async t => {
  const all = task(7, {
    Name: 'Pour &amp; cure',
    WBS: '1.2',
    Start: '2026-03-02T08:00:00',
    Finish: '2026-03-04T17:00:00',
    Duration: 'PT24H0M0S',
    ActualStart: '2026-03-02T08:00:00',
    RemainingDuration: 'PT12H0M0S',
    PercentComplete: 50,
    PhysicalPercentComplete: 0,
    ConstraintType: 4,
    ConstraintDate: '2026-03-02T08:00:00',
    Deadline: '2026-03-10T17:00:00',
    Stop: '2026-03-03T12:00:00',
    Resume: '2026-03-03T13:00:00',
    EarlyStart: '2026-03-02T08:00:00',
    EarlyFinish: '2026-03-04T17:00:00',
    LateStart: '2026-03-03T08:00:00',
    LateFinish: '2026-03-05T17:00:00',
    TotalSlack: 4800,
    FreeSlack: 2400,
    Cost: 123400,
    BCWP: 50.5,
    Manual: 0,
    Baseline: [
      { Number: 1, Start: '2025-01-01T08:00:00' },
      { Number: 0, Start: '2026-03-02T08:00:00', Finish: '2026-03-03T17:00:00', Duration: 'PT16H0M0S', Cost: 100000 },
    ],
  })
  t.same(first([all]), {
    id: '7',
    name: 'Pour &amp; cure',
    wbs_code: '1.2',
    task_type: 'task',
    duration_days: 3,
    remaining_duration_days: 1.5,
    percent_complete: 50,
    planned_start: '2026-03-02T08:00',
    planned_finish: '2026-03-04T17:00',
    forecast_start: '2026-03-02T08:00',
    forecast_finish: '2026-03-04T17:00',
    actual_start: '2026-03-02T08:00',
    baseline_start: '2026-03-02T08:00',
    baseline_finish: '2026-03-03T17:00',
    baseline_duration_days: 2,
    constraint_type: 'SNET',
    constraint_date: '2026-03-02T08:00',
    deadline: '2026-03-10T17:00',
    suspend_date: '2026-03-03T12:00',
    resume_date: '2026-03-03T13:00',
    early_start: '2026-03-02T08:00',
    early_finish: '2026-03-04T17:00',
    late_start: '2026-03-03T08:00',
    late_finish: '2026-03-05T17:00',
    total_float_days: 1,
    free_float_days: 0.5,
    budgeted_cost: 1000,
    earned_value: 0.505,
    manually_scheduled: false,
  })
})

t.test('the numbers of constraints', async t => {
  const types = [0, 1, 2, 3, 4, 5, 6, 7].map(ConstraintType =>
    first([task(1, { ConstraintType, ConstraintDate: '2026-03-02T08:00:00' })]),
  )
  t.same(
    types.map(row => row.constraint_type),
    [undefined, 'ALAP', 'MSO', 'MFO', 'SNET', 'SNLT', 'FNET', 'FNLT'],
  )
  t.same(
    types.map(row => row.constraint_date !== undefined),
    [false, false, true, true, true, true, true, true],
  )
})

t.test('the project itself, blank rows, inactive tasks and those of other files are left out', async t => {
  const rows = [
    task(0, { OutlineLevel: 0, Summary: 1 }),
    { UID: 9, ID: 9, IsNull: 1 },
    task(1, { Summary: 1 }),
    task(2, { OutlineLevel: 2, Active: 0, PredecessorLink: { PredecessorUID: 1, Type: 1 } }),
    task(3, {
      OutlineLevel: 2,
      PredecessorLink: [
        { PredecessorUID: 2, Type: 1 },
        { PredecessorUID: 0, Type: 1 },
      ],
    }),
    task(4, { OutlineLevel: 2, ExternalTask: 1 }),
    task(5, { PredecessorLink: { PredecessorUID: 77, Type: 1, CrossProject: 1, CrossProjectName: 'x' } }),
  ]
  const { columns } = read(rows)
  t.same(
    tasksOf(columns).map(({ id, parent_id, task_type }) => [id, parent_id, task_type]),
    [
      ['1', undefined, 'summary'],
      ['3', '1', 'task'],
      ['5', undefined, 'task'],
    ],
  )
  t.equal(columns.links.task.length, 0)
  t.same(warnings(rows), { inactive_tasks: 1, external_tasks: 1, links_to_other_projects: 1, links_left_out: 2 })
  t.equal(tasks([task(0, { ID: 5 }), task(1)]).length, 2, 'a task may have the number 0')
})

t.test('the outline: levels may jump, and a task without its level is at the top', async t => {
  const levels = [1, 2, 4, 3, 2, 1, 2]
  const rows = levels.map((OutlineLevel, n) => task(n + 1, { OutlineLevel }))
  t.same(
    tasks(rows).map(row => row.parent_id),
    [undefined, '1', '2', '2', '1', undefined, '6'],
  )
  t.same(
    tasks(rows).map(row => row.task_type),
    ['summary', 'summary', 'task', 'task', 'task', 'summary', 'task'],
  )
  t.same(
    tasks([task(1), task(2, { OutlineLevel: null })]).map(row => row.parent_id),
    [undefined, undefined],
  )
})

t.test('milestones: one that takes time is a task', async t => {
  const rows = [
    task(1, { Milestone: 1, Duration: 'PT0H0M0S' }),
    task(2, { Milestone: 1 }),
    task(3, { Milestone: 1, Summary: 1 }),
  ]
  t.same(
    tasks(rows).map(row => row.task_type),
    ['milestone', 'task', 'summary'],
  )
  t.same(warnings(rows), { milestones_with_duration: 1 })
})

t.test('manual tasks keep their own dates', async t => {
  const manual = task(1, {
    Manual: 1,
    Start: '2026-03-02T08:00:00',
    Finish: '2026-03-02T17:00:00',
    ManualStart: '2026-03-03T08:00:00',
    ManualFinish: '2026-03-04T17:00:00',
    ManualDuration: 'PT16H0M0S',
  })
  t.match(first([manual]), {
    manually_scheduled: true,
    duration_days: 2,
    planned_start: '2026-03-03T08:00',
    planned_finish: '2026-03-04T17:00',
    forecast_start: '2026-03-02T08:00',
  })
  t.match(first([{ ...manual, Manual: 0 }]), { duration_days: 1, planned_start: '2026-03-02T08:00' })
})

t.test('links: types, lags in tenths of minutes, in elapsed time and in percent of the predecessor', async t => {
  const link = (over: Values): Values => ({ PredecessorUID: 1, Type: 1, LinkLag: 0, LagFormat: 7, ...over })
  const of = (over: Values, predecessor: Values = {}): unknown =>
    tasks([task(1, { Duration: 'PT40H0M0S', ...predecessor }), task(2, { PredecessorLink: link(over) })])[1]!
      .predecessors
  t.same(
    [0, 1, 2, 3].map(Type => of({ Type })),
    [['1 FF 0'], ['1 FS 0'], ['1 SF 0'], ['1 SS 0']],
  )
  t.same(of({ LinkLag: 9600 }), ['1 FS 2'])
  t.same(of({ LinkLag: -4800 }), ['1 FS -1'])
  t.same(of({ LinkLag: 14400, LagFormat: 8 }), ['1 FS 1 elapsed'], 'an elapsed day has 24 hours')
  t.same(of({ LinkLag: 14400, LagFormat: 40 }), ['1 FS 1 elapsed'], 'estimated')
  t.same(of({ LinkLag: 50, LagFormat: 19 }), ['1 FS 2.5'], 'half of five days')
  t.same(of({ LinkLag: 50, LagFormat: 20 }), ['1 FS 0.833333333 elapsed'], 'the same twenty hours round the clock')
  t.same(
    of({ LinkLag: 50, LagFormat: 19 }, { DurationFormat: 8 }),
    ['1 FS 0.833333333 elapsed'],
    'of an elapsed duration',
  )
  t.same(of({ Type: 7 }), ['1 FS 0'])
  t.same(of({ Type: null, LinkLag: 'x' }), ['1 FS 0'])
  t.same(
    tasks([task(1), task(2, { PredecessorLink: [link({}), link({ LinkLag: 4800 }), link({ Type: 3 })] })])[1]!
      .predecessors,
    ['1 FS 1', '1 SS 0'],
    'of equal links the largest lag',
  )
})

t.test('assignments of materials, of parts of a unit, and of resources that are not there are reported', async t => {
  const of = (ResourceUID: number, over: Values = {}): Values => ({ TaskUID: 1, ResourceUID, Units: 1, ...over })
  const over = {
    Resources: {
      Resource: [
        { UID: 1, Name: 'Crew', Type: 1 },
        { UID: 2, Name: 'Concrete', Type: 0 },
      ],
    },
    Assignments: { Assignment: [of(1), of(1, { Units: 0.5 }), of(2), of(3), of(-65535)] },
  }
  t.same(warnings([task(1)], over), { resource_unknown: 1, resource_units_left_out: 2 })
})

t.test('links from tasks of other projects hold their successors by the dates of these tasks', async t => {
  const external = task(9, { ExternalTask: 1, Start: '2026-04-01T08:00:00', Finish: '2026-04-03T17:00:00' })
  const of = (...links: readonly Values[]) => {
    const rows = [
      external,
      task(1),
      task(2, { PredecessorLink: links.map(link => ({ PredecessorUID: 9, Type: 1, ...link })) }),
    ]
    return [tasks(rows).at(-1)!.external_early_start, warnings(rows)]
  }
  t.same(of({}), ['2026-04-03T17:00', { external_tasks: 1 }])
  t.same(of({ Type: 3 }), ['2026-04-01T08:00', { external_tasks: 1 }], 'start to start')
  t.same(of({ Type: 3 }, {}), ['2026-04-03T17:00', { external_tasks: 1 }], 'the later one of two')
  t.same(of({ CrossProject: 1 }), ['2026-04-03T17:00', { external_tasks: 1 }], 'marked as one to another project')
  const left = { external_tasks: 1, links_to_other_projects: 1 }
  t.same(of({ LinkLag: 4800 }), [undefined, left], 'a lag')
  t.same(of({ Type: 0 }), [undefined, left], 'to a finish')
})

t.test('an inserted project is one task with the dates of the file, unless its tasks lie under it', async t => {
  const inserted = task(1, { Summary: 1, IsSubproject: 1, Start: '2026-03-09T08:00:00', Finish: '2026-03-13T17:00:00' })
  const alone = [inserted, task(2, { PredecessorLink: { PredecessorUID: 1, Type: 1 } })]
  t.match(first(alone), { task_type: 'task', manually_scheduled: true, forecast_start: '2026-03-09T08:00' })
  t.same(warnings(alone), { subprojects_without_tasks: 1 })
  const filled = [inserted, task(2, { OutlineLevel: 2 })]
  t.match(first(filled), { task_type: 'summary' })
  t.same([first(filled).manually_scheduled, warnings(filled)], [undefined, {}])
})

t.test('leveling delays are reported, since dates are computed without them', async t => {
  t.same(warnings([task(1, { LevelingDelay: 0 }), task(2, { LevelingDelay: 4800 })]), { leveling_delay_left_out: 1 })
  const moved = (over: Values) => warnings([task(1, { LevelingDelay: 4800, ...over })])
  t.same(moved({ PercentComplete: 100 }), {}, 'complete work')
  t.same(moved({ ActualStart: '2026-03-02T08:00:00', PercentComplete: 20 }), {}, 'work that has started')
  t.same(moved({ Manual: 1 }), {}, 'dates by hand')
  t.same(moved({ Summary: 1 }), {}, 'a summary')
})

t.test('slack: the smaller one where only the two are there', async t => {
  t.equal(first([task(1, { StartSlack: 9600, FinishSlack: 4800 })]).total_float_days, 1)
  t.equal(first([task(1, { TotalSlack: -4800, StartSlack: 9600, FinishSlack: 9600 })]).total_float_days, -1)
})

t.test('days are of the project, wherever its hours stand', async t => {
  const sections = {
    Tasks: { Task: [task(1, { Duration: 'PT10H0M0S' })] },
    ...PROPERTIES,
    MinutesPerDay: 600,
    Calendars: { Calendar: [STANDARD] },
  }
  const { columns, members } = readable(readMsProjectXml(bytesOf(`<Project>${xmlOf(sections)}</Project>`)))
  t.equal(tasksOf(columns)[0]!.duration_days, 1)
  t.match(members.calendars, [{ hours_per_day: 10 }])
})

t.test('an elapsed duration is in a calendar round the clock', async t => {
  const rows = [task(1, { Duration: 'PT24H0M0S', DurationFormat: 8 }), task(2)]
  t.match(tasks(rows), [{ duration_days: 3, calendar_id: 'elapsed' }, { duration_days: 1 }])
  t.match(calendars([STANDARD], rows)[1], {
    id: 'elapsed',
    hours_per_day: 8,
    work_week: { sunday: [['00:00', '24:00']] },
  })
})

t.test('calendars: bases, days as the base, midnight, days off, weeks that say nothing', async t => {
  const night = {
    WorkingTime: [
      { FromTime: '00:00:00', ToTime: '03:00:00' },
      { FromTime: '23:00:00', ToTime: '00:00:00' },
    ],
  }
  const list = calendars(
    [
      STANDARD,
      { UID: 2, Name: 'Night', IsBaseCalendar: 1, BaseCalendarUID: 0, WeekDays: weekDays([2], night) },
      {
        UID: 3,
        Name: 'Crew',
        IsBaseCalendar: 0,
        BaseCalendarUID: 1,
        WeekDays: { WeekDay: { DayType: 7, DayWorking: 1, WorkingTimes: DAY } },
      },
      { UID: 4, Name: 'Bare', IsBaseCalendar: 1 },
      { UID: 5, Name: 'Never', IsBaseCalendar: 1, WeekDays: weekDays([]) },
    ],
    [task(1, { CalendarUID: 3 })],
  )
  t.same(
    list.map(({ id }) => id),
    ['1', '2', '4', '3'],
    'those of resources where they are used; none without work',
  )
  t.match(list[1], {
    work_week: {
      monday: [
        ['00:00', '03:00'],
        ['23:00', '24:00'],
      ],
      tuesday: [],
    },
  })
  t.same(list[3], { id: '3', name: 'Crew', hours_per_day: 8, parent: '1', work_week: { saturday: WEEK.monday } })
  t.same(list[2]!.work_week, WEEK, 'the standard week')
})

t.test('bases in a circle, and a project without a calendar', async t => {
  const circle = [
    { ...STANDARD, UID: 1, BaseCalendarUID: 2 },
    { ...STANDARD, UID: 2, BaseCalendarUID: 1 },
  ]
  t.match(warnings([task(1)], { Calendars: { Calendar: circle } }), { calendar_base_left_out: 1 })
  t.match(calendars(circle), [{ id: '1' }, { id: '2', parent: '1' }])
  t.match(warnings([task(1)], { Calendars: null }), { no_project_calendar: 1 })
  t.match(calendars([]), [{ id: 'standard', work_week: WEEK }])
  t.match(warnings([task(1, { CalendarUID: 99 })]), { unknown_calendar: 1 })
})

const holiday = (from: string, to: string, over: Values = {}): Values => ({
  EnteredByOccurrences: 0,
  TimePeriod: { FromDate: `${from}T00:00:00`, ToDate: `${to}T23:59:00` },
  Occurrences: 1,
  Type: 1,
  DayWorking: 0,
  ...over,
})

t.test(
  'exceptions: once where they are said twice, as before 2007, recurring, of overlapping ones the first',
  async t => {
    const old = {
      DayType: 0,
      DayWorking: 0,
      TimePeriod: { FromDate: '2026-04-06T00:00:00', ToDate: '2026-04-07T23:59:00' },
    }
    const days = [...(weekDays([2, 3, 4, 5, 6]).WeekDay as XmlValue[]), old]
    const exceptionsOf = (over: Values): unknown =>
      calendars([{ ...STANDARD, WeekDays: { WeekDay: days }, ...over }])[0]!.exceptions
    t.same(exceptionsOf({}), [{ date: '2026-04-06', until: '2026-04-07' }])
    t.same(exceptionsOf({ Exceptions: { Exception: holiday('2026-05-01', '2026-05-01') } }), [{ date: '2026-05-01' }])
    t.same(exceptionsOf({ Exceptions: null }), [{ date: '2026-04-06', until: '2026-04-07' }])
    t.same(
      exceptionsOf({
        Exceptions: {
          Exception: [
            holiday('2026-05-05', '2026-05-05', {
              DayWorking: 1,
              WorkingTimes: { WorkingTime: { FromTime: '08:00:00', ToTime: '10:00:00' } },
            }),
            holiday('2026-05-04', '2026-05-06'),
            holiday('2026-01-01', '2027-12-31', { Type: 2, Month: 11, MonthDay: 25 }),
          ],
        },
      }),
      [
        { date: '2026-05-04' },
        { date: '2026-05-05', shifts: [['08:00', '10:00']] },
        { date: '2026-05-06' },
        { date: '2026-12-25' },
        { date: '2027-12-25' },
      ],
    )
    const endless = holiday('1900-01-01', '2499-12-31', { Type: 8 })
    t.match(warnings([task(1)], { Calendars: { Calendar: { ...STANDARD, Exceptions: { Exception: endless } } } }), {
      calendar_exceptions_left_out: 1,
    })
  },
)

t.test('work weeks lie under the exceptions of the calendar and of its base', async t => {
  const half = { WorkingTime: { FromTime: '08:00:00', ToTime: '12:00:00' } }
  const base = { ...STANDARD, Exceptions: { Exception: holiday('2026-06-03', '2026-06-03') } }
  const crew = {
    UID: 3,
    Name: 'Crew',
    IsBaseCalendar: 0,
    BaseCalendarUID: 1,
    WorkWeeks: {
      WorkWeek: {
        TimePeriod: { FromDate: '2026-06-01T00:00:00', ToDate: '2026-06-07T23:59:00' },
        Name: 'Short',
        WeekDays: weekDays([2, 3, 4, 5, 6], half),
      },
    },
    Exceptions: { Exception: holiday('2026-06-05', '2026-06-05') },
  }
  const [, member] = calendars([base, crew], [task(1, { CalendarUID: 3 })])
  t.same(member!.exceptions, [
    { date: '2026-06-01', until: '2026-06-02', shifts: [['08:00', '12:00']] },
    { date: '2026-06-04', shifts: [['08:00', '12:00']] },
    { date: '2026-06-05' },
    { date: '2026-06-06', until: '2026-06-07' },
  ])
})

t.test('who works on a task, and by whose calendar', async t => {
  const nights = { WorkingTime: { FromTime: '20:00:00', ToTime: '24:00:00' } }
  const list = [
    STANDARD,
    { UID: 2, Name: 'Night', IsBaseCalendar: 1, WeekDays: weekDays([2, 3], nights) },
    { UID: 3, Name: 'Ann', IsBaseCalendar: 0, BaseCalendarUID: 1 },
    { UID: 4, Name: 'Bob', IsBaseCalendar: 0, BaseCalendarUID: 2 },
    {
      UID: 5,
      Name: 'Site',
      IsBaseCalendar: 1,
      WeekDays: weekDays([2], { WorkingTime: { FromTime: '10:00:00', ToTime: '22:00:00' } }),
    },
  ]
  const over = {
    Calendars: { Calendar: list },
    Resources: {
      Resource: [
        { UID: 0, CalendarUID: 4, Type: 1 },
        { UID: 1, Name: 'Ann', CalendarUID: 3, Type: 1 },
        { UID: 2, Name: 'Bob', CalendarUID: 4, Type: 1 },
        { UID: 3, Name: 'Sand', CalendarUID: 4, Type: 0 },
        { UID: 4, Name: 'Fee', CalendarUID: 4, Type: 1, IsCostResource: 1 },
      ],
    },
  }
  const assigned = (row: Values, ...resources: number[]) => ({
    row: first([row], {
      ...over,
      Assignments: { Assignment: resources.map(ResourceUID => ({ TaskUID: 1, ResourceUID })) },
    }),
    calendars: calendars(list, [row], {
      ...over,
      Assignments: { Assignment: resources.map(ResourceUID => ({ TaskUID: 1, ResourceUID })) },
    }),
  })
  const calendarOf = (row: Values, ...resources: number[]) => assigned(row, ...resources).row.calendar_id
  t.same(assigned(task(1), 2, 1, 3, -65535, 99).row.resources, ['Bob', 'Ann', 'Sand'])
  t.equal(calendarOf(task(1)), undefined)
  t.equal(calendarOf(task(1), -65535), undefined)
  t.equal(calendarOf(task(1), 1), undefined, 'a calendar that adds nothing is its base, here that of the project')
  t.equal(calendarOf(task(1), 2), '2')
  t.equal(calendarOf(task(1), 3, 4), undefined, 'nobody waits for sand or fees')
  t.equal(calendarOf(task(1, { CalendarUID: 5 })), '5')
  t.equal(calendarOf(task(1, { CalendarUID: 1 })), undefined)
  t.equal(calendarOf(task(1, { CalendarUID: 5, IgnoreResourceCalendar: 1 }), 2), '5')
  const both = assigned(task(1), 1, 2)
  t.equal(both.row.calendar_id, '1 or 2', 'somebody works')
  t.match(
    both.calendars.find(({ id }) => id === '1 or 2'),
    {
      name: 'Standard or Night',
      work_week: {
        monday: [
          ['08:00', '12:00'],
          ['13:00', '17:00'],
          ['20:00', '24:00'],
        ],
        wednesday: [
          ['08:00', '12:00'],
          ['13:00', '17:00'],
        ],
      },
    },
  )
  const common = assigned(task(1, { CalendarUID: 5 }), 2)
  t.equal(common.row.calendar_id, '5 and 2')
  t.same((common.calendars.find(({ id }) => id === '5 and 2')!.work_week as Record<string, unknown>).monday, [
    ['20:00', '22:00'],
  ])
  t.equal(assigned(task(1, { CalendarUID: 5 }), 1, 2).row.calendar_id, '5 and (1 or 2)')
  const apart = task(1, { CalendarUID: 2 })
  t.equal(calendarOf(apart, 1), '2', 'no time in common')
})

t.test('values that cannot be read are reported once, with the first', async t => {
  const rows = [
    task(1, { Start: '31.12.2026', Finish: '2026-02-30T08:00:00', Duration: 'three days' }),
    task(2, { Start: 'soon' }),
  ]
  const { report } = read(rows)
  t.same(report.warnings.toReversed(), [
    {
      code: 'bad_date',
      text: 'Dates that could not be read were left out, the first: task UID 1, Start "31.12.2026".',
      count: 3,
    },
    {
      code: 'bad_value',
      text: 'Numbers, switches and durations that could not be read were left out, the first: task UID 1, Duration "three days".',
      count: 1,
    },
  ])
  t.match(warnings([task(1, { Duration: '-PT8H0M0S' })]), { negative_duration: 1 })
  t.same(first([task(1, { PercentComplete: 120, Duration: '-PT8H0M0S' })]), { id: '1', task_type: 'task' })
})

t.test('rows without a number of their own', async t => {
  const { report, columns } = read([
    task(1),
    task(1, { Name: 'again' }),
    { Name: 'none' },
    task(2, { PredecessorLink: { PredecessorUID: 1, Type: 1 } }),
  ])
  t.equal(columns.taskCount, 2)
  t.equal(report.counts.rows_left_out, 2)
  t.same(tasksOf(columns)[1]!.predecessors, ['1 FS 0'])
})

t.test('refusals', async t => {
  t.equal(
    refusalOf(readMsProjectXml(fileOf([]))),
    'body.Tasks length: The file has no tasks that could be read: 0 of its rows were left out.',
  )
  t.equal(
    refusalOf(readMsProjectXml(bytesOf('<Other/>'))),
    'body format: The file is not the XML of Microsoft Project: its first element must be Project.',
  )
  const cut = fileOf([task(1)]).subarray(0, 400)
  t.match(
    refusalOf(readMsProjectXml(cut)),
    /^body format: The file is not XML that can be read: the file ends .* at byte \d+\.$/,
  )
  t.match(refusalOf(readMsProjectXml(bytesOf('<!DOCTYPE Project><Project/>'))), /document type/)
  t.equal(refusalOf(readMsProjectXml(fileOf([task(1)]), { project: 'Bridge' })), 'read')
  t.match(
    refusalOf(readMsProjectXml(fileOf([task(1)]), { project: 'Tower' })),
    'query.project enum: project must name the one project of the file: "bridge.xml" or "Bridge".',
  )
  t.match(refusalOf(readMsProjectXml(fileOf([task(1)]), { encoding: 'utf-7' })), /^query.encoding enum/)
})

t.test('encodings: by the mark, by what the caller states, by the declaration', async t => {
  const text = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><Project>${xmlOf({ Tasks: { Task: task(1, { Name: 'Brücke €' }) } })}</Project>`
  const nameOf = (bytes: Uint8Array, options = {}) => {
    const read = readable(readMsProjectXml(bytes, options))
    return [tasksOf(read.columns)[0]!.name, read.report.encoding]
  }
  const wide = (littleEndian: boolean, hasMark: boolean): Uint8Array => {
    const bytes = Buffer.from((hasMark ? '\ufeff' : '') + text('UTF-16'), 'utf16le')
    return littleEndian ? bytes : bytes.swap16()
  }
  for (const hasMark of [true, false]) {
    t.same(nameOf(wide(true, hasMark)), ['Brücke €', 'utf-16le'])
    t.same(nameOf(wide(false, hasMark)), ['Brücke €', 'utf-16be'])
  }
  const single = Buffer.from(text('windows-1252').replace('€', '\x80'), 'latin1')
  t.same(nameOf(single), ['Brücke €', 'windows-1252'])
  t.same(nameOf(Buffer.from(text('ISO-8859-1').replace(' €', ''), 'latin1')), ['Brücke', 'windows-1252'])
  t.same(nameOf(bytesOf(text('UTF-8'))), ['Brücke €', 'utf-8'])
  t.same(nameOf(bytesOf(`\ufeff${text('windows-1252')}`)), ['Brücke €', 'utf-8'], 'a mark wins')
  t.same(nameOf(bytesOf(text('UTF-16'))), ['Brücke €', 'utf-8'], 'a declaration of what it cannot be')
  const wrong = Buffer.from(text('UTF-8').replace('€', '\x80'), 'latin1')
  t.same(nameOf(wrong), ['Brücke €', 'windows-1252'])
  t.match(warningsOf(readMsProjectXml(wrong)), { encoding_guessed: 1 })
  t.same(
    nameOf(Buffer.from(text('UTF-8').replace('ü', '\xe9').replace('€', '\xff'), 'latin1'), {
      encoding: 'windows-1251',
    }),
    ['Brйcke я', 'windows-1251'],
  )
})
