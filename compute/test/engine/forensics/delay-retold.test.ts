/**
 * What a later schedule tells of days that have passed: dates that it tells otherwise than an earlier one, which is believed, with the days of the task
 * they are about; and when work was suspended, with and without calendars of the tasks.
 */
import t from 'tap'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { analyseSent, type Plain } from '../../helpers/analyse.ts'
import { date } from './delay-dates.ts'

const SHIFTS = [
  ['08:00', '12:00'],
  ['13:00', '17:00'],
]
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const CLOCKED = {
  calendars: [{ id: 'C', hours_per_day: 8, work_week: Object.fromEntries(WEEK.map(day => [day, SHIFTS])) }],
  default_calendar_id: 'C',
}

type Update = readonly [dataDate: number, tasks: readonly object[]]

function dataOf(setting: object, plan: readonly object[], ...updates: readonly Update[]): Plain {
  const current = updates.at(-1)!
  return analyseSent('forensics.delay-analysis', delayAnalyser, {
    calendar: 'calendar_days',
    baseline_schedule: { ...setting, baseline_date: date(0), tasks: plan },
    schedule_history: updates.slice(0, -1).map(([at, tasks]) => ({ ...setting, snapshot_date: date(at), tasks })),
    current_schedule: { ...setting, status_date: date(current[0]), tasks: current[1] },
  }).data
}

/** Days of each task in window n, and what nobody has. */
function heldIn(data: Plain, n: number): Record<string, number> {
  const window = data.windows[n]
  const held = window.attribution.map((row: Plain) => [row.id, Math.round(1e4 * row.contribution_days) / 1e4])
  const nobody = window.no_task_days + window.recovered_elsewhere_days
  return Object.fromEntries([...held, ...(nobody === 0 ? [] : [['nobody', nobody]])])
}

const from = (start: number, finish?: number): object => ({
  actual_start: date(start),
  ...(finish === undefined ? {} : { actual_finish: date(finish), percent_complete: 100 }),
})
const A = { id: 'A', duration_days: 5, planned_start: date(0), delay_category: 'owner' }
const B = { id: 'B', duration_days: 5, predecessors: ['A'], delay_category: 'contractor' }
const SETTINGS = [{}, CLOCKED]

t.test('a finish that is told later: its task held what followed until then', async t => {
  for (const setting of SETTINGS) {
    const first: Update = [5, [{ ...A, ...from(0, 4) }, B]]
    const data = dataOf(setting, [A, B], first, [
      16,
      [
        { ...A, ...from(0, 9) },
        { ...B, ...from(10, 14) },
      ],
    ])
    t.same(heldIn(data, 1), { A: 5 })
    t.match(data.entitlement, { excusable_compensable_days: 5, non_excusable_days: 0 })
    // the same by what is cut in the middle of it
    const cut = dataOf(
      setting,
      [A, B],
      first,
      [8, [{ ...A, ...from(0), remaining_duration_days: 0, percent_complete: 99 }, B]],
      [
        16,
        [
          { ...A, ...from(0, 9) },
          { ...B, ...from(10, 14) },
        ],
      ],
    )
    t.match(cut.entitlement, { excusable_compensable_days: 5, non_excusable_days: 0 })
  }
})

t.test('a finish told later, then earlier again: what has passed stays', async t => {
  for (const setting of SETTINGS) {
    const data = dataOf(
      setting,
      [A, B],
      [5, [{ ...A, ...from(0, 4) }, B]],
      [12, [{ ...A, ...from(0, 9) }, B]],
      [
        18,
        [
          { ...A, ...from(0, 7) },
          { ...B, ...from(12, 16) },
        ],
      ],
    )
    t.same(heldIn(data, 1), { A: 5, B: 2 })
    t.same(heldIn(data, 2), {})
    t.equal(data.windows[2].retroactive_change_count, 1)
  }
})

t.test('a finish told otherwise, of which only a lag is left: the lag ends later or earlier for its task', async t => {
  const lagged = { ...B, predecessors: [{ task_id: 'A', type: 'FS', lag_days: 6 }] }
  for (const setting of SETTINGS) {
    const data = dataOf(
      setting,
      [A, lagged],
      [8, [{ ...A, ...from(0, 4) }, lagged]],
      [9, [{ ...A, ...from(0, 6) }, lagged]],
      [10, [{ ...A, ...from(0, 5) }, lagged]],
    )
    t.same(heldIn(data, 1), { A: 2 })
    t.same(heldIn(data, 2), { A: -1 })
    // what has let go by the data date delays nobody
    const past = dataOf(setting, [A, B], [8, [{ ...A, ...from(0, 4) }, B]], [9, [{ ...A, ...from(0, 6) }, B]])
    t.same(heldIn(past, 1), { B: 1 })
  }
})

