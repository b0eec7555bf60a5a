/** What the page makes of replies: columns, dates as the service writes them, rows of the chart, and its lines of dates. */
import t from 'tap'
import { WBS_NAME_SEPARATOR } from '../../../shared/contract/schedule/fields.ts'
import { ALL, type Choice, testOf } from '../../page/browser/activities/choice.ts'
import { columnsOf } from '../../page/browser/activities/columns.ts'
import { groupsFrom, levelCount, rowsOf } from '../../page/browser/activities/rows.ts'
import { tableRoom } from '../../page/browser/gantt/layout.ts'
import { floorTo, next, UNITS, unitsFor } from '../../page/browser/gantt/time-scale.ts'
import type { LoadedFile } from '../../page/browser/loaded.ts'
import { causesIn } from '../../page/browser/schedule/causes.ts'
import { scheduleOf } from '../../page/browser/schedule/columns.ts'
import type { DelaysData, DelayWindow } from '../../page/browser/schedule/comparison-replies.ts'
import { shownDate } from '../../page/browser/schedule/date-of.ts'
import { fileFieldsOf, type GivenSchedule } from '../../page/browser/schedule/file-fields.ts'
import { tasksOfFinding } from '../../page/browser/schedule/finding-tasks.ts'
import { floatPaths } from '../../page/browser/schedule/float-paths.ts'
import { minutesOf } from '../../page/browser/schedule/moment.ts'
import { floatBands, perMonth, sCurve } from '../../page/browser/schedule/plot-data.ts'
import type { CpmData, Finding } from '../../page/browser/schedule/replies.ts'
import { loadOf, loadSeries } from '../../page/browser/schedule/resource-load.ts'
import type { Schedule } from '../../page/browser/schedule/schedule.ts'
import { stepsOf } from '../../page/browser/schedule/waterfall-steps.ts'
import { isLarge } from '../../page/browser/service/expected-size.ts'
import { NONE_SET, set } from '../../page/browser/settings.ts'
import { TEXT } from '../../page/browser/texts.ts'
import { marginNote } from '../../page/browser/views/overview.ts'
import { FIXTURES } from '../../sandbox/fixtures.ts'
import { startService } from '../helpers/service.ts'

const service = await startService(t)
const key = await service.key('government')
const options = { include_task_details: true, include_network_details: true, include_curves: true }
const computed = async (body: object): Promise<CpmData> =>
  (await service.call('/api/v1/analysis/cpm', { key, body: { ...body, options } })).json.data

const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.exe =1+1'
const dated = await computed({
  status_date: '2026-03-09',
  tasks: [
    {
      id: 'A',
      name: HOSTILE,
      duration_days: 5,
      planned_start: '2026-03-02',
      actual_start: '2026-03-02',
      percent_complete: 60,
      wbs_code: '1.1',
    },
    {
      id: 'B',
      duration_days: 4,
      predecessors: ['A'],
      wbs_code: '1.2',
      baseline_start: '2026-03-09',
      baseline_finish: '2026-03-12',
    },
    { id: 'C', duration_days: 1, predecessors: ['A FS+2 d'], wbs_code: '1.2.1' },
    { id: 'M', duration_days: 0, task_type: 'milestone', predecessors: ['B', 'C'] },
  ],
})
const schedule = scheduleOf(dated)
/** As the page has it beside the schedule, without checks. */
const loadedOf = (schedule: Schedule): LoadedFile => ({ schedule, analysed: { dcma: null } }) as never as LoadedFile
const NEAR_DAYS = 10
function shown(schedule: Schedule, more: Partial<Choice>, given?: GivenSchedule) {
  const choice = { ...ALL, ...more }
  const columns = columnsOf(loadedOf(schedule), given === undefined ? undefined : fileFieldsOf(given, schedule.ids))
  return rowsOf(schedule, columns, choice, testOf(schedule, choice, columns, NEAR_DAYS))
}

