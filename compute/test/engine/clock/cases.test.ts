/** P6's rules by the clock, one hand-made schedule each: what real files at hand do not hold. The calendar is Monday to Friday, 08:00 to 12:00 and 13:00 to 17:00. */
import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { settingOf } from '../../../../shared/contract/schedule/setting.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { chooseCalendar } from '../../../engine/calendar/choice.ts'
import { computeCpm } from '../../../engine/cpm/cpm.ts'
import { computeDates } from '../../../engine/cpm/dates.ts'
import { computeDrag } from '../../../engine/cpm/drag.ts'
import { driversOf } from '../../../engine/cpm/drivers.ts'
import { earlyDates, finishOf } from '../../../engine/cpm/forward.ts'
import { withRemaining } from '../../../engine/cpm/input.ts'
import { spanLoe } from '../../../engine/cpm/loe.ts'
import { holdingLinks } from '../../../engine/cpm/out-of-sequence.ts'
import { prepare } from '../../../engine/cpm/prepare.ts'
import { buildNetwork } from '../../../engine/graph/network.ts'
import { topologicalOrder } from '../../../engine/graph/order.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { built, type Plain, reply } from '../../helpers/every-analysis.ts'

const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const ALL = [['00:00', '24:00']]
const weekOf = (shifts: string[][], days: number) =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((name, d) => [
      name,
      d < days ? shifts : [],
    ]),
  )
const CALENDARS = [
  { id: '5x8', hours_per_day: 8, work_week: weekOf(DAY, 5), exceptions: [{ date: '2026-04-03' }] },
  { id: '7x24', hours_per_day: 24, work_week: weekOf(ALL, 7) },
  { id: '6x10', hours_per_day: 10, work_week: weekOf([['07:00', '17:00']], 6) },
]

const cpmRow = built.find(({ id }) => id === 'analysis.cpm')!

/** Monday. */
const DATA_DATE = '2026-03-02T08:00'

function computed(tasks: readonly TaskObject[], members: object = {}, elapsed: readonly number[] = []) {
  const container = { calendars: CALENDARS, status_date: DATA_DATE, ...members } as Record<string, unknown>
  const report = (place: unknown, words: string): never => {
    throw new Error(`${String(place)} ${words}`)
  }
  const setting = settingOf(container, container.status_date, report, [])!
  const columns = { ...columnsFromTasks(tasks), setting, elapsedLags: Uint8Array.from(elapsed) }
  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const choice = chooseCalendar(columns, undefined)
  const prepared = prepare(columns, network, { calendar: choice.calendar, statusDay: DAY_ABSENT })
  const result = computeCpm(prepared.input)
  spanLoe(columns, prepared.input, prepared.durationDays, result.earlyStart, result.earlyFinish)
  const dates = computeDates(columns, prepared, result)
  const text = (moment: number): string | null => (Number.isNaN(moment) ? null : formatMoment(moment))
  const spans = tasks.map((_, i) => [text(dates.moments!.earlyStart[i]!), text(dates.moments!.earlyFinish[i]!)])
  const late = tasks.map((_, i) => [text(dates.moments!.lateStart[i]!), text(dates.moments!.lateFinish[i]!)])
  return { columns, network, choice, prepared, result, dates, spans, late, floats: [...result.totalFloat], text }
}

t.test('milestones: one of the start opens the next morning, one of the finish closes the evening', async t => {
  const { spans, dates } = computed([
    { id: 'A', duration_days: 5 },
    { id: 'S', task_type: 'start_milestone', predecessors: ['A'] },
    { id: 'F', task_type: 'finish_milestone', predecessors: ['A'] },
    { id: 'M', task_type: 'milestone', predecessors: ['A'] },
    { id: 'N', task_type: 'milestone' },
  ])
  t.same(spans, [
    ['2026-03-02T08:00', '2026-03-06T17:00'],
    ['2026-03-09T08:00', '2026-03-09T08:00'],
    ['2026-03-06T17:00', '2026-03-06T17:00'],
    ['2026-03-06T17:00', '2026-03-06T17:00'],
    ['2026-03-02T08:00', '2026-03-02T08:00'],
  ])
  t.same(
    [...dates.earlyFinish].map(day => day - dates.projectStart),
    [4, 7, 4, 4, 0],
    'and the days of them',
  )
})

