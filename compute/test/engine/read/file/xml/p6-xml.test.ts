import t from 'tap'
import { baselineCompareRow } from '../../../../../../shared/contract/analysis/baseline-compare/row.ts'
import { delayAnalysisRow } from '../../../../../../shared/contract/analysis/delay-analysis/row.ts'
import { workRow } from '../../../../../../shared/contract/catalogue/catalogue.ts'
import { formatDay } from '../../../../../../shared/contract/schedule/day.ts'
import { isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readP6Xml } from '../../../../../engine/read/file/p6-xml/read-p6-xml.ts'
import { readFileRequest } from '../../../../../engine/read/file/read-file-request.ts'
import { sniff } from '../../../../../engine/read/file/sniff.ts'
import { NO_LIMITS } from '../../../../../engine/read/read-request.ts'
import { bytesOf, readable, refusalOf, tasksOf, warningsOf, type XmlValue, xmlOf } from './plain-schedule.ts'

type Values = { readonly [name: string]: XmlValue }
const SPACE = 'http://xmlns.oracle.com/Primavera/P6/V18.1/API/BusinessObjects'
const WORK = [
  { Start: '08:00:00', Finish: '11:59:00' },
  { Start: '13:00:00', Finish: '16:59:00' },
]
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const calendar = (ObjectId: number, over: Values = {}): Values => ({
  HoursPerDay: '8.0',
  IsDefault: 0,
  Name: `Calendar ${ObjectId}`,
  ObjectId,
  StandardWorkWeek: {
    StandardWorkHours: NAMES.map((DayOfWeek, d) => (d > 0 && d < 6 ? { DayOfWeek, WorkTime: WORK } : { DayOfWeek })),
  },
  ...over,
})
const activity = (ObjectId: number, over: Values = {}): Values => ({
  ObjectId,
  Id: `A${ObjectId}`,
  ProjectObjectId: 1,
  Type: 'Task Dependent',
  Status: 'Not Started',
  PercentCompleteType: 'Duration',
  CalendarObjectId: 10,
  PlannedDuration: '40.0',
  RemainingDuration: '40.0',
  ...over,
})
const project = (activities: readonly Values[], over: Values = {}): Values => ({
  ObjectId: 1,
  Id: 'BR',
  Name: 'Bridge',
  DataDate: '2026-03-06T17:00:00',
  PlannedStartDate: '2026-03-02T08:00:00',
  ActivityDefaultCalendarObjectId: 10,
  OutOfSequenceScheduleType: 'Retained Logic',
  Activity: activities,
  ...over,
})
const root = (values: Values, space = SPACE): Uint8Array =>
  bytesOf(
    `<?xml version="1.0" encoding="UTF-8"?><APIBusinessObjects xmlns="${space}">${xmlOf(values)}</APIBusinessObjects>`,
  )
const fileOf = (activities: readonly Values[], ofProject: Values = {}, over: Values = {}): Uint8Array =>
  root({ Calendar: calendar(10), Project: project(activities, ofProject), ...over })
const read = (...args: Parameters<typeof fileOf>) => readable(readP6Xml(fileOf(...args)))
const tasks = (...args: Parameters<typeof fileOf>) => tasksOf(read(...args).columns)
const warnings = (...args: Parameters<typeof fileOf>) => warningsOf(readP6Xml(fileOf(...args)))

t.test('the root of older exports is recognised as well', async t => {
  const file = Buffer.from(fileOf([activity(1)]))
    .toString()
    .replaceAll('APIBusinessObjects', 'BusinessObjects')
  t.equal(sniff(Buffer.from(file)), 'p6_xml')
  t.equal(readable(readP6Xml(Buffer.from(file))).columns.taskCount, 1)
})