t.test('each date is shown as the reply has it, of milestones and undated schedules too', async t => {
  for (const [i, task] of dated.tasks.entries()) {
    t.equal(shownDate(schedule, schedule.start[i]!), task.early_start_date, task.id)
    t.equal(shownDate(schedule, schedule.finishDate[i]!), task.early_finish_date, task.id)
    t.ok(schedule.finish[i]! >= schedule.start[i]!, 'a bar has a length')
  }
  t.equal(schedule.names[0], HOSTILE, 'a name is what it is')
  const undated = scheduleOf(
    await computed({
      tasks: [
        { id: 'A', duration_days: 2 },
        { id: 'B', duration_days: 1.5, predecessors: ['A'] },
      ],
    }),
  )
  t.ok(undated.isUndated)
  t.equal(shownDate(undated, undated.finish[1]!), '3.5')
})

t.test('dates that happened and links have columns, too', t => {
  const columns = columnsOf(loadedOf(schedule), undefined)
  const texts = (key: string) => Array.from(schedule.ids, (_, i) => columns.find(each => each.key === key)!.text(i))
  const monday = TEXT.counting.date('2026-03-02')
  t.same(texts('actualStart'), [monday, '', '', ''])
  t.notOk(
    columns.some(({ key }) => key === 'actualFinish'),
    'nothing is finished',
  )
  t.same(texts('predecessors'), ['', 'A', 'A FS+2', 'B, C'])
  t.same(texts('successors'), ['B, C FS+2', 'M', 'M', ''])
  t.end()
})

t.test('with calendars a date keeps its time', async t => {
  const work_week = { monday: [['08:00', '16:00']], tuesday: [['08:00', '16:00']] }
  const data = await computed({
    status_date: '2026-03-02T08:00',
    calendars: [{ id: '1', work_week }],
    default_calendar_id: '1',
    tasks: [{ id: 'A', duration_days: 1.5, calendar_id: '1' }],
  })
  const clocked = scheduleOf(data)
  t.ok(clocked.hasTimes)
  t.equal(shownDate(clocked, clocked.finishDate[0]!), data.tasks[0]!.early_finish_date!.replace('T', ' '))
})

t.test(
  'hours of a task are those of its calendar, whatever other calendars count, until a figure is set for all',
  async t => {
    const calendar = (id: string, hours_per_day: number) => ({
      id,
      hours_per_day,
      work_week: { monday: [['06:00', '18:00']], tuesday: [['06:00', '18:00']] },
    })
    const given = {
      status_date: '2026-03-02T06:00',
      calendars: [calendar('1', 10), calendar('2', 6)],
      default_calendar_id: '1',
      tasks: [
        { id: 'A', duration_days: 2 },
        { id: 'B', duration_days: 2, calendar_id: '2', predecessors: ['A'] },
      ],
    }
    const clocked = scheduleOf(await computed(given))
    const hours = (fields?: GivenSchedule): number[] => {
      const columns = columnsOf(loadedOf(clocked), fields === undefined ? undefined : fileFieldsOf(fields, clocked.ids))
      const { title, number } = columns.find(({ key }) => key === 'duration')!
      t.match(title, ', h')
      return [number!(0), number!(1)]
    }
    t.teardown(() => set(NONE_SET))
    set({ unit: 'hours' })
    t.same(hours(given), [20, 12])
    t.same(hours(), [Number.NaN, Number.NaN], 'none are guessed until the calendars have come')
    set({ hoursPerDay: 8 })
    t.same(hours(given), [16, 16])
  },
)

t.test(
  'how late the finish is by the file is told with the task and its day, also without a day for the project',
  async t => {
    const latest = { constraint_type: 'FNLT', constraint_date: '2026-03-04' }
    const tasks = [
      { id: 'A', duration_days: 5 },
      { id: 'Z', name: 'Open', duration_days: 1, predecessors: ['A'], ...latest },
    ]
    const noteOf = async (more: object): Promise<string> => {
      const data = await computed({ status_date: '2026-03-02', calendar: 'calendar_days', tasks, ...more })
      return marginNote(data as never, scheduleOf(data))
    }
    const day = TEXT.counting.date
    t.equal(await noteOf({}), TEXT.overview.marginOf('Z Open', day('2026-03-04'), -3))
    t.equal(await noteOf({ must_finish_by: '2026-03-10' }), TEXT.overview.margin(day('2026-03-10'), 3))
    t.equal(await noteOf({ tasks: [tasks[0]] }), '')
  },
)

