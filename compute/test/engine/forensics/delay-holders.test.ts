/**
 * Whose the days are, where calendars, suspensions, days off and the tool's rules stand between a task and its day: points that were not
 * reached, ends on days off, suspensions known from their day on, the first start by the rules of Microsoft Project.
 */
import t from 'tap'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'

/** Day number of offset 0, a Monday. */
const MONDAY = 20_514
const date = (offset: number): string => formatDay(MONDAY + offset)

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const DAY = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const calendars = [{ id: 'day', work_week: { monday: DAY, tuesday: DAY, wednesday: DAY, thursday: DAY, friday: DAY } }]

/** A series of a baseline and updates, each by its offset and its tasks. */
function series(
  setting: object,
  plan: readonly object[],
  ...updates: readonly (readonly [number, readonly object[]])[]
) {
  const current = updates.at(-1)!
  return {
    ...('calendars' in setting ? {} : { calendar: 'working_days' }),
    baseline_schedule: { ...setting, baseline_date: date(0), tasks: plan },
    schedule_history: updates.slice(0, -1).map(([at, tasks]) => ({ ...setting, snapshot_date: date(at), tasks })),
    current_schedule: { ...setting, status_date: date(current[0]), tasks: current[1] },
  }
}

const dataOf = (body: object): Plain => analyseSent('forensics.delay-analysis', delayAnalyser, body).data
const heldBy = (window: Plain): Record<string, number> =>
  Object.fromEntries(window.attribution.map((row: Plain) => [row.id, row.contribution_days]))

const CLOCKED = { calendars }
const PREPARE = { id: 'PREPARE', duration_days: 2, planned_start: date(0), predecessors: [] }
const PREPARED = { ...PREPARE, actual_start: date(0), actual_finish: date(1) }
const A = { id: 'A', duration_days: 5, planned_start: date(0), predecessors: [], delay_category: 'owner' }
const B = { id: 'B', duration_days: 2, predecessors: ['A'], delay_category: 'contractor' }

t.test('a point of no duration that was due and not reached holds the days, by days and by the clock', async t => {
  for (const [type, rules] of [
    ['start_milestone', 'p6'],
    ['finish_milestone', 'p6'],
    ['milestone', 'p6'],
    ['task', 'p6'],
  ] as const) {
    const tasks = (prepared: object) => [
      prepared,
      { id: 'ACCESS', task_type: type, duration_days: 0, predecessors: ['PREPARE'], delay_category: 'owner' },
      { id: 'WORK', duration_days: 5, predecessors: ['ACCESS'], delay_category: 'contractor' },
    ]
    for (const [setting, days] of [
      [{}, 5],
      [{ ...CLOCKED, scheduling_options: { rules } }, 7],
    ] as const) {
      const { windows, entitlement } = dataOf(series(setting, tasks(PREPARE), [9, tasks(PREPARED)]))
      t.same(heldBy(windows[0]), { ACCESS: days }, `${type} ${rules}`)
      t.equal(windows[0].no_task_days, 0)
      t.equal(entitlement.excusable_compensable_days, days)
    }
  }
})

t.test('work that ended on its planned day, told without a time, is not late and not early', async t => {
  const done = { actual_start: date(0), actual_finish: date(4) }
  const end = { id: 'END', task_type: 'finish_milestone', duration_days: 0, predecessors: ['A'] }
  t.equal(dataOf(series(CLOCKED, [A], [5, [{ ...A, ...done }]])).total_delay_days, 0)
  const reached = { ...end, actual_start: date(4), actual_finish: date(4) }
  t.equal(dataOf(series(CLOCKED, [A, end], [5, [{ ...A, ...done }, reached]])).total_delay_days, 0)
  const aDayEarly = { ...A, ...done, actual_finish: date(3) }
  t.equal(dataOf(series(CLOCKED, [A], [5, [aDayEarly]])).total_delay_days, -1)
})

t.test('an end on days off, and a reported end that is told later, belong to the task that ended so', async t => {
  const onSunday = dataOf(series(CLOCKED, [A], [9, [{ ...A, actual_start: date(0), actual_finish: date(6) }]]))
  t.same(heldBy(onSunday.windows[0]), { A: 2.291667 })
  t.equal(onSunday.windows[0].no_task_days, 0)
  const done = { ...A, actual_start: date(0), actual_finish: date(4) }
  const last = (finish: number) => ({ ...B, actual_start: date(7), actual_finish: date(finish) })
  for (const setting of [{}, CLOCKED]) {
    const { windows } = dataOf(series(setting, [A, B], [10, [done, last(8)]], [14, [done, last(9)]]))
    t.same(heldBy(windows[1]), { B: 1 })
    t.equal(windows[1].no_task_days, 0)
  }
})