t.test('the project, its calendar and its options', async t => {
  const { members, report } = read([activity(1)], {
    MustFinishByDate: '2026-06-30T17:00:00',
    ScheduleOptions: {
      OutOfSequenceScheduleType: 'Progress Override',
      RelationshipLagCalendar: '24 Hour Calendar',
      ComputeTotalFloatType: 'Smallest of Start Float and Finish Float',
      CriticalActivityPathType: 'Longest Path',
      CriticalActivityFloatThreshold: 16,
      UseExpectedFinishDates: 1,
      IgnoreOtherProjectRelationships: 1,
      LevelAllResources: 0,
      ResourceList: '31 32',
      LevelWithinFloat: 1,
      MinFloatToPreserve: 8,
      OverAllocationPercentage: 25,
      PreserveScheduledEarlyAndLateDates: 1,
      IncludeExternalResAss: 0,
      ExternalProjectPriorityLimit: 5,
      PriorityList:
        '(0||priority_type(alternate_sort_type|ASC_BY_FIELD|source_field|priority_type|alternate_sort_enabled|Y|sort_type|ASC)())(1||late_start_date(sort_type|DESC)())',
    },
  })
  t.same(
    { ...members, calendars: 0 },
    {
      status_date: '2026-03-06T17:00',
      project_start: '2026-03-02T08:00',
      must_finish_by: '2026-06-30T17:00',
      calendars: 0,
      default_calendar_id: '10',
      scheduling_options: {
        rules: 'p6',
        progress: 'progress_override',
        lag_calendar: '24_hour',
        total_float_as: 'smallest',
        use_expected_finish: true,
        ignore_external_dates: true,
        open_ends_critical: false,
        critical_by: 'longest_path',
        critical_float_days_max: 2,
      },
      leveling_options: {
        priority_order: [{ by: 'priority' }, { by: 'late_start', descending: true }],
        ...{ within_float_only: true, float_kept_hours: 8, over_allocation_pct_max: 25 },
        left_out: ['resources to level: 31 32'],
      },
    },
  )
  t.match(report, { format: 'p6_xml', format_version: '18.1', project_id: 'BR', project_name: 'Bridge', warnings: [] })
  t.match((members.calendars as unknown[])[0], {
    id: '10',
    name: 'Calendar 10',
    hours_per_day: 8,
    work_week: {
      monday: [
        ['08:00', '12:00'],
        ['13:00', '17:00'],
      ],
      sunday: [],
    },
  })
  t.match(read([activity(1)], { MakeOpenEndedActivitiesCritical: 1 }).members.scheduling_options, {
    open_ends_critical: true,
  })
  t.match(warnings([activity(1)], { OutOfSequenceScheduleType: null }), { options_missing: 1 })
  t.match(warnings([activity(1)], { OutOfSequenceScheduleType: 'Actual Dates' }), { option_left_out: 1 })
  t.match(
    warnings([activity(1)], {
      OutOfSequenceScheduleType: 'Magic',
      StartToStartLagCalculationType: 0,
    }),
    {
      option_unknown: 1,
      option_left_out: 1,
    },
  )
})

