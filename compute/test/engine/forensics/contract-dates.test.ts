/** Contract dates: what was left until them, who used it, and what the days after them come to by each rule of the float. */
import t, { type Test } from 'tap'
import { analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { AsBuiltData } from '../../../../shared/contract/analysis/as-planned-vs-as-built/data.ts'
import { CollapsedAsBuiltData } from '../../../../shared/contract/analysis/collapsed-as-built/data.ts'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import { TimeImpactData } from '../../../../shared/contract/analysis/time-impact/data.ts'
import { asBuiltAnalyser } from '../../../engine/analysis/as-planned-vs-as-built/analyser.ts'
import { collapsedAsBuiltAnalyser } from '../../../engine/analysis/collapsed-as-built/analyser.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { timeImpactAnalyser } from '../../../engine/analysis/time-impact/analyser.ts'
import { NO_LIMITS, readRequest } from '../../../engine/read/read-request.ts'
import { isRefusal, type ResultValue } from '../../../engine/result/result.ts'
import { analyse, type Plain } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, random } from '../../helpers/random.ts'
import { randomBody } from '../edits/random-edits.ts'
import { materialise } from '../write/materialise.ts'
import { contractFaults } from './contract-faults.ts'
import { begun, date, done } from './delay-dates.ts'
import { body, reply, type Series, task } from './delay-series.ts'

const CASES = Number(process.env.CONTRACT_CASES ?? 60)
let checked = 0
let lateOnes = 0

