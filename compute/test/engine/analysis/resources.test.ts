/** POST /analysis/resources: a worked example to the digit, each rule, option and missing datum. */
import t, { type Test } from 'tap'
import { ResourceData } from '../../../../shared/contract/analysis/resources/data.ts'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { resourcesAnalyser } from '../../../engine/analysis/resources/analyser.ts'
import { analyse, byCode, type Plain, TODAY } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { random, shuffled } from '../../helpers/random.ts'

const SD = '2025-03-10'
const reply = (t: Test, tasks: readonly TaskObject[], more: object = {}): Plain =>
  analyse(t, resourcesAnalyser, ResourceData, { tasks, status_date: SD, ...more })
const only = (t: Test, tasks: readonly TaskObject[], more: object = {}): Plain => {
  const [resource] = reply(t, tasks, more).data.resources
  return resource
}

/** The network of the worked example; X and Y share R1. */
const GOLDEN: TaskObject[] = [
  { id: 'X', duration_days: 5, planned_start: SD, resource: 'R1' },
  { id: 'Y', duration_days: 5, constraint_type: 'SNET', constraint_date: '2025-03-12', resource: 'R1' },
  { id: 'M', duration_days: 0, predecessors: ['Y'], constraint_type: 'SNET', constraint_date: '2025-03-18' },
  { id: 'E', duration_days: 0, predecessors: ['X FS+6d', 'M'] },
]
const golden = (t: Test, options: object = {}, more: object = {}): Plain => reply(t, GOLDEN, { options, ...more })
/** One task of five planned days from a day of March on, on R1. */
const work = (id: string, from: number, more: object = {}): TaskObject => ({
  id,
  duration_days: 5,
  planned_start: `2025-03-${String(from).padStart(2, '0')}`,
  resource: 'R1',
  ...more,
})

t.test('golden: bucket, over-allocation, leveling candidate and risk to the digit', async t => {
  const plain = golden(t)
  t.strictSame(plain.data.histogram, [
    {
      resource: 'R1',
      start: '2025-03-10',
      finish: '2025-03-16',
      demand_days: 10,
      average_demand: 1.429,
      peak_demand: 2,
      capacity_days: 7,
      utilisation_pct: 142.9,
    },
  ])
  t.strictSame(plain.data.over_allocations, [
    {
      resource: 'R1',
      start: '2025-03-12',
      end: '2025-03-14',
      days: 3,
      peak_demand: 2,
      peak_ratio: 2,
      peak_date: '2025-03-12',
      demand_at_peak: 2,
      limit: 1,
      excess_days: 3,
      task_count: 2,
      task_ids: ['X', 'Y'],
    },
  ])
  t.strictSame(plain.data.leveling_candidates, [
    {
      resource: 'R1',
      period_start: '2025-03-12',
      period_end: '2025-03-14',
      excess_days: 3,
      id: 'Y',
      start: '2025-03-12',
      duration_days: 5,
      total_float_days: 4,
      free_float_days: 1,
      shift_needed_days: 3,
      effect: 'consumes_float',
    },
  ])
  t.strictSame(plain.data.resources, [
    {
      resource: 'R1',
      type: 'labour',
      task_count: 2,
      demand_days: 10,
      demand_hours: 80,
      demand_quantity: null,
      loaded_days: 7,
      first_date: '2025-03-10',
      last_date: '2025-03-16',
      peak_demand: 2,
      peak_date: '2025-03-12',
      peak_ratio: 2,
      limit: 1,
      limit_source: 'default',
      over_allocated_days: 3,
      excess_days: 3,
      budgeted_cost: null,
      actual_cost: null,
      remaining_cost: null,
    },
  ])
  t.strictSame([plain.data.risk_score, plain.score, plain.grade], [90, 10, 'F'])
  const parts = plain.data.components.map((each: Plain) => [each.component, each.weight, each.value, each.score])
  t.strictSame(parts, [
    ['over_allocation', 45, 42.9, 0],
    ['peak_demand', 25, 2, 0],
    ['critical_overload', 20, 100, 0],
    ['unassigned', 10, 0, 100],
  ])
  t.match(byCode(plain.findings, 'RS02'), {
    count: 2,
    task_ids: ['X', 'Y'],
    description: /2 units .* of 1 unit, .* 2025-03-12\. Ratio of peak demand to limit 2, limit 1\./,
  })
  t.strictSame(plain.data.critical_path_resources, [
    { resource: 'R1', critical_task_ids: ['X'], critical_days: 5, share_pct: 50 },
  ])
  t.strictSame(plain.data.anchor, { date: SD, source: 'status_date' })
  t.strictSame(plain.data.window, { start: SD, finish: '2025-03-16', days: 7, period_size_days: 7, periods: 1 })
  t.match(byCode(plain.findings, 'RESOURCE_DATES_COMPUTED'), { severity: 'info', count: 1, task_ids: ['Y'] })
  t.strictSame(plain.recommendations[0].codes, ['RS01'])
  t.equal(plain.recommendations[0].effect, 45)
})