t.test('everything that an activity says', async t => {
  const whole = activity(1, {
    Name: 'Pour',
    Type: 'Resource Dependent',
    Status: 'In Progress',
    PercentCompleteType: 'Physical',
    PhysicalPercentComplete: 0.25,
    WBSObjectId: 22,
    RemainingDuration: 24,
    PrimaryConstraintType: 'Start On or After',
    PrimaryConstraintDate: '2026-03-02T08:00:00',
    SecondaryConstraintType: 'Mandatory Finish',
    SecondaryConstraintDate: '2026-03-20T17:00:00',
    PlannedStartDate: '2026-03-02T08:00:00',
    PlannedFinishDate: '2026-03-06T17:00:00',
    StartDate: '2026-03-03T08:00:00',
    FinishDate: '2026-03-11T17:00:00',
    IsLongestPath: 'true',
    ActualStartDate: '2026-03-03T08:00:00',
    ExpectedFinishDate: '2026-03-12T17:00:00',
    SuspendDate: '2026-03-04T08:00:00',
    ResumeDate: '2026-03-05T08:00:00',
    ExternalEarlyStartDate: '2026-03-01T08:00:00',
    ExternalLateFinishDate: '2026-03-30T17:00:00',
    RemainingEarlyStartDate: '2026-03-09T08:00:00',
    RemainingEarlyFinishDate: '2026-03-11T17:00:00',
    RemainingLateStartDate: '2026-03-10T08:00:00',
    RemainingLateFinishDate: '2026-03-12T17:00:00',
    Code: [
      { TypeObjectId: 70, ValueObjectId: 71 },
      { TypeObjectId: 80, ValueObjectId: 81 },
    ],
  })
  const [row] = tasks(
    [whole],
    {
      WBS: [
        { ObjectId: 22, ParentObjectId: 21, Code: 'DECK', Name: 'Deck' },
        { ObjectId: 21, Code: 'BR', Name: 'Bridge' },
      ],
      ActivityCode: [
        { ObjectId: 71, CodeTypeObjectId: 70, CodeValue: 'x' },
        { ObjectId: 81, CodeTypeObjectId: 80, CodeValue: 'CIV' },
      ],
      ActivityCodeType: [
        { ObjectId: 70, Name: 'Area' },
        { ObjectId: 80, Name: 'Responsibility' },
      ],
      ResourceAssignment: [
        { ActivityObjectId: 1, ResourceObjectId: 5, PlannedCost: 100 },
        { ActivityObjectId: 1, ResourceObjectId: 6, PlannedCost: '20.5' },
      ],
      ActivityExpense: { ActivityObjectId: 1, PlannedCost: 3 },
    },
    {
      Resource: [
        { ObjectId: 5, Name: 'Crew', CalendarObjectId: 10 },
        { ObjectId: 6, Id: 'CRANE' },
      ],
    },
  )
  t.same(row, {
    id: 'A1',
    resource_dependent: true,
    on_longest_path: true,
    name: 'Pour',
    task_type: 'task',
    calendar_id: '10',
    wbs_code: 'BR.DECK',
    wbs_name: 'Bridge > Deck',
    organization_code: 'CIV',
    resources: ['Crew', 'CRANE'],
    budgeted_cost: 123.5,
    duration_days: 5,
    remaining_duration_days: 3,
    percent_complete: 25,
    physical_percent_complete: 25,
    percent_complete_type: 'physical',
    planned_start: '2026-03-02T08:00',
    planned_finish: '2026-03-06T17:00',
    forecast_finish: '2026-03-11T17:00',
    actual_start: '2026-03-03T08:00',
    constraint_type: 'SNET',
    constraint_date: '2026-03-02T08:00',
    secondary_constraint_type: 'MFO',
    secondary_constraint_date: '2026-03-20T17:00',
    expected_finish: '2026-03-12T17:00',
    suspend_date: '2026-03-04T08:00',
    resume_date: '2026-03-05T08:00',
    external_early_start: '2026-03-01T08:00',
    external_late_finish: '2026-03-30T17:00',
    early_start: '2026-03-09T08:00',
    early_finish: '2026-03-11T17:00',
    late_start: '2026-03-10T08:00',
    late_finish: '2026-03-12T17:00',
  })
})

t.test('words: types, constraints, percent complete', async t => {
  const typeOf = (Type: string) => tasks([activity(1, { Type })])[0]!.task_type
  t.same(
    [
      'Task Dependent',
      'Resource Dependent',
      'Level of Effort',
      'Start Milestone',
      'Finish Milestone',
      'WBS Summary',
      'Wish',
    ].map(typeOf),
    ['task', 'task', 'loe', 'start_milestone', 'finish_milestone', 'summary', 'task'],
  )
  const constraintOf = (PrimaryConstraintType: string) =>
    tasks([activity(1, { PrimaryConstraintType })])[0]!.constraint_type
  t.same(
    [
      'Start On',
      'Start On or Before',
      'Start On or After',
      'Finish On',
      'Finish On or Before',
      'Finish On or After',
      'As Late As Possible',
      'Mandatory Start',
      'Mandatory Finish',
      '',
      'x',
    ].map(constraintOf),
    ['SO', 'SNLT', 'SNET', 'FO', 'FNLT', 'FNET', 'ALAP', 'MSO', 'MFO', undefined, undefined],
  )
  const percentOf = (over: Values) => tasks([activity(1, over)])[0]!.percent_complete
  const started = { Status: 'In Progress', ActualStartDate: '2026-03-02T08:00:00' }
  t.equal(percentOf({ RemainingDuration: 10 }), 0, 'not started')
  t.equal(percentOf({ ...started, RemainingDuration: 10 }), 75)
  t.equal(percentOf({ ...started, PercentCompleteType: 'Units', UnitsPercentComplete: 0.4 }), 40)
  t.equal(
    percentOf({ ...started, Status: 'Completed', ActualFinishDate: '2026-03-03T17:00:00', RemainingDuration: 0 }),
    100,
  )
  t.match(warnings([activity(1, started)]), {})
  t.match(
    warnings([
      activity(1, { ...started, Status: 'Completed', Type: 'Wish', PrimaryConstraintType: 'x', PlannedDuration: -1 }),
    ]),
    {
      status_contradicts_dates: 1,
      task_type_unknown: 1,
      constraint_unknown: 1,
      duration_negative: 1,
    },
  )
  t.match(tasks([activity(1, { StartDate: '2026-03-02T08:00:00', FinishDate: '2026-03-06T17:00:00' })])[0], {
    forecast_start: '2026-03-02T08:00',
    forecast_finish: '2026-03-06T17:00',
  })
})

