/**
 * Small schedules levelled by hand after what Primavera P6 and Microsoft Project document, to the hour. P6: activities by leveling priority, then id, each into the first
 * room; started work stays. Microsoft Project: on in time, by id, or priority and the standard order; delays are elapsed time.
 */
import t from 'tap'
import { workRow } from '../../../../shared/contract/catalogue/catalogue.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { allocate } from '../../../engine/analysis/allocate/analyser.ts'
import { levellingAnalyser } from '../../../engine/analysis/levelling/analyser.ts'
import { readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal } from '../../../engine/result/result.ts'
import { writeData } from '../../../engine/write/envelope.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'
import { converted, inputOfBody, inputOfFile, LIMITS, pathOf } from '../convert/converted.ts'

const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const week = (...days: string[]): object => Object.fromEntries(days.map(day => [day, SHIFTS]))
const FIVE = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const CALENDARS = [
  { id: 'FIVE', hours_per_day: 8, work_week: week(...FIVE) },
  { id: 'SIX', hours_per_day: 8, work_week: week(...FIVE, 'saturday') },
]

interface Case {
  readonly title: string
  readonly tasks: readonly object[]
  /** Start and finish of each task, levelled. */
  readonly dates: Readonly<Record<string, readonly [start: string, finish: string]>>
  readonly more?: object
  readonly options?: object
  readonly check?: (data: Plain) => void
}

const crew = (id: string, hours: number, more: object = {}): object => ({
  id,
  duration_days: hours / 8,
  resource: 'Crew',
  ...more,
})

/** Monday 2 March 2026, 08:00. */
function run(rules: 'p6' | 'ms_project', { title, tasks, dates, more = {}, options = {}, check }: Case): void {
  t.test(`${rules}: ${title}`, async t => {
    const body = {
      ...{ tasks, calendars: CALENDARS, default_calendar_id: 'FIVE', status_date: '2026-03-02T08:00' },
      project_start: '2026-03-02T08:00',
      scheduling_options: { rules },
      ...more,
      options: { rule: rules === 'p6' ? 'p6' : 'ms_project_id', ...options },
    }
    const { data } = analyseSent('analysis.levelling', levellingAnalyser, body)
    const found = Object.fromEntries(data.tasks.map((row: Plain) => [row.id, [row.start, row.finish]]))
    for (const [id, [start, finish]] of Object.entries(dates))
      t.same(found[id], [`2026-03-${start}`, `2026-03-${finish}`], id)
    check?.(data)
  })
}