t.test('work left loads the days from the anchor, however late it is', async t => {
  const overdue = { planned_start: '2025-02-03', planned_finish: '2025-02-07' }
  t.match(only(t, [work('A', 1, overdue)]), { demand_days: 5, first_date: SD, last_date: '2025-03-14' })
  const half = { ...overdue, actual_start: '2025-02-03', percent_complete: 50 }
  t.match(
    only(t, [work('A', 1, half)]),
    { demand_days: 2.5, loaded_days: 3, last_date: '2025-03-12' },
    'half of the third day',
  )
  const long = { ...overdue, planned_finish: '2025-03-20' }
  t.match(only(t, [work('A', 1, long)]), { demand_days: 11, last_date: '2025-03-20' }, 'its finish lies later')
  t.match(only(t, [work('A', 20)]), { first_date: '2025-03-20', last_date: '2025-03-24' }, 'finish: start + D - 1')
  const forecast = { forecast_start: '2025-03-25', forecast_finish: '2025-03-26' }
  t.match(only(t, [work('A', 20, forecast)]), { demand_days: 2, first_date: '2025-03-25' }, 'forecast before planned')
  const reversed = { planned_finish: '2025-03-12' }
  t.match(only(t, [work('A', 20, reversed)]), { demand_days: 5, last_date: '2025-03-24' }, 'a finish before the start')
})

t.test(
  'who demands: no complete work, milestones, summaries, margin or visibility tasks; level of effort does',
  async t => {
    const loaded = (more: object): number => only(t, [work('A', 11, more), work('B', 11)]).task_count
    t.equal(loaded({}), 2)
    for (const task_type of ['milestone', 'summary', 'schedule_margin', 'schedule_visibility']) {
      t.equal(loaded({ task_type }), 1, task_type)
    }
    for (const task_type of ['loe', 'planning_package', 'slpp']) t.equal(loaded({ task_type }), 2, task_type)
    t.equal(loaded({ actual_start: '2025-03-01', actual_finish: '2025-03-05', percent_complete: 100 }), 1)
    const visible = reply(t, [work('A', 11, { task_type: 'schedule_visibility' }), work('B', 11)])
    t.match(byCode(visible.findings, 'RESOURCE_ON_VISIBILITY_TASK'), { severity: 'low', task_ids: ['A'] })
    t.strictSame(visible.data.populations.demand, { count: 1, excluded_by_type: { schedule_visibility: 1 } })
    const levels = reply(t, [work('A', 11), work('B', 11, { task_type: 'loe' }), { id: 'C', duration_days: 90 }])
    t.strictSame(
      levels.data.leveling_candidates.map((each: Plain) => each.id),
      ['A'],
      'level of effort is not moved',
    )
  },
)

t.test('a resource and a list of resources are one set, a unit each', async t => {
  const plain = reply(t, [work('A', 11, { resources: ['R2', ' R1 ', 'R2'] })])
  t.strictSame(
    plain.data.resources.map((each: Plain) => [each.resource, each.demand_days]),
    [
      ['R1', 5],
      ['R2', 5],
    ],
  )
})