t.test(
  'that suspended work goes on, and when, is known when it does: its days are those of the suspension',
  async t => {
    const C = { ...A, id: 'C', delay_category: 'contractor' }
    const end = { id: 'END', task_type: 'finish_milestone', duration_days: 0, predecessors: ['A', 'C'] }
    const stopped = (task: object) => ({
      ...task,
      actual_start: date(0),
      remaining_duration_days: 4,
      suspend_date: date(1),
    })
    const bodyOf = (resume: object) =>
      series(CLOCKED, [A, C, end], [9, [{ ...stopped(A), ...resume }, stopped(C), end]])
    const open = dataOf(bodyOf({}))
    const resumed = dataOf(bodyOf({ resume_date: date(10) }))
    t.match(open.entitlement, { concurrent_days: 10, excusable_compensable_days: 0 })
    // up to the data date as if nobody had said when it goes on; what the date adds is the owner's
    t.match(resumed.entitlement, { concurrent_days: 7, excusable_compensable_days: 4 })
    t.equal(resumed.windows[0].days[0].from, date(1))
    t.same(
      resumed.windows[0].days[0].holders.map((row: Plain) => row.id),
      ['A', 'C'],
    )
  },
)

t.test(
  'a date that changes no date changes nobody’s days: a mandatory start or an expected finish where the plan has it',
  async t => {
    const P6 = { ...CLOCKED, scheduling_options: { rules: 'p6', use_expected_finish: true } }
    const first = { ...A, actual_start: date(0) }
    // the owner's A stands still for three of its days, and B begins behind it
    const until = (pin: object, own: object) =>
      series(
        P6,
        [A, B],
        [
          1,
          [
            { ...first, remaining_duration_days: 4, ...own },
            { ...B, ...pin },
          ],
        ],
        [
          13,
          [
            { ...first, actual_finish: date(9), percent_complete: 100, suspend_date: date(1), resume_date: date(6) },
            { ...B, actual_start: date(12), remaining_duration_days: 1 },
          ],
        ],
      )
    const heldIn = ({ pin = {}, own = {} }) => heldBy(dataOf(until(pin, own)).windows[1])
    t.same(heldIn({}), { A: 3, B: 3 })
    t.same(heldIn({ pin: { constraint_type: 'MSO', constraint_date: date(7) } }), { A: 3, B: 3 })
    t.same(heldIn({ own: { expected_finish: date(4) } }), { A: 3, B: 3 })
  },
)

t.test('a lag that runs on suspended work is lost by that work, until it is over', async t => {
  const first = { ...A, duration_days: 9 }
  const next = { ...B, duration_days: 10, predecessors: [{ task_id: 'A', type: 'SS', lag_days: 5 }] }
  const suspended = (at: number, left: number, from: string) => {
    const begun = { actual_start: date(0), remaining_duration_days: left, suspend_date: from, resume_date: date(at) }
    return dataOf(series(CLOCKED, [first, next], [at, [{ ...first, ...begun }, next]]))
  }
  // Wednesday to Friday, and half of the last day of the lag with two days behind it
  for (const [at, left, from, days] of [
    [7, 7, date(2), 5],
    [9, 4.5, `${date(4)}T12:00`, 4.791667],
  ] as const) {
    const { windows, entitlement } = suspended(at, left, from)
    t.same(heldBy(windows[0]), { A: days })
    t.match(entitlement, { excusable_compensable_days: days, unattributed_days: 0, concurrent_days: 0 })
  }
  t.same(heldBy(suspended(10, 4, date(7)).windows[0]), { B: 5 }, 'B could begin')
})

t.test(
  'by the rules of Microsoft Project the first task that begins late holds the days, from when it began',
  async t => {
    const setting = { calendars, scheduling_options: { rules: 'ms_project' } }
    const late = { ...A, actual_start: date(2), percent_complete: 20, remaining_duration_days: 4 }
    const { windows } = dataOf(series(setting, [A, B], [4, [late, B]]))
    t.same(heldBy(windows[0]), { A: 2 })
    t.equal(windows[0].no_task_days, 0)
    t.equal(windows[0].days[0].from, date(2))
  },
)

t.test('of tasks that end together behind a deleted end none is followed before the others', async t => {
  for (const [owner, contractor] of [
    ['A', 'B'],
    ['B', 'A'],
  ] as const) {
    const start = { id: 'S', duration_days: 1, planned_start: date(0) }
    const side = (id: string, category: string) => ({
      id,
      duration_days: 9,
      predecessors: ['S'],
      delay_category: category,
    })
    const both = [side(owner, 'owner'), side(contractor, 'contractor')]
    const plan = [start, ...both, { id: 'X', duration_days: 2, predecessors: ['A', 'B'] }]
    const begun = { actual_start: date(4), remaining_duration_days: 9 }
    const now = [
      { ...start, actual_start: date(0), actual_finish: date(0) },
      ...both.map(task => ({ ...task, ...begun })),
    ]
    const body = { ...series({}, plan, [4, now]), calendar: 'calendar_days' }
    const data = dataOf(body)
    t.match(data.followed_finish, { id: 'A', tied_task_ids: ['B'], by: 'last_common_finish' })
    t.match(data.entitlement, { concurrent_days: 3, excusable_compensable_days: 0, non_excusable_days: 0 })
    t.same(heldBy(data.windows[0]), { A: 1.5, B: 1.5 })
    t.equal(data.windows[0].shared_days, 3)
  }
})