const P6: readonly Case[] = [
  {
    title: 'an activity is never split: it waits until it can be done in one piece',
    tasks: [crew('A10', 20), crew('A20', 12, { constraint_type: 'MSO', constraint_date: '2026-03-03T13:00' })],
    dates: { A10: ['05T08:00', '09T12:00'], A20: ['03T13:00', '04T17:00'] },
  },
  {
    title: 'equal priority goes by activity id',
    tasks: [crew('A20', 24), crew('A10', 24)],
    dates: { A10: ['02T08:00', '04T17:00'], A20: ['05T08:00', '09T17:00'] },
  },
  {
    title: 'the leveling priority goes before the id',
    tasks: [crew('A10', 24), crew('A20', 24)],
    more: { task_priorities: [{ task_id: 'A20', priority: 900 }] },
    dates: { A20: ['02T08:00', '04T17:00'], A10: ['05T08:00', '09T17:00'] },
  },
  {
    title: 'work of a day and a half ends at noon, and the next begins after the break',
    tasks: [crew('A10', 12), crew('A20', 8)],
    dates: { A10: ['02T08:00', '03T12:00'], A20: ['03T13:00', '04T12:00'] },
  },
  {
    title: 'started work keeps its resource, whatever its id',
    tasks: [crew('A10', 8), crew('A20', 24, { actual_start: '2026-02-26T08:00', remaining_duration_days: 10 / 8 })],
    dates: { A10: ['03T10:00', '04T10:00'] },
  },
  {
    title: 'a limit that falls on Wednesday lets two work before it and one after it',
    tasks: [crew('A10', 16), crew('A20', 16), crew('A30', 8)],
    more: {
      resources: [
        {
          id: 'Crew',
          limits: [
            { units_per_day: 2, to: '2026-03-03' },
            { units_per_day: 1, from: '2026-03-04' },
          ],
        },
      ],
    },
    dates: { A10: ['02T08:00', '03T17:00'], A20: ['02T08:00', '03T17:00'], A30: ['04T08:00', '04T17:00'] },
  },
  {
    title: 'within float alone: what would need two days and has one stays over-allocated',
    tasks: [crew('A10', 16), crew('A20', 8), { id: 'A30', duration_days: 2 }],
    options: { within_float_only: true },
    dates: { A10: ['02T08:00', '03T17:00'], A20: ['02T08:00', '02T17:00'] },
    check: data => t.equal(data.unresolved[0].reason, 'out_of_float'),
  },
  {
    title: 'an activity of six days a week leaves its Saturday to nobody who works five',
    tasks: [crew('A10', 48, { calendar_id: 'SIX' }), crew('A20', 8)],
    dates: { A10: ['02T08:00', '07T17:00'], A20: ['09T08:00', '09T17:00'] },
  },
  {
    title: 'a gap before a later activity is filled (serial scheme)',
    tasks: [
      { id: 'A05', duration_days: 2 },
      crew('A10', 16, { predecessors: ['A05'] }),
      crew('A20', 16),
      crew('A30', 24),
    ],
    dates: { A10: ['04T08:00', '05T17:00'], A20: ['02T08:00', '03T17:00'], A30: ['06T08:00', '10T17:00'] },
  },
  {
    title: 'negative float decides nothing where the id does: the activity that is a day late goes second',
    tasks: [crew('A10', 16), crew('A20', 8, { constraint_type: 'FNLT', constraint_date: '2026-02-27T17:00' })],
    dates: { A10: ['02T08:00', '03T17:00'], A20: ['04T08:00', '04T17:00'] },
  },
  {
    title: 'total float as the only field: the least goes first, negative before none',
    // A20 has to end on Friday and ends on Monday: one day late; A10 has none
    tasks: [crew('A10', 16), crew('A20', 8, { constraint_type: 'FNLT', constraint_date: '2026-02-27T17:00' })],
    options: { priority_order: [{ by: 'total_float' }] },
    dates: { A20: ['02T08:00', '02T17:00'], A10: ['03T08:00', '04T17:00'] },
  },
]