const IDS = { impact: 'forensics.time-impact', collapsed: 'forensics.collapsed-as-built' } as const
/** With reader and writer, since random bodies have calendars. */
function answerOf(method: keyof typeof IDS, sent: object): Plain {
  const input = readRequest(analysisRow(IDS[method]), Buffer.from(JSON.stringify(sent)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) return input
  const result = METHODS[method][0](input, { today: 0 })
  return isRefusal(result) ? result : materialise(result as unknown as ResultValue)
}

const START = { planned_start: date(0) }
const OWNER = { delay_category: 'owner' }
const CONTRACTOR = { delay_category: 'contractor' }
const chain = (a: object, b: object, c: object = {}) => [
  task('A', 10, [], { ...START, ...a }),
  task('B', 10, ['A'], b),
  task('C', 5, ['B'], c),
]
/** The owner's task ends two days late, then the contractor's three: the finish of day 24 becomes that of day 29. */
const SERIES: Series = {
  baseline: chain({}, {}),
  snapshots: [[12, chain({ ...done(0, 12), ...OWNER }, {})]],
  current: [20, chain({ ...done(0, 12), ...OWNER }, { ...begun(12, 50), ...CONTRACTOR })],
}
const completions = (data: Plain): Plain[] => data.contract_dates.completions

t.test('the first to need the float uses it; days after the date belong to those who made them', async t => {
  const { data, summary } = reply(t, SERIES, { completion_date: date(27), damages_per_day: 1_500 })
  const [row] = completions(data)
  t.match(row, {
    id: null,
    completion_date: date(27),
    finish_date: date(29),
    margin_start_calendar_days: 3,
    margin_calendar_days: -2,
    late_calendar_days: 2,
    planned_late_calendar_days: 0,
    margin_used: { owner_calendar_days: 2, contractor_calendar_days: 1, unattributed_calendar_days: 0 },
    late: { owner_calendar_days: 0, contractor_calendar_days: 2 },
    extension_calendar_days: 0,
    extended_completion_date: date(27),
    liquidated_calendar_days: 2,
    open_calendar_days: 0,
    liquidated_damages: 3_000,
  })
  t.strictSame(
    row!.updates.map((each: Plain) => [each.schedule, each.finish_date, each.margin_days, each.margin_calendar_days]),
    [
      ['baseline_schedule', date(24), 3, 3],
      ['schedule_history.0', date(26), 1, 1],
      ['current_schedule', date(29), -2, -2],
    ],
  )
  t.match(row!.windows, [
    { margin_used: { owner_calendar_days: 2 }, late: { contractor_calendar_days: 0 } },
    { margin_used: { contractor_calendar_days: 1 }, late: { contractor_calendar_days: 2 } },
  ])
  t.match(
    summary,
    `Contract date ${date(27)}: the finish, ${date(29)}, is 2 calendar days after it; 0 extend it, 2 are liquidated, 0 stay open (float: project).`,
  )
})

t.test('float of the contractor: every excusable day extends the date, own days use the float first', async t => {
  const { data } = reply(t, SERIES, { completion_date: date(27), damages_per_day: 1_500, float_owner: 'contractor' })
  const [row] = completions(data)
  // the owner's two days move the date to that of the finish; the contractor's three are those of the float
  t.match(row, {
    extension_calendar_days: 2,
    extended_completion_date: date(29),
    liquidated_calendar_days: 0,
    liquidated_damages: 0,
  })
  t.strictSame(
    row!.by_float_owner.map((each: Plain) => [each.float_owner, each.liquidated_calendar_days]),
    [
      ['project', 2],
      ['contractor', 0],
      ['first_come', 2],
    ],
  )
})

t.test('a plan that is late already: its days are liquidated, and no delay of the record', async t => {
  const { data } = reply(t, SERIES, { completion_date: date(20) })
  t.match(completions(data)[0], {
    margin_start_calendar_days: -4,
    late_calendar_days: 9,
    planned_late_calendar_days: 4,
    late: { owner_calendar_days: 2, contractor_calendar_days: 3 },
    extension_calendar_days: 2,
    liquidated_calendar_days: 7,
    liquidated_damages: null,
  })
})

t.test('days of nobody stay open: neither excused nor liquidated', async t => {
  const { data } = reply(
    t,
    { ...SERIES, current: [20, chain({ ...done(0, 12), ...OWNER }, begun(12, 50))] },
    { completion_date: date(25) },
  )
  t.match(completions(data)[0], {
    late_calendar_days: 4,
    late: { owner_calendar_days: 1, unattributed_calendar_days: 3 },
    extension_calendar_days: 1,
    liquidated_calendar_days: 0,
    open_calendar_days: 3,
  })
})

t.test('a section has its own finish and its own account', async t => {
  const { data } = reply(t, SERIES, {
    sectional_dates: [{ task_id: 'A', completion_date: date(10), name: 'Foundations', damages_per_day: 10 }],
  })
  t.equal(completions(data).length, 1)
  t.match(completions(data)[0], {
    id: 'A',
    section: 'Foundations',
    finish_date: date(11),
    margin_start_calendar_days: 1,
    late_calendar_days: 1,
    late: { owner_calendar_days: 1 },
    extension_calendar_days: 1,
    liquidated_damages: 0,
  })
  t.equal(reply(t, SERIES).data.contract_dates, null)
})

t.test('a date on a day off: late days are dates, terminal float also working days', async t => {
  const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
    ...body(SERIES, { completion_date: '2026-01-04' }),
    calendar: 'working_days',
  })
  const [row] = completions(data)
  const days = (a: string, b: string): number => (Date.parse(a) - Date.parse(b)) / 86_400_000
  t.equal(row!.late_calendar_days, Math.max(0, days(row!.finish_date, '2026-01-04')))
  t.equal(row!.margin_start_calendar_days, days('2026-01-04', row!.updates[0].finish_date))
})

t.test('without links the days are known and of nobody', async t => {
  const dated = (finish: string) => [
    { id: 'X', planned_start: date(0), planned_finish: finish },
    { id: 'Y', planned_start: date(0), planned_finish: date(3) },
  ]
  const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
    baseline_schedule: { baseline_date: date(0), tasks: dated(date(20)) },
    current_schedule: { status_date: date(2), tasks: dated(date(26)) },
    calendar: 'calendar_days',
    options: { completion_date: date(22) },
  })
  t.match(completions(data)[0], {
    late_calendar_days: 4,
    margin_used: { unattributed_calendar_days: 2 },
    late: { unattributed_calendar_days: 4 },
    liquidated_calendar_days: 0,
    open_calendar_days: 4,
  })
})

const METHODS = {
  observed: [delayAnalyser, DelayAnalysisData],
  built: [asBuiltAnalyser, AsBuiltData],
  impact: [timeImpactAnalyser, TimeImpactData],
  collapsed: [collapsedAsBuiltAnalyser, CollapsedAsBuiltData],
} as const
function told(t: Test, method: keyof typeof METHODS, sent: object): Plain {
  const [analyser, data] = METHODS[method]
  return analyse(t, analyser, data, sent)
}

