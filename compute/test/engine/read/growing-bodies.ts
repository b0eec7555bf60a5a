/**
 * Bodies that grow by one kind of element, for every kind that working time or paths can grow from: a generator per element of XER, P6 XML, the XML of
 * Microsoft Project, and calendars in JSON. `n` is how many of the element there are.
 */

const XER_HEAD =
  'ERMHDR\t19.12\t2020-01-01\tProject\tadmin\tadmin\tdb\tPM\tUSD\r\n%T\tPROJECT\r\n%F\tproj_id\tproj_short_name\tclndr_id\r\n%R\t1\tP\t1\r\n'
const XER_TASKS = '%T\tTASK\r\n%F\ttask_id\tproj_id\twbs_id\tclndr_id\ttask_code\ttarget_drtn_hr_cnt\r\n'
const times = <Item>(n: number, make: (k: number) => Item): Item[] => Array.from({ length: n }, (_, k) => make(k))
const joined = (n: number, make: (k: number) => string): string => times(n, make).join('')

/** Day number since 1900 in texts of the formats. */
const date = (n: number): string => new Date(Date.UTC(1900, 0, 1 + n)).toISOString().slice(0, 10)

const xerCalendars = (rows: string): string =>
  `${XER_HEAD}%T\tCALENDAR\r\n%F\tclndr_id\tbase_clndr_id\tday_hr_cnt\tclndr_data\r\n${rows}`
const xerWeek = '(0||DaysOfWeek()((0||2()((0||0(s|08:00|f|16:00)())))))'
const xerData = (exceptions: string): string => `(0||CalendarData()(${xerWeek}(0||Exceptions()(${exceptions}))))`
const xerDay = (n: number, shifts = ''): string => `(0||${n}(d|${2 + 3 * n})(${shifts}))`
const xerTask = (n: number, more: { wbs?: string; calendar?: string } = {}): string =>
  `%R\t${n}\t1\t${more.wbs ?? ''}\t${more.calendar ?? ''}\tT${n}\t8\r\n`

const XER: Readonly<Record<string, (n: number) => string>> = {
  'exceptions of a calendar': n =>
    `${xerCalendars(`%R\t1\t\t8\t${xerData(joined(n, k => xerDay(k)))}\r\n`)}${XER_TASKS}${xerTask(1)}`,
  'exceptions with 24 shifts': n =>
    `${xerCalendars(
      `%R\t1\t\t8\t${xerData(
        joined(n, k =>
          xerDay(
            k,
            joined(24, h => `(0||${h}(s|${h}:00|f|${h}:30)())`),
          ),
        ),
      )}\r\n`,
    )}${XER_TASKS}${xerTask(1)}`,
  'calendars that stand on one with exceptions': n =>
    `${xerCalendars(
      `%R\t1\t\t8\t${xerData(joined(n, k => xerDay(2 * k)))}\r\n${joined(Math.min(n, 1_900), k => `%R\tc${k}\t1\t8\t${xerData(xerDay(2 * k + 1))}\r\n`)}`,
    )}${XER_TASKS}${joined(Math.min(n, 1_900), k => xerTask(k, { calendar: `c${k}` }))}`,
  'deep rows of PROJWBS that no task uses': n =>
    `${XER_HEAD}%T\tPROJWBS\r\n%F\twbs_id\tparent_wbs_id\twbs_short_name\twbs_name\r\n${joined(50, k => `%R\tA${k}\tA${k - 1}\t${'s'.repeat(100)}\t${'n'.repeat(300)}\r\n`)}${joined(n, k => `%R\tB${k}\tA49\t${k}\t${k}\r\n`)}${XER_TASKS}${xerTask(1)}`,
  'tasks in deep rows of PROJWBS': n =>
    `${XER_HEAD}%T\tPROJWBS\r\n%F\twbs_id\tparent_wbs_id\twbs_short_name\twbs_name\r\n${joined(45, k => `%R\tA${k}\tA${k - 1}\t${'s'.repeat(100)}\t${'n'.repeat(300)}\r\n`)}${joined(n, k => `%R\tB${k}\tA44\t${k}\t${k}\r\n`)}${XER_TASKS}${joined(n, k => xerTask(k, { wbs: `B${k}` }))}`,
}