const MS_PROJECT: readonly Case[] = [
  {
    title: 'leveling can create splits: the work stops for what may not be moved, at noon, and goes on behind it',
    tasks: [crew('1', 20), crew('2', 12, { constraint_type: 'MSO', constraint_date: '2026-03-03T13:00' })],
    options: { allow_splits: true, split_days_min: 0 },
    // twelve hours, a pause from Tuesday noon to the end of Wednesday, eight hours
    dates: { 1: ['02T08:00', '05T17:00'], 2: ['03T13:00', '04T17:00'] },
    check: data => {
      const { parts, pauses_working_days } = data.delays.find(({ id }: Plain) => id === '1')
      t.same(
        parts.map(({ start, finish }: Plain) => [start, finish]),
        [
          ['2026-03-02T08:00', '2026-03-03T12:00'],
          ['2026-03-05T08:00', '2026-03-05T17:00'],
        ],
      )
      t.equal(pauses_working_days, 1.5)
    },
  },
  {
    title: 'ID only: the second waits over the weekend, four elapsed days',
    tasks: [crew('1', 32), crew('2', 16)],
    dates: { 1: ['02T08:00', '05T17:00'], 2: ['06T08:00', '09T17:00'] },
    check: data => t.equal(data.tasks.find(({ id }: Plain) => id === '2').delay_calendar_days, 4),
  },
  {
    title: 'priority, standard: the greater priority goes first',
    tasks: [crew('1', 16), crew('2', 16)],
    more: { task_priorities: [{ task_id: '2', priority: 800 }] },
    options: { rule: 'ms_project_priority_standard' },
    dates: { 2: ['02T08:00', '03T17:00'], 1: ['04T08:00', '05T17:00'] },
  },
  {
    title: 'priority 1000 is never moved, its slack notwithstanding',
    tasks: [crew('1', 16), crew('2', 8), { id: '3', duration_days: 9 }],
    more: { task_priorities: [{ task_id: '2', priority: 1000 }] },
    options: { rule: 'ms_project_standard' },
    dates: { 2: ['02T08:00', '02T17:00'], 1: ['03T08:00', '04T17:00'] },
  },
  {
    title:
      'priority 1000 waits for its links alone: it moves with a predecessor that is delayed, and nobody takes its resource',
    // 1 has two days left; 2 waits for it until Wednesday and holds 3 until Thursday, which leaves 4 the Monday after
    tasks: [
      crew('1', 24, { actual_start: '2026-02-27T08:00', remaining_duration_days: 2 }),
      crew('2', 8),
      crew('3', 16, { predecessors: ['2'] }),
      crew('4', 8),
    ],
    more: { task_priorities: [{ task_id: '3', priority: 1000 }] },
    dates: {
      ...{ 2: ['04T08:00', '04T17:00'], 3: ['05T08:00', '06T17:00'] },
      4: ['09T08:00', '09T17:00'],
    },
  },
  {
    title: 'half units: two at half time share the resource, the third waits',
    tasks: ['1', '2', '3'].map(id => ({
      id,
      duration_days: 1,
      assignments: [{ resource: 'Crew', units_per_day: 0.5 }],
    })),
    dates: { 1: ['02T08:00', '02T17:00'], 2: ['02T08:00', '02T17:00'], 3: ['03T08:00', '03T17:00'] },
  },
  {
    title: 'standard: the most successors go first, and the id decides among equals',
    // 2 has two successors; 5 and 1 none, the same slack and the same start: 1 before 5, which works on Friday and Monday
    tasks: [
      crew('5', 16),
      crew('1', 16),
      crew('2', 16),
      { id: '3', duration_days: 1, predecessors: ['2'] },
      { id: '4', duration_days: 1, predecessors: ['2'] },
    ],
    options: { rule: 'ms_project_standard' },
    dates: { 2: ['02T08:00', '03T17:00'], 1: ['04T08:00', '05T17:00'], 5: ['06T08:00', '09T17:00'] },
  },
  {
    title: 'standard: of as many successors the least slack goes first, negative before none',
    // 3 must start on Tuesday, so 2, which ends on Tuesday, is a day late; 1 and 4 are the longest path of what may move
    tasks: [
      crew('1', 16),
      crew('2', 16),
      { id: '3', duration_days: 1, predecessors: ['2'], constraint_type: 'MSO', constraint_date: '2026-03-03T08:00' },
      { id: '4', duration_days: 1, predecessors: ['1'] },
    ],
    options: { rule: 'ms_project_standard' },
    dates: {
      ...{ 2: ['02T08:00', '03T17:00'], 3: ['03T08:00', '03T17:00'] },
      ...{ 1: ['04T08:00', '05T17:00'], 4: ['06T08:00', '06T17:00'] },
    },
  },
  {
    title: 'within slack: a delay may use all of the slack, and what would need more stays where it is',
    // up to Friday, where 3 ends: 4 has two days of slack, 1 three, 2 four. 4 goes first; 1 waits three days; 2 would wait for Monday, five days
    tasks: [crew('1', 16), crew('2', 8), { id: '3', duration_days: 5 }, crew('4', 24)],
    options: { rule: 'ms_project_standard', within_float_only: true },
    dates: {
      ...{ 4: ['02T08:00', '04T17:00'], 1: ['05T08:00', '06T17:00'] },
      2: ['02T08:00', '02T17:00'],
    },
    check: data => t.match(data.unresolved[0], { id: '2', reason: 'out_of_float' }),
  },
  {
    title: 'started work stays, and what has more priority waits for the rest of it',
    // begun on Thursday, two of three days done: the third is Monday
    tasks: [crew('1', 16), crew('2', 24, { actual_start: '2026-02-26T08:00', remaining_duration_days: 1 })],
    more: { task_priorities: [{ task_id: '1', priority: 900 }] },
    options: { rule: 'ms_project_priority_standard' },
    dates: { 1: ['03T08:00', '04T17:00'] },
  },
  {
    title: 'of two calendars: six days of one leave the five of the other their Monday, seven elapsed days later',
    tasks: [crew('1', 48, { calendar_id: 'SIX' }), crew('2', 8)],
    dates: { 1: ['02T08:00', '07T17:00'], 2: ['09T08:00', '09T17:00'] },
    check: data => t.equal(data.tasks.find(({ id }: Plain) => id === '2').delay_calendar_days, 7),
  },
]