t.test('a variance is counted from day to day, whatever the times of a day', async t => {
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, [['08:00', '17:00']]])
  const tasks = [
    { id: 'A', duration_days: 1, baseline_start: '2026-03-02', baseline_finish: '2026-03-02' },
    { id: 'M', duration_days: 0, task_type: 'finish_milestone', predecessors: ['A'], baseline_finish: '2026-02-27' },
  ]
  const calendars = [{ id: 'C', hours_per_day: 9, work_week: Object.fromEntries(week) }]
  for (const times of [{ calendars }, { calendar: 'working_days' }]) {
    const schedule = scheduleOf(await computed({ tasks, ...times, status_date: '2026-03-02' }))
    const columns = columnsOf(loadedOf(schedule), undefined)
    const of = (key: string): number[] => [0, 1].map(columns.find(column => column.key === key)!.number!)
    t.same(of('startVariance'), [0, Number.NaN])
    t.same(of('finishVariance'), [0, 3])
    t.equal(columns.find(({ key }) => key === 'baselineStart')!.text(0), TEXT.counting.date('2026-03-02'))
  }
})

t.test('links are found from both ends', async t => {
  const { links } = schedule
  const into = (task: number) => [...links.into.subarray(links.intoStart[task], links.intoStart[task + 1])]
  const out = (task: number) => [...links.out.subarray(links.outStart[task], links.outStart[task + 1])]
  t.same(
    into(3).map(k => schedule.ids[links.predecessor[k]!]),
    ['B', 'C'],
  )
  t.same(
    out(0).map(k => schedule.ids[links.successor[k]!]),
    ['B', 'C'],
  )
  t.equal(links.lagDays[into(2)[0]!], 2)
})

t.test('rows are a tree by WBS, and what is folded, searched or filtered has none', async t => {
  const titles = (more: object) => shown(schedule, more).map(({ task, group }) => group?.title ?? schedule.ids[task])
  t.same(titles({}), ['M', '1', '1.1', 'A', '1.2', 'B', '1.2.1', 'C'])
  t.same(titles({ folded: ['1.2'] }), ['M', '1', '1.1', 'A', '1.2'])
  t.same(titles({ text: 'ONERROR' }), ['1', '1.1', 'A'])
  t.same(titles({ only: { title: '', ids: ['C'] } }), ['1', '1.2', '1.2.1', 'C'])
  t.same(titles({ group: 'none', sort: 'finish' }).length, 4)
  const top = shown(schedule, { folded: ['1'] }).at(-1)
  t.equal(top!.group!.start, minutesOf('2026-03-02'), 'a folded group has the dates of what is in it')
})