t.test('days of owner and contractor name both parties in every sentence', async t => {
  const C = { ...A, id: 'C', delay_category: 'contractor' }
  const late = (task: object) => ({ ...task, actual_start: date(2), remaining_duration_days: 5 })
  const end = { id: 'END', task_type: 'finish_milestone', duration_days: 0, predecessors: ['A', 'C'] }
  const body = series({}, [A, C, end], [3, [late(A), late(C), end]])
  const { summary } = analyseSent('forensics.delay-analysis', delayAnalyser, body)
  t.match(summary, /A \(owner\) with C \(contractor\)/)
})

t.test('a loss of work is on the path behind its finish, not on the one that its start let go', async t => {
  // A begins in time and works none of its two days; B, which may begin with A, does not begin
  const plan = [
    { ...A, duration_days: 2 },
    { ...B, duration_days: 10, predecessors: [{ task_id: 'A', type: 'SS' }] },
  ]
  const [a, b] = plan
  const begun = { ...a, actual_start: date(0), remaining_duration_days: 2 }
  const reply = analyseSent('forensics.delay-analysis', delayAnalyser, series({}, plan, [1, [begun, b!]]))
  const [window] = reply.data.windows
  t.strictSame(heldBy(window), { B: 1 })
  t.strictSame(window.unequal_concurrency, [], 'alone, A would have ended 8 days before the finish')
  t.notMatch(reply.summary, 'At one time')
})

/** A works from Monday to Friday, every other task each day of the week. */
const every = { id: 'every', work_week: { ...calendars[0]!.work_week, saturday: DAY, sunday: DAY } }
const BESIDE = { calendars: [...calendars, every], default_calendar_id: 'every' }

t.test('work that could have begun with work that has its days off loses each of its own days, those too', async t => {
  // A is on time; B may begin with it on the Friday and does not
  const plan = [
    { ...A, duration_days: 10, calendar_id: 'day' },
    { ...B, duration_days: 20, predecessors: [{ task_id: 'A', type: 'SS', lag_days: 4 }] },
  ]
  const [a, b] = plan
  const begun = { ...a, actual_start: date(0) }
  const friday = [5, [{ ...begun, remaining_duration_days: 5 }, b!]] as const
  // on Saturday the rules of P6 let B begin no sooner than A goes on: that is nobody's, and taken back by the days that B then loses
  const told = dataOf(series(BESIDE, plan, friday, [7, [{ ...begun, remaining_duration_days: 5 }, b!]]))
  t.strictSame(
    told.windows.map((window: Plain) => [window.no_task_days, heldBy(window), window.recovered_elsewhere_days]),
    [
      [2, { B: 1 }, 0],
      [0, { B: 2 }, -2],
    ],
  )
  t.match(told.entitlement, { non_excusable_days: 3, unattributed_days: 0 })
})

t.test(
  'on days off of work that has begun, what follows its start delays nothing and hides no delay beside it',
  async t => {
    // B (contractor) works its weekend beside A; C (owner) stands still on both days and ends two days late with them
    const tasks = (a: object, b: object, c: object) => [
      { ...A, duration_days: 10, calendar_id: 'day', delay_category: 'contractor', ...a },
      { ...B, duration_days: 20, predecessors: [{ task_id: 'A', type: 'SS' }], ...b },
      { ...A, id: 'C', duration_days: 20, ...c },
    ]
    const begun = (left: number) => ({ actual_start: date(0), remaining_duration_days: left })
    const stopped = { ...begun(15), suspend_date: date(5), resume_date: date(7) }
    const { windows, entitlement } = dataOf(series(BESIDE, tasks({}, {}, {}), [7, tasks(begun(5), begun(13), stopped)]))
    t.same(heldBy(windows[0]), { C: 2 })
    t.match(windows[0], { recovery_days: 0, no_task_days: 0 })
    t.match(entitlement, { excusable_compensable_days: 2, non_excusable_days: 0 })

    // finished work lets the next go on, whatever it began with: D stands still on Saturday and Sunday
    const next = { id: 'D', duration_days: 10, predecessors: ['B'], delay_category: 'owner' }
    const short = (a: object, b: object) => [
      { ...A, duration_days: 10, calendar_id: 'day', ...a },
      { ...B, predecessors: [{ task_id: 'A', type: 'SS', lag_days: 3 }], ...b },
      next,
    ]
    const done = { actual_start: date(3), actual_finish: date(4) }
    const waited = dataOf(series(BESIDE, short({}, {}), [7, short(begun(5), done)]))
    t.same(heldBy(waited.windows[0]), { D: 2 })
    t.equal(waited.windows[0].no_task_days, 0)
  },
)