t.test('capacity: declared by any alias, from and to, the last one wins, else 1', async t => {
  const two = [work('A', 10), work('B', 10)]
  const over = (...resource_availability: object[]): number[] => {
    const found = only(t, two, { resource_availability })
    return [found.over_allocated_days, found.excess_days, found.peak_ratio]
  }
  t.strictSame(over(), [5, 5, 2])
  t.strictSame(over({ resource: 'R1', capacity_per_day: 2 }), [0, 0, 1])
  t.strictSame(over({ name: 'R1', capacity: 2 }), [0, 0, 1])
  t.strictSame(over({ id: ' R1 ', units: 4 }), [0, 0, 0.5])
  t.strictSame(over({ resource: 'R1', capacity_per_day: 2, from: '2025-03-12' }), [2, 2, 2])
  t.strictSame(over({ resource: 'R1', capacity_per_day: 2, to: '2025-03-11' }), [3, 3, 2])
  const middle = { resource: 'R1', capacity_per_day: 0.5, from: '2025-03-11', to: '2025-03-12' }
  t.strictSame(over({ resource: 'R1', capacity_per_day: 2 }, middle), [2, 3, 4])
  t.strictSame(over(middle, { resource: 'R1', capacity_per_day: 2 }), [0, 0, 1])
  const unused = reply(t, two, { resource_availability: [{ resource: 'r1', capacity_per_day: 9 }] })
  t.match(byCode(unused.findings, 'RESOURCE_NOT_USED'), { evidence: { resources: ['r1'] } })
  t.equal(unused.data.resources[0].over_allocated_days, 5)
  t.match(reply(t, two, { resource_availability: [{ capacity: 2 }] }), { faults: [{ type: 'missing' }] })
  const backwards = { resource: 'R1', from: '2025-03-12', to: '2025-03-11' }
  t.match(reply(t, two, { resource_availability: [backwards] }), { code: 'validation', faults: [{ type: 'conflict' }] })
  const bucket = reply(t, two, { resource_availability: [middle] }).data.histogram[0]
  t.strictSame([bucket.capacity_days, bucket.utilisation_pct], [6, 166.7])
})

t.test('periods are maximal runs; days off between them do not part them', async t => {
  // Thursday to Monday beside Thursday to Wednesday
  const tasks = [
    { ...work('A', 13), duration_days: 3 },
    { ...work('B', 13), duration_days: 5 },
    { ...work('C', 20), duration_days: 1 },
    { ...work('D', 20), duration_days: 1 },
  ]
  const periods = reply(t, tasks, { calendar: 'working_days' }).data.over_allocations
  t.strictSame(
    periods.map((each: Plain) => [each.start, each.end, each.days, each.task_ids]),
    [
      ['2025-03-13', '2025-03-17', 3, ['A', 'B']],
      ['2025-03-20', '2025-03-20', 1, ['C', 'D']],
    ],
  )
  const week = reply(t, tasks, { calendar: 'working_days' }).data.histogram
  t.strictSame(
    week.map((each: Plain) => [each.start, each.demand_days, each.capacity_days]),
    [
      ['2025-03-10', 4, 5],
      ['2025-03-17', 6, 5],
    ],
    'a bucket of seven days has five working days',
  )
})

t.test('leveling: the effect by free and total float; order by effect, larger float, shorter duration', async t => {
  const end = { id: 'END', duration_days: 60 }
  const tasks: TaskObject[] = [
    { ...work('LATE', 10), duration_days: 3 },
    { ...work('NONE', 10), duration_days: 3 },
    { ...work('USES', 10), duration_days: 3 },
    { id: 'NEXT', duration_days: 1, predecessors: ['USES', 'LATE'] },
    { id: 'GATE', duration_days: 56, predecessors: ['LATE'] },
    { ...work('RUNS', 10), duration_days: 3, actual_start: '2025-03-10', percent_complete: 10 },
    end,
  ]
  const found = reply(t, tasks).data.leveling_candidates
  t.strictSame(
    found.map((each: Plain) => [
      each.id,
      each.total_float_days,
      each.free_float_days,
      each.shift_needed_days,
      each.effect,
    ]),
    [
      ['NONE', 57, 57, 3, 'none'],
      ['USES', 56, 0, 3, 'consumes_float'],
      ['LATE', 1, 0, 3, 'delays_project'],
    ],
  )
  const equal = [work('P', 10), { ...work('Q', 10), duration_days: 2 }, { ...work('S', 10), duration_days: 5 }, end]
  const order = reply(t, equal).data.leveling_candidates.map((each: Plain) => [each.id, each.period_end])
  t.strictSame(order, [
    ['Q', '2025-03-14'],
    ['P', '2025-03-14'],
    ['S', '2025-03-14'],
  ])
})