const p6 = (calendars: string, project: string): string =>
  `<APIBusinessObjects>${calendars}<Project><ObjectId>1</ObjectId><Id>P</Id><ActivityDefaultCalendarObjectId>1</ActivityDefaultCalendarObjectId>${project}</Project></APIBusinessObjects>`
const p6Calendar = (id: number, base: string, exceptions: string): string =>
  `<Calendar><ObjectId>${id}</ObjectId>${base}<HoursPerDay>8</HoursPerDay><StandardWorkWeek><StandardWorkHours><DayOfWeek>Monday</DayOfWeek><WorkTime><Start>08:00:00</Start><Finish>15:59:00</Finish></WorkTime></StandardWorkHours></StandardWorkWeek><HolidayOrExceptions>${exceptions}</HolidayOrExceptions></Calendar>`
const p6Day = (n: number, shifts = ''): string =>
  `<HolidayOrException><Date>${date(n)}T00:00:00</Date>${shifts}</HolidayOrException>`
const activity = (n: number, more = ''): string =>
  `<Activity><ObjectId>${n}</ObjectId><Id>A${n}</Id><PlannedDuration>8</PlannedDuration>${more}</Activity>`

const P6: Readonly<Record<string, (n: number) => string>> = {
  'exceptions of a calendar': n =>
    p6(
      p6Calendar(
        1,
        '',
        joined(n, k => p6Day(3 * k)),
      ),
      activity(1),
    ),
  'calendars that stand on one with exceptions': n =>
    p6(
      p6Calendar(
        1,
        '',
        joined(n, k => p6Day(3 * k)),
      ) +
        joined(Math.min(n, 1_900), k =>
          p6Calendar(2 + k, '<BaseCalendarObjectId>1</BaseCalendarObjectId>', p6Day(3 * k + 1)),
        ),
      joined(Math.min(n, 1_900), k => activity(1 + k, `<CalendarObjectId>${2 + k}</CalendarObjectId>`)),
    ),
  'activities in deep rows of WBS': n =>
    p6(
      p6Calendar(1, '', ''),
      joined(
        45,
        k =>
          `<WBS><ObjectId>${1 + k}</ObjectId><ParentObjectId>${k}</ParentObjectId><Code>${'s'.repeat(100)}</Code><Name>${'n'.repeat(300)}</Name></WBS>`,
      ) +
        joined(
          n,
          k =>
            `<WBS><ObjectId>${100 + k}</ObjectId><ParentObjectId>45</ParentObjectId><Code>${k}</Code></WBS>${activity(1 + k, `<WBSObjectId>${100 + k}</WBSObjectId>`)}`,
        ),
    ),
}

const period = (from: string, to: string): string =>
  `<TimePeriod><FromDate>${from}T00:00:00</FromDate><ToDate>${to}T00:00:00</ToDate></TimePeriod>`
const workingTimes = (shifts: number): string =>
  `<WorkingTimes>${joined(shifts, h => `<WorkingTime><FromTime>${String(h).padStart(2, '0')}:00:00</FromTime><ToTime>${String(h).padStart(2, '0')}:30:00</ToTime></WorkingTime>`)}</WorkingTimes>`
const exception = (inner: string, from = '1984-01-01', to = '2090-01-01', shifts = 0): string =>
  `<Exception>${period(from, to)}${inner}<DayWorking>${shifts > 0 ? 1 : 0}</DayWorking>${shifts > 0 ? workingTimes(shifts) : ''}</Exception>`
const msCalendar = (uid: number, base: number, inner: string): string =>
  `<Calendar><UID>${uid}</UID><Name>c${uid}</Name><IsBaseCalendar>1</IsBaseCalendar><BaseCalendarUID>${base}</BaseCalendarUID>${inner}</Calendar>`