t.test('work that begins with a late shift, at its own first moment after it, is innocent', async t => {
  const late = {
    id: 'late',
    work_week: Object.fromEntries(Object.keys(every.work_week).map(day => [day, [['14:00', '22:00']]])),
  }
  const tasks = (a: object, b: object) => [
    { ...A, duration_days: 6, calendar_id: 'late', ...a },
    { ...B, duration_days: 10, predecessors: [{ task_id: 'A', type: 'SS' }], ...b },
  ]
  // the shift begins a day late at 17:00, B the next morning at 8:00: so B lost the three hours of one day and one day more
  const begun = { actual_start: `${date(1)}T17:00`, remaining_duration_days: 4 }
  const next = { actual_start: `${date(2)}T08:00`, remaining_duration_days: 9 }
  const { windows, entitlement } = dataOf(
    series({ ...BESIDE, calendars: [...BESIDE.calendars, late] }, tasks({}, {}), [3, tasks(begun, next)]),
  )
  t.same(Object.keys(heldBy(windows[0])), ['A'])
  t.equal(entitlement.non_excusable_days, 0)
})

t.test(
  'a path by the end of work that goes on is no longer for what that work loses, and counts once it holds the finish',
  async t => {
    // the contractor's work loses two thirds of each day; the owner's, which holds its end alone and had one day of float, stands still and ends with it on the third
    const owner = { id: 'O', duration_days: 5, planned_start: date(0), predecessors: [], delay_category: 'owner' }
    const contractor = { id: 'K', duration_days: 8, planned_start: date(0), delay_category: 'contractor' }
    const plan = [owner, { ...contractor, predecessors: [{ task_id: 'O', type: 'FF', lag_days: 2 }] }]
    const slow = { ...plan[1], actual_start: date(0), remaining_duration_days: 7 }
    const of = (days: number, near_critical_threshold: number) => {
      const update = { ...slow, remaining_duration_days: 8 - days / 3 }
      return dataOf({ ...series({}, plan, [days, [owner, update]]), options: { near_critical_threshold } })
    }
    const policy = ({ entitlement }: Plain, wanted: string): Plain =>
      entitlement.policies.find(({ concurrency }: Plain) => concurrency === wanted)
    t.strictSame(
      heldBy(of(1, 0.5).windows[0]),
      { K: 0.666667 },
      'the first day used the float, two thirds of a day apart',
    )
    t.match(policy(of(2, 0), 'functional'), { concurrent_days: 0, non_excusable_days: 1.333333 })
    const whole = of(3, 0)
    t.match(policy(whole, 'literal'), { concurrent_days: 0.666667, non_excusable_days: 1.333333 })
    t.match(policy(whole, 'functional'), { concurrent_days: 2, non_excusable_days: 0 }, 'each alone makes it two days')
  },
)

t.test('what is lost beside two that hold the day together is divided between them', async t => {
  const open = (id: string, duration_days: number, delay_category: string) => ({
    ...{ id, duration_days, delay_category, planned_start: date(0), predecessors: [] },
  })
  const end = { id: 'END', task_type: 'finish_milestone', duration_days: 0, predecessors: ['K1', 'K2', 'O'] }
  const plan = [open('K1', 10, 'contractor'), open('K2', 10, 'contractor'), open('O', 8, 'owner'), end]
  const data = dataOf(series({}, plan, [3, plan]))
  t.match(data.windows[0], {
    unequal_concurrent_days: 1,
    unequal_concurrency: [
      { contractor_task_id: 'K1', concurrent_days: 0.5 },
      { contractor_task_id: 'K2', concurrent_days: 0.5 },
    ],
  })
})

t.test('what open work would earn each party is what it earns with that category, by every policy', async t => {
  const end = { id: 'END', task_type: 'finish_milestone', duration_days: 0, predecessors: ['A', 'C'] }
  // the owner's task begins two days late; the other one loses two days beside it, little by little, and then ends with it
  const bodyOf = (category: object, concurrency: string) => {
    const C = { id: 'C', duration_days: 5, planned_start: date(0), predecessors: [], ...category }
    const late = { ...A, actual_start: date(2), remaining_duration_days: 3 }
    const slow = { ...C, actual_start: date(0), remaining_duration_days: 3 }
    return { ...series({}, [A, C, end], [4, [late, slow, end]]), options: { concurrency } }
  }
  const functional = dataOf(bodyOf({ delay_category: 'contractor' }, 'functional')).entitlement
  t.match(functional, { concurrent_days: 2, excusable_compensable_days: 0 })
  for (const concurrency of ['literal', 'functional', 'dominant', 'apportion']) {
    const open = dataOf(bodyOf({}, concurrency)).entitlement
    for (const party of ['owner', 'contractor']) {
      const own = dataOf(bodyOf({ delay_category: party }, concurrency)).entitlement
      const row = open.if_unattributed_were.find((each: Plain) => each.party === party)
      const { party: _, ...figures } = row
      t.match(own, figures, `${concurrency}, ${party}`)
    }
  }
})