t.test('each task in its own calendar, floats in days of it', async t => {
  const { spans, floats } = computed([
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 1, calendar_id: '7x24', predecessors: ['A'] },
    { id: 'C', duration_days: 1, predecessors: ['B'] },
    { id: 'D', duration_days: 1, calendar_id: '6x10' },
  ])
  t.same(spans[1], ['2026-03-06T17:00', '2026-03-07T17:00'], 'round the clock: from Friday evening')
  t.same(spans[2], ['2026-03-09T08:00', '2026-03-09T17:00'])
  t.same(spans[3], ['2026-03-02T08:00', '2026-03-03T08:00'])
  t.equal(floats[1], 39 / 24, 'from Saturday 17:00 to Monday 08:00')
  t.equal(floats[3], (9 + 4 * 10 + 10) / 10, 'the rest of Tuesday, four days, and Monday')
})

t.test('a lag counts in the calendar of the predecessor, the successor, the project, or round the clock', async t => {
  const start = (lag_calendar: string) =>
    computed(
      [
        {
          id: 'A',
          duration_days: 1,
          calendar_id: '6x10',
          constraint_type: 'SNET',
          constraint_date: '2026-03-06T07:00',
        },
        { id: 'B', duration_days: 1, predecessors: [{ task_id: 'A', type: 'FS', lag_days: 1 }], calendar_id: '7x24' },
      ],
      { scheduling_options: { lag_calendar } },
    ).spans[1]![0]
  t.equal(start('predecessor'), '2026-03-07T17:00', 'ten hours of Saturday')
  t.equal(start('successor'), '2026-03-07T03:00', 'ten hours of the night')
  t.equal(start('24_hour'), '2026-03-07T03:00')
  t.equal(start('project'), '2026-03-10T10:00', 'eight hours of Monday and two of Tuesday')
})

t.test('an elapsed lag runs round the clock', async t => {
  const { spans } = computed(
    [
      { id: 'POUR', duration_days: 5 },
      { id: 'STRIP', duration_days: 1, predecessors: [{ task_id: 'POUR', type: 'FS', lag_days: 4 }] },
    ],
    {},
    [1],
  )
  t.same(spans[1], ['2026-03-11T08:00', '2026-03-11T17:00'], 'cured on Tuesday evening')
})

t.test(
  'an elapsed lag from a start ends by the clock, whatever the data date and the days off of the work that began',
  async t => {
    const start = (status_date: string, first: object, lag_days = 4, calendar_id = '5x8') =>
      computed(
        [
          { id: 'POUR', duration_days: 9, ...first },
          { id: 'STRIP', duration_days: 2, calendar_id, predecessors: [{ task_id: 'POUR', type: 'SS', lag_days }] },
        ],
        { status_date },
        [1],
      ).spans[1]![0]
    const onFriday = '2026-03-27T13:00'
    const begun = { actual_start: onFriday, remaining_duration_days: 8.5 }
    const planned = { constraint_type: 'SNET', constraint_date: onFriday }
    t.equal(start('2026-03-27T08:00', planned), '2026-03-31T13:00')
    for (const at of ['2026-03-27T17:00', '2026-03-28T00:00', '2026-03-30T17:00', '2026-03-31T12:00'])
      t.equal(start(at, begun), '2026-03-31T13:00', at)
    t.equal(start('2026-04-01T08:00', begun), '2026-04-01T08:00', 'it is over')
    t.equal(
      start('2026-03-27T17:00', begun, 1, '7x24'),
      '2026-03-28T13:00',
      'on Saturday, though the rest waits for Monday',
    )
    const suspended = { ...begun, suspend_date: '2026-03-27T17:00', resume_date: '2026-04-06T08:00' }
    t.equal(start('2026-03-28T00:00', suspended), '2026-04-06T08:00', 'no earlier than the rest goes on')
  },
)

