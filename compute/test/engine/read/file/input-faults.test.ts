/** What a file lost weighs as the same fault in JSON does, in all three formats; and no link is lost in silence. */
import t from 'tap'
import type { FileFormat } from '../../../../../shared/contract/schedule/file-formats.ts'
import { inputFindings } from '../../../../engine/input/input-findings.ts'
import { givenLinkCount } from '../../../../engine/input/link-checks.ts'
import { lostLinkGate } from '../../../../engine/input/lost-links.ts'
import type { FileSchedule } from '../../../../engine/read/file/file-schedule.ts'
import { isRefusal } from '../../../../engine/read/file/file-schedule.ts'
import { FILE_READERS } from '../../../../engine/read/file/readers.ts'
import { faultsOfText } from '../../wording/faults-of-text.ts'

interface Link {
  readonly from: string
  readonly to: string
  readonly type?: string
  readonly lag?: string
}

interface Made {
  readonly ids: readonly string[]
  readonly links: readonly Link[]
  readonly calendar?: string
  readonly constraint?: string
  readonly start?: string
  /** Task and resource, of which the file has number 1. */
  readonly assigned?: readonly (readonly [task: string, resource: string])[]
}

const xer = ({ ids, links, calendar = '1', constraint = '', start = '', assigned = [] }: Made): string =>
  [
    'ERMHDR\t21.12\t2026-03-02\tProject\ta\ta\tdb\tProject Management\tUSD',
    '%T\tPROJECT\n%F\tproj_id\tproj_short_name\tclndr_id\tlast_recalc_date\n%R\t7\tP\t1\t2026-03-02 08:00',
    '%T\tCALENDAR\n%F\tclndr_id\tclndr_name\tday_hr_cnt\tclndr_data',
    `%R\t1\tFive\t8\t(0||CalendarData()((0||DaysOfWeek()(${[2, 3, 4, 5, 6].map(d => `(0||${d}()((0||0(s|08:00|f|16:00)())))`).join('')}))))`,
    '%T\tTASK\n%F\ttask_id\tproj_id\tclndr_id\ttask_code\ttask_type\ttarget_drtn_hr_cnt\tcstr_type\ttarget_start_date',
    ...ids.map(id => `%R\t${id}\t7\t${calendar}\tT${id}\tTT_Task\t16\t${constraint}\t${start}`),
    '%T\tTASKPRED\n%F\ttask_pred_id\ttask_id\tpred_task_id\tpred_type\tlag_hr_cnt',
    ...links.map(({ from, to, type = 'PR_FS', lag = '0' }, n) => `%R\t${n}\t${to}\t${from}\t${type}\t${lag}`),
    '%T\tRSRC\n%F\trsrc_id\trsrc_name\n%R\t1\tCrew',
    '%T\tTASKRSRC\n%F\ttaskrsrc_id\ttask_id\tproj_id\trsrc_id',
    ...assigned.map(([task, resource], n) => `%R\t${n}\t${task}\t7\t${resource}`),
    '%E',
  ].join('\n')

const P6_TYPE: Readonly<Record<string, string>> = { PR_FS: 'Finish to Start', PR_SS: 'Start to Start' }
const p6 = ({ ids, links, calendar = '1', constraint = '', start = '', assigned = [] }: Made): string =>
  `<APIBusinessObjects xmlns="http://xmlns.oracle.com/Primavera/P6/V18.1/API/BusinessObjects"><Calendar><ObjectId>1</ObjectId><Name>Five</Name><HoursPerDay>8</HoursPerDay><StandardWorkWeek>${[
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
  ]
    .map(
      day =>
        `<StandardWorkHours><DayOfWeek>${day}</DayOfWeek><WorkTime><Start>08:00:00</Start><Finish>15:59:00</Finish></WorkTime></StandardWorkHours>`,
    )
    .join(
      '',
    )}</StandardWorkWeek></Calendar><Resource><ObjectId>1</ObjectId><Name>Crew</Name></Resource><Project><ObjectId>7</ObjectId><Id>P</Id><DataDate>2026-03-02T08:00:00</DataDate><ActivityDefaultCalendarObjectId>1</ActivityDefaultCalendarObjectId>${ids
    .map(
      id =>
        `<Activity><ObjectId>${id}</ObjectId><Id>T${id}</Id><CalendarObjectId>${calendar}</CalendarObjectId><PlannedDuration>16</PlannedDuration><PrimaryConstraintType>${constraint}</PrimaryConstraintType><PlannedStartDate>${start}</PlannedStartDate></Activity>`,
    )
    .join('')}${links
    .map(
      ({ from, to, type = 'PR_FS', lag = '0' }) =>
        `<Relationship><PredecessorActivityObjectId>${from}</PredecessorActivityObjectId><SuccessorActivityObjectId>${to}</SuccessorActivityObjectId><Type>${P6_TYPE[type] ?? type}</Type><Lag>${lag}</Lag></Relationship>`,
    )
    .join('')}${assigned
    .map(
      ([task, resource]) =>
        `<ResourceAssignment><ActivityObjectId>${task}</ActivityObjectId><ResourceObjectId>${resource}</ResourceObjectId></ResourceAssignment>`,
    )
    .join('')}</Project></APIBusinessObjects>`