t.test('work that was due and stood still holds the day beside what holds its end by a link', async t => {
  const first = (party: string) => ({ ...A, delay_category: party })
  const linked = (party: string, days: number) => ({
    id: 'B',
    duration_days: days,
    predecessors: [{ id: 'A', type: 'FF' }],
    delay_category: party,
  })
  for (const [setting, days, tie] of [
    [{}, 3, { A: 1.25, B: 0.25 }],
    [CLOCKED, 5, { A: 3.395834, B: 0.395833 }],
  ] as const) {
    for (const [one, other] of [
      ['owner', 'contractor'],
      ['contractor', 'owner'],
    ] as const) {
      const both = [first(one), linked(other, 5)]
      const data = dataOf(series(setting, both, [3, both]))
      t.same(heldBy(data.windows[0]), { A: days / 2, B: days / 2 })
      t.equal(data.entitlement.concurrent_days, days)
      t.equal(data.entitlement.excusable_compensable_days, 0)
      t.equal(data.entitlement.non_excusable_days, 0)

      const late = [first(one), linked(other, 1)]
      t.same(
        heldBy(dataOf(series(setting, late, [3, late])).windows[0]),
        { A: days },
        'what was not due yet holds nothing',
      )

      const works = { ...linked(other, 5), actual_start: date(0), remaining_duration_days: 2 }
      const went = dataOf(series(setting, both, [3, [first(one), works]]))
      t.same(heldBy(went.windows[0]), { A: days }, 'what went on holds nothing')

      const begun = { ...first(one), actual_start: date(0), remaining_duration_days: 2 }
      t.same(heldBy(dataOf(series(setting, both, [3, [begun, linked(other, 5)]])).windows[0]), { B: days })

      // at half pace A holds the end of B by half a day more each day; at the end of the third B, due since noon, ends as late by itself
      const slow = { ...first(one), actual_start: date(0), remaining_duration_days: 3.5 }
      const tied = dataOf(series(setting, [first(one), linked(other, 3.5)], [3, [slow, linked(other, 3.5)]]))
      t.same(heldBy(tied.windows[0]), tie)
    }
  }
})

t.test(
  'work that began out of sequence inside a window goes on when its links let it, as that which began before does',
  async t => {
    // A ends on Tuesday, two days late. B began on the Thursday before, and the three days that it worked fit behind A: it neither recovers nor loses
    const plan = [A, { ...B, duration_days: 5 }]
    const done = { ...A, actual_start: date(0), actual_finish: date(8) }
    const ahead = (left: number) => ({ ...plan[1], actual_start: date(3), remaining_duration_days: left })
    const override = { scheduling_options: { progress: 'progress_override' } }
    for (const setting of [{}, CLOCKED]) {
      const { windows, recovery_days } = dataOf(series(setting, plan, [14, [done, ahead(2)]]))
      t.same([Object.keys(heldBy(windows[0])), recovery_days], [['A'], 0])
      const early = dataOf(series(setting, plan, [14, [done, ahead(1)]]))
      t.ok(early.recovery_days < 0 && heldBy(early.windows[0]).B !== undefined, 'four days did not fit: an even pace')
    }
    const free = dataOf(series({ ...CLOCKED, ...override }, plan, [14, [done, ahead(2)]]))
    t.ok(free.recovery_days < 0, 'an override holds nothing back')
  },
)

t.test(
  'a link that lets go by the first working hour of a day, though after midnight, does not hold that day',
  async t => {
    // A goes at half pace, but its lead lets B begin on Monday at 8:00 all the same
    const lead = { ...B, duration_days: 3, predecessors: [{ id: 'A', type: 'FS', lag_days: -3.5 }] }
    // five and a half days from Monday at 8:00 end as late as two days after the end of A
    const held = { ...B, duration_days: 5.5, predecessors: [{ id: 'A', type: 'FF', lag_days: 2 }] }
    const slow = { ...A, duration_days: 3, actual_start: date(0), remaining_duration_days: 2.5 }
    for (const next of [lead, held]) {
      for (const setting of [{}, CLOCKED]) {
        const { windows } = dataOf(series(setting, [{ ...A, duration_days: 3 }, next], [1, [slow, next]]))
        t.same(Object.keys(heldBy(windows[0])), ['B'])
      }
    }
    // where the link lets go at noon, A held the morning and B did not begin in the afternoon: half of the day each, however long the night before it
    const noon = { ...lead, predecessors: [{ id: 'A', type: 'FS', lag_days: -3 }] }
    for (const setting of [{}, CLOCKED]) {
      const { windows } = dataOf(series(setting, [{ ...A, duration_days: 3 }, noon], [1, [slow, noon]]))
      t.same(heldBy(windows[0]), { A: 0.5, B: 0.5 })
    }
  },
)