t.test('links: hours of lag are days of the calendar of the predecessor', async t => {
  const link = (p: number, s: number, Type: string, Lag: number): Values => ({
    PredecessorActivityObjectId: p,
    SuccessorActivityObjectId: s,
    Type,
    Lag,
  })
  const over = {
    Relationship: [
      link(2, 1, 'Finish to Start', 20),
      link(1, 2, 'Start to Start', 20),
      link(1, 3, 'Finish to Finish', -8),
      link(2, 3, 'Start to Finish', 0),
      link(1, 99, 'Finish to Start', 0),
      link(1, 2, 'Sideways', 8),
    ],
  }
  const calendars = { Calendar: [calendar(10), calendar(11, { HoursPerDay: 10 })] }
  const rows = [activity(1), activity(2, { CalendarObjectId: 11 }), activity(3)]
  t.same(
    tasks(rows, over, calendars).map(row => row.predecessors),
    [['A2 FS 2'], ['A1 SS 2.5', 'A1 FS 1'], ['A1 FF -1', 'A2 SF 0']],
  )
  t.equal(tasks(rows, over, calendars)[1]!.duration_days, 4, 'forty hours of ten a day')
  t.match(warnings(rows, over, calendars), { links_left_out: 1, link_type_unknown: 1 })
})

t.test('calendars: last minutes, nights, exceptions, bases, those of the project', async t => {
  const night = calendar(12, {
    BaseCalendarObjectId: 10,
    StandardWorkWeek: {
      StandardWorkHours: [
        { DayOfWeek: 'Monday', WorkTime: { Start: '22:00:00', Finish: '05:59:00' } },
        { DayOfWeek: 'Sunday', WorkTime: { Start: '00:00:00', Finish: '23:59:00' } },
      ],
    },
    HolidayOrExceptions: {
      HolidayOrException: [
        { Date: '2026-05-01T00:00:00' },
        { Date: '2026-05-02T00:00:00', WorkTime: { Start: '08:00:00', Finish: '12:00:00' } },
        { WorkTime: null },
      ],
    },
  })
  const { members, report } = read(
    [activity(1, { CalendarObjectId: 12 })],
    { Calendar: night },
    { Calendar: [calendar(10), calendar(11)] },
  )
  const list = members.calendars as Record<string, unknown>[]
  t.same(
    list.map(({ id, parent }) => [id, parent]),
    [
      ['10', undefined],
      ['12', '10'],
    ],
    'only those that are used',
  )
  t.match(list[1], {
    work_week: { monday: [['22:00', '24:00']], tuesday: [['00:00', '06:00']], sunday: [['00:00', '24:00']] },
    exceptions: [{ date: '2026-05-01' }, { date: '2026-05-02', shifts: [['08:00', '12:00']] }],
  })
  t.match(report.warnings, [{ code: 'calendar_exceptions_left_out' }])
  t.match(warnings([activity(1, { CalendarObjectId: 99 })]), { calendar_unknown: 1 })
  t.match(warnings([activity(1)], {}, { Calendar: null }), { calendar_left_out: 1, calendars_missing: 1 })
  t.match(warnings([activity(1)], {}, { Calendar: calendar(10, { HoursPerDay: 25, StandardWorkWeek: null }) }), {
    calendar_hours: 1,
    calendar_without_work: 1,
  })
  const circle = [calendar(10, { BaseCalendarObjectId: 11 }), calendar(11, { BaseCalendarObjectId: 10 })]
  t.same(
    (read([activity(1)], {}, { Calendar: circle }).members.calendars as Record<string, unknown>[]).map(
      ({ parent }) => parent,
    ),
    [undefined, undefined],
    'both are cut, as in an XER',
  )
})