t.test('option over_allocation_threshold is a multiple of the capacity', async t => {
  t.equal(golden(t, { over_allocation_threshold: 2 }).data.over_allocations.length, 0)
  t.equal(golden(t, { over_allocation_threshold: 1.99 }).data.over_allocations.length, 1)
  t.equal(golden(t, { over_allocation_threshold: 0.5 }).data.over_allocations[0].days, 7)
  t.equal(golden(t, { over_allocation_threshold: 2 }).data.over_allocation_threshold, 2)
})

t.test('option period_size_days sizes the buckets; more than 5,000 are refused', async t => {
  const halves = golden(t, { period_size_days: 3 }).data.histogram
  t.strictSame(
    halves.map((each: Plain) => [each.start, each.finish, each.demand_days, each.peak_demand]),
    [
      ['2025-03-10', '2025-03-12', 4, 2],
      ['2025-03-13', '2025-03-15', 5, 2],
      ['2025-03-16', '2025-03-18', 1, 1],
    ],
  )
  const far = [work('A', 10), { ...work('B', 10), duration_days: 5001 }]
  t.equal(
    reply(t, [...far.slice(0, 1), { ...far[1]!, duration_days: 5000 }], { options: { period_size_days: 1 } }).data
      .window.periods,
    5000,
  )
  t.match(reply(t, far, { options: { period_size_days: 1 } }), {
    code: 'validation',
    faults: [{ loc: ['body', 'options', 'period_size_days'], msg: /5001/ }],
  })
  t.equal(reply(t, far).data.histogram.length, 715)
  const endless = reply(t, [{ ...work('A', 10), duration_days: 1e9 }], { options: { period_size_days: 365 } })
  t.match(endless.data.window, { finish: '2500-12-31', periods: 477 }, 'days end with the dates a schedule may name')
})

t.test('the include options add or take away their block and change no score', async t => {
  const plain = golden(t)
  const blocks = {
    include_histogram_data: 'histogram',
    include_leveling_candidates: 'leveling_candidates',
    include_critical_path_resources: 'critical_path_resources',
  }
  for (const [option, block] of Object.entries(blocks)) {
    const without = golden(t, { [option]: false })
    t.notOk(block in without.data, option)
    t.ok(block in plain.data)
    t.equal(without.score, plain.score)
  }
  t.notOk('resource_curves' in plain.data)
  const curves = golden(t, { include_resource_curves: true, include_histogram_data: false, period_size_days: 3 })
  t.strictSame(curves.data.resource_curves, [
    { resource: 'R1', finish: '2025-03-12', cumulative_demand_days: 4, cumulative_capacity_days: 3 },
    { resource: 'R1', finish: '2025-03-15', cumulative_demand_days: 9, cumulative_capacity_days: 6 },
    { resource: 'R1', finish: '2025-03-18', cumulative_demand_days: 10, cumulative_capacity_days: 9 },
  ])
  t.equal(curves.score, plain.score)
  const later = reply(t, [work('A', 20)], { options: { include_resource_curves: true } })
  t.strictSame(
    later.data.resource_curves.map((each: Plain) => each.cumulative_capacity_days),
    [14, 21],
    'capacity counts from the anchor',
  )
})