t.test('activities are filtered by every column, by time and by state, grouped by codes and ordered', async t => {
  const given = {
    status_date: '2026-03-09',
    calendar: 'working_days',
    tasks: [
      { id: 'A', duration_days: 5, actual_start: '2026-03-02', actual_finish: '2026-03-06', percent_complete: 100 },
      { id: 'B', duration_days: 10, remaining_duration_days: 4, actual_start: '2026-03-02', percent_complete: 60 },
      { id: 'C', duration_days: 10, predecessors: ['B'], codes: { Area: 'North' }, resources: ['Crane', 'Crew'] },
      { id: 'D', duration_days: 3, predecessors: ['B'], codes: { Area: 'South' }, organization_code: 'GC' },
      { id: 'E', duration_days: 20, predecessors: ['C'], codes: { Area: 'North' }, budgeted_cost: 1_200 },
    ],
  }
  const own = scheduleOf(await computed(given))
  const ids = (more: Partial<Choice>) =>
    shown(own, { group: 'none', ...more }, given)
      .map(({ task, group }) => group?.title ?? own.ids[task])
      .join(' ')
  const where = (key: string, condition: string) => ids({ where: { [key]: condition } })
  t.equal(ids({}), 'A B C D E')
  t.equal(where('duration', '>5'), 'B C E')
  t.equal(where('duration', '5..10'), 'A B C')
  t.equal(where('remaining', '=4'), 'B')
  t.equal(where('remaining', '0'), 'A', 'a number alone is that number')
  t.equal(where('start', '>=2026-03-13'), 'C D E', 'B takes 9 to 12 March')
  t.equal(where('start', '<=2026-03'), 'A B C D E', 'the last month belongs to it')
  t.equal(where('finish', '2026-03-06'), 'A')
  t.equal(where('actual', '=A'), 'B')
  t.equal(where('resources', 'crew'), 'C')
  t.equal(where('responsible', '!GC'), 'A B C E')
  t.equal(where('budget', '>=1,200'), 'E')
  t.equal(where('code:Area', 'north'), 'C E')
  t.equal(ids({ where: { 'code:Area': 'north', duration: '>10' } }), 'E', 'all conditions hold')
  t.equal(ids({ ahead: 2 }), 'B C D', 'up to 22 March, without what is complete')
  t.equal(ids({ from: '2026-03-02', until: '2026-03-06' }), 'A B')
  t.equal(ids({ show: 'open' }), 'B C D E')
  t.equal(ids({ group: 'code:Area' }), 'North C E South D (none) A B')
  t.equal(ids({ group: 'code:Area', sort: 'duration', isDescending: true }), 'North E C South D (none) B A')
  t.equal(ids({ sort: 'code:Area' }), 'C E D A B', 'what has none comes last')
  t.equal(ids({ sort: 'code:Area', isDescending: true }), 'D C E A B')
})

t.test('groups have the names of the file and come by their start; a search finds them', async t => {
  const wbs_name = (...names: string[]) => names.join(WBS_NAME_SEPARATOR)
  const named = scheduleOf(
    await computed({
      status_date: '2026-03-02',
      tasks: [
        { id: 'LATE', duration_days: 1, predecessors: ['B'], wbs_code: 'P.2', wbs_name: wbs_name('Bridge', 'Deck') },
        {
          id: 'B',
          duration_days: 1,
          predecessors: ['A'],
          wbs_code: 'P.1.1',
          wbs_name: wbs_name('Bridge', 'Ground', 'Piles'),
        },
        { id: 'A', duration_days: 1, wbs_code: 'P.1.1', wbs_name: wbs_name('Bridge', 'Ground', 'Piles') },
        // a point within a code of one level
        { id: 'C', duration_days: 9, predecessors: ['LATE'], wbs_code: 'P.3.5', wbs_name: wbs_name('Bridge', 'Rails') },
      ],
    }),
  )
  const titles = (more: object) =>
    shown(named, more).map(({ task, group, depth }) => `${depth} ${group?.title ?? named.ids[task]}`)
  t.same(titles({}), ['0 Bridge', '1 Ground', '2 Piles', '3 A', '3 B', '1 Deck', '2 LATE', '1 Rails', '2 C'])
  t.same(titles({ text: 'ground' }), ['0 Bridge', '1 Ground', '2 Piles', '3 A', '3 B'])
  t.same(titles({ text: 'bridge' }), [], 'the project is no group to be looked for')
})

t.test('summaries of the file are groups', async t => {
  const nested = scheduleOf(
    await computed({
      status_date: '2026-03-02',
      tasks: [
        { id: 'S', name: 'Phase', task_type: 'summary' },
        { id: 'A', duration_days: 2, parent_id: 'S' },
        { id: 'B', duration_days: 2 },
      ],
    }),
  )
  const rows = shown(nested, {})
  t.same(
    rows.map(({ task, depth, group }) => [nested.ids[task], depth, group?.title]),
    [
      ['S', 0, 'Phase'],
      ['A', 1, undefined],
      ['B', 0, undefined],
    ],
  )
})