const MS_TYPE: Readonly<Record<string, string>> = { PR_FS: '1', PR_SS: '3' }
const ms = ({ ids, links, calendar = '1', constraint = '0', start = '', assigned = [] }: Made): string =>
  `<Project><CalendarUID>1</CalendarUID><StartDate>2026-03-02T08:00:00</StartDate><StatusDate>2026-03-02T08:00:00</StatusDate><Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar><WeekDays>${[2, 3, 4, 5, 6].map(d => `<WeekDay><DayType>${d}</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>16:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>`).join('')}</WeekDays></Calendar></Calendars><Tasks>${ids
    .map(
      id =>
        `<Task><UID>${id}</UID><ID>${id}</ID><Name>T${id}</Name><CalendarUID>${calendar}</CalendarUID><Duration>PT16H0M0S</Duration><ConstraintType>${constraint}</ConstraintType><Start>${start}</Start>${links
          .filter(({ to }) => to === id)
          .map(
            ({ from, type = 'PR_FS', lag = '0' }) =>
              `<PredecessorLink><PredecessorUID>${from}</PredecessorUID><Type>${MS_TYPE[type] ?? type}</Type><LinkLag>${lag}</LinkLag><LagFormat>7</LagFormat></PredecessorLink>`,
          )
          .join('')}</Task>`,
    )
    .join(
      '',
    )}</Tasks><Resources><Resource><UID>1</UID><Name>Crew</Name></Resource></Resources><Assignments>${assigned.map(([task, resource], n) => `<Assignment><UID>${n}</UID><TaskUID>${task}</TaskUID><ResourceUID>${resource}</ResourceUID></Assignment>`).join('')}</Assignments></Project>`

const FORMATS: readonly (readonly [FileFormat, (made: Made) => string])[] = [
  ['xer', xer],
  ['p6_xml', p6],
  ['ms_project_xml', ms],
]

function read(format: FileFormat, text: string): FileSchedule {
  const schedule = FILE_READERS[format](Buffer.from(text), {})
  if (isRefusal(schedule)) throw new Error(JSON.stringify(schedule))
  return schedule
}

const WHOLE: Made = {
  ids: ['1', '2', '3', '4'],
  links: [
    { from: '1', to: '2' },
    { from: '2', to: '3', lag: '16' },
    { from: '3', to: '4', type: 'PR_SS' },
  ],
}
const codesOf = ({ columns }: FileSchedule): string[] => inputFindings(columns).map(({ finding }) => finding.code)

t.test('an assignment of a task or a resource that is not in the file is a row that was lost', async t => {
  for (const [format, made] of FORMATS) {
    const lost = (assigned: NonNullable<Made['assigned']>): number =>
      inputFindings(read(format, made({ ...WHOLE, assigned })).columns).find(({ finding }) => finding.code === 'V114')
        ?.finding.count ?? 0
    t.equal(lost([['1', '1']]), 0, format)
    t.equal(lost([...WHOLE.ids, '9', '8'].map(id => [id, '1'] as const)), 2, `${format}: two tasks that are not there`)
    t.equal(lost([['2', '7']]), 1, `${format}: a resource that is not there`)
  }
})

t.test('a whole file has no finding and no gate', async t => {
  for (const [format, made] of FORMATS) {
    const schedule = read(format, made(WHOLE))
    t.strictSame(codesOf(schedule), [], format)
    t.strictSame(lostLinkGate(schedule.columns), [], format)
    t.equal(schedule.columns.links.task.length, 3, format)
  }
})

t.test('each fault of a file is a finding with its place and value', async t => {
  const faulty: readonly (readonly [string, Partial<Made>, string, string])[] = [
    ['V101', { links: [...WHOLE.links, { from: '99', to: '4' }] }, '99', 'lost_link'],
    ['V011', { links: [...WHOLE.links, { from: '1', to: '4', lag: 'NotANumber' }] }, 'NotANumber', 'bad_number'],
    ['V008', { links: [...WHOLE.links, { from: '1', to: '4', type: 'Sideways' }] }, 'Sideways', 'unknown_enum'],
    ['V112', { calendar: '5' }, '5', 'calendar_unknown'],
    ['V008', { constraint: '77' }, '77', 'unknown_enum'],
    ['V007', { start: 'yesterday' }, 'yesterday', 'bad_date'],
  ]
  for (const [format, made] of FORMATS) {
    for (const [code, change, value, kind] of faulty) {
      const schedule = read(format, made({ ...WHOLE, ...change }))
      const what = `${format}: ${kind} ${value}`
      t.strictSame(codesOf(schedule), [code], what)
      // the place is in the words of the file
      for (const { finding, advice } of inputFindings(schedule.columns))
        for (const text of [finding.description, advice?.description ?? ''])
          t.strictSame(faultsOfText(text.replace(/ \([^)]*\)(?=[.;])/, '').replace(/task \d/, 'it')), [], text)
      const fault = schedule.columns.faults.find(each => each.kind === kind)!
      t.ok(fault.texts[0]?.includes(value), `${what}: value ${fault.texts[0]}`)
      t.ok((fault.places?.[0] ?? '') !== '', `${what}: place ${fault.places?.[0]}`)
      t.ok(fault.tasks[0]! >= 0 || format !== 'xer', `${what}: task`)
    }
  }
})