t.test('suspended work goes on when it is resumed', async t => {
  const task = {
    id: 'A',
    duration_days: 10,
    actual_start: '2026-02-16T08:00',
    remaining_duration_days: 3,
    suspend_date: '2026-02-20T08:00',
  }
  const next = { id: 'B', duration_days: 1, predecessors: ['A SS+6 d'] }
  const { result, spans, text, prepared } = computed([{ ...task, resume_date: '2026-03-05T08:00' }, next])
  t.equal(text(prepared.input.clock!.origin + result.early.start[0]! * 1440), '2026-03-05T08:00')
  t.equal(spans[0]![1], '2026-03-09T17:00')
  t.equal(spans[1]![0], '2026-03-09T08:00', 'four days of the lag have passed before the suspension')
  t.equal(computed([task, next]).spans[0]![1], '2026-03-04T17:00', 'never resumed: from the data date')
})

t.test('a remaining duration counts before the start, and of work whose physical percent is 100', async t => {
  const { spans } = computed([
    { id: 'A', duration_days: 10, remaining_duration_days: 2 },
    {
      id: 'B',
      duration_days: 10,
      remaining_duration_days: 1,
      percent_complete: 100,
      actual_start: '2026-02-16T08:00',
    },
  ])
  t.equal(spans[0]![1], '2026-03-03T17:00', 'two days from the data date')
  t.equal(spans[1]![1], '2026-03-02T17:00', 'one day from the data date')
})

t.test('a second constraint bounds as the first does', async t => {
  const { spans, late, floats } = computed([
    {
      id: 'A',
      duration_days: 2,
      constraint_type: 'SNET',
      constraint_date: '2026-03-04T08:00',
      secondary_constraint_type: 'FNLT',
      secondary_constraint_date: '2026-03-04T17:00',
    },
    { id: 'B', duration_days: 10, predecessors: ['A'] },
  ])
  t.same(spans[0], ['2026-03-04T08:00', '2026-03-05T17:00'])
  t.equal(late[0]![1], '2026-03-04T17:00')
  t.equal(floats[0], -1)
})

t.test('start on and finish on hold both ways and yield to the logic; mandatory dates do not', async t => {
  const at = (constraint_type: string) => {
    const { spans, late, floats } = computed([
      { id: 'A', duration_days: 5 },
      { id: 'B', duration_days: 1, predecessors: ['A'], constraint_type, constraint_date: '2026-03-04T08:00' },
    ])
    return [spans[1]![0], late[1]![0], floats[0], floats[1]]
  }
  t.same(at('SO'), ['2026-03-09T08:00', '2026-03-04T08:00', -3, -3])
  t.same(at('MSO'), ['2026-03-04T08:00', '2026-03-04T08:00', -3, 0])
})

t.test('a delay that is tried on a task with an expected finish moves what follows', async t => {
  const { prepared, result } = computed(
    [
      { id: 'A', duration_days: 5, expected_finish: '2026-03-04T17:00' },
      { id: 'B', duration_days: 1, predecessors: ['A'] },
    ],
    { scheduling_options: { use_expected_finish: true } },
  )
  t.equal(result.projectFinish, 3 + 17 / 24, 'Wednesday and one day')
  const delayed = withRemaining(prepared.input, [[0, prepared.input.remainingDays[0]! + 10]])
  t.ok(finishOf(delayed, earlyDates(2)) > result.projectFinish + 7)
})