for (const each of P6) run('p6', each)
for (const each of MS_PROJECT) run('ms_project', each)

/** The levelled schedule as JSON, from the endpoint that returns it. */
function levelledBody(rules: 'p6' | 'ms_project', more: object = {}, options: object = {}): Plain {
  const body = {
    tasks: [crew('1', 32), crew('2', 16), crew('3', 8, { predecessors: ['2'] })],
    ...{ calendars: CALENDARS, default_calendar_id: 'FIVE', status_date: '2026-03-02T08:00' },
    ...{ project_start: '2026-03-02T08:00', scheduling_options: { rules } },
    ...more,
    options: { include_schedule: true, rule: rules === 'p6' ? 'p6' : 'ms_project_id', ...options },
  }
  const row = workRow('resources.allocate')
  const read = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', LIMITS)
  if ('code' in read) throw new Error(JSON.stringify(read))
  const result = allocate(read, { today: 0 })
  if (isRefusal(result)) throw new Error(result.code)
  return JSON.parse(Buffer.concat(writeData(result, 'application/json')).toString())
}

for (const rules of ['p6', 'ms_project'] as const) {
  t.test(`${rules}: the levelled schedule is a body, and as a file it keeps its dates`, async t => {
    const { schedule, allocation } = levelledBody(rules)
    const target = rules === 'p6' ? 'xer' : 'ms_project_xml'
    const input = inputOfBody(schedule)
    const starts = (tasks: readonly Plain[]): string[] => tasks.map(({ early_start_date }) => early_start_date)
    const wanted = allocation.tasks.map(({ start }: Plain) => start)
    t.same(wanted, ['2026-03-02T08:00', '2026-03-06T08:00', '2026-03-10T08:00'])
    t.same(starts(pathOf(input).tasks), wanted)
    const { bytes, report } = converted(target, input)
    t.equal(report.changed_count, 0)
    t.same(starts(pathOf(inputOfFile(bytes)).tasks), wanted)
    const delays = schedule.tasks.map(({ leveling_delay_days }: Plain) => leveling_delay_days ?? null)
    t.same(delays, rules === 'p6' ? [null, null, null] : [null, 4, null])
    if (rules === 'ms_project') t.match(bytes.toString(), /<LevelingDelay>57600</)
  })
}

for (const rules of ['p6', 'ms_project'] as const) {
  t.test(`${rules}: work that pauses has the same dates in every form`, async t => {
    // the crew is away on Wednesday and Thursday: the first task stops for them
    const limits = [{ units_per_day: 1 }, { units_per_day: 0, from: '2026-03-04', to: '2026-03-05' }]
    const tasks = [crew('1', 40), crew('2', 16, { predecessors: ['1'] }), crew('3', 16)]
    const more = { tasks, resources: [{ id: 'Crew', limits }] }
    const { schedule, allocation } = levelledBody(rules, more, { allow_splits: true })
    t.ok(allocation.split_count > 0)
    const finishes = new Map<string, string>(allocation.tasks.map(({ id, finish }: Plain) => [id, finish]))
    const datesOf = (path: Plain): string[][] =>
      path.tasks.map((row: Plain) => [row.id, row.early_start_date, row.early_finish_date]).sort()
    // ids of Microsoft Project are numbers
    const withoutIds = (rows: string[][]): string[] => rows.map(([, start, finish]) => `${start} ${finish}`).sort()
    const wanted = datesOf(pathOf(inputOfBody(schedule)))
    for (const { id, parts } of allocation.delays)
      for (const [n, { start, finish }] of parts.entries()) {
        const own = n === 0 ? id : `${id}.${n + 1}`
        t.same(
          wanted.find(row => row[0] === own),
          [own, start, finish],
        )
      }
    for (const [id, finish] of finishes)
      t.ok(
        wanted.some(row => row[0]!.split('.')[0] === id && row[2] === finish),
        id,
      )
    for (const target of ['xer', 'p6_xml', 'ms_project_xml'] as const)
      t.same(
        withoutIds(datesOf(pathOf(inputOfFile(converted(target, inputOfBody(schedule)).bytes)))),
        withoutIds(wanted),
        target,
      )
  })
}