t.test('the lines of dates go from hours to decades, and no unit stands still', async t => {
  const seen = new Set<string>()
  for (let scale = 2; scale > 1e-8; scale /= 1.3) seen.add(unitsFor(scale).lower)
  t.same([...seen].sort(), [...UNITS].sort())
  const from = minutesOf('2026-05-17T13:30')
  for (const unit of UNITS) {
    const first = floorTo(unit, from)
    const second = next(unit, first)
    t.ok(first <= from && second > from, unit)
    t.equal(floorTo(unit, second), second, unit)
    t.equal(next(unit, floorTo(unit, second - 1)), second, unit)
  }
})

t.test('texts count', async t => {
  t.equal(TEXT.activities.count(1, 1), '1 task')
  t.equal(TEXT.activities.count(2, 1_200), '2 of 1,200 tasks')
})

t.test('plots count each open task once, and draw the work over time as the service has it', async t => {
  const bands = floatBands(schedule)
  t.equal(
    bands.lines[0]!.values.reduce((sum, count) => sum + count, 0),
    4,
  )
  t.equal(bands.labels.length, bands.lines[0]!.values.length)
  const curves = dated.curves!
  const drawn = sCurve(curves, schedule.dataDate)
  const actual = drawn.lines.find(({ kind }) => kind === 'actual')!
  t.same(
    actual.values.map(value => (Number.isNaN(value) ? null : value)),
    curves.s_curve.map(({ actual_pct }) => actual_pct),
  )
  t.notOk(
    drawn.lines.some(({ kind }) => kind === 'earned'),
    'what has no value has no line',
  )
  const before = drawn.labels.findLastIndex(date => date < '2026-03-09')
  t.ok(drawn.mark!.at > before && drawn.mark!.at < before + 2, `the data date stands behind ${drawn.labels[before]}`)
  const months = drawn.months!
  t.same(
    months.map(({ text }) => text),
    curves.months.map(({ month }) => month.slice(0, 7)),
    'the line below is cut where months begin',
  )
  t.ok(months.every(({ number, text }) => number % 12 === Number(text.slice(5)) - 1))
  const finishes = perMonth(curves, 'finishes', schedule.dataDate)
  t.same(finishes.labels, ['2026-03'])
  t.equal(finishes.lines.find(({ kind }) => kind === 'forecast')!.values[0], 4)
  const years = {
    ...curves,
    months: Array.from({ length: 240 }, (_, i) => ({
      ...curves.months[0]!,
      month: `${2000 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`,
    })),
  }
  const long = perMonth(years, 'finishes', Number.NaN)
  t.equal(long.labels.length, 20, 'a bar is a year')
  t.equal(long.mark, undefined)
  t.equal((await computed({ tasks: [{ id: 'A', duration_days: 1 }] })).curves, null)
})

t.test('demand against capacity is that of the reply, of each resource and of all', async t => {
  const { json } = await service.call('/api/v1/analysis/resources', {
    key,
    body: {
      status_date: '2026-03-02',
      tasks: [
        { id: 'A', duration_days: 5, resources: ['Crew', 'Crane'] },
        { id: 'B', duration_days: 10, resource: 'Crew' },
      ],
    },
  })
  const load = loadOf(json.data)
  t.equal(load.resources[0]!.name, 'Crew', 'the most loaded comes first')
  const all = loadSeries(load, undefined)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const demand = (rows: { demand_days: number }[]) => sum(rows.map(({ demand_days }) => demand_days))
  t.equal(sum(all.lines[0]!.values), demand(json.data.histogram))
  const crew = loadSeries(load, load.resources[0])
  t.equal(
    sum(crew.lines[0]!.values),
    demand(json.data.histogram.filter((row: { resource: string }) => row.resource === 'Crew')),
  )
  t.equal(loadOf({ anchor: { date: null }, resources: [] }).periods.length, 0)
})