t.test('an expected finish sets what is left', async t => {
  const tasks = [
    { id: 'A', duration_days: 2, expected_finish: '2026-03-06T17:00' },
    { id: 'B', duration_days: 1, predecessors: ['A'] },
  ]
  const on = computed(tasks, { scheduling_options: { use_expected_finish: true } })
  t.same(on.spans[0], ['2026-03-02T08:00', '2026-03-06T17:00'])
  t.equal(on.spans[1]![0], '2026-03-09T08:00')
  t.same(on.floats, [0, 0])
  t.same([...on.result.freeFloat], [0, 0])
  t.equal(computed(tasks).spans[0]![1], '2026-03-03T17:00', 'without the option nothing')
})

const OUT_OF_SEQUENCE: readonly TaskObject[] = [
  { id: 'A', duration_days: 5, actual_start: '2026-02-23T08:00', remaining_duration_days: 3 },
  { id: 'B', duration_days: 5, predecessors: ['A'], actual_start: '2026-02-26T08:00', remaining_duration_days: 2 },
  {
    id: 'C',
    duration_days: 1,
    predecessors: ['A'],
    actual_start: '2026-02-26T08:00',
    actual_finish: '2026-02-26T17:00',
  },
  { id: 'D', duration_days: 1, predecessors: ['C'] },
]

t.test('retained logic waits, also through work that is finished; progress override does not', async t => {
  const retained = computed(OUT_OF_SEQUENCE)
  t.equal(retained.spans[1]![1], '2026-03-06T17:00')
  t.equal(retained.spans[3]![0], '2026-03-05T08:00', 'D waits for A behind the finished C')
  t.equal(holdingLinks(retained.prepared.input, retained.result.early, retained.columns).links.length, 2)
  const override = computed(OUT_OF_SEQUENCE, { scheduling_options: { progress: 'progress_override' } })
  t.equal(override.spans[1]![1], '2026-03-03T17:00')
  t.equal(override.spans[3]![0], '2026-03-02T08:00')
})

t.test('what is left of a lag after its actual date', async t => {
  const { spans } = computed([
    { id: 'A', duration_days: 2, actual_start: '2026-02-25T08:00', actual_finish: '2026-02-26T17:00' },
    { id: 'B', duration_days: 1, predecessors: ['A FS+3 d'] },
    { id: 'C', duration_days: 1, predecessors: ['A FS+1 d'] },
    {
      id: 'D',
      duration_days: 4,
      predecessors: ['A FS+3 d'],
      actual_start: '2026-02-27T08:00',
      remaining_duration_days: 2,
    },
  ])
  t.equal(spans[1]![0], '2026-03-04T08:00', 'Friday counts, two days are left')
  t.equal(spans[2]![0], '2026-03-02T08:00')
  t.equal(spans[3]![1], '2026-03-03T17:00', 'none into work that has started')
})

t.test('level of effort hangs between its tasks and moves none', async t => {
  const { spans, floats } = computed([
    { id: 'A', duration_days: 2 },
    { id: 'L', task_type: 'loe', duration_days: 1, predecessors: ['A SS', { task_id: 'B', type: 'FF' }] },
    { id: 'B', duration_days: 3, predecessors: ['A'], calendar_id: '7x24' },
    { id: 'K', task_type: 'loe', duration_days: 2, predecessors: [{ task_id: 'A', type: 'FS', lag_days: 1 }] },
  ])
  t.same(spans[1], ['2026-03-02T08:00', '2026-03-06T17:00'], 'ends on the evening before Friday 17:00 of B')
  t.same(spans[2], ['2026-03-03T17:00', '2026-03-06T17:00'])
  t.same(spans[3], ['2026-03-05T08:00', '2026-03-06T17:00'])
  t.ok(Number.isNaN(floats[1]!))
})

t.test('must finish by, data date with a time, project start, holidays', async t => {
  const { floats, spans, dates, text } = computed([{ id: 'A', duration_days: 25 }], {
    status_date: '2026-03-02T17:00',
    must_finish_by: '2026-04-03',
    project_start: '2026-03-03T10:00',
  })
  t.same(spans[0], ['2026-03-03T10:00', '2026-04-08T10:00'], 'Good Friday is off')
  t.equal(floats[0], -2.25, 'the holiday brings nothing')
  t.equal(text(dates.moments!.projectFinish), '2026-04-08T10:00')
})