t.test('computed dates that a schedule brings along are the levelled ones', async t => {
  const dates = { forecast_start: '2026-03-02T08:00', forecast_finish: '2026-03-03T17:00' }
  const found = { late_start: '2026-03-02T08:00', total_float_days: 3 }
  const tasks = [crew('1', 32), crew('2', 16, { ...dates, ...found }), crew('3', 16)]
  for (const rules of ['p6', 'ms_project'] as const) {
    const { schedule } = levelledBody(rules, { tasks })
    const [, second, third] = schedule.tasks
    t.match(second, { forecast_start: '2026-03-06T08:00', forecast_finish: '2026-03-09T17:00' })
    t.same([second.late_start, second.total_float_days, third.forecast_start], [undefined, undefined, undefined])
  }
  // work that pauses has no dates of the whole in its first part, from which Microsoft Project's rules would read a gap
  const limits = [{ units_per_day: 1 }, { units_per_day: 0, from: '2026-03-03', to: '2026-03-04' }]
  const more = { tasks: [crew('1', 16, dates)], resources: [{ id: 'Crew', limits }] }
  const { schedule } = levelledBody('ms_project', more, { allow_splits: true })
  const rows = pathOf(inputOfBody(schedule)).tasks.map((row: Plain) => [row.early_start_date, row.early_finish_date])
  t.same(rows, [
    ['2026-03-02T08:00', '2026-03-02T17:00'],
    ['2026-03-05T08:00', '2026-03-05T17:00'],
  ])
})

t.test(
  'dates of assignments move with their task: what spans it spans it again, the others keep their place in its working time',
  async t => {
    const own = (start: string, finish: string): object => ({ resource: 'Crew', start, finish })
    const dates = { forecast_start: '2026-03-05T08:00', forecast_finish: '2026-03-06T17:00' }
    const assignments = [
      own('2026-03-05T08:00', '2026-03-06T17:00'),
      own('2026-03-05T13:00', '2026-03-06T12:00'),
      { resource: 'Crew' },
    ]
    // so much that no part of the work behind it has room beside it
    const before = crew('1', 32, { resource: undefined, assignments: [{ resource: 'Crew', units_per_day: 2 }] })
    for (const rules of ['p6', 'ms_project'] as const) {
      // the task of that work moves from Monday to Friday, its second day is the Monday after
      const tasks = [before, { id: '2', duration_days: 2, ...dates, assignments }]
      const { schedule } = levelledBody(rules, { tasks, resources: [{ id: 'Crew', limits: [{ units_per_day: 3 }] }] })
      t.match(schedule.tasks[1].assignments, [
        own('2026-03-06T08:00', '2026-03-09T17:00'),
        own('2026-03-06T13:00', '2026-03-09T12:00'),
        { resource: 'Crew', start: undefined, finish: undefined },
      ])
    }
    // without calendars the same holds by days, whose end is midnight
    const days = [own('2026-03-02', '2026-03-04'), own('2026-03-03', '2026-03-03')]
    const tasks = [before, { id: '2', duration_days: 3, assignments: days }]
    const limits = [{ units_per_day: 2 }]
    const plain = { calendars: undefined, default_calendar_id: undefined, scheduling_options: undefined }
    const more = {
      ...plain,
      tasks,
      resources: [{ id: 'Crew', limits }],
      project_start: undefined,
      status_date: '2026-03-02',
    }
    const { schedule } = levelledBody('p6', more)
    t.match(schedule.tasks[1].assignments, [
      own('2026-03-06T00:00', '2026-03-09T00:00'),
      own('2026-03-07T00:00', '2026-03-08T00:00'),
    ])
  },
)