t.test('levels fold from the one that is chosen, and a circle of summaries hides no task', async t => {
  t.equal(levelCount(schedule), 3)
  const titles = shown(schedule, { folded: [...groupsFrom(schedule, 1)] }).map(
    ({ task, group }) => group?.title ?? schedule.ids[task],
  )
  t.same(titles, ['M', '1', '1.1', '1.2'])
  const circle = { ...schedule, parent: Int32Array.of(1, 0, -1, -1) }
  t.equal(shown(circle, {}).length, 4)
})

t.test('the steps of the waterfall add up to what the finish moved', async t => {
  const { requests } = FIXTURES.find(({ name }) => name === 'footbridge')!
  const body = requests['forensics.delay-analysis']
  const { data } = (await service.call('/api/v1/forensics/delay-analysis', { key, body })).json
  const sum = stepsOf(data).reduce((total, { days }) => total + days, 0)
  t.ok(Math.abs(sum - data.total_delay_days) < 0.02, `${sum} of ${data.total_delay_days} days`)
  t.ok(stepsOf(data).length > 1)
})

t.test('what moved the finish by name sums to the steps of the chart, of tasks that lost and gained days, too', t => {
  const dates = { from_date: '2026-03-02', to_date: '2026-03-30' }
  const task = (id: string, contribution_days: number, recovered_days: number) => ({
    ...{ id, name: HOSTILE, contribution_days, recovered_days, delay_category: null },
  })
  const window = {
    ...{ ...dates, revisions: [], no_task_days: 0.5, recovered_elsewhere_days: -0.25 },
    attribution: [task('A', 1.72, -1.15), task('B', 3, 0), task('C', -2, -2)],
  } as never as DelayWindow
  const causes = causesIn([window], () => '')
  const sum = (sign: number): number =>
    causes.reduce((total, { days }) => total + (Math.sign(days) === sign ? days : 0), 0)
  t.ok(Math.abs(sum(1) - (1.72 + 1.15 + 3 + 0.5)) < 0.01, `${sum(1)}`)
  t.ok(Math.abs(sum(-1) - (-1.15 - 2 - 0.25)) < 0.01, `${sum(-1)}`)
  t.same(
    causes.map(({ id, days }) => [id, Math.sign(days)]),
    [
      ['B', 1],
      ['A', 1],
      ['C', -1],
      ['A', -1],
      ['', 1],
      ['', -1],
    ],
  )
  const named = (scope_with_logic: boolean) =>
    stepsOf({
      ...{ by_category: {}, recovery_days: 0, revision: { scope_days: 1, logic_days: 18 }, unexplained_days: 0 },
      windows: [{ ...window, scope_with_logic }],
    } as never as DelaysData).map(({ name, days }) => [name, days])
  const { scope, logic, scopeWithLogic } = TEXT.compare.steps
  t.same(named(false), [
    [scope, 1],
    [logic, 18],
  ])
  t.same(named(true), [[scopeWithLogic, 19]], 'where tasks are counted with links, they are one step')
  const steps = stepsOf({
    ...{ by_category: { unattributed: 6.37 }, recovery_days: -3.4, revision: null, unexplained_days: 0 },
    windows: [window],
  } as never as DelaysData)
  t.same(
    steps.map(({ ids }) => ids),
    [
      ['A', 'B'],
      ['A', 'C'],
    ],
  )
  t.end()
})

t.test('a file is taken for large by its tasks, whatever its form, and by its bytes', async t => {
  const many = (row: string) => row.repeat(1_001)
  for (const [text, expected] of [
    [`ERMHDR\t19.12\n%T\tTASK\r\n%F\ttask_id\n${many('%R\t1\n')}%T\tTASKPRED\n`, true],
    [`%T\tTASK\n%F\ttask_id\n%R\t1\n%T\tTASKPRED\n${many('%R\t1\n')}`, false],
    [`<?xml version="1.0"?><Project>${many('<Task><UID>1</UID></Task>')}</Project>`, true],
    ['<Project><Task></Task></Project>', false],
    [`{"tasks":[${many('{"id":"A"},')}]}`, true],
    ['{"tasks":[{"id":"A"}]}', false],
    [' '.repeat(1_500_001), true],
  ] as const)
    t.equal(await isLarge(new Blob([text])), expected, text.slice(0, 40))
})