t.test('external dates bound the early start and the late finish', async t => {
  const tasks = [
    { id: 'A', duration_days: 1, external_early_start: '2026-03-04T08:00', external_late_finish: '2026-03-03T17:00' },
    { id: 'B', duration_days: 5 },
  ]
  t.same(computed(tasks).floats, [-1, 0])
  t.same(computed(tasks, { scheduling_options: { ignore_external_dates: true } }).floats, [4, 0])
  const later = [{ id: 'A', duration_days: 1, external_late_finish: '2026-03-13T17:00' }, tasks[1]!]
  t.same(
    computed(later).floats,
    [9, 0],
    'its successors in other projects, not the end of this one, are what it waits for',
  )
  t.same(computed(later, { must_finish_by: '2026-03-03T17:00' }).floats, [9, -3])
})

t.test('as late as possible moves to the successors, in working time', async t => {
  const { spans, floats, result } = computed([
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 2, constraint_type: 'ALAP' },
    { id: 'C', duration_days: 1, predecessors: ['A', 'B'] },
  ])
  t.same(spans[1], ['2026-03-05T08:00', '2026-03-06T17:00'])
  t.same([floats[1], result.freeFloat[1]], [0, 0])
})

t.test('critical by float up to a bound, or by the longest path', async t => {
  const tasks = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 4 },
    { id: 'C', duration_days: 2, constraint_type: 'FNLT', constraint_date: '2026-03-03T17:00' },
    { id: 'Z', task_type: 'finish_milestone', predecessors: ['A', 'B', 'C'] },
  ]
  const critical = (scheduling_options: object) => [...computed(tasks, { scheduling_options }).result.critical]
  t.same(critical({}), [1, 0, 1, 1])
  t.same(critical({ critical_float_days_max: 1 }), [1, 1, 1, 1])
  t.same(critical({ critical_by: 'longest_path' }), [1, 0, 0, 1])
})

t.test('drag is what computing anew brings, drivers are what sets the dates', async t => {
  const { prepared, result, columns } = computed([
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 4, predecessors: ['A'] },
    { id: 'C', duration_days: 1, predecessors: ['A'], calendar_id: '7x24' },
    {
      id: 'D',
      duration_days: 2,
      predecessors: ['B', 'C'],
      constraint_type: 'SNET',
      constraint_date: '2026-03-05T08:00',
    },
    { id: 'E', duration_days: 1, constraint_type: 'SNET', constraint_date: '2026-03-05T08:00' },
  ])
  const drag = computeDrag(prepared.input, result)
  const early = earlyDates(columns.taskCount)
  for (const i of [0, 1, 3]) {
    const without = finishOf(withRemaining(prepared.input, [[i, 0]]), early)
    t.equal(drag[i], Math.round((result.projectFinish - without) * 1e6) / 1e6)
    t.ok(drag[i]! > 0)
  }
  t.ok(Number.isNaN(drag[2]!))
  const { driver, constrained, heldDays } = driversOf(prepared.input, result)
  t.equal(driver[3], driver[1], 'a link')
  t.same([...constrained], [4])
  t.same([...heldDays], [3])
})

t.test('durations that are not given come from dates in the calendar of the task', async t => {
  const { prepared, choice } = computed([
    { id: 'A', planned_start: '2026-03-02', planned_finish: '2026-03-09' },
    { id: 'B', planned_start: '2026-03-02T07:00', planned_finish: '2026-03-09T17:00', calendar_id: '6x10' },
    { id: 'C', calendar_id: 'nobody', planned_start: '2026-03-02', planned_finish: '2026-03-02' },
  ])
  t.same([...prepared.durationDays], [6, 7, 1])
  t.equal(choice.mode, 'task_calendars')
  t.same(choice.workDays, [1, 2, 3, 4, 5])
  t.equal(choice.calendar.daysBetween(20_545, 20_549), 2, 'Good Friday is no day of the project')
})