/** As the plan of the tests has them: A and X from day 0, B and C behind. */
const PLANNED: Readonly<Record<string, number>> = { A: 0, X: 0, B: 10 }
const withPlannedDates = (each: TaskObject, _: number, all: TaskObject[]): TaskObject => {
  const start = PLANNED[each.id] ?? (all.some(({ id }) => id === 'B') ? 20 : 10)
  return { ...each, planned_start: date(start), planned_finish: date(start + Number(each.duration_days) - 1) }
}

/** Plan and work, and the events that made the difference. */
const claim = (plan: TaskObject[], work: TaskObject[], events: object[], options: object) => ({
  ...body({ baseline: plan.map(withPlannedDates), current: [40, work] }, { completion_date: date(27), ...options }),
  delay_events: events,
})
const event = (id: string, party: string, from: number, days: number, task: string) => ({
  id,
  party,
  started: date(from),
  days,
  task_ids: [task],
})

t.test('one delay of each party: every method says of the contract date what the others say', t => {
  const events = [event('E1', 'owner', 0, 2, 'A'), event('E2', 'contractor', 12, 3, 'B')]
  const sent = claim(
    chain({}, {}),
    chain({ ...done(0, 12), ...OWNER }, { ...done(12, 25), ...CONTRACTOR }, done(25, 30)),
    events,
    { damages_per_day: 100, sectional_dates: [{ task_id: 'B', completion_date: date(20) }] },
  )
  const options = { ...sent.options, method: 'single_base' }
  for (const method of ['observed', 'built', 'impact', 'collapsed'] as const) {
    const { data, summary } = told(t, method, method === 'impact' ? { ...sent, options } : sent)
    const [whole, section] = completions(data)
    t.match(
      whole,
      {
        id: null,
        finish_date: date(29),
        margin_start_calendar_days: 3,
        margin_used: { owner_calendar_days: 2, contractor_calendar_days: 1, concurrent_calendar_days: 0 },
        late: { owner_calendar_days: 0, contractor_calendar_days: 2, unattributed_calendar_days: 0 },
        extension_calendar_days: 0,
        liquidated_calendar_days: 2,
        liquidated_damages: 200,
        by_float_owner: [{}, { float_owner: 'contractor', extended_completion_date: date(29) }, {}],
      },
      method,
    )
    // planned to end on day 19, built on day 24
    t.match(
      section,
      {
        id: 'B',
        finish_date: date(24),
        margin_start_calendar_days: 1,
        margin_used: { owner_calendar_days: 1 },
        late: { owner_calendar_days: 1, contractor_calendar_days: 3 },
        liquidated_calendar_days: 3,
      },
      method,
    )
    // nobody finished on the date of a model
    const finish = method === 'impact' ? 'the finish with the events' : 'the finish'
    t.match(
      summary,
      `Contract date ${date(27)}: ${finish}, ${date(29)}, is 2 calendar days after it; 0 extend it`,
      method,
    )
    t.match(
      told(t, method, { ...sent, options: { sectional_dates: [{ task_id: 'Z', completion_date: date(3) }] } }),
      { code: 'validation', faults: [{ loc: ['body', 'options', 'sectional_dates', 0, 'task_id'] }] },
      `${method}: a section that is no task`,
    )
  }
  t.end()
})

t.test('days that no event explains are open by every method, also those that were lost before the first event', t => {
  const [plan, work] = [chain({}, {}), chain(done(0, 12), done(12, 25), done(25, 30))]
  const storm = { ...event('E2', 'neutral', 12, 3, 'B'), category: 'weather' }
  for (const method of ['observed', 'built', 'impact', 'collapsed'] as const) {
    const [none] = completions(told(t, method, claim(plan, work, [], {})).data)
    const open = { liquidated_calendar_days: 0, open_calendar_days: 2, planned_late_calendar_days: 0 }
    t.match(none, { margin_start_calendar_days: 3, late: { unattributed_calendar_days: 2 }, ...open }, method)
    if (method !== 'impact' && method !== 'collapsed') continue
    // A ended two days late, which nobody has explained: one of the two is after the date
    const snapshots: Series['snapshots'] = [[12, chain(done(0, 12), {})]]
    const sent = claim(plan, work, [storm], { completion_date: date(25) })
    const [some] = completions(
      told(t, method, {
        ...sent,
        ...body({ baseline: plan, snapshots, current: [40, work] }),
        calendar: 'calendar_days',
        options: sent.options,
      }).data,
    )
    t.match(
      some,
      {
        extension_calendar_days: 3,
        liquidated_calendar_days: 0,
        open_calendar_days: 1,
        late: { unattributed_calendar_days: 1 },
      },
      method,
    )
  }
  // no plan at all: what is late without the events is nobody's, and what the plan was late by is liquidated
  const { baseline_schedule: _, ...alone } = claim(plan, work, [storm], { completion_date: date(20) }) as Plain
  t.match(completions(told(t, 'collapsed', alone).data), [
    {
      planned_late_calendar_days: 0,
      unexplained_late_calendar_days: 6,
      extension_calendar_days: 3,
      open_calendar_days: 6,
      liquidated_calendar_days: 0,
    },
  ])
  t.match(completions(told(t, 'collapsed', claim(plan, work, [storm], { completion_date: date(20) })).data), [
    {
      planned_late_calendar_days: 4,
      unexplained_late_calendar_days: 0,
      extension_calendar_days: 3,
      open_calendar_days: 2,
      liquidated_calendar_days: 4,
    },
  ])
  t.end()
})