t.test('a start told later: the work has not begun until then, and all of it is left', async t => {
  for (const setting of SETTINGS) {
    const data = dataOf(
      setting,
      [A, B],
      [2, [{ ...A, ...from(0), remaining_duration_days: 3 }, B]],
      [12, [{ ...A, ...from(6, 10) }, B]],
    )
    t.same(heldIn(data, 1), { A: 6, B: 1 })
    t.equal(data.windows[1].days[0].holders[0].id, 'A')
    // what waits for the start waits for it as told
    const beside = { ...B, predecessors: [{ task_id: 'A', type: 'SS' }] }
    const beginning = dataOf(
      setting,
      [A, beside],
      [1, [{ ...A, ...from(0), remaining_duration_days: 4 }, beside]],
      [
        6,
        [
          { ...A, ...from(3), remaining_duration_days: 2 },
          { ...beside, ...from(3), remaining_duration_days: 2 },
        ],
      ],
    )
    t.same(Object.keys(heldIn(beginning, 1)), ['A'])
  }
})

t.test('a start told otherwise, of which only a lag is left', async t => {
  const beside = { ...B, duration_days: 9, predecessors: [{ task_id: 'A', type: 'SS', lag_days: 4 }] }
  for (const setting of SETTINGS) {
    const data = dataOf(
      setting,
      [A, beside],
      [3, [{ ...A, ...from(0), remaining_duration_days: 2 }, beside]],
      [4, [{ ...A, ...from(2), remaining_duration_days: 1 }, beside]],
    )
    t.same(heldIn(data, 1), { A: 2 })
  }
})

t.test('work that had followed a finish that is told later is told to begin later, too', async t => {
  for (const setting of SETTINGS) {
    const data = dataOf(
      setting,
      [A, B],
      [
        8,
        [
          { ...A, ...from(0, 4) },
          { ...B, ...from(5), remaining_duration_days: 2 },
        ],
      ],
      [
        16,
        [
          { ...A, ...from(0, 9) },
          { ...B, ...from(10, 14) },
        ],
      ],
    )
    // A ends two days after the data date; of B three days of work are told not to be done
    t.same(heldIn(data, 1), { A: 2, B: 3 })
    t.equal(data.windows[1].days[0].to, date(8))
  }
})

t.test('work that stood still on other days was suspended on these, with calendars and without', async t => {
  const W = { id: 'W', duration_days: 10, delay_category: 'owner', predecessors: [{ task_id: 'A', type: 'FS' }] }
  const K = { ...W, id: 'K', delay_category: 'contractor' }
  const paused = (task: object, since: number, until: number): object => ({
    ...task,
    suspend_date: date(since),
    resume_date: date(until),
  })
  for (const setting of SETTINGS) {
    for (const [until, state] of [
      [18, { ...from(5), remaining_duration_days: 1 }],
      [19, from(5, 18)],
    ] as const) {
      const done = (task: object, since: number) => ({ ...paused(task, since, since + 4), ...state })
      const tasks = [{ ...A, ...from(0, 4) }, done(W, 6), done(K, 11)]
      const data = dataOf(setting, [A, W, K], [until, tasks])
      t.same(heldIn(data, 0), { W: 4 })
      t.match(data.entitlement, { excusable_compensable_days: 4, concurrent_days: 0 })
      t.match(data.windows[0].days[0], { from: date(6), to: date(9) })
    }
    // what stands still at the end of the window goes on as little as what has a date to go on after it
    for (const resume of [undefined, date(30)]) {
      const open = dataOf(
        { ...setting, ...('calendars' in setting ? { scheduling_options: { rules: 'p6' } } : {}) },
        [A, W],
        [
          9,
          [
            { ...A, ...from(0, 4) },
            { ...W, ...from(5), remaining_duration_days: 8, suspend_date: date(7), resume_date: resume },
          ],
        ],
      )
      const [first] = open.windows[0].days
      t.match(first, { from: date(7) })
    }
  }
})

t.test(
  'a suspension that is told of days before, beside a date told otherwise: what its lag waits for is of that work',
  async t => {
    const first = { ...A, duration_days: 4 }
    const links = ['FS', 'SS'].map(type => ({ task_id: 'A', type, lag_days: type === 'SS' ? 3 : 0 }))
    const next = { ...B, predecessors: links }
    const X = { id: 'X', duration_days: 1, planned_start: date(0) }
    const begun = { ...first, ...from(0), remaining_duration_days: 2 }
    const data = dataOf(
      CLOCKED,
      [first, next, X],
      [2, [begun, next, { ...X, ...from(0, 0) }]],
      [3, [{ ...begun, suspend_date: date(0) }, next, { ...X, ...from(0, 1) }]],
    )
    t.same(heldIn(data, 1), { A: 2 })
  },
)