t.test('four of nine links lost cap the score; one of thirty is told', async t => {
  for (const [format, made] of FORMATS) {
    const links = Array.from({ length: 9 }, (_, n) => ({
      from: n < 4 ? `9${n}` : String(1 + (n % 3)),
      to: '4',
      type: n > 6 ? 'PR_SS' : 'PR_FS',
    }))
    const [gate] = lostLinkGate(read(format, made({ ...WHOLE, links })).columns)
    t.match(
      gate,
      { code: 'GATE_LOST_LINKS', severity: 'critical', evidence: { links_lost: 4, links_total: 9 } },
      format,
    )
    const ids = Array.from({ length: 31 }, (_, n) => String(n + 1))
    const chain = ids.slice(1).map((to, n) => ({ from: n === 7 ? '999' : String(n + 1), to }))
    const [some] = lostLinkGate(read(format, made({ ...WHOLE, ids, links: chain })).columns)
    t.match(some, { code: 'GATE_SOME_LINKS_LOST', severity: 'high' }, format)
  }
})

t.test(
  'links of an XER that lost a line of its table, or its end, cap the score; without the line %E alone nothing is lost',
  async t => {
    const whole = xer({
      ...WHOLE,
      ids: ['1', '2', '3'],
      links: [
        { from: '1', to: '2' },
        { from: '2', to: '3' },
      ],
    })
    const gates = (text: string) => lostLinkGate(read('xer', text).columns)
    const links = whole.indexOf('%T\tTASKPRED')
    for (const [name, text, lost] of [
      ['the line %T', whole.replace('%T\tTASKPRED\n', ''), 2],
      ['the line %F', whole.replace(/%F\ttask_pred_id.*\n/, ''), 2],
      ['the end in the middle of a link', whole.slice(0, links + whole.slice(links).indexOf('PR_FS') + 5), 1],
      ['the end before the links', whole.slice(0, links), 1],
    ] as const) {
      t.not(text, whole, name)
      t.match(gates(text), [{ code: 'GATE_LOST_LINKS', evidence: { links_lost: lost } }], name)
    }
    t.strictSame(gates(whole), [])
    t.strictSame(gates(whole.replace('\n%E', '')), [], 'as some tools write it')
  },
)

t.test('links in the file are links held and links told, whatever ends they name', async t => {
  const runs = Number(process.env.READER_RUNS ?? 300)
  const seed = Number(process.env.READER_SEED ?? 33)
  let state = seed
  const random = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  for (let run = 0; run < runs; run++) {
    const ids = Array.from({ length: 2 + random(6) }, (_, n) => String(n + 1))
    const seen = new Set<string>()
    const links = Array.from({ length: random(12) }, () => {
      const to = ids[random(ids.length)]!
      const from = String(1 + random(ids.length + 3))
      const type = ['PR_FS', 'PR_SS', 'Odd'][random(3)]!
      return { from, to, type, lag: ['0', '8', 'x', ''][random(4)]! }
    }).filter(({ from, to, type }) => {
      const key = `${from} ${to} ${type === 'Odd' ? 'PR_FS' : type}`
      return !seen.has(key) && seen.add(key)
    })
    const [format, made] = FORMATS[run % 3]!
    const { columns, report } = read(format, made({ ids, links }))
    const told = columns.faults.filter(({ kind }) => kind === 'lost_link').reduce((sum, { count }) => sum + count, 0)
    const lost = links.filter(({ from }) => !ids.includes(from)).length
    if (told !== lost || columns.links.task.length !== links.length - lost || givenLinkCount(columns) !== links.length)
      t.fail(`${format} run ${run}: ${links.length} links, ${columns.links.task.length} held, ${told} of ${lost} told`)
    const misread = links.filter(({ lag }) => lag === 'x').length
    const lags = columns.faults.find(({ kind, field }) => kind === 'bad_number' && field === 'predecessors')?.count ?? 0
    if (lags !== misread) t.fail(`${format} run ${run}: ${lags} of ${misread} lags told`)
    t.ok(report.warnings.every(({ places = [] }) => places.length <= 20))
  }
  t.comment(`${runs} files, seed ${seed}`)
})