t.test(
  'work that would have ended before the plan: late by the plan is one fact by every method, and no more stands than the finish is behind it',
  t => {
    // A was planned for 10 days and had work for 8; the owner kept it for 5, to day 13: 3 days after the plan, 5 after the work without the event
    const sent = claim(
      chain({}, {}),
      chain({ ...done(0, 13), ...OWNER }, done(13, 23), done(23, 28)),
      [event('E1', 'owner', 2, 5, 'A')],
      { completion_date: date(20) },
    )
    for (const method of ['observed', 'built', 'impact', 'collapsed'] as const) {
      const own = method === 'impact' ? { method: 'single_base' } : {}
      const [row] = completions(told(t, method, { ...sent, options: { ...sent.options, ...own } }).data)
      t.match(
        row,
        { margin_start_calendar_days: -4, planned_late_calendar_days: 4, liquidated_calendar_days: 4 },
        method,
      )
      if (method !== 'impact')
        t.match(row, { late_calendar_days: 7, extension_calendar_days: 3, open_calendar_days: 0 }, method)
      t.strictSame(contractFaults(told(t, method, sent).data.contract_dates), [], method)
    }
    t.equal(told(t, 'collapsed', sent).data.simulations[0].earlier_calendar_days, 5)
    t.end()
  },
)

t.test('delays of both parties side by side are concurrent by every method, or divided where the policy says so', t => {
  const net = (a: object, x: object, c: object = {}) => [
    task('A', 10, [], { ...START, ...a }),
    task('X', 10, [], { ...START, ...x }),
    task('C', 5, ['A', 'X'], c),
  ]
  const sent = claim(
    net({}, {}),
    net({ ...done(0, 13), ...OWNER }, { ...done(0, 13), ...CONTRACTOR }, done(13, 18)),
    [event('E1', 'owner', 0, 3, 'A'), event('E2', 'contractor', 0, 3, 'X')],
    { completion_date: date(14) },
  )
  const [literal, halves] = [
    { late: { concurrent_calendar_days: 3 }, extension_calendar_days: 3, liquidated_calendar_days: 0 },
    {
      late: { concurrent_calendar_days: 0, owner_calendar_days: 1.5 },
      // of equal remainders the extension has the day
      extension_calendar_days: 2,
      liquidated_calendar_days: 1,
      extended_completion_date: date(16),
      exact_extension_calendar_days: 1.5,
      exact_liquidated_calendar_days: 1.5,
      rounding: 'equal_remainders',
    },
  ]
  for (const method of ['observed', 'built', 'impact', 'collapsed'] as const) {
    const under = (concurrency: string) => {
      const own = method === 'impact' ? { method: 'single_base' } : {}
      return completions(told(t, method, { ...sent, options: { ...sent.options, ...own, concurrency } }).data)[0]
    }
    t.match(under('literal'), literal, method)
    t.match(under('apportion'), halves, `${method}, apportion`)
  }
  t.end()
})