t.test('an assignment with a lag needs its resource from the lag on, and no sooner', async t => {
  const later = (lag_hours: number, more: object = {}): object => ({
    ...{ id: '2', duration_days: 5 },
    assignments: [{ resource: 'Crew', units_per_day: 1, budgeted_units: 24, lag_hours, ...more }],
  })
  const delaysOf = (rules: 'p6' | 'ms_project', second: object): Plain =>
    levelledBody(rules, { tasks: [crew('1', 32), second] }).allocation
  for (const rules of ['p6', 'ms_project'] as const) {
    // the crew is free when the fifth day begins
    t.equal(delaysOf(rules, later(32)).delayed_count, 0)
    const { delays, finish_after } = delaysOf(rules, later(16))
    t.same([delays[0].delay_working_days, finish_after], [2, '2026-03-10T17:00'])
    t.match(
      delays[0].text,
      ' it needs 1 unit of Crew from 2 working days after its start on, and 1 unit is short from 2026-03-04 at 08:00 to 2026-03-05 at 17:00 because of 1,',
    )
    // and what ends before its task leaves the crew to the next one
    const tasks = [{ ...later(0, { finish: '2026-03-03T17:00' }), id: '1' }, crew('2', 8)]
    t.equal(levelledBody(rules, { tasks }).allocation.delays[0].delay_working_days, 2)
  }
})

t.test(
  'ID only: tasks go by their row number in Microsoft Project, those without one by the number that their id is',
  async t => {
    const orderOf = (input: AnalysisInput): string[] => {
      const params = { ...input.params, options: { rule: 'ms_project_id' } }
      const found = levellingAnalyser({ ...input, params }, { today: 0 })
      if (isRefusal(found)) throw new Error(found.code)
      const { tasks } = JSON.parse(Buffer.concat(writeData(found, 'application/json')).toString())
      return tasks.toSorted((a: Plain, b: Plain) => (a.start < b.start ? -1 : 1)).map(({ id }: Plain) => id)
    }
    const sent = {
      ...{ calendars: CALENDARS, default_calendar_id: 'FIVE', status_date: '2026-03-02T08:00' },
      scheduling_options: { rules: 'ms_project' },
      tasks: ['10', '9', 'B', '3'].map(id => crew(id, 8)),
    }
    t.same(orderOf(inputOfBody(sent)), ['3', '9', '10', 'B'])
    const uids = inputOfBody({ ...sent, tasks: ['10', '9', '3'].map(id => crew(id, 8)) })
    const { bytes } = converted('ms_project_xml', uids)
    t.same(orderOf(inputOfFile(bytes)), ['10', '9', '3'])
    // in whatever order the file has them
    const tasks = bytes.toString().match(/<Task>.*?<\/Task>/gs)!
    const turned = bytes.toString().replaceAll(/<Task>.*?<\/Task>/gs, () => tasks.pop()!)
    t.ok(turned.indexOf('<ID>3<') < turned.indexOf('<ID>1<'))
    t.same(orderOf(inputOfFile(Buffer.from(turned))), ['10', '9', '3'])
    const numbered = ['10', '9', '3'].map((id, n) => crew(id, 8, { row_number: n === 2 ? undefined : 7 - n }))
    t.same(orderOf(inputOfBody({ ...sent, tasks: numbered })), ['9', '10', '3'], 'those without a row number last')
  },
)

t.test(
  'a resource that cannot be levelled is left alone, from a file of Microsoft Project too, unless it is asked for by name',
  async t => {
    const tasks = ['1', '2'].map(id => crew(id, 8))
    const body = {
      ...{ tasks, calendars: CALENDARS, default_calendar_id: 'FIVE', status_date: '2026-03-02T08:00' },
      scheduling_options: { rules: 'ms_project' },
      resources: [{ id: 'Crew', can_level: false, limits: [{ units_per_day: 1 }] }],
    }
    const { bytes } = converted('ms_project_xml', inputOfBody(body))
    for (const input of [inputOfBody(body), inputOfFile(bytes)])
      for (const [resources, delayed] of [
        [undefined, 0],
        [['Crew'], 1],
      ] as const) {
        const found = levellingAnalyser({ ...input, params: { ...input.params, options: { resources } } }, { today: 0 })
        if (isRefusal(found)) throw new Error(found.code)
        const data = JSON.parse(Buffer.concat(writeData(found, 'application/json')).toString())
        t.equal(data.delayed_count, delayed)
        const kept = found.findings.filter(({ code }) => code === 'LEVELLING_RESOURCES_KEPT_OUT')
        t.equal(kept.length, 1 - delayed)
        if (delayed === 0) t.match(data.resources_left_out, [{ resource: 'Crew', reason: 'not_asked_for' }])
      }
  },
)