t.test(
  'resource-dependent activities keep their own calendar, and are marked; those that resources are at work on are counted',
  async t => {
    const over = {
      ResourceAssignment: [
        { ActivityObjectId: 1, ResourceObjectId: 5 },
        { ActivityObjectId: 2, ResourceObjectId: 5 },
        { ActivityObjectId: 2, ResourceObjectId: 6 },
      ],
    }
    const lists = {
      Calendar: [calendar(10), calendar(11), calendar(12)],
      Resource: [
        { ObjectId: 5, CalendarObjectId: 11 },
        { ObjectId: 6, CalendarObjectId: 12 },
      ],
    }
    const Type = 'Resource Dependent'
    const rows = [activity(1, { Type }), activity(2, { Type }), activity(3, { Type })]
    t.same(
      tasks(rows, over, lists).map(row => [row.calendar_id, row.resource_dependent ?? null]),
      [
        ['10', true],
        ['10', true],
        ['10', true],
      ],
    )
    t.match(warnings(rows, over, lists), { resource_calendars: 2 })
  },
)

t.test('assignments of resources that are not there are reported, as in XER', async t => {
  const of = (over: Values): Values => ({ ActivityObjectId: 1, ResourceObjectId: 5, ...over })
  const over = {
    ResourceAssignment: [
      of({ PlannedUnitsPerTime: 1 }),
      of({ PlannedUnitsPerTime: 0.5 }),
      of({ ResourceObjectId: 6 }),
      of({ ResourceObjectId: 7 }),
      of({ ActivityObjectId: 99, PlannedUnitsPerTime: 3 }),
    ],
    ActivityExpense: [{ ActivityObjectId: 1, PlannedCost: 10 }],
  }
  const Resource = [
    { ObjectId: 5, ResourceType: 'Labor' },
    { ObjectId: 6, ResourceType: 'Material' },
  ]
  t.same(warnings([activity(1)], over, { Resource }), {
    ...warnings([activity(1)], {}, { Resource }),
    resource_unknown: 1,
    assignment_without_task: 1,
  })
})

t.test('several projects: the request names one, or is refused', async t => {
  const two = root({
    Project: [
      project([activity(1)]),
      project([activity(2, { ProjectObjectId: 2 })], { ObjectId: 2, Id: 'TW', Name: 'Tower' }),
    ],
    Calendar: calendar(10),
  })
  t.equal(
    refusalOf(readP6Xml(two)),
    'query.project missing: The file has several projects; choose one by ?project=: "BR", id 1 (1 task), "TW", id 2 (1 task).',
  )
  for (const name of ['TW', '2', 'Tower', ' tw '])
    t.same(tasksOf(readable(readP6Xml(two, { project: name })).columns)[0]!.id, 'A2', name)
  t.match(
    refusalOf(readP6Xml(two, { project: 'x' })),
    /^query.project enum: No project of the file has the id or name "x"; it has "BR", id 1/,
  )
  const empty = root({ Project: [project([]), project([activity(2)], { ObjectId: 1 })], Calendar: calendar(10) })
  t.equal(refusalOf(readP6Xml(empty)), 'read', 'only one has activities')
  t.match(refusalOf(readP6Xml(fileOf([]))), /^body.Activity length: The project "BR" has no activities/)
  t.match(refusalOf(readP6Xml(root({ Calendar: calendar(10) }))), /^body.Project missing/)
  t.match(refusalOf(readP6Xml(bytesOf('<Project/>'))), /^body format: The file is not the XML of P6/)
})