t.test("what updates show beyond the events of a time impact is nobody's; a later event adds to its own base", t => {
  const plan = chain({}, {})
  const sent = {
    ...body(
      { baseline: plan, snapshots: [[12, chain(done(0, 12), {})]], current: [22, chain(done(0, 12), begun(13, 80))] },
      { completion_date: date(25) },
    ),
    delay_events: [event('E1', 'owner', 0, 1, 'A'), event('E2', 'contractor', 12, 4, 'B')],
  }
  // A of one day more ends the baseline on day 25; the update ends on day 26, and on day 30 with the event
  const [row] = completions(told(t, 'impact', sent).data)
  t.match(row, {
    finish_date: date(30),
    margin_used: { owner_calendar_days: 1, unattributed_calendar_days: 0 },
    late: { contractor_calendar_days: 4, unattributed_calendar_days: 1 },
    open_calendar_days: 1,
    liquidated_calendar_days: 4,
  })
  t.strictSame(
    row!.updates.map(({ schedule }: Plain) => schedule),
    ['baseline_schedule', 'baseline_schedule.with_events', 'schedule_history.0', 'schedule_history.0.with_events'],
  )
  t.end()
})

t.test('whatever the schedules and the events, each day stands once', t => {
  const faults: string[] = []
  for (let n = 0; n < CASES && faults.length < 3; n++) {
    const rnd = random(36_000 + n)
    const { must_finish_by: _, calendar, tasks, status_date = '2026-03-02', ...setting } = randomBody(rnd) as Plain
    const ids = tasks.map(({ id }: Plain) => id)
    const events = Array.from({ length: between(rnd, 1, 5) }, (_, k) => ({
      ...event(`E${k}`, pick(rnd, ['owner', 'contractor', 'neutral', 'third']), 0, between(rnd, 1, 20), pick(rnd, ids)),
      started: `2026-0${between(rnd, 2, 4)}-1${between(rnd, 0, 9)}`,
    }))
    const sent = {
      current_schedule: { tasks, status_date, ...setting },
      ...(calendar === undefined ? {} : { calendar }),
      delay_events: events,
      options: {
        completion_date: `2026-0${between(rnd, 3, 6)}-15`,
        float_owner: pick(rnd, ['project', 'contractor', 'first_come']),
        concurrency: pick(rnd, ['literal', 'functional', 'dominant', 'apportion']),
      },
    }
    for (const method of ['impact', 'collapsed'] as const) {
      const reply = answerOf(method, sent)
      const last = reply.data?.contract_dates?.completions[0]
      if (last?.finish_date == null || last.margin_start_calendar_days === null) continue
      checked++
      if (last.late_calendar_days > 0) lateOnes++
      faults.push(...contractFaults(reply.data.contract_dates).map(each => `${n} ${method} ${each}`))
    }
  }
  t.strictSame(faults, [])
  t.ok(checked > CASES / 2, `${checked} of ${2 * CASES} have finishes with dates`)
  t.ok(lateOnes > CASES / 10, `${lateOnes} are late`)
  t.end()
})

t.test('a section that is no task of a schedule is refused by its place', async t => {
  const refused = reply(t, SERIES, { sectional_dates: [{ task_id: 'Z', completion_date: date(3) }] })
  t.match(refused, {
    code: 'validation',
    faults: [{ loc: ['body', 'options', 'sectional_dates', 0, 'task_id'] }, {}, {}],
  })
})

t.test(
  'dates of sections that would be analysed in too many windows are refused; ten of sixty updates are not',
  async t => {
    const sent = (updates: number) =>
      [
        {
          baseline: [task('A', 10, [], START)],
          snapshots: Array.from({ length: updates }, (_, n) => [n + 1, [task('A', 10 + (n % 5), [], START)]]),
          current: [updates + 1, [task('A', 12, [], START)]],
        } as Series,
        { sectional_dates: Array.from({ length: 10 }, (_, n) => ({ task_id: 'A', completion_date: date(3 + n) })) },
      ] as const
    const refused = reply(t, ...sent(200))
    t.match(refused, { code: 'validation', faults: [{ loc: ['body', 'options', 'sectional_dates'], type: 'length' }] })
    t.match(refused.faults[0].msg, /^Each date is analysed in all windows: 2010 together, of at most 602 /)
    const rows = completions(reply(t, ...sent(58)).data)
    t.equal(rows.length, 10)
    // a section that is the project is told as the project is
    const [whole] = completions(reply(t, sent(58)[0], { completion_date: date(6) }).data)
    t.match(rows[3], { late: whole.late, updates: whole.updates, windows: whole.windows })
  },
)