const ms = (calendars: string, more = ''): string =>
  `<Project><CalendarUID>1</CalendarUID><Calendars>${calendars}</Calendars>${more === '' ? '<Tasks><Task><UID>1</UID><Duration>PT8H</Duration></Task></Tasks>' : more}</Project>`
const exceptions = (inner: string): string => `<Exceptions>${inner}</Exceptions>`
const workWeek = (from: number, days: number): string =>
  `<WorkWeek>${period(date(from), date(from + days))}<WeekDays><WeekDay><DayType>2</DayType><DayWorking>1</DayWorking>${workingTimes(1)}</WeekDay></WeekDays></WorkWeek>`

const MS_PROJECT: Readonly<Record<string, (n: number) => string>> = {
  'exceptions every two days': n =>
    ms(joined(n, k => msCalendar(1 + k, -1, exceptions(exception('<Type>7</Type><Period>2</Period>'))))),
  'exceptions every two days with 24 shifts': n =>
    ms(
      joined(n, k =>
        msCalendar(
          1 + k,
          -1,
          exceptions(exception('<Type>7</Type><Period>2</Period>', '1984-01-01', '2090-01-01', 24)),
        ),
      ),
    ),
  'exceptions that lie over each other': n =>
    ms(
      msCalendar(
        1,
        -1,
        exceptions(joined(n, k => exception('<Type>7</Type><Period>2</Period>', date(3 * k), date(3 * k + 30_000)))),
      ),
    ),
  'exceptions of a week': n =>
    ms(joined(n, k => msCalendar(1 + k, -1, exceptions(exception('<Type>6</Type><DaysOfWeek>42</DaysOfWeek>'))))),
  'exceptions of a month by position': n =>
    ms(
      msCalendar(
        1,
        -1,
        exceptions(
          joined(n, () =>
            exception(
              '<Type>5</Type><MonthItem>1</MonthItem><MonthPosition>3</MonthPosition>',
              '1900-01-01',
              '2500-01-01',
            ),
          ),
        ),
      ),
    ),
  'exceptions that never come': n =>
    ms(
      msCalendar(
        1,
        -1,
        exceptions(
          joined(n, () =>
            exception('<Type>2</Type><Month>1</Month><MonthDay>31</MonthDay>', '1900-01-01', '2500-01-01'),
          ),
        ),
      ),
    ),
  'months that have no such day': n =>
    ms(
      msCalendar(
        1,
        -1,
        exceptions(
          joined(n, () =>
            exception('<Type>4</Type><Period>12</Period><MonthDay>31</MonthDay>', '1900-02-01', '2500-01-01'),
          ),
        ),
      ),
    ),
  'too many days': n =>
    ms(msCalendar(1, -1, exceptions(joined(n, () => exception('<Type>8</Type>', '1900-01-01', '2500-01-01'))))),
  'work weeks of one day': n => ms(msCalendar(1, -1, `<WorkWeeks>${joined(n, k => workWeek(2 * k, 0))}</WorkWeeks>`)),
  'work weeks of 300 years': n =>
    ms(msCalendar(1, -1, `<WorkWeeks>${joined(n, k => workWeek(k, 100_000))}</WorkWeeks>`)),
  'calendars that stand on one with work weeks': n =>
    ms(
      msCalendar(1, -1, `<WorkWeeks>${joined(n, k => workWeek(2 * k, 0))}</WorkWeeks>`) +
        joined(n, k => msCalendar(2 + k, k % 8 === 0 ? 1 : 1 + k, '')),
    ),
  'calendars with work weeks over exceptions': n =>
    ms(
      msCalendar(1, -1, exceptions(joined(n, k => exception('', date(2 * k), date(2 * k))))) +
        joined(n, k => msCalendar(2 + k, 1, `<WorkWeeks>${workWeek(k, 1)}</WorkWeeks>`)),
    ),
  'calendars of resources that are joined': n =>
    ms(
      joined(n, k =>
        msCalendar(1 + k, -1, exceptions(joined(20, d => exception('', date(40 * d + k), date(40 * d + k))))),
      ),
      `<Tasks>${joined(n, k => `<Task><UID>${1 + k}</UID><Duration>PT8H</Duration></Task>`)}</Tasks><Resources>${joined(n, k => `<Resource><UID>${1 + k}</UID><CalendarUID>${1 + k}</CalendarUID></Resource>`)}</Resources><Assignments>${joined(n, k => joined(Math.min(16, n), m => `<Assignment><TaskUID>${1 + k}</TaskUID><ResourceUID>${1 + ((k + m) % n)}</ResourceUID></Assignment>`))}</Assignments>`,
    ),
  'joined calendars with exceptions of centuries': n =>
    ms(
      msCalendar(1, -1, exceptions(exception('', '1900-01-01', '2400-01-01', 2))) +
        joined(n, k => msCalendar(2 + k, -1, exceptions(exception('', date(30_000 + k), date(30_010 + k))))),
      `<Tasks>${joined(n, k => `<Task><UID>${1 + k}</UID><Duration>PT8H</Duration><CalendarUID>1</CalendarUID></Task>`)}</Tasks><Resources>${joined(n, k => `<Resource><UID>${1 + k}</UID><CalendarUID>${2 + k}</CalendarUID></Resource>`)}</Resources><Assignments>${joined(n, k => `<Assignment><TaskUID>${1 + k}</TaskUID><ResourceUID>${1 + k}</ResourceUID></Assignment>`)}</Assignments>`,
    ),
}

