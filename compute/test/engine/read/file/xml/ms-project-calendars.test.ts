/** XML of Microsoft Project: calendars, their exceptions and work weeks, and by which of them a task is done. */
import t from 'tap'
import {
  calendars,
  DAY,
  first,
  read,
  STANDARD,
  task,
  tasks,
  type Values,
  WEEK,
  warnings,
  weekDays,
} from '../../../../helpers/ms-project-file.ts'
import type { XmlValue } from './plain-schedule.ts'

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

t.test('of exceptions for one day a single one wins over a recurring one, in either order', async t => {
  const period = (from: string, to = from) => ({
    TimePeriod: { FromDate: `${from}T00:00:00`, ToDate: `${to}T23:59:00` },
  })
  const fridays = { ...period('2026-03-06', '2026-03-27'), Type: 6, Period: 1, DaysOfWeek: 32, DayWorking: 0 }
  const single = {
    ...period('2026-03-20'),
    Type: 1,
    DayWorking: 1,
    WorkingTimes: { WorkingTime: { FromTime: '08:00:00', ToTime: '12:00:00' } },
  }
  for (const Exception of [
    [fridays, single],
    [single, fridays],
  ])
    t.same(calendars([{ ...STANDARD, Exceptions: { Exception } }])[0]!.exceptions, [
      { date: '2026-03-06' },
      { date: '2026-03-13' },
      { date: '2026-03-20', shifts: [['08:00', '12:00']] },
      { date: '2026-03-27' },
    ])
})

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

t.test(
  'a crew that shares a task with one of another calendar works by its own, whatever the order of the tasks',
  async t => {
    const night = { UID: 2, Name: 'Night', IsBaseCalendar: 1, WeekDays: weekDays([2, 3, 4]) }
    const crew = (UID: number, CalendarUID: number): Values => ({ UID, Name: `Crew ${UID}`, CalendarUID, Type: 1 })
    const over = {
      Calendars: { Calendar: [STANDARD, night] },
      Resources: { Resource: [crew(1, 1), crew(2, 2), crew(3, 1)] },
      Assignments: {
        Assignment: [
          [1, 1],
          [1, 2],
          [2, 1],
          [2, 3],
        ].map(([TaskUID, ResourceUID]) => ({ TaskUID: TaskUID!, ResourceUID: ResourceUID! })),
      },
    }
    for (const rows of [
      [task(1), task(2)],
      [task(2), task(1)],
    ]) {
      const { resources } = read(rows, over).members as { resources: { id: string; calendar_id?: string }[] }
      t.same(resources.map(({ id, calendar_id }) => [id, calendar_id]).sort(), [
        ['Crew 1', '1'],
        ['Crew 2', '2'],
        ['Crew 3', undefined],
      ])
    }
  },
)