t.test('work that levelling may not split waits in one piece where other work pauses, in a file too', async t => {
  const limits = [{ units_per_day: 2 }, { units_per_day: 0, from: '2026-03-04', to: '2026-03-05' }]
  const tasks = [crew('1', 40), crew('2', 40, { leveling_can_split: false })]
  const body = {
    ...{ tasks, calendars: CALENDARS, default_calendar_id: 'FIVE', status_date: '2026-03-02T08:00' },
    ...{ scheduling_options: { rules: 'ms_project' }, resources: [{ id: 'Crew', limits }] },
  }
  const { bytes } = converted('ms_project_xml', inputOfBody(body))
  t.equal(bytes.toString().match(/<LevelingCanSplit>0</g)!.length, 1)
  const options = { allow_splits: true }
  for (const input of [inputOfBody(body), inputOfFile(bytes)]) {
    const found = levellingAnalyser({ ...input, params: { ...input.params, options } }, { today: 0 })
    if (isRefusal(found)) throw new Error(found.code)
    const data = JSON.parse(Buffer.concat(writeData(found, 'application/json')).toString())
    t.match(data.delays, [
      { id: '1', parts: [{ start: '2026-03-02T08:00' }, { start: '2026-03-06T08:00' }] },
      { id: '2', delay_working_days: 4, pauses_working_days: 0 },
    ])
  }
})

t.test(
  'work that is split already moves as it is, its gap with it, and the levelled file has the same dates',
  async t => {
    // two days of work from Monday to Thursday
    const split = { forecast_start: '2026-03-02T08:00', forecast_finish: '2026-03-05T17:00' }
    const tasks = [crew('1', 24), crew('2', 16, split), crew('3', 8)]
    const { schedule, allocation } = levelledBody('ms_project', { tasks })
    const wanted = [
      ['1', '2026-03-02T08:00', '2026-03-04T17:00'],
      ['2', '2026-03-05T08:00', '2026-03-10T17:00'],
      ['3', '2026-03-11T08:00', '2026-03-11T17:00'],
    ]
    t.same(
      allocation.tasks.map(({ id, start, finish }: Plain) => [id, start, finish]),
      wanted,
    )
    const { bytes } = converted('ms_project_xml', inputOfBody(schedule))
    for (const input of [inputOfBody(schedule), inputOfFile(bytes)])
      t.same(
        pathOf(input).tasks.map(({ id, early_start_date, early_finish_date }: Plain) => [
          id,
          early_start_date,
          early_finish_date,
        ]),
        wanted,
      )
  },
)

t.test('leveling delays that stand in a schedule come back as they were where nothing is levelled', async t => {
  const tasks = [crew('1', 16, { leveling_delay_days: 3 }), crew('2', 8, { predecessors: ['1'] })]
  const { schedule, allocation } = levelledBody('ms_project', { tasks })
  t.equal(allocation.delayed_count, 0)
  t.equal(schedule.tasks[0].leveling_delay_days, 3)
  const { bytes } = converted('ms_project_xml', inputOfBody(schedule))
  t.match(bytes.toString(), /<LevelingDelay>43200</)
  t.match(pathOf(inputOfFile(bytes)).tasks[0], { early_start_date: '2026-03-05T08:00' })
})