t.test('option exclude_task_types: the tasks demand nothing and stay in the network', async t => {
  const tasks = GOLDEN.map(task => (task.id === 'X' ? { ...task, task_type: 'slpp' } : task))
  const plain = reply(t, tasks, { options: { exclude_task_types: ['slpp'] } })
  t.strictSame([plain.data.resources[0].task_count, plain.data.over_allocations.length], [1, 0])
  t.strictSame(plain.data.populations.demand, { count: 1, excluded_by_type: { slpp: 1 } })
  t.equal(plain.data.populations.critical.count, 0)
  const all = reply(t, GOLDEN, { options: { exclude_task_types: ['task'] } })
  t.strictSame([all.score, all.data.resources], [null, []])
})

t.test('without a status date the dates of the schedule are the anchor, never the day of the call', async t => {
  const tasks = [work('A', 10)]
  const plain = reply(t, tasks, { status_date: undefined })
  t.strictSame(plain.data.anchor, { date: SD, source: 'schedule' })
  t.equal(byCode(plain.findings, 'RESOURCE_ANCHOR_TODAY'), undefined)
  const old = reply(t, [work('A', 10, { planned_start: '2020-01-01' })], { status_date: undefined })
  t.equal(old.data.resources[0].first_date, '2020-01-01')
  const begun = work('B', 3, { actual_start: '2025-03-03', actual_finish: '2025-03-12', percent_complete: 100 })
  t.strictSame(
    reply(t, [work('A', 10), begun], { status_date: undefined }).data.anchor,
    { date: '2025-03-13', source: 'schedule' },
    'the day after the latest actual date',
  )
  const undated = reply(
    t,
    [
      { id: 'A', duration_days: 3, resource: 'R1' },
      { id: 'B', duration_days: 2, resource: 'R1', predecessors: ['A'] },
    ],
    {
      status_date: undefined,
    },
  )
  t.match(undated.data.resources[0], { first_date: formatDay(TODAY), last_date: formatDay(TODAY + 4), demand_days: 5 })
  t.match(byCode(undated.findings, 'RESOURCE_DATES_COMPUTED'), { count: 2 })
})

t.test('no resources: score null; work that cannot be placed is reported; complete work has no demand', async t => {
  const none = reply(t, [{ id: 'A', duration_days: 3 }])
  t.strictSame([none.score, none.grade, none.data.risk_score, none.data.resources], [null, null, null, []])
  t.match(byCode(none.findings, 'RESOURCE_NONE'), { severity: 'info' })
  t.match(none.data.components[0], { status: 'skipped', message: /no task has one/ })
  t.equal(none.skipped, true)
  const lengthless = reply(t, [{ id: 'A', planned_start: '2025-03-12', resource: 'R1' }])
  t.match(byCode(lengthless.findings, 'RESOURCE_NOT_PLACED'), { severity: 'medium', task_ids: ['A'] })
  t.match(byCode(lengthless.findings, 'DURATION_MISSING'), { count: 1 })
  const done = reply(t, [
    work('A', 1, { actual_start: '2025-03-01', actual_finish: '2025-03-05', percent_complete: 100 }),
  ])
  t.strictSame([done.score, done.data.window.finish, done.data.histogram], [100, null, []])
})

t.test('a cycle is refused; unknown and unreadable links, and reversed dates, are findings', async t => {
  const cyclic = [work('A', 10, { predecessors: ['B'] }), work('B', 10, { predecessors: ['A'] })]
  t.equal(reply(t, cyclic).code, 'dependency_cycle')
  const loose = reply(t, [work('A', 10, { predecessors: ['nobody'], planned_finish: '2025-03-01' })])
  t.ok(byCode(loose.findings, 'V101'))
  t.ok(byCode(loose.findings, 'V009'))
})

t.test('critical tasks are those of the critical path that wait for an over-allocated resource', async t => {
  const free = { id: 'LONG', duration_days: 40, resource: 'R9', predecessors: ['X'] }
  const plain = reply(t, [...GOLDEN, free])
  t.match(plain.data.components[2], { numerator: 1, denominator: 2, value: 50 })
  t.strictSame(
    plain.data.critical_path_resources.map((each: Plain) => [each.resource, each.critical_task_ids, each.share_pct]),
    [
      ['R1', ['X'], 50],
      ['R9', ['LONG'], 100],
    ],
  )
  t.match(reply(t, [...GOLDEN, { id: 'U', duration_days: 1 }]).data.components[3], { numerator: 1, denominator: 3 })
})