t.test('float paths to a task: what drives it first, then by the days until it would move', async t => {
  const paths = floatPaths(schedule, 3, 10)
  const named = paths.map(({ floatDays, tasks }) => [floatDays, tasks.map(task => schedule.ids[task])])
  t.same(named, [
    [0, ['A', 'B']],
    [1, ['C']],
  ])
  t.same(floatPaths(schedule, 0, 10), [], 'nothing leads to the first task')
  t.equal(floatPaths(schedule, 3, 1).length, 1)
  for (const { floatDays, tasks } of paths)
    for (const task of tasks)
      t.equal(schedule.totalFloatDays[task], floatDays, 'to the last task it is the total float')
})

t.test('a finding that names its first tasks opens all of them, where as many are counted', async t => {
  const tasks = Array.from({ length: 30 }, (_, i) => ({
    id: `T${i}`,
    duration_days: 5,
    planned_start: '2026-03-02',
    ...(i === 0 ? {} : { predecessors: ['T0'] }),
    ...(i > 0 && i < 26 ? { constraint_type: 'MSO', constraint_date: '2026-03-03' } : {}),
  }))
  const body = { must_finish_by: '2026-03-04', status_date: '2026-03-02', tasks, options }
  const { data, findings } = (await service.call('/api/v1/analysis/cpm', { key, body })).json as {
    data: CpmData
    findings: Finding[]
  }
  const schedule = scheduleOf(data)
  for (const [code, count] of [
    ['CPM_NEGATIVE_FLOAT', 30],
    ['CPM_VIOLATED_LINK', 25],
    ['CPM_PATHS_DIVERGE', 25],
  ] as const) {
    const found = findings.find(each => each.code === code)!
    t.equal(found.count, count)
    t.equal(found.task_ids.length, 20)
    const all = tasksOfFinding(found, schedule)!
    t.equal(all.length, count, code)
    t.equal(tasksOfFinding({ ...found, count: count + 1 }, schedule), undefined, 'another count is of other tasks')
  }
})

t.test('a date is read as the language reads it, whatever its form', async t => {
  const parsed = (text: string): number => Date.parse(text.length <= 10 ? `${text}T00:00Z` : `${text}Z`) / 60_000
  const texts = [
    '',
    '2026-02-30',
    '2026-00-10',
    '2026-13-01',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    'none',
  ]
  texts.push('2026-03-02T24:00', '2026-03-02T25:00', '2026-03-02T23:60', '2026-03-02 08:00', '2026-03-02T08:00:30')
  for (let day = -200_000; day < 200_000; day += 97) {
    const text = new Date(day * 86_400_000 + (day % 1_440) * 60_000).toISOString()
    texts.push(text.slice(0, 10), text.slice(0, 16), text.slice(0, 19))
  }
  const wrong = texts.filter(text => !Object.is(minutesOf(text), parsed(text)))
  t.same(wrong, [])
  t.equal(minutesOf('2026-03-02', true), parsed('2026-03-03'))
})

t.test('the table beside the bars ends with a whole column, until another width is chosen', async t => {
  const edges = [138, 328, 396, 482, 532, 616, 700, 768, 830]
  for (const width of [700, 900, 1024, 1224, 1280, 1600, 1900, 4000])
    t.ok(edges.includes(tableRoom(width, edges, undefined)), `${width} pixels`)
  t.equal(tableRoom(1224, edges, undefined), 768, 'with start, finish and total float on a screen of 1280')
  t.equal(tableRoom(1224, edges, 500), 500)
  t.equal(tableRoom(390, edges, undefined), 195, 'on a telephone half of it is for the bars')
  t.equal(tableRoom(700, [600, 900], undefined), 455, 'a first column that is too wide is cut')
})