t.test(
  'a day moves the finish for its holder by no more than that day: work out of sequence delays nothing by itself',
  async t => {
    // P (owner) stands still and holds the end of Q. Q goes ahead at twice its pace, so what is left of it is due to begin the later; R waits for that start
    const P = { id: 'P', duration_days: 6, planned_start: date(0), predecessors: [], delay_category: 'owner' }
    const Q = {
      id: 'Q',
      duration_days: 4,
      predecessors: [{ id: 'P', type: 'FF' }],
      delay_category: 'contractor',
      ...{ actual_start: date(1), actual_finish: date(2) },
    }
    const R = { id: 'R', duration_days: 5, predecessors: [{ id: 'Q', type: 'SS' }], delay_category: 'contractor' }
    const every = { id: 'every', work_week: { ...calendars[0]!.work_week, saturday: DAY, sunday: DAY } }
    for (const setting of [{}, { calendars: [every] }]) {
      const { actual_start, actual_finish, ...planned } = Q
      const begun = { ...R, actual_start: date(1), remaining_duration_days: 4 }
      const bodyOf = (last: object) => series(setting, [P, planned, R], [3, [P, Q, last]])
      const data = dataOf(bodyOf(R))
      t.match(data, { total_delay_days: 7, concurrent_days: 0 })
      t.same(heldBy(data.windows[0]), { P: 3 })
      t.equal(data.windows[0].no_task_days, 4)
      t.match(data.entitlement, { excusable_compensable_days: 3, unattributed_days: 4, non_excusable_days: 0 })
      // what works ahead of what it waits for is not idle
      t.equal(heldBy(dataOf(bodyOf(begun)).windows[0]).R, undefined)
    }
  },
)

t.test(
  'the summary tells calendar days beside working days, work out of sequence, and what a schedule of the same date reports otherwise',
  async t => {
    const replied = (body: object): Plain => analyseSent('forensics.delay-analysis', delayAnalyser, body)
    const summaryOf = (body: object): string => replied(body).summary
    // four working days, over a weekend six on the wall
    const late = series({}, [A], [4, [A]])
    t.match(summaryOf(late), /moved 4 working days \(6 calendar days\) later/)
    t.match(summaryOf(series({}, [A], [4, [A]])), /\+4 working days by slips beyond the float\./)
    const open = { ...A, delay_category: undefined }
    const other = { id: 'O', duration_days: 1, predecessors: ['A'], delay_category: 'owner' }
    t.match(
      summaryOf(series({}, [open, other], [7, [open, other]])),
      /Unattributed: 5 working days \(7 calendar days\)/,
    )
    // A begins four days late; then B works ahead of it
    const waiting = { ...B, duration_days: 4 }
    const ahead = { ...waiting, actual_start: date(4), remaining_duration_days: 2 }
    const begunLate = { ...A, actual_start: date(4), remaining_duration_days: 3 }
    const out = replied(series({}, [A, waiting], [4, [A, waiting]], [8, [begunLate, ahead]]))
    t.match(out.summary, /-2 working days recovered by progress\./)
    t.match(
      out.findings.find((each: Plain) => each.code === 'DELAY_FINISH_MOVED').description,
      / 2 working days \(4 calendar days\), .* recovered by progress, 2 working days of it out of sequence\.$/,
    )
    // two schedules of one date, of which the later one reports two days more of work
    const begun = { ...A, duration_days: 9, actual_start: date(0), remaining_duration_days: 7 }
    const plan = { ...A, duration_days: 9 }
    const again = series({}, [plan], [2, [begun]], [2, [{ ...begun, remaining_duration_days: 5 }]])
    t.match(summaryOf(again), /-2 working days by what a later schedule of the same date reports otherwise/)
  },
)