/** Demand per day and resource by the plainest means, from dates that are all given. */
function demandByDay(tasks: readonly TaskObject[]): Map<string, Map<number, number>> {
  const anchor = parseDay(SD)!
  const demand = new Map<string, Map<number, number>>()
  for (const { resource, planned_start, planned_finish, duration_days } of tasks) {
    const from = Math.max(parseDay(planned_start as string)!, anchor)
    const to = Math.max(parseDay(planned_finish as string)!, anchor + duration_days! - 1)
    const days = demand.get(resource as string) ?? new Map<number, number>()
    demand.set(resource as string, days)
    for (let day = from; day <= to; day++) days.set(day, (days.get(day) ?? 0) + 1)
  }
  return demand
}

t.test('on random schedules profiles, buckets and periods are what a count day by day gives', async t => {
  const seed = 20_251_121
  t.comment(`seed ${seed}`)
  const next = random(seed)
  const whole = (max: number): number => Math.floor(next() * max)
  for (let round = 0; round < 40; round++) {
    const tasks: TaskObject[] = Array.from({ length: 60 }, (_, i) => {
      const start = parseDay(SD)! - 20 + whole(80)
      const duration = 1 + whole(12)
      return {
        id: `T${i}`,
        duration_days: duration,
        planned_start: formatDay(start),
        planned_finish: formatDay(start + duration - 1),
        resource: `R${whole(4)}`,
      }
    })
    const capacity = 1 + whole(3)
    const sizeDays = 1 + whole(10)
    const body = {
      calendar: 'calendar_days',
      resource_availability: [0, 1, 2, 3].map(r => ({ resource: `R${r}`, capacity_per_day: capacity })),
      options: { period_size_days: sizeDays },
    }
    const plain = reply(t, tasks, body)
    for (const [resource, days] of demandByDay(tasks)) {
      const counts = [...days.values()]
      const found = plain.data.resources.find((each: Plain) => each.resource === resource)
      const over = counts.filter(count => count > capacity)
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
      t.strictSame(
        [found.demand_days, found.loaded_days, found.peak_demand, found.over_allocated_days, found.excess_days],
        [sum(counts), counts.length, Math.max(...counts), over.length, sum(over) - capacity * over.length],
        `round ${round}, ${resource}`,
      )
      const buckets = plain.data.histogram.filter((each: Plain) => each.resource === resource)
      for (const bucket of buckets) {
        const from = parseDay(bucket.start)!
        const own = Array.from({ length: sizeDays }, (_, n) => days.get(from + n) ?? 0)
        t.strictSame(
          [bucket.demand_days, bucket.peak_demand, bucket.capacity_days],
          [sum(own), Math.max(...own), capacity * sizeDays],
        )
      }
      const periods = plain.data.over_allocations.filter((each: Plain) => each.resource === resource)
      t.equal(sum(periods.map((each: Plain) => each.days)), over.length)
      for (const { start, end, task_ids, task_count } of periods) {
        const isOver = (day: number): boolean => (days.get(day) ?? 0) > capacity
        t.notOk(isOver(parseDay(start)! - 1) || isOver(parseDay(end)! + 1), 'a period is maximal')
        const own = tasks.filter(task => {
          const [load] = demandByDay([task]).values()
          return (
            task.resource === resource &&
            [...load!.keys()].some(day => day >= parseDay(start)! && day <= parseDay(end)!)
          )
        })
        t.strictSame([[...task_ids].sort(), task_count], [own.map(task => task.id).sort(), own.length])
      }
    }
    const again = reply(t, shuffled(next, tasks), body)
    t.strictSame(
      [again.score, again.data.resources, again.data.histogram],
      [plain.score, plain.data.resources, plain.data.histogram],
    )
  }
})