t.test(
  'a lag that ends in the night makes no negative float: what its successor is in time for, it is in time for',
  async t => {
    const { spans, late, floats } = computed(
      [
        { id: 'A', duration_days: 1, calendar_id: '5x8' },
        { id: 'B', duration_days: 1, calendar_id: '5x8', predecessors: [{ task_id: 'A', type: 'FF', lag_days: 0.5 }] },
      ],
      { scheduling_options: { lag_calendar: '24_hour' } },
    )
    t.same(spans[0], ['2026-03-02T08:00', '2026-03-02T17:00'])
    t.same(spans[1], ['2026-03-02T08:00', '2026-03-03T08:00'], 'not before 21:00, when nobody works')
    t.same(late, spans)
    t.same(floats, [0, 0])
  },
)

t.test('a link to a finish that falls into days off holds the finish until work goes on', async t => {
  const { spans, late, floats } = computed([
    { id: 'A', duration_days: 7, calendar_id: '7x24' },
    { id: 'B', duration_days: 2, calendar_id: '5x8', predecessors: [{ task_id: 'A', type: 'FF' }] },
    { id: 'C', duration_days: 2, calendar_id: '6x10', predecessors: ['B'] },
  ])
  t.same(spans, [
    ['2026-03-02T08:00', '2026-03-09T08:00'],
    ['2026-03-05T08:00', '2026-03-09T08:00'],
    ['2026-03-09T08:00', '2026-03-11T08:00'],
  ])
  t.same(late, spans)
  t.same(floats, [0, 0, 0])
})

t.test('a finish that no date can be printed for is null, as those of its tasks are', async t => {
  const { dates } = computed([{ id: 'A', duration_days: 1e9, calendar_id: '5x8' }])
  t.same(dates.moments!.projectFinish, Number.NaN)
  t.equal(dates.projectFinish, DAY_ABSENT)
  t.not(dates.projectStart, DAY_ABSENT)
})

t.test('a driving constraint is the one that holds the task, the second one too', t => {
  const calendars = CALENDARS.slice(0, 1)
  const snet = (date: string) => ({ constraint_type: 'SNET', constraint_date: date })
  const second = (type: string, date: string) => ({ secondary_constraint_type: type, secondary_constraint_date: date })
  const tasks = [
    { id: 'first', duration_days: 1, ...snet('2026-03-09T08:00') },
    { id: 'second', duration_days: 1, ...second('SNET', '2026-03-10T08:00') },
    { id: 'later second', duration_days: 1, ...snet('2026-03-09T08:00'), ...second('FNET', '2026-03-12T17:00') },
    { id: 'earlier second', duration_days: 1, ...snet('2026-03-11T08:00'), ...second('SNET', '2026-03-09T08:00') },
    { id: 'late second', duration_days: 1, ...snet('2026-03-11T08:00'), ...second('FNLT', '2026-04-09T08:00') },
    {
      id: 'pin',
      duration_days: 1,
      constraint_type: 'MSO',
      constraint_date: '2026-03-05T08:00',
      ...second('SNET', '2026-03-20T08:00'),
    },
    { id: 'free', duration_days: 1, ...second('SNET', '2026-02-02T08:00') },
  ]
  const { data } = reply(cpmRow, { calendars, status_date: DATA_DATE, tasks })
  t.same(
    data.driving_constraints.map((row: Plain) => [
      row.id,
      row.constraint_type,
      row.constraint_date.slice(0, 10),
      row.held_days,
    ]),
    [
      ['first', 'SNET', '2026-03-09', 5],
      ['second', 'SNET', '2026-03-10', 6],
      ['later second', 'FNET', '2026-03-12', 8],
      ['earlier second', 'SNET', '2026-03-11', 7],
      ['late second', 'SNET', '2026-03-11', 7],
      ['pin', 'MSO', '2026-03-05', 3],
    ],
  )
  t.end()
})