t.test('who recovers: work that gains where it holds the path, each as much as it gained', async t => {
  // B and C follow the start of A, so what A gains at its end brings nothing forward
  const plan = (a: object, b: object): object[] => [
    { id: 'A', duration_days: 8, planned_start: date(0), delay_category: 'owner', ...a },
    { id: 'B', duration_days: 10, predecessors: [{ task_id: 'A', type: 'SS' }], delay_category: 'contractor', ...b },
    { id: 'C', duration_days: 20, predecessors: ['B'], delay_category: 'contractor' },
  ]
  const begun = (left: number) => ({ actual_start: date(0), remaining_duration_days: left })
  const { data } = analyseSent('forensics.delay-analysis', delayAnalyser, {
    calendar: 'calendar_days',
    baseline_schedule: { baseline_date: date(0), tasks: plan({}, {}) },
    current_schedule: { status_date: date(4), tasks: plan(begun(1), begun(4)) },
  })
  t.match(
    data.windows[0].attribution.map((each: Plain) => [each.id, each.recovered_days]),
    [['B', -2]],
  )
  t.match(data.windows[0], { recovered_elsewhere_days: 0, shared_days: 0 })
  // two that hold the finish together gain a day each: it comes two halves earlier, and no day of delay is shared
  const pair = ['owner', 'contractor'].map(party => ({ ...A, id: party, duration_days: 10, delay_category: party }))
  const end = { id: 'END', task_type: 'finish_milestone', duration_days: 0, predecessors: ['owner', 'contractor'] }
  const fast = pair.map(task => ({ ...task, ...begun(6) }))
  const both = dataOf({ ...series({}, [...pair, end], [3, [...fast, end]]), options: { concurrency: 'functional' } })
  t.same(heldBy(both.windows[0]), { owner: -0.5, contractor: -0.5 })
  t.match(both.windows[0], { shared_days: 0, concurrent_days: 0, unequal_concurrent_days: 0, recovery_days: -1 })
  t.match(both.entitlement, { concurrent_days: 0, excusable_compensable_days: 0, non_excusable_days: 0 })
})

t.test(
  'of two parties within the threshold the one whose path ends later is said to control, whichever it is',
  async t => {
    for (const longer of ['owner', 'contractor']) {
      const days = (party: string): number => (party === longer ? 10 : 9)
      const tasks = [
        { id: 'O', duration_days: days('owner'), delay_category: 'owner', planned_start: '2026-03-02' },
        { id: 'K', duration_days: days('contractor'), delay_category: 'contractor', planned_start: '2026-03-02' },
        { id: 'END', duration_days: 1, predecessors: ['O', 'K'] },
      ]
      const { data } = analyseSent('forensics.delay-analysis', delayAnalyser, {
        baseline_schedule: { baseline_date: '2026-03-02', tasks },
        current_schedule: { status_date: '2026-03-04', tasks },
        calendar: 'calendar_days',
        options: { near_critical_threshold: 1 },
      })
      t.strictSame(data.windows[0].concurrency, [
        { owner_task_id: 'O', contractor_task_id: 'K', concurrent_days: 2, controlling_party: longer, slack_days: 1 },
      ])
    }
  },
)

t.test('what could begin no sooner than the next morning did not lose the day before it', async t => {
  // P (owner) has no work left and does not end. It holds the end of Q, which goes ahead; X was finished out of sequence between Q and R, so R waits for what is left of Q,
  // which is due the later for that
  const task = (id: string, duration_days: number, predecessors: object[], more: object = {}) => ({
    ...{ id, duration_days, predecessors, ...more },
    ...(predecessors.length === 0 ? { planned_start: date(0) } : {}),
  })
  const begun = (left: number) => ({ actual_start: date(0), remaining_duration_days: left })
  const P = task('P', 2, [], { ...begun(0), delay_category: 'owner' })
  const X = { actual_start: date(0), actual_finish: date(0) }
  const at = (left: number) => [
    P,
    task('Q', 6, [{ id: 'P', type: 'FF', lag_days: 3 }], begun(left)),
    task('X', 1, [{ id: 'Q', type: 'SS' }], X),
    task('R', 9, [{ id: 'P' }, { id: 'X' }], { delay_category: 'contractor' }),
  ]
  const { windows } = dataOf(series({}, at(6), [1, at(3.1)], [2, at(2.8)]))
  t.same(heldBy(windows[1]), { P: 1 })
})

t.test('work that begins ahead of its constraint is credited with what follows its start', async t => {
  // PILE may begin on Thursday the 12th and begins on Tuesday the 3rd; CAP follows its start
  const plan = (pile: object, cap: object) => [
    {
      id: 'PILE',
      duration_days: 4,
      constraint_type: 'SNET',
      constraint_date: date(10),
      delay_category: 'owner',
      ...pile,
    },
    {
      id: 'CAP',
      duration_days: 5,
      predecessors: [{ task_id: 'PILE', type: 'SS' }],
      delay_category: 'contractor',
      ...cap,
    },
  ]
  for (const setting of [{}, CLOCKED]) {
    const [window] = dataOf(
      series(setting, plan({}, {}), [
        2,
        plan(
          { actual_start: date(1), remaining_duration_days: 3 },
          { actual_start: date(1), remaining_duration_days: 4 },
        ),
      ]),
    ).windows
    t.ok(window.recovery_days < -5)
    t.strictSame(heldBy(window), { PILE: window.recovery_days }, 'CAP did the work that it was then due to do')
  }
})