t.test('the baseline project: dates by activity id', async t => {
  const old = activity(901, {
    Id: 'A1',
    ProjectObjectId: 9,
    StartDate: '2026-02-02T08:00:00',
    FinishDate: '2026-02-04T17:00:00',
    PlannedDuration: 24,
    CalendarObjectId: 90,
  })
  const BaselineProject = {
    ObjectId: 9,
    OriginalProjectObjectId: 1,
    Calendar: calendar(90, { HoursPerDay: 12 }),
    Activity: old,
  }
  // 24 hours, which were two days of the baseline's calendar, are three of the calendar that all days of the activity count in
  t.match(tasks([activity(1), activity(2)], {}, { BaselineProject }), [
    { baseline_start: '2026-02-02T08:00', baseline_finish: '2026-02-04T17:00', baseline_duration_days: 3 },
    {},
  ])
  const others = [
    { ...BaselineProject, ObjectId: 8, Activity: { ...old, StartDate: '2025-01-01T08:00:00' } },
    BaselineProject,
  ]
  t.equal(
    tasks([activity(1)], {}, { BaselineProject: others })[0]!.baseline_start,
    undefined,
    'which of two is not said',
  )
  t.equal(
    tasks([activity(1)], { CurrentBaselineProjectObjectId: 8 }, { BaselineProject: others })[0]!.baseline_start,
    '2025-01-01T08:00',
  )
})

t.test('the report says which baselines the file has, and a comparison can choose one', async t => {
  const baseline = (ObjectId: number): Values => ({
    ObjectId,
    Id: `BL${ObjectId}`,
    OriginalProjectObjectId: 1,
    Activity: activity(ObjectId * 100, { Id: 'A1', ProjectObjectId: ObjectId, StartDate: '2026-02-02T08:00:00' }),
  })
  const baselinesReported = (over: Values, baselines: XmlValue): { code: string; text: string; count: number }[] => {
    const read = readP6Xml(fileOf([activity(1)], over, { BaselineProject: baselines }))
    return isRefusal(read) ? [] : read.report.warnings.filter(({ code }) => code.startsWith('baseline'))
  }
  t.match(baselinesReported({}, baseline(9)), [
    { code: 'baseline_read', text: /"BL9", id 9 .*baseline_start.* with baseline_schedule\.project=9\.$/, count: 1 },
  ])
  t.match(baselinesReported({}, [baseline(8), baseline(9)]), [
    { code: 'baselines_left_out', text: /does not name one of them: "BL8", id 8 .*"BL9"/, count: 2 },
  ])
  t.match(baselinesReported({ CurrentBaselineProjectObjectId: 8 }, [baseline(8), baseline(9)]), [
    { code: 'baseline_read', text: /"BL8"/ },
    { code: 'baselines_left_out', text: /beside the one that was read: "BL9"/, count: 1 },
  ])
  const body = fileOf([activity(1), activity(2)], {}, { BaselineProject: baseline(9) })
  for (const project of ['9', 'BL9']) {
    const read = readP6Xml(body, { project })
    if (isRefusal(read)) return void t.fail(JSON.stringify(read))
    t.match(read.report, { project_id: 'BL9', counts: { tasks: 1 } })
    t.notMatch(read.report.warnings, [{ code: 'baseline_read' }])
  }
  t.ok(isRefusal(readP6Xml(body, { project: 'BL8' })))
})