const weekday = (offset: number): number => new Date(date(offset)).getUTCDay() || 7
/** Days 0 to 4 of every seven are worked; day 14 is a holiday. */
const WORK_WEEK = { calendar: { work_days: [0, 1, 2, 3, 4].map(weekday).sort(), holidays: [date(14)] } }

t.test(
  'work that is told to end on days off is later by the wall: its task has these calendar days, and no others',
  async t => {
    const C = { ...B, id: 'C', duration_days: 5, delay_category: 'contractor' }
    const bodyOf = (...updates: readonly Update[]) => ({
      ...WORK_WEEK,
      baseline_schedule: { baseline_date: date(0), tasks: [A, C] },
      schedule_history: updates.slice(0, -1).map(([at, tasks]) => ({ snapshot_date: date(at), tasks })),
      current_schedule: { status_date: date(updates.at(-1)![0]), tasks: updates.at(-1)![1] },
    })
    // day 11 is the planned end, the days 12 to 14 are off
    const built = (finish: number): Update => [
      15,
      [
        { ...A, ...from(0, 5) },
        { ...C, ...from(7, finish) },
      ],
    ]
    const replied = analyseSent('forensics.delay-analysis', delayAnalyser, bodyOf(built(14)))
    const { data } = replied
    t.match(data, { total_delay_days: 0, total_delay_calendar_days: 3 })
    t.match(data.windows[0], { progress_delay_days: 0, progress_delay_calendar_days: 3, delay_calendar_days: 3 })
    t.strictSame(
      data.windows[0].attribution.map((row: Plain) => [row.id, row.contribution_days, row.contribution_calendar_days]),
      [['C', 0, 3]],
    )
    t.match(data.windows[0].days, [{ from: date(12), to: date(14), result: 'non_excusable', holders: [{ id: 'C' }] }])
    t.match(data.entitlement, { non_excusable_days: 0, non_excusable_calendar_days: 3 })
    for (const policy of data.entitlement.policies) t.equal(policy.non_excusable_calendar_days, 3)
    t.match(data.by_category_calendar_days, { contractor: 3, owner: 0 })
    t.match(data.statuses[1], { finish_date: date(14) })
    t.match(replied.summary, `0 working days but 3 calendar days later, ${date(11)} to ${date(14)}`)
    // a date of the contract counts them as its days
    const contract = { completion_date: date(12), float_owner: 'project' }
    const dated = analyseSent('forensics.delay-analysis', delayAnalyser, { ...bodyOf(built(14)), options: contract })
    t.match(dated.data.contract_dates.completions, [
      {
        finish_date: date(14),
        late_calendar_days: 2,
        liquidated_calendar_days: 2,
        margin_used: { contractor_calendar_days: 1 },
      },
    ])
    // told earlier again: what was days off is taken back
    const back = analyseSent('forensics.delay-analysis', delayAnalyser, bodyOf(built(14), [19, built(12)[1]])).data
    t.match(back, { total_delay_days: 0, total_delay_calendar_days: 1 })
    t.equal(back.windows[1].recovery_calendar_days, -2)
    t.match(back.entitlement, { non_excusable_calendar_days: 1 })
    // work added behind it begins where the days off end
    const V = { id: 'V', duration_days: 2, predecessors: ['C'], delay_category: 'owner' }
    const added = analyseSent(
      'forensics.delay-analysis',
      delayAnalyser,
      bodyOf(built(14), [15, [...built(14)[1], V]]),
    ).data
    t.equal(added.total_delay_calendar_days, 5)
    t.match(added.entitlement, { non_excusable_calendar_days: 3, excusable_compensable_calendar_days: 2 })
  },
)

t.test(
  'the dates of a finish lie as far apart as its days: a point that waits for the data date ends the day before',
  async t => {
    const end = { id: 'M', duration_days: 0, task_type: 'finish_milestone', predecessors: ['A'] }
    for (const [at, days] of [
      [5, 0],
      [8, 3],
    ] as const) {
      const { data, summary, findings } = analyseSent('forensics.delay-analysis', delayAnalyser, {
        calendar: 'calendar_days',
        baseline_schedule: { baseline_date: date(0), tasks: [A, end] },
        current_schedule: { status_date: date(at), tasks: [{ ...A, ...from(0, 4) }, end] },
      })
      t.match(data, { total_delay_days: days, statuses: [{ finish_date: date(4) }, { finish_date: date(4 + days) }] })
      t.match(summary, `${date(4)} to ${date(4 + days)}`)
      // the milestone has no date of its own that could differ
      t.notOk(findings.some((each: Plain) => each.code === 'DELAY_FINISH_DIFFERS'))
    }
  },
)