for (const target of ['xer', 'p6_xml', 'ms_project_xml'] as const)
  t.test(
    `${target}: leveling priorities are read from files and written to them, and decide by the rules of both tools`,
    async t => {
      const tasks = [
        crew('1', 16),
        crew('2', 16, { leveling_priority: 900 }),
        crew('3', 16, { leveling_priority: 600 }),
        crew('4', 16, { leveling_priority: 100 }),
        crew('5', 16, { leveling_priority: 400 }),
      ]
      const rules = target === 'ms_project_xml' ? 'ms_project' : 'p6'
      const rule = target === 'ms_project_xml' ? 'ms_project_priority_standard' : 'p6'
      const { schedule } = levelledBody(rules, { tasks }, { rule: 'early_start' })
      const { bytes } = converted(target, inputOfBody({ ...schedule, tasks }))
      const read = inputOfFile(bytes)
      t.same([...read.schedules.get('tasks')!.levelingPriority], [Number.NaN, 900, 600, 100, 400])
      const found = levellingAnalyser({ ...read, params: { ...read.params, options: { rule } } }, { today: 0 })
      if (isRefusal(found)) throw new Error(found.code)
      const data = JSON.parse(Buffer.concat(writeData(found, 'application/json')).toString())
      const order = data.tasks.toSorted((a: Plain, b: Plain) => (a.start < b.start ? -1 : 1)).map(({ id }: Plain) => id)
      t.same(order, ['2', '3', '1', '5', '4'])
    },
  )

t.test('by the rules of Microsoft Project what follows a summary waits for all that lies under it', async t => {
  const tasks = [
    { id: 'S', task_type: 'summary' },
    crew('A', 24, { parent_id: 'S' }),
    crew('B', 40, { parent_id: 'S' }),
    { id: 'C', duration_days: 2, predecessors: ['S'] },
    { id: 'T', task_type: 'summary', predecessors: [{ task_id: 'C', type: 'FS', lag_days: 1 }] },
    { id: 'D', duration_days: 1, parent_id: 'T' },
  ]
  const { schedule, allocation } = levelledBody('ms_project', { tasks })
  const starts = Object.fromEntries(allocation.tasks.map(({ id, start }: Plain) => [id, start]))
  t.match(starts, { B: '2026-03-05T08:00', C: '2026-03-12T08:00', D: '2026-03-17T08:00' })
  const anew = pathOf(inputOfBody(schedule)).tasks
  for (const { id, early_start_date } of anew) if (starts[id] !== undefined) t.equal(early_start_date, starts[id], id)
})

run('ms_project', {
  title: 'a resource that works round the clock is taken until there is none of it any more',
  tasks: [crew('A', 184, { calendar_id: 'ALL' }), crew('B', 8)],
  // A ends at midnight, when the crew leaves; B stands above the limit wherever it stands
  dates: { A: ['02T08:00', '10T00:00'], B: ['02T08:00', '02T17:00'] },
  more: {
    calendars: [
      ...CALENDARS,
      {
        ...{ id: 'ALL', hours_per_day: 8 },
        work_week: Object.fromEntries([...FIVE, 'saturday', 'sunday'].map(day => [day, [['00:00', '24:00']]])),
      },
    ],
    resources: [
      { id: 'Crew', calendar_id: 'ALL', limits: [{ units_per_day: 1 }, { units_per_day: 0, from: '2026-03-10' }] },
    ],
  },
  check: data => t.match(data.unresolved, [{ id: 'B', reason: 'never_enough' }]),
})

t.test('work of the day that needs more of a night shift than there is has no parts', async t => {
  const night = {
    id: 'NIGHT',
    hours_per_day: 2,
    work_week: Object.fromEntries(FIVE.map(day => [day, [['22:00', '24:00']]])),
  }
  const [one, other] = [1.5, 0.25].map(units_per_day => [{ resource: 'Crew', units_per_day }])
  const { allocation } = levelledBody(
    'ms_project',
    {
      tasks: [
        { id: '1', duration_days: 3, assignments: one },
        { id: '2', duration_days: 0.5, calendar_id: 'SIX', constraint_type: 'ALAP', assignments: other },
      ],
      calendars: [...CALENDARS, night],
      resources: [{ id: 'Crew', calendar_id: 'NIGHT', limits: [{ units_per_day: 1 }] }],
    },
    { allow_splits: true },
  )
  t.match(allocation.unresolved, [{ id: '1', reason: 'never_enough' }])
  t.equal(allocation.split_count, 0)
})

t.test('work that ends beyond all dates has no periods, and is levelled all the same', async t => {
  const tasks = Array.from({ length: 900 }, (_, i) => ({ id: `${i}`, duration_days: 1_000_000, resources: ['Crew'] }))
  const { data } = analyseSent('analysis.levelling', levellingAnalyser, { tasks })
  t.ok(data.delayed_count >= 899)
  t.same(data.use, [])
})