t.test('a comparison to which no baseline was sent takes that of the file, and says so', async t => {
  const planned = { PlannedStartDate: '2026-02-02T08:00:00', PlannedFinishDate: '2026-02-06T17:00:00' }
  const baseline = {
    ...{ ObjectId: 9, Id: 'BL', OriginalProjectObjectId: 1, DataDate: '2026-02-02T08:00:00' },
    Activity: activity(901, { Id: 'A1', ProjectObjectId: 9, ...planned }),
  }
  const p6 = fileOf([activity(1), activity(2)], {}, { BaselineProject: baseline })
  const dated = (uid: number, more: string): string => `<Task><UID>${uid}</UID><Name>T</Name>${more}</Task>`
  const dates = '<Start>2026-02-02T08:00:00</Start><Finish>2026-02-06T17:00:00</Finish><Duration>PT40H0M0S</Duration>'
  const ms = `<Project xmlns="http://schemas.microsoft.com/project"><StatusDate>2026-03-06T17:00:00</StatusDate><Tasks>${dated(1, `<Baseline><Number>0</Number>${dates}</Baseline>`)}${dated(2, '')}</Tasks></Project>`
  const sent = (row: typeof baselineCompareRow | typeof delayAnalysisRow, file: string | Uint8Array, more = '') => {
    const part = (name: string) => `--part\r\nContent-Disposition: form-data; name="${name}"; filename="a.xml"\r\n\r\n`
    const form = Buffer.concat([
      Buffer.from(part('current_schedule')),
      Buffer.from(file),
      Buffer.from(`${more}\r\n--part--\r\n`),
    ])
    return readFileRequest(row, form, { boundary: 'part' }, NO_LIMITS, row.path)
  }
  for (const [row, file, text] of [
    [baselineCompareRow, p6, /its activities, links and dates/],
    [delayAnalysisRow, p6, /its activities, links and dates/],
    [baselineCompareRow, ms, /baseline dates and durations of the tasks/],
  ] as const) {
    const input = sent(row, file)
    if ('code' in input) return void t.fail(JSON.stringify(input))
    const plan = input.schedules.get('baseline_schedule.tasks')!
    t.equal(plan.taskCount, 1, 'the other task is new')
    t.equal(formatDay(plan.plannedStart[0]!), '2026-02-02')
    const warnings = (input.imports ?? []).flatMap(each => each.warnings)
    t.match(
      warnings.filter(({ code }) => code === 'own_baseline'),
      [{ text }],
    )
  }
  const keysOf = (input: ReturnType<typeof sent>): string[] =>
    'code' in input ? [input.code] : [...input.schedules.keys()]
  t.strictSame(keysOf(sent(delayAnalysisRow, ms)), ['current_schedule.tasks'], 'dates alone are no plan to replay')
  const history =
    '\r\n--part\r\nContent-Disposition: form-data; name="schedule_history"\r\n\r\n{"snapshot_date":"2026-03-01","tasks":[{"id":"A1","duration_days":1}]}'
  t.strictSame(
    keysOf(sent(delayAnalysisRow, p6, history)).sort(),
    ['current_schedule.tasks', 'schedule_history.0.tasks'],
    'a series that was sent is not lengthened',
  )
  for (const id of ['deliverables.doe-pars', 'health.checks'] as const)
    for (const boundary of [null, 'part']) {
      const head = '--part\r\nContent-Disposition: form-data; name="schedule"; filename="a.xml"\r\n\r\n'
      const body = boundary === null ? p6 : Buffer.concat([Buffer.from(head), p6, Buffer.from('\r\n--part--\r\n')])
      t.strictSame(keysOf(readFileRequest(workRow(id), body, { boundary }, NO_LIMITS, '/')), [
        'tasks',
        'baseline_schedule.tasks',
      ])
    }
})

t.test('lists before, behind and beside the project; activities of others; ids that come twice', async t => {
  const beside = root(
    {
      Activity: [activity(3), activity(4, { ProjectObjectId: 7 })],
      Project: project([activity(1), activity(2, { Id: 'A1' }), { Id: 'none' }, activity(1)]),
      Relationship: { PredecessorActivityObjectId: 1, SuccessorActivityObjectId: 3, Type: 'Finish to Start' },
      Calendar: calendar(10),
    },
    'urn:any',
  )
  const { columns, report } = readable(readP6Xml(beside))
  t.same(
    tasksOf(columns).map(({ id, predecessors }) => [id, predecessors]),
    [
      ['A1', undefined],
      ['A1 (2)', undefined],
      ['A3', ['A1 FS 0']],
    ],
  )
  t.equal(report.counts.rows_left_out, 2)
  t.match(warningsOf(readP6Xml(beside)), { task_code_replaced: 1, task_left_out: 2 })
})