const week = { monday: [['08:00', '16:00']] }
const task = { id: 'A', duration_days: 1 }
const JSON_CALENDARS: Readonly<Record<string, (n: number) => object>> = {
  'exceptions of a calendar': n => ({
    tasks: [task],
    calendars: [{ id: 'c', work_week: week, exceptions: times(n, k => ({ date: date(2 * k) })) }],
  }),
  'exceptions that lie over each other': n => ({
    tasks: [task],
    calendars: [
      { id: 'c', work_week: week, exceptions: times(n, k => ({ date: date(n - k), until: date(n + 3 * k) })) },
    ],
  }),
  'exceptions of centuries': n => ({
    tasks: [task],
    calendars: times(Math.min(n, 2_000), k => ({
      id: `c${k}`,
      work_week: week,
      exceptions: [{ date: date(k), until: '2500-12-31' }],
    })),
  }),
  'calendars that take over exceptions': n => ({
    tasks: times(Math.min(n, 1_900), k => ({ id: `T${k}`, duration_days: 1, calendar_id: `c${k}` })),
    calendars: [
      { id: 'p', work_week: week, exceptions: times(n, k => ({ date: date(3 * k) })) },
      ...times(Math.min(n, 1_900), k => ({ id: `c${k}`, parent: 'p', exceptions: [{ date: date(3 * k + 1) }] })),
    ],
  }),
  'a chain of calendars': n => ({
    tasks: [task],
    calendars: times(Math.min(n, 2_000), k => ({
      id: `c${k}`,
      work_week: week,
      ...(k % 10 === 0 ? {} : { parent: `c${k - 1}` }),
      exceptions: times(20, e => ({ date: date(50 * k + 2 * e) })),
    })),
  }),
}

export interface Family {
  readonly name: string
  readonly format: 'xer' | 'p6_xml' | 'ms_project_xml' | 'json'
  readonly body: (n: number) => Uint8Array
}

const encoder = new TextEncoder()
const familiesOf = (
  format: Family['format'],
  made: Readonly<Record<string, (n: number) => string | object>>,
): Family[] =>
  Object.entries(made).map(([name, make]) => ({
    name: `${format}: ${name}`,
    format,
    body: n => {
      const body = make(n)
      return encoder.encode(typeof body === 'string' ? body : JSON.stringify(body))
    },
  }))

export const FAMILIES: readonly Family[] = [
  ...familiesOf('xer', XER),
  ...familiesOf('p6_xml', P6),
  ...familiesOf('ms_project_xml', MS_PROJECT),
  ...familiesOf('json', JSON_CALENDARS),
]