t.test(
  'a finish-to-start lag is over for work that begins before it ran out: it gains by that, and goes on at its pace',
  async t => {
    const plan = (dig: object, cure: object) => [
      { id: 'DIG', duration_days: 2, planned_start: date(0), delay_category: 'owner', ...dig },
      { id: 'FORM', duration_days: 4, predecessors: ['DIG FS+6 d'], delay_category: 'contractor', ...cure },
    ]
    const dug = { actual_start: date(0), actual_finish: date(1) }
    for (const setting of [{}, CLOCKED]) {
      const [window] = dataOf(
        series(setting, plan({}, {}), [15, plan(dug, { actual_start: date(3), remaining_duration_days: 1.5 })]),
      ).windows
      t.ok(window.recovery_days < -2)
      t.equal(window.recovered_elsewhere_days, 0)
      t.ok(window.days.every(({ holders }: Plain) => holders.length === 1 && holders[0].id === 'FORM'))
    }
  },
)

t.test('own work that ends in the evening is as late as a link that lets it end on the next morning', async t => {
  // FIT works round the clock until Tuesday noon and loses seven hours, READY was due on Monday and stood still: both end on Tuesday evening
  const plan = (fit: object) => [
    { id: 'FIT', duration_days: 1.5, planned_start: date(0), calendar_id: 'round', delay_category: 'owner', ...fit },
    { id: 'READY', duration_days: 1, predecessors: ['FIT FF'], planned_start: date(0), delay_category: 'contractor' },
    { id: 'END', duration_days: 1, predecessors: ['READY'] },
  ]
  const week = Object.fromEntries(WEEK.map(day => [day, [['00:00', '24:00']]]))
  const round = { id: 'round', hours_per_day: 24, work_week: week }
  const setting = { calendars: [...calendars, round], default_calendar_id: 'day', project_start: date(0) }
  const lost = plan({ actual_start: `${date(0)}T00:00`, remaining_duration_days: 19 / 24 })
  const [window] = dataOf(series(setting, plan({}), [1, lost])).windows
  t.strictSame(
    window.days.map(({ movement_days, result, holders }: Plain) => [movement_days, result, holders.length]),
    [[0.208333, 'concurrent', 2]],
  )
})

t.test(
  'two on one path share a day that jumps a night by what each moves the finish, not by days of two calendars',
  async t => {
    // DIG was due to end at noon and ended at 17:00, CURE then did five of its seven hours; by itself CURE costs POUR two hours, DIG five, both five
    const plan = (dig: object, cure: object) => [
      { id: 'DIG', duration_days: 0.5, planned_start: date(0), delay_category: 'owner', ...dig },
      {
        id: 'CURE',
        duration_days: 1,
        calendar_id: 'round',
        predecessors: ['DIG'],
        delay_category: 'contractor',
        ...cure,
      },
      { id: 'POUR', duration_days: 1, predecessors: ['CURE'] },
    ]
    const week = Object.fromEntries(WEEK.map(day => [day, [['00:00', '24:00']]]))
    const round = { id: 'round', hours_per_day: 24, work_week: week }
    const setting = { calendars: [...calendars, round], default_calendar_id: 'day', project_start: date(0) }
    const late = plan(
      { actual_start: `${date(0)}T08:00`, actual_finish: `${date(0)}T17:00` },
      { actual_start: `${date(0)}T17:00`, remaining_duration_days: 19 / 24 },
    )
    const [window] = dataOf(series(setting, plan({}, {}), [1, late])).windows
    t.equal(window.delay_days, 0.208333)
    t.strictSame(heldBy(window), { DIG: 0.166667, CURE: 0.041666 }, '(5 + 3) / 2 hours and (2 + 0) / 2')
  },
)

t.test(
  'with progress override work that has begun late holds its end itself, not the link that held it before',
  async t => {
    // FIT may not end before FRAME: on Monday FRAME loses half an hour and a night by it; on Tuesday evening FIT begins, and by its own two days ends at 18:00 on Thursday
    const plan = (frame: object, fit: object) => [
      { id: 'FRAME', duration_days: 3, planned_start: date(0), calendar_id: 'day', delay_category: 'owner', ...frame },
      {
        id: 'FIT',
        duration_days: 2,
        predecessors: ['FRAME FF'],
        planned_start: date(0),
        delay_category: 'contractor',
        ...fit,
      },
      { id: 'END', duration_days: 1, predecessors: ['FIT'] },
    ]
    const week = Object.fromEntries(WEEK.map(day => [day, [['00:00', '24:00']]]))
    const round = { id: 'round', hours_per_day: 24, work_week: week }
    const setting = {
      ...{ calendars: [...calendars, round], default_calendar_id: 'round', project_start: date(0) },
      scheduling_options: { progress: 'progress_override' },
    }
    const late = plan(
      { actual_start: `${date(0)}T08:00`, remaining_duration_days: 1.125 },
      { actual_start: `${date(1)}T18:00`, remaining_duration_days: 1.75 },
    )
    const [window] = dataOf(series(setting, plan({}, {}), [2, late])).windows
    t.strictSame(heldBy(window), { FRAME: 0.645834, FIT: 0.395833 })
  },
)
